"""The database's layout, as a list of migrations."""

import sqlite3
from collections.abc import Callable
from typing import Final

from uno_tui.i18n import Sentence, TranslatableError, mark
from uno_tui.journal.layout.old_format import LAST_OLD, set_aside, take_over

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        # The log of each table, one row an entry; `text` is an `Entry` in JSON.
        """CREATE TABLE entries (
            code TEXT NOT NULL, life TEXT NOT NULL, position INTEGER NOT NULL, text TEXT NOT NULL,
            PRIMARY KEY (code, life, position)) WITHOUT ROWID""",
        # Finished matches: `number` is that of the match at its table, `moves` the lines of its record. Times are
        # seconds since 1970.
        """CREATE TABLE matches (
            id INTEGER PRIMARY KEY, code TEXT NOT NULL, life TEXT NOT NULL, number INTEGER NOT NULL,
            rules TEXT NOT NULL, seats INTEGER NOT NULL, seed TEXT NOT NULL, typed INTEGER NOT NULL,
            moves TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER NOT NULL, format INTEGER NOT NULL)""",
        # The result of each seat of a finished match; `owner` is empty for a bot.
        """CREATE TABLE results (
            match INTEGER NOT NULL, seat INTEGER NOT NULL, owner TEXT NOT NULL, guest INTEGER NOT NULL,
            name TEXT NOT NULL, level TEXT NOT NULL, place INTEGER NOT NULL, points INTEGER NOT NULL,
            gone INTEGER NOT NULL, seen INTEGER NOT NULL, format INTEGER NOT NULL, PRIMARY KEY (match, seat))""",
        "CREATE INDEX results_of ON results (owner, match)",
        # One rating for each player, preset, and kind of game (with bots or without); a bot's `owner` is `bot:LEVEL`.
        """CREATE TABLE ratings (
            owner TEXT NOT NULL, preset TEXT NOT NULL, bots INTEGER NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
            matches INTEGER NOT NULL, wins INTEGER NOT NULL, PRIMARY KEY (owner, preset, bots))""",
        # `code` is the SHA-256 of a guest's resume code; null for a person with a key.
        """CREATE TABLE people (
            identity TEXT PRIMARY KEY, name TEXT NOT NULL, guest INTEGER NOT NULL, code TEXT UNIQUE,
            first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL)""",
        # Names by case-folded form; `asked` is the case-folded name that the person asked for.
        """CREATE TABLE names (
            folded TEXT PRIMARY KEY, name TEXT NOT NULL, asked TEXT NOT NULL, identity TEXT NOT NULL)""",
        "CREATE INDEX names_of ON names (identity, asked)",
        """CREATE TABLE settings (
            identity TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, format INTEGER NOT NULL,
            PRIMARY KEY (identity, name))""",
        # The days on which the program ran, in this order; `began` is 0:00 UTC by the clock of that time.
        "CREATE TABLE days (number INTEGER PRIMARY KEY, began INTEGER NOT NULL)",
    ),
    (
        # Phones that play under the identity of a person with a key; `hash` is the SHA-256 of the phone's secret.
        """CREATE TABLE links (
            hash TEXT PRIMARY KEY, identity TEXT NOT NULL, linked INTEGER NOT NULL, seen INTEGER NOT NULL)""",
        "CREATE INDEX links_of ON links (identity)",
    ),
    (
        # Tables in the order in which they opened or their newest match started. Times do not tell: a clock may be set
        # back.
        """CREATE TABLE starts (
            number INTEGER PRIMARY KEY, code TEXT NOT NULL, life TEXT NOT NULL, UNIQUE (code, life))""",
        """INSERT INTO starts (code, life) SELECT code, life FROM
            (SELECT code, life, text, min(position) FROM entries GROUP BY code, life)
            ORDER BY iif(json_valid(text), json_extract(text, '$.at'), 0)""",
    ),
    (
        # First tries at the daily deals; `day` is an ISO date in UTC, `code` that of the table.
        """CREATE TABLE daily (
            day TEXT NOT NULL, identity TEXT NOT NULL, code TEXT NOT NULL, PRIMARY KEY (day, identity))
            WITHOUT ROWID""",
    ),
    (
        # Whether a match was a try at the daily deal; before this column there are only the tries that began here.
        "ALTER TABLE matches ADD COLUMN once INTEGER NOT NULL DEFAULT 0",
        "UPDATE matches SET once = 1 WHERE code IN (SELECT code FROM daily)",
        "CREATE INDEX daily_of ON daily (identity, code)",
        "CREATE INDEX matches_at ON matches (code)",
    ),
)
"""SQL of each migration: number n changes version LAST_OLD + n to the next; a new database starts with the first."""

FORMATS: Final = {"matches": 3, "settings": 1, "results": 1}
"""Newest format of the values in each table that this program reads, and the one that it writes.

Raise a number when the meaning of stored values changes while the columns stay. Entries name their own format.
"""

VERSION: Final = LAST_OLD + len(MIGRATIONS)


class FormatError(TranslatableError):
    """The database was written by another program version, so it is not used; nothing was changed."""


class NewerError(FormatError):
    """The database was written by a newer program."""

    def __init__(self, part: str, found: int, known: int) -> None:
        """`part` is the table that is newer, empty for the whole database."""
        message = mark(
            "its version is {found}, newer than {known}, the newest that this program reads; "
            "start the uno-tui that wrote it, or a newer one"
        )
        if part:
            message = mark(
                "the format of its {part} is {found}, newer than {known}, the newest that this program reads; "
                "start the uno-tui that wrote it, or a newer one"
            )
        super().__init__(Sentence(message, part=part, found=found, known=known))


def check_formats(connection: sqlite3.Connection) -> None:
    """Raise `NewerError` if a table of `FORMATS` has a value in a newer format than this program reads."""
    for table, known in FORMATS.items():
        (found,) = connection.execute(f"SELECT max(format) FROM {table}").fetchone()  # noqa: S608  # a constant
        if found is not None and found > known:
            raise NewerError(table, found, known)


def migrate(connection: sqlite3.Connection, keep_copy: Callable[[], object]) -> None:
    """Migrate the database to this program's version, completely or not at all; a current database is not written.

    `keep_copy` is called before a database of an older layout is taken over; if it raises, nothing is changed.
    """
    if (version := _version(connection)) == VERSION:
        return
    if 0 < version <= LAST_OLD:
        keep_copy()
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection)
        if old := 0 < version <= LAST_OLD:
            set_aside(connection, version)
        for statements in MIGRATIONS[max(version - LAST_OLD, 0) :]:
            for statement in statements:
                connection.execute(statement)
        if old:
            take_over(connection)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection) -> int:
    """Return the version of a database, 0 if empty; raise `NewerError` if this program is older than the version."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise NewerError("", version, VERSION)
    return int(version)
