"""Delivery of messages to the people of one table: in order, the newest view once, and independently of each other."""

from collections import deque
from collections.abc import Callable, Iterable

from uno_tui.faults import log_fault
from uno_tui.table.chat import ChatLimit
from uno_tui.table.protocol import Listener, Message, TableView


class Attendee:
    """What this process knows about a person at a table: the listener for messages, and chat limits and mutes."""

    def __init__(self, member: int, identity: str, silenced: bool) -> None:
        self.member = member
        """The person's number at the table."""
        self.identity = identity
        self.session = ""
        """Id of the person's current session in this process; handles of other sessions are no longer valid."""
        self.listener: Listener | None = None
        """Receives the person's messages; None while the person has no session in this process."""
        self.limit = ChatLimit()
        self.limit.silenced = silenced
        self.returning = False
        """Whether the table lists this connected person as away, and an entry that corrects this has been requested."""
        self.all_muted = False
        """Whether the person has muted all chat at this table."""


class Delivery:
    """The messages waiting to be sent at one table.

    While a request is carried out, messages are only queued by `send` and `refresh`; `flush` sends them at the end. A
    listener that makes a request itself is answered after the others have got their messages. A listener that raises is
    passed to `failed` and not called again.
    """

    def __init__(self, view_of: Callable[[Attendee], TableView], failed: Callable[[Attendee], None]) -> None:
        self._view_of = view_of
        self._failed = failed
        self._messages: deque[tuple[Attendee, Listener, Message]] = deque()
        self._outdated: dict[Attendee, None] = {}
        self._busy = False

    def send(self, attendee: Attendee, message: Message) -> None:
        """Queue a message for a person; messages are sent before views."""
        if attendee.listener:
            self._messages.append((attendee, attendee.listener, message))

    def refresh(self, attendees: Iterable[Attendee], first: Attendee | None = None) -> None:
        """Queue a new view for each of these people; `first` is sent a view before the others."""
        self._outdated = dict.fromkeys([*([first] if first else []), *self._outdated, *attendees])

    def flush(self) -> None:
        """Send all queued messages and views."""
        if self._busy:
            return
        self._busy = True
        try:
            while self._messages or self._outdated:
                if self._messages:
                    self._tell(*self._messages.popleft())
                    continue
                attendee = next(iter(self._outdated))
                del self._outdated[attendee]
                if attendee.listener:
                    self._tell(attendee, attendee.listener, self._view_of(attendee))
        finally:
            self._busy = False

    def _tell(self, attendee: Attendee, listener: Listener, message: Message) -> None:
        try:
            listener(message)
        except Exception as error:  # noqa: BLE001  # one person's fault must not reach the others
            log_fault("a listener failed and is not called again", error)
            if attendee.listener is listener:
                self._failed(attendee)
