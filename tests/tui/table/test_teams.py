"""Partners on the table screen: recognizable without color, in a list, around the piles, and in the scores."""

import re
from dataclasses import replace

import pytest

from tests.game.games import ruled
from tests.tui.playing import playing
from tests.tui.scenes import over, table
from uno_tui.game.match import Match
from uno_tui.game.record import Record
from uno_tui.i18n import Words
from uno_tui.local.replay import Replay
from uno_tui.table.protocol import Right, Stage
from uno_tui.tui.film.frames import Film
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.look import session_appearance

SIZES = [(80, 24), (100, 30), (120, 40), (60, 20)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["classic", "mono"])
async def test_a_partner_is_marked_by_a_sign(size: tuple[int, int], theme: str) -> None:
    """The partner's name has "&" before it at every size, in color or not; nobody else's, and none without teams."""
    async with playing(table(teams="pairs"), size, session=SessionOptions(theme=theme)) as person:
        assert ["& Otto"] == re.findall(r"& \w+", person.text)
    async with playing(table(), size, session=SessionOptions(theme=theme)) as person:
        assert "&" not in person.text


async def test_the_sign_is_ascii() -> None:
    """Terminals with ASCII only show it too."""
    async with playing(table(teams="pairs"), ascii=True) as person:
        assert "& Otto" in person.text


@pytest.mark.parametrize("size", SIZES)
async def test_all_partners_are_marked(size: tuple[int, int]) -> None:
    """In two halves of six both partners have the sign, and the rivals need no mark of their team."""
    async with playing(table(teams="halves", seats=6), size) as person:
        assert {"& Ott", "& Max"} == set(re.findall(r"& \w{3}", person.text))
        assert not re.search(r"T\d ", person.text)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_more_than_two_teams_are_told_apart(size: tuple[int, int]) -> None:
    """Of three pairs the rivals' ones are marked by number; a spectator sees all numbers. Being away goes first."""
    async with playing(table(teams="pairs", seats=6), size) as person:
        assert ["T2", "T2", "T3", "T3"] == sorted(re.findall(r"T\d", person.text))
        assert "& Kim" in person.text
    async with playing(table(teams="pairs", you=None), size) as person:
        assert ["T1", "T1", "T2"] == sorted(re.findall(r"T\d", person.text))
        assert "&" not in person.text


async def test_the_partner_is_known_before_the_match() -> None:
    """While people still sit down, the seat of the partner has the sign, also if it is free."""
    view = table(teams="pairs")
    waiting = replace(view, game=None, rights=frozenset())
    async with playing(waiting) as person:
        assert "& Otto" in person.text


async def test_a_round_of_teams() -> None:
    """After a round partners stand together with one score; a partner's cards are shown, but not counted."""
    async with playing(over(teams="pairs")) as person:
        rows = [row for row in person.rows if re.match(r"[» ] \d ", row)]
        assert ["Ann", "& Kim", "Zed (you)", "& Otto"] == [re.split(r"\s{2,}", row[4:])[0] for row in rows]
        assert "+103 " in rows[0]
        assert re.search(r"& Kim +- r2", rows[1])
        assert "Ann won round 2" in person.text
    async with playing(over(teams="pairs", you=3)) as person:
        assert "Your team won round 2!" in person.text


@pytest.mark.parametrize(
    ("you", "text"), [(0, "Your team won the match!"), (2, "Your team won the match!"), (1, "Zed & Otto won the match")]
)
async def test_a_match_of_teams(you: int, text: str) -> None:
    """After the match both winners are listed first and named in the headline."""
    async with playing(over(teams="pairs", winner=2, you=you)) as person:
        assert text in person.text
        marked = [row[4:].split("  ")[0] for row in person.rows if row.startswith("»")]
        assert ["Zed", "& Otto"] == [name.removesuffix(" (you)") for name in marked]


async def test_the_mark_of_a_team_is_translated() -> None:
    """A Georgian sees the Georgian letter."""
    async with playing(table(teams="pairs", seats=6), words=Words("ka")) as person:
        assert "გ2" in person.text


async def test_the_host_chooses_a_partner() -> None:
    """`P` asks for a seat of another team; its number is asked of the table. Without the right the key does nothing."""
    view = replace(table(teams="pairs"), game=None, stage=Stage.WAITING, rights=frozenset({Right.PARTNER}))
    teamed = replace(view, seats=tuple(replace(seat, team=number % 2) for number, seat in enumerate(view.seats)))
    async with playing(teamed) as person:
        await person.press("P")
        assert "Who should be your partner?" in person.text
        assert [] == await person.press("3")
        assert ["choose_partner(1)"] == await person.press("2")
    async with playing(replace(teamed, rights=frozenset())) as person:
        assert [] == await person.press("P", "2")


async def test_all_hands_of_a_replay_have_the_teams() -> None:
    """A replay with all hands open marks each seat by its team; without teams it marks none."""
    for rules, marks in (("quick teams=pairs", ["T1", "T2", "T1", "T2"]), ("quick", [])):
        match, _ = Match.start(ruled(rules), 4, "replayed")
        whole = Record.of(match, ["Ann", "Bob", "Cat", "Dan"])
        for leaver in (0, 2) if marks else (0, 2, 1):
            whole, match = whole.then(match, leaver, None)
        *_, frame = Film(session_appearance(SessionOptions())[0], Replay(whole)).frames(0)
        assert marks == re.findall(r"\bT\d", "\n".join("".join(row) for row in frame.canvas.chars))
