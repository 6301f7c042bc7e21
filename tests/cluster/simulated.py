"""A simulated clock, and a simulated broker with a slow and faulty network, for many doors in one process.

The doors' code is the real one. Time passes only when nothing else is to be done, so ten minutes of play take as long
as the work in them.
"""

import asyncio
import random
import selectors
from collections.abc import Callable, Sequence
from typing import Any

from uno_tui.cluster.broker import BrokerGoneError, BrokerMessage, Hear, News
from uno_tui.table.process.log import Failed, Outcome, Stale, Stored


class _NoWaiting(selectors.DefaultSelector):
    """A selector that moves the clock instead of waiting."""

    loop: "SimulatedLoop"

    def select(self, timeout: float | None = None) -> list[Any]:
        found = super().select(0)
        if not found and timeout is None:
            raise RuntimeError("nothing will ever happen again")
        if not found and timeout:
            self.loop.passed += timeout
        return found


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop on a clock of its own."""

    def __init__(self) -> None:
        self.passed = 1000.0
        selector = _NoWaiting()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self.passed


class Streams:
    """The stored messages of all brokers together, and the listeners."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.up = True
        self.history: list[tuple[str, int, bytes]] = []
        """Every entry of a table ever stored: subject, position and content."""
        self.lost_news = self.lost_answers = 0.0
        """Share of messages that are lost."""
        self.doors: list[SimulatedBroker] = []
        self._positions: dict[str, int] = {}
        self._stored: dict[str, dict[str, list[BrokerMessage]]] = {}

    @staticmethod
    def stream_of(subject: str) -> str:
        first, second, *rest = subject.split(".")
        if first == "$KV":
            return f"KV_{second}"
        return f"UNO_J{rest[0]}" if second == "j" else "UNO_R"

    def store(self, subject: str, data: bytes, expected: int | None, deleted: bool) -> Outcome:
        stream = self.stream_of(subject)
        subjects = self._stored.setdefault(stream, {})
        there = subjects.setdefault(subject, [])
        last = there[-1].position if there else 0
        if expected is not None and expected != last:
            return Stale()
        position = self._positions[stream] = self._positions.get(stream, 0) + 1
        if not stream.startswith("UNO_J"):
            there.clear()
        else:
            self.history.append((subject, position, data))
        there.append(BrokerMessage(subject, position, data, deleted))
        self.publish(_news_of(subject), data, position, deleted)
        return Stored(position)

    def publish(self, subject: str, data: bytes, position: int = 0, deleted: bool = False) -> None:
        news = News(subject, data, position, deleted)
        for door in self.doors:
            if door.up and self.chance.random() >= self.lost_news:
                door.arrive(news)

    def read(self, stream: str, subject: str, after: int) -> list[BrokerMessage]:
        subjects = self._stored.get(stream, {})
        if not subject.endswith((">", "*")):
            return [one for one in subjects.get(subject, ()) if one.position > after]
        prefix = subject.rstrip(">*")
        found = [one for name, there in subjects.items() if name.startswith(prefix) for one in there]
        return sorted((one for one in found if one.position > after), key=lambda one: one.position)

    def forget(self, stream: str) -> None:
        """Lose a stream that was kept in memory; positions begin at 1 again."""
        self._stored.pop(stream, None)
        self._positions.pop(stream, None)

    def purge(self, stream: str, subject: str, before: int) -> None:
        there = self._stored.get(stream, {}).get(subject, [])
        there[:] = [one for one in there if before and one.position >= before]


def _news_of(subject: str) -> str:
    for stored, news in (
        ("uno.j.", "uno.n."), ("uno.r.", "uno.rn."), ("$KV.uno.", "uno.k."), ("$KV.uno-doors.", "uno.kd."),
    ):  # fmt: skip  # a table
        if subject.startswith(stored):
            return news + subject.removeprefix(stored)
    raise AssertionError(subject)


class _Ear:
    def __init__(self, broker: "SimulatedBroker", subject: str, hear: Hear) -> None:
        self._broker, self.subject, self.hear = broker, subject, hear

    def stop(self) -> None:
        self._broker.forget(self)


class SimulatedBroker:
    """The connection of one door."""

    def __init__(self, streams: Streams) -> None:
        self.up = True
        self.changed: list[Callable[[bool], None]] = []
        self._streams = streams
        self._loop = asyncio.get_running_loop()
        self._exact: dict[str, list[_Ear]] = {}
        self._wild: list[_Ear] = []
        self._busy_until = 0.0
        streams.doors.append(self)

    def turn(self, up: bool) -> None:
        """Cut the connection, or mend it."""
        if up is not self.up:
            self.up = up
            for call in tuple(self.changed):
                call(up)

    def die(self) -> None:
        """Say and hear nothing more."""
        self.up = False
        self.changed.clear()
        self._exact.clear()
        self._wild.clear()
        if self in self._streams.doors:
            self._streams.doors.remove(self)

    def _delay(self) -> float:
        return self._streams.chance.uniform(0.0005, 0.004)

    def arrive(self, news: News) -> None:
        """Hear news after a while, in order."""
        ears = [*self._exact.get(news.subject, ()), *(one for one in self._wild if _fits(one.subject, news.subject))]
        if ears:
            self._busy_until = max(self._busy_until, self._loop.time() + self._delay())
            self._loop.call_at(self._busy_until, self._heard, ears, news)

    def _heard(self, ears: list[_Ear], news: News) -> None:
        for ear in ears:
            if self.up:
                ear.hear(news)

    def append(
        self,
        subject: str,
        data: bytes,
        done: Callable[[Outcome], None],
        *,
        expected: int | None = None,
        deleted: bool = False,
        seconds: int = 0,
    ) -> None:
        def arrived() -> None:
            if not self.up or not self._streams.up:
                self._loop.call_later(2.0, done, Failed())
                return
            outcome = self._streams.store(subject, data, expected, deleted)
            if self._streams.chance.random() < self._streams.lost_answers:
                self._loop.call_later(2.0, done, Failed())
            else:
                self._loop.call_later(self._delay(), done, outcome)

        self._loop.call_later(self._delay(), arrived)

    async def _asked(self) -> None:
        await asyncio.sleep(self._delay())
        if not self.up or not self._streams.up:
            await asyncio.sleep(2.0)
            raise BrokerGoneError("simulated")

    async def last(self, stream: str, subject: str) -> BrokerMessage | None:
        await self._asked()
        found = self._streams.read(stream, subject, 0)
        return found[-1] if found else None

    async def since(self, stream: str, subject: str, after: int) -> Sequence[BrokerMessage]:
        await self._asked()
        return self._streams.read(stream, subject, after)

    async def purge(self, stream: str, subject: str, before: int = 0) -> None:
        await self._asked()
        self._streams.purge(stream, subject, before)

    def tell(self, subject: str, data: bytes) -> None:
        if self.up and self._streams.up:
            self._streams.publish(subject, data)

    async def listen(self, subject: str, hear: Hear) -> _Ear:
        ear = _Ear(self, subject, hear)
        if subject.endswith((">", "*")):
            self._wild.append(ear)
        else:
            self._exact.setdefault(subject, []).append(ear)
        return ear

    def forget(self, ear: _Ear) -> None:
        ears = self._exact.get(ear.subject, self._wild)
        if ear in ears:
            ears.remove(ear)

    async def close(self) -> None:
        self.die()


def _fits(pattern: str, subject: str) -> bool:
    return subject.startswith(pattern.rstrip(">*"))
