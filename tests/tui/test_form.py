"""The form: whole labels and values in every language, and a form of its own for a match against bots."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from tests.tui.playing import playing
from tests.tui.scenes import over, table
from uno_tui.bots import LEVELS
from uno_tui.game.rules import OPTIONS, PRESETS, Rules
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.table.options import TableOptions
from uno_tui.table.protocol import TableView
from uno_tui.tui.form.draft import TABLE_ROWS, Draft
from uno_tui.tui.form.text import label, said, with_changes
from uno_tui.tui.form.widget import LABEL, VALUE

TABLE = Draft.of_options(TableOptions(), tuple(LEVELS))
SOLO = Draft.of_options(TableOptions(seats=3, bots=2, solo=True), tuple(LEVELS))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("row", [*TABLE_ROWS, *OPTIONS])
def test_every_label_and_value_has_room(row: str, language: str) -> None:
    """No label and no value of a row is longer than its column."""
    words = Words(language)
    draft, values = TABLE, []
    for _ in range(14):
        draft = draft.stepped(row, 1)
        values.append(said(words, row, draft.values[row]))
    assert [] == [value for value in values if cell_len(value) > VALUE]
    assert cell_len(label(words, row)) <= LABEL - 1


def test_a_match_against_bots_asks_for_bots() -> None:
    """One row counts the bots, 1 to 9, by steps and digits; the person has the one other seat."""
    assert ("bots", "level", "turn_seconds", "preset") == SOLO.rows[:4]
    for draft, bots in (
        (SOLO.stepped("bots", 1), 3),
        (SOLO.stepped("bots", -1).stepped("bots", -1), 1),
        (SOLO.typed("bots", "9", fresh=True), 9),
    ):
        assert ("", bots, bots + 1) == (draft.trouble(Words()), draft.options.bots, draft.options.seats)
    for typed in ("0", "12"):
        draft = SOLO
        for place, digit in enumerate(typed):
            draft = draft.typed("bots", digit, fresh=not place)
        assert "Bots: from 1 to 9." == draft.trouble(Words())


def with_rules(view: TableView, rules: Rules) -> TableView:
    """Return a view with other rules."""
    assert view.game is not None
    return replace(view, rules=rules, game=replace(view.game, rules=rules))


async def test_one_round_is_called_so() -> None:
    """With a target of one point, the title and the scores speak of no points to reach; with 500 they do."""
    for rules, title, heading in ((PRESETS["quick"], "one round", "score"), (PRESETS["classic"], "500", "(of 500)")):
        for shown in (table(), over()):
            async with playing(with_rules(shown, rules)) as person:
                assert title in person.rows[0]
                assert ("to 1 point" in person.text, "(of 1)" in person.text) == (False, False)
                told = person.text
        assert heading in told


def test_changed_rules_are_named_in_the_words_of_the_form() -> None:
    """After the preset, up to three changed rows follow with their values; of more, two, and how many others."""
    told = [
        with_changes(Words(), f"{rules.preset} rules", rules)
        for rules in (
            PRESETS["quick"],
            replace(PRESETS["quick"], teams="pairs"),
            replace(PRESETS["classic"], hand_size=5, must_play=True, teams="pairs", target=90),
        )
    ]
    assert told[:2] == ["quick rules", "quick rules, Teams: pairs sit opposite"]
    assert told[2] == "classic rules, Cards dealt: 5 cards, Must play if you can: yes and 2 more"


def test_choosing_teams_makes_the_seats_even() -> None:
    """The number of seats becomes the next that teams allow; against bots, so does that of the bots."""
    draft = TABLE.with_value("seats", 5).with_value("teams", "pairs")
    assert ("", 6) == (draft.trouble(Words()), draft.options.seats)
    draft = SOLO.with_value("teams", "halves")
    assert ("", 4, 3) == (draft.trouble(Words()), draft.options.seats, draft.options.bots)
    assert ("", 5) == (
        TABLE.with_value("seats", 5).with_value("teams", "off").trouble(Words()),
        TABLE.with_value("seats", 5).options.seats,
    )


def test_teams_and_another_number_of_seats_are_a_trouble() -> None:
    """An odd number of seats chosen afterwards, or the fixed seats of an open table, are no teams; the form says so."""
    said_so = "Teams need 4, 6, 8 or 10 players, not 5."
    assert said_so == TABLE.with_value("teams", "pairs").with_value("seats", 5).trouble(Words())
    with_bots = SOLO.with_value("teams", "pairs").with_value("bots", 2)
    assert "With you, teams need 3, 5, 7 or 9 bots, not 2." == with_bots.trouble(Words())
    assert said_so == Draft.of_rules(Rules(), 5).with_value("teams", "pairs").trouble(Words())
    assert not Draft.of_rules(Rules(), 6).with_value("teams", "pairs").trouble(Words())
