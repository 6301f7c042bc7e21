"""The database's layout, as a list of migrations: number n brings version n - 1 to version n."""

import sqlite3
from typing import Final

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        # `state` is a `StoredTable` in JSON, `match` the id of its newest match.
        "CREATE TABLE tables (code TEXT PRIMARY KEY, state TEXT NOT NULL, match INTEGER)",
        # `ended` is null until the match is over. Times are seconds since 1970.
        """CREATE TABLE matches (
            id INTEGER PRIMARY KEY, code TEXT NOT NULL, rules TEXT NOT NULL, seats INTEGER NOT NULL, seed TEXT NOT NULL,
            typed INTEGER NOT NULL, base INTEGER NOT NULL, began INTEGER NOT NULL, ended INTEGER)""",
        # The steps of each match in order: an action in its notation, or `leave` or `sit` with the identity `who`.
        """CREATE TABLE actions (
            match INTEGER NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, what TEXT NOT NULL,
            who TEXT NOT NULL, PRIMARY KEY (match, number)) WITHOUT ROWID""",
    ),
    (
        # `code` is the SHA-256 of a guest's resume code; null for a person with a key.
        """CREATE TABLE people (
            identity TEXT PRIMARY KEY, name TEXT NOT NULL, guest INTEGER NOT NULL, code TEXT UNIQUE,
            first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL)""",
        # Names by case-folded form; `asked` is the case-folded name that the person asked for.
        """CREATE TABLE names (
            folded TEXT PRIMARY KEY, name TEXT NOT NULL, asked TEXT NOT NULL, identity TEXT NOT NULL)""",
        "CREATE INDEX names_of ON names (identity, asked)",
        """CREATE TABLE settings (
            identity TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (identity, name))""",
    ),
    (
        # The result of each seat of a finished match; `owner` is empty for a bot.
        """CREATE TABLE results (
            match INTEGER NOT NULL, seat INTEGER NOT NULL, owner TEXT NOT NULL, guest INTEGER NOT NULL,
            name TEXT NOT NULL, level TEXT NOT NULL, place INTEGER NOT NULL, points INTEGER NOT NULL,
            gone INTEGER NOT NULL, seen INTEGER NOT NULL, PRIMARY KEY (match, seat))""",
        "CREATE INDEX results_of ON results (owner, match)",
        # One rating for each player, preset, and kind of game (with bots or without); a bot's `owner` is `bot:LEVEL`.
        """CREATE TABLE ratings (
            owner TEXT NOT NULL, preset TEXT NOT NULL, bots INTEGER NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
            matches INTEGER NOT NULL, wins INTEGER NOT NULL, PRIMARY KEY (owner, preset, bots))""",
    ),
    (
        # Format of the values in a row; see `FORMATS`.
        "ALTER TABLE tables ADD COLUMN format INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE matches ADD COLUMN format INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE settings ADD COLUMN format INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE results ADD COLUMN format INTEGER NOT NULL DEFAULT 1",
    ),
    (
        # The days on which the program ran, in this order; `began` is 0:00 UTC by the clock of that time.
        "CREATE TABLE days (number INTEGER PRIMARY KEY, began INTEGER NOT NULL)",
    ),
    (
        # The levels were called fair and sharp. Stored JSON has no blanks, and a quote in a person's text is escaped.
        """UPDATE tables SET state = replace(
            replace(state, '"level":"fair"', '"level":"medium"'), '"level":"sharp"', '"level":"hard"')""",
        """UPDATE results SET level = CASE level WHEN 'fair' THEN 'medium' ELSE 'hard' END
            WHERE level IN ('fair', 'sharp')""",
        """UPDATE ratings SET owner = CASE owner WHEN 'bot:fair' THEN 'bot:medium' ELSE 'bot:hard' END
            WHERE owner IN ('bot:fair', 'bot:sharp')""",
    ),
)

FORMATS: Final = {"tables": 1, "matches": 2, "settings": 1, "results": 1}
"""Newest format of the values in each table that this program reads, and the one that it writes.

Raise a number when the meaning of stored values changes while the columns stay. In format 1 of a match its rules are a
preset and what differs from it; in format 2 they name every option.
"""

VERSION: Final = len(MIGRATIONS)


class NewerError(Exception):
    """The database was written by a newer program; nothing was changed."""

    def __init__(self, what: str, found: int, known: int) -> None:
        super().__init__(
            f"{what} {found}, newer than {known}, the newest that this program reads; "
            "start the uno-tui that wrote it, or a newer one"
        )


def check_formats(connection: sqlite3.Connection) -> None:
    """Raise `NewerError` if any value is stored in a newer format than this program reads."""
    for table, known in FORMATS.items():
        (found,) = connection.execute(f"SELECT max(format) FROM {table}").fetchone()  # noqa: S608  # a constant
        if found is not None and found > known:
            raise NewerError(f"its {table} have format", found, known)


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate the database to this program's version, completely or not at all; a current database is not written."""
    if connection.execute("PRAGMA user_version").fetchone() == (VERSION,):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise NewerError("it has version", version, VERSION)  # noqa: TRY301  # undo
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
