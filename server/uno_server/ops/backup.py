"""`uno serve --backup FILE`: copy the database of a data folder, also while a server uses it."""

import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from uno_tui.journal.store import copy_database

_SQLITE: Final = b"SQLite format 3\0"
_COUNTED: Final = {"tables": "table", "matches": "match", "people": "person"}
"""Tables of the database whose rows are counted, with the word for one row."""


class BackupError(Exception):
    """No backup was made; the text says why. An older backup file of the same name is unchanged."""


def back_up(database: Path, target: Path) -> str:
    """Copy a database to a file, and return what was written; an older backup in that file is replaced at the end.

    The copy is SQLite's own: it is the state at one moment, with all that is still in the write-ahead log.

    Raises:
        BackupError: there is no database, or the file is something else than a backup, or cannot be written.
    """
    if not database.is_file():
        raise BackupError(f"there is no database {database} to back up")
    draft = target.with_name(f"{target.name}.{secrets.token_hex(8)}")
    try:
        if target.exists():
            _check_target(database, target)
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True)) as source:
            copy_database(source, draft)
        with closing(sqlite3.connect(draft)) as copy:
            counts = [(name, copy.execute(f"SELECT count(*) FROM {name}").fetchone()[0]) for name in _COUNTED]  # noqa: S608  # a constant
        draft.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"cannot back up to {target}: {getattr(error, 'strerror', None) or error}") from error
    finally:
        draft.unlink(missing_ok=True)
    written = ", ".join(f"{count} {_COUNTED[name] if count == 1 else name}" for name, count in counts)
    return f"backed up to {target}: {written}, {target.stat().st_size} bytes"


def _check_target(database: Path, target: Path) -> None:
    if target.samefile(database):
        raise BackupError(f"{target} is the database itself; name another file")
    with target.open("rb") as file:
        if file.read(len(_SQLITE)) not in (_SQLITE, b""):
            raise BackupError(f"{target} is not a backup; name another file")
