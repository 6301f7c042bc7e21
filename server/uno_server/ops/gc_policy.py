"""When this process looks for garbage: a little often, everything seldom and when nobody waits.

A full collection looks at every widget of every screen and stops everybody meanwhile. Nearly nothing needs it: objects
go as soon as nobody refers to them, and a session that ends is taken apart. So what is new is looked at once, soon,
and then frozen, out of the collector's sight, again and again as sessions come up and games go on. Only when enough
sessions have gone, or all of them have, is everything thawed and looked through.
"""

import asyncio
import gc
from collections.abc import Callable
from contextvars import Context

INTERVAL, QUIET_INTERVAL = 0.1, 1.0
"""Seconds between two looks while people are here, and while nobody is."""
YOUNG, MIDDLE, OLD = 20_000, 1_000, 1_000_000
"""The collector's thresholds: of its own accord it looks at the youngest objects only."""
FEW_GONE, FOR_EACH, MANY_GONE = 100, 10, 2000
"""Sessions that ended since the last full collection after which there is one although people are here: so many for
each of those, but at least the first and at most the last. One that ended leaves some 60 KB behind, its connection and
table; one that is here makes the collection longer by a millisecond or two."""
QUIET_LOOKS = 3
"""Looks in a row without anybody here, after which the rest of those who were is looked for."""


class Collecting:
    """The policy; `count` tells how many sessions there are, `ended` how many have ended so far."""

    def __init__(self, count: Callable[[], int], ended: Callable[[], int]) -> None:
        self.full = 0
        """Full collections so far."""
        self._count, self._ended = count, ended
        self._gone_before = 0
        self._quiet = 0
        self._timer: asyncio.TimerHandle | None = None
        self._before = gc.get_threshold()

    def start(self) -> None:
        """Begin: everything there is now is there for good."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, OLD)
        self._wait()

    def stop(self) -> None:
        """Leave the collector as it was."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        gc.set_threshold(*self._before)
        gc.unfreeze()

    def look(self) -> None:
        """Do what is to be done now."""
        here, ended = self._count(), self._ended()
        self._quiet = 0 if here else self._quiet + 1
        gone = ended - self._gone_before
        many = min(max(FEW_GONE, FOR_EACH * here), MANY_GONE)
        if gone and (self._quiet >= QUIET_LOOKS or gone >= many):
            self._gone_before = ended
            self.full += 1
            gc.unfreeze()
            gc.collect()
            gc.freeze()
        elif here:
            gc.collect(1)  # at what came since the last look, and no more
            gc.freeze()

    def _wait(self) -> None:
        interval = QUIET_INTERVAL if self._quiet else INTERVAL
        self._timer = asyncio.get_running_loop().call_later(interval, self._tick, context=Context())

    def _tick(self) -> None:
        self.look()
        self._wait()
