"""The database file, and a queue for writes while it cannot be written.

A `Work` is a function that writes. All queued works are written in one transaction, in the order in which they came. If
the file is full, locked or broken, they stay queued and are tried again every few seconds. So nothing is half-written,
the order is kept, and play goes on when the fault ends.
"""

import logging
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from uno_tui.faults import log_fault
from uno_tui.journal.schema import NewerError, check_formats, migrate
from uno_tui.table.timers import Timers

logger = logging.getLogger(__name__)

Work = Callable[[sqlite3.Connection], object]
"""Writes through that connection, inside a transaction."""

RETRY_SECONDS: Final = 2.0

_OURS: Final = (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.InterfaceError, sqlite3.DataError)
"""Errors caused by a work itself; trying it again would not help."""


class JournalError(Exception):
    """The file cannot be used; it was not changed."""


def statement(sql: str, *values: Any) -> Work:
    """Return a work that executes one statement."""
    return lambda connection: connection.execute(sql, values)


class Store:
    """One file, used by one process at a time and from one thread."""

    def __init__(self, path: Path | None, timers: Timers) -> None:
        self.faulty = False
        """Whether the last attempt to write failed."""
        self._path = path
        self._timers = timers
        self._waiting: dict[object, tuple[Work, Callable[[], None] | None]] = {}
        self.connection = self._open(path)

    @staticmethod
    def _open(path: Path | None) -> sqlite3.Connection:
        """Open the file, readable for its owner only; raise `JournalError` if that fails."""
        connection = None
        try:
            if path:
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            connection = sqlite3.connect(path or ":memory:", timeout=0, isolation_level=None)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            migrate(connection)
            check_formats(connection)
        except (sqlite3.Error, OSError, NewerError) as error:
            if connection:
                connection.close()
            raise JournalError(f"the journal {path} cannot be used: {error}") from error
        return connection

    def write(self, key: object, work: Work, done: Callable[[], None] | None = None) -> bool:
        """Queue a work, write the queue, and return whether the work is stored; if not, `done` is called when it is.

        A work replaces a queued one with the same key.
        """
        self._waiting[key] = (work, done)
        return not self.faulty and key not in self.flush() and key not in self._waiting

    def flush(self) -> set[object]:
        """Write the queue, or schedule another attempt; return the keys of works that failed by their own fault."""
        lost: set[object] = set()
        while self._waiting:
            key: object = None
            try:
                self.connection.execute("BEGIN IMMEDIATE")
                for key, (work, _) in self._waiting.items():  # noqa: B007  # who was it?
                    work(self.connection)
                self.connection.execute("COMMIT")
            except sqlite3.Error as error:
                self._roll_back()
                if not isinstance(error, _OURS):
                    self._fail(error)
                    break
                self._give_up(key, error)
                lost.add(key)
            except Exception as error:  # noqa: BLE001  # a fault of one work must not block the others
                self._roll_back()
                self._give_up(key, error)
                lost.add(key)
            else:
                self._stored()
        return lost

    def _roll_back(self) -> None:
        try:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            log_fault("the journal could not undo", error)

    def _give_up(self, key: object, error: Exception) -> None:
        del self._waiting[key]
        log_fault("something cannot be stored and is given up", error)

    def _fail(self, error: sqlite3.Error) -> None:
        if not self.faulty:
            self.faulty = True
            logger.error("the journal %s cannot be written (%s); play goes on in memory", self._path, error)
        self._timers.set("retry", RETRY_SECONDS, self._retry)

    def _retry(self) -> None:
        self.flush()

    def _stored(self) -> None:
        callbacks = [done for _, done in self._waiting.values() if done]
        self._waiting.clear()
        if self.faulty:
            self.faulty = False
            self._timers.cancel("retry")
            logger.warning("the journal %s is written again; nothing is missing", self._path)
        for callback in callbacks:
            callback()

    def read(self, sql: str, *values: Any) -> list[Any]:
        """Return the rows of a query; none if the file cannot be read, which is logged."""
        try:
            return self.connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            log_fault("the journal cannot be read", error)
            return []

    def close(self) -> None:
        """Write the queue if possible, and close the file."""
        self.flush()
        if self._waiting:
            logger.error("the journal %s is closed with %d changes not stored", self._path, len(self._waiting))
        self._timers.stop()
        self.connection.close()
