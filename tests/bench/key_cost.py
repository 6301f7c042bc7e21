"""Cost of keys, clicks and new sizes on the screens of a server, for `tests.bench.command_cost`.

A key is handled in many callbacks of the loop; its cost is the longest of them, in processor time. In between other
sessions get their turn. A session is driven like a person's: in the lobby, in the waiting room of others, as the host
of a table, on turn, and as a watcher. What happens a second after a screen was closed is measured as a row of its own.
"""

import asyncio
import re
import time
from asyncio import Handle as LoopHandle
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from contextvars import Context
from dataclasses import dataclass
from statistics import median
from typing import Final

from tests.server.toy import Tape, taped
from uno_server.app.service import GameService
from uno_server.limits import Limits
from uno_server.line.line import Line
from uno_server.ops.gc_policy import GcPolicy
from uno_server.person import Person
from uno_tui.game.actions import Deal, Draw, Keep, NameColor, Play, Take
from uno_tui.game.rules import Rules
from uno_tui.journal import Journal
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.visit import Visit
from uno_tui.table.options import TableOptions, User
from uno_tui.table.protocol import Stage
from uno_tui.table.requests import Handle

Costs = dict[str, float]

TIMES: Final = 9
"""How often each row is pressed."""
PAUSE: Final = 0.16
"""Seconds between two keys; the escape key alone is recognized after a tenth of a second."""
TURNS: Final = 60
"""Number of moves of the person in the match."""
AFTERWARDS: Final = 1.3
"""Seconds after which a closed screen has been emptied."""
SEATS: Final = 10

UP, DOWN, RIGHT, LEFT, HOME, END = (f"\x1b[{letter}" for letter in "ABCDHF")
PAGES: Final = "\x1b[6~\x1b[5~"
SCROLL: Final = f"{DOWN}{UP}{PAGES}{END}{HOME}"
WHEEL: Final = "\x1b[<65;9;9M\x1b[<64;9;9M"
SIZES: Final = "{120x40}{60x20}{30x8}{80x24}"
PASTE: Final = "\x1b[200~/good luck\x1b[201~"
_TOKEN: Final = re.compile(r"\x1b\[200~.*?\x1b\[201~|\x1b\[<[\d;]+[Mm]|\x1b\[\d*[A-Z~]|\{\d+x\d+\}|.", re.DOTALL)
_SIZE: Final = re.compile(r"\{(\d+)x(\d+)\}")


def click(x: int, y: int) -> str:
    """Return a press and a release of the mouse at a column and row, both counted from 1."""
    return f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"


SETTINGS: Final = f"S{f'{RIGHT}{LEFT}{DOWN}' * 10}q"
"""Every setting is changed and changed back."""
LOBBY: Final = [
    f"?{SCROLL}q", f"o{SCROLL}q", f"L{WHEEL}q", f"R{SCROLL}q", "R\r", f"M{DOWN}q", "z", "T",
    f"n{DOWN}{RIGHT}{LEFT}{END}{HOME}?qq", f"n{DOWN * 6}{RIGHT}{LEFT}137\x7fq", f"n{click(30, 5)}{SIZES}q", "n\rqy",
    SETTINGS, f"S?q{SIZES}q", "ca\x1b", "cZZZ\rqy", "/abc\r", "/\r", f"{PASTE}\x1b",
    "pqy", "wqy", "\rqy", f"{DOWN}{UP}{PAGES}{END}{HOME}", WHEEL, click(10, 4), SIZES, "qn", "\x03n", "\x1aj",
]  # fmt: skip  # a list
WAITING: Final = [
    f"?{SCROLL}q", f"L{SCROLL}q", f"R{SCROLL}q", "Sq", "Mq", "/abc\r", PASTE + "\x1b", "T", "i", "O", "H", "z", SIZES,
    "qn", click(5, 24),
]  # fmt: skip  # a list
HOST: Final = [f"O{DOWN}{RIGHT}{LEFT}\r", "Oq", "W1\x1b", "W\x1b", "K2n", "Kq", "Mq", "M2", "aa", "s", SIZES]
PLAYING: Final = [
    f"{RIGHT}{LEFT}", "H", "s", "aa", "?q", "Lq", "Rq", f"S{RIGHT}{LEFT}q", "S\x1b", "Mq", "/abc\r", ":r5\r", ":zz\r",
    ":\x1b", "d1", "k", "t", "c", "u", "u", "x", "j", "p", "e", "z", "T", SIZES, "qn", "Oq", "K2n", "Wq", "Pq",
    click(12, 20), click(12, 22), click(40, 12),
]  # fmt: skip  # a list
WATCHING: Final = ["?q", "Lq", "Rq", "/abc\r", "z", "T", SIZES, "qn"]
KEYS_OF_TURN: Final = ["n", "1", "r", "2", "d", "k", "t", "\r", "b"]
PLACES: Final = {
    "lobby": ([], LOBBY),
    "waiting": (["join", "BIG"], WAITING),
    "host": ([], HOST),
    "playing": (["join", "BIG"], PLAYING),
    "watching": (["watch", "BIG"], WATCHING),
}
"""The command line that leads to each place, and the rows of keys that are pressed there."""


class Slices:
    """The longest time without a break that the loop spent since the last `take`.

    The garbage collector's schedule is left out: it runs ten times a second, whatever people press.
    """

    def __init__(self) -> None:
        self.longest = 0.0
        running = LoopHandle._run

        def run(handle: LoopHandle) -> None:
            collects = isinstance(getattr(getattr(handle, "_callback", None), "__self__", None), GcPolicy)
            began = time.thread_time()
            running(handle)
            if not collects:
                self.longest = max(self.longest, time.thread_time() - began)

        vars(asyncio.events)["Handle"]._run = run

    def take(self) -> float:
        """Return it in milliseconds, and begin again."""
        longest, self.longest = self.longest, 0.0
        return 1000 * longest


def pressed(row: str) -> list[str]:
    """Split a row into keys: characters, arrow keys, clicks, pastes, and sizes such as `{80x24}`."""
    return _TOKEN.findall(row)


class Session:
    """One person's session on a screen."""

    def __init__(self, line: Line, tape: Tape, slices: Slices) -> None:
        self.line, self.tape, self.slices = line, tape, slices
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        """Milliseconds of each key, by its name."""

    async def press(self, key: str, pause: float = PAUSE) -> float:
        """Press a key, wait until it is handled, and return its cost in milliseconds; an empty key only waits."""
        self.tape.data = b""  # a long tape makes each write dearer
        self.slices.take()
        if size := _SIZE.fullmatch(key):
            self.line.resized(int(size[1]), int(size[2]))
        elif key:
            self.line.received(key.encode())
        await asyncio.sleep(pause)
        return self.slices.take()

    async def press_row(self, place: str, row: str) -> None:
        """Press the keys of a row one after the other; the last one leads back to where the first one was pressed."""
        done = ""
        for key in pressed(row):
            name = f"{place}: {done!a} then {key!a}" if done else f"{place}: {key!a}"
            self.times[name].append(await self.press(key))
            done += key

    @property
    def costs(self) -> Costs:
        """The median cost of each key."""
        return {name: median(some) for name, some in self.times.items()}


@dataclass
class Others:
    """The other people of a table, who move as soon as it is their turn."""

    handles: list[Handle]

    @property
    def version(self) -> int:
        """The version of the table."""
        return self.handles[1].view.version

    async def move(self) -> None:
        """Let the others move until it is the turn of none of them; the host begins another match after the last."""
        if self.handles[0].view.stage is Stage.OVER:
            self.handles[0].rematch()
        for _ in range(200):
            handle = next((one for one in self.handles if one.view.game and one.view.game.on_turn), None)
            if handle is None or handle.view.game is None:
                return
            kinds = Play, Keep, Draw, NameColor, Take, Deal
            legal = handle.view.game.legal
            action = next((one for kind in kinds for one in legal if isinstance(one, kind)), legal[0])
            handle.act(action, handle.view.version)
            await asyncio.sleep(0.01)


async def crowded(people: int, host: str = "ssh:ann") -> tuple[Lobby, Others]:
    """Return a lobby with three people and twenty tables, and the people at a table of ten seats; the first is host."""
    lobby = Lobby()
    for number in range(20):
        await lobby.open(User(f"host:{number}", f"host{number}"), lambda _: None, TableOptions(), f"TABLE{number}")
    for name in "dan", "eve", "fay":
        visit = await Visit.begin(lobby, User(name, name))
        await visit.enter(lambda _: None)
    options = TableOptions(seats=SEATS, rules=Rules.parse("party", ["target=500"]), turn_seconds=300)
    handles = [await lobby.open(User(host, host[4:]), lambda _: None, options, "BIG")]
    names = [f"p{number}" for number in range(1, people)]
    handles += [await lobby.join(User(name, name), lambda _: None, "BIG") for name in names]
    return lobby, Others(handles)


@asynccontextmanager
async def session(slices: Slices, lobby: Lobby, words: list[str], language: str) -> AsyncIterator[Session]:
    """Return a session of a person who comes with a command line; lessons and settings are stored in a journal."""
    line, tape = taped()
    line.limits = Limits(keys_rate=10_000, keys_burst=10_000, sizes_rate=1000, sizes_burst=1000)
    person = Person("ssh:cat", "cat", guest=False, language=language, ssh_command="ssh play.example.org")
    journal = Journal(None)
    service = GameService(lobby, journal)
    task = asyncio.create_task(service.open_session(line, person, words), context=Context())
    await asyncio.sleep(1)
    assert tape.data
    yield Session(line, tape, slices)
    line.lost()
    await task
    journal.close()


async def standing(place: str, rows: Sequence[str], session: Session, times: int, others: Others | None = None) -> None:
    """Press each row of keys `times` times in a place."""
    for row in rows:
        for _ in range(times):
            await session.press_row(place, row)
            assert not session.line.restored, f"{row!a} has left the place {place}"
            if others is not None:
                await others.move()
        session.times[f"{place}: a second after {row!a}"].append(await session.press("", AFTERWARDS))


async def match(session: Session, others: Others, turns: int) -> None:
    """Play some turns of a match, by keys that are tried one after the other until one of them is a move."""
    for _ in range(turns):
        await others.move()
        before = others.version
        for key in KEYS_OF_TURN:
            spent = await session.press(key)
            session.times[f"match: {key!a}{', a move' if others.version != before else ''}"].append(spent)
            if others.version != before:
                break


async def key_costs(language: str, places: Collection[str], times: int) -> Costs:
    """Press the keys of some places `times` times each, and return the cost of each key in milliseconds."""
    slices, found = Slices(), Costs()
    policy = GcPolicy(lambda: 1, lambda: 0)  # as on a server: no full collection is in the figures
    policy.start()
    for place in places:
        words, rows = PLACES[place]
        lobby, others = await crowded(SEATS - 1, "ssh:cat" if place == "host" else "ssh:ann")
        async with session(slices, lobby, words, language) as one:
            if place == "playing":
                others.handles[0].start()
                await asyncio.sleep(0.5)
                await match(one, others, TURNS)
            await standing(place, rows, one, times, others if place in ("playing", "watching") else None)
        found |= one.costs
    policy.stop()
    return found
