"""The README's picture of the page on a phone: the same moment as in its picture of the screen."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.async_api import async_playwright

from tests.server.web.conftest import CHROMIUM, FLAGS
from tests.server.web.phones import phone
from tests.server.web.sockets import served
from uno_tui.table.protocol import TableView

_SELECT: Final = """async (selected) => {
    const modules = [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.href);
    (await import(modules.find((address) => address.endsWith("/store.js")))).change({ selected });
}"""


async def write_phone(view: TableView, path: Path) -> None:
    """Write what a phone shows of a view."""
    with TemporaryDirectory() as folder:
        async with async_playwright() as playwright, served(Path(folder)) as page:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            async with phone(browser, page, device_scale_factor=2, reduced_motion="reduce") as person:
                await person.come()
                await person.seated()
                await person.shows(view)
                await person.page.evaluate(_SELECT, "r2#1")
                await person.page.screenshot(path=path)
            await browser.close()
