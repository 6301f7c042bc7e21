"""The handle of one person in the lobby."""

from uno_tui.lobby.presence import LobbyVisitor
from uno_tui.lobby.protocol import LobbyService, LobbyView
from uno_tui.table.options import TableOptions
from uno_tui.table.protocol import Handle, Listener


class VisitorHandle:
    """The `LobbyHandle` of one person."""

    def __init__(self, lobby: LobbyService, visitor: LobbyVisitor) -> None:
        self._lobby = lobby
        self._visitor = visitor

    @property
    def name(self) -> str:
        """The person's name here."""
        return self._visitor.name

    @property
    def view(self) -> LobbyView:
        """The view as it is now."""
        return self._visitor.view

    def chat(self, text: str) -> None:
        """Send a line of chat to everybody in the lobby."""
        self._visitor.chat(text)

    def mute(self, name: str, on: bool) -> None:
        """Mute or unmute the chat of the person with the given name, for this person, in the lobby and at tables."""
        self._visitor.mute(name, on)

    def leave(self) -> None:
        """Leave the lobby; the listener is no longer called."""
        self._visitor.leave()

    async def open(self, listener: Listener, options: TableOptions | None = None) -> Handle:
        """Open a new table with this person as its host."""
        return await self._lobby.open(self._visitor.user, listener, options)

    async def join(self, listener: Listener, code: str) -> Handle:
        """Take a seat at the table with the given code; see `LobbyService.join`."""
        return await self._lobby.join(self._visitor.user, listener, code)

    async def watch(self, listener: Listener, code: str) -> Handle:
        """Watch the table with the given code; see `LobbyService.watch`."""
        return await self._lobby.watch(self._visitor.user, listener, code)

    async def quick_play(self, listener: Listener) -> Handle:
        """Take a seat at the open table with the most people, or at a new table with bots."""
        return await self._lobby.quick_play(self._visitor.user, listener)
