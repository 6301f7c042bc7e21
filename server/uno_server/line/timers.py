"""Timers of a session, and the timeout for a peer that does not read."""

import asyncio
import logging
from collections.abc import Callable
from contextvars import Context
from typing import Protocol

logger = logging.getLogger(__name__)


class Cancellable(Protocol):
    """A timer that can be canceled."""

    def cancel(self) -> None:
        """Cancel the timer."""


Later = Callable[[float, Callable[[], None]], Cancellable]
"""Calls a function after some seconds, unless the timer it returns is canceled before."""


def call_later(delay: float, callback: Callable[[], None]) -> Cancellable:
    """Call a function after some seconds, in an empty context; a copied context would keep its app in memory."""
    return asyncio.get_running_loop().call_later(delay, callback, context=Context())


class StallTimer:
    """A timer that disconnects a client that has not read for some seconds."""

    def __init__(self, abort: Callable[[], None], later: Later = call_later) -> None:
        self._abort = abort
        self._later = later
        self._timer: Cancellable | None = None

    def start(self, seconds: float) -> None:
        """Disconnect the client after the given seconds, unless `stop` is called first."""
        self.stop()

        def expire() -> None:
            self._timer = None
            logger.info("line dropped: the peer read nothing for %.0f s", seconds)
            self._abort()

        self._timer = self._later(seconds, expire)

    def stop(self) -> None:
        """Cancel the timer, because the client reads again or the session has ended."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
