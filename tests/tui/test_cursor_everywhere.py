"""On every screen the terminal's cursor is on what is selected, what is asked, or where reading begins."""

from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Offset

from tests.tables import House
from tests.tui.lobby.test_lobby_screen import WALK, busy
from tests.tui.menu.test_start import starting
from tests.tui.playing import playing
from tests.tui.replay.test_replay_screen import watching
from tests.tui.scenes import over, table
from tests.tui.visiting import visiting
from uno_tui.tui.base_screen import BaseScreen

MINE = "r2 r5 rS draw"
SIZES = [(80, 24), (120, 40), (40, 12)]


def cursor(app: Any) -> Offset:
    """Return where the cursor is, which is on the screen and not in its corner."""
    position = app.cursor_position
    assert isinstance(app.screen, BaseScreen)
    assert app.size.region.contains_point(position)
    assert Offset(0, 0) != position, type(app.screen).__name__
    return Offset(*position)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "view", [table(legal=MINE), table(turn=1), table(you=None), over()], ids=["own turn", "waiting", "watching", "over"]
)
async def test_at_a_table(size: tuple[int, int], view: Any) -> None:
    """At a table, with each page, question and input line of it."""
    async with playing(view, size) as person:
        for keys in ((), ("slash",), ("q",), ("question_mark",), ("L",), ("R",), ("S",)):
            await person.press(*keys)
            cursor(person.app)
            await person.press("escape")


@pytest.mark.parametrize("full", [True, False])
async def test_in_the_lobby(full: bool) -> None:
    """In the lobby, its pages and the form of a new table, whose rows the cursor follows."""
    async with visiting(busy() if full else House(), results=list) as zoe:
        for keys in ((), *WALK, ("escape",), ("n",)):
            await zoe.press(*keys)
            cursor(zoe.app)
        before = cursor(zoe.app)
        await zoe.press("down")
        assert before.y + 1 == cursor(zoe.app).y


async def test_in_the_menus(tmp_path: Path) -> None:
    """On the start screen and its pages, with the settings and their keys."""
    async with starting(tmp_path) as person:
        rows = []
        for keys in ((), *[("down",)] * 3, ("s",), *[("down",)] * 9, ("question_mark",), ("q",), ("q",), ("R",)):
            await person.press(*keys)
            rows.append(cursor(person.app).y)
        assert rows[0] < rows[1] < rows[2]


async def test_in_a_replay() -> None:
    """In a replay, with its pages and its input line."""
    async with watching(number=9) as person:
        for key in ("o", "1", "e", "question_mark", "escape", "space", "space", "g", "escape", "end"):
            await person.press(key)
            cursor(person.app)
