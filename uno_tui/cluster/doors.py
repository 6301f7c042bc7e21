"""The doors of a cluster: which are alive, and which of them runs each shard.

A door writes a heartbeat. Others judge it by their own monotonic clock, and only while their own heartbeat is stored:
so nobody is declared lost because the broker, or the judge, has been away.

The runner of a shard keeps clocks and bots going. Two runners do no harm, so it needs no lease: the door that comes
first in an order that all compute alike takes over when the runner is silent.
"""

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Final

import msgspec

from uno_tui.cluster.broker import Broker
from uno_tui.cluster.bucket import Bucket, Held
from uno_tui.cluster.streams import SHARDS
from uno_tui.cluster.tasks import Tasks
from uno_tui.table.entries.entry import ENGINE, FORMAT
from uno_tui.table.process.log import Outcome, Stored
from uno_tui.table.timers import Now, Timers

BEAT_SECONDS: Final = 0.5
SILENT_SECONDS: Final = 2.0
"""Silence after which a door's shards are taken over; a door silent that long must not judge other doors either."""
GONE_SECONDS: Final = 5.0
"""Silence after which a door counts as lost, and the people connected through that door as away."""
_FORGET_SECONDS: Final = 60.0
"""Silence after which the stored record of a lost door is deleted."""
_READ_SECONDS: Final = 2.0
"""Seconds between two reads of all runners, because news of a new runner may be lost."""
_SETTLED_SECONDS: Final = 3.0
"""Seconds after its start from which a new door is given shards that other doors run."""


class DoorFacts(msgspec.Struct, frozen=True):
    """The content of a door's heartbeat."""

    engine: int = ENGINE
    format: int = FORMAT
    place: str = ""
    """Host name and process id of the door, shown to operators."""
    beat: int = 0


class ShardRunner(msgspec.Struct, frozen=True):
    """Which door runs a shard."""

    door: str


def engine_for_tables(engines: Iterable[int], own: int = ENGINE) -> int:
    """Return the engine number for new entries: the lowest one alive, so that every door can follow them.

    >>> engine_for_tables([3, 2], own=3)
    2
    """
    return min((own, *engines))


def takes_logins(engines: Iterable[int], own: int = ENGINE) -> bool:
    """Return whether a door takes new people: not if a newer program is there already.

    >>> takes_logins([2, 3], own=2), takes_logins([2, 3], own=3)
    (False, True)
    """
    return own >= max((own, *engines))


def ranked(doors: Iterable[str], shard: int) -> list[str]:
    """Return the doors in order of preference for running a shard; every door computes the same order."""
    return sorted(doors, key=lambda door: sha256(f"{shard}\n{door}".encode()).digest())


class Doors:
    """One door's knowledge of all doors (server processes) of the cluster, and of the door that runs each shard."""

    def __init__(self, broker: Broker, own: str, place: str, timers: Timers, now: Now) -> None:
        self.own = own
        """Id of this door; the ids of this door's requests and sessions begin with it."""
        self.began: Callable[[int], None] = lambda _shard: None
        """Callback: this door has begun to run the given shard."""
        self.ended: Callable[[int], None] = lambda _shard: None
        """Callback: this door has stopped running the given shard."""
        self.shards: set[int] = set()
        """The shards that this door runs."""
        self._place = place
        self._timers = timers
        self._now = now
        self._doors: dict[str, DoorFacts] = {}
        self._seen: dict[str, float] = {}
        """Time of the last heartbeat received from each door, in seconds on this door's clock."""
        self._since: dict[str, float] = {}
        """Time of the first heartbeat received from each door, in seconds on this door's clock."""
        self._missing: dict[str, float] = {}
        """For each door without a stored record: the time from which the record is known to be missing."""
        self._runners: dict[int, Held[ShardRunner]] = {}
        self._asked: set[int] = set()
        """Shards for which this door is now storing a new runner."""
        self._beats = 0
        self._beat_at = float("-inf")
        """Time at which this door's heartbeat was last stored, in seconds on this door's clock."""
        self._ready = False
        self._work = Tasks()
        self._door_bucket = Bucket(broker, "door", DoorFacts, bucket="uno-doors")
        self._runner_bucket = Bucket(broker, "runner", ShardRunner, bucket="uno-doors")

    async def start(self) -> None:
        """Announce this door to the cluster, and follow the heartbeats of the other doors."""
        await self._door_bucket.put(self.own, DoorFacts(place=self._place), None)
        self._beat_at = self._now()
        await self._door_bucket.follow(self._door_changed)
        await self._runner_bucket.follow(self._runner_changed)
        self._ready = True
        self._beat()
        self._timers.set("read", _READ_SECONDS, self._read)

    async def leave(self) -> None:
        """Delete this door's record, so that the other doors take over its shards at once."""
        self._timers.stop()
        self._ready = False
        self.shards.clear()
        await self._door_bucket.delete(self.own, None)

    def _door_changed(self, door: str, held: Held[DoorFacts]) -> None:
        if held.value is None:
            for known in (self._doors, self._seen, self._since):
                known.pop(door, None)
            self._missing.setdefault(door, float("-inf"))
            return
        self._doors[door] = held.value
        self._seen[door] = self._now()
        self._since.setdefault(door, self._now())
        self._missing.pop(door, None)

    def _runner_changed(self, key: str, held: Held[ShardRunner]) -> None:
        if held.revision >= self._runners.get(int(key), held).revision:
            self._set_runner(int(key), held)

    def _read(self) -> None:
        self._timers.set("read", _READ_SECONDS, self._read)
        self._work.run(self._read_runners())

    async def _read_runners(self) -> None:
        """Adopt the stored values, even of a lower revision: if a stream in memory was lost, revisions restart at 1."""
        before = dict(self._runners)
        stored = await self._runner_bucket.all()
        for shard in range(SHARDS):
            if self._ready and self._runners.get(shard) is before.get(shard):  # no news came in the meantime
                self._set_runner(shard, stored.get(str(shard), Held(None, 0)))

    def _set_runner(self, shard: int, held: Held[ShardRunner]) -> None:
        self._runners[shard] = held
        mine = held.value is not None and held.value.door == self.own
        if mine and shard not in self.shards:
            self.shards.add(shard)
            self.began(shard)
        elif not mine and shard in self.shards:
            self.shards.discard(shard)
            self.ended(shard)

    def _beat(self) -> None:
        self._timers.set("beat", BEAT_SECONDS, self._beat)
        self._beats += 1
        self._door_bucket.send(self.own, DoorFacts(place=self._place, beat=self._beats), self._stored)
        if self.sure:
            self._look()

    def _stored(self, outcome: Outcome) -> None:
        if not isinstance(outcome, Stored):
            return
        now = self._now()
        if now - self._beat_at > SILENT_SECONDS:  # nobody could be heard in the meantime
            self._seen = dict.fromkeys(self._seen, now)
            self._missing = {door: max(now, since) for door, since in self._missing.items() if since > 0}
        self._beat_at = now

    @property
    def sure(self) -> bool:
        """Whether this door can judge others: its own heartbeat has been stored within the last 2 seconds."""
        return self._ready and self._now() - self._beat_at <= SILENT_SECONDS

    def is_lost(self, door: str) -> bool:
        """Return whether a door is certainly lost; False while this door cannot judge others."""
        now = self._now()
        if door == self.own or not self.sure:
            return False
        if (seen := self._seen.get(door)) is not None:
            return now - seen > GONE_SECONDS
        return now - self._missing.setdefault(door, now) > GONE_SECONDS

    def knows(self, door: str) -> bool:
        """Return whether this door has a record of the given door, and the given door is not lost."""
        return door == self.own or (door in self._doors and not self.is_lost(door))

    def _speaks(self, door: str) -> bool:
        return door == self.own or self._now() - self._seen.get(door, float("-inf")) <= SILENT_SECONDS

    @property
    def alive(self) -> dict[str, DoorFacts]:
        """The doors that are not lost, including this one."""
        return {door: one for door, one in self._doors.items() if not self.is_lost(door)}

    @property
    def engines(self) -> list[int]:
        """The engine numbers of the doors that are not lost."""
        return [one.engine for one in self.alive.values()]

    def _look(self) -> None:
        """Take over shards whose runner is silent, hand shards to the door preferred for them, delete old records."""
        now = self._now()
        speaking = [door for door in self._doors if self._speaks(door)]
        settled = [door for door in speaking if now - self._since[door] > _SETTLED_SECONDS]
        for shard in range(SHARDS):
            held = self._runners.get(shard, Held(None, 0))
            runner = held.value.door if held.value else ""
            if runner == self.own:
                first = ranked({*settled, self.own}, shard)[0]
                if first != self.own:
                    self._appoint(shard, first, held.revision)
            elif not self._speaks(runner) and ranked(speaking or [self.own], shard)[0] == self.own:
                self._appoint(shard, self.own, held.revision)
        for door, seen in self._seen.items():
            if now - seen > _FORGET_SECONDS:
                self._work.run(self._door_bucket.delete(door, None))

    def _appoint(self, shard: int, door: str, revision: int) -> None:
        if shard in self._asked:
            return
        self._asked.add(shard)

        async def appoint() -> None:
            try:
                new = await self._runner_bucket.put(str(shard), ShardRunner(door), revision)
                if new is not None:
                    self._runner_changed(str(shard), Held(ShardRunner(door), new))
                else:
                    self._set_runner(shard, await self._runner_bucket.get(str(shard)))
            finally:
                self._asked.discard(shard)

        self._work.run(appoint())
