"""Counters and histograms of one server. They cost so little that they run even if nobody reads them."""

import asyncio
from bisect import bisect_left
from collections import Counter
from contextvars import Context

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0)
"""Upper bounds of a histogram's buckets, in seconds."""
LAG_INTERVAL = 0.5
"""Seconds between two measurements of the event loop's lag."""


class Histogram:
    """A histogram of durations: the number in each bucket, and their sum in seconds."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        """Number of durations in each bucket of `BOUNDS`, then of longer ones; not cumulative."""
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        """Count a duration."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds


class Counters:
    """Counters of one server since its start."""

    def __init__(self) -> None:
        self.logins: Counter[str] = Counter()
        """Number of logins by kind: `key`, `guest`, `page`."""
        self.refused: Counter[str] = Counter()
        """Number of connections turned away, by reason."""
        self.guesses: Counter[str] = Counter()
        """Number of wrong codes, passwords and signatures, by kind: `table-code`, `resume-code`, `password`, `key`."""
        self.sessions = 0
        """Number of sessions that have ended."""
        self.pages = 0
        """Number of people who are connected by a browser now."""
        self.written = 0
        """Bytes written to sessions that have ended."""
        self.dropped = 0
        """Frames dropped in sessions that have ended."""
        self.answers = Histogram()
        """Response times: seconds from an input to the next output on the same terminal."""
        self.lag = Histogram()
        """Event loop lag: seconds by which callbacks ran later than scheduled."""
        self._timer: asyncio.TimerHandle | None = None

    def watch_loop(self) -> None:
        """Start measuring the lag of the event loop; `stop` ends the measurement."""
        loop = asyncio.get_running_loop()

        def look(due: float) -> None:
            now = loop.time()
            self.lag.add(max(0.0, now - due))
            self._timer = loop.call_at(now + LAG_INTERVAL, look, now + LAG_INTERVAL, context=Context())

        due = loop.time() + LAG_INTERVAL
        self._timer = loop.call_at(due, look, due, context=Context())

    def stop(self) -> None:
        """Stop measuring the lag."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
