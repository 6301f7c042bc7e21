"""`ssh -t HOST doctor` reports on the client's own terminal; without one it says what to type."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.clients import Viewer, connected, said
from tests.server.line.answering import TERMINALS
from tests.waiting import until, within
from uno_server.app.service import GameService
from uno_server.limits import Limits
from uno_server.ssh.server import Server, serve
from uno_tui.lobby.lobby import Lobby


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Server]:
    """A server of the game on a free port."""
    inside = GameService(Lobby())
    running = await serve("127.0.0.1", 0, tmp_path, inside.open_session, inside.answer, limits=Limits(login_seconds=10))
    yield running
    await within(running.stop())


async def test_the_client_s_terminal_is_asked(game: Server) -> None:
    """The report has what the client's terminal answered and the session's own theme, and the session ends."""
    async with connected(game) as connection:
        channel, viewer = await within(
            connection.create_session(
                Viewer, "doctor", term_type="xterm-256color", term_size=(100, 30), encoding=None, request_pty="force"
            )
        )
        await until(lambda: b"\x1b[c" in viewer.data)
        channel.write(TERMINALS["kitty"].data)
        await until(lambda: viewer.closed)

    report = viewer.data.decode().partition("\x1b[?1049l")[2]
    assert "kitty(0.35.2), TERM=xterm-256color" in report
    assert "100x30" in report
    assert "light, the background #fdf6e3 is light" in report
    assert "\x1b[" in report, "swatches"
    assert 0 == viewer.status


async def test_without_a_terminal_it_says_so(game: Server) -> None:
    """Without -t the report is plain text with the command that asks, which has the server's own address and port."""
    async with connected(game) as connection:
        out, err, status = await said(connection, "doctor")

    assert ("", 0) == (err, status)
    assert f"ssh -t -p {game.port} 127.0.0.1 doctor" in out
    assert "\x1b" not in out


async def test_a_hostile_terminal_gets_a_report_as_well(game: Server) -> None:
    """Endless and wrong answers change nothing, and a connection lost meanwhile ends the session."""
    async with connected(game) as connection:
        channel, viewer = await within(
            connection.create_session(Viewer, "doctor", term_type="xterm", encoding=None, request_pty="force")
        )
        await until(lambda: b"\x1b[c" in viewer.data)
        with contextlib.suppress(OSError):
            for _ in range(50):
                channel.write(b"\x1bP>|" + b"\xff" * 1000 + b"\x1b[?;;;c\x1b]11;rgb:x/y/z\x07")
        await until(lambda: viewer.closed)
    assert "16 colors, because of TERM" in viewer.data.decode()
    async with connected(game) as connection:
        await within(connection.create_session(Viewer, "doctor", term_type="xterm", encoding=None, request_pty="force"))
    await until(lambda: not game.sessions)
