"""The database file, and a queue for writes while it cannot be written.

A `Work` is a function that writes. All queued works are written in one transaction, in the order in which they came. If
the disk is full, or the file is locked or broken, they stay queued and are retried every few seconds. So nothing is
half-written, the order is preserved, and play continues when the fault ends.

The same holds if the file is removed, moved or replaced while it is open, which SQLite does not notice, so the store
checks for that regularly. If the file comes back, it is used again. If it is missing from its folder, the store writes
a complete copy there from the open file, which the system keeps. A different file in its place is left alone.
"""

import logging
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Final

from uno_tui.faults import log_fault
from uno_tui.i18n import Sentence, TranslatableError
from uno_tui.i18n.system_reasons import reason_of
from uno_tui.journal.layout.schema import FormatError, check_formats, migrate
from uno_tui.table.timers import Timers

logger = logging.getLogger(__name__)

Work = Callable[[sqlite3.Connection], object]
"""A write operation: a function of the database connection, called inside a transaction."""

RETRY_SECONDS: Final = 2.0
LOOK_SECONDS: Final = 20.0
"""Seconds between two checks that the open file still exists at its path."""

BEFORE_TAKEOVER: Final = ".v3"
"""Suffix of the backup file that is made before an old database is converted."""

_USE_LOG: Final = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL")
_USE_NO_LOG: Final = (
    "PRAGMA locking_mode = EXCLUSIVE",  # a log that is already there can then be read without shared memory
    "PRAGMA journal_mode = DELETE",
    "PRAGMA locking_mode = NORMAL",
)
"""For file systems without the shared memory that a write-ahead log needs."""
_NO_SHARED_MEMORY: Final = ("SQLITE_IOERR_SHM", "SQLITE_READONLY", "SQLITE_CANTOPEN")
"""Beginnings of the names of SQLite's errors if the shared memory, a mapped file, cannot be made."""

_OURS: Final = (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.InterfaceError, sqlite3.DataError)
"""SQLite errors caused by the write operation itself, so that repeating it would not help."""


class JournalError(TranslatableError):
    """The database file cannot be used; the file was not changed."""


def statement(sql: str, *values: Any) -> Work:
    """Return a queueable work item that executes one SQL statement."""
    return lambda connection: connection.execute(sql, values)


class Store:
    """A database file, used by one process at a time and from a single thread."""

    def __init__(self, path: Path | None, timers: Timers, *, reading: bool = False) -> None:
        """With `reading`, an old database is not converted but raises `JournalError`."""
        self.faulty = False
        """Whether the last attempt to write failed."""
        self.lost = False
        """Whether the open file has been deleted, moved or replaced."""
        self.lost_changed: list[Callable[[], None]] = []
        """Callbacks that are called after `lost` has changed."""
        self._path = path
        self._timers = timers
        self._reading = reading
        self._waiting: dict[object, tuple[Work, Callable[[], None] | None]] = {}
        self.connection = self._open(path)
        self._files: dict[Path, tuple[int, int]] = {}
        """Device and inode number of each open file, by path."""
        if path:
            self._look(path)

    def _open(self, path: Path | None) -> sqlite3.Connection:
        """Open the file, readable for its owner only; raise `JournalError` if that fails."""
        try:
            if path:
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            try:
                return self._connect(path, _USE_LOG)
            except sqlite3.OperationalError as error:
                if not error.sqlite_errorname.startswith(_NO_SHARED_MEMORY):
                    raise
                return self._connect(path, _USE_NO_LOG)
        except (sqlite3.Error, OSError, FormatError) as error:
            raise JournalError(
                Sentence("the journal {path} cannot be used: {reason}", path=path, reason=reason_of(error))
            ) from error

    def _connect(self, path: Path | None, preparations: Iterable[str]) -> sqlite3.Connection:
        connection = sqlite3.connect(path or ":memory:", timeout=0, isolation_level=None)
        try:
            for preparation in preparations:
                connection.execute(preparation)
            migrate(connection, partial(self._keep_copy, connection, path))
            check_formats(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _keep_copy(self, connection: sqlite3.Connection, path: Path | None) -> None:
        if self._reading:
            raise FormatError(Sentence("an older program wrote it, and it is opened read-only"))
        if path:
            with copied(connection, path.with_name(path.name + BEFORE_TAKEOVER)):
                pass

    def _look(self, path: Path) -> None:
        """Check whether the open files still exist at their paths; called regularly."""
        self._timers.set("look", LOOK_SECONDS, lambda: self._look(path))
        if not self.lost and not self._in_place(path):
            self.lost = self.faulty = True
            logger.error("the journal %s was removed, moved or replaced; play goes on in memory", path)
            self._timers.set("retry", RETRY_SECONDS, self.flush)
            self._tell()

    def _in_place(self, path: Path) -> bool:
        """Return whether database and write-ahead log are still the files that were opened; a new log is remembered."""
        for file in (path, _log_of(path)):
            try:
                found = file.stat()
            except OSError:
                if file in self._files or file == path:
                    return False
                continue
            identity = found.st_dev, found.st_ino
            if self._files.setdefault(file, identity) != identity:
                return False
        return True

    def _find(self, path: Path) -> bool:
        """Write the database file again if it is missing. Return whether the right database file exists at its path."""
        if not self._in_place(path):
            try:
                database = path.stat()
            except FileNotFoundError:
                if not path.parent.is_dir():
                    return False
            except OSError:
                return False
            else:
                if (database.st_dev, database.st_ino) != self._files[path]:
                    return False  # a different database
            try:
                self._write_anew(path)
            except (OSError, sqlite3.Error, JournalError) as error:
                log_fault("the journal could not be written anew", error)
                return False
        self.lost = False
        return True

    def _write_anew(self, path: Path) -> None:
        with copied(self.connection, path):
            self.connection.close()  # first, because this deletes the log by its name
            for old in (_log_of(path), path.with_name(f"{path.name}-shm")):
                old.unlink(missing_ok=True)
        self.connection = self._open(path)
        self._files.clear()
        self._in_place(path)

    def _tell(self) -> None:
        for callback in self.lost_changed:
            callback()

    def write(self, key: object, work: Work, done: Callable[[], None] | None = None) -> bool:
        """Queue a work, write the queue, and return whether the work is stored; if not, `done` is called when it is.

        A work replaces a queued one with the same key.
        """
        self._waiting[key] = (work, done)
        return not self.faulty and key not in self.flush() and key not in self._waiting

    def waits(self, key: object) -> bool:
        """Return whether a write operation with this key is queued."""
        return key in self._waiting

    def flush(self) -> set[object]:
        """Write the queue, or schedule a retry; return the keys of write operations that caused their own failure."""
        was_lost = self.lost
        if was_lost and not (self._path and self._find(self._path)):
            self._timers.set("retry", RETRY_SECONDS, self.flush)
            return set()
        if was_lost and not self._waiting:
            self._stored()
        lost = self._write_queue()
        if was_lost:
            self._tell()
        return lost

    def _write_queue(self) -> set[object]:
        lost: set[object] = set()
        while self._waiting:
            key: object = None
            try:
                self.connection.execute("BEGIN IMMEDIATE")
                for key, (work, _) in self._waiting.items():  # noqa: B007  # who was it?
                    work(self.connection)
                self.connection.execute("COMMIT")
            except Exception as error:  # noqa: BLE001  # a fault of one work must not block the others
                self._roll_back()
                if isinstance(error, sqlite3.Error) and not isinstance(error, _OURS):
                    self._fail(error)
                    break
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
        self._timers.set("retry", RETRY_SECONDS, self.flush)

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
        """Return the rows of a query; if the file cannot be read, log the error and return no rows."""
        try:
            return self.connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            log_fault("the journal cannot be read", error)
            return []

    def close(self) -> None:
        """Write the queue if possible and close the file, even if the file has been moved."""
        self.flush()
        lost, self.lost = self.lost, False
        self.flush()
        if self._waiting:
            logger.error("the journal %s is closed with %d changes not stored", self._path, len(self._waiting))
        self._timers.stop()
        with _log_kept(self._path) if lost and self._path else nullcontext():
            self.connection.close()


def _log_of(path: Path) -> Path:
    """Return the path of a database's write-ahead log."""
    return path.with_name(f"{path.name}-wal")


@contextmanager
def _log_kept(path: Path) -> Iterator[None]:
    """In the ``with`` block, keep another database's log, which SQLite would delete by name on closing this one."""
    log, kept = _log_of(path), path.with_name(f"{path.name}-wal.{secrets.token_hex(8)}")
    try:
        os.link(log, kept)
    except OSError:
        yield
        return
    try:
        yield
    finally:
        kept.replace(log)


@contextmanager
def copied(source: sqlite3.Connection, path: Path) -> Iterator[Path]:
    """Copy a database as it is now to a file readable for its owner only; raise `OSError` or `sqlite3.Error`.

    In the ``with`` block the copy has another name, which is the value; at the end it replaces any older file.
    """
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file that holds everything
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
