"""Four people on screens over ssh, whose server is killed while they play, and what their screens showed last."""

import asyncio
import re
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import asyncssh

from tests.journals import entries_of, matches_of
from tests.server.app.test_restart_over_ssh import started
from tests.server.clients import Viewer, connected, screen
from tests.terminals import rows, shown
from tests.waiting import until, within
from uno_tui.game.view import PlayerView

CODE: Final = "FAM1"
NAMES: Final = ("ann", "bob", "cat", "dan")
SIZE: Final = (120, 29)
KEYS: Final = b"1234dktun\rrygb"
"""Keys that play, draw, keep, take, call UNO, choose a color, and start another match."""

Keys = Mapping[str, asyncssh.SSHKey]
"""The key of each person, by name."""

_SEAT: Final = re.compile(r"^[»↓↑ ] ?(\d+) ")
_SCORE: Final = "score"
_PILE: Final = re.compile(r"(\d+) cards? ")


class Counted(NamedTuple):
    """The visible state of a match: enough to tell states apart, except for a call or a kept card."""

    round: int
    hands: tuple[int, ...]
    """Number of cards by seat; 0 for a player who left."""
    pile: int

    @classmethod
    def of(cls, game: PlayerView) -> "Counted":
        """Return what a screen with this view shows."""
        return cls(game.round, tuple(seat.cards if seat.playing else 0 for seat in game.seats), game.pile)

    @classmethod
    def on(cls, shown: list[str]) -> "Counted | None":
        """Return what a screen shows; None if it shows no running round."""
        head = re.search(r"round (\d+)", shown[0])
        edge = shown[1].find(_SCORE) + len(_SCORE)
        log = shown[1].rfind("Log")
        pile = _PILE.search("\n".join(row[edge:log] + " " for row in shown))
        if not head or edge < len(_SCORE) or not pile:
            return None
        seats = [
            (int(found[1]), shown[y + 1][:edge]) for y, row in enumerate(shown) if (found := _SEAT.match(row[:edge]))
        ]
        hands = [
            int(number.group()) if (number := re.search(r"\d+(?= *$)", below)) else 0 for _, below in sorted(seats)
        ]
        return cls(int(head[1]), tuple(hands), int(pile[1]))


async def killed_with_screens(folder: Path, keys: Keys, chance: Random) -> dict[str, Counted | None]:
    """Start the server, let all play for a moment, kill it, and return what each screen showed then."""
    viewers: dict[str, Viewer] = {}
    channels = []
    async with AsyncExitStack() as stack:
        serving = await stack.enter_async_context(started(folder))
        for name in NAMES:
            connection = await stack.enter_async_context(connected(serving, name=name, keys=[keys[name]]))
            channel, viewers[name] = await screen(connection, size=SIZE, until_text=CODE, command=f"join {CODE}")
            channels.append(channel)
        await until(lambda: all("round" in shown(one.data, SIZE) for one in viewers.values()))
        for _ in range(chance.randrange(20, 120)):
            for channel in channels:
                channel.write(bytes([chance.choice(KEYS)]))
            await asyncio.sleep(chance.uniform(0, 0.05))
        serving.process.kill()
        await within(serving.process.wait())
        await until(lambda: all(one.closed for one in viewers.values()))
    return {name: Counted.on(rows(one.data, SIZE)) for name, one in viewers.items()}


def stored_counts(data: Path) -> set[Counted]:
    """Return the states of the match that the killed server has stored."""
    return {Counted.of(match.view(None)) for match in matches_of(entries_of(data, CODE)).values()}
