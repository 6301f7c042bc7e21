"""The logs of tables in the broker: a subject a table, in the stream of its shard."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final
from weakref import WeakSet

from uno_tui.cluster.broker import Broker, BrokerGoneError, BrokerMessage, Listening, News
from uno_tui.cluster.heard import Heard
from uno_tui.cluster.streams import journal_of
from uno_tui.cluster.subjects import key_of, place_of, shard_of
from uno_tui.faults import log_fault
from uno_tui.table.entries.entry import Entry
from uno_tui.table.process.log import LogFollower, LogKey, Outcome, Stale, Stored, StoredEntry
from uno_tui.table.results import MatchResult

logger = logging.getLogger(__name__)

_AGAIN_SECONDS: Final = 0.3
"""Seconds before a failed read is retried."""


class NatsLog:
    """A `Log` that many processes share. An entry is stored if the broker confirms it, or if it is read back."""

    def __init__(self, broker: Broker) -> None:
        self.lag = 0.0
        """Duration of the latest append, in seconds."""
        self.stored = self.conflicts = self.failures = 0
        """Number of appends that were stored, that lost to another entry, and that got no answer."""
        self._broker = broker
        self._followers: dict[LogKey, WeakSet[LogFollower]] = {}
        self._listening: dict[LogKey, Listening] = {}
        self._shards: dict[int, Listening] = {}
        """Subscriptions to all tables of each shard that this door runs."""
        self._heard: dict[int, Heard] = {}
        """How much has been heard of each shard that this door runs."""
        self._catching_up: set[int] = set()
        self._sent: dict[LogKey, tuple[bytes, Entry]] = {}
        """The entry of each table that this door is storing, also as it is stored."""
        self._broken: set[LogKey] = set()
        """Tables that wait because an entry could not be stored or read."""
        self._ahead: dict[LogKey, list[StoredEntry]] = {}
        """Entries preloaded for many tables at once; the next `read` of each table uses them."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        self.heard: Callable[[LogKey, bytes], None] = lambda _key, _data: None
        """Receives a line of chat that another door sent at a table; such lines are not stored."""
        self.found: Callable[[LogKey], None] = lambda _key: None
        """Receives the key of a table without followers when an entry arrives for it in a shard that this door runs."""
        broker.changed.append(self._turned)

    def tables(self) -> Iterable[LogKey]:
        """Return nothing: a door loads a table only when somebody comes to it or when the door runs its shard."""
        return ()

    def append(
        self,
        key: LogKey,
        entry: Entry,
        position: int,
        done: Callable[[Outcome], None],
        result: MatchResult | None = None,  # noqa: ARG002  # the shard's runner stores results
    ) -> None:
        """Store an entry; see `Log`."""
        began, data = self._loop.time(), entry.data

        def landed(outcome: Outcome) -> None:
            self._sent.pop(key, None)
            self.lag = self._loop.time() - began
            if isinstance(outcome, Stored):
                self.stored += 1
                self._mend(key)
            elif isinstance(outcome, Stale):
                self.conflicts += 1
            else:
                self.failures += 1
                self._break(key)
            done(outcome)
            if key in self._broken:  # the table's followers wait until its log has been read
                for follower in tuple(self._followers.get(key, ())):
                    follower.read_on()

        self._sent[key] = data, entry
        self._broker.append(f"uno.j.{place_of(key)}", data, landed, expected=position)

    # Reading

    def preload(self, messages: Iterable[BrokerMessage]) -> set[LogKey]:
        """Keep the entries in these messages for the next `read` of each table, and return the keys of the tables."""
        keys = set()
        for one in messages:
            key = key_of(one.subject)
            if key not in keys:
                keys.add(key)
                self._ahead[key] = []
            try:
                self._ahead[key].append(StoredEntry(one.position, Entry.read(one.data)))
            except ValueError as error:
                logger.error("a stored table is not served: %s", error)  # noqa: TRY400  # its text says all
                keys.discard(key)
                del self._ahead[key]
        return keys

    def unload(self, key: LogKey) -> None:
        """Forget preloaded entries that are not needed."""
        self._ahead.pop(key, None)

    def read(self, key: LogKey, after: int, take: Callable[[Sequence[StoredEntry]], None]) -> None:
        """Call `take` later with the entries after a position; retry until the broker answers."""
        if (ahead := self._ahead.pop(key, None)) is not None:
            take([one for one in ahead if one.position > after])
            return
        self._run(self._read(key, after, take))

    async def _read(self, key: LogKey, after: int, take: Callable[[Sequence[StoredEntry]], None]) -> None:
        while True:
            try:
                found = await self._broker.since(journal_of(shard_of(key.code)), f"uno.j.{place_of(key)}", after)
                if not found and after and await self._is_gone(key):
                    self._lose(key)
                    return
                break
            except BrokerGoneError:
                self._break(key)
            except Exception as error:  # noqa: BLE001  # a table whose read never ends would wait for ever
                log_fault("a table's log could not be read and is read again", error)
                self._break(key)
            await asyncio.sleep(_AGAIN_SECONDS)
        try:
            entries = [StoredEntry(one.position, Entry.read(one.data)) for one in found]
        except ValueError as error:
            logger.error("a stored table is not served: %s", error)  # noqa: TRY400  # its text says all
            self._lose(key)
            return
        try:
            self._mend(key)
            take(entries)
        except Exception as error:  # noqa: BLE001  # one table's fault must not take the others along
            log_fault("a table could not go on", error)

    async def _is_gone(self, key: LogKey) -> bool:
        """Return whether the table's log has been deleted because the table was closed."""
        return await self._broker.last(journal_of(shard_of(key.code)), f"uno.j.{place_of(key)}") is None

    def _lose(self, key: LogKey) -> None:
        for follower in tuple(self._followers.get(key, ())):
            follower.lost()

    # Following

    def follow(self, key: LogKey, follower: LogFollower) -> None:
        """Pass every later entry of a table to the follower."""
        followers = self._followers.setdefault(key, WeakSet())
        followers.add(follower)
        if not self._broker.up:
            self._break(key)
        if len(followers) == 1:
            self._run(self._listen(key))

    def _run(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def listen_to(self, shard: int) -> None:
        """Subscribe to all tables of a shard."""
        if shard in self._shards:
            return
        self._shards[shard] = await self._broker.listen(f"uno.n.{shard}.>", self._news)
        for key in [one for one in self._listening if shard_of(one.code) == shard]:
            self._listening.pop(key).stop()

    def begin(self, shard: int, position: int) -> bool:
        """Note that all entries of a shard up to a position have been read, and return whether the door listens to it.

        From here on entries of the shard are expected without a gap.
        """
        if shard not in self._shards:
            return False
        self._heard.setdefault(shard, Heard(position)).read_to(position)
        return True

    def needs_check(self, shard: int) -> bool:
        """Return whether nothing was heard of a shard since the last call, or not everything.

        Otherwise entries that were not heard will show as a gap before the next one, or after a second of silence.
        """
        heard = self._heard.get(shard)
        return heard is not None and not heard.has_grown()

    async def catch_up(self, shard: int) -> None:
        """Read the entries of a shard that have not been heard.

        Raises:
            BrokerGoneError: The broker has not answered.
        """
        if (heard := self._heard.get(shard)) is None or shard in self._catching_up:
            return
        self._catching_up.add(shard)
        try:
            for one in await self._broker.since(journal_of(shard), f"uno.j.{shard}.>", heard.mark):
                self._arrived(key_of(one.subject), one.position, one.data)
                heard.read_to(one.position)
        finally:
            self._catching_up.discard(shard)

    async def listen_no_more_to(self, shard: int) -> None:
        """End the subscription to a whole shard; keep subscriptions to the shard's tables that have followers."""
        self._heard.pop(shard, None)
        if (listening := self._shards.pop(shard, None)) is None:
            return
        for key in [one for one in self._followers if shard_of(one.code) == shard]:
            await self._listen(key)
        listening.stop()

    async def _listen(self, key: LogKey) -> None:
        if shard_of(key.code) in self._shards:
            for follower in tuple(self._followers.get(key, ())):
                follower.read_on()
            return
        listening = await self._broker.listen(f"uno.n.{place_of(key)}", self._news)
        if key in self._followers and key not in self._listening:
            self._listening[key] = listening
            for follower in tuple(self._followers[key]):
                follower.read_on()  # something may have been stored before the broker knew that this door listens
        else:
            listening.stop()

    def _news(self, news: News) -> None:
        key = key_of(news.subject)
        if not news.position:
            self.heard(key, news.data)
            return
        shard = shard_of(key.code)
        if (heard := self._heard.get(shard)) and not heard.hear(news.position):
            self._run(self._fill(shard))
        self._arrived(key, news.position, news.data)

    async def _fill(self, shard: int) -> None:
        """Read entries missed before the newest one; if the broker does not answer, the keeper's check reads them."""
        with suppress(BrokerGoneError):
            await self.catch_up(shard)

    def _arrived(self, key: LogKey, position: int, data: bytes) -> None:
        if followers := self._followers.get(key):
            sent = self._sent.get(key)
            try:
                stored = StoredEntry(position, sent[1] if sent and sent[0] == data else Entry.read(data))
            except ValueError:
                self._lose(key)
                return
            for follower in tuple(followers):
                try:
                    follower.take(stored)
                except Exception as error:  # noqa: BLE001  # one table's fault must not take the others along
                    log_fault("a table could not go on", error)
        elif shard_of(key.code) in self._shards:
            self.found(key)

    def say(self, key: LogKey, data: bytes) -> None:
        """Send a line of a table's chat, already encoded, to the other doors."""
        self._broker.tell(f"uno.n.{place_of(key)}", data)

    def close(self, key: LogKey) -> None:
        """Stop following a table. The shard's runner deletes the log after storing the table's result."""
        self._followers.pop(key, None)
        self._broken.discard(key)
        self._ahead.pop(key, None)
        if listening := self._listening.pop(key, None):
            listening.stop()

    # Whether entries can be stored

    def _turned(self, up: bool) -> None:
        for key in tuple(self._followers):
            if not up:
                self._break(key)
            else:
                for follower in tuple(self._followers.get(key, ())):
                    follower.read_on()

    def _break(self, key: LogKey) -> None:
        if key not in self._broken and key in self._followers:
            self._broken.add(key)
            for follower in tuple(self._followers[key]):
                follower.storing(False)

    def _mend(self, key: LogKey) -> None:
        if key in self._broken:
            self._broken.discard(key)
            for follower in tuple(self._followers.get(key, ())):
                follower.storing(True)

    @property
    def waiting(self) -> int:
        """Number of tables that are waiting for the broker."""
        return len(self._broken)

    def stop(self) -> None:
        """Stop reading."""
        for task in tuple(self._tasks):
            task.cancel()
