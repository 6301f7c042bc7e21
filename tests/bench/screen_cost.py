"""The cost of a move per screen, in CPU and bytes, compared with an echo and a toy app in the same run.

The clients are real ones, in another process. A match by default rules is shown to all screens at once, move by move.
Between two moves the echo and the toy, an app of one widget that refreshes eight short pieces of lines, are measured,
so that a noisy machine disturbs all of them alike. Screens with motion are measured beside screens without, move by
move, in turn; a move's CPU time is the least of several showings::

    python -m tests.bench.screen_cost [COLUMNSxROWS...]

All screens show the same seat, so they share all but the hand, which is more than the people of a table share;
``tests.bench.ssh_load`` measures real tables. The ratio to the toy is what counts. The budgets are for a quiet machine
on which the toy takes 1.4 ms, and the measured CPU time is scaled to such a machine. First the costs of a
session's start and its memory are printed.
"""

import asyncio
import gc
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import mean, median
from typing import Any, Final

from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tests.bench.screen_moves import Kind, Move, moves
from tests.handles import FakeHandle
from uno_server.limits import Limits
from uno_server.line.driver.app import SessionApp, run
from uno_server.line.line import Line
from uno_server.person import Person
from uno_server.ssh.server import serve
from uno_tui.game.actions import Action
from uno_tui.local.settings import LIST, ROUND
from uno_tui.tui.app import UnoApp
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.screen import TableScreen

SCREENS: Final = 8
MOVES: Final = 60
SHOWINGS: Final = 3
"""Number of times that the match is shown."""
MEMORY_SCREENS: Final = 40
TOY_MS: Final = 1.4
"""CPU time of the toy on a quiet machine, in milliseconds."""
RUNS: Final = (((80, 24), LIST), ((100, 30), ROUND), ((120, 40), ROUND), ((120, 40), LIST))
"""Sizes and table views."""
SCREENS_OF: Final = {"still": False, "moving": True}
"""The names of the clients, and whether their screens have motion."""
GROUPS: Final = ("echo", "toy", *SCREENS_OF)
BUDGETS: Final = {Kind.WATCHING: (1.0, 640), Kind.COMING: (1.8, 1434), Kind.OWN: (1.8, 1434)}
"""Milliseconds and bytes at 80x24; on larger screens half as much more is allowed."""
MOTION: Final = 2.0, 3.0
"""How many times the CPU time and the bytes a move with motion may cost."""


class Spans(Widget):
    """A widget of numbered lines."""

    DEFAULT_CSS = "Spans { width: 100%; height: 100%; }"
    number = 0

    def render_line(self, y: int) -> Strip:
        return Strip([Segment(f"line {self.number} {y}".ljust(self.size.width))], self.size.width)


class Toy(SessionApp, App[int]):
    """An app of one widget."""

    CSS = ""

    def compose(self) -> ComposeResult:
        self.spans = Spans()
        yield self.spans


class Remote(SessionApp, UnoApp):
    """The app under test, at a puppet table."""

    def can_animate(self, round_trip: float | None) -> bool:
        """Ignore how fast the line is, since the clients answer no questions."""
        return True


class Puppet(FakeHandle):
    """A fake table whose every request leads to the next move."""

    upcoming: Move | None = None

    def act(self, action: Action, version: int, request: int = 0) -> None:
        if self.upcoming is not None:
            move, self.upcoming = self.upcoming, None
            self.send(move.view)


class Host:
    """The server of the bench; the name of a client selects the app."""

    def __init__(self, first: Move) -> None:
        self.first = first
        self.session = SessionOptions()
        self.tables: dict[str, list[Puppet]] = {name: [] for name in SCREENS_OF}
        self.toys: list[Toy] = []
        self.apps: list[Remote] = []
        self.lines: list[Line] = []
        self.polls = 0
        """How many times `quiet` has looked."""
        self.poll_cost = 0.0
        """CPU milliseconds of one look."""

    async def open(self, line: Line, person: Person, words: list[str]) -> int:
        del words
        self.lines.append(line)
        if person.name == "toy":
            toy = Toy()
            self.toys.append(toy)
            return await run(toy, line)
        if person.name == "echo":
            over = asyncio.Event()
            line.on_closed = over.set
            line.listen(lambda data: line.write(data * 300))
            await over.wait()
            return 0
        table = Puppet(self.first.view)
        app = Remote(replace(self.session, motion=SCREENS_OF.get(person.name, False)), table.connect)
        self.tables.setdefault(person.name, []).append(table)
        self.apps.append(app)
        return await run(app, line)

    async def answer(self, person: Person, words: list[str]) -> tuple[str, int]:
        del person
        return " ".join(words), 2

    @property
    def written(self) -> int:
        return sum(line.written for line in self.lines)

    @property
    def settled(self) -> bool:
        """Whether all moves have been made and shown."""
        screens = [app.screen for app in self.apps if app.is_running]
        moving = any(isinstance(screen, TableScreen) and screen.scene.animation is not None for screen in screens)
        return not moving and all(table.upcoming is None for group in self.tables.values() for table in group)

    async def quiet(self, done: Callable[[], bool] = lambda: True) -> None:
        """Wait until the output has ended."""
        still, before = 0, -1
        while still < 3:
            await asyncio.sleep(0.02)
            self.polls += 1
            still = still + 1 if before == self.written and done() else 0
            before = self.written

    async def cost(self, cause: Callable[[], None], done: Callable[[], bool] = lambda: True) -> tuple[float, int]:
        """Run something; return the CPU milliseconds, without those of waiting, and the bytes that it cost."""
        cpu, written, polls = time.process_time(), self.written, self.polls
        cause()
        await self.quiet(done)
        waiting = (self.polls - polls) * self.poll_cost
        return max(1000 * (time.process_time() - cpu) - waiting, 0.0), self.written - written


class Clients:
    """The process of the clients."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    def tell(self, *words: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write((" ".join(map(str, words)) + "\n").encode())


Costs = dict[str, dict[str, list[tuple[float, int]]]]
"""For each kind of move and each group of screens: CPU milliseconds and bytes of one screen, move by move."""


async def measure(
    host: Host, clients: Clients, size: tuple[int, int], session: SessionOptions, shown: list[Move]
) -> Costs:
    """Show a match to screens of that size several times; return the cost of each kind of move for one screen."""
    host.first, host.session = shown[0], session
    await come(host, clients, size)
    host.poll_cost, looks = 0.0, []
    nothing = []
    for _ in range(9):
        before = host.polls
        nothing.append(await host.cost(lambda: None, lambda: host.settled))
        looks.append(nothing[-1][0] / (host.polls - before))
    host.poll_cost = median(looks)
    found: dict[tuple[str, str, int], tuple[float, int]] = {}
    for showing in range(SHOWINGS):
        for number, move in enumerate(shown[1:], 1):
            causes: dict[str, Callable[[], None]] = {
                "echo": lambda: clients.tell("keys", "echo", "6162"),
                "toy": lambda: refresh(host.toys),
                **{name: partial(show, host, clients, name, move) for name in SCREENS_OF},
            }
            for name in sorted(causes, reverse=bool((number + showing) % 2)):
                cpu, written = await host.cost(causes[name], lambda: host.settled)
                key = str(move.kind) if name in SCREENS_OF else name, name, number
                new = cpu / SCREENS, written // SCREENS
                found[key] = min(found.get(key, new), new)
        for table in chain.from_iterable(host.tables.values()):
            table.send(shown[0].view)
        await host.quiet(lambda: host.settled)
    for name in GROUPS:
        clients.tell("go", name)
    await host.quiet(lambda: all(line.gone for line in host.lines))
    costs: Costs = defaultdict(lambda: defaultdict(list))
    costs["idle"]["idle"] = [(0.0, written) for _cpu, written in nothing]
    for (kind, name, _number), cost in found.items():
        costs[kind][name].append(cost)
    return costs


async def come(host: Host, clients: Clients, size: tuple[int, int]) -> None:
    """Let clients of all groups connect, and wait until their screens are drawn."""
    lists: list[list[Any]] = [*host.tables.values(), host.toys, host.apps, host.lines]
    for one in lists:
        one.clear()
    for name in GROUPS:
        clients.tell("come", name, SCREENS, *size)
    await host.quiet(lambda: len(host.lines) == len(GROUPS) * SCREENS and len(host.apps) == 2 * SCREENS)
    for app in host.apps:
        if isinstance(app.screen, TableScreen):
            app.screen.animations.clock = lambda: 0.0  # no step is late
    gc.collect()
    gc.freeze()
    await host.quiet()


def refresh(toys: list[Toy]) -> None:
    """Let each toy draw eight short pieces of lines."""
    for toy in toys:
        toy.spans.number += 1
        toy.spans.refresh(Region(0, 3, 40, 3), Region(30, 10, 20, 1), *(Region(2, y, 12, 1) for y in range(14, 18)))


def show(host: Host, clients: Clients, name: str, move: Move) -> None:
    """Show a move at each table of a group, by pressing its keys or by a message of the table."""
    if move.kind is Kind.OWN:
        for table in host.tables[name]:
            table.upcoming = move
        clients.tell("keys", name, move.keys.encode().hex())
    else:
        for table in host.tables[name]:
            table.send(move.view)


def report(size: tuple[int, int], table: str, seats: int, costs: Costs) -> None:
    """Print a table; with motion a move may cost twice the CPU time and three times the bytes of one without."""
    toy = mean(cpu for cpu, _ in costs["toy"]["toy"])
    share = 1.0 if size == (80, 24) else 1.5
    print(f"\n{size[0]}x{size[1]}, {seats} seats, {table}\n{'ms':>38}{'x toy':>8}{'bytes':>8}{'most':>8}   budget")
    for kind, groups in costs.items():
        first: tuple[float, float] = 0.0, 0.0
        for name, found in sorted(groups.items(), reverse=True):  # still first
            cpu, written = mean(cpu for cpu, _ in found), mean(written for _, written in found)
            budget = ""
            if name == "still":
                first = cpu, written
                most = [share * one for one in BUDGETS[Kind(kind)]]
                kept = cpu / toy * TOY_MS <= most[0] and written <= most[1]
                budget = f"{most[0]:.1f} ms, {most[1]:.0f} bytes: {'kept' if kept else 'BROKEN'}"
            elif name == "moving":
                times = cpu / first[0], written / first[1]
                kept = times[0] <= MOTION[0] and times[1] <= MOTION[1]
                budget = f"{times[0]:.2f} x ms, {times[1]:.2f} x bytes: {'kept' if kept else 'BROKEN'}"
            top = max(written for _, written in found)
            label = kind if kind == name else f"{kind}, {name}"
            print(f"  {label:28}{cpu:8.2f}{cpu / toy:8.2f}{written:8.0f}{top:8d}   {budget}")


async def starts(host: Host, clients: Clients, shown: list[Move]) -> None:
    """Print the cost of a session's start, from login to table, and its memory."""
    host.first = shown[0]
    host.lines.clear()
    host.tables["table"] = []
    for name, count in (("one", 1), ("two", 1), ("many", MEMORY_SCREENS)):
        before, cpu = resident(), time.process_time()
        came = len(host.lines) + count
        clients.tell("come", "table", count, 80, 24)
        await host.quiet(lambda came=came: len(host.lines) == came and len(host.tables["table"]) == came)  # type: ignore[misc]
        if name == "two":
            spent = 1000 * (time.process_time() - cpu)
            print(f"\nlogin, key exchange and table: {spent:.0f} ms; first screen {host.lines[-1].written} bytes")
        if name == "many":
            gc.collect()
            print(f"memory a session: {(resident() - before) / count / 1024:.2f} MiB (budget 0.65)")
    clients.tell("go", "table")
    await host.quiet(lambda: all(line.gone for line in host.lines))


def resident() -> int:
    """Return the memory of this process in KiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


async def main() -> None:
    """Measure everything."""
    limits = Limits(per_address=1000, connect_rate=1000, connect_burst=1000)
    host = Host(moves(4, 1)[0])
    async with AsyncExitStack() as undo:
        folder = Path(undo.enter_context(tempfile.TemporaryDirectory()))
        server = await serve("127.0.0.1", 0, folder, host.open, host.answer, limits=limits)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.screen_clients", str(server.port), stdin=asyncio.subprocess.PIPE
        )
        clients = Clients(process)
        await starts(host, clients, moves(4, 2))
        wanted = sys.argv[1:]
        for size, table in RUNS:
            for seats in (4, 10) if not wanted or f"{size[0]}x{size[1]}" in wanted else ():
                session = SessionOptions(table=table)
                report(size, table, seats, await measure(host, clients, size, session, moves(seats, MOVES)))
        process.kill()
        await process.wait()
        await server.stop()


if __name__ == "__main__":
    asyncio.run(main())
