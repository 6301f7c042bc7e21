from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, async_playwright

from tests.server.web.sockets import Served, served

CHROMIUM: Final = Path("/usr/bin/chromium")
FLAGS: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip  # a list
"""Without these, Chromium wants a sandbox that root has not, a graphics card, and connections to its maker."""


@pytest.fixture
async def page(tmp_path: Path) -> AsyncIterator[Served]:
    """A server with a lobby, ssh, and the page."""
    async with served(tmp_path) as running:
        yield running


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Debian's Chromium."""
    if not CHROMIUM.exists():
        pytest.skip("chromium is not installed")
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        await opened.close()
