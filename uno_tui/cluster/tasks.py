"""Background tasks that survive a broker that is gone for a while."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from uno_tui.cluster.broker import BrokerGoneError
from uno_tui.faults import log_fault
from uno_tui.table.options import EntryError, EntryProblem

_AGAIN_SECONDS: Final = 0.5
PATIENCE_SECONDS: Final = 8.0
"""Seconds for which a person who logs in or enters a table waits for a broker that does not answer."""

_Found = TypeVar("_Found")


class Tasks:
    """Background tasks that belong to one object."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self, coroutine: Coroutine[Any, Any, object]) -> None:
        """Run a coroutine in the background; log any error it raises except that the broker is gone."""

        async def guarded() -> None:
            try:
                await coroutine
            except BrokerGoneError:
                pass
            except Exception as error:  # noqa: BLE001  # one task's fault must not reach others
                log_fault("a background task of the cluster failed", error)

        self._add(guarded())

    def insist(self, work: Callable[[], Awaitable[object]]) -> None:
        """Run a coroutine again and again until the broker answers."""

        async def again() -> None:
            while True:
                try:
                    await work()
                except BrokerGoneError:
                    await asyncio.sleep(_AGAIN_SECONDS)
                except Exception as error:  # noqa: BLE001  # the same
                    log_fault("a background task of the cluster failed", error)
                    return
                else:
                    return

        self._add(again())

    def _add(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self, seconds: float) -> None:
        """Wait for all tasks, at most the given seconds, then cancel the remaining tasks."""
        if self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=seconds)
        for task in tuple(self._tasks):
            task.cancel()


async def patiently(work: Callable[[], Awaitable[_Found]]) -> _Found:
    """Do something that a person waits for, again and again while the broker does not answer.

    Raises:
        EntryError: The broker has not answered for 8 seconds.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE_SECONDS
    while True:
        try:
            return await work()
        except BrokerGoneError as error:
            if loop.time() > end:
                raise EntryError(EntryProblem.WAITING) from error
            await asyncio.sleep(_AGAIN_SECONDS)


async def until(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait until the condition is true, for at most the given seconds; return whether it became true."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not condition():
        if loop.time() > end:
            return False
        await asyncio.sleep(0.005)
    return True
