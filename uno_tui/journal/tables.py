"""Stored tables: their matches, the steps of the matches, and the state of each table."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from weakref import WeakSet

import msgspec

from uno_tui.faults import log_fault
from uno_tui.game.record import Record
from uno_tui.game.rules import Rules
from uno_tui.journal.results import enter_results
from uno_tui.journal.schema import FORMATS
from uno_tui.journal.store import JournalError, Store, Work, statement
from uno_tui.table.storage import MatchStart, Standing, Step, StoredMatch, StoredTable

_BEGIN = """INSERT INTO matches (id, code, rules, seats, seed, typed, base, began, format)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_STEP = "INSERT INTO actions (match, number, seat, what, who) VALUES (?, ?, ?, ?, ?)"
_END = "UPDATE matches SET ended = ? WHERE id = ?"
_UNFINISHED = """SELECT state, began FROM tables JOIN matches ON match = id
                 WHERE ended IS NULL ORDER BY began DESC, id DESC"""
_MATCH_OF = "SELECT id, ended FROM tables JOIN matches ON match = id WHERE tables.code = ?"
_TABLE = "INSERT OR REPLACE INTO tables (code, state, match, format) VALUES (?, ?, ?, ?)"


@dataclass(slots=True)
class _WriterState:
    """What the file contains about a table so far."""

    match: int | None = None
    rules: Rules | None = None
    steps: int = 0
    over: bool = False
    table: StoredTable | None = None
    """The stored state of the table; None if nothing is stored."""


class JournalWriter:
    """A `TableWriter` that writes one table to the journal."""

    def __init__(self, tables: "StoredTables", code: str, page: _WriterState, changed: Callable[[], None]) -> None:
        self._tables = tables
        self._code = code
        self._state = page
        self._changed = changed
        self._entered: list[Work] = []
        self._wanted = page.table
        self._late = False
        self._closed = False

    def begin(self, start: MatchStart) -> None:
        """Queue the start of a match; `save` stores it."""
        self._state = _WriterState(self._tables.next_match(), start.rules, table=self._state.table)
        self._enter(
            _BEGIN, self._state.match, self._code, start.rules.full_text, start.seats, start.seed, start.typed,
            start.base, self._tables.today(), FORMATS["matches"],
        )  # fmt: skip  # in the statement's order

    def step(self, step: Step) -> None:
        """Queue a step of the match; `save` stores it."""
        self._enter(_STEP, self._state.match, self._state.steps, step.seat, step.what, step.who)
        self._state.steps += 1

    def finish(self, standings: tuple[Standing, ...]) -> None:
        """Queue the end of the match, its results and the new ratings; `save` stores them."""
        match, rules = self._state.match, self._state.rules
        assert match is not None
        assert rules is not None
        self._state.over = True
        self._enter(_END, self._tables.today(), match)
        self._entered.append(lambda connection: enter_results(connection, match, rules.preset, standings))

    def _enter(self, sql: str, *values: object) -> None:
        self._entered.append(statement(sql, *values))

    def save(self, table: StoredTable) -> bool:
        """Store the queued data and the current table; return whether that succeeded."""
        if self._closed:
            return True
        self._wanted = table
        if not self._entered and table == self._state.table:
            return not self._tables.store.lost
        safe = self._tables.store.write(self, self._write, self._written)
        self._late = not safe
        return safe

    def _write(self, connection: sqlite3.Connection) -> None:
        for work in self._entered:
            work(connection)
        if self._wanted is not None and self._wanted != self._state.table:
            state = msgspec.json.encode(self._wanted).decode()
            connection.execute(_TABLE, (self._code, state, self._state.match, FORMATS["tables"]))

    def _written(self) -> None:
        self._entered.clear()
        self._state.table = self._wanted
        if self._late and not self._closed:
            self._late = False
            self._changed()

    def save_again(self) -> None:
        """Make the table save itself again, because the file was lost or has been restored."""
        if not self._closed:
            self._changed()

    def close(self) -> None:
        """Delete the stored table, and its match unless the match is over."""
        if self._closed:
            return
        self._enter("DELETE FROM tables WHERE code = ?", self._code)
        if self._state.match is not None and not self._state.over:
            self._entered.append(_forget(self._state.match))
        self._wanted, self._closed = None, True
        self._tables.store.write(self, self._write, self._written)

    def release(self) -> None:
        """Stop writing, but keep the table stored for the next start of the program."""
        self._closed = True


class StoredTables:
    """A `TableStore` in the journal."""

    def __init__(self, store: Store, today: Callable[[], float] = time.time) -> None:
        self.store = store
        self._today = today
        self._states: dict[str, _WriterState] = {}
        self._writers: WeakSet[JournalWriter] = WeakSet()
        store.lost_changed.append(self._tell)
        if not (rows := store.read("SELECT max(id) FROM matches")):
            raise JournalError("the journal cannot be read")
        self._newest: int = rows[0][0] or 0

    def today(self) -> int:
        """Return the time in seconds since 1970."""
        return int(self._today())

    def next_match(self) -> int:
        """Return the number for a new match."""
        self._newest += 1
        return self._newest

    def writer(self, code: str, changed: Callable[[], None]) -> JournalWriter:
        """Return the writer of a table; for a table from `stored`, it continues the stored data."""
        writer = JournalWriter(self, code, self._states.pop(code, _WriterState()), changed)
        self._writers.add(writer)
        return writer

    def _tell(self) -> None:
        """Make every table save again and notify its people whether it is stored."""
        for writer in tuple(self._writers):
            writer.save_again()

    def stored(self) -> Iterator[tuple[StoredTable, StoredMatch | None]]:
        """Yield the stored tables, each with its latest match; log and skip unreadable ones."""
        for code, state, number in self.store.read("SELECT code, state, match FROM tables ORDER BY rowid"):
            try:
                table = msgspec.json.decode(state, type=StoredTable)
                match = None if number is None else self.match(number)
            except (ValueError, LookupError, TypeError) as error:
                log_fault(f"the stored table of match {number} cannot be read", error)
                continue
            steps = len(match.steps) if match else 0
            rules = match.start.rules if match else None
            self._states[code] = _WriterState(number, rules, steps, self.is_over(number), table)
            yield table, match

    def unfinished(self) -> tuple[tuple[StoredTable, int], ...]:
        """Return the tables whose match is not over, each with the start of its match in seconds since 1970.

        The newest match comes first; a table that cannot be read is left out.
        """
        found = []
        for state, began in self.store.read(_UNFINISHED):
            try:
                found.append((msgspec.json.decode(state, type=StoredTable), began))
            except (ValueError, TypeError) as error:
                log_fault("a stored table cannot be read", error)
        return tuple(found)

    def delete(self, code: str) -> None:
        """Delete a stored table that is not open, and its match unless the match is over."""

        def delete(connection: sqlite3.Connection) -> None:
            rows = connection.execute(_MATCH_OF, (code,)).fetchall()
            connection.execute("DELETE FROM tables WHERE code = ?", (code,))
            for number, ended in rows:
                if ended is None:
                    _forget(number)(connection)

        self.store.write(("table", code), delete)

    def record(self, number: int) -> Record:
        """Return the record of a finished match; raise `LookupError` if there is none."""
        if not self.is_over(number):
            raise LookupError(f"there is no finished match {number}")
        names = [name for (name,) in self.store.read("SELECT name FROM results WHERE match = ? ORDER BY seat", number)]
        return self.match(number).record(names)

    def is_over(self, number: int | None) -> bool:
        """Return whether a match with this number is stored and over."""
        return bool(self.store.read("SELECT 1 FROM matches WHERE id = ? AND ended IS NOT NULL", number))

    def match(self, number: int) -> StoredMatch:
        """Return a match by its number; raise `LookupError` if there is none."""
        rows = self.store.read("SELECT rules, seats, seed, typed, base FROM matches WHERE id = ?", number)
        if not rows:
            raise LookupError(f"there is no match {number}")
        ((rules, seats, seed, typed, base),) = rows
        start = MatchStart(rules=Rules.read(rules), seats=seats, seed=seed, typed=bool(typed), base=base)
        steps = self.store.read("SELECT seat, what, who FROM actions WHERE match = ? ORDER BY number", number)
        return StoredMatch(start, tuple(Step(seat=seat, what=what, who=who) for seat, what, who in steps))


def _forget(match: int) -> Work:
    """Return a work item that deletes an unfinished match."""

    def forget(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM actions WHERE match = ?", (match,))
        connection.execute("DELETE FROM matches WHERE id = ?", (match,))

    return forget
