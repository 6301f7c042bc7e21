"""Cost of everything that a person can send, dearest first: lines, JSON requests, ssh command lines, and keys.

Run it as ``python -m tests.bench.command_cost``. The cost is the processor time in which the server does nothing else.
Lines, requests and command lines are handled in one piece; a key on a screen is handled in many, of which the longest
counts. Each is repeated, and the median is printed, so that what is cached counts as cached.
"""

import argparse
import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from statistics import median
from typing import Any, Final

from tests.bench.key_cost import PLACES, TIMES, Costs, key_costs
from uno_server.app.service import GameService
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
    """Return a lobby with twenty tables, and a handle factory for a ten-seat table at which `people` people sit."""
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


async def main(language: str, places: list[str], times: int) -> None:
    """Measure everything, or the keys of some places, and print it, the dearest first."""
    texts = {} if places else await lines(language) | await requests() | await command_lines()
    screens = await key_costs(language, places or PLACES, times)
    for name, spent in sorted((texts | screens).items(), key=lambda one: -one[1]):
        print(f"{spent:8.2f} ms  {name}")
    for what, found in (("lines, requests and command lines", texts), ("keys", screens)):
        dearest = max(found.values(), default=0)
        print(f"{what}: {dearest:.2f} ms at a time, {'kept' if dearest <= MOST else 'more than'} {MOST} ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--language", default="ka", help="the language of lines and screens; Georgian texts cost most")
    parser.add_argument("--keys", nargs="*", default=[], choices=PLACES, help="measure only the keys of these places")
    parser.add_argument("--times", type=int, default=TIMES, help="how often each key is pressed")
    arguments = parser.parse_args()
    asyncio.run(main(arguments.language, arguments.keys, arguments.times))
