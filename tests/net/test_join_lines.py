"""`uno join --plain`: a session in lines on a person's own terminal, from the first question to the table."""

import shlex
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.clients import connected
from tests.terminals import Terminal
from tests.waiting import until, within
from uno_server.app.service import GameService
from uno_server.ssh.logins import Logins
from uno_server.ssh.server import Server, serve
from uno_tui.lobby.lobby import Lobby

WORD = "open sesame"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server with a password."""
    service = GameService(Lobby())
    logins = Logins(password=WORD)
    running = await serve("127.0.0.1", 0, tmp_path / "data", service.open_session, service.answer, logins=logins)
    yield running
    await within(running.stop())


def command(server: Server) -> list[str]:
    return [sys.executable, "-m", "uno_tui", "join", f"127.0.0.1:{server.port}", "--plain", "--name", "ann"]


def terminal(folder: Path, words: list[str]) -> Terminal:
    here: dict[str, Any] = {f"XDG_{one}_HOME": str(folder / "home") for one in ("DATA", "CONFIG")}
    return Terminal(words, size=(100, 40), controlling=True, LANG="C.UTF-8", PS1="$ ", **here)


def joining(server: Server, folder: Path) -> Terminal:
    """Return a terminal in which somebody joins in lines."""
    return terminal(folder, command(server))


async def stopped(ann: Terminal) -> None:
    """Press Ctrl-Z, and continue by `fg`."""
    ann.data = b""
    ann.type(b"\x1a")
    await until(lambda: ann.data.endswith(b"$ "))
    ann.data = b""
    ann.type(b"fg\n")


async def test_a_password_is_typed_unseen(server: Server, tmp_path: Path) -> None:
    """In lines, too, a password is asked for again after a wrong one, and is never shown."""
    async with joining(server, tmp_path) as ann:
        await ann.shows("Continue? [y/n]")
        ann.type(b"y\r")
        await ann.shows("Password of 127.0.0.1")
        ann.type(b"sesamo\x7fe\r")
        await until(lambda: 2 == ann.text.count("Password of 127.0.0.1"))
        ann.type(f"{WORD}\r".encode())
        await ann.shows("You are in the lobby")
        ann.type(b"who\r")
        await ann.shows("ann (you), in the lobby")
        assert "sesam" not in ann.text
        ann.type(b"quit\r")
        assert 0 == await ann.exits()
        assert ann.clean


async def test_after_a_stop_what_is_asked_is_shown_again(server: Server, tmp_path: Path) -> None:
    """After Ctrl-Z and `fg` the open question, the lobby's tables or the table's state are printed again."""
    async with terminal(tmp_path, ["bash", "--norc", "--noediting", "-i"]) as ann:
        ann.type(f"{shlex.join(command(server))}\n".encode())
        await ann.shows("Continue? [y/n]")
        await stopped(ann)
        await ann.shows("Continue? [y/n]")
        ann.type(b"y\r")
        await ann.shows("Password of")
        await stopped(ann)
        await ann.shows("Password of")
        ann.type(f"{WORD}\r".encode())
        await ann.shows("No tables are open")
        await stopped(ann)
        await ann.shows("No tables are open")
        ann.type(b"new\r")
        await ann.shows("Type start")
        await stopped(ann)
        await ann.shows("Waiting for players")


async def test_what_is_half_typed_stays_whole(server: Server, tmp_path: Path) -> None:
    """A line from the server comes on a line of its own, and what was half typed follows it."""
    async with joining(server, tmp_path) as ann:
        await ann.shows("Continue? [y/n]")
        ann.type(b"y\r")
        await ann.shows("Password of")
        ann.type(f"{WORD}\r".encode())
        await ann.shows("You are in the lobby")
        ann.type(b"wh")
        async with connected(server, name="bob", password=WORD) as connection:
            bob = await connection.create_process("plain", encoding="utf-8")
            bob.stdin.write("say hello\n")
            await ann.shows("bob says: hello")
            await until(lambda: "wh" == ann.text.split()[-1])
            assert "bob says: hello" in ann.text.splitlines()
            ann.type(b"o\r")
            await ann.shows("bob, in the lobby")
