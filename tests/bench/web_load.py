"""Many people on the page: how long a move takes to reach them, and what it costs the server.

``python -m tests.bench.web_load [--people 1000] [--seconds 20]``. The server is a process of its own. Tables of four
play at people's pace, as many moves a second as in `tests.bench.ssh_load`.
"""

import argparse
import asyncio
import json
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp

from tests.bench.ssh_servers import resident
from tests.server.web.sockets import served, whole
from uno_server.limits import Limits
from uno_tui.table.state.pace import Pace

SECONDS_A_MOVE = 2.5
"""Seconds between two moves at a table."""
OPEN = Limits(
    sessions=10**5,
    per_address=10**5,
    before_login=10**5,
    connect_rate=10**5,
    connect_burst=10**5,
    tables=10**5,
    guess_burst=10**4,
)
ALONE = "--serve"


async def serve() -> None:
    """Serve the page; answer every line on stdin with the seconds of CPU used so far, and the memory in MiB."""
    with TemporaryDirectory() as folder:
        async with served(Path(folder), limits=OPEN, pace=Pace()) as page:
            print(page.port, flush=True)
            loop = asyncio.get_running_loop()
            while await loop.run_in_executor(None, sys.stdin.readline):
                print(time.process_time(), resident(), flush=True)


class Table:
    """Four people at one table, and how long each move took to reach them."""

    def __init__(self, number: int, took: list[float]) -> None:
        self.code = f"T{number:05}"
        self._chance = random.Random(number)
        self._took = took
        self._sent = 0.0
        self._sockets: list[aiohttp.ClientWebSocketResponse] = []
        self.views = 0
        self.bytes = 0
        self._version = -1

    async def sit(self, client: aiohttp.ClientSession, port: int, people: int) -> None:
        """Let everybody come in, and start."""
        for number in range(people):
            socket = await client.ws_connect(
                f"ws://127.0.0.1:{port}/-/socket", headers={"Origin": f"http://127.0.0.1:{port}"}, max_msg_size=1 << 20
            )
            await socket.send_json({"type": "enter", "name": f"p{number}", "code": self.code})
            self._sockets.append(socket)
            while json.loads((await socket.receive()).data)["type"] != "view":
                pass

    async def play(self, until: float) -> None:
        """Move whenever somebody may, at people's pace."""
        await asyncio.gather(*(self._follow(socket, until) for socket in self._sockets))

    async def _follow(self, socket: aiohttp.ClientWebSocketResponse, until: float) -> None:
        await socket.send_json({"type": "view"})
        while (left := until - time.perf_counter()) > 0:
            try:
                data = (await socket.receive(left)).data
            except TimeoutError:
                return
            view = json.loads(data)
            if view["type"] != "view":
                continue
            view = whole(view)
            self.views += 1
            self.bytes += len(data)
            if view["version"] == self._version and self._sent:
                self._took.append(time.perf_counter() - self._sent)
            if view["stage"] == "over":
                await socket.send_json({"type": "rematch"})
            elif view["game"] and view["game"]["turn"] == view["you"] and view["game"]["legal"]:
                await asyncio.sleep(self._chance.uniform(0.5, 1.5) * SECONDS_A_MOVE)
                self._sent, self._version = time.perf_counter(), view["version"] + 1
                chosen = self._chance.choice([one for one in view["game"]["legal"] if "uno" not in one])
                await socket.send_json({"type": "act", "action": chosen, "version": view["version"]})


async def measure(people: int, seconds: float) -> None:
    """Run both sides, and print what was measured."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.web_load", ALONE,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert server.stdin is not None
    assert server.stdout is not None
    port = int(await server.stdout.readline())

    async def used() -> tuple[float, float]:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(b"\n")
        cpu, memory = map(float, (await server.stdout.readline()).split())
        return cpu, memory

    took: list[float] = []
    tables = [Table(number, took) for number in range(people // 4)]
    before, empty = await used()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as client:
        for start in range(0, len(tables), 20):
            await asyncio.gather(*(table.sit(client, port, 4) for table in tables[start : start + 20]))
        entered, memory = await used()
        print(f"{people} people came in: {1000 * (entered - before) / people:.1f} ms of CPU each, "
              f"{(memory - empty) / people:.2f} MiB each")  # fmt: skip  # one line
        begun = time.perf_counter()
        await asyncio.gather(*(table.play(begun + seconds) for table in tables))
        cpu = (await used())[0] - entered
    views, size = sum(table.views for table in tables), sum(table.bytes for table in tables)
    print(f"{views / seconds:.0f} views a second, {size / views:.0f} bytes each; {100 * cpu / seconds:.0f}% of a core")
    print(f"a view costs {1000 * cpu / views:.2f} ms of CPU, its share of the move included")
    print("from move to view, ms: " + _percentiles(took))
    server.stdin.close()
    await server.wait()


def _percentiles(took: Sequence[float]) -> str:
    ordered = sorted(1000 * one for one in took)
    return ", ".join(f"p{part} {ordered[len(ordered) * part // 100]:.1f}" for part in (50, 95, 99))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument(ALONE, action="store_true")
    options = parser.parse_args()
    asyncio.run(serve() if options.serve else measure(options.people, options.seconds))
