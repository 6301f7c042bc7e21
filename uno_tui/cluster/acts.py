"""Operators' commands at all doors: each door carries out its part and answers."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Final

import msgspec

from uno_tui.cluster.broker import Broker, News
from uno_tui.cluster.tasks import Tasks

_ANSWER_SECONDS: Final = 1.0

ActAnswer = tuple[str, int]
"""The text that a command printed, and its exit status."""


class _Act(msgspec.Struct, frozen=True):
    door: str
    number: int
    words: list[str]
    by: str


class _Done(msgspec.Struct, frozen=True):
    door: str
    number: int
    answer: ActAnswer


_ACT: Final = msgspec.json.Decoder(_Act)
_DONE: Final = msgspec.json.Decoder(_Done)


class Acts:
    """Sends operators' commands from this server process (a door) to the cluster's other doors."""

    def __init__(self, broker: Broker, own: str, others: Callable[[], int]) -> None:
        """`others` returns the number of other doors; `spread` waits for that many answers."""
        self.carry_out: Callable[[list[str], str], Awaitable[ActAnswer]] | None = None
        """Carries out a command that came from another door; takes the command's words and the operator's name."""
        self._broker = broker
        self._own = own
        self._others = others
        self._numbers = count(1)
        self._open: dict[int, tuple[list[ActAnswer], asyncio.Event]] = {}
        self._tasks = Tasks()

    async def start(self) -> None:
        """Listen to the other doors."""
        await self._broker.listen("uno.a", self._heard)
        await self._broker.listen(f"uno.b.{self._own}", self._answered)

    async def spread(self, words: list[str], by: str) -> list[ActAnswer]:
        """Send a command to the other doors, and return the answers that arrive within a second."""
        number, wanted = next(self._numbers), self._others()
        if not wanted:
            return []
        found: list[ActAnswer] = []
        self._open[number] = found, (complete := asyncio.Event())
        self._broker.tell("uno.a", msgspec.json.encode(_Act(self._own, number, words, by)))
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                while len(found) < wanted:
                    await complete.wait()
                    complete.clear()
        except TimeoutError:
            pass
        finally:
            del self._open[number]
        return found

    def _heard(self, news: News) -> None:
        act = _ACT.decode(news.data)
        if act.door != self._own and self.carry_out is not None:
            self._tasks.run(self._answer(act))

    async def _answer(self, act: _Act) -> None:
        assert self.carry_out is not None
        answer = await self.carry_out(act.words, act.by)
        self._broker.tell(f"uno.b.{act.door}", msgspec.json.encode(_Done(self._own, act.number, answer)))

    def _answered(self, news: News) -> None:
        done = _DONE.decode(news.data)
        if waiting := self._open.get(done.number):
            waiting[0].append(done.answer)
            waiting[1].set()
