"""People: the names they own, guests' resume codes, and settings."""

import hashlib
import sqlite3
import time
from collections.abc import Callable
from typing import Final

from uno_tui.journal.layout.schema import FORMATS
from uno_tui.journal.retention import forget
from uno_tui.journal.store import Store, statement
from uno_tui.names import clean_name, distinct, folded, near_name, random_code
from uno_tui.table.options import GUEST, User

_CODE_LENGTH: Final = 12
MAX_NAMES: Final = 8
"""Maximum number of names that one person can own, so that nobody reserves all names."""

_SEEN = """INSERT INTO people (identity, name, guest, first_seen, last_seen) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (identity) DO UPDATE SET name = excluded.name, last_seen = excluded.last_seen"""
_SETTING = "INSERT OR REPLACE INTO settings (identity, name, value, format) VALUES (?, ?, ?, ?)"


def new_resume_code() -> str:
    """Return a new resume code of 57 random bits, in groups of four.

    >>> len(new_resume_code())
    14
    """
    code = random_code(_CODE_LENGTH)
    return "-".join(code[start : start + 4] for start in range(0, _CODE_LENGTH, 4))


def code_hash(code: str) -> str:
    """Return the stored hash of a resume code; dashes, blanks and case do not matter.

    >>> code_hash("bcdf ghjk MNPQ") == code_hash("BCDF-GHJK-MNPQ")
    True
    """
    plain = "".join(char for char in code.upper() if char.isascii() and char.isalnum())
    return hashlib.sha256(plain.encode()).hexdigest()


class People:
    """All people who have ever been on this server or machine."""

    def __init__(self, store: Store, today: Callable[[], float] = time.time) -> None:
        self._store = store
        self._today = today
        self._unstored: dict[str, User] = {}
        """Guests whose codes are not stored yet, by hash of the code."""

    async def welcome(self, identity: str, name: str) -> User:
        """Return the user for a person who logs in, under their own name or a similar one if another person owns it.

        A guest, who has no key, gets a resume code and owns no name.
        """
        guest = identity.startswith(GUEST)
        code = new_resume_code() if guest else ""
        user = User(identity, self._name(identity, clean_name(name), guest), guest, resume_code=code)
        now = int(self._today())

        def enter(connection: sqlite3.Connection) -> None:
            connection.execute(_SEEN, (identity, user.name, guest, now, now))
            if guest:
                connection.execute("UPDATE people SET code = ? WHERE identity = ?", (code_hash(code), identity))
            else:
                self._pin(connection, user, folded(clean_name(name)))

        if guest:
            self._unstored[code_hash(code)] = user
        self._store.write(("person", identity), enter, lambda: self._stored(code))
        return user

    def _stored(self, code: str) -> None:
        self._unstored.pop(code_hash(code), None)

    def _name(self, identity: str, name: str, guest: bool) -> str:
        if not guest:
            asked = "SELECT name FROM names WHERE identity = ? AND asked = ?"
            if rows := self._store.read(asked, identity, folded(name)):
                return str(rows[0][0])
        owner = "SELECT 1 FROM names WHERE folded = ? AND identity != ?"
        return distinct(name, lambda one: not self._store.read(owner, folded(one), identity))

    @staticmethod
    def _pin(connection: sqlite3.Connection, user: User, asked: str) -> None:
        """Reserve a name for a person, unless the person owns too many names or somebody else owns this one."""
        (count,) = connection.execute("SELECT count(*) FROM names WHERE identity = ?", (user.identity,)).fetchone()
        if count < MAX_NAMES:
            connection.execute(
                "INSERT OR IGNORE INTO names (folded, name, asked, identity) VALUES (?, ?, ?, ?)",
                (folded(user.name), user.name, asked, user.identity),
            )

    async def guest_of(self, code: str) -> User | None:
        """Return the guest with the given resume code; None if there is none."""
        hashed = code_hash(code)
        if user := self._unstored.get(hashed):
            return user
        rows = self._store.read("SELECT identity, name FROM people WHERE code = ?", hashed)
        if not rows:
            return None
        ((identity, name),) = rows
        now = int(self._today())
        self._store.write(("seen", identity, now), statement(_SEEN, identity, name, True, now, now))
        return User(identity, name, guest=True, resume_code=code)

    async def user_of(self, identity: str) -> User | None:
        """Return the user for a person with a key, under the name used last; None if that person was never here."""
        if not (name := await self.name_of(identity)):
            return None
        now = int(self._today())
        self._store.write(("seen", identity, now), statement(_SEEN, identity, name, False, now, now))
        return User(identity, name)

    async def name_of(self, identity: str) -> str:
        """Return the name that a person with a key used last; empty if that person was never here."""
        rows = self._store.read("SELECT name FROM people WHERE identity = ? AND NOT guest", identity)
        return str(rows[0][0]) if rows else ""

    async def named(self, name: str) -> str | None:
        """Return the identity of the person who owns a name; None if nobody owns it."""
        rows = self._store.read("SELECT identity FROM names WHERE folded = ?", folded(clean_name(name)))
        return str(rows[0][0]) if rows else None

    async def near(self, name: str) -> str:
        """Return the known name that differs from the given one only in accents; empty if there is none or several."""
        wanted = folded(clean_name(name))
        rows = self._store.read("SELECT name FROM names WHERE length(folded) = ? LIMIT 1000", len(wanted))
        return near_name(wanted, (str(row[0]) for row in rows))

    async def knows(self, identity: str) -> bool:
        """Return whether the person has used this server or machine before and their data is not deleted."""
        return bool(self._store.read("SELECT 1 FROM people WHERE identity = ?", identity))

    def forget(self, identity: str) -> None:
        """Delete all stored data of a person; the person must have no seat at a table."""
        self._unstored = {code: user for code, user in self._unstored.items() if user.identity != identity}
        self._store.write(("forget", identity), lambda connection: forget(connection, identity))

    async def settings(self, identity: str) -> dict[str, str]:
        """Return a person's stored settings, by name of the setting."""
        return dict(self._store.read("SELECT name, value FROM settings WHERE identity = ?", identity))

    def set(self, identity: str, name: str, value: str) -> None:
        """Store one setting of a person."""
        self._store.write(("setting", identity, name), statement(_SETTING, identity, name, value, FORMATS["settings"]))
