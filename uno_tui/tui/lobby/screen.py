"""The lobby screen: shows tables and people, and leads to tables."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from textual import events, on
from textual.message import Message

from uno_tui.lobby.protocol import LobbyMessage, LobbyView, Results
from uno_tui.lobby.relay import ConnectLobby, ConnectTable
from uno_tui.lobby.visit import Visit
from uno_tui.names import MAX_CODE
from uno_tui.speech import Speaker
from uno_tui.table.chat import MAX_CHAT
from uno_tui.table.protocol import Closed, Notice
from uno_tui.table.requests import Handle
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.text import with_message
from uno_tui.tui.draw.theme import next_theme
from uno_tui.tui.form.draft import Draft
from uno_tui.tui.inbox import Inbox
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.line_input import LineInput
from uno_tui.tui.lobby.board import BoardLayout, LobbyBoard
from uno_tui.tui.lobby.commands import LobbyPages, LobbyState, TableListCommands
from uno_tui.tui.lobby.keys import LOBBY
from uno_tui.tui.lobby.scene import LobbyMode, LobbyScene, has_daily
from uno_tui.tui.menu.body_screen import BodyScreen
from uno_tui.tui.session import SessionOptions
from uno_tui.typed.capabilities import LOBBY_PARTS


class LobbyMessageArrived(Message, bubble=False):
    """Notification that the inbox has a new message from the lobby."""


class TableJoined(Message):
    """The person is at a table now."""

    def __init__(self, handle: Handle, connect: ConnectTable) -> None:
        super().__init__()
        self.handle = handle
        self.connect = connect


class LobbyLeft(Message):
    """The person has left the lobby. `closed`: the reason, if the person did not choose to leave."""

    def __init__(self, closed: Closed | None = None) -> None:
        super().__init__()
        self.closed = closed


class LobbyScreen(BodyScreen[None]):
    """One person's lobby."""

    KEYS = LOBBY
    HELP_PARTS = LOBBY_PARTS
    PARTS = (TableListCommands, LobbyPages)
    WHEEL = ("up", "down")

    def __init__(
        self,
        appearance: Appearance,
        connect: ConnectLobby,
        visit: Visit,
        results: Results | None = None,
        themes: Path | None = None,
        answer: str = "",
        draft: Draft | None = None,
    ) -> None:
        super().__init__(appearance, LobbyBoard(appearance, "board"))
        self.themes = themes
        self.opens_daily = False
        """Whether to open the page of the daily deal after the first frame, because a try was over."""
        self.inbox: Inbox[LobbyMessage] = Inbox(LobbyView, lambda: self.post_message(LobbyMessageArrived()))
        self.lobby = connect(self.inbox.put)
        lines = None if results is None else tuple(results())
        scene = LobbyScene(self.lobby.view, self.lobby.name, answer=answer, bad=bool(answer), results=lines)
        self.state = LobbyState(self.lobby, visit, scene, appearance)
        self.table_list = TableListCommands(self.state, draft, self.open_screen, self.join_table, self.show)
        pages = LobbyPages(self.state, self.open_screen)
        self.parts = {TableListCommands: self.table_list, LobbyPages: pages}

    @property
    def scene(self) -> LobbyScene:
        """The scene that is shown."""
        return self.state.scene

    async def reveal(self) -> None:
        """Draw the whole screen once, then open the page of the daily deal; together they would wait for each other."""
        await super().reveal()
        if self.opens_daily and self.startup_batch is None:
            self.opens_daily = False
            await self.table_list.open_daily()

    @on(events.Mount)
    async def learn_daily(self) -> None:
        """Fetch the page of the daily deal; the first scene is shown after this."""
        self.state.change(daily=await self.state.visit.daily_page())

    def open_screen(self, *arguments: Any) -> None:
        """Push a screen; if a function is given, call it with the screen's result."""
        self.app.push_screen(*arguments)

    async def on_lobby_message_arrived(self) -> None:
        """Handle all queued messages, and redraw once before the next message is handled."""
        for message in self.inbox.take():
            match message:
                case LobbyView() as view:
                    if view.tables != self.scene.view.tables:
                        self.shown_scenes.replace(self.scene)
                    self.state.scene = self.scene.with_view(view)
                case Notice() as notice:
                    text = Speaker(self.appearance.words, ()).notice(notice)
                    self.state.answer(with_message(self.scene.answer, text), bad=self.scene.bad)
                case Closed() as closed:
                    self.post_message(LobbyLeft(closed))
        self.show()
        await self.drawn()

    def join_table(self, handle: Handle, connect: ConnectTable) -> None:
        """Notify the app that the person has joined a table."""
        self.post_message(TableJoined(handle, connect))

    # From the person

    async def run(self, name: str, number: int | None = None) -> None:
        """Run a command, then redraw the screen."""
        if self.table_list.leaving:
            return
        self.state.answer("")
        done = self.carry_out(name, number)
        if done is not None:
            await done
        self.shown_scenes.change(lambda old: replace(old, mode=self.scene.mode))
        self.show()

    def meaning(self, scene: LobbyScene, name: str, number: int | None) -> object:
        """Return a command and the table in a scene to which the command applies."""
        if name in ("join", "watch", "rules"):
            return name, scene.table and scene.table.code
        tables = scene.view.tables
        return name, tables[number].code if number is not None and number < len(tables) else None

    def say(self, text: str) -> None:
        """Show a message, such as the answer to a key without a command."""
        self.state.answer(text)
        self.show()

    @handles("page_up")
    def select_page_up(self) -> None:
        """Select a table one page up."""
        self.table_list.select(self.scene.selected - self._layout.rows)

    @handles("page_down")
    def select_page_down(self) -> None:
        """Select a table one page down."""
        self.table_list.select(self.scene.selected + self._layout.rows)

    @property
    def _layout(self) -> BoardLayout:
        return BoardLayout.of_height(self.size.height - 1, daily=has_daily(self.scene))

    @handles("leave")
    def confirm_quitting(self) -> None:
        """Ask whether to quit."""
        self.state.change(mode=LobbyMode.QUIT)

    @handles("leave_now")
    def quit(self) -> None:
        """Quit."""
        self.table_list.leaving = True
        self.post_message(LobbyLeft())

    async def ask_to_quit(self) -> None:
        """Ask whether to quit."""
        await self.press("ctrl+q")

    # Typing

    def _ask(self, mode: LobbyMode, longest: int, allowed: str = ".") -> None:
        """Open a line to type in."""
        self.open_line(LineInput(longest, allowed), self.body)
        self.state.change(mode=mode)

    @handles("code")
    def ask_code(self) -> None:
        """Ask for the code of a table."""
        self._ask(LobbyMode.CODE, MAX_CODE, "[A-Za-z0-9]")

    @handles("talk")
    def ask_talk(self) -> None:
        """Ask what to say."""
        self._ask(LobbyMode.TALK, MAX_CHAT)

    async def line_entered(self, text: str) -> None:
        """Join the table with the typed code, or send the typed chat."""
        mode, text = self.scene.mode, text.strip()
        await self.run("back")
        if mode is LobbyMode.CODE and text:
            await self.table_list.join_code(text)
        elif text:
            self.lobby.chat(text)
        self.show()

    @handles("back")
    def go_back(self) -> None:
        """Stop typing or quitting."""
        self.close_line()
        self.state.change(mode=LobbyMode.LIST)

    # Settings

    @handles("settings")
    def open_settings(self) -> None:
        """Ask the app to open the settings."""
        self.request_settings()

    @handles("theme")
    def take_next_theme(self) -> None:
        """Take the next theme."""
        palette, complaint = next_theme(self.appearance.palette.name, self.themes, self.appearance.words)
        self.restyle(self.appearance.with_palette(palette))
        self.state.answer(complaint)

    def restyle(self, appearance: Appearance) -> None:
        """Use another appearance from now on, and redraw everything."""
        super().restyle(appearance)
        self.state.appearance = appearance

    def chosen_appearance(self) -> Appearance:
        """Return this screen's appearance."""
        return self.appearance

    def table_draft(self) -> Draft | None:
        """Return the form for a new table, as the person last left it."""
        return self.table_list.draft

    def apply_settings(self, session: SessionOptions, appearance: Appearance) -> None:
        """Redraw everything with settings that were changed elsewhere."""
        del session
        self.restyle(appearance)
        self.show()
