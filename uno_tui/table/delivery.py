"""Delivery of messages to the people of one table: in order, the newest view once, and independently of each other."""

from collections import deque
from collections.abc import Callable, Iterable

from uno_tui.faults import log_fault
from uno_tui.table.protocol import Listener, Message, TableView
from uno_tui.table.roster import Member


class Delivery:
    """The messages waiting to be sent at one table.

    While a request is carried out, messages are only queued by `send` and `refresh`; `flush` sends them at the end. A
    listener that makes a request itself is answered after the others have got their messages. A listener that raises is
    passed to `failed` and not called again.
    """

    def __init__(self, view_of: Callable[[Member], TableView], failed: Callable[[Member], None]) -> None:
        self._view_of = view_of
        self._failed = failed
        self._messages: deque[tuple[Member, Listener, Message]] = deque()
        self._outdated: dict[Member, None] = {}
        self._busy = False

    def send(self, member: Member, message: Message) -> None:
        """Queue a message for a person; messages are sent before views."""
        if member.listener:
            self._messages.append((member, member.listener, message))

    def refresh(self, members: Iterable[Member], first: Member | None = None) -> None:
        """Queue a new view for each of these people; `first` gets it before the others."""
        self._outdated = dict.fromkeys([*([first] if first else []), *self._outdated, *members])

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
                member = next(iter(self._outdated))
                del self._outdated[member]
                if member.listener:
                    self._tell(member, member.listener, self._view_of(member))
        finally:
            self._busy = False

    def _tell(self, member: Member, listener: Listener, message: Message) -> None:
        try:
            listener(message)
        except Exception as error:  # noqa: BLE001  # one person's fault must not reach the others
            log_fault("a listener failed and is not called again", error)
            if member.listener is listener:
                self._failed(member)
