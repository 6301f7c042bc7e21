"""The connection to NATS, through nats-py.

Answers to appends and questions come through one subscription, so an append costs no task: one task writes for all.
"""

import asyncio
import base64
import logging
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError

from uno_tui.cluster.broker import APPEND_SECONDS, BrokerError, BrokerGoneError, BrokerMessage, Hear, News
from uno_tui.faults import log_fault
from uno_tui.table.log import Failed, Outcome, Stale, Stored

logger = logging.getLogger(__name__)

OLDEST: Final = (2, 12)
"""The oldest broker version that is accepted; earlier versions could lose a conditional append."""

_EXPECTED: Final = "Nats-Expected-Last-Subject-Sequence"
_WRONG_LAST: Final = (10071, 10164)
"""Broker error codes for an append rejected because another message was stored first."""
_NOT_FOUND: Final = 10037
_LOOK_SECONDS: Final = 0.25
_QUIET_SECONDS: Final = 3.0
"""Seconds without a message after which a long read is abandoned."""
_CONNECT_SECONDS: Final = 10.0
"""Timeout of the first connection, in seconds."""
_PORT: Final = 4222
_ALONE: Final = 8
"""Largest number of messages that are requested one by one."""
_DELETED: Final = frozenset({"DEL", "PURGE"})


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


@dataclass(frozen=True)
class Address:
    """The broker's servers, and the credentials with which a door connects to them."""

    servers: tuple[str, ...]
    user: str = ""
    password: str = ""
    credentials: str = ""
    """File with the credentials of the broker account."""
    tls_ca: str = ""
    """File with the certificate of the authority that signed the brokers' certificates."""
    tls_cert: str = ""
    tls_key: str = ""

    def options(self) -> dict[str, Any]:
        """Return the options for `nats.connect`; raise `BrokerError` if a file cannot be used."""
        found: dict[str, Any] = {"servers": list(self.servers)}
        if self.user:
            found.update(user=self.user, password=self.password)
        if self.credentials:
            found["user_credentials"] = self.credentials
        if self.tls_ca or self.tls_cert:
            try:
                context = ssl.create_default_context(cafile=self.tls_ca or None)
                if self.tls_cert:
                    context.load_cert_chain(self.tls_cert, self.tls_key or None)
            except OSError as error:
                raise BrokerError(f"the cluster's certificates cannot be used: {error}") from error
            found["tls"] = context
        return found


class _Listening:
    """A subscription."""

    def __init__(self, subscription: Subscription, spawn: Callable[[Any], None]) -> None:
        self._subscription = subscription
        self._spawn = spawn

    def stop(self) -> None:
        """Stop listening."""
        self._spawn(_unsubscribe(self._subscription))


async def _unsubscribe(subscription: Subscription) -> None:
    with suppress(NatsError):
        await subscription.unsubscribe()


class NatsBroker:
    """A door's connection to NATS."""

    def __init__(self, client: Client) -> None:
        self.up = True
        self.changed: list[Callable[[bool], None]] = []
        self._client = client
        self._inbox = client.new_inbox()
        self._numbers = count(1)
        self._pending: dict[str, tuple[float, Callable[[bytes | None], None]]] = {}
        """By request number: the time on the loop's clock at which the request fails, and the answer's callback."""
        self._writes: asyncio.Queue[tuple[str, bytes, str, dict[str, str] | None]] = asyncio.Queue()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._closing = False

    @classmethod
    async def connect(cls, address: Address) -> "NatsBroker":
        """Connect to the first broker that answers.

        Raises:
            BrokerError: No broker answers, or it is too old.
        """
        turns: list[Callable[[bool], None]] = []

        async def lost() -> None:
            for turn in turns:
                turn(False)

        async def back() -> None:
            for turn in turns:
                turn(True)

        last: list[Exception] = []

        async def failed(error: Exception) -> None:
            last[:] = [error]

        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                await _reachable(address.servers)
                client = await nats.connect(
                    **address.options(), max_reconnect_attempts=-1, reconnect_time_wait=0.25, connect_timeout=2,
                    ping_interval=2, max_outstanding_pings=2, allow_reconnect=True, disconnected_cb=lost,
                    reconnected_cb=back, error_cb=failed, skip_subject_validation=True,
                )  # fmt: skip  # one call
        except (NatsError, OSError, TimeoutError, ValueError) as error:
            where = ", ".join(one.rpartition("@")[2].rpartition("/")[2] for one in address.servers)
            raise BrokerError(f"no broker answers at {where}: {_reason(last[0] if last else error)}") from error
        version = client.connected_server_version
        if (version.major, version.minor) < OLDEST:
            await client.close()
            wanted = ".".join(map(str, OLDEST))
            raise BrokerError(
                f"the broker is nats-server {version.major}.{version.minor}.{version.patch}, which can lose an append "
                f"that it has confirmed; at least {wanted} is needed"
            )
        broker = cls(client)
        turns.append(broker._turn)  # its own
        await broker._begin()  # the same
        return broker

    async def _begin(self) -> None:
        await self._client.subscribe(f"{self._inbox}.*", cb=self._answered)
        self._spawn(self._write())
        self._look()

    def _spawn(self, coroutine: Any) -> None:
        task = self._loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _turn(self, up: bool) -> None:
        if up is not self.up and not self._closing:
            self.up = up
            logger.warning("the broker is back" if up else "the broker is gone; tables wait until it is back")
            if not up:
                self._fail(float("inf"))
            for call in tuple(self.changed):
                call(up)

    # Writing

    async def _write(self) -> None:
        while True:
            subject, data, reply, headers = await self._writes.get()
            try:
                await self._client.publish(subject, data, reply, headers)
            except NatsError:
                self._drop(reply)
            self._writes.task_done()

    def _drop(self, reply: str) -> None:
        if reply and (waiting := self._pending.pop(reply.rpartition(".")[2], None)):
            waiting[1](None)

    def _ask(
        self, subject: str, data: bytes, done: Callable[[bytes | None], None], headers: dict[str, str] | None = None
    ) -> None:
        number = str(next(self._numbers))
        self._pending[number] = self._loop.time() + APPEND_SECONDS, done
        self._writes.put_nowait((subject, data, f"{self._inbox}.{number}", headers))

    async def _answered(self, message: Msg) -> None:
        if waiting := self._pending.pop(message.subject.rpartition(".")[2], None):
            none = not message.data and message.headers and message.headers.get("Status") == "503"
            try:
                waiting[1](None if none else message.data)
            except Exception as error:  # noqa: BLE001  # one answer must not stop the others
                log_fault("an answer of the broker could not be used", error)

    def _look(self) -> None:
        self._timer = self._loop.call_later(_LOOK_SECONDS, self._look)
        self._fail(self._loop.time())

    def _fail(self, now: float) -> None:
        """Report requests whose timeout has passed as failed."""
        late = []
        for number, (end, _) in self._pending.items():
            if end > now:
                break
            late.append(number)
        for number in late:
            if waiting := self._pending.pop(number, None):
                waiting[1](None)

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
        headers: dict[str, str] = {}
        if expected is not None:
            headers[_EXPECTED] = str(expected)
        if deleted:
            headers.update({"KV-Operation": "PURGE", "Nats-Rollup": "sub"})
        if seconds:
            headers["Nats-TTL"] = f"{seconds}s"

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

        self._ask(subject, data, landed, headers or None)

    # Reading

    async def ask(self, subject: str, question: Any) -> bytes:
        """Ask JetStream's API something and return its answer.

        Raises:
            ApiError: It refuses.
            BrokerGoneError: It has not answered.
        """
        if not self.up:
            raise BrokerGoneError("the broker is gone")
        answer: asyncio.Future[bytes | None] = self._loop.create_future()

        def done(data: bytes | None) -> None:
            if not answer.done():
                answer.set_result(data)

        self._ask(f"$JS.API.{subject}", msgspec.json.encode(question) if question else b"", done)
        if (found := await answer) is None:
            raise BrokerGoneError("the broker has not answered")
        if error := _REPLY.decode(found).error:
            raise ApiError(error)
        return found

    async def _get(self, stream: str, question: dict[str, object]) -> BrokerMessage | None:
        try:
            found = _REPLY.decode(await self.ask(f"STREAM.MSG.GET.{stream}", question)).message
        except ApiError as error:
            if error.code == _NOT_FOUND:
                return None
            raise BrokerGoneError(str(error)) from error
        assert found is not None
        headers = base64.b64decode(found.hdrs) if found.hdrs else b""
        deleted = b"KV-Operation: PURGE" in headers or b"KV-Operation: DEL" in headers or b"Nats-Marker-" in headers
        return BrokerMessage(found.subject, found.seq, base64.b64decode(found.data), deleted)

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
        arrived: asyncio.Queue[Msg] = asyncio.Queue()

        async def hear(message: Msg) -> None:
            arrived.put_nowait(message)

        subscription = await self._client.subscribe(inbox, cb=hear)
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
                message = await asyncio.wait_for(arrived.get(), _QUIET_SECONDS)
                parts = message.reply.split(".")
                # $JS.ACK[.domain.account].stream.consumer.delivered.stream-seq.consumer-seq.time.pending[.token]
                shift = 2 if len(parts) > 9 else 0
                position, number, pending = int(parts[5 + shift]), int(parts[6 + shift]), int(parts[8 + shift])
                expected += 1
                if number != expected:
                    raise BrokerGoneError("a message is missing")
                found.append(BrokerMessage(message.subject, position, message.data, _is_deleted(message)))
                if position >= until or not pending:
                    if position < until:
                        raise BrokerGoneError("the broker is behind")
                    return found
        except (TimeoutError, ApiError, NatsError) as error:
            raise BrokerGoneError(f"the broker stopped in the middle: {_reason(error)}") from error
        finally:
            await _unsubscribe(subscription)

    async def purge(self, stream: str, subject: str, before: int = 0) -> None:
        """Delete the messages of a subject before a position; for position 0, delete all."""
        question: dict[str, object] = {"filter": subject, **({"seq": before} if before else {})}
        try:
            await self.ask(f"STREAM.PURGE.{stream}", question)
        except ApiError as error:
            raise BrokerGoneError(str(error)) from error

    # Messages that are not stored

    def tell(self, subject: str, data: bytes) -> None:
        """Send a message that is not stored."""
        if self.up:
            self._writes.put_nowait((subject, data, "", None))

    async def listen(self, subject: str, hear: Hear) -> _Listening:
        """Call `hear` with each message on a subject from now on."""

        async def heard(message: Msg) -> None:
            headers = message.headers
            position = int(headers.get("Nats-Sequence", 0)) if headers else 0
            try:
                hear(News(message.subject, message.data, position, bool(headers) and _is_deleted(message)))
            except Exception as error:  # noqa: BLE001  # one message must not stop the others
                log_fault("a message of the broker could not be used", error)

        return _Listening(await self._client.subscribe(subject, cb=heard), self._spawn)

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
        with suppress(TimeoutError):
            await asyncio.wait_for(self._writes.join(), APPEND_SECONDS)
        if self._timer:
            self._timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        with suppress(NatsError, TimeoutError, OSError):
            if self.up:
                await asyncio.wait_for(self._client.flush(), APPEND_SECONDS)
        with suppress(NatsError, OSError):
            await self._client.close()
        self._fail(float("inf"))


def _is_deleted(message: Msg) -> bool:
    headers = message.headers or {}
    return headers.get("KV-Operation") in _DELETED or "Nats-Marker-Reason" in headers


async def _reachable(servers: tuple[str, ...]) -> None:
    """Raise the last connection error if no broker can be reached; otherwise nats-py would try forever."""
    problem = OSError("there is no address")
    for server in servers:
        place = urlsplit(server if "//" in server else f"nats://{server}")
        try:
            _, writer = await asyncio.wait_for(asyncio.open_connection(place.hostname, place.port or _PORT), 2)
        except OSError as error:
            problem = error
        else:
            writer.close()
            return
    raise problem


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__
