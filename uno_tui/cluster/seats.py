"""Where each person is: one table a person in the whole cluster, and which table has a code.

A claim is written before the entry that lets the person in, and names their session. So of two doors that let one
person in at two tables at once, the one whose claim was overwritten takes the person out again.
"""

from typing import Final

import msgspec

from uno_tui.cluster.broker import Broker
from uno_tui.cluster.bucket import Bucket, Held, hashed
from uno_tui.table.process.log import LogKey

_TRIES: Final = 5


class SeatClaim(msgspec.Struct, frozen=True):
    """A person's claim to be at a table, so that the person is at only one table of the cluster."""

    code: str
    life: str
    session: str

    @property
    def key(self) -> LogKey:
        """The table."""
        return LogKey(self.code, self.life)


class TableAddress(msgspec.Struct, frozen=True):
    """The life of the table that has a code: an id that tells apart tables with the same code."""

    life: str


class Seats:
    """All seat claims and table addresses of the cluster."""

    def __init__(self, broker: Broker) -> None:
        self.claims = Bucket(broker, "seat", SeatClaim)
        self.addresses = Bucket(broker, "table", TableAddress)

    async def where(self, identity: str) -> Held[SeatClaim]:
        """Ask the broker for a person's seat claim, which another door may change at any moment."""
        return await self.claims.get(hashed(identity))

    async def claim(self, identity: str, claim: SeatClaim, revision: int) -> bool:
        """Claim a table for a person; return False if the stored claim no longer has the given revision."""
        return await self.claims.put(hashed(identity), claim, revision) is not None

    async def holds(self, identity: str, session: str) -> bool:
        """Return whether a person's newest claim is from the given session."""
        held = await self.where(identity)
        return held.value is not None and held.value.session == session

    async def free(self, identity: str, key: LogKey, session: str = "") -> None:
        """Delete a person's claim to a table, if unchanged; `session` limits this to a claim from that session."""
        held = await self.where(identity)
        if held.value and held.value.key == key and session in ("", held.value.session):
            await self.claims.delete(hashed(identity), held.revision)

    async def table(self, code: str) -> LogKey | None:
        """Return the key of the table with the given code; None if no table has the code."""
        held = await self.addresses.get(code)
        return LogKey(code, held.value.life) if held.value else None

    async def settle(self, key: LogKey) -> bool:
        """Reserve the code for a new table; return False if another table has the code."""
        for _ in range(_TRIES):
            held = await self.addresses.get(key.code)
            if held.value is not None:
                return held.value.life == key.life
            if await self.addresses.put(key.code, TableAddress(key.life), held.revision) is not None:
                return True
        return False

    async def vacate(self, key: LogKey) -> None:
        """Delete a table's address, unless another table has the code by now."""
        held = await self.addresses.get(key.code)
        if held.value and held.value.life == key.life:
            await self.addresses.delete(key.code, held.revision)
