"""The logs of tables in the journal, one row an entry."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Final
from weakref import WeakSet

from uno_tui.journal.results import enter_match
from uno_tui.journal.store import Store
from uno_tui.table.entries.entry import Entry, NewerEntryError
from uno_tui.table.entries.match import Acted, AutopilotSet, TableStart
from uno_tui.table.process.log import LogError, LogFollower, LogKey, Outcome, Stale, Stored, StoredEntry
from uno_tui.table.results import MatchResult

_APPEND: Final = "INSERT INTO entries (code, life, position, text) VALUES (?, ?, ?, ?)"
_SHORTEN: Final = "DELETE FROM entries WHERE code = ? AND life = ? AND position < ?"
_LAST: Final = "SELECT max(position) FROM entries WHERE code = ? AND life = ?"
_READ: Final = "SELECT position, text FROM entries WHERE code = ? AND life = ? AND position > ? ORDER BY position"
_STARTED: Final = "INSERT OR REPLACE INTO starts (code, life) VALUES (?, ?)"
_CLOSED: Final = ("DELETE FROM entries WHERE code = ? AND life = ?", "DELETE FROM starts WHERE code = ? AND life = ?")
_FIRST: Final = """SELECT code, life, text, min(position) FROM entries LEFT JOIN starts USING (code, life)
                   GROUP BY code, life ORDER BY number DESC"""
_FINISHED: Final = "SELECT 1 FROM matches WHERE code = ? AND life = ? AND number = ?"


class JournalLog:
    """A `Log` in the journal, for one process alone.

    While the file cannot be written, entries wait in the store's queue, which is written in one transaction later.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._last: dict[LogKey, int] = {}
        """Position of the newest entry of each log in use, whether or not the entry is written to the file yet."""
        self._followers: dict[LogKey, WeakSet[LogFollower]] = {}
        self._unwritten: set[LogKey] = set()
        """Logs that have entries only in memory, not yet in the file."""
        store.lost_changed.append(self._tell_all)

    def tables(self) -> Iterable[LogKey]:
        """Return the keys of the stored tables that are not closed."""
        return tuple(LogKey(code, life) for code, life, _, _ in self._store.read(_FIRST))

    def append(
        self,
        key: LogKey,
        entry: Entry,
        position: int,
        done: Callable[[Outcome], None],
        result: MatchResult | None = None,
    ) -> None:
        """Store an entry, together with the result of the match that the entry ends; see `Log`."""
        if key not in self._last:
            self._last[key] = max((last or 0 for (last,) in self._store.read(_LAST, *key)), default=0)
        if position != self._last[key]:
            return done(Stale())
        name = key, position + 1
        safe = self._store.write(name, partial(_write, key, position + 1, entry, result), partial(self._written, key))
        if not safe and not self._store.waits(name):  # another process has stored an entry there
            del self._last[key]
            return done(Stale())
        self._last[key] += 1
        if not safe:
            self._unwritten.add(key)
        return done(Stored(position + 1, safe))

    def _written(self, key: LogKey) -> None:
        if key in self._unwritten:
            self._unwritten.remove(key)
            self._tell(key)

    def _tell(self, key: LogKey) -> None:
        for follower in tuple(self._followers.get(key, ())):
            follower.storing(not self._store.lost)

    def _tell_all(self) -> None:
        """Notify every table, because the file was lost or has been restored."""
        for key in tuple(self._followers):
            self._tell(key)

    def read(self, key: LogKey, after: int, take: Callable[[Sequence[StoredEntry]], None]) -> None:
        """Call `take` with the written entries after a position; see `Log`."""
        try:
            found = [StoredEntry(position, Entry.read(text)) for position, text in self._store.read(_READ, *key, after)]
        except NewerEntryError as error:
            raise LogError(str(error)) from error
        except ValueError as error:
            raise LogError("an entry cannot be read") from error
        take(found)

    def follow(self, key: LogKey, follower: LogFollower) -> None:
        """From now on, notify the follower when entries cannot be written to the file, and when all are written."""
        self._followers.setdefault(key, WeakSet()).add(follower)

    def close(self, key: LogKey) -> None:
        """Delete a table's log."""
        self._last.pop(key, None)
        self._followers.pop(key, None)
        self._unwritten.discard(key)
        self._store.write((key, "close"), partial(_delete, key))

    def unfinished(self) -> tuple[tuple[LogKey, Entry], ...]:
        """Return the tables with a match in which a person has played and which is not over.

        A person has played after a move or after turning on autopilot. Each table comes with the `TableStart` of that
        match, the latest start first. A table that cannot be read is left out.
        """
        return tuple((key, entry) for key, entry, played in self._begun() if played)

    def unplayed(self) -> tuple[LogKey, ...]:
        """Return the tables with a match that is not over and in which no person has played."""
        return tuple(key for key, _, played in self._begun() if not played)

    def _begun(self) -> Iterator[tuple[LogKey, Entry, bool]]:
        """Yield the tables whose match is not over, its `TableStart`, and whether a person has played."""
        for code, life, text, _ in self._store.read(_FIRST):
            with suppress(ValueError):
                entry = Entry.read(text)
                start = entry.what
                if not isinstance(start, TableStart) or start.seed is None or not start.matches:
                    continue
                if not self._store.read(_FINISHED, code, life, start.matches):
                    yield LogKey(code, life), entry, bool(start.moves) or self._is_played(code, life)

    def _is_played(self, code: str, life: str) -> bool:
        return any(
            isinstance(Entry.read(text).what, Acted | AutopilotSet)
            for _, text in self._store.read(_READ, code, life, 0)
        )


def _write(
    key: LogKey, position: int, entry: Entry, result: MatchResult | None, connection: sqlite3.Connection
) -> None:
    connection.execute(_APPEND, (*key, position, entry.text))
    if isinstance(entry.what, TableStart):
        connection.execute(_SHORTEN, (*key, position))
        connection.execute(_STARTED, key)
    if result:
        enter_match(connection, key, result)


def _delete(key: LogKey, connection: sqlite3.Connection) -> None:
    for sql in _CLOSED:
        connection.execute(sql, key)
