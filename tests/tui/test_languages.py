"""The screens in every language at 80x24: what fits in English is not cut or painted over in another language."""

import sys
from dataclasses import replace
from datetime import date
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest
from rich.cells import cell_len, set_cell_size
from rich.style import Style

from tests.catalogues import TRANSLATED
from tests.tables import House
from tests.tui.lobby.test_lobby_screen import WALK, busy
from tests.tui.menu.test_start import starting
from tests.tui.playing import playing
from tests.tui.replay.test_replay_screen import watching
from tests.tui.scenes import table
from tests.tui.table.test_screens import MINE, PSEUDO
from tests.tui.visiting import visiting
from uno_tui.daily import BoardEntry, DailyHistory, DailyPage, DailyTry
from uno_tui.i18n import Words
from uno_tui.lobby.deals import Deals
from uno_tui.table.options import User
from uno_tui.tui.draw import canvas_widget
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.weak_cache import WeakCache
from uno_tui.tui.session import SessionOptions


class Cuts:
    """Texts that were cut or painted over since the last check."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cut: set[str] = set()
        self._puts: dict[int, list[tuple[Canvas, int, int, str]]] = {}
        put = Canvas.put

        def noting_size(text: str, width: int) -> str:
            if cell_len(text.rstrip()) > width > 0:
                self.cut.add(text)
            return set_cell_size(text, width)

        def noting_put(canvas: Canvas, x: int, y: int, text: str, style: Style) -> int:
            if sum(map(str.isalpha, text)) > 1:
                self._puts.setdefault(id(canvas), []).append((canvas, x, y, text.rstrip()))
            return put(canvas, x, y, text, style)

        monkeypatch.setattr("uno_tui.tui.draw.text.set_cell_size", noting_size)
        monkeypatch.setattr(Canvas, "put", noting_put)

    def look(self) -> set[str]:
        """Return what was cut, or is not where it was drawn."""
        lost = set(self.cut)
        for puts in self._puts.values():
            for canvas, x, y, text in puts:
                row = canvas.chars[y] if 0 <= y < canvas.height else []
                if "".join(row[max(x, 0) :])[: len(text)] != text:
                    lost.add(text)
        self.cut.clear()
        self._puts.clear()
        return lost


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> Cuts:
    """Empty the caches: a cached drawing would not show what was cut."""
    monkeypatch.setattr(canvas_widget, "_DRAWINGS", {})
    for name, module in list(sys.modules.items()):
        if name.startswith("uno_tui.tui"):
            for kept in vars(module).values():
                if isinstance(kept, _lru_cache_wrapper):
                    kept.cache_clear()
                elif isinstance(kept, WeakCache):
                    kept.clear()
    return Cuts(monkeypatch)


VIEWS = (
    *PSEUDO,
    table(legal=MINE, seats=10),
    table(legal=MINE, you=1, owes=0),
    table(legal="uno r5 draw", hand="r5 r6"),
    table(legal="r5 r5! r5x2 draw W:r take challenge", preset="party"),
)


@pytest.mark.parametrize("place", range(len(VIEWS)))
async def test_the_table(cuts: Cuts, place: int) -> None:
    """The table, its questions, pages and keys fit in every language."""
    lost: dict[str, list[set[str]]] = {}
    for language in ("en", *TRANSLATED):
        lost[language] = []
        async with playing(VIEWS[place], words=Words(language)) as person:
            for keys in ((), ("4",), ("q",), ("question_mark",), ("L",), ("R",), ("u",), ("slash",)):
                await person.press(*keys)
                lost[language].append(cuts.look())
                await person.press("escape")
    assert beyond(lost) == set()


def beyond(lost: dict[str, list[set[str]]]) -> set[tuple[str, str]]:
    """Return, by language, what was cut in steps in which less was cut in English."""
    return {
        (language, text)
        for language in TRANSLATED
        for english, other in zip(lost["en"], lost[language], strict=True)
        if len(other) > len(english)
        for text in other - english
    }


@pytest.mark.parametrize("full", [True, False])
async def test_the_lobby(cuts: Cuts, full: bool) -> None:
    """The lobby, its pages and the form of a new table fit in every language."""
    lost: dict[str, list[set[str]]] = {}
    for language in ("en", *TRANSLATED):
        lost[language] = []
        session = SessionOptions(words=Words(language))
        async with visiting(busy() if full else House(), session=session, results=list) as zoe:
            for keys in ((), *WALK, ("escape",), ("n",), *[("down",)] * 30):
                await zoe.press(*keys)
                lost[language].append(cuts.look())
    assert beyond(lost) == set()


class Known(Deals):
    """Deals about which a person knows one page."""

    def __init__(self, page: DailyPage) -> None:
        self._page = page

    async def page(self, user: User) -> DailyPage:
        del user
        return self._page


DONE = DailyTry(date(2026, 12, 1), won=True, points=240, moves=18, match=7)
NOON = 1_796_126_400
"""Noon of that day in UTC."""
HISTORIES = (
    DailyHistory((), NOON),
    DailyHistory((DONE,), NOON),
    DailyHistory((DONE,), NOON + 86400),
    DailyHistory((DONE,), NOON + 86400, left=True),
    DailyHistory((), NOON, begun=DONE.day),
)
"""Nothing was played yet, today's deal was, yesterday's was, today's was left, and today's can be continued."""


@pytest.mark.parametrize("place", range(len(HISTORIES)))
async def test_the_daily_deal(cuts: Cuts, place: int) -> None:
    """The row of the daily deal in the lobby, its page, and the title of its table fit in every language."""
    lost: dict[str, list[set[str]]] = {}
    history = HISTORIES[place]
    page = DailyPage(history, (BoardEntry(7, "Γιώργος-Αλέξανδ", won=True, points=240, moves=18),), guest=True)
    for language in ("en", *TRANSLATED):
        lost[language] = []
        session = SessionOptions(words=Words(language))
        async with visiting(House(), session=session, deals=Known(page)) as zoe:
            lost[language].append(cuts.look())
            if history.over:
                await zoe.press("d")
                lost[language].append(cuts.look())
        async with playing(replace(table(legal=MINE), once=True), words=Words(language)) as person:
            await person.press("H")
            lost[language].append(cuts.look())
    assert beyond(lost) == set()


async def test_the_form_s_values(cuts: Cuts) -> None:
    """Every value of every row of the form fits in every language."""
    lost: dict[str, list[set[str]]] = {}
    for language in ("en", *TRANSLATED):
        lost[language] = []
        async with visiting(House(), session=SessionOptions(words=Words(language))) as zoe:
            await zoe.press("n")
            for _row in range(30):
                for _value in range(4):
                    await zoe.press("right")
                    lost[language].append(cuts.look())
                await zoe.press("down")
    assert beyond(lost) == set()


async def test_the_start_screen(cuts: Cuts, tmp_path: Path) -> None:
    """The start screen and its pages fit in every language."""
    lost: dict[str, list[set[str]]] = {}
    for language in ("en", *TRANSLATED):
        lost[language] = []
        async with starting(tmp_path, (80, 24), words=Words(language)) as person:
            for keys in ((), *[("down",)] * 6, ("s",), *[("down",)] * 7, ("question_mark",), ("q",), ("q",), ("R",)):
                await person.press(*keys)
                lost[language].append(cuts.look())
    assert beyond(lost) == set()


async def test_a_replay(cuts: Cuts) -> None:
    """A replay fits in every language."""
    lost: dict[str, list[set[str]]] = {}
    for language in ("en", *TRANSLATED):
        lost[language] = []
        async with watching(number=9, words=Words(language)) as person:
            for key in ("o", "1", "e", "question_mark", "escape", "space", "space", "g", "escape", "end"):
                await person.press(key)
                lost[language].append(cuts.look())
    assert beyond(lost) == set()


async def test_ascii_keeps_irish_and_gives_up_georgian() -> None:
    """With ASCII alone, Irish is shown without accents, and Georgian is replaced by English."""
    for language, said in (("ga", "Do sheal: imir carta no tarraing"), ("ka", "Your turn: play a card or draw")):
        async with playing(table(legal=MINE), words=Words(language), ascii=True) as person:
            assert said in person.text
            assert person.text.isascii()


async def test_a_language_chosen_at_the_table_is_that_of_the_table() -> None:
    """A language chosen in the settings applies at once to table, prompt and keys, and can be changed back."""
    async with playing(table(legal=MINE), (120, 40)) as person:
        assert "Your turn" in person.text
        await person.press("S", "down", "right")
        await person.press("escape")
        assert "Do sheal: imir cárta nó tarraing" in person.text
        assert "Your turn" not in person.text
        assert "cabhair" in person.text
        await person.press("S", "down", "left")
        await person.press("escape")
        assert "Your turn" in person.text
        assert "cabhair" not in person.text
