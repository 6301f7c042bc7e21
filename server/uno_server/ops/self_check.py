"""`uno serve --check`: start a server with the same configuration on a free port, and log in to it."""

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
from uno_server.ssh import algorithms
from uno_server.ssh.host_key import KEY_NAME, load_host_key
from uno_server.ssh.logins import Logins, PublicKey
from uno_server.ssh.server import Server, serve
from uno_tui.game.match import Match
from uno_tui.game.rules import Rules
from uno_tui.game.shuffle import new_seed
from uno_tui.i18n import Sentence, TranslatableError, mark
from uno_tui.lobby.lobby import Lobby
from uno_tui.local.terminal import ALTERNATE_SCREEN
from uno_tui.net.join.errors import reason
from uno_tui.thinking.pool import WorkerPool
from uno_tui.thinking.thinkers import Thought

STEP_SECONDS: Final = 20.0
"""Timeout of each step of the check, in seconds."""

Report = Callable[[Sentence], None]
"""Prints a line of the report."""


class CheckFailedError(TranslatableError):
    """A step of the check had another result than it should; the text says which."""


class _ScreenProbe(asyncssh.SSHClientSession[bytes]):
    """A test client's session that waits until the server has drawn a screen."""

    def __init__(self) -> None:
        self.drawn = asyncio.Event()
        self._data = b""

    def data_received(self, data: bytes, datatype: Any) -> None:  # noqa: ARG002 -- asyncssh's signature
        """Search the output for the start of a full screen, followed by enough output to fill it."""
        self._data = (self._data + data)[:100_000]
        if ALTERNATE_SCREEN.encode() in self._data and len(self._data) > 500:
            self.drawn.set()


class _ProbeClient(asyncssh.SSHClient):
    """A test client that answers every prompt with the password."""

    def __init__(self, password: str) -> None:
        self._password = password

    def kbdint_auth_requested(self) -> str:
        """Accept keyboard-interactive authentication."""
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:  # noqa: ARG002 -- asyncssh's signature
        """Return the password for each prompt."""
        return [self._password] * len(prompts)


# Translators: a line of the report of uno serve --check.
async def check(config: Config, folder: Path, report: Report) -> bool:
    """Report each step that works, a line each, and return whether all do; nothing is written to the data folder.

    Raises:
        HostKeyError: there is a host key that cannot be used.
    """
    with TemporaryDirectory() as throwaway:
        made = not (folder / KEY_NAME).exists()
        key = load_host_key(Path(throwaway) if made else folder)
        message = mark("Host key: {key}")
        if made:
            message = mark("Host key: {key} (for this check only; there is none yet)")
        report(Sentence(message, key=key.get_fingerprint()))
        own = asyncssh.generate_private_key("ssh-ed25519")
        service = GameService(Lobby())
        server = await serve(
            "127.0.0.1", 0, Path(throwaway) if made else folder, service.open_session, service.answer,
            limits=config.limits, logins=_open_to(config.logins, own),
        )  # fmt: skip
        try:
            for kex in algorithms.KEY_EXCHANGES:
                await asyncio.wait_for(_exchange(server, kex, own, config.logins.password, report), STEP_SECONDS)
            await asyncio.wait_for(_screen(server, own, config.logins.password, report), STEP_SECONDS)
            if config.bots.experts:
                await asyncio.wait_for(_thinking(report), STEP_SECONDS)
            if config.web.port:
                from uno_server.web.self_check import check_page  # noqa: PLC0415 -- an optional part of the program

                count = await asyncio.wait_for(check_page(service, server.admission), STEP_SECONDS)
                report(Sentence("Page: served (labels: {count}).", count=count))
        except (asyncssh.Error, OSError, TimeoutError, CheckFailedError) as error:
            report(Sentence("Failed: {reason}", reason=reason(error)))
            return False
        finally:
            await server.stop()
    report(Sentence("All is well."))
    return True


# Translators: a line of the report of uno serve --check.
async def _thinking(report: Report) -> None:
    """Let a worker process choose a move, as for an expert bot."""
    pool = WorkerPool()
    answer: asyncio.Future[Thought | None] = asyncio.get_running_loop().create_future()
    match, _ = Match.start(Rules(), 4, new_seed())
    try:
        pool.ask("hard", match.view(match.turn), bytes(32), answer.set_result)
        if await answer is None:
            raise CheckFailedError(Sentence("no worker process can think for expert bots (bots.experts)"))
    finally:
        await pool.close()
    report(Sentence("Expert bots: a worker process chose a move."))


def _open_to(logins: Logins, own: asyncssh.SSHKey) -> Logins:
    """Return the login rules, changed to accept the self-check's own key from any address."""
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


# Translators: a line of the report of uno serve --check.
async def _exchange(server: Server, kex: str, own: asyncssh.SSHKey, password: str, report: Report) -> None:
    """Log in with a key, using the given key exchange algorithm, and read the help text."""
    async with _connected(server, own, password, kex_algs=[kex]) as connection:
        done = await connection.run("help")
        if done.exit_status != 0 or not done.stdout:
            raise CheckFailedError(Sentence("help was answered with status {status}", status=done.exit_status))
        cipher, mac = (connection.get_extra_info(one) for one in ("send_cipher", "send_mac"))
        report(
            Sentence("Login with {kex}, {cipher}, {mac}: key accepted, help answered.", kex=kex, cipher=cipher, mac=mac)
        )


# Translators: a line of the report of uno serve --check.
async def _screen(server: Server, own: asyncssh.SSHKey, password: str, report: Report) -> None:
    """Open a session with a terminal and wait until the lobby is drawn."""
    async with _connected(server, own, password) as connection:
        _, visit = await connection.create_session(
            _ScreenProbe, term_type="xterm-256color", term_size=(80, 24), encoding=None, request_pty="force"
        )
        await visit.drawn.wait()
        report(Sentence("Screen: drawn at {size}.", size="80x24"))
