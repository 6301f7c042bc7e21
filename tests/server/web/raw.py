"""A plain socket at the page's server, which can send what no browser sends."""

import asyncio
import contextlib
import json
import struct
from collections.abc import AsyncIterator

from tests.server.web.sockets import Served, Values
from tests.waiting import within

MASK = b"\x01\x02\x03\x04"


async def answer(page: Served, request: str | bytes) -> str:
    """Send bytes, and return the head of the answer, in lower case."""
    reader, writer = await within(asyncio.open_connection("127.0.0.1", page.port))
    writer.write(request.encode() if isinstance(request, str) else request)
    head: bytes = await within(reader.readuntil(b"\r\n\r\n"))
    writer.close()
    return head.decode("latin-1").lower()


def upgrade(page: Served, host: str = "", origin: str = "", more: str = "") -> str:
    """Return the request that opens a WebSocket."""
    host = host or page.host
    return (
        f"GET /-/socket HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin or f'http://{host}'}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{more}\r\n"
    )


def frame(data: bytes, *, opcode: int = 1, fin: bool = True, masked: bool = True, reserved: int = 0) -> bytes:
    """Return a frame of a WebSocket."""
    first, mask = opcode | fin << 7 | reserved << 4, masked << 7
    size = len(data)
    head = bytes([first, mask | size]) if size < 126 else struct.pack("!BBH", first, mask | 126, size)
    covered = bytes(one ^ MASK[place % 4] for place, one in enumerate(data)) if masked else data
    return head + (MASK if masked else b"") + covered


class RawSocket:
    """An open WebSocket, as bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    def send(self, data: bytes) -> None:
        self._writer.write(data)

    async def next(self) -> tuple[int, bytes]:
        """Return opcode and content of the next frame."""
        first, size = await within(self._reader.readexactly(2))
        if size == 126:
            (size,) = struct.unpack("!H", await within(self._reader.readexactly(2)))
        return first & 15, await within(self._reader.readexactly(size))

    async def values(self, kind: str) -> Values:
        """Return the next message of a type."""
        while True:
            opcode, data = await self.next()
            assert opcode == 1, (opcode, data)
            values: Values = json.loads(data)
            if values["type"] == kind:
                return values

    async def code(self) -> int:
        """Return the code with which the server closes."""
        while (got := await self.next())[0] != 8:
            pass
        return int.from_bytes(got[1][:2])


@contextlib.asynccontextmanager
async def opened(page: Served, first: bytes = b"", more: str = "") -> AsyncIterator[RawSocket]:
    """Open a WebSocket; `first` is sent in one piece with the request."""
    reader, writer = await within(asyncio.open_connection("127.0.0.1", page.port))
    writer.write(upgrade(page, more=more).encode() + first)
    assert b" 101 " in await within(reader.readuntil(b"\r\n\r\n"))
    try:
        yield RawSocket(reader, writer)
    finally:
        writer.close()
