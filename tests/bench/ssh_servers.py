"""The servers of the benchmarks over ssh: processes that answer every line on stdin with what they have used so far.

`house` is the product with its screens, rules and garbage collection, but fast tables and no limits; `besieged` is the
same with the usual limits, for attacks; `echo` is the least an ssh server can do.
"""

import asyncio
import ctypes
import gc
import json
import logging
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.server.attacks import LIMITS
from uno_server.app.service import GameService
from uno_server.limits import Limits
from uno_server.ops.gc_policy import GcPolicy
from uno_server.person import Person
from uno_server.ssh.server import Server, serve
from uno_tui.lobby.lobby import Lobby
from uno_tui.table.options import TableOptions, User
from uno_tui.table.state.pace import Pace
from uno_tui.thinking.pool import WorkerPool

SECONDS_A_MOVE = 2.5
_THINK: Final = 0.7 * SECONDS_A_MOVE, 1.3 * SECONDS_A_MOVE
PACE: Final = Pace(think=_THINK, notice=_THINK, moment=SECONDS_A_MOVE, scores=SECONDS_A_MOVE)
"""The pace of bots and autopilots. People are no clocks: tables do not move in step."""
OPEN = Limits(sessions=10**5, per_address=10**5, before_login=10**5, connect_rate=10**5, connect_burst=10**5)


@dataclass(frozen=True)
class Running:
    """A server in its own process."""

    process: asyncio.subprocess.Process
    port: int

    async def used(self, asked: str = "") -> dict[str, float]:
        """Return what the server has used; with ``all`` after a full garbage collection."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{asked}\n".encode())
        found: dict[str, float] = json.loads(await self.process.stdout.readline())
        return found


@asynccontextmanager
async def running(role: str, experts: int = 0) -> AsyncIterator[Running]:
    """Start one of the servers, and stop it at the end; `experts`: see `house`."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.ssh_servers", role, *([str(experts)] if experts else []),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        yield Running(process, int(await process.stdout.readline()))
    finally:
        process.kill()
        await process.wait()


def give_back() -> None:
    """Return free memory of the C library to the system, where the library can."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def resident() -> float:
    """Return the memory of this process in MiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


@dataclass(frozen=True)
class Serving:
    """A server in this process, with functions for its moves and its tables."""

    server: Server
    moves: Callable[[], int]
    tables: Callable[[], int]
    standing_in: Callable[[], int] = lambda: 0
    """Returns the number of experts that play as hard bots."""


class Pauses:
    """Longest pause of the garbage collector, in seconds."""

    def __init__(self) -> None:
        self.longest = self._began = 0.0
        gc.callbacks.append(self)

    def __call__(self, phase: str, _info: dict[str, int]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._began = now
        else:
            self.longest = max(self.longest, now - self._began)


async def house(folder: Path, limits: Limits = OPEN, experts: int = 0) -> Serving:
    """Start the product, with a number of tables at each of which three experts and a person's autopilot play."""
    lobby = Lobby(pace=PACE, defaults=TableOptions(grace_seconds=2), thinkers=WorkerPool())
    inside = GameService(lobby)
    server = await serve("127.0.0.1", 0, folder, inside.open_session, inside.answer, limits=limits)
    policy = GcPolicy(lambda: len(server.sessions), lambda: server.counters.sessions)
    policy.start()
    for number in range(experts):
        options = TableOptions(bots=3, level="expert", public=False)
        host = await lobby.open(User(f"ssh:expert{number}", "Ann"), lambda _message: None, options)
        host.start()
        host.autopilot(True)
    return Serving(
        server,
        lambda: sum(table.state.version for table in lobby.tables.values()),
        lambda: len(lobby.tables),
        lambda: sum(seat.plays_as != "" for table in lobby.tables.values() for seat in table.state.seats),
    )


async def echo(folder: Path) -> Serving:
    """Start a server that echoes its input."""
    moves = [0]

    async def send_back(line: Any, person: Person, words: list[str]) -> int:
        ended = asyncio.Event()

        def answer(data: bytes) -> None:
            moves[0] += 1
            line.write(data)

        line.on_closed = ended.set
        line.write(b"ready" * 100)
        line.listen(answer)
        await ended.wait()
        return 0

    async def nothing(person: Person, words: list[str]) -> tuple[str, int]:
        return "", 0

    server = await serve("127.0.0.1", 0, folder, send_back, nothing, limits=OPEN)
    gc.freeze()
    return Serving(server, lambda: moves[0], lambda: 0)


async def serve_until_told(make: Callable[[Path], Awaitable[Serving]]) -> None:
    """Run a server and report its usage for every line on stdin."""
    pauses = Pauses()
    with TemporaryDirectory() as folder:
        serving = await make(Path(folder))
        server = serving.server
        print(server.port, flush=True)
        loop = asyncio.get_running_loop()
        while asked := await loop.run_in_executor(None, sys.stdin.readline):
            lag = server.counters.lag
            used = {
                "cpu": time.process_time(),
                "memory": resident(),
                "moves": serving.moves(),
                "bytes": sum(line.written for line in server.lines),
                "dropped": sum(line.dropped for line in server.lines),
                "sessions": len(server.lines),
                "tables": serving.tables(),
                "standing_in": serving.standing_in(),
                "pause": pauses.longest,
                "late": sum(lag.counts[6:]),
            }
            if asked.strip() == "all":
                gc.unfreeze()
                gc.collect()
                give_back()
                left = {"objects": len(gc.get_objects()), "tasks": len(asyncio.all_tasks()), "memory": resident()}
                used |= left
            pauses.longest = 0.0
            print(json.dumps(used), flush=True)
        os._exit(0)


ROLES: Final[dict[str, Callable[[Path], Awaitable[Serving]]]] = {
    "house": house,
    "besieged": partial(house, limits=LIMITS),
    "echo": echo,
}


if __name__ == "__main__":
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns about every write after a hang-up
    make = ROLES[sys.argv[1]]
    asyncio.run(serve_until_told(partial(house, experts=int(sys.argv[2])) if sys.argv[2:] else make))
