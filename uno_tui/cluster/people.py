"""People in the broker: the names they own, guests' resume codes, and settings.

The form of a key is the hash of an identity, a name or a code, so that the broker's keys say nothing of people. Each
person has a random id, under which their results are kept.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from uno_tui.cluster.broker import Broker
from uno_tui.cluster.bucket import Bucket, hashed
from uno_tui.cluster.tasks import Tasks, patiently
from uno_tui.journal.people import MAX_NAMES, People, code_hash, new_resume_code
from uno_tui.journal.retention import GUEST_DAYS
from uno_tui.journal.store import Store
from uno_tui.names import clean_name, distinct, folded, near_name, random_code, unaccented
from uno_tui.table.options import GUEST, User

_GUEST_SECONDS: Final = GUEST_DAYS * 86400


class KnownPerson(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person who has been here."""

    pid: str
    """Random id under which the person's results are kept."""
    name: str
    guest: bool = False
    names: dict[str, str] = {}
    """Names that the person owns, by the folded form of the name that the person asked for."""
    seen: int = 0
    """Number of the newest match whose result the person has seen."""
    code: str = ""
    """Hash of the guest's resume code; empty for a person with a key."""


class OwnedName(msgspec.Struct, frozen=True):
    """A name that belongs to a person."""

    name: str
    identity: str


class CodeOwner(msgspec.Struct, frozen=True):
    """The guest who has a resume code."""

    identity: str
    name: str


class ClusterPeople(People):
    """All people who have ever been in this cluster."""

    def __init__(self, broker: Broker, store: Store) -> None:
        super().__init__(store)
        self.tasks = Tasks()
        self.forgets: Callable[[str], None] = lambda _pid: None
        """Called with the random id of a person whose data is deleted."""
        self.pids: dict[str, str] = {}
        """Random ids of the people who have used the cluster since this door started, by identity."""
        self.persons = Bucket(broker, "person", KnownPerson)
        self.names = Bucket(broker, "name", OwnedName)
        self.alike = Bucket(broker, "alike", list[str])
        """Lists of names that differ only in accents, by hash of the name without accents."""
        self.codes = Bucket(broker, "code", CodeOwner)
        self.chosen = Bucket(broker, "settings", dict[str, str])

    async def welcome(self, identity: str, name: str) -> User:
        """Return the user for a person who logs in; see `People.welcome`.

        Raises:
            EntryError: The broker does not answer.
        """
        return await patiently(lambda: self._welcome(identity, name))

    async def _welcome(self, identity: str, name: str) -> User:
        guest, name = identity.startswith(GUEST), clean_name(name)
        code = new_resume_code() if guest else ""
        given = await self._free(name, identity) if guest else await self._own(identity, name)
        user = User(identity, given, guest, resume_code=code)
        if guest:
            hidden = code_hash(code)
            await self.codes.put(hidden, CodeOwner(identity, given), None, _GUEST_SECONDS)
            await self._remember(identity, lambda old: KnownPerson(
                old.pid if old else random_code(12), given, True, seen=old.seen if old else 0, code=hidden
            ))  # fmt: skip  # one value
        return user

    async def _remember(self, identity: str, change: Callable[[KnownPerson | None], KnownPerson]) -> KnownPerson:
        """Store a changed person; `change` is called again if another process changed the same person in between."""
        key = hashed(identity)
        while True:
            held = await self.persons.get(key)
            new = change(held.value)
            self.pids[identity] = new.pid
            seconds = _GUEST_SECONDS if new.guest else 0
            if new == held.value or await self.persons.put(key, new, held.revision, seconds) is not None:
                return new

    async def _own(self, identity: str, name: str) -> str:
        """Return a name for a person with a key: one that the person owns and nobody else has."""
        asked = folded(name)
        held = await self.persons.get(hashed(identity))
        if held.value and (given := held.value.names.get(asked)):
            self.pids[identity] = held.value.pid
            return given
        full = held.value is not None and len(held.value.names) >= MAX_NAMES
        given = await self._free(name, identity) if full else await self._claim(name, identity)

        def change(old: KnownPerson | None) -> KnownPerson:
            old = old or KnownPerson(random_code(12), given)
            return msgspec.structs.replace(old, name=given, names=old.names if full else {**old.names, asked: given})

        await self._remember(identity, change)
        return given

    async def _free(self, name: str, identity: str) -> str:
        """Return the given name; if another person owns it, the name with a number."""
        taken: set[str] = set()
        while True:
            candidate = distinct(name, lambda one: folded(one) not in taken)
            held = await self.names.get(hashed(folded(candidate)))
            if held.value is None or held.value.identity == identity:
                return candidate
            taken.add(folded(candidate))

    async def _claim(self, name: str, identity: str) -> str:
        """Store a name as a person's own, with a number if another person owns it; return that name."""
        while True:
            candidate = await self._free(name, identity)
            key = hashed(folded(candidate))
            held = await self.names.get(key)
            if held.value and held.value.identity == identity:
                return held.value.name
            if held.value is None and await self.names.put(key, OwnedName(candidate, identity), held.revision):
                await self.list_alike(candidate)
                return candidate

    async def list_alike(self, name: str) -> None:
        """Add a name to the stored list of names that differ from it only in accents."""
        key = hashed(unaccented(name))
        while True:
            held = await self.alike.get(key)
            if name in (held.value or ()):
                return
            if await self.alike.put(key, [*(held.value or ()), name], held.revision) is not None:
                return

    async def guest_of(self, code: str) -> User | None:
        """Return the guest with the given resume code; None if there is none.

        Raises:
            EntryError: The broker does not answer.
        """
        return await patiently(lambda: self._guest_of(code))

    async def _guest_of(self, code: str) -> User | None:
        owner = (await self.codes.get(code_hash(code))).value if len(code) > 8 else None
        if owner is None:
            return None
        hidden = code_hash(code)
        await self._remember(
            owner.identity, lambda old: old or KnownPerson(random_code(12), owner.name, True, code=hidden)
        )
        return User(owner.identity, owner.name, guest=True, resume_code=code)

    async def user_of(self, identity: str) -> User | None:
        """Return the user for a person with a key; see `People.user_of`.

        Raises:
            EntryError: The broker does not answer.
        """
        if not (name := await self.name_of(identity)):
            return None
        await patiently(lambda: self.pid(identity))
        return User(identity, name)

    async def name_of(self, identity: str) -> str:
        """Return the name that a person with a key used last; see `People.name_of`.

        Raises:
            EntryError: The broker does not answer.
        """
        person = (await patiently(lambda: self.persons.get(hashed(identity)))).value
        return person.name if person and not person.guest else ""

    async def named(self, name: str) -> str | None:
        """Return the identity of the person who owns a name; None if nobody owns it."""
        owner = (await self.names.get(hashed(folded(clean_name(name))))).value
        if owner is None:
            return None
        await self.pid(owner.identity)
        return owner.identity

    async def near(self, name: str) -> str:
        """Return the known name that differs from the given one only in accents; empty if there is none or several."""
        names = (await self.alike.get(hashed(unaccented(clean_name(name))))).value or ()
        return near_name(folded(clean_name(name)), names)

    async def knows(self, identity: str) -> bool:
        """Return whether the person has used the cluster before and their data is not deleted."""
        return (await self.persons.get(hashed(identity))).value is not None

    async def pid(self, identity: str) -> str:
        """Return a person's random id; for a person whose data was deleted, a new id that is not stored."""
        if (found := self.pids.get(identity)) is None:
            held = await self.persons.get(hashed(identity))
            found = held.value.pid if held.value else random_code(12)
            if held.value:
                self.pids[identity] = found
        return found

    def forget(self, identity: str) -> None:
        """Delete all stored data of a person; the person must have no seat at a table."""
        self.tasks.insist(lambda: self.delete(identity))

    async def delete(self, identity: str) -> None:
        """Delete all stored data of a person except match results."""
        key = hashed(identity)
        if person := (await self.persons.get(key)).value:
            for name in set(person.names.values()):
                await self.names.delete(hashed(folded(name)), None)
                alike = await self.alike.get(hashed(unaccented(name)))
                rest = [one for one in alike.value or () if one != name]
                await self.alike.put(hashed(unaccented(name)), rest, alike.revision)
            if person.code:
                await self.codes.delete(person.code, None)
            self.forgets(person.pid)
        await self.chosen.delete(key, None)
        await self.persons.delete(key, None)
        self.pids.pop(identity, None)

    async def settings(self, identity: str) -> dict[str, str]:
        """Return a person's stored settings, by name of the setting.

        Raises:
            EntryError: The broker does not answer.
        """
        held = await patiently(lambda: self.chosen.get(hashed(identity)))
        return dict(held.value or {})

    def set(self, identity: str, name: str, value: str) -> None:
        """Store one setting of a person."""
        self.tasks.insist(lambda: self._set(identity, name, value))

    async def _set(self, identity: str, name: str, value: str) -> None:
        key = hashed(identity)
        seconds = _GUEST_SECONDS if identity.startswith(GUEST) else 0
        while True:
            held = await self.chosen.get(key)
            if await self.chosen.put(key, {**(held.value or {}), name: value}, held.revision, seconds) is not None:
                return

    async def mark_seen(self, identity: str, match: int) -> None:
        """Store that a person has seen the results up to a match."""
        if identity in self.pids:
            await self._remember(
                identity,
                lambda old: (
                    msgspec.structs.replace(old, seen=max(old.seen, match))
                    if old
                    else KnownPerson(self.pids[identity], "", seen=match)
                ),
            )

    async def seen(self, identity: str) -> int:
        """Return the number of the newest match whose result a person has seen."""
        person = (await self.persons.get(hashed(identity))).value
        return person.seen if person else 0
