"""A table screen in a test: the app, its pilot, and the text on its screen."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.handles import FakeHandle
from tests.tui.widgets import click, drawn_rows
from uno_tui.i18n import Words
from uno_tui.table.protocol import Message, TableView
from uno_tui.tui.app import UnoApp
from uno_tui.tui.menu.page import PageScreen
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.screen import TableScreen


@dataclass
class Playing:
    """A person at a table."""

    app: UnoApp
    pilot: Pilot[Any]
    table: FakeHandle

    @property
    def screen(self) -> TableScreen:
        screen = self.app.screen_stack[0]
        assert isinstance(screen, TableScreen)
        return screen

    async def press(self, *keys: str) -> list[str]:
        """Press keys and return the requests that reached the table."""
        self.table.asked.clear()
        await self.pilot.press(*keys)
        await self.pilot.pause()
        return list(self.table.asked)

    async def click(self, command: str, number: int | None = None) -> list[str]:
        """Click where a command can be clicked, and return the requests that reached the table."""
        self.table.asked.clear()
        await click(self.pilot, self.screen.canvas_widgets, command, number)
        return list(self.table.asked)

    async def send(self, message: Message) -> None:
        """Send a message of the table."""
        self.table.send(message)
        await self.pilot.pause()

    @property
    def rows(self) -> list[str]:
        """Rows of the screen as text."""
        if isinstance(self.app.screen, PageScreen):
            canvas = self.app.screen.page.canvas
            assert canvas is not None
            return ["".join(row) for row in canvas.chars]
        return drawn_rows(self.screen.canvas_widgets, self.screen.size.width, self.screen.size.height)

    @property
    def text(self) -> str:
        """The whole screen as text."""
        return "\n".join(self.rows)


@asynccontextmanager
async def playing(
    view: TableView,
    size: tuple[int, int] = (80, 24),
    *,
    words: Words | None = None,
    theme: str = "classic",
    mono: bool = False,
    ascii: bool = False,  # noqa: A002  # the session's name for it
    themes: Path | None = None,
    session: SessionOptions | None = None,
) -> AsyncIterator[Playing]:
    """Run the app of a person at a table with that view."""
    table = FakeHandle(view)
    session = session or SessionOptions(words=words or Words(), theme=theme, mono=mono, ascii=ascii)
    app = UnoApp(session, table.connect, themes)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Playing(app, pilot, table)
