"""The daily deal on the page: played, its result, a line to share, the board, and the best try's record."""

import random
import re
from datetime import UTC, datetime

import asyncssh
from playwright.async_api import Browser, expect

from tests.server.clients import Viewer, connected
from tests.server.web.phones import PHONE, phone
from tests.server.web.sockets import Served, Socket, Values, socket
from tests.server.web.test_linking import ticket
from tests.server.web.test_visits import play_on
from tests.terminals import shown
from tests.waiting import until, within
from uno_tui.daily import seed_of
from uno_tui.game.verify import read_record
from uno_tui.i18n import Words


async def played(page: Socket, chance: int = 1) -> Values:
    """Play the deal of the day from the lobby to its end, leave the table, and return the message about it."""
    await page.send(type="daily")
    view = await page.until("view")
    assert (True, []) == (view["once"], [one for one in view["rights"] if one in ("autopilot", "chat")])
    await play_on(page, view, random.Random(chance))
    await page.send(type="leave")
    return await page.until("daily")


async def test_a_guest_plays_without_a_place(page: Served) -> None:
    """A guest gets a result and a line to share, no place on the board, and no second try."""
    async with socket(page) as ann:
        await ann.enter()
        assert (await ann.until("lobby"))["daily"].startswith("Not played yet today")
        told = await played(ann)
        assert ("over", True, []) == (told["state"], told["guest"], told["board"])
        assert told["share"].startswith(f"UNO daily {datetime.now(UTC).date()}: ")
        assert told["share"] == told["text"].splitlines()[0]
        await ann.send(type="daily")
        again = await ann.until("daily")
        assert told["tries"] == again["tries"]
        await ann.send(type="daily", show="record")
        assert "no_replay" == (await ann.until("error"))["error"]


async def test_the_lobby_speaks_of_the_deal_in_the_chosen_language(page: Served) -> None:
    """After a change of language the lobby comes again, with the sentence about the daily deal in that language."""
    async with socket(page) as ann:
        await ann.enter()
        await ann.send(type="language", language="ga")
        await ann.until("hello")
        told = await ann.until("lobby")
        assert Words("ga")("Not played yet today; the same cards for everyone") == told["daily"]


async def test_a_linked_phone_plays_for_the_key(page: Served, key: asyncssh.SSHKey) -> None:
    """Its try is on the board; the record of the best try comes after one's own try, and not before."""
    async with socket(page) as ann, socket(page) as bob:
        await ann.enter("", ticket=await ticket(page, key))
        await bob.enter("Bob")
        await bob.send(type="daily", show="record")
        assert "The best try can be seen after your own." == (await bob.until("error"))["text"]
        told = await played(ann)
        assert ["ann"] == [one["name"] for one in told["board"]]
        await played(bob, 2)
        await bob.send(type="daily", show="record")
        record = read_record((await bob.until("record"))["text"])
        assert seed_of(datetime.now(UTC).date()) == record.seed


async def test_the_best_try_is_watched_over_ssh(page: Served, key: asyncssh.SSHKey) -> None:
    """`daily watch` opens the replay screen after one's own try, and says before that it comes later."""
    async with connected(page.server, keys=[key]) as ann, socket(page) as phone:
        screen, seen = await within(ann.create_session(
            Viewer, "daily watch", term_type="xterm-256color", term_size=(80, 24), encoding=None))  # fmt: skip
        await until(lambda: b"The best try can be seen after your own." in seen.data)
        await until(lambda: seen.status == 1)
        await phone.enter("", ticket=await ticket(page, key))
        await played(phone)
        screen, seen = await within(ann.create_session(
            Viewer, "daily watch", term_type="xterm-256color", term_size=(80, 24), encoding=None))  # fmt: skip
        await until(lambda: "all hands shown" in shown(seen.data))
        screen.write(b"q")
        await until(lambda: seen.status == 0)


async def test_a_try_in_the_browser(browser: Browser, page: Served) -> None:
    """The lobby has a row; after the try its result opens by itself, and the line can be copied."""
    async with phone(browser, page, PHONE, permissions=["clipboard-read", "clipboard-write"]) as ann:
        await ann.come("/")
        await expect(ann.page.get_by_text("Not played yet today")).to_be_visible()
        await ann.press("Board of the day")
        await expect(ann.page.get_by_role("dialog")).to_contain_text("No finished tries yet.")
        await ann.press("close")
        await ann.press("Play it")
        await expect(ann.page.get_by_text("daily deal, without hints")).to_be_visible()
        result = ann.button("Show the result", exact=True)
        ended: list[bool] = []

        async def look() -> None:
            await ann.tap()
            ended.extend([True] * await result.count())

        await until(lambda: ended, each=look, deadline=60)
        await result.click()
        dialog = ann.page.get_by_role("dialog")
        await expect(dialog).to_contain_text(re.compile(r"UNO daily \d{4}-\d\d-\d\d: .*, streak 1"))
        await expect(dialog).to_contain_text("You are a guest")
        await ann.press("Copy the line")
        await expect(dialog.get_by_role("status")).to_contain_text("The line is copied.")
        assert "UNO daily " in await ann.page.evaluate("navigator.clipboard.readText()")
        await ann.press("close")
        await expect(ann.page.get_by_text("Today: ")).to_be_visible()
        await ann.press("Play it")
        await expect(dialog).to_contain_text("streak 1")
        assert ann.page.viewport_size
        assert await ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


async def test_leaving_a_try_asks_first(browser: Browser, page: Served) -> None:
    """The question says that there is no other try today; afterwards the page says that this one is over."""
    async with phone(browser, page) as ann:
        await ann.come("/")
        await ann.press("Play it")
        await ann.press("menu")
        await ann.press("leave")
        await expect(ann.page.get_by_role("dialog")).to_contain_text("there is no other today")
        await ann.press("leave")
        await expect(ann.page.get_by_role("dialog")).to_contain_text("you left before the end")
