from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.web.sockets import Served, served


@pytest.fixture
async def page(tmp_path: Path) -> AsyncIterator[Served]:
    """A server with a lobby, ssh, and the page."""
    async with served(tmp_path) as running:
        yield running
