"""The garbage collector's schedule: new objects are collected often, all objects rarely, when it delays nobody.

A full collection visits every widget of every screen, 1 to 2 ms for each session, and stops all sessions meanwhile:
Python's own policy would stop a server with a thousand people for more than a second. It would free almost nothing,
because reference counting frees most objects, and screens and sessions that end are taken apart. So `gc.freeze` hides
from the collector what belongs to sessions, and only the rest is collected: the newest objects ten times a second, all
that is not frozen every few seconds. Objects are frozen when there are so many of them that collecting them takes long;
few people pressing keys never make so many, so nothing of the pages they open is frozen. Only after many sessions have
ended, or when nobody is connected, is everything unfrozen and collected.
"""

import asyncio
import gc
from collections.abc import Callable
from contextvars import Context

INTERVAL, QUIET_INTERVAL = 0.1, 1.0
"""Seconds between two runs of the policy while people are connected, and while nobody is."""
YOUNG, MIDDLE, OLD = 20_000, 1_000, 1_000_000
"""Thresholds for `gc.set_threshold`, so high that Python by itself collects the youngest generation only."""
SETTLE_CHECKS = 30
"""Runs of the policy while people are connected, after which everything that is not frozen is collected."""
FEW_OLDER, MANY_NEW = 5_000, 2_500
"""Limits for the number of unfrozen objects that survived a run. Above the first, they are collected once more and then
frozen, which takes about 3 ms. If more than the second survived this run for the first time, as when hundreds of people
play, they are frozen without that: it would visit what has just been visited, and find next to nothing."""
FEW_GONE, FOR_EACH, MANY_GONE = 100, 10, 2000
"""Number of ended sessions that triggers a full collection: `FOR_EACH` per connected session, but at least `FEW_GONE`
and at most `MANY_GONE`. An ended session leaves about 60 KB of garbage in reference cycles, in its connection and its
table. A collection makes connected people wait, so more garbage may gather while there are many."""
QUIET_CHECKS = 3
"""Runs of the policy in a row with nobody connected before the remaining garbage is collected."""


class GcPolicy:
    """The garbage collector's schedule while a server runs.

    `count` returns the number of connected sessions, `ended` the number of sessions that have ended since the start.
    """

    def __init__(self, count: Callable[[], int], ended: Callable[[], int]) -> None:
        self.full = 0
        """Number of full garbage collections so far."""
        self._count, self._ended = count, ended
        self._gone_before = 0
        self._quiet = 0
        self._checks = 0
        self._older = 0
        """Number of unfrozen objects that survived a run, after the last run."""
        self._timer: asyncio.TimerHandle | None = None
        self._before = gc.get_threshold()

    def start(self) -> None:
        """Freeze all objects that exist now, and start the garbage collection policy."""
        gc.collect()  # garbage that is frozen would stay until the next full collection
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, OLD)
        self._wait()

    def stop(self) -> None:
        """Restore the garbage collector's thresholds and unfreeze all objects."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        gc.set_threshold(*self._before)
        gc.unfreeze()  # else the garbage of this server would never be collected while the process lives

    def check(self) -> None:
        """Apply the policy once: collect everything, all unfrozen objects, the youngest objects, or nothing."""
        here, ended = self._count(), self._ended()
        self._quiet = 0 if here else self._quiet + 1
        gone = ended - self._gone_before
        many = min(max(FEW_GONE, FOR_EACH * here), MANY_GONE)
        if gone and (self._quiet >= QUIET_CHECKS or gone >= many):
            self._gone_before = ended
            self.full += 1
            gc.unfreeze()  # without this the cycles of ended sessions are invisible to the collector
            gc.collect()
            gc.freeze()
            self._older = 0
        elif here:
            self._collect_unfrozen()

    def _collect_unfrozen(self) -> None:
        gc.collect(1)  # the two young generations: what was made since the last run
        self._checks += 1
        older = len(gc.get_objects(generation=2))
        new, self._older = older - self._older, older
        if new <= MANY_NEW and (older > FEW_OLDER or self._checks >= SETTLE_CHECKS):
            self._checks = 0
            gc.collect()
        if older > FEW_OLDER:
            gc.freeze()
            self._older = 0

    def _wait(self) -> None:
        interval = QUIET_INTERVAL if self._quiet else INTERVAL
        # An empty context, because the timer outlives the session whose task may have called this.
        self._timer = asyncio.get_running_loop().call_later(interval, self._tick, context=Context())

    def _tick(self) -> None:
        self.check()
        self._wait()
