"""How a person gets to a table of the cluster: claim the table, enter it, and check that the claim is still the newest.

A door that has a table in memory asks the broker first, so that no entry stored by another door is overlooked.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

from uno_tui.cluster.broker import Broker, BrokerGoneError
from uno_tui.cluster.seats import SeatClaim, Seats
from uno_tui.cluster.streams import journal_of
from uno_tui.cluster.subjects import place_of, shard_of
from uno_tui.cluster.tasks import PATIENCE_SECONDS, Tasks, until
from uno_tui.lobby.people.newcomer import Newcomer
from uno_tui.table.handle import MemberHandle
from uno_tui.table.options import EntryError, EntryProblem
from uno_tui.table.process.log import LogKey
from uno_tui.table.protocol import Listener, Stage
from uno_tui.table.requests import Handle
from uno_tui.table.results import Register
from uno_tui.table.table import Table

_TRIES: Final = 5
_OPENING_TRIES: Final = 20
_OPENING_SECONDS: Final = 0.1
"""Seconds between two looks for a table that has an address but no entry yet."""

Load = Callable[[LogKey], Awaitable[Table | None]]
"""Returns a table, served by this door from now on; None if it is closed."""


@asynccontextmanager
async def limited(arriving: AbstractAsyncContextManager[Newcomer]) -> AsyncIterator[Newcomer]:
    """Let a person arrive; a broker that does not answer in time ends the ``async with`` block with an `EntryError`."""
    try:
        async with arriving as newcomer, asyncio.timeout(PATIENCE_SECONDS):
            yield newcomer
    except (BrokerGoneError, TimeoutError) as error:
        raise EntryError(EntryProblem.WAITING) from error


class Joining:
    """Lets people join the cluster's tables through one door."""

    def __init__(
        self, broker: Broker, seats: Seats, load: Load, tasks: Tasks, register: Register, new_id: Callable[[], str]
    ) -> None:
        """`new_id` returns an id for a session."""
        self._broker, self._seats, self._load = broker, seats, load
        self._tasks, self._register, self._new_id = tasks, register, new_id

    async def named(self, code: str) -> Table | None:
        """Return the table that has a code, served here from now on; wait for one that is just being opened."""
        for _ in range(_OPENING_TRIES):
            if (key := await self._seats.table(code)) is None:
                return None
            if table := await self._load(key):
                return table
            await asyncio.sleep(_OPENING_SECONDS)
        return None

    async def table_of(self, identity: str) -> Table | None:
        """Return the table where a person has a seat; None if the person has no seat."""
        claim = (await self._seats.where(identity)).value
        table = await self._fresh(claim.key) if claim else None
        member = table.state.known(identity) if table else None
        return table if table and member and table.state.seat_of(member.number) is not None else None

    async def _fresh(self, key: LogKey) -> Table | None:
        """Return a table with all entries stored by any door; None if the table is closed."""
        if (table := await self._load(key)) is None:
            return None
        newest = await self._broker.last(journal_of(shard_of(key.code)), f"uno.j.{place_of(key)}")
        position = newest.position if newest else 0
        if table.replica.position < position:
            table.replica.read_on()
            await until(lambda: not table.open or table.replica.position >= position, PATIENCE_SECONDS)
        return table if table.open and newest else None

    async def claim(self, identity: str, key: LogKey, session: str) -> None:
        """Claim a table for a person, and remove them from any other; raise `EntryError` if they play at the other."""
        for _ in range(_TRIES):
            held = await self._seats.where(identity)
            if held.value and held.value.key != key and (other := await self._fresh(held.value.key)):
                await self._leave(other, identity)
            if await self._seats.claim(identity, SeatClaim(*key, session), held.revision):
                return
        raise EntryError(EntryProblem.WAITING)

    @staticmethod
    async def _leave(table: Table, identity: str) -> None:
        """Remove a person from a table; raise `EntryError` if they have a seat in its match."""
        if (member := table.state.known(identity)) is None:
            return
        if table.state.stage is Stage.PLAYING and table.state.seat_of(member.number) is not None:
            raise EntryError(EntryProblem.SEATED_ELSEWHERE, table.code)
        table.leave(identity)
        await until(lambda: not table.open or table.state.known(identity) is None, PATIENCE_SECONDS)

    async def come(self, table: Table, newcomer: Newcomer, listener: Listener, *, watch: bool = False) -> Handle:
        """Let a person in at an open table, and remove the person from every other table."""
        session = self._new_id()
        await self.claim(newcomer.user.identity, table.replica.key, session)
        if not table.open:  # the door has just stopped serving it, because nobody was there
            table = await self._load(table.replica.key) or table
        return await self.enter(table, newcomer, listener, session, watch=watch)

    async def sit_at_any(self, codes: Sequence[str], newcomer: Newcomer, listener: Listener) -> Handle | None:
        """Take a seat at the first of some tables that has a free one; None if none of them has."""
        for code in codes[:_TRIES]:
            table = await self.named(code)
            if table is None or table.state.stage is not Stage.WAITING or table.state.free() is None:
                continue
            try:
                handle = await self.come(table, newcomer, listener)
            except EntryError as error:
                if error.problem in (EntryProblem.SEATED_ELSEWHERE, EntryProblem.WAITING):
                    raise
                continue  # the host has sent this person away, or it has filled up
            if handle.view.you is not None:
                return handle
            handle.leave()
        return None

    async def enter(
        self, table: Table, newcomer: Newcomer, listener: Listener, session: str, *, watch: bool = False
    ) -> Handle:
        """Let in a person whose claim to the seat is stored.

        If another session has claimed another table for them meanwhile, they leave again.

        Raises:
            EntryError: The table does not let the person in, or a newer session sits at another.
        """
        identity = newcomer.user.identity
        handle = await _entered(table, newcomer, listener, session, watch=watch)
        if isinstance(handle, EntryError):
            self._tasks.run(self._seats.free(identity, table.replica.key, session))
            raise handle
        try:
            await self._check_claim(table, identity, session)
        except asyncio.CancelledError:
            handle.drop()
            raise
        table.tell(identity, *newcomer.notices)
        newcomer.told(self._register)
        return handle

    async def _check_claim(self, table: Table, identity: str, session: str) -> None:
        """Remove the person again, with an `EntryError`, if a newer session has claimed another table for them."""
        try:
            if await self._seats.holds(identity, session):
                return
            claim = (await self._seats.where(identity)).value
        except BrokerGoneError:
            return  # the shard's runner checks it as well
        if claim and claim.key != table.replica.key:
            table.leave(identity)
            raise EntryError(EntryProblem.SEATED_ELSEWHERE, claim.code)


async def _entered(
    table: Table, newcomer: Newcomer, listener: Listener, session: str, *, watch: bool
) -> Handle | EntryError:
    """Let a person in, and wait until that is stored; return the handle, or why the person is refused."""
    answer: asyncio.Future[Handle | EntryError] = asyncio.get_running_loop().create_future()

    def done(found: Handle | EntryError) -> None:
        if not answer.done():
            answer.set_result(found)
        elif not isinstance(found, EntryError):
            found.drop()  # the person has gone

    MemberHandle(table, newcomer.user, listener, session).join(watch, done)
    return await answer
