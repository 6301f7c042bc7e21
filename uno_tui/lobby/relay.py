"""A listener that queues messages until the real one is ready."""

from collections.abc import Callable
from typing import Generic, TypeVar

from uno_tui.lobby.protocol import LobbyHandle, LobbyListener, LobbyMessage
from uno_tui.table.protocol import Listener, Message
from uno_tui.table.requests import Handle

_Message = TypeVar("_Message")
_Handle = TypeVar("_Handle")

ConnectTable = Callable[[Listener], Handle]
"""Connects the listener of a person who has joined a table, and returns the handle. It joins nothing, so it does not
wait. The listener gets all messages since the person joined."""
ConnectLobby = Callable[[LobbyListener], LobbyHandle]
"""Connects the listener of a person who has entered the lobby, and returns the handle; see `ConnectTable`."""


class Relay(Generic[_Message]):
    """Queues messages until somebody listens, because entering is awaited and the listener is made afterwards.

    ``handle = await lobby.join(user, relay, code)``, then ``PlainSession(relay.to(handle), words, write)``.
    """

    def __init__(self) -> None:
        self._kept: list[_Message] = []
        self._listener: Callable[[_Message], None] = self._kept.append

    def __call__(self, message: _Message) -> None:
        """Receive a message, because a relay is itself a listener."""
        self._listener(message)

    def to(self, handle: _Handle) -> Callable[[Callable[[_Message], None]], _Handle]:
        """Receive a message; a relay can be passed wherever a listener is expected."""

        def connect(listener: Callable[[_Message], None]) -> _Handle:
            while self._kept:
                listener(self._kept.pop(0))
            self._listener = listener
            return handle

        return connect


TableRelay = Relay[Message]
LobbyRelay = Relay[LobbyMessage]
