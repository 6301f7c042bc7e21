"""Cost of many sessions over ssh at once, and the time from a key to the screen.

Run it as ``python -m tests.bench.ssh_load --sessions 300 --seconds 20``. The server is a process of its own with the
product's screens, rules and collector policy; this process holds real ssh clients, four at each table, all on autopilot
at one move in 2.5 seconds per table, and some probes, each on turn at its own table, that move along their hand and
wait for the screen. Then the same clients use a bare ssh echo server, for comparison.

``--soak 200`` instead runs 200 sessions one after the other and prints the memory they leave behind.
``--flood 5`` instead lets one client run every attack, each for 5 seconds.
"""

import argparse
import asyncio
import gc
import sys
import time
from typing import Any

from tests.bench.ssh_crowd import ARROWS, SEATS, Crowd, Reader, grades
from tests.bench.ssh_flood import flood
from tests.bench.ssh_servers import SECONDS_A_MOVE, running
from tests.bench.ssh_soak import soak

SETTLING = 4.0
"""Seconds between the last login and the measurement."""


async def play(crowd: Crowd, sessions: int, probes: int) -> list[tuple[Any, Reader]]:
    """Fill the tables, turn on everybody's autopilot, and seat the probes where it is their turn."""
    players = await asyncio.gather(*(crowd.come(f"join B{number // SEATS:04}") for number in range(sessions)))
    for at in range(0, sessions, SEATS):  # tables move when they like, not all in the same instant
        for channel, _ in players[at : at + SEATS]:
            channel.write(b"a")
        await asyncio.sleep(SECONDS_A_MOVE * SEATS / sessions)
    return await crowd.sit(probes)


def table(
    name: str, crowd: Crowd, before: dict[str, float], after: dict[str, float], empty: float, wall: float
) -> None:
    """Print the measurements of one server."""
    moves, cpu = after["moves"] - before["moves"], after["cpu"] - before["cpu"]
    screens = moves if name == "echo" else moves * SEATS + len(crowd.keys)
    rows = {
        "sessions": f"{after['sessions']:.0f}",
        "connect to screen p50 / p95": grades(crowd.connect, 50, 95),
        "key to screen p50 / p95 / p99": grades(crowd.keys, 50, 95, 99),
        "longest key to screen": f"{1000 * max(crowd.keys, default=0):.1f} ms",
        "moves per second": f"{moves / wall:.1f}",
        "CPU of one core": f"{100 * cpu / wall:.0f} %",
        "CPU per screen that changes": f"{1000 * cpu / max(screens, 1):.2f} ms",
        "bytes per screen that changes": f"{(after['bytes'] - before['bytes']) / max(screens, 1):.0f}",
        "memory per session": f"{(after['memory'] - empty) / max(after['sessions'], 1):.2f} MiB",
        "longest pause of the collector": f"{1000 * after['pause']:.0f} ms",
        "loop late by more than 0.1 s": f"{after['late'] - before['late']:.0f} times",
        "experts that play as hard bots": f"{after['standing_in']:.0f}",
        "frames dropped": f"{after['dropped'] - before['dropped']:.0f}",
    }
    print(f"\n{name}")
    for what, value in rows.items():
        print(f"  {what:32} {value}")


async def measure(name: str, sessions: int, probes: int, seconds: float, experts: int = 0) -> None:
    """Start a server, fill it, measure it for some seconds, and print the results."""
    async with running(name, experts if name == "house" else 0) as server:
        crowd = Crowd(server.port)
        empty = (await server.used())["memory"]
        keys: tuple[bytes, ...] = ARROWS
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
        before, began = await server.used(), time.perf_counter()
        until = began + seconds
        jobs = [crowd.probe(channel, reader, until, keys) for channel, reader in seated]
        if name == "echo":
            jobs += [chatter(channel, until) for channel, _ in everybody[probes:]]
        await asyncio.gather(*jobs)
        table(name, crowd, before, await server.used(), empty, time.perf_counter() - began)
    crowd.leave()


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
    parser.add_argument("--soak", type=int, metavar="PEOPLE", help="have people come and go instead")
    parser.add_argument("--flood", type=float, metavar="SECONDS", help="have a hostile client do its worst instead")
    parser.add_argument("--only", choices=["house", "echo"], help="measure one of the two")
    parser.add_argument("--experts", type=int, default=0, metavar="TABLES", help="further tables of three experts")
    asked = parser.parse_args()
    if asked.soak:
        asyncio.run(soak(asked.soak))
        return
    if asked.flood:
        asyncio.run(flood(asked.flood))
        return
    for name in [asked.only] if asked.only else ["house", "echo"]:
        asyncio.run(measure(name, asked.sessions, asked.probes, asked.seconds, asked.experts))


if __name__ == "__main__":
    main()
