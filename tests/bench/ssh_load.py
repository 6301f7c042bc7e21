"""Many people playing over ssh at once: what it costs the server and how long a key takes to the screen.

Run it as ``python -m tests.bench.ssh_load --sessions 300 --seconds 20``. The server is a process of its own with the
product's screens, rules and collector policy; this process holds real ssh clients, four at each table, all on autopilot
at one move in 2.5 seconds and table, and some probes, each on turn at a table of its own, that move along their hand
and wait for the screen. Then the same clients talk to a bare ssh echo, for comparison.

With ``--soak 200`` so many people come instead, one after the other, see a table and go; what is left is printed.
"""

import argparse
import asyncio
import gc
import json
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncssh

from server.config import Config
from server.limits import Limits
from server.person import Person
from server.serve import House
from server.ssh import Server, serve
from tests.server.clients import GuestClient
from uno_tui.lobby import Lobby
from uno_tui.lobbyview import TableOptions
from uno_tui.playing import Pace

SEATS, SECONDS_A_MOVE = 4, 2.5
SETTLING = 4.0
"""Seconds between the last one's coming and the measurement."""
AT_ONCE = 4
"""Clients that log in at the same time."""
OPEN = Limits(sessions=10**5, per_address=10**5, before_login=10**5, connect_rate=10**5, connect_burst=10**5)
RIGHT, LEFT = b"\x1b[C", b"\x1b[D"


def resident() -> float:
    """Memory of this process in MiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


class Pauses:
    """The longest time the garbage collector stopped everything."""

    def __init__(self) -> None:
        self.longest = self._began = 0.0
        gc.callbacks.append(self)

    def __call__(self, phase: str, _info: dict[str, int]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._began = now
        else:
            self.longest = max(self.longest, now - self._began)


# The servers, each a process of its own that answers every line with what it has used so far.


async def house(folder: Path) -> tuple[Server, Callable[[], int], Callable[[], None]]:
    """The product, but for the pace of its tables and the doors wide open."""
    from server.collecting import Collecting  # noqa: PLC0415  # beside what it measures

    think = (0.7 * SECONDS_A_MOVE, 1.3 * SECONDS_A_MOVE)  # people are no clocks: tables do not move in step
    pace = Pace(think=think, notice=think, moment=SECONDS_A_MOVE, scores=SECONDS_A_MOVE)
    lobby = Lobby(pace=pace, defaults=TableOptions(grace_seconds=2))
    inside = House(lobby)
    server = await serve("127.0.0.1", 0, folder, inside.open_session, inside.answer, config=Config(limits=OPEN))
    policy = Collecting(lambda: len(server.sessions), lambda: server.figures.sessions)
    policy.start()
    return server, lambda: sum(table.version for table in lobby.tables.values()), lambda: None


async def echo(folder: Path) -> tuple[Server, Callable[[], int], Callable[[], None]]:
    """The least an ssh server can do: send back what comes."""
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

    server = await serve("127.0.0.1", 0, folder, send_back, nothing, config=Config(limits=OPEN))
    gc.freeze()
    return server, lambda: moves[0], lambda: None


async def serve_until_told(make: Callable[[Path], Awaitable[tuple[Server, Callable[[], int], Any]]]) -> None:
    """Serve, and report whenever asked."""
    pauses = Pauses()
    with TemporaryDirectory() as folder:
        server, moves, _ = await make(Path(folder))
        print(server.port, flush=True)
        loop = asyncio.get_running_loop()
        while asked := await loop.run_in_executor(None, sys.stdin.readline):
            lag = server.figures.lag
            used = {
                "cpu": time.process_time(),
                "memory": resident(),
                "moves": moves(),
                "bytes": sum(line.written for line in server.lines),
                "dropped": sum(line.dropped for line in server.lines),
                "sessions": len(server.lines),
                "pause": pauses.longest,
                "late": sum(lag.counts[6:]),
            }
            if asked.strip() == "all":
                gc.unfreeze()
                gc.collect()
                used |= {"objects": len(gc.get_objects()), "tasks": len(asyncio.all_tasks())}
            pauses.longest = 0.0
            print(json.dumps(used), flush=True)
        os._exit(0)


# The clients.


class Reader(asyncssh.SSHClientSession[bytes]):
    """Counts what comes, and tells when something did."""

    def __init__(self) -> None:
        self.bytes = 0
        self.last = 0.0
        self.came: asyncio.Event = asyncio.Event()

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Count."""
        self.bytes += len(data)
        self.last = time.perf_counter()
        self.came.set()


@dataclass
class Crowd:
    """Clients of one server."""

    port: int
    readers: list[tuple[Any, Reader]] = field(default_factory=list)
    connections: list[asyncssh.SSHClientConnection] = field(default_factory=list)
    connect: list[float] = field(default_factory=list)
    keys: list[float] = field(default_factory=list)
    _turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def come(self, command: str) -> tuple[Any, Reader]:
        """Connect and wait for the first screen."""
        async with self._turns:
            began = time.perf_counter()
            connection = await asyncssh.connect(
                "127.0.0.1", self.port, username="ann", client_keys=None, known_hosts=None, agent_path=None,
                config=None, client_factory=GuestClient,
            )  # fmt: skip
            self.connections.append(connection)
            reader = Reader()
            channel, _ = await connection.create_session(
                lambda: reader,
                command,
                term_type="xterm-256color",
                term_size=(80, 24),
                encoding=None,
                request_pty="force",
            )
            while reader.bytes < 400:
                reader.came.clear()
                await reader.came.wait()
            self.connect.append(time.perf_counter() - began)
            return channel, reader

    async def probe(self, channel: Any, reader: Reader, until: float, keys: tuple[bytes, ...]) -> None:
        """Press keys and wait for the screen."""
        count = 0
        while time.perf_counter() < until:
            await asyncio.sleep(0.2)
            reader.came.clear()
            began = time.perf_counter()
            channel.write(keys[count % len(keys)])
            count += 1
            try:
                await asyncio.wait_for(reader.came.wait(), 2)
            except TimeoutError:
                continue  # the table went on meanwhile and this key does nothing now
            self.keys.append(time.perf_counter() - began)

    def leave(self) -> None:
        """Go, all of them."""
        for connection in self.connections:
            connection.abort()


async def play(crowd: Crowd, sessions: int, probes: int) -> list[tuple[Any, Reader]]:
    """Fill the tables, set everybody on autopilot, and seat the probes where it is their turn."""
    players = await asyncio.gather(*(crowd.come(f"join B{number // SEATS:04}") for number in range(sessions)))
    for at in range(0, sessions, SEATS):  # tables move when they like, not all in the same instant
        for channel, _ in players[at : at + SEATS]:
            channel.write(b"a")
        await asyncio.sleep(SECONDS_A_MOVE * SEATS / sessions)
    seated = await asyncio.gather(*(crowd.come(f"join PROBE{number}") for number in range(probes)))
    for channel, _ in seated:
        channel.write(b"n")
    await asyncio.sleep(SEATS * SECONDS_A_MOVE + 2)
    return seated


def table(
    name: str, crowd: Crowd, before: dict[str, float], after: dict[str, float], empty: float, wall: float
) -> None:
    """Print what was measured of one server."""

    def cut(times: list[float], *shares: int) -> str:
        grades = statistics.quantiles(times, n=100) if len(times) > 1 else [0.0] * 99
        return " / ".join(f"{1000 * grades[share - 1]:.1f}" for share in shares) + f" ms ({len(times)})"

    moves, cpu = after["moves"] - before["moves"], after["cpu"] - before["cpu"]
    screens = moves if name == "echo" else moves * SEATS + len(crowd.keys)
    rows = {
        "sessions": f"{after['sessions']:.0f}",
        "connect to screen p50 / p95": cut(crowd.connect, 50, 95),
        "key to screen p50 / p95 / p99": cut(crowd.keys, 50, 95, 99),
        "longest key to screen": f"{1000 * max(crowd.keys, default=0):.1f} ms",
        "moves per second": f"{moves / wall:.1f}",
        "CPU of one core": f"{100 * cpu / wall:.0f} %",
        "CPU per screen that changes": f"{1000 * cpu / max(screens, 1):.2f} ms",
        "bytes per screen that changes": f"{(after['bytes'] - before['bytes']) / max(screens, 1):.0f}",
        "memory per session": f"{(after['memory'] - empty) / max(after['sessions'], 1):.2f} MiB",
        "longest pause of the collector": f"{1000 * after['pause']:.0f} ms",
        "loop late by more than 0.1 s": f"{after['late'] - before['late']:.0f} times",
        "frames dropped": f"{after['dropped'] - before['dropped']:.0f}",
    }
    print(f"\n{name}")
    for what, value in rows.items():
        print(f"  {what:32} {value}")


async def measure(name: str, sessions: int, probes: int, seconds: float) -> None:
    """Start a server, fill it, watch it for some seconds, and print what it took."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.ssh_load", "--role", name,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None

    used = partial(report, process)
    crowd = Crowd(int(await process.stdout.readline()))
    try:
        empty = (await used())["memory"]
        keys: tuple[bytes, ...] = (RIGHT, LEFT)
        if name == "house":
            seated = await play(crowd, sessions, probes)
        else:
            keys = (b"x",)
            everybody = await asyncio.gather(*(crowd.come("") for _ in range(sessions + probes)))
            seated = everybody[:probes]
        gc.collect()
        gc.freeze()  # the clients' own collector shall not be measured
        gc.disable()
        print(f"{name}: everybody is here", file=sys.stderr, flush=True)
        await asyncio.sleep(SETTLING)
        before, began = await used(), time.perf_counter()
        until = began + seconds
        jobs = [crowd.probe(channel, reader, until, keys) for channel, reader in seated]
        if name == "echo":
            jobs += [chatter(channel, until) for channel, _ in everybody[probes:]]
        await asyncio.gather(*jobs)
        table(name, crowd, before, await used(), empty, time.perf_counter() - began)
    finally:
        process.kill()
        await process.wait()
        crowd.leave()


async def report(process: asyncio.subprocess.Process, asked: bytes = b"") -> dict[str, float]:
    """Ask a server what it has used."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(asked + b"\n")
    found: dict[str, float] = json.loads(await process.stdout.readline())
    return found


async def soak(people: int) -> None:
    """Have people come and go, and print what is left of them."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.ssh_load", "--role", "house",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    crowd = Crowd(int(await process.stdout.readline()))
    try:
        for number in range(-20, people + 1):  # the first ones fill what is kept for all
            if number in (0, people // 2, people):
                await asyncio.sleep(SETTLING)
                left = await report(process, b"all")
                counts = ", ".join(f"{left[one]:.0f} {one}" for one in ("objects", "tasks", "sessions"))
                print(f"after {number:4} {counts}, {left['memory']:.1f} MiB", flush=True)
            await crowd.come(f"join SOAK{number % 7}")
            crowd.leave()
            crowd.connections.clear()
    finally:
        process.kill()
        await process.wait()


async def chatter(channel: Any, until: float) -> None:
    """Send a byte as often as a table moves."""
    while time.perf_counter() < until:
        channel.write(b"y")
        await asyncio.sleep(SECONDS_A_MOVE)


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=300)
    parser.add_argument("--probes", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--role", choices=["house", "echo", "both"], default="both", help=argparse.SUPPRESS)
    parser.add_argument("--soak", type=int, metavar="PEOPLE", help="have people come and go instead")
    parser.add_argument("--only", choices=["house", "echo"], help="measure one of the two")
    asked = parser.parse_args()
    if asked.role != "both":
        asyncio.run(serve_until_told(house if asked.role == "house" else echo))
        return
    if asked.soak:
        asyncio.run(soak(asked.soak))
        return
    for name in [asked.only] if asked.only else ["house", "echo"]:
        asyncio.run(measure(name, asked.sessions, asked.probes, asked.seconds))


if __name__ == "__main__":
    main()
