"""Links: phones that play under the identity of a person with a key. Only the hash of a phone's secret is stored."""

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from uno_tui.journal.store import Store, statement

MAX_LINKS: Final = 8
"""Maximum number of linked phones per person; linking another one removes the oldest."""


@dataclass(frozen=True, slots=True)
class LinkedPhone:
    """One linked phone. Times are seconds since 1970, for display."""

    hash: str
    linked: int
    seen: int
    """Time at which the phone last connected."""


def secret_hash(secret: str) -> str:
    """Return the stored hash of a phone's secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


class Links:
    """All linked phones. `journal.retention` deletes old ones."""

    def __init__(self, store: Store, today: Callable[[], float] = time.time) -> None:
        self._store = store
        self._today = today

    async def add(self, identity: str) -> str:
        """Link a phone to a person, and return its new secret."""
        secret = secrets.token_urlsafe(24)
        now = int(self._today())
        for old in (await self.of(identity))[MAX_LINKS - 1 :]:
            self.remove(old.hash)
        row = "INSERT INTO links (hash, identity, linked, seen) VALUES (?, ?, ?, ?)"
        hashed = secret_hash(secret)
        self._store.write(("link", hashed), statement(row, hashed, identity, now, now))
        return secret

    async def identity_of(self, secret: str) -> str | None:
        """Return the identity of the person whose phone has this secret, and note the time; None if no phone has it."""
        hashed = secret_hash(secret)
        rows = self._store.read("SELECT identity FROM links WHERE hash = ?", hashed)
        if not rows:
            return None
        now = int(self._today())
        seen = statement("UPDATE links SET seen = ? WHERE hash = ?", now, hashed)
        self._store.write(("link-seen", hashed, now), seen)
        return str(rows[0][0])

    async def of(self, identity: str) -> tuple[LinkedPhone, ...]:
        """Return a person's linked phones, the most recently linked first."""
        asked = "SELECT hash, linked, seen FROM links WHERE identity = ? ORDER BY linked DESC, hash"
        return tuple(LinkedPhone(str(row[0]), int(row[1]), int(row[2])) for row in self._store.read(asked, identity))

    def remove(self, hashed: str) -> None:
        """Remove a phone's link; the phone's secret is no longer accepted."""
        self._store.write(("unlink", hashed), statement("DELETE FROM links WHERE hash = ?", hashed))
