"""The summaries of a shard: what a lobby shows of tables that other doors serve, however many they are."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from uno_tui.cluster.broker import Hear, News
from uno_tui.cluster.lobby_news import LobbyNews
from uno_tui.cluster.subjects import shard_of
from uno_tui.game.rules import Rules
from uno_tui.lobby.lobby import Lobby
from uno_tui.names import random_code
from uno_tui.table.options import TableInfo
from uno_tui.table.process.log import LogKey
from uno_tui.table.protocol import Stage
from uno_tui.table.state.report import TablePerson, TableReport
from uno_tui.table.timers import Timers

MANY = 1500
LARGEST = 1 << 20
"""Size of the largest message that a broker accepts."""


class Wire:
    """A broker that passes messages of up to 1 MiB on at once, and notes the sizes of summaries."""

    def __init__(self) -> None:
        self.up = True
        self.changed: list[Any] = []
        self.sizes: list[int] = []
        self.loses = 0
        """Number of the next summaries that are lost."""
        self._ears: list[tuple[str, Hear]] = []

    async def listen(self, subject: str, hear: Hear) -> None:
        self._ears.append((subject.removesuffix("*"), hear))

    def tell(self, subject: str, data: bytes) -> None:
        if subject.startswith("uno.s."):
            self.sizes.append(len(data))
            if len(data) > LARGEST or self.loses:
                self.loses -= 1
                return
        for begin, hear in self._ears:
            if subject.startswith(begin):
                hear(News(subject, data, 0))


class Door:
    """One door: its directory of all tables, and the news it sends about its own tables."""

    def __init__(self, wire: Wire, name: str, shards: set[int]) -> None:
        lobby = Lobby()
        self.directory = lobby.directory
        self.tables: dict[str, Any] = {}
        self.news = LobbyNews(
            wire, SimpleNamespace(), name, lobby.directory, lobby.presence, self.tables,  # type: ignore[arg-type]
            Timers(lambda _seconds, call: asyncio.get_running_loop().call_later(3600, call), lambda: 0.0),
        )  # fmt: skip  # one call
        self.news.shards = lambda: frozenset(shards)

    def open(self, report: TableReport) -> None:
        key = LogKey(report.info.code, "LIFE")
        self.tables[key.code] = SimpleNamespace(
            code=key.code, replica=SimpleNamespace(loaded=True, key=key, position=1), open=True
        )
        self.directory.update(report)

    def end(self, code: str) -> None:
        del self.tables[code]
        self.directory.remove(code)


def report(number: int, watchers: int = 0) -> TableReport:
    """Return the report of a table in shard 3."""
    code = f"T{number}"
    while shard_of(code) != 3:
        code = f"T{number}{random_code(4)}"
    people = {f"ssh:{number}:{one}": TablePerson(f"Ann {one}", False, one < 4, True) for one in range(4 + watchers)}
    info = TableInfo(code, "Ann 0", Stage.PLAYING, Rules(), 4, 4, 0, watchers, True, None)
    return TableReport(info, True, people, (), 7)


@pytest.fixture
async def doors() -> tuple[Wire, Door, Door]:
    """A door that runs a shard, and one that does not."""
    wire = Wire()
    runner, other = Door(wire, "one", {3}), Door(wire, "two", set())
    for one in (runner, other):
        await one.news.start()
    return wire, runner, other


async def test_a_shard_of_any_size_is_summarized(doors: tuple[Wire, Door, Door]) -> None:
    """1,500 tables of a shard, more than fit into one message, are all in another door's list."""
    wire, runner, other = doors
    for number in range(MANY):
        runner.open(report(number))
    runner.news._send()
    assert sum(wire.sizes) > LARGEST > max(wire.sizes)
    assert runner.directory.reports == other.directory.reports


async def test_tables_with_many_spectators_are_summarized(doors: tuple[Wire, Door, Door]) -> None:
    """A summary is divided by its size, too."""
    wire, runner, other = doors
    for number in range(100):
        runner.open(report(number, watchers=300))
    runner.news._send()
    assert sum(wire.sizes) > LARGEST > max(wire.sizes)
    assert runner.directory.reports == other.directory.reports


async def test_only_changes_are_sent(doors: tuple[Wire, Door, Door]) -> None:
    """A move needs no report; a table's end and a new stage are known after the next summary."""
    wire, runner, other = doors
    tables = [report(number) for number in range(MANY)]
    for one in tables:
        runner.open(one)
    runner.news._send()
    wire.sizes.clear()
    for one in tables:
        runner.directory.update(replace(one, version=8))
    runner.end(tables[0].info.code)
    over = replace(tables[1], info=replace(tables[1].info, stage=Stage.OVER))
    runner.directory.update(over)
    runner.news._send()
    assert sum(wire.sizes) < 40 * MANY
    assert tables[0].info.code not in other.directory.reports
    assert over == other.directory.reports[over.info.code]
    assert MANY - 1 == len(other.directory.reports)


async def test_a_lost_summary_is_made_good(doors: tuple[Wire, Door, Door]) -> None:
    """A door that has missed part of a summary asks for all of it; it forgets tables that have ended meanwhile."""
    wire, runner, other = doors
    tables = [report(number) for number in range(MANY)]
    for one in tables:
        runner.open(one)
    runner.news._send()
    for one in tables[:100]:
        runner.end(one.info.code)
    wire.loses = 1
    runner.news._send()
    assert other.directory.reports.keys() - runner.directory.reports.keys()
    runner.news._send()  # it tells the other door that it has missed some, which asks
    runner.news._send()
    assert runner.directory.reports == other.directory.reports
