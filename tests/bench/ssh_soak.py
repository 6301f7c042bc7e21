"""Memory that sessions leave behind."""

import asyncio

from tests.bench.ssh_crowd import Crowd
from tests.bench.ssh_servers import Running, running

WARMING = 100
"""Sessions before the measurement: they trigger late imports and fill the caches, which are bounded."""
SETTLING = 4.0
"""Seconds after the last table closed, by which the collector has run."""
MOST = 5
"""Most percent by which objects and memory may grow."""


async def visit(crowd: Crowd, number: int) -> None:
    """Log in under a new name, open a table, add bots, deal, wait for the cards, and disconnect."""
    channel, reader = await crowd.come(f"join SOAK{number}", name=f"ann{number}")
    channel.write(b"n")
    await reader.gets(reader.bytes + 400)
    crowd.leave()


async def left(server: Running) -> dict[str, float]:
    """Return what the server uses once all sessions and tables have ended."""
    now = await server.used()
    while now["sessions"] or now["tables"]:
        await asyncio.sleep(0.5)
        now = await server.used()
    await asyncio.sleep(SETTLING)
    return await server.used("all")


def told(found: dict[str, float]) -> str:
    """Return the usage as text."""
    counts = ", ".join(f"{found[one]:.0f} {one}" for one in ("objects", "tasks", "sessions", "tables"))
    return f"{counts}, {found['memory']:.1f} MiB"


async def soak(people: int) -> None:
    """Run sessions one after the other, and print the usage after 200 and after all of them."""
    async with running("house") as server:
        crowd = Crowd(server.port)
        for number in range(WARMING):
            await visit(crowd, number)
        before, kept = await left(server), True
        print(f"the start is after {WARMING} others of the same kind, who filled what is remembered for all;")
        print("memory is all that the process has but what its C library keeps free; more is more than the line before")
        print(f"start       {told(before)}", flush=True)
        for number in range(1, people + 1):
            await visit(crowd, WARMING + number)
            if number in (min(people, 200), people):
                found = await left(server)
                objects, memory = (100 * (found[one] / before[one] - 1) for one in ("objects", "memory"))
                kept = kept and max(objects, memory) <= MOST and found["tasks"] <= before["tasks"]
                print(f"after {number:4}  {told(found)}: objects {objects:+.1f} %, memory {memory:+.1f} %", flush=True)
                before = found
        print(f"no task more, and at most {MOST} % more objects and memory: {'kept' if kept else 'BROKEN'}")
