"""`uno serve --check`: would this server let people in? It is started beside the real one, and visited."""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import asyncssh
from msgspec.structs import replace

from uno_server.app.service import GameService
from uno_server.config import Config
from uno_server.line.terminal import ALTERNATE_SCREEN
from uno_server.ssh import algorithms
from uno_server.ssh.host_key import KEY_NAME, load_host_key
from uno_server.ssh.logins import Logins, PublicKey
from uno_server.ssh.server import Server, serve
from uno_tui.lobby.lobby import Lobby

PATIENCE: Final = 20.0
"""Seconds in which a visit has to be over."""

Say = Callable[[str], None]


class _ScreenProbe(asyncssh.SSHClientSession[bytes]):
    """Waits for a screen."""

    def __init__(self) -> None:
        self.drawn = asyncio.Event()
        self._data = b""

    def data_received(self, data: bytes, datatype: Any) -> None:  # noqa: ARG002 -- asyncssh's signature
        """Look for a screen and something on it."""
        self._data = (self._data + data)[:100_000]
        if ALTERNATE_SCREEN.encode() in self._data and len(self._data) > 500:
            self.drawn.set()


class _ProbeClient(asyncssh.SSHClient):
    """Gives the password when asked."""

    def __init__(self, password: str) -> None:
        self._password = password

    def kbdint_auth_requested(self) -> str:
        """Agree to be asked."""
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:  # noqa: ARG002 -- asyncssh's signature
        """Answer."""
        return [self._password] * len(prompts)


async def check(config: Config, folder: Path, say: Say) -> bool:
    """Say what works, line by line; whether all of it does.

    Raises:
        HostKeyError: the host key is there and cannot be used.
    """
    with TemporaryDirectory() as throwaway:
        made = not (folder / KEY_NAME).exists()
        key = load_host_key(Path(throwaway) if made else folder)
        say(f"host key   {key.get_fingerprint()}{' (for this check only; there is none yet)' if made else ''}")
        own = asyncssh.generate_private_key("ssh-ed25519")
        service = GameService(Lobby())
        server = await serve(
            "127.0.0.1", 0, Path(throwaway) if made else folder, service.open_session, service.answer,
            limits=config.limits, logins=_open_to(config.logins, own),
        )  # fmt: skip
        try:
            for kex in algorithms.KEY_EXCHANGES:
                await asyncio.wait_for(_exchange(server, kex, own, config.logins.password, say), PATIENCE)
            await asyncio.wait_for(_screen(server, own, config.logins.password, say), PATIENCE)
        except (asyncssh.Error, OSError, TimeoutError) as error:
            say(f"FAILED     {type(error).__name__}: {error}")
            return False
        finally:
            await server.stop("")
    say("all is well")
    return True


def _open_to(logins: Logins, own: asyncssh.SSHKey) -> Logins:
    """Return the login rules with the check's own key among those that get in, and no rule about addresses."""
    return replace(
        logins,
        allow_keys=(*logins.allow_keys, PublicKey(own.get_fingerprint())) if logins.allow_keys else (),
        allow_addresses=(),
        deny_addresses=(),
    )


@contextlib.asynccontextmanager
async def _connected(server: Server, own: asyncssh.SSHKey, password: str, **options: Any) -> Any:
    connection = await asyncssh.connect(
        "127.0.0.1",
        server.port,
        username="check",
        client_keys=[own],
        known_hosts=lambda *_: ([server.public_key], [], []),
        agent_path=None,
        config=None,
        client_factory=lambda: _ProbeClient(password),
        **options,
    )
    try:
        yield connection
    finally:
        connection.abort()
        await connection.wait_closed()


async def _exchange(server: Server, kex: str, own: asyncssh.SSHKey, password: str, say: Say) -> None:
    """Exchange keys in one way, log in with a key, and read the help."""
    async with _connected(server, own, password, kex_algs=[kex]) as connection:
        done = await connection.run("help")
        if done.exit_status != 0 or not done.stdout:
            raise asyncssh.ProtocolError(f"help was answered with status {done.exit_status}")
        cipher, mac = (connection.get_extra_info(one) for one in ("send_cipher", "send_mac"))
        say(f"login      {kex}, {cipher}, {mac}: key accepted, help answered")


async def _screen(server: Server, own: asyncssh.SSHKey, password: str, say: Say) -> None:
    """Open a session as a terminal does and wait until the lobby is drawn."""
    async with _connected(server, own, password) as connection:
        _, visit = await connection.create_session(
            _ScreenProbe, term_type="xterm-256color", term_size=(80, 24), encoding=None, request_pty="force"
        )
        await visit.drawn.wait()
        say("screen     drawn at 80x24")
