"""Messages waiting for one page: only the newest view, so that a slow reader costs no memory and misses nothing."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from uno_tui.lobby.protocol import LobbyView
from uno_tui.table.protocol import TableView

MAX_WAITING: Final = 256
"""Maximum number of messages and lines queued for one page; a page with more is disconnected."""


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
