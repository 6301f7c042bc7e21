"""Attacks by hostile clients, each a function."""

import asyncio
import contextlib
import random
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import asyncssh
from asyncssh.packet import Boolean, String, UInt32

from tests.server.clients import Listening, Viewer, connected
from tests.waiting import until, within
from uno_server.limits import Limits

KILLERS = (
    b"\x1b[99999999;1u", b"\x1b[1:;:;:u", b"\x1b[48;0;0;0;0t", b"\x1b[48;9000;9000;1;1t", b"\x1b[<0;99999;99999M",
    b"\x1b]11;rgb:ff/ff/ff\x07", b"\x1bP>|foot\x1b\\", b"\x1b[?997;1n", b"\x1b[?6c", b"\x1b[O",
    b"\x1b]11;" + b"f" * 999,
    b"\x1b[200~", b"\x1b]52;c;", b"\x1bP", b"\x1b[?2026;2$y", b"\x1b[M\xff\xff\xff", b"\x1b[<35;1;1M",
)  # fmt: skip
KEYS = (b"\x1b[A", b"\x1bOB", b"\x1b[1;5C", b"\x1b[15~", b"\x1b[<0;5;5M", b"\x1b[200~pasted\x1b[201~", "é🂡".encode())
LIMITS = Limits(
    login_seconds=1, closing_seconds=0.2, connect_rate=1000, connect_burst=1000, keepalive_seconds=2, input_burst=65_536
)

Attack = Callable[[Listening, random.Random], Awaitable[None]]
ATTACKS: list[Attack] = []


def attack(function: Attack) -> Attack:
    """Register an attack."""
    ATTACKS.append(function)
    return function


async def attempt(hostile: Attack, server: Listening) -> None:
    """Run an attack; the server may disconnect it at any moment."""
    with contextlib.suppress(asyncssh.Error, OSError):
        await hostile(server, random.Random(hostile.__name__))


@contextlib.asynccontextmanager
async def socket_to(server: Listening) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open a TCP connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        yield reader, writer
    finally:
        writer.close()


@contextlib.asynccontextmanager
async def terminal(server: Listening, **options: Any) -> AsyncIterator[tuple[Any, Viewer]]:
    """Open a guest's session at a table; the server may end it at any moment."""
    async with connected(server, name="eve") as connection:
        channel, viewer = await within(
            connection.create_session(
                Viewer, "join EVIL", term_type="xterm-256color", encoding=None, request_pty="force", **options
            )
        )
        await until(lambda: len(viewer.data) > 500 or viewer.closed)
        yield channel, viewer


async def type_all(channel: Any, pieces: list[bytes]) -> None:
    """Send pieces, yielding to the loop between them, until the channel is closed."""
    with contextlib.suppress(OSError, asyncssh.Error):
        for piece in pieces:
            channel.write(piece)
            await asyncio.sleep(0)


@attack
async def rubbish_before_the_login(server: Listening, noise: random.Random) -> None:
    for number in range(30):
        async with socket_to(server) as (reader, writer):
            start = (b"", b"SSH-2.0-x\r\n", b"GET / HTTP/1.1\r\n\r\n", b"SSH-1.5-old\r\n", b"\r\n" * 500)[number % 5]
            writer.write(start + noise.randbytes(noise.randrange(2000)))
            with contextlib.suppress(OSError):
                await asyncio.wait_for(reader.read(), 5)


@attack
async def half_open_connections(server: Listening, noise: random.Random) -> None:
    async with contextlib.AsyncExitStack() as stack:
        for number in range(20):
            _, writer = await stack.enter_async_context(socket_to(server))
            writer.write((b"", b"S", b"SSH-2.0-half")[number % 3])
        await asyncio.sleep(0.5)


@attack
async def half_closed_connections(server: Listening, noise: random.Random) -> None:
    for start in (b"", b"SSH-2.0-x\r\n", b"SSH-2.0-x\r\n" + bytes(6)):
        async with socket_to(server) as (reader, writer):
            writer.write(start)
            writer.write_eof()
            with contextlib.suppress(OSError):
                await asyncio.wait_for(reader.read(), 5)


async def log_in(sock: socket.socket) -> None:
    """Log in over a socket that is reset when it is closed."""
    options = asyncssh.SSHClientConnectionOptions(
        username="x", known_hosts=None, client_keys=None, config=None, agent_path=None
    )
    (await asyncssh.run_client(sock, options=options)).abort()


@attack
async def connections_reset_at_any_moment(server: Listening, noise: random.Random) -> None:
    for _ in range(20):
        sock = socket.create_connection(("127.0.0.1", server.port))
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        sock.setblocking(False)
        with contextlib.suppress(OSError, asyncssh.Error, TimeoutError):
            await asyncio.wait_for(log_in(sock), noise.random() / 20)
        sock.close()


@attack
async def random_bytes_on_the_terminal(server: Listening, noise: random.Random) -> None:
    async with terminal(server) as (channel, _):
        await type_all(channel, [noise.randbytes(noise.randrange(300)) for _ in range(100)])


@attack
async def what_kills_parsers(server: Listening, noise: random.Random) -> None:
    async with terminal(server) as (channel, _):
        await type_all(channel, [killer + key for killer in KILLERS for key in KEYS])


@attack
async def sequences_cut_anywhere(server: Listening, noise: random.Random) -> None:
    async with terminal(server) as (channel, _):
        cuts = [(one[:at], one[at:]) for one in (*KEYS, *KILLERS) for at in range(1, len(one))]
        await type_all(channel, [half for cut in cuts for half in cut])


@attack
async def a_storm_of_the_mouse(server: Listening, noise: random.Random) -> None:
    async with terminal(server) as (channel, _):
        moves = [b"\x1b[<%d;%d;%dM" % (35, noise.randrange(999), noise.randrange(999)) for _ in range(5000)]
        await type_all(channel, [b"".join(moves[at : at + 50]) for at in range(0, len(moves), 50)])


@attack
async def a_storm_of_pastes(server: Listening, noise: random.Random) -> None:
    async with terminal(server) as (channel, _):
        await type_all(channel, [b"\x1b[200~" + b"z" * 50_000 + b"\x1b[201~"] * 20 + [b"\x1b[200~" + b"y" * 500_000])


@attack
async def keys_that_cost(server: Listening, noise: random.Random) -> None:
    async with terminal(server) as (channel, _):
        await type_all(channel, [b"?\x1bL\x1b" * 20] * 50)
        await asyncio.sleep(2)


@attack
async def a_storm_of_sizes(server: Listening, noise: random.Random) -> None:
    async with terminal(server) as (channel, _):
        with contextlib.suppress(asyncssh.Error, OSError):
            for _ in range(1000):
                size = noise.choice(
                    [(0, 0), (1, 1), (2**32 - 1, 2**32 - 1), (noise.randrange(400), noise.randrange(99))]
                )
                channel.change_terminal_size(*size)
                await asyncio.sleep(0)


@attack
async def a_flood_of_environment(server: Listening, noise: random.Random) -> None:
    env = {f"V{number}": "x" * noise.randrange(5000) for number in range(300)}
    async with terminal(server, env={**env, "LANG": "\x1b[2J", "COLORTERM": "y" * 20_000}) as (channel, _):
        channel.write(b"?")


@attack
async def a_flood_of_requests(server: Listening, noise: random.Random) -> None:
    with contextlib.suppress(asyncssh.Error, OSError):
        async with connected(server, name="eve") as connection:
            for _ in range(500):
                connection.send_packet(80, String("tcpip-forward"), Boolean(True), String("x" * 500), UInt32(1))
                connection.send_packet(2, String(noise.randbytes(2000)))
                await asyncio.sleep(0)


@attack
async def many_channels(server: Listening, noise: random.Random) -> None:
    with contextlib.suppress(asyncssh.Error, OSError):
        async with connected(server, name="eve") as connection:
            jobs = [connection.run("help", check=False) for _ in range(50)]
            await asyncio.gather(*jobs, return_exceptions=True)


@attack
async def packets_that_make_no_sense(server: Listening, noise: random.Random) -> None:
    for _ in range(10):
        with contextlib.suppress(asyncssh.Error, OSError):
            async with connected(server, name="eve") as connection:
                for _ in range(5):
                    connection.send_packet(noise.randrange(1, 256), noise.randbytes(noise.randrange(200)))
                await asyncio.sleep(0.02)


@attack
async def commands_in_a_row(server: Listening, noise: random.Random) -> None:
    for _ in range(15):
        with contextlib.suppress(asyncssh.Error, OSError):
            async with connected(server, name="eve") as connection:
                words = noise.choice(
                    ["rooms --json", "x" * 100_000, "join \x1b[2J", "rules official", "kick ann", "\0"]
                )
                await within(connection.run(words, check=False, input="x" * 10_000))


@attack
async def nobody_reads(server: Listening, noise: random.Random) -> None:
    async with terminal(server, window=4096, max_pktsize=1024) as (channel, _):
        channel.pause_reading()
        await type_all(channel, [b"?", b"\x1b", b"L", b"\x1b"] * 50)
