"""Delivery of messages to the people of one table: in order, the newest view once, and independently of each other."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable
from typing import Final

from uno_tui.faults import log_fault
from uno_tui.table.chat import ChatLimit
from uno_tui.table.options import User
from uno_tui.table.protocol import Listener, Message, Suggestion, TableView
from uno_tui.token_bucket import TokenBucket

HINT_BURST: Final = 10.0
"""Number of hints by an expert bot that a person may ask for at once."""
HINTS_PER_SECOND: Final = 0.25
"""Number of further such hints per second; other hints are those of a hard bot."""


class Attendee(ABC):
    """A person's session at a table in this process: the listener for messages, and chat limits and mutes."""

    def __init__(self, user: User, listener: Listener, session: str) -> None:
        self.user = user
        self.identity = user.identity
        self.session = session
        self.listener: Listener | None = listener
        """Receives the person's messages; None once the session is over."""
        self.member = 0
        """The person's number at the table; 0 until they have come in."""
        self.limit = ChatLimit(user.silenced)
        self.hint_limit = TokenBucket(HINTS_PER_SECOND, HINT_BURST)
        self.suggestion: Suggestion | None = None
        """The newest hint that this person got."""
        self.returning = False
        """Whether the table lists this connected person as away, and an entry that corrects this has been requested."""
        self.all_muted = False
        """Whether the person has muted all chat at this table."""

    @property
    @abstractmethod
    def view(self) -> TableView:
        """The person's current view of the table."""

    @abstractmethod
    def drop(self) -> None:
        """Report that the person's connection is lost."""

    @abstractmethod
    def come_back(self) -> None:
        """Request the entry that the person is present, because the newest entry says that they are away."""


class Delivery:
    """The messages waiting to be sent at one table.

    While a request is carried out, messages are only queued by `send` and `refresh`; `flush` sends them at the end. A
    listener that makes a request itself is answered after the others have got their messages. A person whose listener
    raises is dropped.
    """

    def __init__(self) -> None:
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
                    self._tell(attendee, attendee.listener, attendee.view)
        finally:
            self._busy = False

    def _tell(self, attendee: Attendee, listener: Listener, message: Message) -> None:
        try:
            listener(message)
        except Exception as error:  # noqa: BLE001  # one person's fault must not reach the others
            log_fault("a listener failed and is not called again", error)
            if attendee.listener is listener:
                attendee.drop()
