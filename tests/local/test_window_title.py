"""The window title during a local game."""

import sys
from pathlib import Path

import pytest

from tests.terminals import Terminal
from tests.waiting import until
from uno_tui.local.window_title import RESTORE, SAVE, set_title


def playing(folder: Path, term: str) -> Terminal:
    """Run `uno play` on a terminal, with a deal in which the person's turn comes."""
    line = [sys.executable, "-m", "uno_tui", "play", "--bots", "1", "--seed", "title", "--name", "ann"]
    kept = {f"XDG_{one}_HOME": str(folder) for one in ("DATA", "CONFIG", "STATE")}
    return Terminal(line, size=(80, 24), controlling=False, TERM=term, **kept)


async def test_the_title_tells_whose_turn_it_is_and_is_restored(tmp_path: Path) -> None:
    """`uno play` saves the window's title, shows the person's turn in it, and restores it at the end."""
    async with playing(tmp_path, "xterm-256color") as terminal:
        await until(lambda: set_title("UNO: your turn").encode() in terminal.data)
        terminal.type(b"qy")
        assert await terminal.exits() == 0
    data = terminal.data
    assert data.index(SAVE.encode()) < data.index(b"\x1b]2;") < data.index(RESTORE.encode())
    assert 1 == data.count(SAVE.encode()) == data.count(RESTORE.encode())


@pytest.mark.parametrize("term", ["linux", "vt220"])
async def test_a_terminal_without_a_window_is_sent_no_title(tmp_path: Path, term: str) -> None:
    """A console, which has no window, is sent no title sequences."""
    async with playing(tmp_path, term) as terminal:
        await terminal.shows("You")
        terminal.type(b"qy")
        assert await terminal.exits() == 0
    assert not any(one.encode() in terminal.data for one in (SAVE, RESTORE, "\x1b]2;"))
