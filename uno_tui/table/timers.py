"""Timers: what is to happen later, under a name; the only way time reaches a table.

Each timer runs in an empty context, so that none keeps the session that happened to set it alive or acts in its name.
"""

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Protocol


class Scheduled(Protocol):
    """Something that will be called, such as an `asyncio.TimerHandle`."""

    def cancel(self) -> object:
        """Give it up."""


CallLater = Callable[[float, Callable[[], None]], Scheduled]
"""Calls the function so many seconds from now; `asyncio.AbstractEventLoop.call_later` is one."""

Now = Callable[[], float]
"""Seconds on a clock that never goes back, such as `time.monotonic`."""


def loop_call_later(seconds: float, callback: Callable[[], None]) -> Scheduled:
    """Call the function later on the loop that runs now."""
    return asyncio.get_running_loop().call_later(seconds, callback)


class Timers:
    """The running timers of one table, at most one of each name.

    A timer that was replaced or canceled does nothing, even when it was already on its way to be called.
    """

    def __init__(self, call_later: CallLater, now: Now) -> None:
        self._call_later = call_later
        self.now = now
        self._running: dict[str, Scheduled] = {}
        self._generation: dict[str, int] = {}
        self._count = 0
        self._stopped = False

    def set(self, name: str, seconds: float, callback: Callable[[], None]) -> None:
        """Call the function once, that many seconds from now, in place of the timer of that name."""
        self.cancel(name)
        if self._stopped:
            return
        self._count += 1
        generation = self._generation[name] = self._count

        def ring() -> None:
            if self._generation.get(name) == generation:
                del self._generation[name]
                self._running.pop(name, None)
                callback()

        self._running[name] = Context().run(self._call_later, seconds, ring)

    def cancel(self, name: str) -> None:
        """Give up the timer of that name, if there is one."""
        if scheduled := self._running.pop(name, None):
            del self._generation[name]
            scheduled.cancel()

    def stop(self) -> None:
        """Give up all timers, for good: none can be set afterwards."""
        self._stopped = True
        for name in list(self._running):
            self.cancel(name)

    def __contains__(self, name: str) -> bool:
        return name in self._running

    def __len__(self) -> int:
        return len(self._running)
