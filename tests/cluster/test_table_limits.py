"""How many tables a person may open holds also while the broker is asked, and where other doors run the tables."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tests.cluster.simulated import SimulatedBroker, SimulatedLoop, Streams
from uno_tui.cluster.lobby import ClusterLobby
from uno_tui.cluster.subjects import shard_of
from uno_tui.lobby.openings import TableLimits
from uno_tui.table.options import EntryError, EntryProblem, TableOptions, User
from uno_tui.table.process.log import LogKey
from uno_tui.table.results import MatchResult

FULL = EntryProblem.TOO_MANY_OPENED
LONG = TableOptions(grace_seconds=3600)


class Doors:
    """Doors of one cluster on the simulated clock, at which one network may have two open tables."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self.loop = loop
        self.streams = Streams(1)

    async def open(self) -> ClusterLobby:
        async def publish(_key: LogKey, _result: MatchResult) -> None:
            pass

        broker = SimulatedBroker(self.streams)
        limits = TableLimits(per_network=2)
        door = ClusterLobby(broker, publish=publish, now=self.loop.time, limits=limits)
        await door.start()
        return door


def simulated(story: Callable[[Doors], Coroutine[Any, Any, None]]) -> None:
    """Run a story of doors to its end."""
    loop = SimulatedLoop()
    try:
        loop.run_until_complete(story(Doors(loop)))
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
    finally:
        loop.close()


def guest(number: int) -> User:
    return User(f"guest:{number}", "Guest", guest=True, origin="192.0.2.1")


async def refused(door: ClusterLobby, number: int, code: str | None = None) -> EntryProblem | None:
    """Let another guest of the same network open a table and hang up; return why the guest is refused, if so."""
    try:
        handle = await door.open(guest(number), lambda _: None, LONG, code)
    except EntryError as error:
        return error.problem
    handle.drop()
    return None


def test_many_who_open_tables_at_the_same_time_are_counted() -> None:
    """While the broker is asked about one table, that table counts already."""

    async def story(doors: Doors) -> None:
        door = await doors.open()
        answers = await asyncio.gather(*(refused(door, number) for number in range(8)))
        assert answers == [None] * 2 + [FULL] * 6
        assert len(door.tables) == 2

    simulated(story)


def test_a_table_that_could_not_be_opened_does_not_count() -> None:
    """Somebody else has the code; afterwards the person may open as many tables as before."""

    async def story(doors: Doors) -> None:
        door, other = await doors.open(), await doors.open()
        await other.open(User("ssh:Ann", "Ann"), lambda _: None, code="FAM1")
        for number in range(3):
            with pytest.raises(EntryError, match="code_taken"):
                await door.open(guest(number), lambda _: None, LONG, "FAM1")
        assert [await refused(door, number) for number in range(3)] == [None, None, FULL]

    simulated(story)


def test_a_table_that_another_door_runs_counts_until_it_is_closed() -> None:
    """A door serves no table to which none of its people is connected, but the people have it open all the same."""

    async def story(doors: Doors) -> None:
        door, other = await doors.open(), await doors.open()
        await asyncio.sleep(10)
        codes = [code for number in range(99) if shard_of(code := f"FAM{number}") in other.doors.shards]
        assert [await refused(door, number, codes[number]) for number in range(2)] == [None, None]
        await asyncio.sleep(60)
        assert not door.tables
        assert await refused(door, 2) is FULL
        other.tables[codes[0]].close()
        await asyncio.sleep(5)
        assert [await refused(door, number) for number in (3, 4)] == [None, FULL]

    simulated(story)
