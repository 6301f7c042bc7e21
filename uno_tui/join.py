"""`uno join`: find a game on the network, and play it by an ssh client of its own, for machines that have none."""

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import asyncssh
from platformdirs import user_data_path

from uno_tui.i18n import Words
from uno_tui.lan import Game, browsing
from uno_tui.rawterm import RESTORE, raw_terminal, show, size

DEFAULT_PORT: Final = 2222
CONNECT_SECONDS: Final = 15.0
KEEPALIVE_SECONDS: Final = 20.0
SENT_ALONG: Final = ("LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "COLORTERM", "NO_COLOR")
"""What the server may know of this environment: language and colors."""


class JoinError(Exception):
    """The game could not be joined; the text is a sentence for the person."""


def split_address(text: str) -> tuple[str, int]:
    """Host and port of ``HOST``, ``HOST:PORT`` or ``[IPV6]:PORT``; `ValueError` for a port that is none.

    >>> split_address("[fe80::1]:2300"), split_address("den"), split_address("fe80::1")
    (('fe80::1', 2300), ('den', 2222), ('fe80::1', 2222))
    """
    host, port = text, ""
    if text.startswith("[") and "]" in text:
        host, _, port = text[1:].partition("]")
        port = port.removeprefix(":")
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
    if port and not (port.isascii() and port.isdecimal() and 1 <= int(port) <= 65535):
        raise ValueError(f"{port!r} is no port: ports are 1 to 65535")
    if not host:
        raise ValueError(f"{text!r} names no host")
    return host, int(port) if port else DEFAULT_PORT


def own_key(folder: Path) -> asyncssh.SSHKey:
    """This person's key for joining, made once: it brings them back to their seat."""
    path = folder / "join_key"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        made = asyncssh.generate_private_key("ssh-ed25519", comment="uno join")
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:  # noqa: PTH123  # its mode
            file.write(made.export_private_key())
    return asyncssh.read_private_key(path)


class KnownHosts:
    """The host keys this person has accepted: a line each, ``HOST PORT SHA256:...``."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "known_games"

    def get(self, host: str, port: int) -> str:
        """The fingerprint accepted before, or nothing."""
        if self._path.exists():
            for line in self._path.read_text().splitlines():
                if line.split()[:2] == [host, str(port)]:
                    return line.split()[-1]
        return ""

    def add(self, host: str, port: int, fingerprint: str) -> None:
        """Remember a fingerprint."""
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self._path.open("a") as file:
            file.write(f"{host} {port} {fingerprint}\n")


async def trusted_key(
    host: str, port: int, announced: str, known: KnownHosts, words: Words, ask: Callable[[str], bool]
) -> asyncssh.SSHKey:
    """The server's host key, if it is the known one or the person accepts it; `JoinError` if not, or unreachable."""
    try:
        key = await asyncio.wait_for(asyncssh.get_server_host_key(host, port), CONNECT_SECONDS)
    except (OSError, asyncssh.Error, TimeoutError) as error:
        raise JoinError(words("No game answers at {host} port {port}: {error}.", host=host, port=port,
                              error=_reason(error))) from error  # fmt: skip  # one thought
    if key is None:
        raise JoinError(words("{host} port {port} is no ssh server.", host=host, port=port))
    fingerprint = key.get_fingerprint()
    before = known.get(host, port)
    if before and before != fingerprint:
        raise JoinError(
            words("The key of {host} port {port} has changed: it was {before}, now it is {now}. Somebody may be in "
                  "between; if the host made a new key, remove its line from {file}.",
                  host=host, port=port, before=before, now=fingerprint, file=known._path)  # noqa: SLF001  # its file
        )  # fmt: skip  # one thought
    if not before:
        told = words("The key of {host} port {port} is {key}.", host=host, port=port, key=fingerprint)
        if announced:
            same = words("It is the one the game announced.") if announced == fingerprint else words(
                "It is NOT the one the game announced, {key}.", key=announced)  # fmt: skip  # one thought
            told = f"{told}\n{same}"
        if not ask(f"{told}\n" + words("The host's screen shows it too. Go on? [y/n]")):
            raise JoinError(words("Not joined."))
        known.add(host, port, fingerprint)
    return key


def _reason(error: BaseException) -> str:
    if isinstance(error, TimeoutError):
        return "timed out"
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)


class _Screen(asyncssh.SSHClientSession[bytes]):
    """Shows what the server sends and keeps the exit status."""

    def __init__(self) -> None:
        self.status: int | None = None
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Show bytes."""
        del datatype
        show(data)

    def exit_status_received(self, status: int) -> None:
        """Keep the status."""
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the wait end."""
        del exc
        if not self.closed.done():
            self.closed.set_result(None)


class _Client(asyncssh.SSHClient):
    """Logs in with a key, or as a guest where keys are not wanted."""

    def kbdint_auth_requested(self) -> str:
        """Be ready for a login that asks nothing."""
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str] | None:
        """Answer a question with no prompts; there is nothing to answer others with."""
        del name, instructions, lang
        return None if prompts else []


async def play_at(host: str, port: int, key: asyncssh.SSHKey, identity: asyncssh.SSHKey, name: str, code: str) -> int:
    """Play at a server until the session ends; its exit status. `JoinError` if it does not let us in."""
    words = f"join {code}" if code else ""
    try:
        connection = await asyncio.wait_for(
            asyncssh.connect(
                host, port, username=name, client_keys=[identity], known_hosts=([key], [], []), agent_path=None,
                config=None, client_factory=_Client, keepalive_interval=KEEPALIVE_SECONDS,
            ),
            CONNECT_SECONDS,
        )  # fmt: skip  # one call
    except (OSError, asyncssh.Error, TimeoutError) as error:
        raise JoinError(_reason(error)) from error
    async with connection:
        env = [f"{name}={value}" for name in SENT_ALONG if (value := os.environ.get(name))]
        screen = _Screen()
        channel, _ = await connection.create_session(
            lambda: screen, words or None, term_type=os.environ.get("TERM", "xterm-256color"), term_size=size(),
            env=env, encoding=None, request_pty="force",
        )  # fmt: skip  # one call
        with raw_terminal(channel.write, channel.change_terminal_size):
            await screen.closed
            if screen.status is None:
                show(RESTORE)
    if screen.status is None:
        raise JoinError("the line to the game was cut; the seat is kept for a while")
    return screen.status


async def list_games(seconds: float) -> tuple[Game, ...]:
    """The games that are heard of within that time."""
    games: list[tuple[Game, ...]] = [()]
    async with browsing(games.append):
        await asyncio.sleep(seconds)
    return games[-1]


def describe(games: Sequence[Game]) -> list[str]:
    """A line for each game, as `uno join --list` prints it."""
    return [
        f"{game.name:16} {game.code:12} {game.seats:>5} {game.rules:24} {_at(game)} {game.fingerprint}".rstrip()
        for game in games
    ]


def _at(game: Game) -> str:
    return f"[{game.address}]:{game.port}" if ":" in game.address else f"{game.address}:{game.port}"


async def choose(words: Words) -> Game:
    """Show games as they appear and vanish until the person picks one by its number; `JoinError` if they do not."""
    shown: list[Game] = []

    def changed(games: tuple[Game, ...]) -> None:
        shown[:] = games
        lines = [f"{number}  {line}" for number, line in enumerate(describe(games), 1)]
        show(("\n".join(["", *lines]) + "\n> ").encode())

    show((words("Looking for games on this network; type a game's number, or q to give up.") + "\n> ").encode())
    loop = asyncio.get_running_loop()
    try:
        async with browsing(changed):
            while True:
                line = (await loop.run_in_executor(None, sys.stdin.readline)).strip()
                if line in ("", "q") and not (line == "" and len(shown) == 1):
                    raise JoinError(words("Not joined."))
                if line == "" or (line.isdecimal() and 1 <= int(line) <= len(shown)):
                    return shown[int(line or 1) - 1]
                show((words("There is no such number.") + "\n> ").encode())
    except OSError as error:
        raise JoinError(words("There is no network to look for games on: {error}.", error=_reason(error))) from error


def ask_person(question: str) -> bool:
    """Ask on this terminal; only a yes is one."""
    show((question + " ").encode())
    with contextlib.suppress(KeyboardInterrupt):
        return sys.stdin.readline().strip().lower() in ("y", "yes")
    return False


def run_list(seconds: float) -> int:
    """Print the games found within that time; 1 if there is none."""
    try:
        games = asyncio.run(list_games(seconds))
    except OSError as error:
        raise JoinError(f"there is no network to look for games on: {_reason(error)}") from error
    for line in describe(games):
        show((line + "\n").encode())
    if not games:
        raise JoinError("no game found; with an address it goes without finding: uno join HOST[:PORT]")
    return 0


def run_join(place: tuple[str, int] | None, code: str | None, name: str, words: Words) -> int:
    """Join the game at that place, or one that is found and picked; the exit status."""
    folder = user_data_path("uno-tui", appauthor=False)

    async def join() -> int:
        game = None if place else await choose(words)
        host, port = (game.address, game.port) if game else place or ("", 0)
        announced, table = (game.fingerprint, game.code) if game else ("", "")
        key = await trusted_key(host, port, announced, KnownHosts(folder), words, ask_person)
        return await play_at(host, port, key, own_key(folder), name, code or table)

    try:
        return asyncio.run(join())
    except KeyboardInterrupt:
        return 1
