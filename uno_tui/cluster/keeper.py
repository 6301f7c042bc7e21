"""The runner's work at the tables of its shards: people of lost doors, results, old entries, and closing.

Every step can be done twice, or by two doors at once, and each begins from what the log says. So a door may be killed
between any two of them: the next runner, or the sweep, does the rest.

    the last entry -> the result acknowledged -> the log purged -> address and claims deleted
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from uno_tui.cluster.broker import Broker, BrokerMessage
from uno_tui.cluster.doors import Doors
from uno_tui.cluster.nats_log import NatsLog
from uno_tui.cluster.seats import SeatClaim, Seats
from uno_tui.cluster.streams import journal_of
from uno_tui.cluster.subjects import key_of, place_of, shard_of
from uno_tui.cluster.tasks import Tasks
from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.outcome import results_in
from uno_tui.table.entries.people import TableClosed, WentAway
from uno_tui.table.process.log import LogKey
from uno_tui.table.protocol import Ending, Stage
from uno_tui.table.results import MatchResult
from uno_tui.table.state.facts import Member
from uno_tui.table.table import Table
from uno_tui.table.timers import Timers

SWEEP_SECONDS: Final = 60.0
_CHECK_SECONDS: Final = 1.0

Publish = Callable[[LogKey, MatchResult], Awaitable[None]]


class _Kept:
    """The keeper's record of one table: its matches, its people's sessions, and how long it was empty."""

    def __init__(self) -> None:
        self.matches = 0
        """Number of the table's matches whose start the keeper has seen."""
        self.published = 0
        """Number of the newest match whose result has been stored or is being stored."""
        self.start = 0
        """Log position of the newest match's start; earlier entries are deleted once the previous result is stored."""
        self.people: tuple[Member, ...] = ()
        """The people at the table when it was last followed."""
        self.sessions: dict[str, str] = {}
        """Session id of each person at the table, by identity."""
        self.empty = 0
        """Number of sweeps that found that nobody has ever joined the table."""


class Keeper:
    """The background work for the shards that a door runs."""

    def __init__(
        self,
        broker: Broker,
        log: NatsLog,
        doors: Doors,
        seats: Seats,
        tables: dict[str, Table],
        timers: Timers,
        publish: Publish,
    ) -> None:
        """`tables` are the tables that the door serves, by code; `publish` stores a match's result."""
        self.adopt: Callable[[set[LogKey]], None] = lambda _keys: None
        """Callback that makes the door serve tables whose log entries have been read."""
        self.refolds = 0
        """Number of tables rebuilt from their logs because this door took over a shard."""
        self.tasks = Tasks()
        self._broker = broker
        self._log = log
        self._doors = doors
        self._seats = seats
        self._tables = tables
        self._timers = timers
        self._publish = publish
        self._kept: dict[LogKey, _Kept] = {}
        self._taken: set[int] = set()
        """Shards whose tables have all been read."""
        self._taking: set[int] = set()
        """Shards whose tables are being read."""
        self._suspects: dict[LogKey, int] = {}
        """Revision of each table address that had no log at the last sweep."""

    def start(self) -> None:
        """Begin with the regular work."""
        self._timers.set("check", _CHECK_SECONDS, self._check)
        self._timers.set("sweep", SWEEP_SECONDS, self._sweep)

    @property
    def read(self) -> frozenset[int]:
        """The shards that this door runs and whose tables it has all read."""
        return frozenset(self._taken & self._doors.shards)

    def runs(self, code: str) -> bool:
        """Return whether this door runs the table with the given code."""
        return shard_of(code) in self._doors.shards

    # Shards

    def take_over(self, shard: int) -> None:
        """Begin to run a shard: serve all of the shard's tables, and keep their clocks and bots going.

        If that fails, the check a second later begins again.
        """
        if shard not in self._taking:
            self._taking.add(shard)
            self.tasks.run(self._take_over(shard))

    async def _take_over(self, shard: int) -> None:
        try:
            await self._log.listen_to(shard)
            messages = await self._broker.since(journal_of(shard), f"uno.j.{shard}.>", 0)
        finally:
            self._taking.discard(shard)
        newest = messages[-1].position if messages else 0
        if shard not in self._doors.shards or not self._log.begin(shard, newest):
            return
        known = {table.replica.key for table in self._tables.values() if table.replica.loaded}
        keys = self._log.preload(one for one in messages if key_of(one.subject) not in known)
        self.refolds += len(keys)
        self._finish_earlier([one for one in messages if key_of(one.subject) in known])
        self.adopt(keys)
        positions = {key_of(one.subject): one.position for one in messages}
        for table in tuple(self._tables.values()):
            if shard_of(table.code) == shard:
                if table.replica.position != positions.get(table.replica.key):
                    table.replica.read_on()  # news of its last entry was lost, or of its end
                self._run(table)
        self._taken.add(shard)

    def _run(self, table: Table) -> None:
        """Keep a table's clocks and bots going if this door runs the table's shard; otherwise leave that to another."""
        on = self.runs(table.code)
        if on is not table.runner.active:
            table.runner.run(on)
            if on and table.replica.loaded:
                self.follow(table)

    def _finish_earlier(self, messages: list[BrokerMessage]) -> None:
        """Store results that the previous runner may have left unstored, of earlier matches at tables still in use."""
        by_key: dict[LogKey, list[BrokerMessage]] = {}
        for one in messages:
            by_key.setdefault(key_of(one.subject), []).append(one)
        for key, found in by_key.items():
            for result in results_in(Entry.read(one.data) for one in found):
                self.tasks.insist(partial(self._publish, key, result))

    def hand_over(self, shard: int) -> None:
        """Stop running a shard; tables of the shard with people on this door are still served."""
        self._taken.discard(shard)
        self.tasks.run(self._log.listen_no_more_to(shard))
        for table in self._tables.values():
            if shard_of(table.code) == shard:
                self._run(table)
                self._kept.pop(table.replica.key, None)

    # One table

    def follow(self, table: Table) -> None:
        """Do the work that a table needs after each new entry, if this door runs the table."""
        if not self.runs(table.code):
            return
        state, key = table.state, table.replica.key
        kept = self._kept.setdefault(key, _Kept())
        if state.matches > kept.matches:
            kept.matches, kept.start = state.matches, table.replica.start
            if kept.matches > 1 and kept.published >= kept.matches - 1:
                self._shorten(key, kept.start)
        if state.stage is Stage.OVER and kept.published < state.matches and (result := table.replica.result):
            kept.published = state.matches
            self.tasks.insist(lambda: self._finish(key, kept, result))
        if state.people is kept.people:
            return
        kept.people = state.people
        sessions = {one.identity: one.session for one in state.people}
        if sessions != kept.sessions:
            for identity, session in kept.sessions.items():
                if identity not in sessions:
                    self.tasks.insist(partial(self._seats.free, identity, key, session))
            for identity in sessions.keys() - kept.sessions.keys():
                self._timers.set(f"claim {key.life} {identity}", _CHECK_SECONDS, partial(self._verify, key, identity))
            kept.sessions = {one: session or kept.sessions.get(one, "") for one, session in sessions.items()}

    async def _finish(self, key: LogKey, kept: _Kept, result: MatchResult) -> None:
        await self._publish(key, result)
        if kept.matches > result.number:
            self._shorten(key, kept.start)

    def _shorten(self, key: LogKey, before: int) -> None:
        """Delete the log entries before a match's start, because the previous match's result is stored."""
        self.tasks.insist(lambda: self._broker.purge(journal_of(shard_of(key.code)), f"uno.j.{place_of(key)}", before))

    def _verify(self, key: LogKey, identity: str) -> None:
        """Remove a person who has since claimed another table, in case that person's door died before removing them."""

        async def verify() -> None:
            held, table = await self._seats.where(identity), self._tables.get(key.code)
            if table is None or table.replica.key != key or not self.runs(key.code):
                return
            if held.value is None and table.state.known(identity):  # moved in with the first door
                await self._seats.claim(identity, SeatClaim(*key, ""), held.revision)
            elif held.value and held.value.key != key:
                table.leave(identity)

        self.tasks.run(verify())

    def closed(self, table: Table) -> None:
        """Store the result of a closed table, then delete the table's log, address and claims."""
        key, kept = table.replica.key, self._kept.pop(table.replica.key, None)
        if not table.replica.loaded or table.state.closed is None or not self.runs(table.code):
            return
        result = table.replica.result
        people = {one.identity for one in table.state.people} | (kept.sessions.keys() if kept else set())
        self.tasks.insist(lambda: self._close(key, result, people))

    async def _close(self, key: LogKey, result: MatchResult | None, people: set[str]) -> None:
        if result:
            await self._publish(key, result)
        await self._broker.purge(journal_of(shard_of(key.code)), f"uno.j.{place_of(key)}")
        await self._seats.vacate(key)
        for identity in people:
            await self._seats.free(identity, key)

    # Regular work

    def _check(self) -> None:
        """Mark people whose door is lost as away from their tables; read entries whose news was lost."""
        self._timers.set("check", _CHECK_SECONDS, self._check)
        for shard in self._doors.shards - self._taken:
            self.take_over(shard)
        for shard in self._taken:
            if self._log.needs_check(shard):
                self.tasks.run(self._log.catch_up(shard))
        for table in self._tables.values():
            self._run(table)
        if not self._doors.sure:
            return
        for table in tuple(self._tables.values()):
            if table.open and table.replica.loaded and self.runs(table.code) and table.replica.idle:
                for one in table.state.people:
                    if one.session and self._doors.is_lost(one.session.partition(".")[0]):
                        self._away(table, one.number, one.session)

    @staticmethod
    def _away(table: Table, member: int, session: str) -> None:
        table.replica.request(lambda _: (member, WentAway(session)))

    def _sweep(self) -> None:
        self._timers.set("sweep", SWEEP_SECONDS, self._sweep)
        for table in tuple(self._tables.values()):
            if self.runs(table.code) and table.replica.loaded and not table.state.joined:
                kept = self._kept.setdefault(table.replica.key, _Kept())
                kept.empty += 1
                if kept.empty > 1:  # whoever opened it died before coming in
                    table.ask(TableClosed(Ending.TABLE_CLOSED))
        self.tasks.run(self._sweep_addresses())

    async def _sweep_addresses(self) -> None:
        """Delete addresses that had no log in two sweeps in a row; serve tables that this door runs but overlooked.

        Tables without an address are read again: another door may have closed them.
        """
        suspects, stored = {}, await self._seats.addresses.all()
        for table in tuple(self._tables.values()):
            if table.code not in stored and table.replica.loaded and self.runs(table.code):
                table.replica.read_on()
        for code, held in stored.items():
            if held.value is None or not self.runs(code):
                continue
            key, served = LogKey(code, held.value.life), self._tables.get(code)
            if served and served.replica.key == key:
                continue
            messages = await self._broker.since(journal_of(shard_of(code)), f"uno.j.{place_of(key)}", 0)
            if messages:
                self.adopt(self._log.preload(messages))
            elif self._suspects.get(key) == held.revision:
                await self._seats.addresses.delete(code, held.revision)
            else:
                suspects[key] = held.revision
        self._suspects = suspects
