"""Requests to the broker. All answers come through one subscription, and one task writes for all.

So a request costs no task and no subscription of its own.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any, Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from uno_tui.cluster.broker import APPEND_SECONDS
from uno_tui.faults import log_fault

_LOOK_SECONDS: Final = 0.25
"""Seconds between two checks for requests whose timeout has passed."""

Answered = Callable[[bytes | None], None]
"""Called once with the answer to a request; with None if there is none in time."""


class Requests:
    """The requests of one connection that wait for an answer, and its queue of messages to send."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._inbox = client.new_inbox()
        self._numbers = count(1)
        self._pending: dict[str, tuple[float, Answered]] = {}
        """By request number: the time on the loop's clock at which the request fails, and the answer's callback."""
        self._writes: asyncio.Queue[tuple[str, bytes, str, dict[str, str] | None]] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Begin to send messages and to receive answers."""
        await self._client.subscribe(f"{self._inbox}.*", cb=self._receive)
        self.spawn(self._write())
        self._look()

    def spawn(self, coroutine: Any) -> None:
        """Run a coroutine in a task that ends with the connection."""
        task = self._loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def send(self, subject: str, data: bytes) -> None:
        """Send a message that gets no answer."""
        self._writes.put_nowait((subject, data, "", None))

    def ask(self, subject: str, data: bytes, done: Answered, headers: dict[str, str] | None = None) -> None:
        """Send a message, and call `done` with the answer."""
        number = str(next(self._numbers))
        self._pending[number] = self._loop.time() + APPEND_SECONDS, done
        self._writes.put_nowait((subject, data, f"{self._inbox}.{number}", headers))

    def fail_all(self) -> None:
        """Give up all requests that have no answer yet."""
        self._fail(float("inf"))

    async def _write(self) -> None:
        while True:
            subject, data, reply, headers = await self._writes.get()
            try:
                await self._client.publish(subject, data, reply, headers)
            except NatsError:
                self._drop(reply)
            except Exception as error:  # noqa: BLE001  # without this task nothing would ever be stored again
                log_fault("a message could not be sent to the broker", error)
                self._drop(reply)
            self._writes.task_done()

    def _drop(self, reply: str) -> None:
        if reply and (waiting := self._pending.pop(reply.rpartition(".")[2], None)):
            waiting[1](None)

    async def _receive(self, message: Msg) -> None:
        if waiting := self._pending.pop(message.subject.rpartition(".")[2], None):
            none = not message.data and message.headers and message.headers.get("Status") == "503"
            try:
                waiting[1](None if none else message.data)
            except Exception as error:  # noqa: BLE001  # one answer must not stop the others
                log_fault("an answer of the broker could not be used", error)

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

    async def finish(self) -> None:
        """Wait until the queue of messages is sent, for a limited time; then send nothing more."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._writes.join(), APPEND_SECONDS)
        if self._timer:
            self._timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()
