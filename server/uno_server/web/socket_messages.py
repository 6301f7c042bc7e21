"""The messages on one page's WebSocket: incoming texts at a limited rate, and a queue of outgoing messages.

Of the views only the newest waits to be sent, so a slow reader costs no memory and misses nothing.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final

from aiohttp import WSMsgType, web

from uno_server.limits import Limits
from uno_tui.json_protocol import WireError
from uno_tui.lobby.protocol import LobbyView
from uno_tui.table.protocol import TableView
from uno_tui.token_bucket import TokenBucket

MAX_MESSAGE: Final = 4096
"""Maximum length of a message that a page may send, in bytes."""
MAX_WAITING: Final = 256
"""Maximum number of messages and lines queued for one page; a page with more is disconnected."""
_ENDS: Final = frozenset({WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR})


class Incoming:
    """The texts that one page sends, rate-limited: the handler of a text sets `price`; a high price delays the next."""

    def __init__(self, socket: web.WebSocketResponse, limits: Limits) -> None:
        self.price = 1
        """Rate limit cost of the last text, in ordinary texts; set by the handler of the text."""
        self._socket = socket
        self._limits = limits

    async def texts(self, patience: Callable[[], float | None]) -> AsyncIterator[str]:
        """Yield the texts until the page is gone.

        `patience` returns the seconds to wait for the next text, or None to wait for any time.

        Raises:
            TimeoutError: nothing came in that time.
            WireError: a frame is not text.
        """
        loop = asyncio.get_running_loop()
        pace = TokenBucket(self._limits.keys_rate, self._limits.keys_burst, loop.time())
        while True:
            message = await self._socket.receive(patience())
            if message.type in _ENDS:
                return
            if message.type is not WSMsgType.TEXT:
                raise WireError("a frame is text")
            self.price = 1
            yield message.data
            if pause := pace.take(self.price, loop.time()):
                await asyncio.sleep(pause)


class Outbox:
    """The queue of messages and lines that the server sends to one page."""

    def __init__(self, send: Callable[[str], Awaitable[object]]) -> None:
        self._send = send
        self._messages: deque[tuple[Callable[[Any], None], Any]] = deque()
        self._lines: deque[str] = deque()
        self._wake = asyncio.Event()

    def write(self, line: str) -> None:
        """Queue a line for sending."""
        self._lines.append(line)
        self._wake.set()

    def mailbox(self, listener: Callable[[Any], None]) -> Callable[[Any], None]:
        """Return a listener that lets messages wait until the page has read what was before; then `listener` is called.

        Of a table's or the lobby's views only the newest waits.
        """

        def hear(message: Any) -> None:
            if isinstance(message, TableView | LobbyView):
                for place, (other, earlier) in enumerate(self._messages):
                    if other is listener and type(earlier) is type(message):
                        del self._messages[place]
                        break
            self._messages.append((listener, message))
            self._wake.set()

        return hear

    @property
    def full(self) -> bool:
        """Whether more messages and lines are queued than a page that still reads ever has."""
        return len(self._lines) + len(self._messages) > MAX_WAITING

    async def next(self) -> None:
        """Wait until something is queued, then send the whole queue."""
        await self._wake.wait()
        self._wake.clear()
        await self.flush()

    async def flush(self) -> None:
        """Send everything that waits."""
        while self._lines or self._messages:
            while self._lines:
                await self._send(self._lines.popleft())
            if self._messages:
                listener, message = self._messages.popleft()
                listener(message)
