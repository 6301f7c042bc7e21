"""The lobby of a cluster, as one door offers it.

A door serves the tables at which its people are, and those of the shards that it runs. It knows of all others by
summaries. What must be true in the whole cluster is decided by the broker: who has a code, a name, a seat.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import msgspec

from uno_tui.cluster.broker import Broker, BrokerError, BrokerGoneError
from uno_tui.cluster.bucket import Bucket, hashed
from uno_tui.cluster.doors import Doors, engine_for_tables, takes_logins
from uno_tui.cluster.keeper import Keeper, Publish
from uno_tui.cluster.lobby_news import LobbyNews
from uno_tui.cluster.nats_log import NatsLog, place_of, shard_of
from uno_tui.cluster.seats import SeatClaim, Seats
from uno_tui.cluster.streams import journal_of
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.newcomer import Newcomer, as_guest
from uno_tui.lobby.table_codes import clean_code
from uno_tui.names import clean_name, distinct, folded, random_code
from uno_tui.table.log import LogKey
from uno_tui.table.options import EntryError, EntryProblem, TableInfo, TableOptions, User
from uno_tui.table.protocol import Ending, Handle, Listener, Notice, NoticeKind, Stage
from uno_tui.table.report import TableReport
from uno_tui.table.table import Table
from uno_tui.table.timers import CallLater, Now, Timers, loop_call_later

_TRIES: Final = 5
_LOOK_SECONDS: Final = 10.0
_ENTRY_SECONDS: Final = 8.0
"""Seconds after which an attempt to enter a table is refused because the table cannot be reached."""
_END_SECONDS: Final = 2.0
_OPENING_TRIES: Final = 20
_OPENING_SECONDS: Final = 0.1
"""Seconds between two looks for a table that has an address but no entry yet."""


class NameClaim(msgspec.Struct, frozen=True):
    """A name that somebody has here."""

    identity: str
    door: str


class ClusterLobby(Lobby):
    """The lobby of one door: the tables that the door serves, and access to all other tables of the cluster."""

    def __init__(
        self,
        broker: Broker,
        *,
        publish: Publish,
        place: str = "",
        call_later: CallLater = loop_call_later,
        now: Now = time.monotonic,
        **options: Any,
    ) -> None:
        """`publish` stores a match's result; `place` identifies this door to operators; for `options` see `Lobby`."""
        self.log = NatsLog(broker)
        super().__init__(
            call_later=call_later,
            now=now,
            log=self.log,
            shared_log=True,
            engine=lambda: engine_for_tables(self.doors.engines),
            **options,
        )
        own = self._services.new_id().partition(".")[0]
        self._broker = broker
        self._own_timers = Timers(call_later, now)
        self.seats = Seats(broker)
        self.doors = Doors(broker, own, place, Timers(call_later, now), now)
        self.exchange = LobbyNews(
            broker, self.log, own, self.directory, self.presence, self.tables, Timers(call_later, now)
        )
        self.keeper = Keeper(broker, self.log, self.doors, self.seats, self.tables, Timers(call_later, now), publish)
        self._here = Bucket(broker, "here", NameClaim)
        self._loading: set[LogKey] = set()
        self._unserved: dict[LogKey, int] = {}
        """For each table: number of checks in a row that found no person of this door at the table."""
        self._up = True

    async def start(self) -> None:
        """Join the cluster."""
        self.doors.began, self.doors.ended = self.keeper.take_over, self.keeper.hand_over
        self.keeper.adopt = self._adopt
        self.log.found = self._found
        self.exchange.shards = lambda: frozenset(self.doors.shards)
        self.exchange.is_lost = self.doors.is_lost
        await self.exchange.start()
        await self.doors.start()
        self.keeper.start()
        self._broker.changed.append(self._turned)
        self._own_timers.set("look", _LOOK_SECONDS, self._look)

    def _turned(self, up: bool) -> None:
        if up is not self._up:
            self._up = up
            self.presence.announce(Notice(NoticeKind.GOES_ON if up else NoticeKind.WAITING))

    @property
    def outdated(self) -> bool:
        """Whether a newer program already serves this cluster, so that this door admits no new people."""
        return not takes_logins(self.doors.engines)

    # Tables served here

    def _add(self, key: LogKey) -> Table:
        if (old := self.tables.get(key.code)) is not None:
            self._release(old)
        table = super()._add(key)
        table.audience.said = self.exchange.say_at(key)
        table.runner.active = self.keeper.runs(key.code)
        return table

    def _adopt(self, keys: set[LogKey]) -> None:
        """Serve tables whose log entries have been read."""
        for key in keys:
            table = self.tables.get(key.code)
            if table is None or table.replica.key != key:
                self._add(key).replica.read()

    def _found(self, key: LogKey) -> None:
        """Serve a table that another door has just opened in a shard that this door runs."""
        if key not in self._loading:
            self._loading.add(key)
            self.keeper.tasks.insist(lambda: self._load(key))

    async def _load(self, key: LogKey) -> Table | None:
        """Return a table, read from its log if this door does not serve it yet; None if the log is empty or closed."""
        table = self.tables.get(key.code)
        if table is None or table.replica.key != key:
            try:
                messages = await self._broker.since(journal_of(shard_of(key.code)), f"uno.j.{place_of(key)}", 0)
            finally:
                self._loading.discard(key)
            table = self.tables.get(key.code)
            if messages and (table is None or table.replica.key != key):
                self._adopt(self.log.preload(messages))
        self._loading.discard(key)
        table = self.tables.get(key.code)
        return table if table and table.replica.key == key and table.open else None

    def _changed(self, report: TableReport) -> None:
        super()._changed(report)
        if table := self.tables.get(report.info.code):
            self.keeper.follow(table)

    def _forget(self, code: str) -> None:
        table = self.tables[code]
        self.exchange.forget(table.replica.key)
        super()._forget(code)
        self.keeper.closed(table)

    def _release(self, table: Table) -> None:
        """Stop serving a table on this door; the table continues on other doors."""
        del self.tables[table.code]
        self._openers.pop(table.code, None)
        self.exchange.forget(table.replica.key)
        table.release()

    def _look(self) -> None:
        """Stop serving tables that nobody on this door has joined and that another door runs."""
        self._own_timers.set("look", _LOOK_SECONDS, self._look)
        idle = {}
        for table in tuple(self.tables.values()):
            if not table.audience.serves and table.replica.idle and not self.keeper.runs(table.code):
                idle[table.replica.key] = self._unserved.get(table.replica.key, 0) + 1
                if idle[table.replica.key] > 2:
                    self._release(table)
        self._unserved = idle

    # Coming in

    async def arrive(self, user: User) -> User:
        """Return the person with a display name that is theirs until `depart`; see `LobbyService`."""
        if self._names.has(user.identity):
            return self._names.arrive(user)
        wanted = self.directory.name_of(user.identity) or clean_name(user.name)
        taken: set[str] = set()
        while True:
            name = distinct(wanted, lambda one: folded(one) not in taken and self._names.is_free(one, user.identity))
            try:
                if await self._claim_name(name, user.identity):
                    break
            except BrokerGoneError:
                break
            taken.add(folded(name))
        return self._names.arrive(replace(user, name=name))

    async def _claim_name(self, name: str, identity: str) -> bool:
        key = hashed(folded(name))
        for _ in range(_TRIES):
            held = await self._here.get(key)
            if held.value and held.value.identity != identity and self.doors.knows(held.value.door):
                return False
            if await self._here.put(key, NameClaim(identity, self.doors.own), held.revision) is not None:
                return True
        return False

    def depart(self, identity: str) -> None:
        """End one session of a person; after the last one, other people may use the person's name."""
        name = self._names.name_held(identity)
        super().depart(identity)
        if name and not self._names.has(identity):
            self.keeper.tasks.run(self._free_name(name, identity))

    async def _free_name(self, name: str, identity: str) -> None:
        key = hashed(folded(name))
        held = await self._here.get(key)
        if held.value == NameClaim(identity, self.doors.own) and not self._names.has(identity):
            await self._here.delete(key, held.revision)

    async def find(self, code: str) -> TableInfo | None:
        """Return the table with the given code, also a private one; None if there is no such table."""
        if (found := await super().find(code)) or not code.isalnum() or not code.isascii():
            return found
        try:
            key = await self.seats.table(code.upper())
            table = await self._load(key) if key else None
        except BrokerGoneError:
            return None
        return table.state.info if table else None

    async def has_seat(self, identity: str) -> bool:
        """Return whether a person has a seat at any table."""
        if await super().has_seat(identity):
            return True
        try:
            return await self._place(identity) is not None
        except BrokerGoneError:
            return False

    async def _place(self, identity: str) -> Table | None:
        """Return the table where a person has a seat; None if the person has no seat."""
        claim = (await self.seats.where(identity)).value
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
            table.replica.behind()
            await _until(lambda: not table.open or table.replica.position >= position)
        return table if table.open and newest else None

    async def open(
        self, user: User, listener: Listener, options: TableOptions | None = None, code: str | None = None
    ) -> Handle:
        """Open a new table with this person as its host."""
        async with self._within(user) as newcomer:
            return await self._open_for(newcomer, listener, options or self.defaults, code)

    async def join(self, user: User, listener: Listener, code: str) -> Handle:
        """Take a seat at the table with the given code, or watch if the match has begun; see `Lobby.join`."""
        if (guest := await self._register.guest_of(code)) and (
            handle := await self.resume(as_guest(user, guest), listener)
        ):
            return handle
        async with self._within(user) as newcomer:
            code = clean_code(code)
            if table := await self._named(code):
                return await self._come(table, newcomer, listener)
            self._unknown.check(code, self._codes)
            try:
                handle = await self._open_for(newcomer, listener, self.defaults, code)
            except EntryError as error:
                if error.problem is EntryProblem.CODE_TAKEN and (table := await self._named(code)):
                    return await self._come(table, newcomer, listener)  # somebody was faster
                raise
            self.tables[code].tell(user.identity, Notice(NoticeKind.OPENED, code))
            return handle

    async def watch(self, user: User, listener: Listener, code: str) -> Handle:
        """Watch the table with the given code; a person who has a seat there returns to the seat."""
        async with self._within(user) as newcomer:
            code = clean_code(code)
            if (table := await self._named(code)) is None:
                raise EntryError(EntryProblem.NO_TABLE, code, self._unknown.meant(code, self._codes))
            return await self._come(table, newcomer, listener, watch=True)

    async def quick_play(self, user: User, listener: Listener) -> Handle:
        """Take a seat at the open table with the most people, or at a new table with bots in the other seats."""
        async with self._within(user) as newcomer:
            open_tables = [info.code for info in self.directory.public if info.free]
            for code in open_tables[:_TRIES]:
                table = await self._named(code)
                if table is None or table.state.stage is not Stage.WAITING or table.state.free() is None:
                    continue
                try:
                    handle = await self._come(table, newcomer, listener)
                except EntryError as error:
                    if error.problem in (EntryProblem.SEATED_ELSEWHERE, EntryProblem.WAITING):
                        raise
                    continue  # the host has sent this person away, or it has filled up
                if handle.view.you is not None:
                    return handle
                handle.leave()
            options = replace(self.defaults, bots=self.defaults.seats - 1)
            return await self._open_for(newcomer, listener, options, None)

    async def resume(self, user: User, listener: Listener) -> Handle | None:
        """Return to the table where the person has a seat; return None if there is no such table."""
        async with self._within(user) as newcomer:
            table = await self._place(user.identity)
            return await self._come(table, newcomer, listener) if table else None

    def _within(self, user: User) -> "_Entrance":
        return _Entrance(self, user)

    async def _named(self, code: str) -> Table | None:
        """Return the table that has a code, served here from now on; wait for one that is just being opened."""
        for _ in range(_OPENING_TRIES):
            if (key := await self.seats.table(code)) is None:
                return None
            if table := await self._load(key):
                return table
            await asyncio.sleep(_OPENING_SECONDS)
        return None

    async def _open_for(
        self, newcomer: Newcomer, listener: Listener, options: TableOptions, code: str | None
    ) -> Handle:
        """Claim a new table for a person, then open the table and let them in. In that order, no table stays empty."""
        self.check_opening(newcomer.user, options)
        session = self._services.new_id()
        for _ in range(_TRIES):
            key = LogKey(self._unused_code() if code is None else clean_code(code), random_code(8))
            if await self.seats.table(key.code):
                if code is None:
                    continue
                raise EntryError(EntryProblem.CODE_TAKEN, key.code)
            await self._claim(newcomer.user.identity, key, session)
            if await self.seats.settle(key):
                table = self._begin(key, newcomer.user, options)
                return await self._join(table, newcomer, listener, session)
            if code is not None:
                raise EntryError(EntryProblem.CODE_TAKEN, key.code)
        raise EntryError(EntryProblem.WAITING)

    async def _come(self, table: Table, newcomer: Newcomer, listener: Listener, *, watch: bool = False) -> Handle:
        """Let a person in at an open table, and remove the person from every other table."""
        session = self._services.new_id()
        await self._claim(newcomer.user.identity, table.replica.key, session)
        return await self._join(table, newcomer, listener, session, watch=watch)

    async def _claim(self, identity: str, key: LogKey, session: str) -> None:
        """Claim a table for a person, and remove them from any other; raise `EntryError` if they play at the other."""
        for _ in range(_TRIES):
            held = await self.seats.where(identity)
            if held.value and held.value.key != key and (other := await self._fresh(held.value.key)):
                member = other.state.known(identity)
                if member and other.state.stage is Stage.PLAYING and other.state.seat_of(member.number) is not None:
                    raise EntryError(EntryProblem.SEATED_ELSEWHERE, other.code)
                if member:
                    other.leave(identity)
                    await _until(lambda: not other.open or other.state.known(identity) is None)  # awaited
            if await self.seats.claim(identity, SeatClaim(*key, session), held.revision):
                return
        raise EntryError(EntryProblem.WAITING)

    async def _join(
        self, table: Table, newcomer: Newcomer, listener: Listener, session: str, *, watch: bool = False
    ) -> Handle:
        """Let in a person whose claim is stored, then check that the claim is still their newest."""
        identity = newcomer.user.identity
        answer: asyncio.Future[Handle | EntryError] = asyncio.get_running_loop().create_future()

        def done(found: Handle | EntryError) -> None:
            if not answer.done():
                answer.set_result(found)
            elif not isinstance(found, EntryError):
                found.drop()  # whoever asked has gone

        table.join(newcomer.user, listener, watch, done, session)
        handle = await answer
        if isinstance(handle, EntryError):
            self.keeper.tasks.run(self.seats.free(identity, table.replica.key, session))
            raise handle
        try:
            if not await self.seats.holds(identity, session):
                claim = (await self.seats.where(identity)).value
                if claim and claim.key != table.replica.key:
                    table.leave(identity)
                    raise EntryError(EntryProblem.SEATED_ELSEWHERE, claim.code)
        except BrokerGoneError:
            pass  # the shard's runner checks it as well
        except asyncio.CancelledError:
            handle.drop()
            raise
        table.tell(identity, *newcomer.notices)
        newcomer.told(self._register)
        return handle

    async def close(self, ending: Ending = Ending.SERVER_STOPPED) -> None:
        """Leave the cluster: mark this door's people as away. The tables continue on other doors."""
        self._stopping = True
        self._own_timers.stop()
        for table in tuple(self.tables.values()):
            for attendee in tuple(table.audience.attendees.values()):
                if attendee.listener:
                    table.audience.dismiss(attendee, ending)
                    table.drop(attendee)
        self.presence.close(ending)
        await _until(self._settled, _END_SECONDS)
        with suppress(BrokerError):
            await self.doors.leave()
        await self.keeper.tasks.finish(_END_SECONDS)
        for table in tuple(self.tables.values()):
            self._release(table)
        self.log.stop()
        self._mutes.close()

    def _settled(self) -> bool:
        """Return whether no request of this door is still waiting for the broker."""
        return all(one.replica.idle or not one.replica.loaded for one in self.tables.values())


class _Entrance:
    """Context of a person's entry: reports a broker that does not answer as an `EntryError`."""

    def __init__(self, lobby: ClusterLobby, user: User) -> None:
        self._lobby = lobby
        self._arriving = lobby._arriving(user)  # noqa: SLF001  # a part of the lobby
        self._timeout = asyncio.timeout(_ENTRY_SECONDS)

    async def __aenter__(self) -> Newcomer:
        if self._lobby._stopping:  # noqa: SLF001  # the same
            raise EntryError(EntryProblem.STOPPING)
        try:
            newcomer = await self._arriving.__aenter__()
        except BrokerGoneError as error:
            raise EntryError(EntryProblem.WAITING) from error
        await self._timeout.__aenter__()
        return newcomer

    async def __aexit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        try:
            try:
                await self._timeout.__aexit__(kind, error, trace)
            except TimeoutError as late:
                raise EntryError(EntryProblem.WAITING) from late
            if isinstance(error, BrokerGoneError):
                raise EntryError(EntryProblem.WAITING) from error
        finally:
            await self._arriving.__aexit__(None, None, None)


async def _until(condition: Callable[[], bool], seconds: float = _ENTRY_SECONDS) -> bool:
    """Wait until the condition is true, for at most the given seconds; return whether it became true."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not condition():
        if loop.time() > end:
            return False
        await asyncio.sleep(0.005)
    return True
