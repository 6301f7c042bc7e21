from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import asyncssh
import pytest

from tests.server.linehouse import House
from tests.server.toy import answer, open_toy
from tests.waiting import within
from uno_server.limits import Limits
from uno_server.ssh.server import Server, serve
from uno_tui.journal import Journal


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server of toys on a free port."""
    running = await serve("127.0.0.1", 0, tmp_path / "data", open_toy, answer, limits=Limits(login_seconds=10))
    yield running
    await within(running.stop())


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
async def in_lines(house: House, tmp_path: Path) -> AsyncIterator[Server]:
    """A server that opens everything in lines, on a free port."""
    limits = Limits(login_seconds=10)
    running = await serve("127.0.0.1", 0, tmp_path / "data", house.open, house.answer, limits=limits)
    yield running
    await within(running.stop())
    house.lobby.close()


@pytest.fixture
async def journal() -> AsyncIterator[Journal]:
    """A journal in memory."""
    with closing(Journal(None)) as kept:
        yield kept


@pytest.fixture
def key(tmp_path: Path) -> asyncssh.SSHKey:
    """A person's own key, also in a file named `key`."""
    made = asyncssh.generate_private_key("ssh-ed25519")
    made.write_private_key(tmp_path / "key")
    (tmp_path / "key").chmod(0o600)
    made.write_public_key(tmp_path / "key.pub")
    return made
