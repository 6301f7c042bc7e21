"""Who was banned, kept in the data folder: keys for good, and guests by their address."""

import os
import secrets
from pathlib import Path

import msgspec

from uno_server.person import Person
from uno_server.ssh.addresses import client_network

BANS_NAME = "bans.json"


class BansError(OSError):
    """The list of bans is there but cannot be used; the server must not start without it."""


class _Lists(msgspec.Struct, forbid_unknown_fields=True):
    keys: set[str] = msgspec.field(default_factory=set)
    """Fingerprints."""
    guests: set[str] = msgspec.field(default_factory=set)
    """Addresses, as `client_network` returns them."""


class Bans:
    """The list of bans; without a folder it lasts as long as the process."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = folder / BANS_NAME if folder else None
        self._lists = _Lists()
        if self._path is not None and os.path.lexists(self._path):
            try:
                self._lists = msgspec.json.decode(self._path.read_bytes(), type=_Lists)
            except msgspec.DecodeError as error:
                raise BansError(f"the bans in {self._path} cannot be read: {error}; repair or remove it") from error
            except OSError as error:
                raise BansError(f"the bans in {self._path} cannot be read: {error.strerror or error}") from error

    def has_key(self, fingerprint: str) -> bool:
        """Whether the owner of that key is banned."""
        return fingerprint in self._lists.keys

    def has_guests_of(self, address: str) -> bool:
        """Whether guests from there are banned."""
        return bool(self._lists.guests) and client_network(address) in self._lists.guests

    @property
    def entries(self) -> list[str]:
        """Every ban, as `remove` takes it."""
        return sorted(self._lists.keys) + sorted(self._lists.guests)

    def add(self, person: Person) -> str:
        """Ban a person and return the entry: the key, or for a guest all guests from that address."""
        entry = client_network(person.address) if person.guest else person.identity.removeprefix("ssh:")
        (self._lists.guests if person.guest else self._lists.keys).add(entry)
        self._save()
        return entry

    def remove(self, entry: str) -> bool:
        """Lift a ban; False if there is none of that name."""
        found = [entries for entries in (self._lists.keys, self._lists.guests) if entry in entries]
        for entries in found:
            entries.remove(entry)
            self._save()
        return bool(found)

    def _save(self) -> None:
        """Write beside the list, then put it in its place, so that it is always whole."""
        if self._path is None:
            return
        draft = self._path.with_name(f"{self._path.name}.{secrets.token_hex(8)}")
        try:
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123 -- a file descriptor
                file.write(msgspec.json.encode(self._lists, order="deterministic"))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path)
        finally:
            draft.unlink(missing_ok=True)
