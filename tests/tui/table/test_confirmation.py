"""The question before leaving, and keys that are held down."""

from dataclasses import replace
from itertools import count

import pytest

from tests.tui.looks import before_start
from tests.tui.playing import playing
from tests.tui.scenes import over, table
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.table.protocol import Right, Sitter, TableView
from uno_tui.tui.draw.frames import FrameApp
from uno_tui.tui.session import Leaving, SessionOptions
from uno_tui.tui.table.confirmation import confirmation
from uno_tui.tui.table.scene import TableMode, TableScene


def alone(view: TableView) -> TableView:
    """Return a view in which all other seats are bots' and nobody watches."""
    seats = (seat if place == view.you else replace(seat, sitter=Sitter.BOT) for place, seat in enumerate(view.seats))
    return replace(view, seats=tuple(seats), watchers=0)


QUESTIONS = [
    (
        table(),
        Leaving.SEAT,
        ["Leave the match?", "cannot return", "let a bot play for you", "press n, then a"],
    ),
    (table(), Leaving.NOTHING, ["Leave the match?", "If you have made a move, it is kept"]),
    (table(), Leaving.EVENING, ["End the game for you and 2 others?", "closed for everyone", "press n, then a"]),
    (alone(table()), Leaving.EVENING, ["Close the table?", "The match ends unfinished", "nobody can join"]),
    (before_start(), Leaving.SEAT, ["Leave the table?"]),
    (over(winner=1), Leaving.SEAT, ["Leave the table?"]),
    (table(you=None, rights=frozenset({Right.CHAT})), Leaving.SEAT, ["Stop watching?"]),
]


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("place", range(len(QUESTIONS)))
async def test_the_question_says_what_ends_and_for_whom(place: int, size: tuple[int, int]) -> None:
    """Before leaving, the prompt says what is lost, for whom, and how to be away without losing it."""
    view, leaving, told = QUESTIONS[place]
    async with playing(view, size, session=SessionOptions(leaving=leaving)) as person:
        assert await person.press("q") == []
        text = " ".join(person.text.replace("│", " ").split())
        for part in told:
            assert part in text
        assert await person.press("n") == []
        assert await person.press("q", "y") == ["leave()"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_the_question_is_whole_in_every_language(language: str, size: tuple[int, int]) -> None:
    """No word of the question is cut at the usual sizes."""
    for view, leaving, _told in QUESTIONS:
        session = SessionOptions(words=Words(language), leaving=leaving)
        async with playing(view, size, session=session) as person:
            await person.press("q")
            asked = confirmation(Words(language), person.screen.scene)
            assert asked is not None
            text = " ".join(person.text.split())
            assert all(" ".join(one.split()) in text for one in asked)


async def test_a_key_that_is_held_down_confirms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long q or Ctrl-C is held, the question stays; a new press answers it."""
    monkeypatch.setattr(FrameApp, "clock", staticmethod(count(0.0, 0.5).__next__))
    for key in ("q", "ctrl+c", "ctrl+q"):
        async with playing(table()) as person:
            assert await person.press(*[key] * 20) == []
            assert person.screen.scene.mode is TableMode.LEAVE
            assert await person.press("y") == ["leave()"]


async def test_a_held_key_starts_and_deals_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter held down since an earlier screen does not start a match or deal a round."""
    monkeypatch.setattr(FrameApp, "clock", staticmethod(count(0.0, 0.1).__next__))
    rights = frozenset({Right.START})
    views: list[TableView] = [replace(before_start(), rights=rights), over()]
    for view, asked in zip(views, ("start()", "deal"), strict=True):
        async with playing(view) as person:
            await person.press("left")
            assert await person.press("enter", "enter", "enter") == [asked]


def test_no_question_without_a_reason() -> None:
    """In the ordinary mode nothing is asked."""
    assert confirmation(Words(), TableScene(table())) is None
