"""The line queue: a person's lines are read at once, a script's lines when they are waited for."""

import asyncio
from collections.abc import Callable

import pytest

from uno_tui.plain.streams import LineQueue

LONG = 3600.0
"""A moment in seconds that does not pass while a test runs."""


def no() -> bool:
    return False


def yes() -> bool:
    return True


class Reading:
    """A reader of a queue that waits for `wanted` lines."""

    def __init__(self, queue: LineQueue) -> None:
        self.queue = queue
        self.wanted = 0
        self.over = False
        self.read: list[str | None] = []
        self._task: asyncio.Task[None] = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self.read[-1:] != [None]:
            self.read.append(await self.queue.next(lambda: self.wanted > 0, lambda: self.over))
            self.wanted -= 1

    async def so_far(self, *, wanted: int = 0, over: bool = False) -> list[str | None]:
        """Return the lines read so far, after every task that is ready has run."""
        self.wanted, self.over = wanted, over
        self.queue.nudge()
        for _ in range(20):
            await asyncio.sleep(0)
        return self.read


async def test_a_waiting_reader_gets_a_line_at_once() -> None:
    """A reader that waits for a line gets it as it comes."""
    queue = LineQueue(LONG)
    queue.put("a")
    assert "a" == await queue.next(yes, no)
    queue.put("b")
    assert "b" == await queue.next(yes, no)


async def test_what_a_person_types_is_read_at_once() -> None:
    """A line that nothing follows within the moment is a person's: it is read although nobody waits for it."""
    queue = LineQueue(moment=0)
    queue.put("hand")
    assert "hand" == await queue.next(no, no)
    queue.put("table")
    assert "table" == await queue.next(no, no)


async def test_the_lines_of_a_script_are_held_back() -> None:
    """Lines that others follow are read one by one, each only when it is waited for."""
    queue = LineQueue(LONG)
    reading = Reading(queue)
    for line in ("a", "b", "c"):
        queue.put(line)
    assert [] == await reading.so_far()
    assert ["a"] == await reading.so_far(wanted=1)
    assert ["a", "b"] == await reading.so_far(wanted=1)


async def test_the_end_makes_a_single_line_a_script() -> None:
    """The last line before the end is held until it is waited for; then the end is reported."""
    queue = LineQueue(LONG)
    reading = Reading(queue)
    queue.put("a")
    assert [] == await reading.so_far()
    queue.end()
    assert [] == await reading.so_far()
    assert ["a", None] == await reading.so_far(wanted=1)


async def test_the_rest_of_a_script_is_a_script() -> None:
    """A line that arrives within the moment after another makes both a script's."""
    queue = LineQueue(LONG)
    reading = Reading(queue)
    queue.put("a")
    assert [] == await reading.so_far()
    queue.put("b")
    assert [] == await reading.so_far()
    assert ["a", "b"] == await reading.so_far(wanted=2)


@pytest.mark.parametrize("begin", [lambda queue: None, lambda queue: queue.put("a"), LineQueue.end])
async def test_a_session_that_is_over_gets_no_line(begin: Callable[[LineQueue], None]) -> None:
    """When the session is over, the result is None, and the lines stay for the next reader."""
    queue = LineQueue(LONG)
    begin(queue)
    count = len(queue)
    reading = Reading(queue)
    assert [None] == await reading.so_far(over=True)
    assert count == len(queue)
