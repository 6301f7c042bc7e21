"""The lobby of a cluster, as one door offers it.

A door serves the tables at which its people are, and those of the shards that it runs. It knows all other tables from
summaries. The broker decides what must be unique in the whole cluster: codes, names, and seats.
"""

import time
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, Final

from uno_tui.cluster.broker import Broker, BrokerError, BrokerGoneError
from uno_tui.cluster.doors import Doors, engine_for_tables, takes_logins
from uno_tui.cluster.joining import Joining, limited
from uno_tui.cluster.keeper import Keeper, Publish
from uno_tui.cluster.lobby_news import LobbyNews
from uno_tui.cluster.name_claims import NameClaims
from uno_tui.cluster.nats_log import NatsLog
from uno_tui.cluster.seats import Seats
from uno_tui.cluster.streams import journal_of
from uno_tui.cluster.subjects import place_of, shard_of
from uno_tui.cluster.tasks import until
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.people.newcomer import Newcomer
from uno_tui.lobby.table_codes import clean_code
from uno_tui.names import random_code
from uno_tui.table.options import EntryError, EntryProblem, TableInfo, TableOptions, User
from uno_tui.table.process.log import LogKey
from uno_tui.table.protocol import Ending, Listener, Notice, NoticeKind
from uno_tui.table.requests import Handle
from uno_tui.table.state.report import TableReport
from uno_tui.table.table import Table
from uno_tui.table.timers import CallLater, Now, Timers, loop_call_later

_TRIES: Final = 5
_LOOK_SECONDS: Final = 10.0
_END_SECONDS: Final = 2.0


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
        self.doors: Doors = Doors(broker, own, place, Timers(call_later, now), now)
        self.exchange = LobbyNews(
            broker, self.log, own, self.directory, self.presence, self.tables, Timers(call_later, now)
        )
        self.keeper = Keeper(broker, self.log, self.doors, self.seats, self.tables, Timers(call_later, now), publish)
        self._name_claims = NameClaims(broker, self.doors, self._names, self.directory)
        self._joining = Joining(
            broker, self.seats, self._load, self.keeper.tasks, self._register, self._services.new_id
        )
        self._loading: set[LogKey] = set()
        self._unserved: dict[LogKey, int] = {}
        """For each table: number of checks in a row that found no person of this door at the table."""
        self._up = True

    async def start(self) -> None:
        """Join the cluster."""
        self.doors.began, self.doors.ended = self.keeper.take_over, self.keeper.hand_over
        self.keeper.adopt = self._adopt
        self.log.found = self._found
        self.exchange.shards = lambda: self.keeper.read
        self.exchange.is_lost = self.doors.is_lost
        self.exchange.closed = self.openings.remove
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
            self.openings.remove(key.code)
        table = super()._add(key)
        table.audience.said = self.exchange.say_at(key)
        table.runner.active = self.keeper.runs(key.code)
        return table

    def _adopt(self, keys: set[LogKey]) -> None:
        """Serve tables whose log entries have been read."""
        for key in keys:
            if self._served(key) is None:
                self._add(key).replica.read_on()
            else:
                self.log.unload(key)

    def _served(self, key: LogKey) -> Table | None:
        table = self.tables.get(key.code)
        return table if table is not None and table.replica.key == key else None

    def _found(self, key: LogKey) -> None:
        """Serve a table that another door has just opened in a shard that this door runs."""
        if key not in self._loading:
            self._loading.add(key)
            self.keeper.tasks.insist(lambda: self._load(key))

    async def _load(self, key: LogKey) -> Table | None:
        """Return a table, read from its log if this door does not serve it yet.

        None if it is closed, or has no entry yet because it is just being opened.
        """
        try:
            if self._served(key) is None:
                messages = await self._broker.since(journal_of(shard_of(key.code)), f"uno.j.{place_of(key)}", 0)
                if messages and self._served(key) is None:
                    self._adopt(self.log.preload(messages))
        finally:
            self._loading.discard(key)
        table = self._served(key)
        return table if table and table.open and table.replica.loaded else None

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
        """Stop serving a table on this door; it continues on other doors and still counts toward its opener's limit."""
        del self.tables[table.code]
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
        """Return the person with a display name that is theirs until `depart`; see `Lobby.arrive`."""
        return await self._name_claims.arrive(user)

    def depart(self, identity: str) -> None:
        """End one session of a person; after the last one, other people may use the person's name."""
        name = self._names.name_held(identity)
        super().depart(identity)
        if name and not self._names.has(identity):
            self.keeper.tasks.run(self._name_claims.free(name, identity))

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

    async def table_of(self, identity: str) -> Table | None:
        """Return the table where a person has a seat; while the broker does not answer, only one served here."""
        try:
            return await self._joining.table_of(identity)
        except BrokerGoneError:
            return await super().table_of(identity)

    async def resume(self, user: User, listener: Listener) -> Handle | None:
        """Return to the table where the person has a seat; return None if there is no such table."""
        async with self._within(user) as newcomer:
            self._check(user.identity)
            table = await self._joining.table_of(user.identity)
            return await self._joining.come(table, newcomer, listener) if table else None

    def _within(self, user: User) -> AbstractAsyncContextManager[Newcomer]:
        return limited(self._arriving(user))

    def _check(self, identity: str, wanted: str = "") -> None:
        """Raise `EntryError` if the lobby is closing. That a person plays elsewhere shows when they claim a seat."""
        del identity, wanted
        if self._stopping:
            raise EntryError(EntryProblem.STOPPING)

    async def _named(self, code: str) -> Table | None:
        return await self._joining.named(code)

    async def _come(self, table: Table, newcomer: Newcomer, listener: Listener, *, watch: bool = False) -> Handle:
        return await self._joining.come(table, newcomer, listener, watch=watch)

    async def _sit_at_any(self, codes: Sequence[str], newcomer: Newcomer, listener: Listener) -> Handle | None:
        return await self._joining.sit_at_any(codes, newcomer, listener)

    async def _open_for(
        self, newcomer: Newcomer, listener: Listener, options: TableOptions, code: str | None
    ) -> Handle:
        """Claim a new table for a person, then open the table and let them in. In that order, no table stays empty."""
        self.openings.check(newcomer.user, options, self.tables)
        session = self._services.new_id()
        with self.openings.awaited(newcomer.user):
            key = await self._claimed(newcomer.user.identity, session, code)
        table = self._begin(key, newcomer.user, options)
        return await self._joining.enter(table, newcomer, listener, session)

    async def _claimed(self, identity: str, session: str, code: str | None) -> LogKey:
        """Claim a new table with the given code, by default a random one, for a person's session; return its key."""
        for _ in range(_TRIES):
            key = LogKey(self.openings.new_code(self.tables) if code is None else clean_code(code), random_code(8))
            if not await self.seats.table(key.code):
                await self._joining.claim(identity, key, session)
                if await self.seats.settle(key):
                    return key
            if code is not None:
                raise EntryError(EntryProblem.CODE_TAKEN, key.code)
        raise EntryError(EntryProblem.WAITING)

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
        await until(
            lambda: all(one.replica.idle or not one.replica.loaded for one in self.tables.values()), _END_SECONDS
        )
        with suppress(BrokerError):
            await self.doors.leave()
        await self.keeper.tasks.finish(_END_SECONDS)
        for table in tuple(self.tables.values()):
            self._release(table)
        self.log.stop()
        self._mutes.close()
        await self._services.thinkers.close()
