"""Bans, kept in the data folder: of keys, and of guests by their address; each with its reason, end and author."""

import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from uno_server.person import Person
from uno_server.ssh.addresses import client_network
from uno_server.ssh.logins import PublicKey
from uno_tui.i18n import Sentence, TranslatableError
from uno_tui.i18n.system_reasons import reason_of
from uno_tui.local.files import replace_file

BANS_NAME = "bans.json"
_UNITS: Final = {"m": 60, "h": 3600, "d": 86400, "w": 604800}
_DURATION: Final = re.compile(r"(\d{1,4})([mhdw])")
_KEPT_SECONDS: Final = 86400.0
"""Seconds for which an ended ban stays in the file, so that a wrong clock at a start deletes no bans."""


class BansError(TranslatableError, OSError):
    """The file of bans exists but cannot be read; the server must not start without its bans."""


class Ban(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One ban. Times are seconds since 1970."""

    entry: str
    """The banned identity: the fingerprint of a key, or a guest's network as `client_network` returns it."""
    reason: str = ""
    by: str = ""
    """The operator who set the ban: name and the beginning of their key."""
    since: int = 0
    """Start of the ban, in seconds since 1970; 0 if an older version wrote it."""
    until: int | None = None
    """End of the ban, in seconds since 1970; None for a permanent ban."""

    def text(self, name: str = "") -> str:
        """Return the ban as a line of text for operators: its entry, the name of the key's owner, and the rest."""
        whom = f"{self.entry} ({name})" if name else self.entry
        end = f"until {_utc(self.until)}" if self.until is not None else "for good"
        since = f", since {_utc(self.since)}" if self.since else ""
        by = f", by {self.by}" if self.by else ""
        return f"{whom} {end}{since}{by}{f': {self.reason}' if self.reason else ''}"


class _Content(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    bans: list[Ban] = msgspec.field(default_factory=list)
    keys: set[str] = msgspec.field(default_factory=set)
    """Banned fingerprints, in the format of older versions."""
    guests: set[str] = msgspec.field(default_factory=set)
    """Banned guest addresses, in the format of older versions."""


class Bans:
    """The list of bans; kept only in memory if there is no folder."""

    def __init__(
        self,
        folder: Path | None = None,
        today: Callable[[], float] = time.time,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = folder / BANS_NAME if folder else None
        self.changed: Callable[[str, Ban | None], None] = lambda _entry, _ban: None
        """Called when an operator here sets or lifts a ban: with its entry and the ban, or None if it was lifted."""
        self._today, self._now = today, now
        self._bans: dict[str, Ban] = {}
        self._ends: dict[str, float] = {}
        """End of each temporary ban, on the monotonic clock `now`, which clock changes do not affect."""
        if self._path is not None and os.path.lexists(self._path):
            try:
                content = msgspec.json.decode(self._path.read_bytes(), type=_Content)
            except msgspec.DecodeError as error:
                raise BansError(
                    Sentence("the bans in {path} cannot be understood; repair or remove the file", path=self._path)
                ) from error
            except OSError as error:
                raise BansError(
                    Sentence("the bans in {path} cannot be read: {reason}", path=self._path, reason=reason_of(error))
                ) from error
            for ban in (*(Ban(entry=entry) for entry in sorted(content.keys | content.guests)), *content.bans):
                self._enter(ban)

    def _enter(self, ban: Ban) -> None:
        self._bans[ban.entry] = ban
        self._ends.pop(ban.entry, None)
        if ban.until is not None:
            self._ends[ban.entry] = self._now() + max(0.0, ban.until - self._today())

    def _holds(self, entry: str) -> bool:
        return entry in self._bans and self._now() < self._ends.get(entry, float("inf"))

    def has_key(self, fingerprint: str) -> bool:
        """Return whether a key is banned."""
        return self._holds(fingerprint)

    def has_guests_of(self, address: str) -> bool:
        """Return whether guests from an address are banned."""
        return bool(self._bans) and self._holds(client_network(address))

    @property
    def current(self) -> list[Ban]:
        """The bans in force, by entry."""
        return [ban for entry, ban in sorted(self._bans.items()) if self._holds(entry)]

    @property
    def entries(self) -> list[str]:
        """The entries of the active bans, as `remove` accepts them."""
        return [ban.entry for ban in self.current]

    def add(self, entry: str, *, seconds: int | None = None, reason: str = "", by: str = "") -> Ban:
        """Ban a key or the guests of an address, for that many seconds or for good; return the ban.

        Raises:
            OSError: the list cannot be saved; the ban holds until the server stops.
        """
        since = int(self._today())
        until = None if seconds is None else since + seconds
        self._enter(Ban(entry=entry, reason=reason, by=by, since=since, until=until))
        self.changed(entry, self._bans[entry])
        self._save()
        return self._bans[entry]

    def remove(self, entry: str) -> bool:
        """Remove a ban and return whether it was active; raise `OSError` if the list cannot be saved."""
        held = self._holds(entry)
        self._ends.pop(entry, None)
        if self._bans.pop(entry, None):
            self.changed(entry, None)
            self._save()
        return held

    def learn(self, entry: str, ban: Ban | None) -> None:
        """Store a ban that another server set, or remove it if None; raise `OSError` if the list cannot be saved."""
        if ban == self._bans.get(entry):
            return
        if ban is not None:
            self._enter(ban)
        else:
            self._ends.pop(entry, None)
            self._bans.pop(entry, None)
        self._save()

    def restore(self) -> bool:
        """Write the file of bans again if it is missing; return whether it was missing. Raise `OSError` on failure."""
        if not self._bans or self._path is None or os.path.lexists(self._path):
            return False
        self._save()
        return True

    def _save(self) -> None:
        """Save the list by renaming a new file over the old one, so that a crash never leaves half a list."""
        now = self._now()
        for entry in [one for one, end in self._ends.items() if now >= end + _KEPT_SECONDS]:
            del self._bans[entry], self._ends[entry]
        if self._path is None:
            return
        content = _Content(bans=list(self._bans.values()))
        replace_file(self._path, msgspec.json.encode(content, order="deterministic"))


def entry_of(person: Person) -> str:
    """Return the ban entry for a person: their key, or a guest's address."""
    return client_network(person.address) if person.guest else person.identity.removeprefix("ssh:")


def read_entry(text: str) -> str | None:
    """Parse a typed fingerprint or address into a ban entry; return None for anything else."""
    text = text.removeprefix("ssh:")
    try:
        return PublicKey(text).fingerprint if text.startswith("SHA256:") else client_network(text.removesuffix("/64"))
    except ValueError:
        return None


def read_duration(text: str) -> int | None:
    """Return the seconds of a duration; None for a text that is none.

    >>> read_duration("7d"), read_duration("spam")
    (604800, None)
    """
    found = _DURATION.fullmatch(text)
    return int(found[1]) * _UNITS[found[2]] if found else None


def _utc(seconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))
