"""The interface of a message broker: conditional appends, reads from a position, and messages that are not stored.

Positions are sequence numbers of a stream. Every append is conditional, so a lost or late answer never does harm: the
same append again fails, and reading from the last position shows whether it was stored.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

from uno_tui.i18n import TranslatableError
from uno_tui.table.process.log import Outcome

APPEND_SECONDS: Final = 2.0
"""Timeout, in seconds, of an append or a read."""


class BrokerError(TranslatableError):
    """The broker cannot be used; the text says why."""


class BrokerGoneError(BrokerError):
    """The broker has not answered."""


class BrokerMessage(NamedTuple):
    """A stored message."""

    subject: str
    position: int
    data: bytes
    deleted: bool = False
    """Whether the message marks a key as deleted."""


class News(NamedTuple):
    """A message received on a subject that the door listens to."""

    subject: str
    data: bytes
    position: int
    """Position of the stored message that this message repeats; 0 if the message is not stored."""
    deleted: bool = False


Hear = Callable[[News], None]


class Listening(Protocol):
    """A subject that a door listens to."""

    def stop(self) -> None:
        """Stop listening."""


class Broker(Protocol):
    """The connection of a door (a server process) to the message broker. A lost connection is restored by itself."""

    up: bool
    """Whether the door is connected to the broker."""
    changed: list[Callable[[bool], None]]
    """Callbacks for a lost connection (called with False) and for a restored connection (called with True)."""

    def append(
        self,
        subject: str,
        data: bytes,
        done: Callable[[Outcome], None],
        *,
        expected: int | None = None,
        deleted: bool = False,
        seconds: int = 0,
    ) -> None:
        """Store a message if the newest message of its subject has the expected position, 0 for none.

        `done` is called later, once. Without `expected` it is always stored. A deleted message marks its key as
        deleted; with `seconds` the broker deletes the message itself after that time.
        """

    async def last(self, stream: str, subject: str) -> BrokerMessage | None:
        """Return the newest message of a subject, which may have wildcards.

        Raises:
            BrokerGoneError: The broker has not answered.
        """

    async def since(self, stream: str, subject: str, after: int) -> Sequence[BrokerMessage]:
        """Return all messages of a subject after a position, in order.

        Raises:
            BrokerGoneError: The broker has not answered.
        """

    async def purge(self, stream: str, subject: str, before: int = 0) -> None:
        """Delete the messages of a subject before a position, or all for 0.

        Raises:
            BrokerGoneError: The broker has not answered.
        """

    def tell(self, subject: str, data: bytes) -> None:
        """Send a message that is not stored; the message is lost if nobody listens or the connection is down."""

    async def listen(self, subject: str, hear: Hear) -> Listening:
        """Call `hear` with each message on a subject from now on."""

    async def close(self) -> None:
        """Close the connection after all queued messages have been sent."""
