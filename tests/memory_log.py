"""The simplest log of tables: lists in memory, which several lobbies of one process may share."""

from collections.abc import Callable, Iterable, Sequence
from weakref import WeakSet

from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.match import TableStart
from uno_tui.table.process.log import LogFollower, LogKey, Outcome, Stale, Stored, StoredEntry
from uno_tui.table.results import MatchResult


class MemoryLog:
    """Logs kept in memory until the process ends, for example in tests; replicas in one process may share them."""

    def __init__(self) -> None:
        self._logs: dict[LogKey, list[StoredEntry]] = {}
        self._followers: dict[LogKey, WeakSet[LogFollower]] = {}

    def tables(self) -> Iterable[LogKey]:
        """Return the tables that are not closed."""
        return tuple(self._logs)

    def append(
        self,
        key: LogKey,
        entry: Entry,
        position: int,
        done: Callable[[Outcome], None],
        result: MatchResult | None = None,  # the protocol's signature
    ) -> None:
        """Store an entry; see `Log`."""
        entries = self._logs.get(key, [])
        last = entries[-1].position if entries else 0
        if position != last:
            return done(Stale())
        self._logs[key] = entries
        if isinstance(entry.what, TableStart):
            entries.clear()
        stored = StoredEntry(last + 1, entry)
        entries.append(stored)
        done(Stored(stored.position))
        followers = self._followers.get(key, ())
        if len(followers) > 1:
            for follower in tuple(followers):
                follower.take(stored)
        return None

    def read(self, key: LogKey, after: int, take: Callable[[Sequence[StoredEntry]], None]) -> None:
        """Call `take` at once with the entries after a position."""
        take([stored for stored in self._logs.get(key, ()) if stored.position > after])

    def follow(self, key: LogKey, follower: LogFollower) -> None:
        """Pass every later entry of a table to the follower."""
        self._followers.setdefault(key, WeakSet()).add(follower)

    def close(self, key: LogKey) -> None:
        """Delete a table's log."""
        self._logs.pop(key, None)
        self._followers.pop(key, None)
