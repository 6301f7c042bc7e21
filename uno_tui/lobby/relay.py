"""A listener for the time between coming in and listening."""

from collections.abc import Callable

from uno_tui.table.protocol import Handle, Listener, Message


class Relay:
    """Keeps what a table says until somebody listens: for lobbies whose answer has to be awaited.

    ``handle = await lobby.join(user, relay, code)``, then ``PlainSession(relay.to(handle), words, write)``.
    """

    def __init__(self) -> None:
        self._kept: list[Message] = []
        self._listener: Listener = self._kept.append

    def __call__(self, message: Message) -> None:
        """Take a message; this makes it a listener."""
        self._listener(message)

    def to(self, handle: Handle) -> Callable[[Listener], Handle]:
        """What gives a listener all that was kept, in order, and from then on everything at once."""

        def factory(listener: Listener) -> Handle:
            while self._kept:
                listener(self._kept.pop(0))
            self._listener = listener
            return handle

        return factory
