"""Requests to the broker. All answers come through one subscription.

So a request costs no task and no subscription of its own.
"""

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from uno_tui.cluster.broker import APPEND_SECONDS
from uno_tui.cluster.nats.client import DirectClient

_LOOK_SECONDS: Final = 0.25
"""Seconds between two checks for requests whose timeout has passed."""
_NOBODY: Final = b"NATS/1.0 503"
"""Beginning of the headers of an answer that the broker gives itself, because nobody listens to the subject."""

Answered = Callable[[bytes | None], None]
"""Called once with the answer to a request; with None if there is none in time."""


class Requests:
    """The requests of one connection that wait for an answer."""

    def __init__(self, client: DirectClient) -> None:
        self._client = client
        self._inbox = client.new_inbox()
        self._numbers = count(1)
        self._pending: dict[str, tuple[float, Answered]] = {}
        """By request number: the time on the loop's clock at which the request fails, and the answer's callback."""
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Begin to receive answers."""
        await self._client.hear(f"{self._inbox}.*", self._receive)
        self._look()

    def spawn(self, coroutine: Any) -> None:
        """Run a coroutine in a task that ends with the connection."""
        task = self._loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def ask(self, subject: str, data: bytes, done: Answered, headers: bytes = b"") -> None:
        """Send a message, and call `done` later with the answer; for `headers` see `DirectClient.send`."""
        number = str(next(self._numbers))
        if self._client.send(subject, data, f"{self._inbox}.{number}", headers):
            self._pending[number] = self._loop.time() + APPEND_SECONDS, done
        else:
            self._loop.call_soon(done, None)

    def fail_all(self) -> None:
        """Report all pending requests as failed."""
        self._fail(float("inf"))

    def _receive(self, subject: str, _reply: str, data: bytes, headers: bytes) -> None:
        if waiting := self._pending.pop(subject.rpartition(".")[2], None):
            waiting[1](None if not data and headers.startswith(_NOBODY) else data)

    def _look(self) -> None:
        self._timer = self._loop.call_later(_LOOK_SECONDS, self._look)
        self._fail(self._loop.time())

    def _fail(self, now: float) -> None:
        """Report requests whose timeout has passed as failed."""
        late = []
        for number, (end, _) in self._pending.items():
            if end > now:
                break
            late.append(number)
        for number in late:
            if waiting := self._pending.pop(number, None):
                waiting[1](None)

    def finish(self) -> None:
        """Write all queued messages, then stop receiving answers."""
        self._client.write()
        if self._timer:
            self._timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()
