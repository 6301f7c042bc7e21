"""What the server counts of itself; cheap enough to be counted always, whoever asks for it."""

import asyncio
from bisect import bisect_left
from collections import Counter
from contextvars import Context

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0)
"""Seconds at which the classes of a histogram end."""
LAG_INTERVAL = 0.5
"""Seconds between two looks at how late the loop is."""


class Histogram:
    """Times, by class."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        """How many fell in each class; the last one has no end."""
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        """Count a time."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds


class Counters:
    """The counts of one server."""

    def __init__(self) -> None:
        self.logins: Counter[str] = Counter()
        """By kind: key, guest."""
        self.refused: Counter[str] = Counter()
        """By reason."""
        self.sessions = 0
        """Sessions that have ended."""
        self.written = 0
        """Bytes written to sessions that have ended."""
        self.dropped = 0
        """Frames dropped in sessions that have ended."""
        self.answers = Histogram()
        """From input to the next bytes written to the same terminal."""
        self.lag = Histogram()
        """How much later than asked for the loop called back."""
        self._timer: asyncio.TimerHandle | None = None

    def watch_loop(self) -> None:
        """Begin to measure how late the loop is."""
        loop = asyncio.get_running_loop()

        def look(due: float) -> None:
            now = loop.time()
            self.lag.add(max(0.0, now - due))
            self._timer = loop.call_at(now + LAG_INTERVAL, look, now + LAG_INTERVAL, context=Context())

        due = loop.time() + LAG_INTERVAL
        self._timer = loop.call_at(due, look, due, context=Context())

    def stop(self) -> None:
        """End measuring."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
