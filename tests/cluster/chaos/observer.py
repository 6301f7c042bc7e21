"""Reads every entry from the brokers, and computes all tables from them."""

import asyncio
import time
from collections.abc import Iterable
from itertools import pairwise

from tests.cluster.chaos.players import Shown
from uno_tui.cluster.broker import BrokerError, News
from uno_tui.cluster.nats.broker import NatsBroker
from uno_tui.cluster.nats.connection import Address
from uno_tui.cluster.streams import SHARDS, journal_of
from uno_tui.cluster.subjects import key_of
from uno_tui.json_protocol.messages import write_message
from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.fold import apply
from uno_tui.table.entries.transition import EntryRefusedError
from uno_tui.table.process.log import LogKey
from uno_tui.table.state.table_state import TableState

STILL_SECONDS = 30.0
"""Longest time for which play may stand still at a table; the longest fault takes 20 s."""


class Observer:
    """All entries of all tables, as the brokers stored them."""

    def __init__(self, urls: tuple[str, ...]) -> None:
        self.entries: dict[LogKey, dict[int, Entry]] = {}
        self.times: dict[str, list[float]] = {}
        """When the entries of each table arrived, on this process's clock."""
        self._urls = urls
        self._after = dict.fromkeys(range(SHARDS), 0)
        self._broker: NatsBroker | None = None

    async def run(self) -> None:
        while True:
            try:
                self._broker = await NatsBroker.connect(Address(self._urls))
                await self._broker.listen("uno.n.>", self._news)
                break
            except BrokerError:
                await asyncio.sleep(0.5)
        while True:
            await self.read()
            await asyncio.sleep(0.5)

    async def read(self) -> bool:
        """Read on in all shards, and return whether all could be read."""
        complete = True
        for shard in range(SHARDS):
            try:
                assert self._broker
                for one in await self._broker.since(journal_of(shard), f"uno.j.{shard}.>", self._after[shard]):
                    self._take(one.subject, one.position, one.data)
                    self._after[shard] = one.position
            except BrokerError:
                complete = False
        return complete

    def _news(self, news: News) -> None:
        if news.position:
            self._take(news.subject, news.position, news.data)

    def _take(self, subject: str, position: int, data: bytes) -> None:
        log = self.entries.setdefault(key_of(subject), {})
        if position not in log:
            log[position] = Entry.read(data)
            self.times.setdefault(key_of(subject).code, []).append(time.monotonic())

    def pause(self, began: float) -> float:
        """Return the longest time without an entry at any table since then."""
        now = time.monotonic()
        longest = 0.0
        for times in self.times.values():
            later = [began, *(one for one in times if one > began), now]
            longest = max(longest, *(after - before for before, after in pairwise(later)))
        return longest

    def standing(self, began: float, ended: float) -> list[str]:
        """Return the pauses between two times at which play stood still for too long, a line each."""
        return [
            f"{code}: play stood still for {after - before:.0f} s, {before - began:.0f} s after the beginning"
            for code, times in self.times.items()
            for before, after in pairwise([began, *(one for one in times if began < one < ended), ended])
            if after - before >= STILL_SECONDS
        ]

    @property
    def count(self) -> int:
        return sum(map(len, self.entries.values()))

    def check(self, shown: Iterable[Shown]) -> list[str]:
        """Fold everything, and return what is wrong, a line each."""
        faults: list[str] = []
        states: dict[str, dict[int, TableState]] = {}
        for key, log in self.entries.items():
            faults += faults_of_log(key, log, states.setdefault(key.code, {}))
        for code, version, seat, top, pile, discards, hand in sorted(shown):
            state = states.get(code, {}).get(version)
            if state is None or state.match is None:
                faults.append(f"{code}: somebody was shown action {version}, which is not stored")
                continue
            game = write_message(state.view(seat - 1), 0.0)["game"]  # seats count from 1 there
            if (game["top"], game["pile"], game["discards"], tuple(game["hand"])) != (top, pile, discards, hand):
                faults.append(f"{code}: seat {seat} was shown another game at action {version}")
        return faults


def faults_of_log(
    key: LogKey, log: dict[int, Entry], states: dict[int, TableState], sums: dict[int, int] | None = None
) -> list[str]:
    """Fold a log, and return what is wrong, a line each.

    `states` gets the table after each action, `sums` the hash of the table after each entry.
    """
    faults: list[str] = []
    state: TableState | None = None
    requests: set[str] = set()
    for _, entry in sorted(log.items()):
        if state is not None and entry.number == state.number + 1 and entry.follows != state.check_sum:
            faults.append(f"{key.code}: the door that made entry {entry.number} had folded another table")
        try:
            state, _ = apply(state, entry)
        except EntryRefusedError as error:
            faults.append(f"{key.code}: entry {entry.number} is stored but not taken: {error}")
            continue
        if entry.request in requests:
            faults.append(f"{key.code}: request {entry.request} is applied twice")
        requests.add(entry.request)
        states[state.version] = state
        if sums is not None:
            sums[state.number] = state.check_sum
    return faults
