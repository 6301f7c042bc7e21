"""Waiting for conditions, never for ever."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

DEADLINE = 20.0
"""Seconds a test waits for a condition before it fails; far more than any condition needs."""


async def until(condition: Callable[[], Any], *, deadline: float = DEADLINE) -> None:
    """Wait for a condition, looking at it again and again."""
    end = time.monotonic() + deadline
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {deadline} s: {condition}")
        await asyncio.sleep(0.01)


async def within(awaitable: Awaitable[Any], *, deadline: float = DEADLINE) -> Any:
    """Await something that must not take for ever."""
    return await asyncio.wait_for(awaitable, deadline)
