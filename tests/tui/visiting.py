"""A session that begins in the lobby, in a test: the app, its pilot, and the text on its screen."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from textual.events import Key
from textual.pilot import Pilot

from tests.tables import House
from tests.tui.widgets import click, drawn_rows
from uno_tui.lobby.deals import Deals
from uno_tui.lobby.protocol import Results
from uno_tui.lobby.relay import LobbyRelay, TableRelay
from uno_tui.lobby.visit import Visit
from uno_tui.table.options import User
from uno_tui.tui.app import UnoApp
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.lobby.screen import LobbyScreen
from uno_tui.tui.menu.body_screen import BodyScreen
from uno_tui.tui.menu.page import PageScreen
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.screen import TableScreen


@dataclass
class Visiting:
    """One person in a lobby, or at a table joined from there."""

    app: UnoApp
    pilot: Pilot[Any]
    house: House

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def rush(self, key: str, text: str) -> None:
        """Post a key, the letters of a text and Enter, all before the first of them is handled."""
        for one in (Key(key, None), *(Key(char, char) for char in text), Key("enter", "\r")):
            self.app.post_message(one)
        await self.pilot.pause()
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.press(*text)

    @property
    def lobby(self) -> LobbyScreen:
        screen = self.app.screen
        assert isinstance(screen, LobbyScreen)
        return screen

    @property
    def table(self) -> TableScreen:
        screen = self.app.screen
        assert isinstance(screen, TableScreen)
        return screen

    @property
    def widgets(self) -> Sequence[CanvasWidget[Any]]:
        """The widgets on screen."""
        screen = self.app.screen
        if isinstance(screen, PageScreen):
            return [screen.page]
        if isinstance(screen, BodyScreen):
            return [screen.body, screen.keys]
        return self.table.canvas_widgets

    async def click(self, command: str, number: int | None = None) -> None:
        """Click where a command can be clicked."""
        await click(self.pilot, self.widgets, command, number)

    @property
    def rows(self) -> list[str]:
        """Rows of the screen as text."""
        return drawn_rows(self.widgets, *self.app.size)

    @property
    def text(self) -> str:
        """The whole screen as text."""
        return "\n".join(self.rows)

    def row(self, text: str) -> str:
        """Return the first row that contains a text."""
        return next(row for row in self.rows if text in row)


@asynccontextmanager
async def visiting(
    house: House,
    size: tuple[int, int] = (80, 24),
    *,
    user: User = User("ssh:zoe", "Zoe"),  # noqa: B008  # a value
    session: SessionOptions | None = None,
    results: Results | None = None,
    code: str | None = None,
    deals: Deals = Deals(),  # noqa: B008  # no state
) -> AsyncIterator[Visiting]:
    """Run the app of a person who enters the house's lobby, or goes straight to a table."""
    visit, connect, connect_lobby = await Visit.begin(house.lobby, user), None, None
    visit.deals = deals
    if code is not None:
        relay = TableRelay()
        connect = relay.to(await visit.join(relay, code))
    else:
        lobby_relay = LobbyRelay()
        connect_lobby = lobby_relay.to(await visit.enter(lobby_relay))
    app = UnoApp(session or SessionOptions(), connect, connect_lobby=connect_lobby, visit=visit, results=results)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Visiting(app, pilot, house)
    app.hang_up()
