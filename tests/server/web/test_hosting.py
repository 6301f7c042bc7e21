"""`uno host` and phones: the address on its screen leads to the table."""

import re
from pathlib import Path

from playwright.async_api import Browser, expect

from tests.server.lan.test_host import Party, free_port
from tests.server.test_running import Program, running
from tests.server.web.phones import PATIENCE
from tests.waiting import until, within


async def test_a_phone_joins_the_host(browser: Browser, tmp_path: Path) -> None:
    """With the address on the host's screen a phone joins by a name alone, and it shows the end."""
    async with Party(tmp_path).host() as host:
        await host.shows("http://127.0.0.1:")
        address = re.search(r"http://127\.0\.0\.1:\d+/[A-Z0-9]+", host.text)
        assert address
        async with await browser.new_page(viewport={"width": 360, "height": 640}, locale="en-US") as page:
            await page.goto(address[0].rpartition("/")[0])  # without the code, too: there is one table
            await page.get_by_label("Your name").fill("Bob")
            await page.keyboard.press("Enter")
            await host.shows("Bob sat down")
            await until(lambda: page.url == address[0])
            host.type(b"n")
            await expect(page.get_by_role("list", name="Your hand")).to_be_visible()
            host.type(b"qy")
            await expect(page.get_by_role("status")).to_contain_text("host has ended")
            assert 0 == await host.exits()


async def test_a_host_may_leave_browsers_out(tmp_path: Path) -> None:
    """With `--no-web` the host's screen shows no address for browsers."""
    async with Party(tmp_path).host("--no-web") as host:
        await host.shows("ssh -t -p")
        assert "http://" not in host.text


async def test_a_wrong_code_leads_to_the_table_that_is_meant(browser: Browser, tmp_path: Path) -> None:
    """At a host's one table a wrong code is answered before a name is asked for, with the right one as a link."""
    async with Party(tmp_path).host() as host:
        await host.shows("http://127.0.0.1:")
        address = re.search(r"http://127\.0\.0\.1:\d+/[A-Z0-9]+", host.text)
        assert address
        base, _, code = address[0].rpartition("/")
        async with await browser.new_page(viewport={"width": 360, "height": 640}, locale="en-US") as page:
            await page.goto(f"{base}/WRONG9")
            await expect(page.get_by_role("alert")).to_contain_text("There is no table WRONG9")
            assert 1 == (await page.locator("main").inner_text()).count(code)
            await expect(page.get_by_label("Your name")).to_have_count(0)
            await page.get_by_role("link", name=code).click()
            await expect(page.get_by_label("Your name")).to_be_visible()
            await until(lambda: page.url == address[0])
            await page.goto(f"{base}/WRONG9")
            await page.get_by_label("code").fill("WRONG8")
            await page.keyboard.press("Enter")
            await expect(page.get_by_role("alert")).to_contain_text("There is no table WRONG8")
            await page.get_by_label("code").fill(code.lower())
            await page.keyboard.press("Enter")
            await expect(page.get_by_label("Your name")).to_be_visible()
            await page.goto(f"{base}/WRONG9")
            await page.get_by_role("link", name="Continue without a code").click()
            await page.get_by_label("Your name").fill("Bob")
            await page.keyboard.press("Enter")
            await host.shows("Bob sat down")


async def test_a_page_comes_back_after_a_restart(browser: Browser, tmp_path: Path) -> None:
    """When the server is stopped and started again, the page is back at its seat by itself, with the same hand."""
    port = free_port()
    config = f"[web]\nport = {port}\n"
    async with await browser.new_page(viewport={"width": 360, "height": 640}, locale="en-US") as page:
        async with running(tmp_path, config) as first:
            await page.goto(f"http://127.0.0.1:{port}/FAM1")
            await page.get_by_label("Your name").fill("Bob")
            await page.keyboard.press("Enter")
            await page.get_by_role("button", name="Start the match").click()
            hand = page.get_by_role("list", name="Your hand")
            await expect(hand).to_be_visible()
            before = await hand.locator("button").evaluate_all(NAMES)
            await stop(first)
            await expect(page.get_by_role("status").first).to_contain_text("server")
        async with running(tmp_path, config):
            await expect(hand).to_be_visible(timeout=2 * PATIENCE)
            await expect(page.get_by_role("log")).to_contain_text("You are back")
            assert set(before) <= set(await hand.locator("button").evaluate_all(NAMES))  # others may have made it draw


async def test_without_the_extra_a_line_says_how_phones_can_join(tmp_path: Path) -> None:
    """Without aiohttp `uno host` works as ever, with the ssh command in its QR code and a line about the extra."""
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['aiohttp'] = None")
    async with Party(tmp_path).host("--plain", PYTHONPATH=str(tmp_path)) as host:
        await host.shows("ssh -t -p")
        await host.shows("pip install '.[web]'")
        assert "http://" not in host.text


NAMES = "(cards) => cards.map((one) => one.getAttribute('aria-label').split(',')[0])"


async def stop(program: Program) -> None:
    """Stop the server as its operator does."""
    program.process.terminate()
    await within(program.process.wait())
