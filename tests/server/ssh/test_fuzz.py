"""Attacks on a live server on which somebody plays: nobody else notices them."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.attacks import ATTACKS, LIMITS, Attack, attempt
from tests.server.clients import Viewer, connected
from tests.waiting import until, within
from uno_server.app.service import GameService
from uno_server.ssh.server import Server, serve
from uno_tui.lobby.lobby import Lobby


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Server]:
    inside = GameService(Lobby())
    server = await serve("127.0.0.1", 0, tmp_path, inside.open_session, inside.answer, limits=LIMITS)
    yield server
    await within(server.stop())


async def presses(channel: Any, viewer: Viewer) -> None:
    """Open the help, wait until it is shown, and close it."""
    size = len(viewer.data)
    channel.write(b"?")
    await until(lambda: len(viewer.data) > size or viewer.closed)
    channel.write(b"\x1b")


@pytest.mark.parametrize("hostile", ATTACKS, ids=lambda one: one.__name__)
async def test_nobody_else_notices(house: Server, hostile: Attack, caplog: pytest.LogCaptureFixture) -> None:
    """A player at another table gets an answer to every key, and after the attack nothing of it is left."""
    async with connected(house, name="ann") as connection:
        channel, viewer = await within(
            connection.create_session(
                Viewer, "join GOOD", term_type="xterm", term_size=(80, 24), encoding=None, request_pty="force"
            )
        )
        await until(lambda: len(viewer.data) > 500)
        evil = asyncio.create_task(attempt(hostile, house))
        while not evil.done():
            await presses(channel, viewer)
            await asyncio.wait([evil], timeout=0.05)
        await within(evil)
        await presses(channel, viewer)
        assert not viewer.closed
        await until(lambda: (1, 0, 1) == (house.admission.logged_in, house.admission.waiting, len(house.lines)))
    faults = [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
    assert [] == faults
