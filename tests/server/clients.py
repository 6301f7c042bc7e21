"""Real ssh clients for tests."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import asyncssh

from tests.terminals import shown
from tests.waiting import until, within
from uno_server.ssh.server import Server


class Listening(Protocol):
    """A server in this process or another."""

    @property
    def port(self) -> int:
        """The port on this machine."""


class Viewer(asyncssh.SSHClientSession[bytes]):
    """A client's session that collects the output."""

    def __init__(self) -> None:
        self.data = b""
        self.errors = b""
        self.status: int | None = None
        self.closed = False

    @property
    def drawn(self) -> bytes:
        """The output of a screen after the questions to the terminal."""
        return self.data.partition(b"\x1b[H\x1b[2J")[2]

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
    """A client that logs in once, answering every prompt with its password, if it has one."""

    password: str | None = None
    tried = False

    def kbdint_auth_requested(self) -> str | None:
        self.tried, tried = True, self.tried
        return None if tried else ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:
        return [] if self.password is None else [self.password] * len(prompts)


@contextlib.asynccontextmanager
async def connected(
    server: Listening,
    *,
    name: str = "ann",
    keys: Sequence[Any] = (),
    password: str | None = None,
    client: type[GuestClient] = GuestClient,
    **options: Any,
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
            client_factory=type("Guest", (client,), {"password": password}),
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


async def said(connection: asyncssh.SSHClientConnection, command: str, **options: Any) -> tuple[str, str, int | None]:
    """Run a command line and return its output, its error output and its exit status."""
    done = await within(connection.run(command, **options))
    return str(done.stdout), str(done.stderr), done.exit_status


def openssh(server: Server, folder: Path, *words: str, options: Sequence[str] = ()) -> list[str]:
    """Return a command line of OpenSSH's client that ignores this machine's settings."""
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
