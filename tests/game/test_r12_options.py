"""R12: options and presets."""

from random import Random

import pytest

from tests.game.anyrules import any_rules
from tests.game.games import changes, ruled
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import MAPPING, OPTIONS, PRESETS, Rules

TABLE = {
    "deck": "uno regular",
    "jack": "skip reverse draw_two wild wild_draw_four number",
    "queen": "reverse skip draw_two wild wild_draw_four number",
    "king": "draw_two skip reverse wild wild_draw_four number",
    "ace": "number skip reverse draw_two wild wild_draw_four",
    "black_joker": "wild wild_draw_four none",
    "red_joker": "wild_draw_four wild none",
    "hand_size": "7 1 15",
    "first_wild": "reshuffle choose",
    "draw": "one until_playable",
    "must_play": "off on",
    "doubles": "off on",
    "jump_in": "off on",
    "seven_zero": "off on",
    "draw_four": "no_match no_color bluff free",
    "catch_window": "until_last next_turn",
    "uno_penalty": "2 4",
    "stacking": "off same cross",
    "scoring": "winner_takes caught",
    "target": "500 1 5000",
    "teams": "off pairs halves",
}
"""Every option with its values, the default first."""

VALUES = [(option, value) for option, values in TABLE.items() for value in values.split()]


def test_r12_the_options_are_these() -> None:
    """The options and their defaults are those of the table, and no others exist."""
    assert list(TABLE) == list(OPTIONS)
    defaults = {name: option.text(option.default) for name, option in OPTIONS.items()}
    assert {name: values.split()[0] for name, values in TABLE.items()} == defaults


@pytest.mark.parametrize(("option", "value"), VALUES)
def test_r12_every_value_can_be_set(option: str, value: str) -> None:
    """A setting is parsed, and the rules' text contains it."""
    deck = ["deck=regular"] if option in MAPPING else []
    rules = Rules.parse("classic", [*deck, f"{option}={value}"])
    assert value == OPTIONS[option].text(getattr(rules, option))
    assert rules == ruled(rules.text)


PRESET_CHANGES = {
    "classic": "",
    "official": "first_wild=choose draw_four=bluff catch_window=next_turn",
    "irish": "draw_four=free stacking=same doubles=on must_play=on",
    "party": "first_wild=choose draw_four=bluff catch_window=next_turn stacking=cross doubles=on draw=until_playable "
    "jump_in=on seven_zero=on",
    "quick": "target=1",
}


@pytest.mark.parametrize("preset", PRESET_CHANGES)
def test_r12_presets(preset: str) -> None:
    """Each preset differs from the defaults exactly as the table says, and its text is its name."""
    expected = dict(setting.split("=") for setting in PRESET_CHANGES[preset].split())
    assert expected == changes(PRESETS[preset])
    assert (preset, preset) == (PRESETS[preset].preset, PRESETS[preset].text)
    assert PRESETS[preset] == Rules.parse(preset)


def test_r12_the_presets_are_these() -> None:
    """There are five presets, classic the first and the default."""
    assert list(PRESET_CHANGES) == list(PRESETS)
    assert Rules() == Rules.parse() == PRESETS["classic"]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["stackin=same"], r"unknown option 'stackin' \(did you mean stacking\?\)"),
        (["zzz=1"], r"unknown option 'zzz'; choose from deck, jack"),
        (["stacking=crss"], r"stacking cannot be crss \(did you mean cross\?\); choose from off, same, cross"),
        (["stacking"], "'stacking' is not a setting; write OPTION=VALUE"),
        (["hand_size=0"], "hand_size cannot be 0; it must be 1 to 15"),
        (["hand_size=16"], "hand_size cannot be 16; it must be 1 to 15"),
        (["hand_size=seven"], "hand_size cannot be seven; it must be 1 to 15"),
        (["target=0"], "target cannot be 0; it must be 1 to 5000"),
        (["target=5001"], "target cannot be 5001; it must be 1 to 5000"),
        (["target=-5"], "target cannot be -5; it must be 1 to 5000"),
        (["target=9999999999"], "target cannot be 9999999999; it must be 1 to 5000"),
        (["uno_penalty=3"], "uno_penalty cannot be 3; choose from 2, 4"),
        (["doubles=yes"], "doubles cannot be yes; choose from off, on"),
        (["doubles=on", "doubles=off"], "doubles is set twice, to different values"),
        (["jack=wild"], "jack=wild works only with deck=regular"),
        (["jack=skip"], "jack=skip works only with deck=regular"),
        (["red_joker=none", "deck=uno"], "red_joker=none works only with deck=regular"),
    ],
)
def test_r12_what_is_refused(settings: list[str], words: str) -> None:
    """Unknown names, unknown values and contradictions raise an error that says what would be right."""
    with pytest.raises(RulesError, match=words):
        Rules.parse("classic", settings)


def test_r12_an_unknown_preset() -> None:
    """The error for a misspelled preset suggests the right one."""
    with pytest.raises(RulesError, match=r"unknown preset 'offical' \(did you mean official\?\); choose from classic"):
        Rules.parse("offical")


def test_r12_a_setting_said_twice_alike() -> None:
    """An option set twice to the same value is no error."""
    assert Rules(doubles=True) == Rules.parse("classic", ["doubles=on", "doubles=on"])


@pytest.mark.parametrize("wrong", [{"target": True}, {"doubles": 1}, {"uno_penalty": 2.0}, {"deck": "tarot"}])
def test_r12_values_of_the_wrong_type(wrong: dict[str, object]) -> None:
    """A value of the wrong type is rejected."""
    with pytest.raises(RulesError, match=r"cannot be .*; (choose from|it must be) "):
        Rules(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "seats", "words"),
    [
        (
            "hand_size=11",
            10,
            "hand_size=11 is too large for 10 players: 110 cards plus the first card are needed, and the deck has 108",
        ),
        ("deck=regular hand_size=14", 4, "hand_size=14 is too large for 4 players: 56 cards .* the deck has 54"),
        ("deck=regular black_joker=none hand_size=15", 10, "150 cards .* the deck has 106"),
    ],
)
def test_r12_hands_must_fit_the_deck(rules: str, seats: int, words: str) -> None:
    """If the hands leave no top card, the error names hand size and number of seats."""
    with pytest.raises(RulesError, match=words):
        ruled(rules).check_seats(seats)


def test_r12_hands_that_just_fit() -> None:
    """Ten cards each for ten, and a top card, fit 108."""
    ruled("hand_size=10").check_seats(10)


def test_r12_the_text_names_the_nearest_preset() -> None:
    """The text of rules is a preset and the options that differ from it."""
    assert "party doubles=off" == ruled("party doubles=off").text
    assert (
        "official stacking=same"
        == Rules(first_wild="choose", draw_four="bluff", catch_window="next_turn", stacking="same").text
    )


def test_r12_the_text_is_read_back() -> None:
    """The text of any rules is parsed to the same rules."""
    chance = Random(12)
    for _ in range(300):
        rules, _ = any_rules(chance)
        assert rules == ruled(rules.text)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("deck", ["uno", "regular"])
def test_r12_the_full_text_names_every_option(preset: str, deck: str) -> None:
    """The full text names all options that apply to the deck, and is parsed to the same rules; `teams=off` is left out.

    So programs older than teams read the text of rules without them.
    """
    rules = Rules.parse(preset, [f"deck={deck}"])
    name, *named = rules.full_text.split()
    assert f"{rules.preset}:" == name
    wanted = [one for one in OPTIONS if (deck == "regular" or one not in MAPPING) and one != "teams"]
    assert wanted == [setting.partition("=")[0] for setting in named]
    assert rules == Rules.read(rules.full_text) == Rules.read(rules.text)


@pytest.mark.parametrize("teams", ["pairs", "halves"])
def test_r12_the_full_text_names_teams(teams: str) -> None:
    """Rules with teams name that option too, and are parsed to the same rules."""
    rules = ruled(f"official teams={teams}")
    assert rules.full_text.endswith(f" teams={teams}")
    assert rules == Rules.read(rules.full_text) == Rules.read(rules.text)
