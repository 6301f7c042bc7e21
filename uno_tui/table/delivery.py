"""Delivery: every listener gets its messages in order and the newest picture once, whatever another one does."""

from collections import deque
from collections.abc import Callable, Iterable

from uno_tui.faults import log_fault
from uno_tui.table.protocol import Listener, Message, TableView
from uno_tui.table.roster import Member


class Delivery:
    """What is still to be told at one table.

    Nothing is told while a request is carried out: requests `send` and `refresh`, and `flush` when they are done. A
    listener that asks for something itself is answered after the others were told, never in between. One that raises
    is not called again; `failed` is told so.
    """

    def __init__(self, view_of: Callable[[Member], TableView], failed: Callable[[Member], None]) -> None:
        self._view_of = view_of
        self._failed = failed
        self._messages: deque[tuple[Member, Listener, Message]] = deque()
        self._outdated: dict[Member, None] = {}
        self._busy = False

    def send(self, member: Member, message: Message) -> None:
        """Have the person told that, before any picture."""
        if member.listener:
            self._messages.append((member, member.listener, message))

    def refresh(self, members: Iterable[Member], first: Member | None = None) -> None:
        """Have all these sent a new picture, `first` before the others."""
        self._outdated = dict.fromkeys([*([first] if first else []), *self._outdated, *members])

    def flush(self) -> None:
        """Tell everything that is to be told."""
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
