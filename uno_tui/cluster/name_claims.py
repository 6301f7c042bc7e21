"""Display names that are unique in the whole cluster: a door claims a name in the broker before a person gets it."""

from dataclasses import replace
from typing import Final

import msgspec

from uno_tui.cluster.broker import Broker, BrokerGoneError
from uno_tui.cluster.bucket import Bucket, hashed
from uno_tui.cluster.doors import Doors
from uno_tui.lobby.people.directory import Directory
from uno_tui.lobby.people.names import NameRegister
from uno_tui.names import clean_name, distinct, folded
from uno_tui.table.options import User

_TRIES: Final = 5


class NameClaim(msgspec.Struct, frozen=True):
    """A name that somebody has here."""

    identity: str
    door: str


class NameClaims:
    """The names of the people of one door. While the broker is gone, a name is unique at this door only."""

    def __init__(self, broker: Broker, doors: Doors, names: NameRegister, directory: Directory) -> None:
        self._claims = Bucket(broker, "here", NameClaim)
        self._doors, self._names, self._directory = doors, names, directory

    async def arrive(self, user: User) -> User:
        """Return the person with a display name that is theirs until `depart`; see `Lobby.arrive`."""
        if self._names.has(user.identity):
            return self._names.arrive(user)
        wanted = self._directory.name_of(user.identity) or clean_name(user.name)
        taken: set[str] = set()
        while True:
            name = distinct(wanted, lambda one: folded(one) not in taken and self._names.is_free(one, user.identity))
            try:
                if await self._claim(name, user.identity):
                    break
            except BrokerGoneError:
                break
            taken.add(folded(name))
        return self._names.arrive(replace(user, name=name))

    async def _claim(self, name: str, identity: str) -> bool:
        key = hashed(folded(name))
        for _ in range(_TRIES):
            held = await self._claims.get(key)
            if held.value and held.value.identity != identity and self._doors.knows(held.value.door):
                return False
            if await self._claims.put(key, NameClaim(identity, self._doors.own), held.revision) is not None:
                return True
        return False

    async def free(self, name: str, identity: str) -> None:
        """Delete the claim of a person whose last session has ended, unless they are back by now."""
        key = hashed(folded(name))
        held = await self._claims.get(key)
        if held.value == NameClaim(identity, self._doors.own) and not self._names.has(identity):
            await self._claims.delete(key, held.revision)
