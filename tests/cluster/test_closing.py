"""A door is killed between the steps of closing a table; another one does the rest."""

import asyncio
import random
from typing import Any
from unittest.mock import patch

import pytest

from tests.cluster.doors import FAST, Guest
from tests.cluster.simulated import SimulatedBroker, SimulatedLoop, Streams
from uno_tui import names
from uno_tui.cluster.lobby import ClusterLobby
from uno_tui.cluster.subjects import shard_of
from uno_tui.game.rules import Rules
from uno_tui.table.options import TableOptions
from uno_tui.table.process.log import LogKey
from uno_tui.table.protocol import Stage
from uno_tui.table.results import MatchResult

SOLO = TableOptions(rules=Rules(target=1), seats=2, bots=1)


class Door:
    """A door whose connection dies after a number of changes at the broker."""

    def __init__(self, streams: Streams, loop: SimulatedLoop, results: list[tuple[LogKey, int]]) -> None:
        self.broker = SimulatedBroker(streams)
        self.left: float = float("inf")
        self._results = results
        append, purge = self.broker.append, self.broker.purge

        def counted_append(subject: str, *words: Any, **options: Any) -> None:
            if "uno-doors" in subject or self._may():
                append(subject, *words, **options)

        async def counted_purge(*words: Any) -> None:
            if self._may():
                await purge(*words)

        self.broker.append = counted_append  # type: ignore[method-assign]
        self.broker.purge = counted_purge  # type: ignore[assignment, method-assign]
        self.lobby = ClusterLobby(self.broker, publish=self._publish, now=loop.time, defaults=SOLO, pace=FAST)

    def _may(self) -> bool:
        """Count a change, and die before it if it is one too many."""
        self.left -= 1
        if self.left < 0 and self.broker.up:
            self.broker.die()
            lobby = self.lobby
            for timers in (lobby._own_timers, lobby.doors._timers, lobby.exchange._timers, lobby.keeper._timers):
                timers.stop()
        return self.left >= 0

    async def _publish(self, key: LogKey, result: MatchResult) -> None:
        if self._may() and (key, result.number) not in self._results:
            self._results.append((key, result.number))


async def play_and_leave(streams: Streams, loop: SimulatedLoop, kill_after: int) -> tuple[list[Any], list[Any]]:
    """Play a match and leave the table while its door dies; return what is left in the end, and the results."""
    results: list[tuple[LogKey, int]] = []
    one = Door(streams, loop, results)
    await one.lobby.start()
    ann = Guest("Ann")
    ann.handle = await one.lobby.open(ann.user, ann, SOLO, "FAM1")
    ann.handle.autopilot(True)
    two = Door(streams, loop, results)
    while ann.view.stage is not Stage.OVER:
        await asyncio.sleep(0.01)
        if ann.view.stage is Stage.WAITING:
            ann.handle.start()
        elif ann.view.game and not ann.view.seats[0].autopilot:
            ann.handle.autopilot(True)
    one.left = kill_after
    ann.handle.leave()
    await asyncio.sleep(1)
    await two.lobby.start()
    await asyncio.sleep(200)
    left: list[Any] = [*streams.read(f"UNO_J{shard_of('FAM1')}", "uno.j.>", 0)]
    left += [*(await two.lobby.seats.addresses.all())]
    claim = (await two.lobby.seats.where("ssh:Ann")).value
    left += [claim] if claim and await two.lobby.seats.table("FAM1") else []
    return left, results


@pytest.mark.parametrize("kill_after", range(8))
def test_whatever_a_killed_door_left_half_closed_is_finished(kill_after: int) -> None:
    """Wherever the door dies, in the end the result is stored once, and log, address and seat are gone."""
    loop = SimulatedLoop()
    with patch.object(names, "RANDOM", random.Random(1)):
        try:
            left, results = loop.run_until_complete(play_and_leave(Streams(1), loop, kill_after))
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0))
        finally:
            loop.close()
    assert left == []
    assert [number for _, number in results] == [1]
