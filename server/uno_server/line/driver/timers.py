"""The timers of a session."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Protocol


class Cancellable(Protocol):
    """A timer that can be called off."""

    def cancel(self) -> None:
        """Call the timer off."""


Later = Callable[[float, Callable[[], None]], Cancellable]


def call_later(delay: float, callback: Callable[[], None]) -> Cancellable:
    """Call back after some seconds, in an empty context, so that a waiting timer keeps no app alive."""
    return asyncio.get_running_loop().call_later(delay, callback, context=Context())
