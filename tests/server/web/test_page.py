"""The page in Chromium: what it shows, how it is played, and that it comes back."""

import asyncio
import itertools
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, WebSocket, WebSocketRoute, expect

from tests.server.clients import Viewer, connected
from tests.server.web.phones import DESKTOP, PHONE, PLAYABLE, TABLET, Phone, phone
from tests.server.web.sockets import Served, Values, served, socket
from tests.terminals import shown
from tests.views import game_view, table_view
from tests.waiting import until, within
from uno_server.ssh.logins import Logins
from uno_server.web.labels import labels
from uno_tui.game.view import Phase, SeatView
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.table.protocol import Right, SeatInfo, Sitter
from uno_tui.table.state.pace import Pace

KEYS = b"1rdkt"
"""Plays the first playable card and chooses red, else draws and keeps, or takes; what is not due is refused."""
LINES = b"1\nred\ndraw\nkeep\ntake\n"
"""The same in lines."""
SLOW = Pace(think=(600, 600), notice=(600, 600), moment=600, scores=600)
"""Bots that stand still, so that a picture does."""


async def test_phones_a_screen_and_lines_play_a_match_together(browser: Browser, page: Served) -> None:
    """Two phones, a full screen over ssh and a person in lines play a match at one table, and all see its end."""
    async with (
        phone(browser, page) as ann, phone(browser, page, DESKTOP) as bob,
        connected(page.server, name="cyd") as cyd, connected(page.server, name="dan") as dan,
        socket(page) as watching,
    ):  # fmt: skip  # one thought
        await ann.come()
        await ann.seated()
        await ann.asks(type="rules", rules="quick hand_size=4")  # a short match
        await watching.enter("TV", code="FAM1", watch=True)
        await watching.until("view")
        await bob.come(name="Bob")
        await bob.seated()
        screen, cyds = await within(cyd.create_session(
            Viewer, "join FAM1", term_type="xterm-256color", term_size=(100, 30), encoding=None))  # fmt: skip
        lines, dans = await within(dan.create_session(Viewer, "plain join FAM1", encoding=None))
        over: list[Values] = []

        async def others() -> None:
            """Let the screen and the lines play at their turns."""
            while not over:
                view = await watching.until("view")
                if view["stage"] == "over":
                    over.append(view)
                elif view["game"] and view["game"]["turn"] == 3:
                    screen.write(KEYS)
                elif view["game"] and view["game"]["turn"] == 4:
                    lines.write(LINES)

        await within(asyncio.gather(others(), ann.plays(lambda: over), bob.plays(lambda: over)), deadline=60)
        won = "won the match|won round"
        await expect(ann.button("rematch", exact=True)).to_be_visible()
        for person in (ann, bob):
            await expect(person.page.get_by_role("status")).to_contain_text("The match is over")
            await expect(person.page.get_by_role("table")).to_contain_text("cyd")
        await until(lambda: re.search(won, shown(cyds.data, (100, 30))))
        await until(lambda: re.search(rb"won the match", dans.data))


async def test_a_page_comes_back_by_itself(browser: Browser, page: Served) -> None:
    """After a lost connection, and after being loaded again, the page is back at the same seat with the same hand."""
    async with phone(browser, page) as ann:
        await ann.come()
        await ann.press("Start the match")
        hand = ann.page.get_by_role("list", name="Your hand")
        await expect(ann.page.locator(".turn.you")).to_be_visible()  # bots may have made her draw before
        cards = await names(hand)
        for visit in page.page.visits:
            visit.abort()
        await until(lambda: page.page.visits)
        await expect(ann.page.get_by_text("You are back").first).to_be_visible()
        assert cards == await names(hand)
        await ann.page.reload()
        await expect(hand.get_by_role("button")).to_have_count(len(cards))
        assert cards == await names(hand)
        assert page.origin + "/FAM1" == ann.page.url
        ann.faults.clear()  # Chromium reports the aborted connection


async def test_a_page_without_a_connection_says_so(browser: Browser, page: Served) -> None:
    """If no connection can be opened at all, as behind a proxy that lacks WebSockets, the page says so in words."""
    async with phone(browser, page, locale="ka-GE") as ann:
        await ann.page.route_web_socket("**/-/socket*", lambda opened: opened.close())
        await ann.page.goto(page.origin)
        await expect(ann.page.get_by_role("alert")).to_contain_text(labels("ka")["lost"])


async def test_a_password_is_typed_once(browser: Browser, tmp_path: Path) -> None:
    """The server's password is asked for once in a tab: not after a lost connection, nor when it is loaded again."""
    async with served(tmp_path, logins=Logins(password="secret")) as page, phone(browser, page) as ann:
        await ann.come()
        await ann.page.get_by_label("password").fill("secret")
        await ann.page.keyboard.press("Enter")
        await ann.seated()
        for visit in page.page.visits:
            visit.abort()
        await expect(ann.page.get_by_role("log")).to_contain_text("You are back")
        await ann.page.reload()
        await ann.seated()
        ann.faults.clear()  # Chromium reports the aborted connection


async def names(hand: Locator) -> list[str]:
    """Return the cards of a hand, without what can be done with them."""
    found = [await one.get_attribute("aria-label") or "" for one in await hand.get_by_role("button").all()]
    return [name.removesuffix(", can be played") for name in found]


async def test_a_second_page_takes_the_seat_and_can_give_it_back(browser: Browser, page: Served) -> None:
    """A second page of the same browser takes the seat over; the first says so, and returns on request."""
    async with phone(browser, page) as ann:
        await ann.come()
        await ann.seated()
        other = Phone(await ann.page.context.new_page(), page)
        await other.page.goto(page.origin + "/FAM1")
        await other.seated()
        await expect(ann.page.get_by_role("status")).to_contain_text("another session")
        await ann.press("return")
        await ann.seated()
        await expect(other.button("return", exact=True)).to_be_visible()


async def test_the_page_works_at_an_ipv6_address(browser: Browser, page: Served) -> None:
    """At an IPv6 address the page connects, and its console has no complaint about the policy."""
    port = page.page.listen("::1", 0)
    async with phone(browser, page) as ann:
        await ann.page.goto(f"http://[::1]:{port}/FAM1")
        await ann.page.get_by_label("Your name").fill("Ann")
        await ann.page.keyboard.press("Enter")
        await ann.seated()


async def test_names_and_chat_are_text(browser: Browser, page: Served) -> None:
    """Markup in a name or in chat is shown as it was typed."""
    typed = "<img src=x onerror=alert(1)>"
    async with phone(browser, page) as ann, phone(browser, page) as bob:
        await ann.come()
        await ann.seated()
        await bob.come(name="<b>x</b>")
        await bob.press("Chat")
        await bob.page.get_by_label("Message", exact=True).fill(typed)
        await bob.page.keyboard.press("Enter")
        await expect(ann.page.get_by_role("log")).to_contain_text(f"<b>x</b>: {typed}")
        await expect(ann.page.get_by_role("log")).to_contain_text("<b>x</b> sat down")  # the entry before it
        assert 0 == await ann.page.locator("img[src=x], .seats b:not(.cards b)").count()


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP], ids=str)
async def test_everything_fits(browser: Browser, page: Served, size: tuple[int, int]) -> None:
    """In every language, with two to ten players, nothing is wider than the window, and cards are large."""
    hand, legal = "r5 r7 y2 gS b+2 W W4", ("r5", "r7", "W:r", "W4:r", "draw")
    async with phone(browser, page, size) as ann:
        await ann.come()
        await ann.seated()
        for language, count in itertools.product(LANGUAGES, (2, 4, 10)):
            seats = tuple(SeatInfo(Sitter.HUMAN, f"გიორგი-ალექსან{seat}", host=not seat) for seat in range(count))
            states = (SeatView(7, 480, playing=True, called=False, owes_call=False),) * count
            game = game_view(hand, legal=legal, seats=states, round=12)
            await ann.shows(table_view(game, seats=seats, rights=frozenset({Right.CHAT})), language)
            await fits(ann, size, Words(language))


async def fits(ann: Phone, size: tuple[int, int], words: Words) -> None:
    """Assert that a table in play fits into the window."""
    width, height = size
    found = await ann.page.evaluate("""() => ({
        wide: document.documentElement.scrollWidth,
        high: document.documentElement.scrollHeight,
        cards: [...document.querySelectorAll(".held")].map((one) => one.getBoundingClientRect().toJSON()),
        seats: [...document.querySelectorAll(".seat")].map((one) => one.getBoundingClientRect().toJSON()),
        buttons: [...document.querySelectorAll(".actions button, .title button")].map(
            (one) => one.getBoundingClientRect().toJSON()),
    })""")
    assert found["wide"] <= width
    assert found["high"] <= height
    assert all(one["width"] >= 44 and one["height"] >= 64 for one in found["cards"])
    assert all(one["y"] >= height * 0.6 for one in found["cards"])
    assert all(one["height"] >= 24 and one["x"] >= 0 and one["right"] <= width for one in found["buttons"])
    assert all(one["bottom"] <= found["cards"][0]["y"] for one in found["seats"])
    if size == PHONE:
        assert all(one["y"] >= height * 2 / 3 - 20 for one in found["cards"])
    assert words.language == await ann.page.evaluate("document.documentElement.lang")


async def test_a_card_is_raised_and_then_played(browser: Browser, page: Served) -> None:
    """A first tap raises a card and changes nothing; the wide button, or a second tap, plays it."""
    async with phone(browser, page) as ann:
        await ann.come()
        await ann.press("Start the match")
        cards, play = ann.button(PLAYABLE), ann.button(re.compile("^Play "))
        hand = ann.page.get_by_role("list", name="Your hand").get_by_role("button")
        for second in (cards.first, play):
            await ann.reaches_a_card()
            count = await hand.count()
            await cards.first.click()
            await expect(cards.first).to_have_attribute("aria-pressed", "true")
            assert count == await hand.count()
            await second.click()
            choice = ann.page.get_by_role("group", name="Choose a color.").get_by_role("button")
            if await choice.count():
                await choice.first.click()
            await expect(hand).not_to_have_count(count)


async def test_a_hint_raises_its_card(browser: Browser, page: Served) -> None:
    """A hint says what to do and why, raises the card that it names, and stays until the next move."""
    async with phone(browser, page) as ann:
        await ann.come()
        assert 0 == await ann.button("hint").count()
        await ann.press("Start the match")
        await ann.reaches_a_card()
        status, shown = ann.page.get_by_role("status").last, ann.page.locator(".held.chosen")
        asked = await status.inner_text()
        await ann.press("hint")
        await expect(status).not_to_have_text(asked)
        hint = await status.inner_text()
        assert await shown.count() == (not hint.startswith("Draw"))
        while hint == await status.inner_text():
            await ann.tap()


async def test_the_advised_color_is_marked_while_it_is_asked_for(browser: Browser, page: Served) -> None:
    """While the page asks for the color of the advised card, the hint stays, and its color is marked and focused."""
    sockets: list[WebSocketRoute] = []

    def opened(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    async with phone(browser, page) as ann:
        await ann.page.route_web_socket("**/-/socket*", opened)
        await ann.come()
        await ann.seated()
        game = game_view("g5 g7 W", legal=("W:r", "W:y", "W:g", "W:b", "draw"))
        await ann.shows(table_view(game))
        hint = {"type": "hint", "version": 1, "action": "W:g", "text": "Play Wild and choose green."}
        sockets[-1].send(json.dumps(hint))
        await ann.press("Play Wild")
        choice = ann.page.get_by_role("group", name="Choose a color.")
        await expect(choice.locator("[aria-current=true]")).to_have_text("g green")
        await expect(choice.get_by_role("button", name="green")).to_be_focused()
        await expect(ann.page.get_by_role("status").last).to_have_text("Play Wild and choose green.")


async def test_a_hint_is_offered_only_where_there_is_a_choice(browser: Browser, page: Served) -> None:
    """With one action, such as to deal the next round, there is no button for a hint; with two there is."""
    async with phone(browser, page) as ann:
        await ann.come()
        await ann.seated()
        for legal, shown in ((("deal",), 0), (("draw",), 0), (("g5", "draw"), 1)):
            await ann.shows(table_view(game_view("g5 g7", legal=legal)))
            await expect(ann.button("hint")).to_have_count(shown)


async def test_a_name_keeps_its_small_letter(browser: Browser, page: Served) -> None:
    """A headline or a button that begins with a person's name shows the name as it was typed."""
    async with phone(browser, page) as ann:
        await ann.come()
        await ann.seated()
        seats = tuple(SeatInfo(Sitter.HUMAN, name) for name in ("ann", "root", "cyd"))
        game = game_view("r7", legal=("r7@2", "r7@3"))
        await ann.shows(table_view(game, seats=seats))
        await ann.button(PLAYABLE).click()
        await ann.button(re.compile("^Play ")).click()
        assert "none" == await first_letter(ann.button("root", exact=True))
        await ann.shows(table_view(replace(game, phase=Phase.OVER, legal=(), winner=1), seats=seats))
        assert "none" == await first_letter(ann.page.locator(".scores h2"))


async def first_letter(text: Locator) -> str:
    """Return how the first letter of a text is changed: ``uppercase``, or ``none``."""
    return str(await text.evaluate("one => getComputedStyle(one, '::first-letter').textTransform"))


async def test_the_room_sees_the_table(browser: Browser, page: Served) -> None:
    """The view for the whole room has the table, a code to scan, and no hand."""
    async with phone(browser, page) as ann, phone(browser, page, DESKTOP) as room:
        await ann.come()
        await ann.seated()
        await room.page.goto(page.origin + "/FAM1/tv")
        await expect(room.page.get_by_role("list", name="Seats")).to_contain_text("free seat")
        assert 0 == await room.page.locator("button").count()
        await ann.press("Start the match")
        await expect(room.page.get_by_role("list", name="Seats")).to_contain_text("cards")
        await expect(room.page.get_by_role("img", name=re.compile("QR code of"))).to_be_visible()
        assert 0 == await room.page.get_by_role("list", name="Your hand").count()
        assert 0 == await room.page.locator("button").count()
        assert "[]" == await room.page.evaluate("JSON.stringify(Object.keys(localStorage))")


async def test_settings_hold(browser: Browser, page: Served) -> None:
    """Theme, language and motion change at once, and are the same when the page is loaded again."""
    async with phone(browser, page, reduced_motion="no-preference") as ann:
        await ann.come()
        await ann.press("menu")
        await ann.press("settings")
        await ann.page.get_by_label("theme").select_option("color-blind")
        await ann.page.get_by_label("motion").uncheck()
        await ann.page.get_by_label("language").select_option("ga")
        for again in (False, True):
            if again:
                await ann.page.reload()
            await expect(ann.page.locator("html[lang=ga][data-theme=color-blind][data-motion=off]")).to_have_count(1)
            await expect(ann.page.get_by_role("log")).to_contain_text(Words("ga")("You sat down"))


async def test_the_code_in_the_picture_leads_here(page: Served) -> None:
    """The picture to scan holds the table's address."""
    assert f"{page.origin}/FAM1" == page.page.table_url("FAM1", page.origin)
    page.page.public_url = lambda: "http://192.168.1.7:2280"
    assert "http://192.168.1.7:2280/FAM1" == page.page.table_url("FAM1", page.origin)
    assert "http://10.0.0.1:80/FAM1" == page.page.table_url("FAM1", "http://10.0.0.1:80")


async def test_every_move_has_its_button(browser: Browser, tmp_path: Path) -> None:
    """Every legal action of a view can be chosen on the page, and exactly that action is sent."""
    legal = "r5 r5! r5x2 r7@2 r7@3 W:r W:y! W:y draw keep take challenge uno catch:2 deal jump:b9"
    ways: dict[str, tuple[int, tuple[str, ...]]] = {
        "r5": (0, ("^Play red 5$",)),
        "r5!": (0, ("^UNO!$", "^Play red 5 and call UNO$")),
        "r5x2": (0, ("^Play two",)),
        "r7@3": (1, ("^Play red 7$", "^Bran$")),
        "W:y": (2, ("^Play Wild$", "yellow$")),
        "W:y!": (2, ("^UNO!$", "^Play Wild", "yellow$")),
        "jump:b9": (3, ("^Jump in with",)),
        "draw": (0, ("^Draw$",)),
        "keep": (0, ("^Keep the card$",)),
        "take": (0, ("^Take the penalty$",)),
        "challenge": (0, ("^Challenge$",)),
        "uno": (0, ("^Call UNO$",)),
        "catch:2": (0, ("^Catch Ada$",)),
        "deal": (0, ("^Deal the next round$",)),
    }
    async with served(tmp_path, pace=SLOW) as page, phone(browser, page) as ann:
        sent: list[str] = []
        answers: list[object] = []

        def listen(opened: WebSocket) -> None:
            opened.on("framesent", lambda frame: sent.append(str(frame)))
            opened.on("framereceived", lambda frame: answers.append(frame))  # noqa: PLW0108 -- no builtin is taken

        ann.page.on("websocket", listen)
        await ann.come()
        await ann.press("Start the match")
        await expect(ann.page.locator(".held").nth(6)).to_be_visible()
        names = {"r5": "red 5", "r7": "red 7", "W": "Wild", "b9": "blue 9"}
        for action, (card, buttons) in ways.items():
            await ann.has("r5 r7 W b9", legal, names=names)
            await ann.page.locator(".held").nth(card).click()
            before = len(answers)
            for name in buttons:
                await ann.button(re.compile(name)).locator("visible=true").last.click()
            wanted = f'"action":"{action}"'
            await until(lambda: sent and wanted in sent[-1])  # noqa: B023 -- waited for in this turn
            await until(lambda: len(answers) > before)  # noqa: B023 -- the same


async def test_partners_are_shown_and_win_together(browser: Browser, page: Served) -> None:
    """A table of teams is opened on the page; the partner has a sign, and a name for people who hear the page.

    After the match both winners are marked, and partners share one score.
    """
    async with phone(browser, page) as ann:
        await ann.come("/")
        await ann.page.get_by_text("new table", exact=True).click()
        for name, value in (("preset", "quick"), ("bots", "3"), ("teams", "pairs sit opposite")):
            await ann.page.locator(f"select[name={name}]").select_option(value)
        await ann.press("open the table")
        await ann.seated()
        seats = ann.page.get_by_role("list", name="Seats")
        await expect(seats.get_by_role("listitem").nth(2)).to_contain_text("your partner")
        await expect(seats.locator(".name", has_text="& ")).to_have_count(1)
        scores = ann.page.get_by_role("table")
        over: list[int] = []

        async def tap() -> None:
            await ann.tap()
            over.extend(range(await scores.count()))

        await until(lambda: over, each=tap, deadline=60)
        await expect(scores.locator("tr.won")).to_have_count(2)
        await expect(scores.locator("th", has_text="& ")).to_have_count(2)
        await expect(ann.page.get_by_role("status")).to_contain_text(re.compile("your team won|& .* won"))
