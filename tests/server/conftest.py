from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import asyncssh
import pytest

from tests.server.line_service import LineService
from tests.server.toy import answer, open_toy
from tests.waiting import within
from uno_server.limits import Limits
from uno_server.ssh.server import Server, serve
from uno_tui.journal import Journal


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server of the toy app on a free port."""
    running = await serve("127.0.0.1", 0, tmp_path / "data", open_toy, answer, limits=Limits(login_seconds=10))
    yield running
    await within(running.stop())


@pytest.fixture
def service() -> LineService:
    return LineService()


@pytest.fixture
async def in_lines(service: LineService, tmp_path: Path) -> AsyncIterator[Server]:
    """A server whose sessions are all in lines, on a free port."""
    limits = Limits(login_seconds=10)
    running = await serve("127.0.0.1", 0, tmp_path / "data", service.open, service.answer, limits=limits)
    yield running
    await within(running.stop())
    await service.lobby.close()


@pytest.fixture
async def journal() -> AsyncIterator[Journal]:
    """A journal in memory."""
    with closing(Journal(None)) as kept:
        yield kept


@pytest.fixture
def key(tmp_path: Path) -> asyncssh.SSHKey:
    """A person's key, which is also in the file `key`."""
    made = asyncssh.generate_private_key("ssh-ed25519")
    made.write_private_key(tmp_path / "key")
    (tmp_path / "key").chmod(0o600)
    made.write_public_key(tmp_path / "key.pub")
    return made
