"""The connections of browsers: accepted here, admitted by the ssh server's rules, and read by aiohttp."""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from contextvars import Context
from functools import partial
from typing import Final

from aiohttp import web
from aiohttp.http import WebSocketReader

from uno_server.ssh.admission import Admission, Arrival, RefusedError
from uno_server.ssh.listener import arrivals
from uno_server.web.frames import CheckedFrames
from uno_server.web.guard import ALWAYS
from uno_tui.token_bucket import TokenBucket

LOADING_SECONDS: Final = 60.0
"""Seconds after which a connection without a session is closed; a page has loaded by then."""
REQUEST_RATE: Final = 20.0
"""Requests per second on one connection."""
_SILENT: Final = logging.getLogger(f"{__name__}.aiohttp")
"""aiohttp's logger, disabled because any client can trigger its messages, which contain what the client sent."""
_SILENT.disabled = logging.getLogger("aiohttp.websocket").disabled = True
SEND_BUFFER: Final = 64 * 1024
"""Size of the kernel's send buffer for one browser, in bytes. A stalled browser is noticed once the buffer is full."""
REQUEST_BURST: Final = 80.0
"""Number of requests on one connection that are not delayed; a page has about 25 files."""


class BrowserConnection(web.RequestHandler):
    """One HTTP connection: aiohttp's request handler, with the server's record of the client."""

    __slots__ = ("_timer", "arrival", "left", "requests")

    def __init__(self, server: web.Server, arrival: Arrival, left: Callable[[Arrival], None]) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(server, loop=loop, access_log=None, logger=_SILENT, keepalive_timeout=15.0, lingering_time=0.5)  # type: ignore[arg-type]  # aiohttp takes None for no log
        self.arrival = arrival
        self.left = left
        """Called once, with the connection's arrival, when the connection is closed."""
        self.requests = TokenBucket(REQUEST_RATE, REQUEST_BURST, loop.time())
        self._timer: asyncio.TimerHandle | None = None

    @property
    def of_proxy(self) -> bool:
        """Whether a trusted proxy sends many browsers' requests on this connection."""
        return self.arrival.address is None

    def pause(self) -> float:
        """Count a request against the rate limit; return the seconds to delay it, always 0 for a trusted proxy."""
        return 0.0 if self.of_proxy else self.requests.take(1, asyncio.get_running_loop().time())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start reading; a connection that no session keeps open is closed after a minute, unless it is a proxy's."""
        super().connection_made(transport)
        assert isinstance(transport, asyncio.Transport)
        transport.set_write_buffer_limits(high=16_384)
        self.arrival.drop = transport.abort
        if not self.of_proxy:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(LOADING_SECONDS, transport.abort, context=Context())

    def keep(self) -> None:
        """Keep the connection open, because a session runs on it."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def set_parser(self, parser: WebSocketReader, data_received_cb: Callable[[], None] | None = None) -> None:
        """Read frames with `parser` from now on."""
        checked = CheckedFrames(parser, asyncio.get_running_loop().time)
        super().set_parser(checked, data_received_cb)  # type: ignore[arg-type]  # used like a parser

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """Return the answer to a request that is malformed or failed; it repeats nothing of the request."""
        super().handle_error(request, status, exc, message)
        response = web.Response(
            status=status, text="This request is malformed.\n" if status < 500 else "This failed.\n"
        )
        response.force_close()
        return response

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send an answer, also one that aiohttp made itself, with the headers that every answer has."""
        if not resp.prepared:
            for name, value in ALWAYS.items():
                resp.headers.setdefault(name, value)
        return await super().finish_response(request, resp, start_time)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Stop reading, and stop counting the connection."""
        self.keep()
        super().connection_lost(exc)
        self.left(self.arrival)


class BrowserListener:
    """A listening socket for browsers, with the admission rules and limits of the ssh server."""

    def __init__(
        self,
        listener: socket.socket,
        admission: Admission,
        handle: Callable[[web.BaseRequest], Awaitable[web.StreamResponse]],
    ) -> None:
        self.address, self.port = listener.getsockname()[:2]
        self._listener = listener
        self._admission = admission
        self._server = web.Server(handle)
        self._accepting: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to accept connections."""
        self._accepting = asyncio.get_running_loop().create_task(self._accept(), context=Context())

    async def stop(self) -> None:
        """Stop accepting, and close all connections."""
        if self._accepting is not None:
            self._accepting.cancel()
        self._listener.close()
        for task in self._tasks:
            task.cancel()
        await self._server.shutdown(1.0)

    async def _accept(self) -> None:
        async for peer, arrival in arrivals(self._listener, self._admission):
            task = asyncio.get_running_loop().create_task(self._connect(peer, arrival))
            arrival.drop = task.cancel
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _connect(self, peer: socket.socket, arrival: Arrival) -> None:
        """Hand a connection over to aiohttp, after the delay that the rate limit of its client requires."""
        admission, loop = self._admission, asyncio.get_running_loop()
        try:
            if arrival.address is not None and (pause := admission.pace(arrival.address, loop.time())):
                await asyncio.sleep(pause)
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            await loop.connect_accepted_socket(partial(BrowserConnection, self._server, arrival, admission.leave), peer)
        except (RefusedError, OSError, asyncio.CancelledError) as reason:
            admission.leave(arrival)
            peer.close()
            if isinstance(reason, RefusedError):
                admission.refuse(str(reason), arrival.counted)
