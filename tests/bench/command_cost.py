"""Cost of everything that a person can send, dearest first: lines, JSON requests, ssh command lines, and keys.

Run it as ``python -m tests.bench.command_cost``. The cost is the processor time in which the server does nothing else.
Lines, requests and command lines are handled in one piece; a key on a screen is handled in many, of which the longest
counts. Each is repeated, and the median is printed, so that what is cached counts as cached.
"""

import argparse
import asyncio
import json
import re
import time
from asyncio import Handle
from collections.abc import Awaitable, Callable
from contextvars import Context
from statistics import median
from typing import Any, Final

from tests.server.toy import taped
from uno_server.app.service import GameService
from uno_server.limits import Limits
from uno_server.ops.gc_policy import GcPolicy
from uno_server.person import Person
from uno_tui.game.rules import Rules
from uno_tui.i18n import Words
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.relay import LobbyRelay, TableRelay
from uno_tui.lobby.visit import Visit
from uno_tui.plain.jsonlines import JsonSession
from uno_tui.plain.lobby import PlainLobby
from uno_tui.plain.session import PlainSession
from uno_tui.table.options import TableOptions, User

TIMES: Final = 15
PAUSE: Final = 0.2
"""Seconds between two keys; the escape key alone is recognized after a tenth of a second."""
MOST: Final = 1.0
"""Most milliseconds of the loop at a time."""
LONG: Final = "x" * 990
TABLE_LINES: Final = [
    "hand", "table", "score", "log", "rules", "rules party target=137", "lessons", "say hello", "auto",
    "kick 2", "sit 2", "host 2", "help", "start", "again", "draw", "keep", "take", "challenge", "uno", "catch",
    "color r", "deal", "r5",
    "jump r5", "play 1", LONG, f"play {LONG}", f"rules {LONG}", f"say {LONG}", f"rules {'hand_size=7 ' * 80}",
]  # fmt: skip  # a list
LOBBY_LINES: Final = [
    "rooms", "who", "score", "say hello", "rules", "rules party", "rules official target=NUMBER", "help", LONG,
    f"rules {LONG}", f"new {LONG}", f"join {LONG}", f"new {'seats=4 ' * 120}",
]  # fmt: skip  # a list
REQUESTS: Final[list[dict[str, Any]]] = [
    {"type": "act", "action": "draw"}, {"type": "start"}, {"type": "rematch"}, {"type": "autopilot", "on": True},
    {"type": "autopilot", "on": False}, {"type": "chat", "text": LONG}, {"type": "mute", "on": True},
    {"type": "mute", "on": False, "name": "bob"}, {"type": "kick", "seat": 2}, {"type": "sit", "seat": 2},
    {"type": "pass_host", "seat": 2}, {"type": "rules", "rules": "party target=137"},
    {"type": "rules", "rules": LONG * 3}, {"type": "view"}, {"type": "nothing"},
]  # fmt: skip  # a list
COMMANDS: Final = [
    "help", "rooms", "rooms --json", "rules", "rules party", "scores", "scores --json", "stats", "record", LONG,
    f"rules {LONG}", f"scores {LONG}",
]  # fmt: skip  # a list
LOBBY_KEYS: Final = ["?q", "oq", "nq", "Sq", "S\x1b[B\x1b[C\x1b[Dq", "Lq", "Rq", "ca\x1b", "/a\x1b", "/\r", "T", "pqy"]
TABLE_KEYS: Final = [
    "?q", "Lq", "Rq", "Sq", "Mq", "/a\x1b", "/\r", ":r5\r", "T", "s", "aa", "H", "qn", "\x1b[C\x1b[D",
]  # fmt: skip  # a list
"""Keys that are pressed one after the other; the last one of a row leads back to where the first one was pressed."""

Costs = dict[str, float]


async def cost(send: Callable[[str], Any], line: str) -> float:
    """Return the median milliseconds that a line takes; NUMBER in it is another number each time."""
    times = []
    for number in range(TIMES):
        began = time.thread_time()
        done = send(line.replace("NUMBER", str(100 + number)))
        if isinstance(done, Awaitable):
            await done
        times.append(1000 * (time.thread_time() - began))
        await asyncio.sleep(0)
    return median(times)


async def crowded(people: int = 10) -> tuple[Lobby, Any]:
    """Return a lobby with twenty tables, and the factory of a handle at a table of ten seats with so many people."""
    lobby = Lobby()
    for number in range(20):
        await lobby.open(User(f"host:{number}", f"host{number}"), lambda _: None, TableOptions(), f"TABLE{number}")
    relay = TableRelay()
    handle = await lobby.open(User("ann", "ann"), relay, TableOptions(seats=10, rules=Rules(target=500)), "BIG")
    for number in range(people - 1):
        name = f"p{number}"
        await lobby.join(User(name, name), lambda _: None, "BIG")
    return lobby, relay.to(handle)


async def lines(language: str) -> Costs:
    """Measure the lines at a table and in the lobby."""
    words, found = Words(language), {}
    for line in TABLE_LINES:
        lobby, seated = await crowded()
        session = PlainSession(seated, words, lambda _: None)
        found[f"table: {line[:30]}"] = await cost(session.feed, line)
    lobby, _ = await crowded()
    for line in LOBBY_LINES:
        visit, relay = await Visit.begin(lobby, User("cat", "cat")), LobbyRelay()
        in_lobby = PlainLobby(relay.to(await visit.enter(relay)), visit, words, lambda _: None, None)
        found[f"lobby: {line[:30]}"] = await cost(in_lobby.feed, line)
    return found


async def requests() -> Costs:
    """Measure the requests of a program."""
    found = {}
    for request in REQUESTS:
        _, seated = await crowded()
        session = JsonSession(seated, Words(), lambda _: None)
        text = json.dumps(request)
        found[f"JSON: {text[:40]}"] = await cost(session.feed, text)
    return found


async def command_lines() -> Costs:
    """Measure the ssh command lines that are answered with text."""
    lobby, _ = await crowded()
    service, person = GameService(lobby), Person("ssh:ann", "ann", guest=False)
    return {
        f"exec: {line[:30]}": await cost(lambda text: service.answer(person, text.split()), line) for line in COMMANDS
    }


class Slices:
    """The longest time without a break that the loop spent since the last `take`."""

    def __init__(self) -> None:
        self.longest = 0.0
        running = Handle._run

        def run(handle: Handle) -> None:
            began = time.thread_time()
            running(handle)
            self.longest = max(self.longest, time.thread_time() - began)

        vars(asyncio.events)["Handle"]._run = run

    def take(self) -> float:
        """Return it in milliseconds, and begin again."""
        longest, self.longest = self.longest, 0.0
        return 1000 * longest


def pressed(row: str) -> list[str]:
    """Split a row into keys: characters, and arrow keys."""
    return re.findall(r"\x1b\[.|.", row, re.DOTALL)


async def keys(place: str, rows: list[str], words: list[str]) -> Costs:
    """Measure keys on the screen that a command line leads to."""
    lobby, _ = await crowded(9)
    line, tape = taped()
    line.limits = Limits(keys_rate=10_000, keys_burst=10_000)
    person = Person("ssh:cat", "cat", guest=False)
    task = asyncio.create_task(GameService(lobby).open_session(line, person, words), context=Context())
    await asyncio.sleep(1)
    policy = GcPolicy(lambda: 1, lambda: 0)  # as on a server: no full collection is in the figures
    policy.start()
    slices, found = Slices(), Costs()
    for row in rows:
        done = ""
        names = []
        for key in pressed(row):
            names.append(f"{place}: {done!a} then {key!a}" if done else f"{place}: {key!a}")
            done += key
        times: dict[str, list[float]] = {name: [] for name in names}
        for _ in range(TIMES):
            for name, key in zip(names, pressed(row), strict=True):
                slices.take()
                line.received(key.encode())
                await asyncio.sleep(PAUSE)
                times[name].append(slices.take())
        found |= {name: median(some) for name, some in times.items()}
    assert tape.data
    assert not task.done()
    policy.stop()
    line.lost()
    await task
    return found


async def main(language: str) -> None:
    """Measure everything and print it, the dearest first."""
    texts = await lines(language) | await requests() | await command_lines()
    screens = await keys("lobby", LOBBY_KEYS, []) | await keys("table", TABLE_KEYS, ["join", "BIG"])
    for name, spent in sorted((texts | screens).items(), key=lambda one: -one[1]):
        print(f"{spent:8.2f} ms  {name}")
    for what, found in (("lines, requests and command lines", texts), ("keys", screens)):
        dearest = max(found.values())
        print(f"{what}: {dearest:.2f} ms at a time, {'kept' if dearest <= MOST else 'more than'} {MOST} ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--language", default="ka", help="the language of the lines; Georgian texts cost most")
    asyncio.run(main(parser.parse_args().language))
