"""Time from a key to one person's screen while another client attacks the server.

The server, the player and the attacker are a process each. The attacks are those of ``tests.server.attacks``, one after
the other, each repeated for some seconds.
"""

import asyncio
import logging
import sys
import time
from typing import NamedTuple

from tests.bench.ssh_crowd import ARROWS, Crowd, grades
from tests.bench.ssh_servers import running
from tests.server.attacks import ATTACKS, attempt

PAUSE = 0.05
"""Seconds between an answer and the next key."""
MOST = 200
"""Most milliseconds a key may take."""
NOTHING = "nothing, for comparison"


class Address(NamedTuple):
    """A server on a port of this machine."""

    port: int


async def flood(seconds: float) -> None:
    """Run all attacks and print how long the keys took meanwhile."""
    async with running("besieged") as server:
        hostile = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.ssh_flood", str(server.port), str(seconds),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert hostile.stdin is not None
        assert hostile.stdout is not None
        crowd = Crowd(server.port)
        ((channel, reader),) = await crowd.sit(1)
        print(f"{'meanwhile':36}{'times':>6}   key to screen p50 / p95 (keys)      longest")
        broken = []
        for name in (NOTHING, *(one.__name__ for one in ATTACKS)):
            crowd.keys, crowd.unanswered = [], 0
            hostile.stdin.write(f"{name}\n".encode())
            done = asyncio.create_task(hostile.stdout.readline())
            while not done.done():
                await crowd.probe(channel, reader, time.perf_counter() + PAUSE, ARROWS, PAUSE)
            longest = 1000 * max(crowd.keys, default=0)
            if longest > MOST or crowd.unanswered:
                broken.append(name)
            lost = f", {crowd.unanswered} unanswered" * bool(crowd.unanswered)
            times, keys = int(await done), grades(crowd.keys, 50, 95)
            print(f"{name.replace('_', ' '):36}{times:6}   {keys:30}{longest:7.0f} ms{lost}", flush=True)
        print(f"at most {MOST} ms: {'BROKEN by ' + ', '.join(broken) if broken else 'kept'}")
        hostile.kill()
        await hostile.wait()
    crowd.leave()


async def be_hostile(port: int, seconds: float) -> None:
    """Repeat the attacks named on stdin, each for some seconds, and print how often each was run."""
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns about every write after a hang-up
    loop = asyncio.get_running_loop()
    known = {one.__name__: one for one in ATTACKS}
    while name := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
        until, times = time.perf_counter() + seconds, 0
        if name == NOTHING:
            await asyncio.sleep(seconds)
        while time.perf_counter() < until:
            await attempt(known[name], Address(port))
            times += 1
        print(times, flush=True)


if __name__ == "__main__":
    asyncio.run(be_hostile(int(sys.argv[1]), float(sys.argv[2])))
