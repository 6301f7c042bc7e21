"""Cost of a cluster: CPU of the door processes alone, per session and move, beside one server without a cluster.

``python -m tests.bench.cluster_cost --sessions 600 --rounds 5`` alternates between one `uno serve` and two doors with
one broker. Four people sit at each table, on full screens and on autopilot; in the cluster two of them come through
each door. Probes press keys, and wait for the screen.
"""

import argparse
import asyncio
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.bench.ssh_crowd import ARROWS, SEATS, Crowd, grades
from tests.cluster.brokers import TestBroker, free_port
from uno_tui.cluster.nats.broker import NatsBroker
from uno_tui.cluster.nats.connection import Address
from uno_tui.cluster.streams import SHARDS, journal_of

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


class ServerProcess:
    """A real `uno serve`."""

    def __init__(self, folder: Path, cluster: str) -> None:
        folder.mkdir()
        self.port, self.metrics = free_port(), free_port()
        (folder / "uno.toml").write_text(CONFIG.format(metrics=self.metrics))
        self.words = ["-m", "uno_tui", "serve", "--config", str(folder / "uno.toml"), "--port", str(self.port),
                      "--data", str(folder / "data"), *(["--cluster", cluster] if cluster else [])]  # fmt: skip

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, *self.words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        assert self.process.stdout
        await self.process.stdout.readline()

    @property
    def cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def moves(self) -> float:
        """Return the number of actions at the tables of a server without a cluster."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.metrics)
        writer.write(b"GET /metrics HTTP/1.1\r\n\r\n")
        text = (await reader.read()).decode()
        writer.close()
        return next(float(line.split()[1]) for line in text.splitlines() if line.startswith("uno_moves_total"))


@asynccontextmanager
async def servers(folder: Path, doors: int) -> AsyncIterator[tuple[list[ServerProcess], TestBroker | None]]:
    """Run one server, or several doors with a broker."""
    broker = TestBroker(folder / "broker") if doors > 1 else None
    if broker:
        broker.start()
    running = [ServerProcess(folder / f"d{number}", broker.url if broker else "") for number in range(doors)]
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


async def entries(broker: TestBroker) -> int:
    """Return the number of entries ever stored in the broker."""
    reader = await NatsBroker.connect(Address((broker.url,)))
    found = 0
    for shard in range(SHARDS):
        last = await reader.last(journal_of(shard), f"uno.j.{shard}.>")
        found += last.position if last else 0
    await reader.close()
    return found


async def measure(
    doors: int, sessions: int, seconds: float, probes: int, together: bool
) -> tuple[float, float, list[float]]:
    """Return milliseconds of CPU per session and move, moves per second, and the seconds from keys to screens."""
    with tempfile.TemporaryDirectory() as temporary:
        async with servers(Path(temporary), doors) as (running, broker):
            crowds = [Crowd(one.port) for one in running]
            ways = [(number // SEATS if together else number) % doors for number in range(sessions)]
            players = [
                crowds[way].come(f"join B{number // SEATS:04}", f"ann{number}") for number, way in enumerate(ways)
            ]
            seated = await asyncio.gather(*players)
            for at in range(0, sessions, SEATS):
                for channel, _ in seated[at : at + SEATS]:
                    channel.write(b"a")
                await asyncio.sleep(0.01)
            asked = [pair for crowd in crowds for pair in await crowd.sit(probes // doors)]
            await asyncio.sleep(SETTLING)
            before, cpu = await _moves(running, broker), sum(one.cpu for one in running)
            began = time.perf_counter()
            until = began + seconds
            await asyncio.gather(*(crowds[0].probe(*pair, until, ARROWS, 0.3) for pair in asked))
            await asyncio.sleep(max(0.0, until - time.perf_counter()))
            wall = time.perf_counter() - began
            moves = await _moves(running, broker) - before
            used = sum(one.cpu for one in running) - cpu
            for crowd in crowds:
                crowd.leave()
            return 1000 * used / (moves * SEATS), moves / wall, crowds[0].keys


async def _moves(running: list[ServerProcess], broker: TestBroker | None) -> float:
    return float(await entries(broker)) if broker else await running[0].moves()


async def main_async(sessions: int, seconds: float, rounds: int, probes: int, together: bool) -> None:
    costs: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for doors in (1, 2):
            cost, moves, keys = await measure(doors, sessions, seconds, probes, together)
            costs[doors].append(cost)
            print(f"{doors} door(s): {cost:.3f} ms a session and move, {moves:.0f} moves/s", end=", ")
            print(f"key to screen p50 / p95 {grades(keys, 50, 95)}", flush=True)
    one, two = (statistics.median(costs[doors]) for doors in (1, 2))
    print(f"median: {one:.3f} ms, with a cluster {two:.3f} ms: {two / one:.2f} times")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.cluster_cost")
    parser.add_argument("--sessions", type=int, default=600)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--probes", type=int, default=8)
    parser.add_argument("--together", action="store_true", help="everybody at a table comes through one door")
    options = parser.parse_args()
    asyncio.run(main_async(options.sessions, options.seconds, options.rounds, options.probes, options.together))


if __name__ == "__main__":
    main()
