"""The terminal's cursor lies on what is selected, where screen readers and braille displays look for it."""

import sys
from pathlib import Path
from typing import Any

from tests.terminals import Terminal
from tests.waiting import until

UNO = [sys.executable, "-m", "uno_tui"]
RIGHT, DOWN = b"\x1b[C", b"\x1b[B"


async def test_the_cursor_follows_the_selected_row_and_card(tmp_path: Path) -> None:
    """In the menu it lies on the selected row, at the table on the corner of the selected card, visible."""
    folders: dict[str, Any] = {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    async with Terminal(UNO, controlling=True, LANG="C.UTF-8", **folders) as terminal:
        await terminal.shows("New to UNO?")

        def row() -> str:
            return terminal.text.split("\n")[terminal.cursor[1]]

        await until(lambda: "»" in row())
        before = terminal.cursor
        terminal.type(DOWN)
        await until(lambda: "»" in row() and terminal.cursor[1] > before[1])
        assert (0, True) == (terminal.cursor[0], terminal.cursor[2])
        terminal.type(b"p")
        await terminal.shows("round 1")
        await until(lambda: row()[terminal.cursor[0] : terminal.cursor[0] + 1] == "╭")
        column, line, visible = terminal.cursor
        assert line > 12
        assert visible
        terminal.type(RIGHT)
        await until(lambda: terminal.cursor[0] != column and row()[terminal.cursor[0]] == "╭")
        assert (line, True) == terminal.cursor[1:]
