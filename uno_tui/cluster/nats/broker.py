"""The message broker in NATS JetStream: appends with a condition, reads, and messages that are not stored."""

import asyncio
import base64
import logging
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError

from uno_tui.cluster.broker import APPEND_SECONDS, BrokerError, BrokerGoneError, BrokerMessage, Hear, News
from uno_tui.cluster.nats.client import DirectClient
from uno_tui.cluster.nats.connection import Address, connected, reason
from uno_tui.cluster.nats.requests import Requests
from uno_tui.i18n import Sentence
from uno_tui.table.process.log import Failed, Outcome, Stale, Stored

logger = logging.getLogger(__name__)

_EXPECTED: Final = b"Nats-Expected-Last-Subject-Sequence"
_WRONG_LAST: Final = (10071, 10164)
"""Broker error codes for an append rejected because another message was stored first."""
_NOT_FOUND: Final = 10037
_QUIET_SECONDS: Final = 3.0
"""Seconds without a message after which a long read is abandoned."""
_ALONE: Final = 8
"""Largest number of messages that are requested one by one."""
_SEQUENCE: Final = re.compile(rb"\r\nNats-Sequence: (\d+)\r\n")
_DELETED: Final = re.compile(rb"\r\n(?:KV-Operation: (?:DEL|PURGE)\r\n|Nats-Marker-Reason:)")


class _ApiError(msgspec.Struct):
    err_code: int = 0
    description: str = ""


class _StoredMessage(msgspec.Struct):
    subject: str
    seq: int
    data: str = ""
    hdrs: str = ""


class _Reply(msgspec.Struct):
    seq: int = 0
    error: _ApiError | None = None
    message: _StoredMessage | None = None
    num_pending: int = 0
    name: str = ""


_REPLY: Final = msgspec.json.Decoder(_Reply)


class ApiError(BrokerError):
    """JetStream refuses a question."""

    def __init__(self, error: _ApiError) -> None:
        super().__init__(error.description)
        self.code = error.err_code


class _Listening:
    """A subscription."""

    def __init__(self, client: DirectClient, subscription: Subscription, spawn: Callable[[Any], None]) -> None:
        self._client = client
        self._subscription = subscription
        self._spawn = spawn

    def stop(self) -> None:
        """Stop listening."""
        self._spawn(self._client.stop(self._subscription))


class NatsBroker:
    """A door's connection to NATS."""

    def __init__(self, client: DirectClient, callbacks: list[Callable[[bool], None]]) -> None:
        """Take over a connection; `callbacks` are those that `connected` calls when it is lost or back."""
        self.up = True
        self.changed: list[Callable[[bool], None]] = []
        self._client = client
        self._requests = Requests(client)
        self._loop = asyncio.get_running_loop()
        self._closing = False
        callbacks.append(self._turn)

    @classmethod
    async def connect(cls, address: Address) -> "NatsBroker":
        """Connect to the first broker that answers.

        Raises:
            BrokerError: No broker answers, or it is too old.
        """
        callbacks: list[Callable[[bool], None]] = []
        broker = cls(await connected(address, callbacks), callbacks)
        await broker._requests.start()  # its own
        return broker

    def _turn(self, up: bool) -> None:
        if up is not self.up and not self._closing:
            self.up = up
            logger.warning("the broker is back" if up else "the broker is gone; tables wait until it is back")
            if not up:
                self._requests.fail_all()
            for call in tuple(self.changed):
                call(up)

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
        """Store a message if its subject's newest one has the expected position; see `Broker`."""
        if not self.up:
            self._loop.call_soon(done, Failed())
            return
        headers = b"" if expected is None else b"%b: %d\r\n" % (_EXPECTED, expected)
        if deleted:
            headers += b"KV-Operation: PURGE\r\nNats-Rollup: sub\r\n"
        if seconds:
            headers += b"Nats-TTL: %ds\r\n" % seconds

        def landed(answer: bytes | None) -> None:
            if answer is None:
                return done(Failed())
            reply = _REPLY.decode(answer)
            if reply.error is None:
                return done(Stored(reply.seq))
            if reply.error.err_code not in _WRONG_LAST:
                logger.error("the broker does not store: %s", reply.error.description)
                return done(Failed())
            return done(Stale())

        self._requests.ask(subject, data, landed, headers)

    async def ask(self, subject: str, question: Any) -> bytes:
        """Ask JetStream's API something and return its answer.

        Raises:
            ApiError: It refuses.
            BrokerGoneError: It has not answered.
        """
        if not self.up:
            raise BrokerGoneError(Sentence("the broker is gone"))
        answer: asyncio.Future[bytes | None] = self._loop.create_future()

        def done(data: bytes | None) -> None:
            if not answer.done():
                answer.set_result(data)

        self._requests.ask(f"$JS.API.{subject}", msgspec.json.encode(question) if question else b"", done)
        if (found := await answer) is None:
            raise BrokerGoneError(Sentence("the broker has not answered"))
        if error := _REPLY.decode(found).error:
            raise ApiError(error)
        return found

    async def _get(self, stream: str, question: dict[str, object]) -> BrokerMessage | None:
        try:
            found = _REPLY.decode(await self.ask(f"STREAM.MSG.GET.{stream}", question)).message
        except ApiError as error:
            if error.code == _NOT_FOUND:
                return None
            raise BrokerGoneError(error.sentence) from error
        assert found is not None
        headers = base64.b64decode(found.hdrs) if found.hdrs else b""
        return BrokerMessage(found.subject, found.seq, base64.b64decode(found.data), _is_deleted(headers))

    async def last(self, stream: str, subject: str) -> BrokerMessage | None:
        """Return the newest message of a subject; the stream's leader answers, so nothing stored is missed."""
        return await self._get(stream, {"last_by_subj": subject})

    async def since(self, stream: str, subject: str, after: int) -> Sequence[BrokerMessage]:
        """Return all messages of a subject after a position; see `Broker`."""
        newest = await self.last(stream, subject)
        if newest is None or newest.position <= after:
            return ()
        found: list[BrokerMessage] = []
        while len(found) < _ALONE:
            one = await self._get(stream, {"seq": after + 1, "next_by_subj": subject})
            if one is None:
                return found
            found.append(one)
            after = one.position
            if after >= newest.position:
                return found
        return [*found, *await self._long_read(stream, subject, after, newest.position)]

    async def _long_read(self, stream: str, subject: str, after: int, until: int) -> list[BrokerMessage]:
        """Read many messages through a broker's consumer, which sends all of them without further requests."""
        inbox = self._client.new_inbox()
        arrived: asyncio.Queue[tuple[str, str, bytes, bytes]] = asyncio.Queue()
        subscription = await self._client.hear(inbox, lambda *message: arrived.put_nowait(message))
        try:
            config = {
                "deliver_subject": inbox, "deliver_policy": "by_start_sequence", "opt_start_seq": after + 1,
                "ack_policy": "none", "filter_subject": subject, "mem_storage": True, "num_replicas": 1,
                "inactive_threshold": 10_000_000_000, "max_deliver": 1, "replay_policy": "instant",
            }  # fmt: skip  # one value
            await self.ask(f"CONSUMER.CREATE.{stream}", {"stream_name": stream, "config": config})
            found: list[BrokerMessage] = []
            expected = 0
            while True:
                name, reply, data, headers = await asyncio.wait_for(arrived.get(), _QUIET_SECONDS)
                parts = reply.split(".")
                # $JS.ACK[.domain.account].stream.consumer.delivered.stream-seq.consumer-seq.time.pending[.token]
                shift = 2 if len(parts) > 9 else 0
                position, number, pending = int(parts[5 + shift]), int(parts[6 + shift]), int(parts[8 + shift])
                expected += 1
                if number != expected:
                    raise BrokerGoneError(Sentence("a message is missing"))
                found.append(BrokerMessage(name, position, data, _is_deleted(headers)))
                if position >= until or not pending:
                    if position < until:
                        raise BrokerGoneError(Sentence("the broker is behind"))
                    return found
        except (TimeoutError, ApiError, NatsError) as error:
            raise BrokerGoneError(
                Sentence("the broker stopped in the middle: {reason}", reason=reason(error))
            ) from error
        finally:
            await self._client.stop(subscription)

    async def purge(self, stream: str, subject: str, before: int = 0) -> None:
        """Delete the messages of a subject before a position; for position 0, delete all."""
        question: dict[str, object] = {"filter": subject, **({"seq": before} if before else {})}
        try:
            await self.ask(f"STREAM.PURGE.{stream}", question)
        except ApiError as error:
            raise BrokerGoneError(error.sentence) from error

    def tell(self, subject: str, data: bytes) -> None:
        """Send a message that is not stored."""
        if self.up:
            self._client.send(subject, data)

    async def listen(self, subject: str, hear: Hear) -> _Listening:
        """Call `hear` with each message on a subject from now on."""

        def arrived(name: str, _reply: str, data: bytes, headers: bytes) -> None:
            found = _SEQUENCE.search(headers) if headers else None
            hear(News(name, data, int(found[1]) if found else 0, bool(headers) and _is_deleted(headers)))

        return _Listening(self._client, await self._client.hear(subject, arrived), self._requests.spawn)

    @property
    def version(self) -> str:
        """The broker's version, such as ``2.12.1``."""
        found = self._client.connected_server_version
        return f"{found.major}.{found.minor}.{found.patch}"

    @property
    def size(self) -> int:
        """Number of brokers that the connection knows."""
        return max(1, len(self._client.servers))

    async def close(self) -> None:
        """Close the connection after all queued messages have been sent."""
        self.changed.clear()
        self._closing = True
        self._requests.finish()
        with suppress(NatsError, TimeoutError, OSError):
            if self.up:
                await asyncio.wait_for(self._client.flush(), APPEND_SECONDS)
        with suppress(NatsError, OSError):
            await self._client.close()
        self._requests.fail_all()


def _is_deleted(headers: bytes) -> bool:
    """Return whether a message with these headers marks its key as deleted."""
    return _DELETED.search(headers) is not None
