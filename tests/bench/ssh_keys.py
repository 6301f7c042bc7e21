"""Time from a key to one person's screen while eight guests hold down keys that draw much.

The server, which has its usual limits, the player and the guests are a process each::

    python -m tests.bench.ssh_keys
"""

import asyncio
import sys
import time
from typing import Final

from tests.bench.ssh_crowd import ARROWS, Crowd, grades
from tests.bench.ssh_servers import running

GUESTS: Final = 8
SECONDS: Final = 4.0
PAUSE: Final = 0.05
"""Seconds between an answer and the next key."""
MOST: Final = 100
"""Most milliseconds that a key may take, for 95 of 100."""
FLOODS: Final = ("", "?q", "Lq", "Rq", "Sq", "T", "/\x1b", "oq", "\x1b[C", "\x1b[?997;1n\x1b[?997;2n")
"""Keys that each guest repeats, the first none."""


async def besiege() -> None:
    """Print for each flood how long the player's keys took, and the share of a core that the server used."""
    async with running("besieged") as server:
        hostile = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.ssh_keys", str(server.port),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert hostile.stdin is not None
        assert hostile.stdout is not None
        crowd = Crowd(server.port)
        ((channel, reader),) = await crowd.sit(1)
        print(f"{'held down':32}{'of a core':>10}   key to screen p50 / p95 (keys)")
        slow = []
        for number, flood in enumerate(FLOODS):
            crowd.keys, crowd.unanswered = [], 0
            before = await server.used()
            hostile.stdin.write(f"{number}\n".encode())
            await hostile.stdout.readline()
            began = time.perf_counter()
            await crowd.probe(channel, reader, began + SECONDS, ARROWS, PAUSE)
            used = (await server.used())["cpu"] - before["cpu"]
            share = used / (time.perf_counter() - began)
            await hostile.stdout.readline()
            if crowd.unanswered or 1000 * sorted(crowd.keys)[int(0.95 * len(crowd.keys))] > MOST:
                slow.append(ascii(flood))
            print(f"{flood!a:32}{share:10.0%}   {grades(crowd.keys, 50, 95)}", flush=True)
        print(f"95 of 100 keys in {MOST} ms: {'not with ' + ', '.join(slow) if slow else 'kept'}")
        hostile.kill()
        await hostile.wait()
    crowd.leave()


async def hold_keys(port: int) -> None:
    """For each number read from stdin, sit down as several guests and repeat those keys."""
    loop = asyncio.get_running_loop()
    while word := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
        crowd = Crowd(port)
        guests = await asyncio.gather(*(crowd.come(f"join {word}GUEST{number}") for number in range(GUESTS)))
        print("seated", flush=True)
        keys, until = FLOODS[int(word)].encode(), time.perf_counter() + SECONDS
        while time.perf_counter() < until:
            for channel, _ in guests:
                if keys and not channel.is_closing():
                    channel.write(keys * 20)
            await asyncio.sleep(0.1)
        crowd.leave()
        print("left", flush=True)


if __name__ == "__main__":
    asyncio.run(hold_keys(int(sys.argv[1])) if len(sys.argv) > 1 else besiege())
