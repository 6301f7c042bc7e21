"""Bans, kept in the data folder: of keys, and of guests by their address."""

import os
import secrets
from pathlib import Path

import msgspec

from uno_server.person import Person
from uno_server.ssh.addresses import client_network

BANS_NAME = "bans.json"


class BansError(OSError):
    """The list of bans exists but cannot be used; the server must not start without it."""


class _Entries(msgspec.Struct, forbid_unknown_fields=True):
    keys: set[str] = msgspec.field(default_factory=set)
    """Fingerprints of banned keys."""
    guests: set[str] = msgspec.field(default_factory=set)
    """Addresses of banned guests, as `client_network` returns them."""


class Bans:
    """The list of bans; without a folder it is only in memory."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = folder / BANS_NAME if folder else None
        self._entries = _Entries()
        if self._path is not None and os.path.lexists(self._path):
            try:
                self._entries = msgspec.json.decode(self._path.read_bytes(), type=_Entries)
            except msgspec.DecodeError as error:
                raise BansError(f"the bans in {self._path} cannot be read: {error}; repair or remove it") from error
            except OSError as error:
                raise BansError(f"the bans in {self._path} cannot be read: {error.strerror or error}") from error

    def has_key(self, fingerprint: str) -> bool:
        """Return whether a key is banned."""
        return fingerprint in self._entries.keys

    def has_guests_of(self, address: str) -> bool:
        """Return whether guests from an address are banned."""
        return bool(self._entries.guests) and client_network(address) in self._entries.guests

    @property
    def entries(self) -> list[str]:
        """Every ban, in the form that `remove` takes."""
        return sorted(self._entries.keys) + sorted(self._entries.guests)

    def add(self, person: Person) -> str:
        """Ban a person's key, or for a guest all guests from that address; return the new entry."""
        entry = client_network(person.address) if person.guest else person.identity.removeprefix("ssh:")
        (self._entries.guests if person.guest else self._entries.keys).add(entry)
        self._save()
        return entry

    def remove(self, entry: str) -> bool:
        """Remove a ban and return whether there was one."""
        found = [entries for entries in (self._entries.keys, self._entries.guests) if entry in entries]
        for entries in found:
            entries.remove(entry)
            self._save()
        return bool(found)

    def _save(self) -> None:
        """Write a new file and rename it over the old one, so that a crash never leaves half a list."""
        if self._path is None:
            return
        draft = self._path.with_name(f"{self._path.name}.{secrets.token_hex(8)}")
        try:
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123 -- a file descriptor
                file.write(msgspec.json.encode(self._entries, order="deterministic"))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path)
        finally:
            draft.unlink(missing_ok=True)
