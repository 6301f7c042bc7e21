"""The page for everybody: without faults that axe finds, by keyboard alone, and in a window of half the size."""

import itertools
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import Browser, Page, TimeoutError, expect  # noqa: A004 -- its own

from tests.handles import FakeHandle
from tests.server.web.phones import PLAYABLE_COLORED, Phone, phone
from tests.server.web.sockets import Served, served
from tests.views import game_view, table_view
from tests.waiting import until, within
from uno_server.ssh.logins import Logins
from uno_server.web.files import THEMES
from uno_server.web.labels import labels
from uno_tui.bots import LEVELS
from uno_tui.game.rules import Rules
from uno_tui.game.view import SeatView
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.plain.jsonlines import JsonSession
from uno_tui.table.protocol import SeatInfo, Sitter
from uno_tui.table.state.pace import Pace

AXE: Final = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CONTRAST: Final = ["color-contrast", "link-in-text-block"]
"""The rules of axe that depend on colors."""
SET_THEME: Final = "(theme) => { document.documentElement.dataset.theme = theme; }"
MOVES: Final = re.compile(
    "can be played$|^Play |^Call UNO|^Draw$|^Keep the card|^Take the penalty|^Deal the|^(red|yellow|green|blue)$"
)
SEATS: Final = """async ({ language, labels, view }) => {
    const addresses = [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.href);
    const [store, seats] = await Promise.all(["/store.js", "/seats.js"].map(
        (name) => import(addresses.find((address) => address.endsWith(name)))));
    store.change({ language, labels });
    return view.seats.map((_, number) => seats.seatText(view, number));
}"""
"""Returns what the page says of each seat of a view."""
SLOW: Final = Pace(think=(600, 600), notice=(600, 600), moment=600, scores=600)


async def faults(page: Page, theme: str = "") -> list[str]:
    """Return what axe finds on the page as it is; with a theme, what its rules of contrast find in that theme."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm install --prefix tests/server/web")
    if await page.evaluate("typeof axe") == "undefined":
        await page.evaluate(AXE.read_text())
    if theme:
        await page.evaluate(SET_THEME, theme)
    rules = {"type": "rule", "values": CONTRAST} if theme else {"type": "tag", "values": RULES}
    found: dict[str, Any] = await page.evaluate(
        "(rules) => axe.run({runOnly: rules, resultTypes: ['violations']})", rules
    )
    return [
        f"{one['id']}: {json.dumps([node['html'][:150] for node in one['nodes']][:3])}" for one in found["violations"]
    ]


async def states(ann: Phone, page: Served) -> AsyncIterator[str]:
    """Bring the page into one state after the other, and yield the name of each."""
    await ann.page.goto(page.origin)
    await expect(ann.page.get_by_label("Your name")).to_be_visible()
    yield "name"
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.page.keyboard.press("Enter")
    await expect(ann.page.get_by_role("heading", name="tables")).to_be_visible()
    await ann.page.locator("summary").click()
    yield "lobby"
    await ann.page.get_by_label("code").fill("FAM1")
    await ann.page.keyboard.press("Enter")
    await ann.seated()
    yield "waiting"
    for words in (["Chat"], ["menu"], ["menu", "Rules"], ["menu", "players"], ["menu", "settings"], ["menu", "invite"],
                  ["menu", "leave"]):  # fmt: skip  # one thought
        for word in words:
            await ann.press(word)
        await expect(
            ann.page.get_by_role("dialog").get_by_role("heading").nth(int(words[-1] == "Rules"))
        ).to_be_visible()
        yield " ".join(words)
        await ann.page.keyboard.press("Escape")
        await expect(ann.page.get_by_role("dialog")).to_have_count(0)
    await ann.press("Start the match")
    await expect(ann.page.locator(".held").nth(6)).to_be_visible()
    yield "playing"
    await ann.has("r5 r7 W4", "r5 r5! r5x2 r7@2 r7@3 W4:r W4:y W4:g W4:b catch:2 uno draw take challenge")
    await ann.page.locator(".held").first.click()
    yield "selected"
    for card, question in ((1, "Choose a player."), (2, "Choose a color.")):
        await ann.page.locator(".held").nth(card).click()
        await ann.page.locator(".held").nth(card).click()
        await expect(ann.page.get_by_role("group", name=question)).to_be_visible()
        yield question
    await ann.page.context.set_offline(True)
    for visit in page.page.visits:
        visit.abort()
    await expect(ann.page.get_by_role("alert")).to_contain_text("connection is lost")
    yield "lost"
    await ann.page.context.set_offline(False)
    await expect(ann.page.get_by_role("alert")).to_have_count(0)
    await ann.page.goto(page.origin + "/FAM1/tv")
    await expect(ann.page.get_by_role("img", name=re.compile("QR"))).to_be_visible()
    yield "tv"
    await ann.page.goto(page.origin)
    for word in ("menu", "leave", "leave"):
        await ann.press(word)
    await expect(ann.page.get_by_role("heading", name="tables")).to_be_visible()
    yield "left"
    await ann.press("Board of the day")
    await expect(ann.page.get_by_role("dialog")).to_be_visible()
    board = {"day": "2026-12-01", "state": "over", "share": "UNO", "text": "UNO", "guest": False}
    await ann.changes(daily={**board, "board": [{"name": "Ann", "text": "40"}]}, record="uno-tui record 2")
    yield "daily"
    await ann.page.goto(page.origin + "/FAM1/tv")
    await expect(ann.page.get_by_role("alert")).to_contain_text("There is no table")
    yield "no table"
    await ann.changes(place="nowhere", said="There is no table FAM2. Choose from: FAM1.", codes=["FAM1"])
    await expect(ann.page.get_by_role("link", name="Continue without a code")).to_be_visible()
    yield "nowhere"


async def test_axe_finds_nothing(browser: Browser, tmp_path: Path) -> None:
    """In every state axe finds no fault; nor do its rules of contrast in any theme."""
    async with served(tmp_path, pace=SLOW) as page, phone(browser, page) as ann:
        found: dict[object, list[str]] = {}
        async for state in states(ann, page):
            found[state] = await faults(ann.page)
            for theme in THEMES:
                found[state, theme] = await faults(ann.page, theme)
            await ann.page.evaluate(SET_THEME, THEMES[0])
        assert {} == {state: wrong for state, wrong in found.items() if wrong}
        ann.faults.clear()  # the connection that was cut


async def test_axe_finds_nothing_at_the_end(browser: Browser, page: Served) -> None:
    """The scores after a match, and the page after leaving, have no fault that axe finds."""
    async with phone(browser, page) as ann:
        await ann.come()
        await ann.press("menu")
        await ann.press("players")
        await ann.page.get_by_label("change rules").select_option("quick")
        await ann.page.keyboard.press("Escape")
        await ann.press("Start the match")
        await ann.plays(lambda: page.ended)
        await expect(ann.page.get_by_role("table")).to_be_visible()
        assert [] == await faults(ann.page)


async def test_axe_finds_nothing_where_a_password_is_asked(browser: Browser, tmp_path: Path) -> None:
    """The page that asks for a password has no fault, and says when it was wrong."""
    async with served(tmp_path, logins=Logins(password="x")) as page, phone(browser, page) as ann:
        await ann.come()
        await ann.page.get_by_label("password").fill("wrong")
        await ann.page.keyboard.press("Enter")
        await expect(ann.page.get_by_role("alert")).to_contain_text("password")
        assert [] == await faults(ann.page)


async def name_of_focus(page: Page) -> str:
    """Return the accessible name of what has the focus, as a screen reader reads it."""
    try:
        told = await page.locator("*:focus").aria_snapshot(timeout=500)
    except TimeoutError:  # nothing has it, or what had it has just gone
        return ""
    found = re.search(r'"((?:[^"\\]|\\.)*)"', told)
    return found[1] if found else ""


async def test_a_match_by_keyboard_and_names_alone(browser: Browser, page: Served) -> None:
    """A person plays a whole match with Tab and Enter, knowing only the names that a screen reader reads."""
    async with phone(browser, page) as ann:
        await ann.page.goto(page.origin + "/FAM1")
        await expect(ann.page.get_by_label("Your name")).to_be_visible()
        keys = ann.page.keyboard

        async def to(wanted: str | re.Pattern[str]) -> str:
            """Go on with Tab to something with that name, and return the name; empty if it is nowhere."""
            for _ in range(40):
                name = await name_of_focus(ann.page)
                if re.search(wanted, name):
                    return name
                await keys.press("Tab")
            return ""

        await to("Your name")
        await keys.type("Ann")
        await keys.press("Enter")
        await ann.seated()
        for name in ("menu", "players"):
            await to(f"^{name}$")
            await keys.press("Enter")
        await to("change rules")
        await keys.type("quick")
        await until(lambda: {"quick"} == {table.state.rules.preset for table in page.lobby.tables.values()})
        await keys.press("Escape")
        await expect(ann.page.get_by_role("dialog")).to_have_count(0)
        await to("Start the match")
        await expect(ann.page.get_by_role("button", name="Start the match")).to_be_focused()
        await keys.press("Enter")
        await expect(ann.page.get_by_role("list", name="Your hand")).to_be_visible()

        pressed: list[tuple[str, str]] = []

        async def move() -> None:
            """Press what leads on, but the same again only after the page has changed: the server slows floods down."""
            found = await to(MOVES), await ann.page.locator("main").inner_text()
            if found[0] and found not in pressed[-1:]:
                await keys.press("Enter")
                pressed.append(found)

        await within(until(lambda: page.ended, each=move, deadline=90), deadline=100)
        await expect(ann.page.get_by_role("status")).to_contain_text("The match is over")


async def test_the_focus_stays_in_the_hand(browser: Browser, page: Served) -> None:
    """After a card was played by keyboard, the focus is on a card in its place, not at the top of the page."""
    async with phone(browser, page) as ann:
        await ann.come()
        await ann.press("Start the match")
        cards = ann.button(PLAYABLE_COLORED)
        hand = ann.page.get_by_role("list", name="Your hand").get_by_role("button")
        await ann.reaches_a_card(wild=False)
        count = await hand.count()
        await cards.first.focus()
        await ann.page.keyboard.press("Enter")
        await ann.page.keyboard.press("Enter")
        await expect(hand).not_to_have_count(count)
        assert await ann.page.evaluate("document.activeElement?.closest('.hand') !== null")


async def test_a_question_has_the_focus(browser: Browser, tmp_path: Path) -> None:
    """The question for a color has the focus, and after the answer, or after drawing, the hand has it again."""
    async with served(tmp_path, pace=SLOW) as page, phone(browser, page) as ann:
        await ann.come()
        await ann.press("Start the match")
        await expect(ann.page.locator(".held").nth(6)).to_be_visible()
        keys, cards = ann.page.keyboard, ann.page.get_by_role("list", name="Your hand").get_by_role("button")
        for leaving in ("back", "yellow"):
            await ann.has("r5 W b9", "W:r W:y draw", names={"W": "Wild"})
            await cards.nth(1).focus()
            await keys.press("Enter")
            await keys.press("Enter")
            await expect(ann.button("red", exact=True)).to_be_focused()
            await ann.button(leaving).focus()
            await keys.press("Enter")
            await expect(cards.nth(1)).to_be_focused()
        await ann.has("r5 b9", "draw")
        await ann.button("Draw", exact=True).focus()
        await keys.press("Enter")
        await ann.has("r5 b9 W", "")
        await expect(cards.nth(1)).to_be_focused()


async def test_the_focus_returns_from_dialogs(browser: Browser, page: Served) -> None:
    """A dialog takes the focus; when it closes, by Escape or by a choice, what opened it has the focus again."""
    async with phone(browser, page) as ann:
        await ann.come()
        await ann.press("Start the match")
        keys = ann.page.keyboard
        for closing in ("Escape", "autopilot"):
            await ann.button("menu").focus()
            await keys.press("Enter")
            await expect(ann.button("close")).to_be_focused()
            if closing == "Escape":
                await ann.button("settings", exact=True).focus()
                await keys.press("Enter")
                await expect(ann.page.get_by_label("theme")).to_be_visible()
                await expect(ann.button("close")).to_be_focused()
                await keys.press("Escape")
            else:
                await ann.button("autopilot").focus()
                await keys.press("Enter")
            await expect(ann.button("menu")).to_be_focused()


async def test_events_are_read_out(browser: Browser, page: Served) -> None:
    """Events appear in a live region, as text in the order in which they happened."""
    async with phone(browser, page) as ann:
        await ann.come()
        await ann.press("Start the match")
        log = ann.page.get_by_role("log")
        await expect(log).to_contain_text("The first card is")
        assert "" != await log.get_attribute("aria-label")


async def test_seats_are_said_as_everywhere(browser: Browser, page: Served) -> None:
    """The page puts seats into words from its labels, as the server does for lines, with every plural form."""
    counts = (0, 1, 2, 3, 6, 7, 10, 11, 21, 107)
    states = [SeatView(count, count, playing=count != 3, called=count == 1, owes_call=count == 2) for count in counts]
    sitters = [Sitter.NOBODY, *[Sitter.HUMAN] * 4, *[Sitter.BOT] * 5]
    levels = [*[""] * 5, *LEVELS, "expert"]
    seats = [
        SeatInfo(
            sitter,
            name * (sitter is not Sitter.NOBODY),
            away=name == "B",
            autopilot=name == "C",
            host=name == "D",
            level=level,
            plays_as="hard" if name == "J" else "",
        )
        for sitter, name, level in zip(sitters, "ABCDEFGHIJ", levels, strict=True)
    ]
    async with phone(browser, page) as ann:
        await ann.come()
        await ann.seated()
        for you, turn, teams, language in itertools.product((None, 4), (4, 5), ("off", "pairs", "halves"), LANGUAGES):
            rules = Rules.parse("classic", [f"teams={teams}"])
            count = rules.teams_of(10) if teams != "off" else 0
            sides = [seat % count if count else None for seat in range(10)]
            playing = tuple(replace(state, team=side) for state, side in zip(states, sides, strict=True))
            sitting = tuple(replace(seat, team=side) for seat, side in zip(seats, sides, strict=True))
            view = table_view(game_view(you=you, turn=turn, seats=playing, rules=rules), seats=sitting)
            lines: list[str] = []
            JsonSession(FakeHandle(view).connect, Words(language), lines.append)
            written = json.loads(lines[0])
            told = {"language": language, "labels": dict(labels(language)), "view": written}
            assert [seat["text"] for seat in written["seats"]] == await ann.page.evaluate(SEATS, told)


async def test_half_the_window_and_twice_the_size(browser: Browser, tmp_path: Path) -> None:
    """At twice the size the page is used by scrolling down; nothing is wider than the window."""
    async with served(tmp_path, pace=SLOW) as page, phone(browser, page, (640, 400)) as ann:
        await ann.come()
        await ann.press("Start the match")
        await expect(ann.page.locator(".held").nth(6)).to_be_visible()
        assert await ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await ann.page.locator(".held").last.scroll_into_view_if_needed()
        await expect(ann.page.locator(".held").last).to_be_in_viewport()


async def test_nothing_moves_for_people_who_want_no_motion(browser: Browser, page: Served) -> None:
    """With the system's wish for less motion, no card slides."""
    async with phone(browser, page, reduced_motion="reduce") as ann:
        await ann.come()
        await ann.press("Start the match")
        await expect(ann.page.locator(".shown")).to_be_visible()
        assert "none" == await ann.page.locator(".shown").evaluate("(one) => getComputedStyle(one).animationName")
        assert "0s" == await ann.page.locator(".held").first.evaluate(
            "(one) => getComputedStyle(one).transitionDuration"
        )
