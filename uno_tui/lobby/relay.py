"""A listener that queues messages until the real one is ready."""

from collections.abc import Callable

from uno_tui.table.protocol import Handle, Listener, Message


class Relay:
    """Queues a table's messages until somebody listens, because joining is awaited and the listener is made afterwards.

    ``handle = await lobby.join(user, relay, code)``, then ``PlainSession(relay.to(handle), words, write)``.
    """

    def __init__(self) -> None:
        self._kept: list[Message] = []
        self._listener: Listener = self._kept.append

    def __call__(self, message: Message) -> None:
        """Receive a message, because a relay is itself a listener."""
        self._listener(message)

    def to(self, handle: Handle) -> Callable[[Listener], Handle]:
        """Return a function that sends a listener all queued messages, and from then on every new message."""

        def factory(listener: Listener) -> Handle:
            while self._kept:
                listener(self._kept.pop(0))
            self._listener = listener
            return handle

        return factory
