from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.server.web.sockets import Served, served

CHROMIUM: Final = Path("/usr/bin/chromium")
FLAGS: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip  # a list
"""Without these, Chromium wants a sandbox that root has not, a graphics card, and connections to its maker."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run this folder's tests in one event loop, so that they can share one browser, which starts slowly."""
    for item in items:
        if Path(__file__).parent in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(loop_scope="session")
async def page(tmp_path: Path) -> AsyncIterator[Served]:
    """A server with a lobby, ssh, and the page."""
    async with served(tmp_path) as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Debian's Chromium, one for all tests of a process; each person in it has a context of their own."""
    if not CHROMIUM.exists():
        pytest.skip("chromium is not installed")
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        await opened.close()
