"""Memory that pages leave behind, and the speed of one player beside people who open them again and again.

Run it as ``python -m tests.bench.page_soak --pages 10000``. Guests open and close pages, forms, input lines, settings
and tables, and resize their terminals, while one person plays on and presses keys. The figures are printed after every
tenth of the pages.
"""

import argparse
import asyncio
import itertools
import time
from contextlib import suppress
from typing import Any, Final

from tests.bench.ssh_crowd import ARROWS, Crowd, Reader, grades
from tests.bench.ssh_servers import Running, running

GUESTS: Final = 10
WARMING: Final = 1000
"""Pages before the measurement: they trigger late imports and fill the caches, which are bounded."""
MOST_MEMORY: Final = 15.0
"""Most MiB by which the memory of the process may grow."""
SLOWEST: Final = 0.1
"""Most seconds from a key to the screen, for 95 of 100 keys of the player."""
ANSWER: Final = 2.0
"""Seconds to wait for the answer to a key."""
PAUSE: Final = 0.08
"""Seconds between two keys of a guest, so that ten guests leave a core some rest."""
SETTLING: Final = 8.0
"""Seconds after the last page, by which the server has freed what was closed."""

ESC: Final = "\x1b"
LOBBY: Final = [("?", ESC), ("o", ESC), ("n", ESC), ("S", ESC), ("L", ESC), ("c", ESC), ("/", "x", "\r")]
"""Keys that open something in the lobby and close it again."""
TABLE: Final = [("?", ESC), ("L", ESC), ("R", ESC), ("S", ESC), ("/", ESC)]
"""The same at a table."""
SIZES: Final = [(100, 30), (60, 20), (120, 40), (80, 24)]


class Guest:
    """Opens and closes everything there is, one after the other."""

    def __init__(self, crowd: Crowd, name: str) -> None:
        self.crowd = crowd
        self.name = name
        self.pages = self.visits = 0
        """Number of pages, forms, lines, tables and sizes so far."""

    async def press(self, *keys: str) -> None:
        """Press keys, each after the answer to the one before."""
        for key in keys:
            await self.wait_after(lambda key=key: self.channel.write(key.encode()))
        self.pages += 1

    async def resize(self, width: int, height: int) -> None:
        """Change the size of the terminal."""
        await self.wait_after(lambda: self.channel.change_terminal_size(width, height))
        self.pages += 1

    async def wait_after(self, act: Any) -> None:
        """Do something and wait until the screen changes; then rest for a moment."""
        self.reader.came.clear()
        act()
        try:
            await asyncio.wait_for(self.reader.came.wait(), ANSWER)
        except TimeoutError:
            return  # nothing changed, for example because too much was said in the lobby
        finally:
            await asyncio.sleep(PAUSE)

    async def come(self) -> None:
        """Log in."""
        self.channel, self.reader = await self.crowd.come("", name=self.name)
        self.visits += 1

    async def go_on(self) -> None:
        """Open and close everything until cancelled; log in again after quitting by a key too many."""
        while True:
            with suppress(BrokenPipeError):
                await self.visit()
            await self.come()

    async def visit(self) -> None:
        """Open and close everything until the session ends."""
        sizes = itertools.cycle(SIZES)
        while True:
            for keys in LOBBY:
                await self.press(*keys)
            await self.resize(*next(sizes))
            await self.press("p")
            for keys in TABLE:
                await self.press(*keys)
            await self.resize(*next(sizes))
            await self.press("q", "q")


async def play_on(crowd: Crowd, channel: Any, reader: Reader) -> None:
    """Press keys of a person who plays until cancelled."""
    while True:
        await crowd.probe(channel, reader, time.perf_counter() + 1, ARROWS, pause=0.05)


async def report(name: str, server: Running, crowd: Crowd) -> tuple[float, float]:
    """Print the figures since the last report; return the memory and the 95th percentile of the player's keys."""
    used = await server.used("all" if name == "start" else "")
    keys, crowd.keys = crowd.keys, []
    print(
        f"{name:>12}  {used['memory']:7.1f} MiB   key to screen p50 / p95 / p99 {grades(keys, 50, 95, 99)}", flush=True
    )
    return used["memory"], sorted(keys)[int(0.95 * len(keys))] if keys else 0.0


async def soak(pages: int) -> bool:
    """Open and close `pages` pages; return whether memory and speed stay within the limits."""
    async with running("house") as server:
        crowd = Crowd(server.port)
        [(channel, reader)] = await crowd.sit(1)
        guests = [Guest(crowd, f"guest{number}") for number in range(GUESTS)]
        await asyncio.gather(*(guest.come() for guest in guests))
        jobs = [asyncio.create_task(play_on(crowd, channel, reader))]
        jobs += [asyncio.create_task(guest.go_on()) for guest in guests]
        slowest, last = 0.0, WARMING
        start = 0.0
        for step in range(11):
            last = WARMING + step * pages // 10
            while sum(guest.pages for guest in guests) < last:
                await asyncio.wait(jobs, timeout=0.2)
                assert not any(job.done() for job in jobs), [job for job in jobs if job.done()]
            memory, late = await report("start" if not step else str(last - WARMING), server, crowd)
            start = start or memory
            slowest = max(slowest, late if step else 0.0)
        for job in jobs[1:]:
            job.cancel()
        await asyncio.sleep(SETTLING)
        memory, _ = await report("afterwards", server, crowd)
        jobs[0].cancel()
        crowd.leave()
    kept = memory - start <= MOST_MEMORY and slowest <= SLOWEST
    print(f"memory {memory - start:+.1f} MiB (most {MOST_MEMORY:.0f}), slowest p95 {1000 * slowest:.0f} ms "
          f"(most {1000 * SLOWEST:.0f}), {crowd.unanswered} keys unanswered, "
          f"{sum(guest.visits for guest in guests)} logins: {'kept' if kept else 'BROKEN'}")  # fmt: skip
    return kept


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000)
    raise SystemExit(not asyncio.run(soak(parser.parse_args().pages)))


if __name__ == "__main__":
    main()
