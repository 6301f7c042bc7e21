"""The log of each table: it stores entries and passes them to its followers.

The log decides what happened: of two entries that follow the same one, the first that it stores counts. One process
alone has the journal, whose answers come before `append` returns, so a move needs no task.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from uno_tui.table.entries.entry import Entry
from uno_tui.table.results import MatchResult


class LogKey(NamedTuple):
    """The name of a table's log."""

    code: str
    """The table's code."""
    life: str
    """Random id that distinguishes tables that use the same code one after another."""


class Stored(NamedTuple):
    """The entry is stored."""

    position: int
    """The entry's position in the log. Positions rise but may have gaps; 0 is before the first entry."""
    safe: bool = True
    """False while the log keeps the entry in memory alone, since its file cannot be written. It counts as stored: later
    entries follow it, and all are written, in order and in one transaction, as soon as that is possible."""


class Stale(NamedTuple):
    """The entry was not stored, because another entry was stored after the expected position."""


class Failed(NamedTuple):
    """It is unknown whether the entry was stored; read the log to find out. Only a shared log reports this."""


Outcome = Stored | Stale | Failed


class StoredEntry(NamedTuple):
    """An entry in its log."""

    position: int
    entry: Entry


class LogError(Exception):
    """A log cannot be read."""


class LogFollower(Protocol):
    """A process's copy of a table, as the log sees it: receives the table's entries."""

    def take(self, stored: StoredEntry) -> None:
        """Receive an entry stored by any process. Entries may come late, twice, in any order, or never."""

    def storing(self, safe: bool) -> None:
        """Learn that the entries in memory alone have been written (`safe`), or that the log has lost its file.

        Of a log with several processes: that entries can be stored again, or not.
        """

    def read_on(self) -> None:
        """Read the log from where this copy ends, because entries may have been missed."""

    def lost(self) -> None:
        """Handle a log that was deleted or that this program cannot read."""


class Log(Protocol):
    """The logs of all tables of a lobby."""

    def tables(self) -> Iterable[LogKey]:
        """Return the tables that are stored and not closed."""

    def append(
        self,
        key: LogKey,
        entry: Entry,
        position: int,
        done: Callable[[Outcome], None],
        result: MatchResult | None = None,
    ) -> None:
        """Store an entry if `position` is still the mark of the log's last entry, ignored ones included; 0 if empty.

        `result` is the result of the match that this entry ends, stored in the same transaction. `done` is called once.
        If only one process uses the log, it is called before this method returns, never with `Failed`, and the log need
        not pass the entry to followers. A `TableStart` makes older entries superfluous.
        """

    def read(self, key: LogKey, after: int, take: Callable[[Sequence[StoredEntry]], None]) -> None:
        """Call `take` with the entries after a position, in order, from the newest `TableStart` on at the earliest.

        If only one process uses the log, `take` is called before this method returns.

        Raises:
            LogError: An entry cannot be read, or a newer program wrote one; the error says so.
        """

    def follow(self, key: LogKey, follower: LogFollower) -> None:
        """Pass every later entry of a table to the follower. The log keeps only a weak reference to the follower."""

    def close(self, key: LogKey) -> None:
        """Delete the log of a closed table. Match results are kept, including those not written yet."""
