"""Real ssh clients, driven from tests."""

import asyncio
import contextlib
import fcntl
import os
import pty
import shutil
import struct
import termios
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from server.ssh import Server
from tests.server.toy import Emulator, shown, until, within


class Viewer(asyncssh.SSHClientSession[bytes]):
    """An asyncssh session that keeps what it got."""

    def __init__(self) -> None:
        self.data = b""
        self.errors = b""
        self.status: int | None = None
        self.closed = False

    def data_received(self, data: bytes, datatype: Any) -> None:
        if datatype is None:
            self.data += data
        else:
            self.errors += data

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True


class GuestClient(asyncssh.SSHClient):
    """A client that answers a question with no prompts, and others with its password; it tries once."""

    password: str | None = None
    tried = False

    def kbdint_auth_requested(self) -> str | None:
        self.tried, tried = True, self.tried
        return None if tried else ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:
        return [] if self.password is None else [self.password] * len(prompts)


@contextlib.asynccontextmanager
async def connected(
    server: Server, *, name: str = "ann", keys: Sequence[Any] = (), password: str | None = None, **options: Any
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Log in with asyncssh."""
    connection = await within(
        asyncssh.connect(
            "127.0.0.1",
            server.port,
            username=name,
            client_keys=list(keys) or None,
            known_hosts=None,
            agent_path=None,
            config=None,
            client_factory=type("Guest", (GuestClient,), {"password": password}),
            **options,
        )
    )
    try:
        yield connection
    finally:
        connection.abort()
        await within(connection.wait_closed())


async def screen(
    connection: asyncssh.SSHClientConnection,
    *,
    term: str = "xterm-256color",
    size: tuple[int, int] = (80, 24),
    env: dict[str, str] | None = None,
    until_text: str = "ready",
    **options: Any,
) -> tuple[asyncssh.SSHClientChannel[bytes], Viewer]:
    """Open a session with a terminal and wait until it shows a text."""
    pairs = [f"{key}={value}" for key, value in (env or {}).items()]
    channel, viewer = await within(
        connection.create_session(
            Viewer, term_type=term, term_size=size, env=pairs, encoding=None, request_pty="force", **options
        )
    )
    await until(lambda: until_text in shown(viewer.data, size) or viewer.closed)
    assert until_text in shown(viewer.data, size)
    return channel, viewer


async def sees(viewer: Viewer, text: str) -> None:
    """Wait until a session's screen shows a text."""
    await until(lambda: text in shown(viewer.data))


async def grows(viewer: Viewer, size: int) -> None:
    """Wait until a session got more than so many bytes."""
    await until(lambda: len(viewer.data) > size)


async def said(connection: asyncssh.SSHClientConnection, command: str, **options: Any) -> tuple[str, str, int | None]:
    """Run a command line and return what it printed, what it complained, and its status."""
    done = await within(connection.run(command, **options))
    return str(done.stdout), str(done.stderr), done.exit_status


class Terminal:
    """A program on a terminal of its own, and what that terminal received."""

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        size: tuple[int, int] = (80, 24),
        controlling: bool = False,
        **environment: str,
    ) -> None:
        """Prepare to start a program; a controlling terminal also tells it of resizing, Ctrl-C and its own end."""
        if shutil.which(arguments[0]) is None:
            pytest.skip(f"{arguments[0]} is not installed")
        self.data = b""
        self.size = size
        self._emulator, self._fed = Emulator(size), 0
        self.ended = False
        self.clean = False
        """Once it has exited: the terminal's modes are as it found them."""
        self._master, slave = pty.openpty()
        self.resize(*size)
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        self._starting = asyncio.create_subprocess_exec(
            *arguments,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**kept, "TERM": "xterm-256color", **environment},
            start_new_session=True,
            preexec_fn=_take_control if controlling else None,
        )
        self._slave = slave
        self._kept = os.dup(slave) if controlling else -1  # a terminal that nobody has open forgets its modes
        self._found = termios.tcgetattr(slave)

    async def __aenter__(self) -> "Terminal":
        self.process = await self._starting
        os.close(self._slave)
        os.set_blocking(self._master, False)
        asyncio.get_running_loop().add_reader(self._master, self._read)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await within(self.process.wait())
        self._clean()
        if not self.ended:
            self._end()

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65536)
        except BlockingIOError:
            return
        except OSError:  # what Linux says when the other side of a terminal is closed
            data = b""
        self.data += data
        if not data:
            self._end()

    def _end(self) -> None:
        self.ended = True
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def type(self, data: bytes) -> None:
        os.write(self._master, data)

    def stop_reading(self) -> None:
        """Stand still, as a terminal that was suspended."""
        asyncio.get_running_loop().remove_reader(self._master)

    def read_on(self) -> None:
        asyncio.get_running_loop().add_reader(self._master, self._read)

    def hang_up(self) -> None:
        """Close the window."""
        os.close(self._kept)
        self._kept = -1
        self._end()

    async def shows(self, text: str) -> None:
        await until(lambda: text in self.text or self.ended or self.process.returncode is not None)
        assert text in self.text

    @property
    def text(self) -> str:
        """What it shows now."""
        if self._emulator.size != self.size or self._fed > len(self.data):
            self._emulator, self._fed = Emulator(self.size), 0
        if self._fed < len(self.data):
            self._emulator.feed(self.data[self._fed :])
            self._fed = len(self.data)
        return "\n".join(self._emulator.rows)

    async def exits(self) -> int:
        """Wait for the end and return the exit status."""
        status = await within(self.process.wait())
        self.clean = self._clean()
        await until(lambda: self.ended)
        return int(status)

    def _clean(self) -> bool:
        """Let go of the terminal; whether its modes are those it began with."""
        if self._kept < 0:
            return True
        kept, self._kept = self._kept, -1
        same = termios.tcgetattr(kept) == self._found
        os.close(kept)
        return same


def _take_control() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def openssh(server: Server, folder: Path, *words: str, options: Sequence[str] = ()) -> list[str]:
    """Return the command line of OpenSSH's client with nothing of this machine's own settings."""
    settings = {
        "StrictHostKeyChecking": "no",
        "UserKnownHostsFile": str(folder / "known_hosts"),
        "GlobalKnownHostsFile": "/dev/null",
        "LogLevel": "ERROR",
        "IdentityAgent": "none",
        "IdentitiesOnly": "yes",
    }
    flags = [flag for name, value in settings.items() for flag in ("-o", f"{name}={value}")]
    return ["ssh", "-F", "none", *flags, *options, "-p", str(server.port), "ann@127.0.0.1", *words]


async def ran(arguments: Sequence[str], *, stdin: bytes = b"", **environment: str) -> tuple[str, str, int]:
    """Run a client without a terminal and return what it printed, what it complained, and its status."""
    if shutil.which(arguments[0]) is None:
        pytest.skip(f"{arguments[0]} is not installed")
    process = await asyncio.create_subprocess_exec(
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"PATH": os.environ["PATH"], **environment},
        start_new_session=True,
    )
    try:
        out, err = await within(process.communicate(stdin))
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return out.decode(errors="replace"), err.decode(errors="replace"), process.returncode or 0
