"""Waiting for conditions, with a limit."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

DEADLINE = 20.0
"""Seconds after which a condition counts as failed; far more than any needs."""


async def until(
    condition: Callable[[], Any], *, deadline: float = DEADLINE, each: Callable[[], Awaitable[Any]] | None = None
) -> None:
    """Wait until a condition holds, checking it repeatedly; `each` is done between two checks."""
    end = time.monotonic() + deadline
    while not condition():
        if each is not None:
            await each()
        if time.monotonic() > end:
            raise TimeoutError(f"not within {deadline} s: {condition}")
        await asyncio.sleep(0.01)


async def within(awaitable: Awaitable[Any], *, deadline: float = DEADLINE) -> Any:
    """Await something, but not forever."""
    return await asyncio.wait_for(awaitable, deadline)
