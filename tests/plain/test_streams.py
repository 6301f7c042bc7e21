"""Typed lines on their way: at once what a person types, in its time what a script sends ahead."""

import asyncio
from collections.abc import Callable

import pytest

from uno_tui.plain.streams import LineQueue

LONG = 3600.0
"""A moment that does not pass while a test runs."""


def no() -> bool:
    return False


def yes() -> bool:
    return True


class Reading:
    """Somebody who reads a script, as far as they can in no time; `wanted`: so many lines are waited for."""

    def __init__(self, script: LineQueue) -> None:
        self.script = script
        self.wanted = 0
        self.over = False
        self.read: list[str | None] = []
        self._task: asyncio.Task[None] = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self.read[-1:] != [None]:
            self.read.append(await self.script.next(lambda: self.wanted > 0, lambda: self.over))
            self.wanted -= 1

    async def so_far(self, *, wanted: int = 0, over: bool = False) -> list[str | None]:
        """What was read once everything that can happen now has happened."""
        self.wanted, self.over = wanted, over
        self.script.nudge()
        for _ in range(20):
            await asyncio.sleep(0)
        return self.read


async def test_a_line_is_read_at_once_by_who_waits() -> None:
    """Who waits for a line gets each as it comes."""
    script = LineQueue(LONG)
    script.put("a")
    assert "a" == await script.next(yes, no)
    script.put("b")
    assert "b" == await script.next(yes, no)


async def test_what_a_person_types_is_read_at_once() -> None:
    """A line with nothing behind it is a person's: it is read although nobody waits, once nothing followed."""
    script = LineQueue(moment=0)
    script.put("hand")
    assert "hand" == await script.next(no, no)
    script.put("table")
    assert "table" == await script.next(no, no)


async def test_what_a_script_sends_ahead_is_kept() -> None:
    """Lines with more behind them are read one by one, each only when it is waited for."""
    script = LineQueue(LONG)
    reading = Reading(script)
    for line in ("a", "b", "c"):
        script.put(line)
    assert [] == await reading.so_far()
    assert ["a"] == await reading.so_far(wanted=1)
    assert ["a", "b"] == await reading.so_far(wanted=1)


async def test_the_end_makes_a_single_line_a_script() -> None:
    """A line that was the last one is kept until it is waited for, and then the end is told."""
    script = LineQueue(LONG)
    reading = Reading(script)
    script.put("a")
    assert [] == await reading.so_far()
    script.end()
    assert [] == await reading.so_far()
    assert ["a", None] == await reading.so_far(wanted=1)


async def test_the_rest_of_a_script_is_a_script() -> None:
    """A line that comes while another one is looked at makes both a script's."""
    script = LineQueue(LONG)
    reading = Reading(script)
    script.put("a")
    assert [] == await reading.so_far()
    script.put("b")
    assert [] == await reading.so_far()
    assert ["a", "b"] == await reading.so_far(wanted=2)


@pytest.mark.parametrize("begin", [lambda script: None, lambda script: script.put("a"), LineQueue.end])
async def test_who_wants_no_line_gets_none(begin: Callable[[LineQueue], None]) -> None:
    """As soon as the reader wants none any more, there is none; what came is kept for the next reader."""
    script = LineQueue(LONG)
    begin(script)
    count = len(script)
    reading = Reading(script)
    assert [None] == await reading.so_far(over=True)
    assert count == len(script)
