"""Damaged tries at the daily deal, which are put aside so that they block no new one. Nothing is deleted."""

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from uno_tui.daily import day_at
from uno_tui.i18n import Sentence
from uno_tui.journal import Journal
from uno_tui.journal.store import copied
from uno_tui.local.folder_lock import lock_folder
from uno_tui.local.kept_matches import MatchKeeper
from uno_tui.table.entries.entry import NewerEntryError
from uno_tui.table.entries.fold import fold
from uno_tui.table.process.log import LogError, LogKey, StoredEntry

_FILES: Final = ("uno.db", "uno.db-wal", "uno.db-shm")


def is_damaged(keeper: MatchKeeper) -> bool:
    """Return whether the journal's file is damaged, so that SQLite cannot read it; a newer one is not."""
    if keeper.journal is None:
        return _is_damage(keeper.error.__cause__ if keeper.error else None)
    try:
        found: tuple[str] = keeper.journal.store.connection.execute("PRAGMA quick_check").fetchone()
    except sqlite3.Error as error:
        return _is_damage(error)
    return found != ("ok",)


def _is_damage(error: BaseException | None) -> bool:
    """Return whether SQLite reported a damaged file; a full, locked or unreadable one is an `OperationalError`."""
    return isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)


def can_be_continued(journal: Journal, key: LogKey) -> bool:
    """Return whether the log of a stored table leads to its newest entry.

    Raises:
        NewerEntryError: A newer program wrote the log.
    """
    stored: list[StoredEntry] = []
    try:
        journal.log.read(key, 0, stored.extend)
        state = fold(one.entry for one in stored)
    except LogError as error:
        if isinstance(error.__cause__, NewerEntryError):
            raise error.__cause__ from error
        return False
    except (ValueError, LookupError):
        return False
    return state is not None and state.number == stored[-1].entry.number


def try_put_aside(journal: Journal, key: LogKey, folder: Path, now: float) -> Sentence:
    """Copy the journal to a file of its own, and delete the damaged log from it; return a notice of that."""
    path = _free_path(folder, now)
    with copied(journal.store.connection, path):
        pass
    journal.log.close(key)
    return Sentence("A damaged try was put aside: {path}", path=path)


def file_put_aside(folder: Path, now: float) -> Sentence:
    """Give the damaged file of all tries another name; return a notice of that.

    Raises:
        FolderLockError: Another process uses it by now.
        OSError: It cannot be renamed.
    """
    path = _free_path(folder, now)
    with lock_folder(folder / "1"):
        for name in _FILES:
            with suppress(FileNotFoundError):
                (folder / "1" / name).rename(path.with_name(path.name + name.removeprefix("uno.db")))
    return Sentence("The file of your daily deals was damaged. It was put aside, and your history starts over: {path}",
                    path=path)  # fmt: skip  # one sentence


def _free_path(folder: Path, now: float) -> Path:
    """Return the path of a file that does not exist yet, with the date in its name."""
    name = f"damaged-{day_at(now).isoformat()}"
    number = 1
    while (path := folder / f"{name}{'' if number == 1 else f'-{number}'}.db").exists():
        number += 1
    return path
