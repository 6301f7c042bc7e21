"""The matches that a person plays alone on this machine, kept so that an interrupted one can be continued.

They are in journals of the same kind as a server's. A journal is used by one process at a time, so there are several:
each process takes the first one that is free, and a match is open elsewhere as long as its journal is. A match in which
the person has neither moved nor let a bot play is deleted, because a new one is as good.
"""

import contextlib
import heapq
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uno_tui.game.record import Record
from uno_tui.i18n import Sentence, Words
from uno_tui.i18n.system_reasons import system_reason
from uno_tui.journal import Journal, JournalError
from uno_tui.journal.results import Results
from uno_tui.journal.store import Store
from uno_tui.journal.table_log import JournalLog
from uno_tui.local.files import data_folder
from uno_tui.local.folder_lock import FolderInUseError, FolderLockError, lock_folder
from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.match import TableStart
from uno_tui.table.options import LOCAL, TableOptions
from uno_tui.table.process.log import LogKey
from uno_tui.table.results import FinishedMatch, SeededResult
from uno_tui.table.timers import Timers

JOURNALS: Final = 4
"""Maximum number of processes that can store their matches at the same time."""
MAX_INTERRUPTED: Final = 20
"""Most interrupted matches in all journals that no other process has open; a new match deletes the oldest others."""
_FILE: Final = "uno.db"


@dataclass(frozen=True, slots=True)
class InterruptedMatch:
    """An unfinished match in which the person has played, so that it can be continued."""

    folder: Path
    """Folder of the journal that stores the match."""
    key: LogKey
    """Name of the table's log in the journal."""
    began: int
    """Start of the match, in seconds since 1970."""
    options: TableOptions
    others: tuple[str, ...]
    """Names of the players other than the person."""

    @classmethod
    def of(cls, folder: Path, key: LogKey, start: Entry) -> "InterruptedMatch":
        """Return the interrupted match of a stored log that begins with the given entry."""
        table = start.what
        assert isinstance(table, TableStart)
        own = [one.number for one in table.people if one.identity == LOCAL]
        others = tuple(seat.name for seat in table.seats if seat.member not in own)
        return cls(folder, key, start.at, table.options, others)


@dataclass(frozen=True, slots=True)
class MatchKeeper:
    """The storage for one table, in a journal that this process keeps open."""

    journal: Journal | None = None
    """The journal that stores the match; None if nothing is stored."""
    in_use: bool = False
    """Whether nothing is stored because other processes are using all journals."""
    error: Exception | None = None
    """Why nothing is stored, if the journal cannot be used."""
    today: Callable[[], float] = time.time
    """Returns the time in seconds since 1970."""
    notice: Sentence | None = None
    """Message that a damaged file was moved aside to store this table; None if none was."""

    def has_unfinished(self, code: str) -> bool:
        """Return whether the table's match is stored and unfinished, and the person has played in it."""
        if self.journal is None:
            return False
        return any(key.code == code for key, _ in self.journal.log.unfinished())

    def complaint(self, words: Words) -> str:
        """Return a sentence that the match is not stored, with the reason; empty if the match is stored."""
        if self.in_use:
            return words("UNO is open in too many other windows, so this match will not be saved.")
        if self.error is None:
            return ""
        return words("This match will not be saved: {reason}.", reason=system_reason(words, self.error))


class KeptMatches:
    """All journals in which one user of this machine stores matches."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time, journals: int = JOURNALS) -> None:
        """`journals` is the maximum number of processes that can store matches here at the same time."""
        self.folder = folder
        self._folders = [folder / str(number) for number in range(1, journals + 1)]
        self._now = now

    def interrupted(self) -> tuple[InterruptedMatch, ...]:
        """Return the interrupted matches that no other process has open, newest first.

        Those of one journal are in the order in which they started, whatever the clock said.
        """
        found: list[list[InterruptedMatch]] = []
        for folder in filter(_has_journal, self._folders):
            with contextlib.suppress(FolderLockError, JournalError), lock_folder(folder), _reading(folder) as store:
                found.append([InterruptedMatch.of(folder, *one) for one in JournalLog(store).unfinished()])
        return tuple(heapq.merge(*found, key=lambda match: match.began, reverse=True))

    def finished(self) -> tuple[FinishedMatch, ...]:
        """Return the user's finished matches from all journals, oldest first; unreadable journals are skipped."""
        found = []
        for folder in filter(_has_journal, self._folders):
            with contextlib.suppress(JournalError), _reading(folder, locked=False) as store:
                found.append(Results(store).finished(LOCAL))
        return tuple(heapq.merge(*found, key=lambda match: match.ended))

    def seeded(self) -> tuple[SeededResult, ...]:
        """Return the user's finished matches with their seeds, by journal, oldest first, as `finished` does."""
        found: list[SeededResult] = []
        for folder in filter(_has_journal, self._folders):
            with contextlib.suppress(JournalError), _reading(folder, locked=False) as store:
                found += Results(store).seeded(LOCAL)
        return tuple(found)

    def record(self, match: int) -> Record | None:
        """Return the record of the match with that number, from the first journal that has one; None if none has."""
        for folder in filter(_has_journal, self._folders):
            with contextlib.suppress(JournalError, LookupError), _reading(folder, locked=False) as store:
                return Results(store).record(match)
        return None

    @contextlib.contextmanager
    def keeping(self, match: InterruptedMatch | None = None) -> Iterator[MatchKeeper]:
        """Yield the storage for a new or an interrupted match; if storing is impossible, the storage does nothing."""
        with contextlib.ExitStack() as stack:
            yield self._keeper(stack, match)

    def _keeper(self, stack: contextlib.ExitStack, match: InterruptedMatch | None) -> MatchKeeper:
        try:
            folder = _locked(stack, self._folders if match is None else [match.folder])
            journal = Journal(folder / _FILE, today=self._now)
        except FolderInUseError:
            return MatchKeeper(in_use=True)
        except (FolderLockError, JournalError) as error:
            return MatchKeeper(error=error)
        stack.callback(journal.close)
        stack.callback(_delete_unplayed, journal)
        if match is None:
            _delete_unplayed(journal)
            self._delete_old(folder, journal)
        return MatchKeeper(journal, today=self._now)

    def _delete_old(self, folder: Path, journal: Journal) -> None:
        """Delete the oldest interrupted matches in all journals, so that a new one does not exceed the maximum."""
        own = [(folder, key, start.at) for key, start in journal.log.unfinished()]
        others = [(match.folder, match.key, match.began) for match in self.interrupted()]
        newest = [*heapq.merge(own, others, key=lambda one: one[2], reverse=True)]
        for place, key, _ in newest[MAX_INTERRUPTED - 1 :]:
            if place == folder:
                journal.log.close(key)
                continue
            with contextlib.suppress(FolderLockError, JournalError), lock_folder(place), _reading(place) as store:
                JournalLog(store).close(key)


def own_matches() -> KeptMatches:
    """Return the stored matches of the user who runs this program."""
    return KeptMatches(data_folder() / "matches")


def _locked(stack: contextlib.ExitStack, folders: Iterable[Path]) -> Path:
    """Lock the first folder that no other process uses, until the stack is closed.

    Raises:
        FolderInUseError: Other processes use all of them.
        FolderLockError: A folder cannot be used.
    """
    in_use = FolderInUseError("no folder")
    for folder in folders:
        try:
            stack.enter_context(lock_folder(folder))
        except FolderInUseError as error:
            in_use = error
        else:
            return folder
    raise in_use


def _delete_unplayed(journal: Journal) -> None:
    for key in journal.log.unplayed():
        journal.log.close(key)


def _has_journal(folder: Path) -> bool:
    try:
        return (folder / _FILE).is_file()
    except OSError:
        return False


class _NeverCalled:
    """A timer handle for a call that is never made."""

    def cancel(self) -> None:
        """Do nothing."""


@contextlib.contextmanager
def _reading(folder: Path, *, locked: bool = True) -> Iterator[Store]:
    """Open a journal's file to read it; raise `JournalError` if that fails.

    A journal of an older version is used only while its folder is locked, because that changes it.
    """
    timers = Timers(lambda _seconds, _callback: _NeverCalled(), time.monotonic)
    store = Store(folder / _FILE, timers, reading=not locked)
    try:
        yield store
    finally:
        store.close()
