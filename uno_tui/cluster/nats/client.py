"""A client of NATS that costs little for each message.

nats-py puts each message that arrives into a queue, from which a task of its subscription takes it, and each message
that is sent wakes a task that writes. Here a message is handed on while the event loop reads it, without a task, and
all messages that are sent in one turn of the loop are written at once. The rest, such as connecting, is nats-py's.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from nats.aio.client import Client
from nats.aio.subscription import Subscription
from nats.aio.transport import TcpTransport
from nats.errors import Error as NatsError
from nats.protocol.parser import AWAITING_CONTROL_LINE, Parser

from uno_tui.faults import log_fault
from uno_tui.library_internals import require

require("nats")

Arrived = Callable[[str, str, bytes, bytes], None]
"""Called with a message's subject, its reply subject, its content, and its headers as they were sent."""

_AT_ONCE: Final = 8192
"""Number of bytes below which a read has certainly emptied nats-py's buffer."""


class DirectClient(Client):
    """A connection to NATS, which is restored by itself when it is lost."""

    def __init__(self) -> None:
        super().__init__()
        self._ps = _DirectParser(self)
        self._callbacks: dict[Subscription, Arrived] = {}
        self._commands: list[bytes] = []
        """Commands to be written at the end of this turn of the event loop."""

    async def hear(self, subject: str, arrived: Arrived) -> Subscription:
        """Subscribe to a subject, and call `arrived` with each message."""
        subscription = await self.subscribe(subject)
        self._callbacks[subscription] = arrived
        return subscription

    async def stop(self, subscription: Subscription) -> None:
        """End a subscription."""
        self._callbacks.pop(subscription, None)
        with suppress(NatsError):
            await subscription.unsubscribe()

    def hand_on(self, sid: int, subject: bytes, reply: bytes, data: bytes, headers: bytes) -> None:
        """Pass a message that has arrived to the callback of its subscription."""
        if (subscription := self._subs.get(sid)) and (arrived := self._callbacks.get(subscription)):
            try:
                arrived(subject.decode(), reply.decode(), data, headers)
            except Exception as error:  # noqa: BLE001  # one message must not stop the others
                log_fault("a message of the broker could not be used", error)

    async def _process_msg(self, sid: int, subject: bytes, reply: bytes, data: bytes, headers: bytes | None) -> None:
        self.hand_on(sid, subject, reply, data, headers or b"")

    def receive_directly(self, parser: "_DirectParser") -> None:
        """Have the data of the connection passed to the parser as it arrives, not to nats-py's reading task."""
        transport = self._transport
        if isinstance(transport, TcpTransport) and (writer := transport._io_writer):  # noqa: SLF001  # no other way
            inner = writer.transport.get_protocol()
            if isinstance(inner, asyncio.Protocol):
                writer.transport.set_protocol(_Receiver(inner, parser))

    async def _attempt_reconnect(self) -> None:
        """Connect to another broker. Ending a dead connection in good order would take TLS half a minute before."""
        transport = self._transport
        if isinstance(transport, TcpTransport) and transport._io_writer:  # noqa: SLF001  # the same
            transport._io_writer.transport.abort()  # noqa: SLF001  # the same
        await super()._attempt_reconnect()

    def send(self, subject: str, data: bytes, reply: str = "", headers: bytes = b"") -> bool:
        """Send a message; return False if it cannot be sent now.

        `headers` are lines with their line ends, without the empty line that ends them.
        """
        if not self.is_connected or len(data) > self.max_payload:
            return False
        if not self._commands:
            asyncio.get_running_loop().call_soon(self.write)
        if headers:
            headers = b"NATS/1.0\r\n%b\r\n" % headers
            line = f"HPUB {subject} {reply} {len(headers)} {len(headers) + len(data)}\r\n"
        else:
            line = f"PUB {subject} {reply} {len(data)}\r\n"
        self._commands.append(b"%b%b%b\r\n" % (line.encode(), headers, data))
        return True

    def write(self) -> None:
        """Write the queued messages after nats-py's own commands, so that a subscription precedes its use."""
        commands = [*self._pending, *self._commands]
        self._commands.clear()
        if commands and self.is_connected and self._transport is not None:
            self._pending, self._pending_data_size = [], 0
            self._transport.write(b"".join(commands))


class _DirectParser(Parser):
    """nats-py's parser, which need not see most messages: those that arrive as a whole are handed on at once."""

    def __init__(self, client: DirectClient) -> None:
        self._client = client
        super().__init__(client)

    def reset(self) -> None:
        """Begin to read a new connection."""
        super().reset()
        self._is_direct = False
        self._behind = 0
        """Number of bytes left to nats-py's reading task that it has not parsed yet."""

    async def parse(self, data: bytes = b"") -> None:
        """Parse what nats-py's reading task has read."""
        if not self._is_direct and len(data) < _AT_ONCE:  # so nothing is left that would come too late
            self._is_direct = True
            self._behind = len(data)
            self._client.receive_directly(self)
        await super().parse(data)
        self._behind = max(0, self._behind - len(data))

    def hand_on(self, data: bytes) -> bytes:
        """Hand on the messages at the beginning of the data; return the rest, which nats-py must read."""
        if self._behind or self.buf or self.state != AWAITING_CONTROL_LINE:
            self._behind += len(data)
            return data
        at = 0
        while (end := data.find(b"\r\n", at)) > 0:
            kind, *words = data[at:end].split(b" ")
            if kind not in (b"MSG", b"HMSG"):
                break
            begin = end + 2
            body = begin if kind == b"MSG" else begin + int(words[-2])
            end = begin + int(words[-1])
            if end + 2 > len(data):
                break
            reply = words[2] if len(words) > (3 if kind == b"MSG" else 4) else b""
            self._client.hand_on(int(words[1]), words[0], reply, data[body:end], data[begin:body])
            at = end + 2
        self._behind = len(data) - at
        return data[at:]


class _Receiver(asyncio.Protocol):
    """Receives a connection's data, in front of the protocol that nats-py has set up."""

    def __init__(self, inner: asyncio.Protocol, parser: _DirectParser) -> None:
        self._inner, self._parser = inner, parser
        self.connection_lost = inner.connection_lost  # type: ignore[method-assign]
        self.eof_received = inner.eof_received  # type: ignore[method-assign]
        self.pause_writing = inner.pause_writing  # type: ignore[method-assign]
        self.resume_writing = inner.resume_writing  # type: ignore[method-assign]

    def data_received(self, data: bytes) -> None:
        """Hand on whole messages, and leave anything else to nats-py."""
        if rest := self._parser.hand_on(data):
            self._inner.data_received(rest)
