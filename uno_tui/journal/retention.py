"""Retention: deletion of old data, and of all data of one person.

Age is counted in days on which the program ran, never by the clock alone. So a clock that is wrong by months deletes
nothing, and neither does a long pause of the program.
"""

import json
import re
import sqlite3
from typing import Final

import msgspec

from uno_tui.names import DEFAULT_NAME, random_code
from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.forgetting import forgotten
from uno_tui.table.options import GUEST

LINK_DAYS: Final = 90
"""Number of days after which a phone must be linked again."""
GUEST_DAYS: Final = 60
"""Number of days after which an absent guest's data is deleted."""
_DAY: Final = 86400
_IDENTITY: Final = re.compile(r'"((?:guest|ssh):[^"\\]*|local)"')
_LOG: Final = "SELECT position, text FROM entries WHERE code = ? AND life = ? ORDER BY position"
_OF_PERSON: Final = (
    "DELETE FROM ratings WHERE owner = ?",
    "DELETE FROM settings WHERE identity = ?",
    "DELETE FROM names WHERE identity = ?",
    "DELETE FROM links WHERE identity = ?",
    "DELETE FROM daily WHERE identity = ?",
    "DELETE FROM people WHERE identity = ?",
)


def count_day(connection: sqlite3.Connection, now: int) -> None:
    """Record the day of a time (in seconds since 1970) as a day on which the program has run."""
    last = connection.execute("SELECT began FROM days ORDER BY number DESC LIMIT 1").fetchone()
    began = now - now % _DAY
    if last != (began,):
        connection.execute("INSERT INTO days (began) VALUES (?)", (began,))


def days_ago(connection: sqlite3.Connection, days: int) -> int | None:
    """Return the start of the day this many recorded days ago; None if fewer days have been recorded."""
    last = "SELECT began FROM days ORDER BY number DESC LIMIT ?"
    count, oldest = connection.execute(f"SELECT count(*), min(began) FROM ({last})", (days + 1,)).fetchone()  # noqa: S608  # a constant
    return int(oldest) if count > days else None


def tidy(connection: sqlite3.Connection, now: int, keep_days: int) -> None:
    """Count the day, and delete old data.

    Guests who have been away for `GUEST_DAYS` are deleted. If `keep_days` is not 0, older results, matches and people
    are deleted too. People at stored tables are kept.
    """
    count_day(connection, now)
    if (before := days_ago(connection, LINK_DAYS)) is not None:
        connection.execute("DELETE FROM links WHERE linked < ?", (before,))
    if (before := days_ago(connection, GUEST_DAYS)) is not None:
        _delete_people(connection, before, guests_only=True)
    if keep_days and (before := days_ago(connection, keep_days)) is not None:
        _delete_people(connection, before, guests_only=False)
        connection.execute("DELETE FROM results WHERE match IN (SELECT id FROM matches WHERE ended < ?)", (before,))
        connection.execute("DELETE FROM matches WHERE ended < ?", (before,))
        connection.execute("DELETE FROM daily WHERE day < date(?, 'unixepoch')", (before,))


def _delete_people(connection: sqlite3.Connection, before: int, *, guests_only: bool) -> None:
    """Delete people not seen since `before`, with their own data; keep people named in the log of a stored table."""
    texts = connection.execute("SELECT text FROM entries WHERE text GLOB '*\"identity\":*'").fetchall()
    needed = json.dumps([identity for (text,) in texts for identity in _IDENTITY.findall(text)])
    old = """SELECT identity FROM people WHERE last_seen < ? AND guest >= ?
             AND identity NOT IN (SELECT value FROM json_each(?))"""
    people = connection.execute(old, (before, guests_only, needed)).fetchall()
    for statement in _OF_PERSON:
        connection.executemany(statement, people)


def forget(connection: sqlite3.Connection, identity: str) -> None:
    """Delete all stored data of a person; other players' results show them without a name.

    In logs of tables that the person has left, another guest takes their place.
    """
    for statement in _OF_PERSON:
        connection.execute(statement, (identity,))
    connection.execute(
        "UPDATE results SET owner = '', guest = 1, name = ?, seen = 1 WHERE owner = ?", (DEFAULT_NAME, identity)
    )
    _forget_in_logs(connection, identity)


def _forget_in_logs(connection: sqlite3.Connection, identity: str) -> None:
    """Replace a person's identity and name in every log that names the person; the logs still give the same tables.

    In a log that this program cannot read, only the identity is replaced.
    """
    stored = msgspec.json.encode(identity).decode()
    update = "UPDATE entries SET text = ? WHERE code = ? AND life = ? AND position = ?"
    for log in connection.execute("SELECT DISTINCT code, life FROM entries WHERE instr(text, ?)", (stored,)).fetchall():
        rows = connection.execute(_LOG, log).fetchall()
        anonymous = f"{GUEST}{random_code(12)}"
        try:
            entries = forgotten([Entry.read(text) for _, text in rows], identity, anonymous, random_code(8))
            texts = [entry.text for entry in entries]
        except ValueError:
            texts = [text.replace(stored, f'"{anonymous}"') for _, text in rows]
        connection.executemany(
            update, [(new, *log, number) for new, (number, old) in zip(texts, rows, strict=True) if new != old]
        )
