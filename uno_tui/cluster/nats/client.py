"""A client of NATS that costs little for each message.

nats-py puts each message that arrives into a queue, from which a task of its subscription takes it, and each message
that is sent wakes a task that writes. Here a message is handed on as soon as it has been read, and all messages that
are sent in one turn of the event loop are written at once. The rest, such as connecting, is nats-py's.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from nats.aio.client import Client
from nats.aio.subscription import Subscription
from nats.aio.transport import TcpTransport
from nats.errors import Error as NatsError

from uno_tui.faults import log_fault
from uno_tui.library_internals import require

require("nats")

Arrived = Callable[[str, str, bytes, bytes], None]
"""Called with a message's subject, its reply subject, its content, and its headers as they were sent."""


class DirectClient(Client):
    """A connection to NATS, which is restored by itself when it is lost."""

    def __init__(self) -> None:
        super().__init__()
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

    async def _process_msg(self, sid: int, subject: bytes, reply: bytes, data: bytes, headers: bytes | None) -> None:
        if (subscription := self._subs.get(sid)) and (arrived := self._callbacks.get(subscription)):
            try:
                arrived(subject.decode(), reply.decode(), data, headers or b"")
            except Exception as error:  # noqa: BLE001  # one message must not stop the others
                log_fault("a message of the broker could not be used", error)

    async def _attempt_reconnect(self) -> None:
        """Connect to another broker. Ending a dead connection in good order would take TLS half a minute before."""
        transport = self._transport
        if isinstance(transport, TcpTransport) and transport._io_writer:  # noqa: SLF001  # nats-py gives no other way
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
        """Write what has been sent, after what nats-py has to write: a subscription stands before its use."""
        commands = [*self._pending, *self._commands]
        self._commands.clear()
        if commands and self.is_connected and self._transport is not None:
            self._pending, self._pending_data_size = [], 0
            self._transport.write(b"".join(commands))
