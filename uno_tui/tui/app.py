"""The app of one session. It runs with Textual's own driver or with the server's."""

from asyncio import sleep
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from uno_tui.daily import DailyHistory
from uno_tui.lobby.protocol import LobbyHandle, Results
from uno_tui.lobby.relay import ConnectLobby, ConnectTable, LobbyRelay
from uno_tui.lobby.visit import Visit
from uno_tui.speech import Speaker
from uno_tui.table.protocol import Closed, Ending
from uno_tui.table.requests import Handle
from uno_tui.tui.base_screen import BaseScreen
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.frames import FrameApp
from uno_tui.tui.form.draft import Draft
from uno_tui.tui.lobby.screen import LobbyLeft, LobbyScreen, TableJoined
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.look import session_appearance
from uno_tui.tui.settings.session_screen import SessionSettingsScreen
from uno_tui.tui.table.messages import TableLeft, TableSettingsChanged
from uno_tui.tui.table.screen import TableScreen, no_tries
from uno_tui.tui.terminal_answered import TerminalAnswered


class UnoApp(FrameApp):
    """Shows a table, or a lobby and the tables that the person joins from there. Its result is 0.

    It begins at the table that `connect` leads to, or else in the lobby that `connect_lobby` leads to. With a `visit`
    it goes to the lobby after a table, and joins other tables from there.
    """

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None

    def __init__(
        self,
        session: SessionOptions,
        connect: ConnectTable | None = None,
        themes: Path | None = None,
        *,
        connect_lobby: ConnectLobby | None = None,
        visit: Visit | None = None,
        results: Results | None = None,
        tries: Callable[[], Awaitable[DailyHistory | None]] = no_tries,
    ) -> None:
        """`tries` returns the person's tries at the daily deal; a `visit`, if given, is asked instead."""
        self.session = session
        self.connect = connect
        self.themes = themes
        self.connect_lobby = connect_lobby
        self.visit = visit
        self.results = results
        self.tries = tries
        self.table_handle: Handle | None = None
        self.lobby_handle: LobbyHandle | None = None
        self.draft: Draft | None = None
        """The form for a new table, as the person last left it."""
        self.appearance, self.complaint = session_appearance(session, themes)
        super().__init__()
        self.title = "UNO"
        self.cursor_always = session.cursor

    def get_default_screen(self) -> BaseScreen[Any]:
        """Return the screen that the session begins with: the table, or the lobby."""
        if self.connect is not None:
            return self.table_screen(self.connect)
        return BaseScreen() if self.connect_lobby is None else self.lobby_screen(self.connect_lobby, self.complaint)

    def table_screen(self, connect: ConnectTable) -> TableScreen:
        """Return the screen of the table that `connect` leads to."""
        tries = self.tries if self.visit is None else self.visit.daily_tries
        screen = TableScreen(self.appearance, self.session, connect, self.themes, self.complaint, tries)
        self.complaint = ""
        self.table_handle = screen.handle
        return screen

    def lobby_screen(self, connect: ConnectLobby, answer: str = "") -> LobbyScreen:
        """Return the lobby screen. `answer`: message to show first, for example why the person left the table."""
        if self.visit is None:
            raise ValueError("a lobby needs a visit")
        screen = LobbyScreen(self.appearance, connect, self.visit, self.results, self.themes, answer, self.draft)
        self.lobby_handle = screen.lobby
        return screen

    def hang_up(self) -> None:
        """End the session: reserve the seat at the table, leave the lobby, and stop all output."""
        if self.table_handle is not None:
            self.table_handle.drop()
        if self.lobby_handle is not None:
            self.lobby_handle.leave()
        self.table_handle = self.lobby_handle = None

    async def on_table_joined(self, message: TableJoined) -> None:
        """Go from the lobby to a table."""
        self.table_handle = message.handle
        if self.lobby_handle is not None:
            self.lobby_handle.leave()
            self.lobby_handle = None
        self.keep()
        screen = self.table_screen(message.connect)
        await sleep(0)
        await self.go_to(screen)

    def on_lobby_left(self, message: LobbyLeft) -> None:
        """End the app with the lobby."""
        closed = message.closed
        self.hang_up()
        self.exit(0, message=None if closed is None else self.ending(closed))

    async def on_table_left(self, message: TableLeft) -> None:
        """Return to the lobby, or end the app if there is no lobby or the session is over."""
        self.keep()
        closed = message.closed
        sentence = "" if closed.reason is Ending.LEFT else self.ending(closed)
        self.table_handle = None
        if self.visit is None or closed.reason in (Ending.SERVER_STOPPED, Ending.HOST_ENDED, Ending.TAKEN_OVER):
            self.exit(0, message=sentence or None)
        else:
            tried = any(isinstance(one, TableScreen) and one.scene.view.once for one in self.screens)
            relay = LobbyRelay()
            handle = await self.visit.enter(relay)
            lobby = self.lobby_screen(relay.to(handle), sentence)
            lobby.opens_daily = tried
            await sleep(0)
            await self.go_to(lobby)

    def ending(self, closed: Closed) -> str:
        """Return a sentence that explains why a person is no longer at a table or in the lobby."""
        return Speaker(self.appearance.words, ()).ending(closed)

    @property
    def screens(self) -> list[BaseScreen[Any]]:
        """The stack of screens, top one last. Textual's type does not say that all are `BaseScreen`s."""
        return cast("list[BaseScreen[Any]]", self.screen_stack)

    def on_terminal_answered(self, message: TerminalAnswered) -> None:
        """Pass the terminal's answers to all screens."""
        self.keep()
        self.session = self.session.answered(message.answers, message.depth)
        appearance, _ = session_appearance(self.session, self.themes)
        with self.batch_update():  # one frame for everything
            for screen in self.screens:
                if appearance is self.appearance:
                    screen.take_session(self.session)
                else:
                    screen.apply_settings(self.session, appearance)
        self.appearance = appearance

    def open_settings(self) -> None:
        """Open the settings."""
        self.keep()
        self.push_screen(SessionSettingsScreen(self.appearance, self.session, self.apply_settings, self.themes))

    def on_table_settings_changed(self, message: TableSettingsChanged) -> None:
        """Save the settings that the person changed at the table."""
        self.remember(message.session, message.appearance)

    def apply_settings(self, session: SessionOptions, appearance: Appearance) -> None:
        """Save changed settings and apply them to all screens."""
        self.remember(session, appearance)
        for screen in self.screens:
            screen.apply_settings(session, appearance)

    def remember(self, session: SessionOptions, appearance: Appearance) -> None:
        """Replace the session's settings with the changed ones, and save them."""
        self.session, self.appearance = session, appearance
        self.cursor_always = session.cursor
        if session.keep is not None:
            session.keep(session.settings)

    def keep(self) -> None:
        """Store the appearance and the new-table form that the person chose on this screen, for the next screen."""
        for screen in self.screens:
            if (appearance := screen.chosen_appearance()) is not None:
                self.appearance = appearance
                if appearance.palette.name != self.session.palette_name and not self.session.mono:
                    self.session = replace(self.session, theme=appearance.palette.name)
            self.draft = screen.table_draft() or self.draft

    async def go_to(self, screen: BaseScreen[Any]) -> None:
        """Replace the lobby or the table, and all screens above it.

        Textual would draw several of the steps; the screen is drawn once, when all is in place.
        """
        with self.batch_update():
            while len(self.screen_stack) > 1:
                await self.pop_screen()
            await self.switch_screen(screen)
        screen.refresh(layout=True)

    def action_quit(self) -> Any:
        """Ask the person to confirm quitting; the result is awaitable in the lobby."""
        return self.screens[-1].ask_to_quit()
