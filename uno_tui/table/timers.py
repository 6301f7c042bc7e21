"""Named timers, the only source of time for a table.

Each callback runs in an empty context: it keeps no session alive and does not act in a session's name.
"""

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Protocol


class Scheduled(Protocol):
    """A scheduled call, such as an `asyncio.TimerHandle`."""

    def cancel(self) -> object:
        """Cancel the call."""


CallLater = Callable[[float, Callable[[], None]], Scheduled]
"""Calls a function after the given seconds, like `asyncio.AbstractEventLoop.call_later`."""

Now = Callable[[], float]
"""Returns seconds on a monotonic clock, such as `time.monotonic`."""


def loop_call_later(seconds: float, callback: Callable[[], None]) -> Scheduled:
    """Call a function after the given seconds on the running event loop."""
    return asyncio.get_running_loop().call_later(seconds, callback)


class Timers:
    """The running timers of one owner, at most one of each name.

    A timer that was replaced or canceled does nothing, even if its call was already due.
    """

    def __init__(self, call_later: CallLater, now: Now) -> None:
        self._call_later = call_later
        self.now = now
        self._running: dict[str, tuple[Callable[[], None], Scheduled]] = {}
        """By name: the function that the timer calls, and the scheduled call."""
        self._stopped = False

    def set(self, name: str, seconds: float, callback: Callable[[], object]) -> None:
        """Call a function once after the given seconds; this replaces a timer of the same name."""
        self.cancel(name)
        if self._stopped:
            return

        def ring() -> None:
            if name in self._running and self._running[name][0] is ring:
                del self._running[name]
                callback()

        self._running[name] = ring, Context().run(self._call_later, seconds, ring)

    def cancel(self, name: str) -> None:
        """Cancel the timer with the given name, if there is one."""
        if running := self._running.pop(name, None):
            running[1].cancel()

    def stop(self) -> None:
        """Cancel all timers, and ignore timers that are set later."""
        self._stopped = True
        for name in list(self._running):
            self.cancel(name)

    def __contains__(self, name: str) -> bool:
        return name in self._running
