"""Messages between doors about tables and people: summaries, presence and chat, none of them stored.

The runner of a shard sends its tables' lines for the lobby's list: the changed ones once a second, and from time to
time all of them. Each message has the position of every log, so a door that has missed entries reads them. A summary
too large for one message is divided by the tables' codes, so that each message can be used without the others.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from uno_tui.cluster.broker import Broker, News
from uno_tui.cluster.nats_log import NatsLog
from uno_tui.cluster.subjects import part_of, shard_of
from uno_tui.lobby.people.directory import Directory
from uno_tui.lobby.people.presence import Presence
from uno_tui.lobby.protocol import PersonInfo
from uno_tui.table.process.log import LogKey
from uno_tui.table.state.report import TableReport
from uno_tui.table.table import Table
from uno_tui.table.timers import Timers

SUMMARY_SECONDS: Final = 1.0
_NEWS_SECONDS: Final = 0.15
"""Seconds to wait for entries that a summary already counts but that have not arrived."""
_FULL_EVERY: Final = 30
"""Out of this many summaries of a shard, one lists all of the shard's tables, not only the changed ones. A door that
notices that it has missed one asks for all of them at once."""
_PEOPLE_EVERY: Final = 10
"""Seconds after which the people in the lobby are listed again although they have not changed."""
_TABLES: Final = 512
"""Number of tables above which a summary is divided; their reports have 0.7 KB each, more with many spectators."""
_BYTES: Final = 700_000
"""Size above which a summary is divided. A broker accepts messages up to 1 MiB."""


class ShardSummary(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The tables of a shard, or a part of them."""

    door: str
    shard: int
    part: int = 0
    """The summary is about the tables whose `part_of` is this."""
    parts: int = 1
    number: int
    """Number of the message among those of this door about this shard."""
    full: bool = False
    positions: dict[str, int]
    """Log position of each table's last entry, by ``CODE.LIFE``."""
    reports: list[TableReport]
    """Reports of all tables if `full`; otherwise of those that have changed otherwise than by a move since then."""


class DoorPeople(msgspec.Struct, frozen=True):
    """The people in the lobby who are connected through one door."""

    door: str
    people: dict[str, PersonInfo]


class Said(msgspec.Struct, frozen=True):
    """A line of chat."""

    name: str
    text: str
    sender: str
    door: str


_SUMMARY: Final = msgspec.json.Decoder(ShardSummary)
_PEOPLE: Final = msgspec.json.Decoder(DoorPeople)
_SAID: Final = msgspec.json.Decoder(Said)


class LobbyNews:
    """A door's part in it."""

    def __init__(
        self,
        broker: Broker,
        log: NatsLog,
        own: str,
        directory: Directory,
        presence: Presence,
        tables: dict[str, Table],
        timers: Timers,
    ) -> None:
        """`own` is the id of this door; `tables` are the tables that this door serves, by code."""
        self.shards: Callable[[], frozenset[int]] = frozenset
        """Returns the shards about which this door sends summaries: those that it runs."""
        self.is_lost: Callable[[str], bool] = lambda _door: False
        """Returns whether the door with the given id is lost."""
        self.closed: Callable[[str], None] = lambda _code: None
        """Called with the code of a closed table that this door does not serve."""
        self._broker = broker
        self._log = log
        self._own = own
        self._directory = directory
        self._presence = presence
        self._tables = tables
        self._timers = timers
        self._number = 0
        self._full: set[int] = set(range(256))
        """Shards whose next summary must list all tables."""
        self._sent: dict[str, TableReport] = {}
        self._numbers: dict[int, int] = {}
        """Number of summaries sent, by shard."""
        self._heard: dict[int, tuple[str, int]] = {}
        """The door and number of the newest summary received, by shard."""
        self._listed: dict[tuple[int, int, int], set[str]] = {}
        """Codes of the tables in the newest summary received, by shard, part and number of parts."""
        self._here: dict[str, PersonInfo] = {}
        self._doors: set[str] = set()

    async def start(self) -> None:
        """Begin to receive news from other doors, and ask them for complete summaries."""
        self._log.heard = self._heard_at_table
        self._presence.said = self._say_in_lobby
        await self._broker.listen("uno.s.*", self._summary)
        await self._broker.listen("uno.p.*", self._people)
        await self._broker.listen("uno.t", self._heard_in_lobby)
        await self._broker.listen("uno.q", self._asked)
        self._broker.tell("uno.q", self._own.encode())
        self._broker.changed.append(self._turned)
        self._timers.set("summary", SUMMARY_SECONDS, self._tick)

    def _turned(self, up: bool) -> None:
        if up:
            self._full = set(range(256))
            self._broker.tell("uno.q", self._own.encode())

    def _asked(self, news: News) -> None:
        if news.data.decode() != self._own:
            self._full = set(range(256))
            self._here = {}
            self._timers.set("answer", 0.05, self._send)

    # Sending

    def _tick(self) -> None:
        self._timers.set("summary", SUMMARY_SECONDS, self._tick)
        self._send()
        for door in [one for one in self._doors if self.is_lost(one)]:
            self._doors.discard(door)
            self._presence.set_elsewhere(door, {})

    def _send(self) -> None:
        self._number += 1
        shards = self.shards()
        tables: dict[int, list[Table]] = {shard: [] for shard in shards}
        for table in self._tables.values():
            if table.replica.loaded and (shard := shard_of(table.code)) in tables:
                tables[shard].append(table)
        for shard, found in tables.items():
            self._send_shard(shard, found)
        self._send_people()

    def _send_shard(self, shard: int, tables: list[Table]) -> None:
        full = shard in self._full or (self._number + shard) % _FULL_EVERY == 0
        self._full.discard(shard)
        reports = {}
        for table in tables:
            report, sent = self._directory.reports.get(table.code), self._sent.get(table.code)
            if report and (full or sent is None or not report.is_like(sent)):
                reports[table.code] = self._sent[table.code] = report
        parts = 1
        while parts * _TABLES < len(tables):
            parts *= 2
        for part in range(parts):
            self._send_part(shard, part, parts, tables, reports, full=full)

    def _send_part(
        self, shard: int, part: int, parts: int, tables: list[Table], reports: dict[str, TableReport], *, full: bool
    ) -> None:
        """Send a part of a shard's summary; if it is too large for a message, two halves of it."""
        found = [one for one in tables if part_of(one.code, parts) == part] if parts > 1 else tables
        number = self._numbers.get(shard, 0) + 1
        summary = ShardSummary(
            door=self._own, shard=shard, part=part, parts=parts, number=number, full=full,
            positions={f"{one.replica.key.code}.{one.replica.key.life}": one.replica.position for one in found},
            reports=[reports[one.code] for one in found if one.code in reports],
        )  # fmt: skip  # one value
        data = msgspec.json.encode(summary)
        if len(data) > _BYTES and len(found) > 1:
            for half in (part, part + parts):
                self._send_part(shard, half, 2 * parts, found, reports, full=full)
        else:
            self._numbers[shard] = number
            self._broker.tell(f"uno.s.{shard}", data)

    def _send_people(self) -> None:
        here = {one.user.identity: PersonInfo(one.name, one.user.guest, None) for one in self._presence.visitors}
        if here != self._here or self._number % _PEOPLE_EVERY == 0:
            self._here = here
            self._broker.tell(f"uno.p.{self._own}", msgspec.json.encode(DoorPeople(self._own, here)))

    # Hearing

    def _summary(self, news: News) -> None:
        summary = _SUMMARY.decode(news.data)
        if summary.door == self._own:
            return
        door, number = self._heard.get(summary.shard, ("", 0))
        missed = (door, number + 1) != (summary.door, summary.number)
        self._heard[summary.shard] = summary.door, summary.number
        if missed and not summary.full:
            self._broker.tell("uno.q", self._own.encode())
        far = [report for report in summary.reports if report.info.code not in self._tables]
        self._presence.tables_changed(*[report for report in far if self._directory.update(report)])
        codes = {place.partition(".")[0] for place in summary.positions}
        listed = summary.shard, summary.part, summary.parts
        known = self._all_of(*listed) if summary.full else self._listed.get(listed, set())
        self._listed[listed] = codes
        self._gone(known - codes)
        for place, position in summary.positions.items():
            code, _, life = place.partition(".")
            if code in self._tables:
                self._compare(LogKey(code, life), position)

    def _all_of(self, shard: int, part: int, parts: int) -> set[str]:
        """Return the codes of the known tables of a part of a shard."""
        return {code for code in self._directory.reports if shard_of(code) == shard and part_of(code, parts) == part}

    def _gone(self, codes: set[str]) -> None:
        """Forget tables that their shard's runner no longer has; read the logs of those that this door serves."""
        for code in codes:
            if table := self._tables.get(code):
                if table.replica.loaded:
                    table.replica.read_on()
            elif self._directory.remove(code):
                self.closed(code)
        self._presence.tables_closed(*(codes - self._tables.keys()))

    def _compare(self, key: LogKey, position: int) -> None:
        table = self._tables.get(key.code)
        if table is None or table.replica.key != key:
            return
        if table.replica.position < position:
            self._timers.set(f"behind {key.code}", _NEWS_SECONDS, lambda: self._read_on(table, position))

    @staticmethod
    def _read_on(table: Table, position: int) -> None:
        if table.open and table.replica.position < position:
            table.replica.read_on()

    def _people(self, news: News) -> None:
        found = _PEOPLE.decode(news.data)
        if found.door != self._own:
            self._doors.add(found.door)
            self._presence.set_elsewhere(found.door, found.people)

    def forget(self, key: LogKey) -> None:
        """Forget the last report sent for a table that this door no longer serves."""
        self._sent.pop(key.code, None)

    # Chat

    def say_at(self, key: LogKey) -> Callable[[str, str, str], None]:
        """Return the function that sends a table's chat to other doors."""
        return lambda name, text, sender: self._log.say(key, msgspec.json.encode(Said(name, text, sender, self._own)))

    def _heard_at_table(self, key: LogKey, data: bytes) -> None:
        said, table = _SAID.decode(data), self._tables.get(key.code)
        if said.door != self._own and table and table.replica.key == key and table.replica.loaded:
            table.audience.hear(said.name, said.text, said.sender)

    def _say_in_lobby(self, name: str, text: str, sender: str) -> None:
        self._broker.tell("uno.t", msgspec.json.encode(Said(name, text, sender, self._own)))

    def _heard_in_lobby(self, news: News) -> None:
        said = _SAID.decode(news.data)
        if said.door != self._own:
            self._presence.hear(said.name, said.text, said.sender)
