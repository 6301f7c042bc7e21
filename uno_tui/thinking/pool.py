"""A pool of worker processes that think for expert bots (`worker`), so that the event loop never waits for a bot.

Requests wait in order for a free worker. A worker starts when it is needed, gets a view and a digest and nothing else,
and answers with the index of an action. It is killed when it is too slow; a killed or dead worker is replaced at the
next request.
"""

import asyncio
import logging
import subprocess
import sys
from asyncio import SubprocessTransport
from collections import Counter
from collections.abc import Coroutine
from contextvars import Context
from pathlib import Path
from typing import Any, Final

import uno_tui
from uno_tui.faults import log_fault
from uno_tui.game.view import PlayerView
from uno_tui.thinking.thinkers import Answered, Thought
from uno_tui.thinking.worker import FAILED, chosen, request

logger = logging.getLogger(__name__)

OUTCOMES: Final = ("made", "failed", "canceled")
"""Outcomes of a request: a choice was made, the worker failed, or the request was canceled before an answer."""
LATE_SECONDS: Final = 5.0
"""Seconds after which a worker that has not answered is killed."""
RETRY_SECONDS: Final = 60.0
"""Seconds without another try after a worker could not be started, or ended before its first answer."""
_START: Final = "import sys; sys.path.append(sys.argv[1]); from uno_tui.thinking.worker import main; main()"
"""Program of a worker. It takes nothing from the current folder, the environment or `site`, which loads slowly."""


class PendingThought:
    """A request for a bot's choice, in the queue or being answered by a worker."""

    __slots__ = ("_pool", "answered", "digest", "level", "view")

    def __init__(self, pool: "WorkerPool", level: str, view: PlayerView, digest: bytes, answered: Answered) -> None:
        self._pool = pool
        self.level = level
        self.view = view
        self.digest = digest
        self.answered: Answered | None = answered
        """Receives the answer; None once it is answered or canceled."""

    def answer(self, thought: Thought | None) -> None:
        """Answer the request, unless it is answered or canceled already."""
        answered, self.answered = self.answered, None
        if answered:
            self._pool.counts["failed" if thought is None else "made"] += 1
            answered(thought)

    def cancel(self) -> None:
        """Cancel the request; a worker that is busy with it finishes, and its answer is ignored."""
        if self.answered:
            self._pool.counts["canceled"] += 1
        self.answered = None
        self._pool.forget(self)


class Worker(asyncio.SubprocessProtocol):
    """One worker process, from its start to its end."""

    def __init__(self, pool: "WorkerPool") -> None:
        self._pool = pool
        self._transport: SubprocessTransport | None = None
        self._thought: PendingThought | None = None
        """The choice that the process is making; None while the process is idle."""
        self._received = b""
        self._late: asyncio.TimerHandle | None = None
        self._killed = False
        self.has_answered = False
        """Whether the process has answered a request, which proves that workers run on this machine."""
        self.ended = asyncio.Event()

    @property
    def pid(self) -> int | None:
        """Id of the process; None before it has started."""
        return self._transport.get_pid() if self._transport else None

    @property
    def idle(self) -> bool:
        """Whether the process runs and can take a request."""
        return self._transport is not None and self._thought is None and not self.ended.is_set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the started process."""
        assert isinstance(transport, SubprocessTransport)
        self._transport = transport

    def think(self, thought: PendingThought) -> None:
        """Send the process a request."""
        assert self._transport
        self._thought = thought
        loop = asyncio.get_running_loop()
        self._late = loop.call_later(LATE_SECONDS, self._too_late, context=Context())
        pipe = self._transport.get_pipe_transport(0)
        assert isinstance(pipe, asyncio.WriteTransport)
        pipe.write(request(thought.level, thought.view, thought.digest))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Buffer the output; handle an answer when its line is complete."""
        del fd
        self._received += data
        line, end, rest = self._received.partition(b"\n")
        if end:
            self._received = rest
            self._answered(line.decode(errors="replace"))

    def _answered(self, line: str) -> None:
        self.has_answered = True
        thought = self._settle()
        if thought is None:
            return
        found: Thought | None = None
        if line.startswith(FAILED):
            logger.error("an expert bot failed: %s", line.removeprefix(FAILED))
        else:
            try:
                found = Thought(chosen(line, thought.view))
            except ValueError as error:
                log_fault("a worker gave no answer", error)
        thought.answer(found)
        self._pool.go_on()

    def _settle(self) -> PendingThought | None:
        """Return the request the process was working on, and mark the process idle."""
        thought, self._thought = self._thought, None
        if self._late:
            self._late.cancel()
            self._late = None
        return thought

    def _too_late(self) -> None:
        logger.error("a worker is too slow and is replaced")
        self.kill()

    def kill(self) -> None:
        """End the process at once."""
        self._killed = True
        if self._transport:
            self._transport.close()  # kills the process if it runs

    def process_exited(self) -> None:
        """Answer the pending request with None and remove this worker from the pool."""
        self.ended.set()
        if self._transport:
            if not self._killed:
                logger.error("a worker ended by itself, with status %s", self._transport.get_returncode())
            self._transport.close()
        self._pool.ended(self)
        if thought := self._settle():
            thought.answer(None)
        self._pool.go_on()


class WorkerPool:
    """Up to `size` worker processes; 0 refuses every request. It belongs to the event loop that first uses it."""

    def __init__(self, size: int = 1) -> None:
        self.counts: Counter[str] = Counter()
        """Number of requests so far by outcome, one of `OUTCOMES`."""
        self._size = size
        self._workers: list[Worker] = []
        self._starting: set[asyncio.Task[None]] = set()
        self._queue: dict[PendingThought, None] = {}
        """Requests that wait for a free worker, the oldest first."""
        self._closed = False
        self._retry_at = 0.0
        """Time on the event loop's clock before which no worker is started."""
        self._prepare_at = 0.0
        """The same for workers started ahead of time by `prepare`."""

    @property
    def pids(self) -> tuple[int, ...]:
        """Ids of the running worker processes."""
        return tuple(one.pid for one in self._workers if one.pid is not None)

    @property
    def waiting(self) -> int:
        """Number of requests that wait for a free worker."""
        return len(self._queue)

    @property
    def _can_think(self) -> bool:
        if not self._size or self._closed:
            return False
        return bool(self._workers) or asyncio.get_running_loop().time() >= self._retry_at

    def prepare(self) -> None:
        """Start a worker if none is running, unless the last one recently ended without answering."""
        if not self._can_think or self._workers or self._starting:
            return
        if asyncio.get_running_loop().time() >= self._prepare_at:
            self._start()

    def ask(self, level: str, view: PlayerView, digest: bytes, answered: Answered) -> PendingThought | None:
        """Queue a request for a bot's choice; see `Thinkers`."""
        if not self._can_think:
            return None
        thought = PendingThought(self, level, view, digest, answered)
        self._queue[thought] = None
        self.go_on()
        return thought

    def forget(self, thought: PendingThought) -> None:
        """Remove a canceled request from the queue."""
        self._queue.pop(thought, None)

    def go_on(self) -> None:
        """Give waiting requests to free workers; if all are busy and the limit allows it, start another."""
        while self._queue:
            worker = next((one for one in self._workers if one.idle), None)
            if worker is None:
                if len(self._workers) + len(self._starting) < self._size and self._can_think:
                    self._start()
                return
            thought = next(iter(self._queue))
            del self._queue[thought]
            worker.think(thought)

    def ended(self, worker: Worker) -> None:
        """Remove a worker whose process has ended."""
        if worker in self._workers:
            self._workers.remove(worker)
        if not worker.has_answered:
            self._prepare_at = asyncio.get_running_loop().time() + RETRY_SECONDS

    def _start(self) -> None:
        # In an empty context: otherwise the worker would hold a reference to the session whose request started it.
        task = asyncio.get_running_loop().create_task(self._started(), context=Context())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _started(self) -> None:
        folder = str(Path(uno_tui.__file__).parent.parent)
        loop = asyncio.get_running_loop()
        start: Coroutine[Any, Any, tuple[SubprocessTransport, Worker]] = loop.subprocess_exec(
            lambda: Worker(self),
            sys.executable, "-I", "-S", "-c", _START, folder,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            process_group=0,  # signals of the terminal are for this process alone; a session has its own share of CPU
        )  # fmt: skip  # the command in one line
        try:
            _, worker = await start
        except OSError as error:
            log_fault("no worker can be started; expert bots play as their stand-in", error)
            self._retry_at = loop.time() + RETRY_SECONDS
            if not self._workers:
                waiting, self._queue = self._queue, {}
                for thought in waiting:
                    thought.answer(None)
            return
        if not worker.ended.is_set():
            self._workers.append(worker)
        self.go_on()

    async def close(self) -> None:
        """Kill all workers and wait for their end; waiting requests are not answered."""
        self._closed = True
        self._queue.clear()
        for task in tuple(self._starting):
            task.cancel()
        if self._starting:
            await asyncio.gather(*self._starting, return_exceptions=True)
        for worker in tuple(self._workers):
            worker.kill()
        for worker in tuple(self._workers):
            await worker.ended.wait()
