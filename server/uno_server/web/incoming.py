"""Messages from one page, read no faster than the rate limit allows."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final

from aiohttp import WSMsgType, web

from uno_server.limits import Limits
from uno_tui.token_bucket import TokenBucket
from uno_tui.wire import WireError

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
