"""The lobby screen: takes messages from the lobby, turns keys and clicks into requests, leads to tables."""

from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from textual.message import Message

from uno_tui.lobby.protocol import EnterLobby, LobbyMessage, LobbyView, Results
from uno_tui.lobby.relay import Relay
from uno_tui.speech import Speaker, entry_error_sentence
from uno_tui.table.options import EntryError
from uno_tui.table.protocol import Closed, Handle, Listener, Notice
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.form.draft import Draft
from uno_tui.tui.keytable import handles
from uno_tui.tui.lobby.board import Board
from uno_tui.tui.lobby.commands import LobbyDoing
from uno_tui.tui.lobby.keys import LOBBY
from uno_tui.tui.lobby.scene import LobbyScene, follow
from uno_tui.tui.session import SessionOptions


class LobbyScreen(LobbyDoing):
    """One person's lobby."""

    KEYS = LOBBY
    WHEEL = ("up", "down")

    class Arrived(Message):
        """The lobby sent something; it waits in the inbox."""

    class Seated(Message):
        """The person is at a table now."""

        def __init__(self, handle: Handle, connect: Callable[[Listener], Handle]) -> None:
            super().__init__()
            self.handle = handle
            self.connect = connect

    class Left(Message):
        """The person is no longer in the lobby, and why if it was not their wish."""

        def __init__(self, closed: Closed | None = None) -> None:
            super().__init__()
            self.closed = closed

    def __init__(
        self,
        appearance: Appearance,
        enter: EnterLobby,
        results: Results | None = None,
        themes: Path | None = None,
        answer: str = "",
        draft: Draft | None = None,
    ) -> None:
        super().__init__(appearance, Board(appearance, "board"))
        self.themes = themes
        self.inbox: deque[LobbyMessage] = deque()
        self.going = False
        """The person is on the way to a table or out: nothing more is asked."""
        self.draft = draft
        self.lobby = enter(self.listen)
        lines = None if results is None else tuple(results())
        self.scene = LobbyScene(self.lobby.view, self.lobby.name, answer=answer, bad=bool(answer), results=lines)

    # From the lobby. `listen` runs in whoever's context the lobby calls it from: it only puts things down.

    def listen(self, message: LobbyMessage) -> None:
        """Put a message into the inbox; a picture takes the place of an older one that nobody looked at."""
        waiting = bool(self.inbox)
        if waiting and isinstance(message, LobbyView) and isinstance(self.inbox[-1], LobbyView):
            self.inbox.pop()
        self.inbox.append(message)
        if not waiting:
            self.post_message(self.Arrived())

    def on_lobby_screen_arrived(self) -> None:
        """Take everything out of the inbox, then show it once."""
        while self.inbox:
            match self.inbox.popleft():
                case LobbyView() as view:
                    self.scene = replace(self.scene, view=view, selected=follow(self.scene, view))
                case Notice() as notice:
                    self.answer(Speaker(self.appearance.words, ()).notice(notice))
                case Closed() as closed:
                    self.post_message(self.Left(closed))
        self.show()

    async def run(self, name: str, number: int | None = None) -> None:
        """Do a command, then show what came of it."""
        if self.going:
            return
        self.answer("")
        done = self.carry_out(name, number)
        if done is not None:
            await done
        self.show()

    async def go(self, way: Callable[[Listener], Awaitable[Handle]]) -> None:
        """Go to a table; if that cannot be, say why."""
        relay = Relay()
        self.going = True
        try:
            handle = await way(relay)
        except EntryError as error:
            self.going = False
            self.answer(entry_error_sentence(self.appearance.words, error))
            return
        self.post_message(self.Seated(handle, relay.to(handle)))

    @handles("leave_now")
    def do_leave_now(self) -> None:
        """Quit."""
        self.going = True
        self.post_message(self.Left())

    async def ask_to_quit(self) -> None:
        """Ask whether to quit."""
        await self.action_press("q")

    def chosen_appearance(self) -> Appearance:
        """Return this screen's appearance."""
        return self.appearance

    def table_draft(self) -> Draft | None:
        """Return the form of a new table as it was last left."""
        return self.draft

    def apply_settings(self, session: SessionOptions, appearance: Appearance) -> None:
        """Show everything with settings that were changed elsewhere."""
        del session
        self.restyle(appearance)
        self.show()
