"""A process's copy of a table: requests become entries, and the entries that the log has stored are folded.

    a request -> entry for the state as it is -> log -> stored? -> folded -> its watch is called
                      ^                           |
                      +--- made and checked again, if another entry was stored first

One entry of a table is on its way at a time; other requests wait in order. Nothing is shown that is not stored: a
person's own move too is folded when the log has it. In a process alone the log answers at once, so a request is carried
out as a whole before it returns.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from uno_tui.faults import log_fault
from uno_tui.table.entries.entry import ENGINE, Entry, What, engine_for, format_for
from uno_tui.table.entries.fold import apply
from uno_tui.table.entries.match import TableStart
from uno_tui.table.entries.outcome import MatchMoves
from uno_tui.table.entries.transition import EntryRefusedError, Ignored, Line, Refusal
from uno_tui.table.process.delivery import Attendee
from uno_tui.table.process.log import LogKey, Outcome, Stale, Stored, StoredEntry
from uno_tui.table.process.services import TableServices
from uno_tui.table.protocol import NoticeKind
from uno_tui.table.results import MatchResult
from uno_tui.table.state.table_state import TableState

MAX_WAITING: Final = 8
"""Maximum number of one person's requests that wait at a table; further requests are dropped."""

Make = Callable[[TableState], tuple[int, What]]
"""Returns the requesting person's number and the change, for a table's state; may raise `EntryRefusedError`."""


class Folded(NamedTuple):
    """An entry that was applied to a table, with the table before and after."""

    before: TableState | None
    entry: Entry
    after: TableState
    lines: tuple[Line, ...]
    asker: Attendee | None
    """The person served by this process who requested the entry; None if there is none."""


@dataclass(slots=True, eq=False)
class PendingRequest:
    """A request that is waiting, or whose entry was sent to the log and is not answered yet."""

    id: str
    make: Make
    refused: Callable[[Refusal], object]
    landed: Callable[[TableState], object]
    asker: Attendee | None
    change: tuple[Entry, TableState, tuple[Line, ...], MatchResult | None] | None = None
    """The entry being stored, with its effects: the table afterwards, new log lines, the result of an ended match."""


class ReplicaWatch(Protocol):
    """Receives what happens to a replica's table; the methods are called by the replica."""

    def folded(self, folded: Folded) -> None:
        """Handle an entry that has been applied to the table."""

    def settled(self) -> None:
        """Called when all available entries have been applied, perhaps before the first entry."""

    def stored(self, safe: bool) -> None:
        """Called with whether all applied entries are stored safely; False if some are only in memory."""

    def stuck(self, why: NoticeKind) -> None:
        """Called when this process cannot continue the table; the table's log remains."""

    def lost(self) -> None:
        """Called when the table's log was deleted or cannot be read by this program."""


class Replica:
    """This process's copy of one table. The methods of `watch` are called after each entry."""

    def __init__(self, key: LogKey, services: TableServices, watch: ReplicaWatch) -> None:
        """The replica keeps a strong reference to `watch`; pass a weak proxy if `watch` owns the replica."""
        self.key = key
        self.start = 0
        """Log position of the newest `TableStart`; earlier entries are not needed to rebuild the table."""
        self._log = services.log
        self._services = services
        self._watch = watch
        self._state: TableState | None = None
        self._check_sum: int | None = None
        """The hash of the state; None while it is not needed."""
        self.position = 0
        """Log position of the last entry that this replica has applied or ignored; 0 before the first."""
        self._moves = MatchMoves()
        self._waiting: deque[PendingRequest] = deque()
        self._flying: PendingRequest | None = None
        self._reading = self._read_again = False
        self._busy = False
        self._stopped = False
        self._log.follow(key, self)

    @property
    def state(self) -> TableState:
        """The table after the latest entry; must not be read before the first entry."""
        assert self._state is not None
        return self._state

    @property
    def loaded(self) -> bool:
        """Whether the table has any entry yet, so that `state` can be read."""
        return self._state is not None

    @property
    def _hash(self) -> int:
        """The state's `check_sum`, computed once for each state; 0 before the first entry."""
        if self._check_sum is None:
            self._check_sum = self._state.check_sum if self._state else 0
        return self._check_sum

    @property
    def idle(self) -> bool:
        """Whether no request is waiting or being stored."""
        return self._flying is None and not self._waiting

    @property
    def result(self) -> MatchResult | None:
        """The result of the latest match if it is over, else None."""
        return self._moves.result(self._state) if self._state else None

    # Requests

    def request(
        self,
        make: Make,
        *,
        asker: Attendee | None = None,
        refused: Callable[[Refusal], object] = lambda _reason: None,
        landed: Callable[[TableState], object] = lambda _state: None,
    ) -> None:
        """Ask for the entry that `make` makes, on behalf of a person, of whom at most `MAX_WAITING` requests wait.

        Either `refused` gets the reason why there is none, or `landed` is called when it is folded, before the watch.
        """
        if asker and sum(one.asker is asker for one in self._waiting) >= MAX_WAITING:
            refused(Ignored.LATE)
            return
        self._waiting.append(PendingRequest(self._services.new_id(), make, refused, landed, asker))
        self._go_on()

    def stop(self) -> None:
        """Stop accepting requests and entries; waiting requests are refused."""
        self._stopped = True
        waiting, self._waiting = self._waiting, deque()
        for request in waiting:
            request.refused(Ignored.LATE)

    def _go_on(self) -> None:
        """Send waiting requests to the log one after another, as long as none is being stored."""
        if self._busy:
            return
        self._busy = True
        try:
            while self._waiting and self._flying is None and not self._reading:
                self._send(self._waiting.popleft())
        finally:
            self._busy = False
        self._watch.settled()

    def _send(self, request: PendingRequest) -> None:
        state = self._state
        if self._stopped:
            request.refused(Ignored.LATE)
            return
        try:
            who, what = request.make(state)  # type: ignore[arg-type]  # the first request needs no state
            entry = Entry(
                number=state.number + 1 if state else 1,
                who=who,
                request=request.id,
                at=int(self._services.today()),
                follows=self._hash,
                format=format_for(what, state),
                engine=engine_for(what, state.rules if state else None, self._services.engine()),
                what=what,
            )
            after, lines = apply(state, entry)
        except EntryRefusedError as error:
            request.refused(error.reason)
            return
        result = self._moves.ended_by(state, entry, after)
        self._flying, request.change = request, (entry, after, lines, result)
        self._log.append(self.key, entry, self.position, lambda outcome: self._landed(request, outcome), result)

    def _landed(self, request: PendingRequest, outcome: Outcome) -> None:
        if self._flying is not request or request.change is None:
            return  # it was folded already: the log delivered the entry before it answered the request
        self._flying = None
        if self._stopped:
            request.refused(Ignored.LATE)
            return
        if isinstance(outcome, Stored):
            entry, after, lines, result = request.change
            self.position = outcome.position
            self._watch.stored(outcome.safe)
            self._fold(request, entry, after, lines)
            if result:
                self._services.over(result)
        else:
            position = self.position
            self._waiting.appendleft(request)
            self.read_on()
            told = self._reading or position != self.position or request not in self._waiting
            if isinstance(outcome, Stale) and not told:  # the log never takes it, for no reason that can be read
                self._waiting.remove(request)
                request.refused(Ignored.LATE)
        self._go_on()

    # Entries of the log

    def read_on(self) -> None:
        """Fold what the log has and this copy has not, from the newest `TableStart` on at the earliest.

        Raises:
            LogError: The log cannot be read.
        """
        if self._reading:
            self._read_again = True  # the pending answer may be older than the entries that were just missed
        elif not self._stopped:
            self._reading, self._read_again = True, False
            self._log.read(self.key, self.position, self._caught_up)

    def take(self, stored: StoredEntry) -> None:
        """Apply an entry stored by any process if it is the next one; otherwise read the missing entries first."""
        if self._stopped or stored.position <= self.position:
            return
        state, entry = self._state, stored.entry
        if state and entry.number == state.number + 1 and entry.follows == self._hash:
            self._take(stored)
        else:
            self.read_on()
        self._go_on()

    def storing(self, safe: bool) -> None:
        """Report that the log can no longer store entries safely, or that it can again."""
        self._watch.stored(safe)
        self._watch.settled()

    def lost(self) -> None:
        """Report that the table's log was deleted or cannot be read by this program."""
        self._reading = False
        if not self._stopped:
            self._watch.lost()

    def _caught_up(self, entries: Sequence[StoredEntry]) -> None:
        self._reading = False
        if self._stopped:
            return
        self._busy = True
        try:
            for stored in entries:
                self._take(stored)
        finally:
            self._busy = False
        if self._read_again:
            self.read_on()
        self._go_on()

    def _take(self, stored: StoredEntry) -> None:
        """Apply an entry. If that fails, this process no longer knows the table's state and stops serving it."""
        if self._stopped or stored.position <= self.position:
            return
        try:
            self._apply(stored)
        except Exception as error:  # noqa: BLE001  # one table's fault must not take the others along
            log_fault("an entry could not be folded; its table is no longer served", error)
            self._watch.stuck(NoticeKind.BROKEN)

    def _apply(self, stored: StoredEntry) -> None:
        """Apply an entry if it is the next one; otherwise ignore it, as every other process does.

        If entries were missed, they have been deleted once a later `TableStart` is stored. That start holds the whole
        state, so the table is rebuilt from it.
        """
        position, entry = stored
        self.position = position
        state = self._state
        if state and isinstance(entry.what, TableStart) and entry.number > state.number + 1:
            state = None
        follows = state is None or (entry.number == state.number + 1 and entry.request not in state.requests)
        if follows and state and entry.follows != self._hash:
            self._watch.stuck(NoticeKind.OTHER_VERSION)
            return
        request = self._own(entry)
        try:
            if follows and request and request.change and request.change[0] is entry:
                _, after, lines, _ = request.change
            else:
                after, lines = apply(state, entry)
        except EntryRefusedError as error:
            if follows and entry.engine < ENGINE:
                log_fault("an entry of an older version cannot be folded", error)
                self._watch.stuck(NoticeKind.OTHER_VERSION)
            return
        self._fold(request, entry, after, lines)

    def _own(self, entry: Entry) -> PendingRequest | None:
        """Return this process's pending request that led to the entry, and stop tracking it; None if there is none."""
        if (request := self._flying) and request.id == entry.request:
            self._flying = None
            return request
        if self._waiting and self._waiting[0].id == entry.request:
            return self._waiting.popleft()
        return None

    def _fold(self, request: PendingRequest | None, entry: Entry, after: TableState, lines: tuple[Line, ...]) -> None:
        before, self._state, self._check_sum = self._state, after, None
        if isinstance(entry.what, TableStart):
            self.start = self.position
        self._moves.add(before, entry, after)
        if request:
            request.landed(after)
        self._watch.folded(Folded(before, entry, after, lines, request.asker if request else None))
