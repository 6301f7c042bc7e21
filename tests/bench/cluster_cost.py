"""Cost of a cluster: CPU of the door processes alone, per session and move, beside one server without a cluster.

``python -m tests.bench.cluster_cost --sessions 600 --rounds 5`` alternates between one `uno serve`, two of them that
know nothing of each other, and two doors with one broker. Four people sit at each table, on full screens and on
autopilot, at one move in 2.5 seconds per table. In the cluster two of them come through each door. Then probes move
along their hands, and later turn their autopilots on and off, and wait for the screen. With ``--profile`` it also shows
how much of the doors' CPU goes into decoding and applying entries, and into the cluster. On a busy machine a server
that waits for the CPU draws less often, so all sides need a high priority, such as that of ``chrt --rr 5``.
"""

import argparse
import asyncio
import gc
import os
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bench.paced_server import STACKS
from tests.bench.ssh_crowd import ARROWS, SEATS, TOGGLES, Crowd, grades
from tests.bench.ssh_servers import SECONDS_A_MOVE
from tests.cluster.brokers import TestBroker, free_port
from tests.waiting import until

CONFIG = """\
[limits]
sessions = 100000
per_address = 100000
before_login = 100000
connect_rate = 100000.0
connect_burst = 100000
idle_seconds = 86400
guess_burst = 10000
[metrics]
port = {metrics}
"""
SETTLING = 6.0
PARTS = {
    "decoding and applying entries": "uno_tui/table/entries/",
    "the parts of a cluster, with what they call": "uno_tui/cluster/",
}
"""Parts of a door's work, by a text that some frame of their stacks has."""


class ServerProcess:
    """A real `uno serve`, whose autopilots are slower."""

    def __init__(self, folder: Path, cluster: str) -> None:
        folder.mkdir()
        self.port, self.metrics = free_port(), free_port()
        self._stacks = folder / "stacks"
        self._counter = 'uno_cluster_appends_total{outcome="stored"}' if cluster else "uno_moves_total"
        (folder / "uno.toml").write_text(CONFIG.format(metrics=self.metrics))
        self.words = ["-m", "tests.bench.paced_server", "serve", "--config", str(folder / "uno.toml"),
                      "--port", str(self.port), "--data", str(folder / "data"),
                      *(["--cluster", cluster] if cluster else [])]  # fmt: skip

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, *self.words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, STACKS: str(self._stacks)},
        )  # fmt: skip  # one call
        assert self.process.stdout
        await self.process.stdout.readline()

    @property
    def cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def moves(self) -> float:
        """Return the number of actions at tables so far; of a door, the number of entries that it has stored."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.metrics)
        writer.write(b"GET /metrics HTTP/1.1\r\n\r\n")
        text = (await reader.read()).decode()
        writer.close()
        return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(self._counter))

    @asynccontextmanager
    async def profiled(self, into: Counter[str]) -> AsyncIterator[None]:
        """Count samples of the process's stacks, by stack."""
        self.process.send_signal(signal.SIGUSR1)
        yield
        self.process.send_signal(signal.SIGUSR2)
        await until(self._stacks.exists)
        for line in self._stacks.read_text().splitlines():
            stack, _, count = line.rpartition(" ")
            into[stack] += int(count)


@dataclass(frozen=True)
class Measured:
    """The figures of one side of the comparison: the cluster or the single server."""

    cost: float
    """Milliseconds of CPU of the doors per session and move."""
    moves: float
    """Moves per second."""
    used: float
    """CPU of all doors, in cores."""
    broker: float
    """CPU of the broker, in cores."""
    keys: list[float]
    """Seconds from each key to the screen, for keys that the table's log need not store."""
    stored: list[float]
    """The same for keys whose effect the log stores first."""


@dataclass(frozen=True)
class Side:
    """Servers that are compared with others."""

    name: str
    servers: int
    cluster: bool = False


SIDES = Side("one server", 1), Side("two servers", 2), Side("two doors", 2, cluster=True)


@asynccontextmanager
async def servers(folder: Path, side: "Side") -> AsyncIterator[tuple[list[ServerProcess], TestBroker | None]]:
    """Run the servers of a side, and its broker."""
    broker = TestBroker(folder / "broker") if side.cluster else None
    if broker:
        broker.start()
    running = [ServerProcess(folder / f"d{number}", broker.url if broker else "") for number in range(side.servers)]
    try:
        for one in running:
            await one.start()
        yield running, broker
    finally:
        for one in running:
            one.process.send_signal(signal.SIGKILL)
            await one.process.wait()
        if broker:
            broker.stop()


async def measure(
    side: Side, sessions: int, seconds: float, probes: int, together: bool, stacks: Counter[str] | None
) -> Measured:
    """Fill the servers of a side, and measure them for some seconds; count their stacks in `stacks`."""
    with tempfile.TemporaryDirectory() as temporary:
        async with servers(Path(temporary), side) as (running, broker):
            crowds = [Crowd(one.port) for one in running]
            together = together or not side.cluster
            ways = [(number // SEATS if together else number) % side.servers for number in range(sessions)]
            players = [
                crowds[way].come(f"join B{number // SEATS:04}", f"ann{number}") for number, way in enumerate(ways)
            ]
            seated = await asyncio.gather(*players)
            for at in range(0, sessions, SEATS):  # tables move when they like, not all in the same instant
                for channel, _ in seated[at : at + SEATS]:
                    channel.write(b"a")
                await asyncio.sleep(SECONDS_A_MOVE * SEATS / sessions)
            asked = [
                pair for number, crowd in enumerate(crowds) for pair in await crowd.sit(probes // side.servers, number)
            ]
            gc.collect()
            gc.freeze()  # the clients' own collector shall not be measured
            gc.disable()
            await asyncio.sleep(SETTLING)
            async with AsyncExitStack() as spies:
                if stacks is not None:
                    for one in running:
                        await spies.enter_async_context(one.profiled(stacks))
                before = sum([await one.moves() for one in running])
                cpu = sum(one.cpu for one in running)
                by_broker, began = broker.cpu if broker else 0.0, time.perf_counter()
                await asyncio.sleep(seconds)
                wall = time.perf_counter() - began
                used = sum(one.cpu for one in running) - cpu
                by_broker = (broker.cpu if broker else 0.0) - by_broker
                moves = sum([await one.moves() for one in running]) - before
            times = []
            for keys in ARROWS, TOGGLES:
                crowds[0].keys = []
                until = time.perf_counter() + seconds / 2
                await asyncio.gather(*(crowds[0].probe(*pair, until, keys, 0.3) for pair in asked))
                times.append(crowds[0].keys)
            for crowd in crowds:
                crowd.leave()
            gc.enable()
            gc.unfreeze()
            return Measured(1000 * used / (moves * SEATS), moves / wall, used / wall, by_broker / wall, *times)


def shares(stacks: Counter[str]) -> dict[str, float]:
    """Return the share of each of the `PARTS` in the samples."""
    found = {name: sum(count for stack, count in stacks.items() if text in stack) for name, text in PARTS.items()}
    return {name: count / stacks.total() for name, count in found.items()}


async def main_async(options: argparse.Namespace) -> None:
    costs: dict[str, list[float]] = {side.name: [] for side in SIDES}
    stacks: dict[str, Counter[str]] = {side.name: Counter() for side in SIDES}
    for _ in range(options.rounds):
        for side in SIDES:
            found = await measure(
                side, options.sessions, options.seconds, options.probes, options.together,
                stacks[side.name] if options.profile else None,
            )  # fmt: skip  # one call
            costs[side.name].append(found.cost)
            print(f"{side.name}: {found.cost:.3f} ms a session and move, {found.moves:.0f} moves/s", end=", ")
            print(f"{found.used:.2f} cores, broker {found.broker:.2f}", end=", ")
            print(f"key to screen p50 / p95 {grades(found.keys, 50, 95)}, stored first", end=" ")
            print(f"{grades(found.stored, 50, 95)}, load {os.getloadavg()[0]:.1f}", flush=True)
    medians = {name: statistics.median(found) for name, found in costs.items()}
    for name, cost in medians.items():
        print(f"median of {name}: {cost:.3f} ms, {cost / medians[SIDES[0].name]:.2f} times")
    if options.profile:
        for name, share in shares(stacks[SIDES[-1].name]).items():
            print(f"of the doors' CPU: {100 * share:.1f} % for {name}")
        for name, counts in stacks.items():
            lines = (f"{stack} {count}\n" for stack, count in counts.items())
            (options.profile / f"{name}.stacks").write_text("".join(lines))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.cluster_cost")
    parser.add_argument("--sessions", type=int, default=600)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--probes", type=int, default=8)
    parser.add_argument("--together", action="store_true", help="everybody at a table comes through one door")
    parser.add_argument("--profile", type=Path, metavar="FOLDER", help="sample stacks, and write them here")
    asyncio.run(main_async(parser.parse_args()))


if __name__ == "__main__":
    main()
