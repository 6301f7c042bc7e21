"""Results of matches in the broker, and each door's copy of them, with ratings, in SQLite.

A match is one message of the stream `UNO_R`; its position is the match's number at every door. All doors fold the same
messages in the same order, so their ratings are equal. The copy can be deleted at any time.
"""

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec

from uno_tui.cluster.broker import Broker, BrokerGoneError, News
from uno_tui.cluster.bucket import published
from uno_tui.cluster.daily import BegunTry, ClusterClaims
from uno_tui.cluster.people import ClusterPeople
from uno_tui.cluster.streams import RESULTS
from uno_tui.cluster.tasks import Tasks
from uno_tui.faults import log_fault
from uno_tui.game.errors import RulesError
from uno_tui.journal import Journal
from uno_tui.journal.results import Results, enter_match, stored_record
from uno_tui.names import DEFAULT_NAME
from uno_tui.table.process.log import LogKey
from uno_tui.table.results import MatchResult, Result, SeatResult

COPY_NAME: Final = "cluster.db"
"""File name of the SQLite copy of the results, in the data folder."""
_FORGOTTEN: Final = (
    "DELETE FROM ratings WHERE owner = ?",
    "DELETE FROM daily WHERE identity = ?",
    f"UPDATE results SET name = '{DEFAULT_NAME}', guest = 1, seen = 1, owner = '' WHERE owner = ?",  # noqa: S608  # a constant
)

_RATED: Final = """INSERT OR IGNORE INTO ratings (owner, preset, bots, mu, sigma, matches, wins)
                   VALUES (?, ?, ?, ?, ?, ?, ?)"""


class PlayedMatch(msgspec.Struct, frozen=True, tag="match"):
    """A finished match; people are named by their random ids."""

    code: str
    life: str
    number: int
    rules: str
    seed: str
    typed: bool
    moves: str
    began: int
    ended: int
    seats: tuple[SeatResult, ...]
    rated: bool = True
    """Whether the match counts for ratings; `StoredRatings` already includes matches from before the cluster."""
    once: bool = False
    """Whether it was a try at the daily deal."""


class StoredRatings(msgspec.Struct, frozen=True, tag="ratings"):
    """A player's rating at the start of the cluster: owner, preset, bots, mu, sigma, matches and wins."""

    rows: tuple[tuple[str, str, int, float, float, int, int], ...]


class Forgotten(msgspec.Struct, frozen=True, tag="forget"):
    """A person whose data was deleted."""

    pid: str


_DECODER: Final = msgspec.json.Decoder(PlayedMatch | StoredRatings | Forgotten | BegunTry)


class ClusterJournal(Journal):
    """People and results of a cluster; has the same interface as `Journal`."""

    def __init__(self, broker: Broker, path: Path | None, keep_days: int = 0) -> None:
        super().__init__(path, keep_days=keep_days)
        self.people: ClusterPeople = ClusterPeople(broker, self.store)
        self.people.forgets = self._forget
        self.results = Results(self.store, lambda identity: self.people.pids.get(identity, "nobody"))
        self.daily = ClusterClaims(broker, self.people, self.store, self.results)
        self._broker = broker
        self._tasks = Tasks()
        rows = self.store.read("SELECT max(id) FROM matches")
        self._position = int(rows[0][0] or 0) if rows else 0
        self._newest = 0
        """Position of the newest result that was received by subscription."""
        self._reading = False

    async def start(self) -> None:
        """Read the results that were stored while this door was away, and follow new ones."""
        await self._broker.listen("uno.rn.>", self._news)
        await self._read()

    async def _read(self) -> None:
        if self._reading:
            return  # the call that is reading continues up to the newest
        self._reading = True
        try:
            while True:
                newest = self._newest
                for one in await self._broker.since(RESULTS, "uno.r.>", self._position):
                    self._fold(one.position, one.data)
                if newest == self._newest:
                    return
        finally:
            self._reading = False

    def _news(self, news: News) -> None:
        self._newest = max(self._newest, news.position)
        if not self._reading and news.position > self._position:
            self._tasks.insist(self._read)

    def _fold(self, position: int, data: bytes) -> None:
        if position <= self._position:
            return
        self._position = position
        try:
            found = _DECODER.decode(data)
            if isinstance(found, Forgotten):
                self.store.write(("forgotten", found.pid), lambda connection: _erase(connection, found.pid))
            elif isinstance(found, BegunTry):
                self.daily.learn(found.day, found.pid, found.code)
            elif isinstance(found, StoredRatings):
                self.store.write("ratings", lambda connection: connection.executemany(_RATED, found.rows))
            else:
                key = LogKey(found.code, found.life)
                result = _result_of(found)
                rated = found.rated
                self.store.write(
                    ("match", position), lambda connection: _enter(connection, key, result, position, rated)
                )
        except (ValueError, RulesError, sqlite3.Error) as error:
            log_fault("a stored result cannot be used", error)

    async def publish(self, key: LogKey, result: MatchResult) -> None:
        """Store a match's result once, even if several doors do so; raise `BrokerGoneError` if it may not be stored."""
        record = result.record
        seats = [replace(one, owner=await self.people.pid(one.owner) if one.owner else "") for one in result.standings]
        match = PlayedMatch(
            code=key.code, life=key.life, number=result.number, rules=record.rules.full_text, seed=record.seed or "",
            typed=record.seed_typed, moves="\n".join(move.text for move in record.moves), began=result.began,
            ended=result.ended, seats=tuple(seats), once=result.once,
        )  # fmt: skip  # one value
        await published(self._broker, f"uno.r.m.{key.life}.{result.number}", msgspec.json.encode(match), 0)

    def _forget(self, pid: str) -> None:
        self._tasks.insist(lambda: self._publish_forgotten(pid))

    async def _publish_forgotten(self, pid: str) -> None:
        await self._anonymize(pid)
        await published(self._broker, f"uno.r.f.{pid}", msgspec.json.encode(Forgotten(pid)), None)

    async def _anonymize(self, pid: str) -> None:
        """Replace a person's stored matches with copies that do not name the person."""
        for one in await self._broker.since(RESULTS, "uno.r.m.>", 0):
            found = _DECODER.decode(one.data)
            if isinstance(found, PlayedMatch) and any(seat.owner == pid for seat in found.seats):
                seats = tuple(_nameless(seat) if seat.owner == pid else seat for seat in found.seats)
                changed = msgspec.structs.replace(found, seats=seats)
                await published(self._broker, one.subject, msgspec.json.encode(changed), one.position)

    # Queries of sessions

    async def unseen(self, identity: str) -> tuple[Result, ...]:
        """Return the results that a person has not seen yet, oldest first; none while the broker does not answer."""
        try:
            await self.people.pid(identity)
            if not (found := self.results.unseen(identity)):
                return ()
            seen = await self.people.seen(identity)
        except BrokerGoneError:
            return ()  # they are shown the next time
        return tuple(one for one in found if one.match > seen)

    def mark_seen(self, identity: str, match: int) -> None:
        """Mark a person's results as seen, up to the match with the given number."""
        self.people.tasks.insist(lambda: self.people.mark_seen(identity, match))

    async def finish(self) -> None:
        """Wait at most one second for results and people that are still being stored."""
        await self.people.tasks.finish(1.0)
        await self._tasks.finish(1.0)


def _nameless(seat: SeatResult) -> SeatResult:
    return replace(seat, owner="", guest=True, name=DEFAULT_NAME)


def _erase(connection: sqlite3.Connection, pid: str) -> None:
    for statement in _FORGOTTEN:
        connection.execute(statement, (pid,))


def _enter(connection: sqlite3.Connection, key: LogKey, result: MatchResult, position: int, rated: bool) -> None:
    """Store a match, unless the copy already has it: a match is sent again when a person in it is forgotten."""
    known = "SELECT 1 FROM matches WHERE code = ? AND life = ? AND number = ?"
    if connection.execute(known, (*key, result.number)).fetchone() is None:
        enter_match(connection, key, result, position, rated=rated)


def _result_of(match: PlayedMatch) -> MatchResult:
    seats = [(seat.name, seat.place, seat.points) for seat in match.seats]
    record = stored_record(match.rules, match.seed, match.typed, match.moves, seats)
    return MatchResult(match.number, match.code, match.began, match.ended, match.seats, record, match.once)
