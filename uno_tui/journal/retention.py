"""Retention: deletion of old data, and of all data of one person.

Age is counted in days on which the program ran, never by the clock alone. So a clock that is wrong by months deletes
nothing, and neither does a long pause of the program.
"""

import json
import re
import sqlite3
from typing import Final

from uno_tui.names import DEFAULT_NAME

GUEST_DAYS: Final = 60
"""Days after which an absent guest is forgotten."""
_DAY: Final = 86400
_IDENTITY: Final = re.compile(r'"((?:guest|ssh):[^"\\]*|local)"')
_OF_PERSON: Final = (
    "DELETE FROM ratings WHERE owner = ?",
    "DELETE FROM settings WHERE identity = ?",
    "DELETE FROM names WHERE identity = ?",
    "DELETE FROM people WHERE identity = ?",
)


def count_day(connection: sqlite3.Connection, now: int) -> None:
    """Count a day (a time in seconds since 1970) as one on which the program has run."""
    last = connection.execute("SELECT began FROM days ORDER BY number DESC LIMIT 1").fetchone()
    began = now - now % _DAY
    if last != (began,):
        connection.execute("INSERT INTO days (began) VALUES (?)", (began,))


def days_ago(connection: sqlite3.Connection, days: int) -> int | None:
    """Return the start of the day a number of counted days ago; None if fewer days have been counted."""
    last = "SELECT began FROM days ORDER BY number DESC LIMIT ?"
    count, oldest = connection.execute(f"SELECT count(*), min(began) FROM ({last})", (days + 1,)).fetchone()  # noqa: S608  # a constant
    return int(oldest) if count > days else None


def tidy(connection: sqlite3.Connection, now: int, keep_days: int) -> None:
    """Count the day, and delete old data.

    Unfinished matches without a table are deleted, and guests who have been away for `GUEST_DAYS`. If `keep_days` is
    not 0, older results, finished matches and people are deleted too. Data of stored tables is kept.
    """
    count_day(connection, now)
    lost = "SELECT id FROM matches WHERE ended IS NULL AND id NOT IN (SELECT match FROM tables WHERE match NOT NULL)"
    _delete_matches(connection, lost)
    if (before := days_ago(connection, GUEST_DAYS)) is not None:
        _delete_people(connection, before, guests_only=True)
    if keep_days and (before := days_ago(connection, keep_days)) is not None:
        _delete_people(connection, before, guests_only=False)
        old = f"SELECT id FROM matches WHERE ended < {before} AND id NOT IN (SELECT match FROM tables WHERE match NOT NULL)"  # noqa: S608, E501  # a number
        connection.execute(f"DELETE FROM results WHERE match IN ({old})")  # noqa: S608  # a constant
        _delete_matches(connection, old)


def _delete_matches(connection: sqlite3.Connection, which: str) -> None:
    connection.execute(f"DELETE FROM actions WHERE match IN ({which})")  # noqa: S608  # a constant
    connection.execute(f"DELETE FROM matches WHERE id IN ({which})")  # noqa: S608  # a constant


def _delete_people(connection: sqlite3.Connection, before: int, *, guests_only: bool) -> None:
    """Delete people not seen since `before`, with their own data; keep people who have a seat at a stored table."""
    states = connection.execute("SELECT state FROM tables").fetchall()
    needed = json.dumps([identity for (state,) in states for identity in _IDENTITY.findall(state)])
    old = """SELECT identity FROM people WHERE last_seen < ? AND guest >= ?
             AND identity NOT IN (SELECT value FROM json_each(?))"""
    people = connection.execute(old, (before, guests_only, needed)).fetchall()
    for statement in _OF_PERSON:
        connection.executemany(statement, people)


def forget(connection: sqlite3.Connection, identity: str) -> None:
    """Delete all stored data of a person; other players' results show them without a name."""
    for statement in _OF_PERSON:
        connection.execute(statement, (identity,))
    connection.execute(
        "UPDATE results SET owner = '', guest = 1, name = ?, seen = 1 WHERE owner = ?", (DEFAULT_NAME, identity)
    )
    connection.execute("UPDATE actions SET who = '' WHERE who = ?", (identity,))
