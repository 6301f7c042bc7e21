"""`uno serve --backup FILE`: copy the database of a data folder, also while a server uses it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from uno_tui.i18n import Sentence, TranslatableError
from uno_tui.i18n.system_reasons import reason_of
from uno_tui.journal.store import copied

_SQLITE: Final = b"SQLite format 3\0"
_COUNTED: Final = {"tables": "table", "matches": "match", "people": "person"}
"""Tables of the database whose rows are counted, each with the English word for one row."""


class BackupError(TranslatableError):
    """No backup was made; the text says why. An older backup file of the same name is unchanged."""


def back_up(database: Path, target: Path) -> str:
    """Copy a database to a file, and return what was written; an older backup in that file is replaced at the end.

    The copy is SQLite's own: it is the state at one moment, with all that is still in the write-ahead log.

    Raises:
        BackupError: there is no database, or the file is something else than a backup, or cannot be written.
    """
    if not database.is_file():
        raise BackupError(Sentence("there is no database {path} to back up", path=database))
    try:
        if target.exists():
            _check_target(database, target)
        with (
            closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True)) as source,
            copied(source, target) as draft,
            closing(sqlite3.connect(draft)) as copy,
        ):
            counts = _counts(copy)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(
            Sentence("cannot back up to {path}: {reason}", path=target, reason=reason_of(error))
        ) from error
    written = ", ".join(f"{count} {_COUNTED[name] if count == 1 else name}" for name, count in counts)
    return f"backed up to {target}: {written}, {target.stat().st_size} bytes"


def _counts(connection: sqlite3.Connection) -> list[tuple[str, int]]:
    """Return the number of tables, matches and people in a database, also in one of an older layout."""
    old = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'tables'").fetchone()
    tables = "tables" if old else "(SELECT DISTINCT code, life FROM entries)"
    counted = (("tables", tables), ("matches", "matches"), ("people", "people"))
    return [(name, connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) for name, table in counted]  # noqa: S608  # constants


def _check_target(database: Path, target: Path) -> None:
    if target.samefile(database):
        raise BackupError(Sentence("{path} is the database itself; name another file", path=target))
    with target.open("rb") as file:
        if file.read(len(_SQLITE)) not in (_SQLITE, b""):
            raise BackupError(Sentence("{path} is not a backup; name another file", path=target))
