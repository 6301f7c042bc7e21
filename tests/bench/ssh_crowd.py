"""Clients for the benchmarks over ssh."""

import asyncio
import statistics
import time
from dataclasses import dataclass, field
from typing import Any

import asyncssh

from tests.bench.ssh_servers import SECONDS_A_MOVE
from tests.server.clients import GuestClient

AT_ONCE = 4
"""Number of clients that log in at the same time."""
SEATS = 4
"""Number of people at a table."""
ARROWS = b"\x1b[C", b"\x1b[D"
"""Keys that move along the hand and back."""
TOGGLES = b"a", b"a"
"""Keys that turn the autopilot on and off, which the screen shows once the table's log has stored it."""


def grades(times: list[float], *shares: int) -> str:
    """Return percentiles of times in seconds, as text."""
    found = statistics.quantiles(times, n=100) if len(times) > 1 else [0.0] * 99
    return " / ".join(f"{1000 * found[share - 1]:.1f}" for share in shares) + f" ms ({len(times)})"


class Reader(asyncssh.SSHClientSession[bytes]):
    """A client's session that counts the bytes it receives."""

    def __init__(self) -> None:
        self.bytes = 0
        self.last = 0.0
        self.came: asyncio.Event = asyncio.Event()

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Count."""
        self.bytes += len(data)
        self.last = time.perf_counter()
        self.came.set()

    async def gets(self, count: int) -> None:
        """Wait until that number of bytes was received in all."""
        while self.bytes < count:
            self.came.clear()
            await self.came.wait()


@dataclass
class Crowd:
    """All clients of one server."""

    port: int
    readers: list[tuple[Any, Reader]] = field(default_factory=list)
    connections: list[asyncssh.SSHClientConnection] = field(default_factory=list)
    connect: list[float] = field(default_factory=list)
    keys: list[float] = field(default_factory=list)
    unanswered: int = 0
    """Keys without an answer within two seconds."""
    _turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def come(self, command: str, name: str = "ann") -> tuple[Any, Reader]:
        """Connect and wait for the first screen."""
        async with self._turns:
            began = time.perf_counter()
            connection = await asyncssh.connect(
                "127.0.0.1", self.port, username=name, client_keys=None, known_hosts=None, agent_path=None,
                config=None, client_factory=GuestClient,
            )  # fmt: skip
            self.connections.append(connection)
            reader = Reader()
            channel, _ = await connection.create_session(
                lambda: reader,
                command,
                term_type="xterm-256color",
                term_size=(80, 24),
                encoding=None,
                request_pty="force",
            )
            await reader.gets(400)
            self.connect.append(time.perf_counter() - began)
            return channel, reader

    async def sit(self, probes: int, server: int = 0) -> list[tuple[Any, Reader]]:
        """Seat a number of clients, each at a table with bots, and wait until it is their turn.

        `server` is a digit that no other crowd of a cluster has, because the tables of a cluster have different codes.
        """
        seated = await asyncio.gather(*(self.come(f"join PRB{server}{number}") for number in range(probes)))
        for channel, _ in seated:
            channel.write(b"n")
        await asyncio.sleep(SEATS * SECONDS_A_MOVE + 2)
        return seated

    async def probe(
        self, channel: Any, reader: Reader, until: float, keys: tuple[bytes, ...], pause: float = 0.2
    ) -> None:
        """Press keys and measure the time until the screen changes."""
        count = 0
        while time.perf_counter() < until:
            await asyncio.sleep(pause)
            reader.came.clear()
            began = time.perf_counter()
            channel.write(keys[count % len(keys)])
            count += 1
            try:
                await asyncio.wait_for(reader.came.wait(), 2)
            except TimeoutError:
                self.unanswered += 1  # the table went on meanwhile and this key does nothing now
                continue
            self.keys.append(time.perf_counter() - began)

    def leave(self) -> None:
        """Disconnect all clients."""
        for connection in self.connections:
            connection.abort()
        self.connections.clear()
