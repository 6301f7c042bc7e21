"""The first door copies its journal into an empty cluster: people, results and running tables.

Each step can be repeated: existing data is never overwritten. The journal itself is only read.
"""

import asyncio
from typing import Final

import msgspec

from uno_tui.cluster.broker import Broker, BrokerError
from uno_tui.cluster.bucket import Bucket, hashed, published
from uno_tui.cluster.daily import BegunTry
from uno_tui.cluster.people import ClusterPeople, CodeOwner, KnownPerson, OwnedName
from uno_tui.cluster.results import PlayedMatch, StoredRatings
from uno_tui.cluster.seats import SeatClaim, Seats
from uno_tui.cluster.streams import SHARDS, journal_of
from uno_tui.cluster.subjects import place_of, shard_of
from uno_tui.i18n import Sentence
from uno_tui.journal import Journal
from uno_tui.journal.retention import GUEST_DAYS
from uno_tui.names import random_code
from uno_tui.table.entries.fold import fold
from uno_tui.table.process.log import LogError, LogKey, StoredEntry
from uno_tui.table.results import SeatResult

_GUEST_SECONDS: Final = GUEST_DAYS * 86400
_STATE: Final = "state"
_PATIENCE_SECONDS: Final = 30.0


class ClusterState(msgspec.Struct, frozen=True):
    """The cluster's stored state: whether it may be used, or which door is still moving data in."""

    ready: bool
    mover: str
    """Host and data folder of the door that is moving its data in."""
    shards: int = SHARDS


class MovingIn:
    """The beginning of a cluster."""

    def __init__(self, broker: Broker, people: ClusterPeople) -> None:
        self._broker = broker
        self._people = people
        self._seats = Seats(broker)
        self._states = Bucket(broker, "cluster", ClusterState)
        self._pids: dict[str, str] = {}

    async def is_first(self, mover: str) -> bool:
        """Return whether the door of that host and data folder is to move in; wait while another one does.

        Raises:
            BrokerError: Another door takes too long, or the cluster has another number of shards.
        """
        end = asyncio.get_running_loop().time() + _PATIENCE_SECONDS
        while True:
            held = await self._states.get(_STATE)
            if held.value is None:
                if await self._states.put(_STATE, ClusterState(False, mover), held.revision) is not None:
                    return True
                continue
            if held.value.shards != SHARDS:
                raise BrokerError(
                    Sentence("the cluster has {found} shards, but this program knows {known}",
                             found=held.value.shards, known=SHARDS)
                )  # fmt: skip  # one sentence
            if held.value.ready or held.value.mover == mover:
                return not held.value.ready
            if asyncio.get_running_loop().time() > end:
                raise BrokerError(
                    Sentence("the first server, {door}, has not finished moving in; start it again",
                             door=held.value.mover)
                )  # fmt: skip  # one sentence
            await asyncio.sleep(0.2)

    async def move(self, journal: Journal | None, mover: str) -> int:
        """Store all of a journal's data in the cluster, and return the number of tables."""
        tables = 0
        if journal is not None:
            await self._move_people(journal)
            await self._move_results(journal)
            for key in journal.log.tables():
                tables += await self._move_table(journal, key)
        await self._states.put(_STATE, ClusterState(True, mover), None)
        return tables

    async def _move_people(self, journal: Journal) -> None:
        names: dict[str, dict[str, str]] = {}
        for key, name, asked, identity in journal.store.read("SELECT folded, name, asked, identity FROM names"):
            await self._people.names.put(hashed(key), OwnedName(name, identity), 0)
            names.setdefault(identity, {})[asked] = name
        for identity, name, guest, code in journal.store.read("SELECT identity, name, guest, code FROM people"):
            seconds = _GUEST_SECONDS if guest else 0
            person = KnownPerson(random_code(12), name, bool(guest), names.get(identity, {}), code=code or "")
            await self._people.persons.put(hashed(identity), person, 0, seconds)
            if code:
                await self._people.codes.put(code, CodeOwner(identity, name), 0, seconds)
        settings: dict[str, dict[str, str]] = {}
        for identity, name, value in journal.store.read("SELECT identity, name, value FROM settings"):
            settings.setdefault(identity, {})[name] = value
        for identity, chosen in settings.items():
            await self._people.chosen.put(hashed(identity), chosen, 0)
        for owned in {name for one in names.values() for name in one.values()}:
            await self._people.list_alike(owned)

    async def _pid(self, identity: str) -> str:
        if not identity:
            return ""
        if identity not in self._pids:
            self._pids[identity] = await self._people.pid(identity)
        return self._pids[identity]

    async def _move_results(self, journal: Journal) -> None:
        seen: dict[str, int] = {}
        for number, *facts in journal.store.read(_MATCHES):
            seats = []
            for row in journal.store.read(_SEATS, number):
                *rest, noticed = row
                one = SeatResult(rest[0], await self._pid(rest[1]), bool(rest[2]), *rest[3:7], *map(bool, rest[7:9]))
                seats.append(one)
                if noticed:
                    seen[rest[1]] = number
            code, life, table_match, rules, seed, typed, moves, began, ended, once = facts
            match = PlayedMatch(
                code,
                life,
                table_match,
                rules,
                seed,
                bool(typed),
                moves,
                began,
                ended,
                tuple(seats),
                rated=False,
                once=bool(once),
            )
            await published(self._broker, f"uno.r.o.{number}", msgspec.json.encode(match), 0)
        for day, identity, code in journal.store.read("SELECT day, identity, code FROM daily"):
            begun = BegunTry(day, await self._pid(identity), code)
            await published(self._broker, begun.subject, msgspec.json.encode(begun), 0)
        rows = journal.store.read("SELECT owner, preset, bots, mu, sigma, matches, wins FROM ratings")
        ratings = tuple(
            [(owner if owner.startswith("bot:") else await self._pid(owner), *rest) for owner, *rest in rows]
        )
        await published(self._broker, "uno.r.b", msgspec.json.encode(StoredRatings(ratings)), 0)
        positions = {one.subject: one.position for one in await self._broker.since("UNO_R", "uno.r.o.*", 0)}
        for identity, newest in seen.items():
            if identity:
                await self._people.pid(identity)
                await self._people.mark_seen(identity, positions.get(f"uno.r.o.{newest}", 0))

    async def _move_table(self, journal: Journal, key: LogKey) -> int:
        entries: list[StoredEntry] = []
        try:
            journal.log.read(key, 0, entries.extend)
        except LogError:
            return 0
        stored = await self._broker.since(journal_of(shard_of(key.code)), f"uno.j.{place_of(key)}", 0)
        position = stored[-1].position if stored else 0
        for _, entry in entries[len(stored) :]:  # the rest, if moving in was interrupted
            new = await published(self._broker, f"uno.j.{place_of(key)}", entry.text.encode(), position)
            if new is None:
                raise BrokerError(Sentence("another server is moving in at the same time"))
            position = new
        await self._seats.settle(key)
        if state := fold(entry for _, entry in entries):
            for person in state.people:
                await self._seats.claim(person.identity, SeatClaim(*key, ""), 0)
        return 1


_MATCHES: Final = """SELECT id, code, life, number, rules, seed, typed, moves, began, ended, once FROM matches
                     ORDER BY id"""
_SEATS: Final = """SELECT seat, owner, guest, name, level, place, points, gone, 0, seen FROM results
                   WHERE match = ? ORDER BY seat"""
