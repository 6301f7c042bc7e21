"""A page's visit over its WebSocket: coming in, playing, coming back, and being refused."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.server.clients import Viewer, connected
from tests.server.web.sockets import Served, Socket, Values, served, socket
from tests.waiting import until, within
from uno_server.limits import Limits
from uno_server.ssh.logins import Logins
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.table.options import TableOptions, User
from uno_tui.table.state.pace import Pace


async def play_on(page: Socket, view: Values, chance: random.Random) -> Values:
    """Play whatever is legal until the match is over; return the last view."""
    while view["stage"] != "over":
        if view["game"] and view["game"]["legal"]:
            await page.send(type="act", action=chance.choice(view["game"]["legal"]), version=view["version"])
        view = await page.until("view")
    return view


async def test_a_page_plays_a_match(page: Served) -> None:
    """A page comes in with a name alone, opens a table, and plays a match by the legal actions of its views."""
    async with socket(page) as ann:
        entered = await ann.enter(code="FAM1")
        assert ("Ann", True, True) == (entered["name"], entered["guest"], entered["lobby"])
        await ann.until("view")
        await ann.send(type="rules", rules="quick")
        await ann.send(type="start")
        view = await play_on(ann, await ann.until("view"), random.Random(1))
        assert view["game"]["winner"] is not None
        assert "FAM1" == view["code"]


async def test_a_seat_is_kept_and_the_code_leads_back(page: Served) -> None:
    """A page whose connection is gone has its seat, and its resume code brings it back with the same hand."""
    async with socket(page) as ann:
        entered = await ann.enter(code="FAM1")
        await ann.send(type="start")
        before = await ann.until(lambda one: one["type"] == "view" and one["game"])
    async with socket(page) as again:
        back = await again.enter("", resume=entered["resume"])
        assert "Ann" == back["name"]
        view = await again.until("view")
        assert (before["you"], "FAM1") == (view["you"], view["code"])
        assert not view["seats"][view["you"] - 1]["away"]


async def test_a_code_is_tried_before_the_name(tmp_path: Path) -> None:
    """Before a person types a name they learn that a code leads to no table; each wrong code counts as a guess."""
    async with served(tmp_path) as page, socket(page) as ann, socket(page) as bob:
        await bob.enter("Bob", code="BDFHKM")
        guesses = page.server.admission.counters.guesses
        before = guesses["table-code"]
        await ann.until("hello")
        await ann.send(type="find", code="bdfhkm")
        assert {"type": "found", "code": "bdfhkm"} == await ann.next()
        assert before == guesses["table-code"]
        for code, error in (("BDFHKN", "near_code"), ("a-b", "bad_code")):
            await ann.send(type="find", code=code)
            assert error == (await ann.until("error"))["error"]
        assert before + 2 == guesses["table-code"]
        await ann.send(type="find", code="BDFHKN")  # asked for again, it opens a table
        await ann.until("found")
        await ann.send(type="enter", name="Ann", code="BDFHKN")
        assert "BDFHKN" == (await ann.until("view"))["code"]
        assert before + 3 == guesses["table-code"]  # once for each time it was looked for, not for entering


@pytest.mark.parametrize("logins", [Logins(password="secret"), Logins(guests=False)], ids=["password", "keys"])
async def test_no_code_is_tried_where_guests_may_not_enter(tmp_path: Path, logins: Logins) -> None:
    """Whether a table exists is not told to people who could not sign in."""
    async with served(tmp_path, logins=logins) as page, socket(page) as ann:
        await ann.until("hello")
        await ann.send(type="find", code="a-b")
        await ann.until("found")
        assert 0 == page.server.admission.counters.guesses["table-code"]


async def test_a_wrong_resume_code_is_said(page: Served) -> None:
    """A resume code that nobody has is refused, and the page may come in by name."""
    async with socket(page) as ann:
        assert "no_guest" == (await ann.enter(resume="BCDF-GHJK-MNPQ"))["error"]
        await ann.send(type="enter", name="Ann")
        assert "Ann" == (await ann.until("entered"))["name"]


async def test_the_same_person_twice_is_one(page: Served) -> None:
    """A second page with the same resume code takes over the seat; the first shows why and is closed."""
    async with socket(page) as first:
        entered = await first.enter(code="FAM1")
        await first.until("view")
        async with socket(page) as second:
            await second.enter("", resume=entered["resume"])
            await second.until("view")
            assert "taken_over" == (await first.until("closed"))["reason"]
            await first.closed()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_labels_and_sentences_have_the_language(page: Served, language: str) -> None:
    """Labels, views and log entries are in the language asked for; a change sends all of them again."""
    async with socket(page, f"?language={language}") as ann:
        hello = await ann.until("hello")
        words = Words(language)
        assert (language, words("Draw")) == (hello["language"], hello["labels"]["draw"])
        await ann.send(type="enter", name="Ann", code="FAM1")
        view = await ann.until("view")
        assert words("You sat down") == view["log"][0]["text"]
        other = "ga" if language == "en" else "en"
        await ann.send(type="language", language=other)
        assert other == (await ann.until("hello"))["language"]
        assert Words(other)("You sat down") == (await ann.until("view"))["log"][0]["text"]


async def test_the_browsers_language_is_the_first(page: Served) -> None:
    """Without a choice the page speaks the first language of the browser that we know."""
    async with socket(page, Accept_Language="de-DE,ka;q=0.8,en;q=0.5") as ann:
        assert "ka" == (await ann.until("hello"))["language"]


async def test_the_lobby_is_there_where_it_is(page: Served) -> None:
    """Without a table a page sees the lobby, talks there, opens a table by its options, and comes back by leaving."""
    async with socket(page) as ann, socket(page) as bob:
        await ann.enter()
        assert [] == (await ann.until("lobby"))["tables"]
        await bob.enter("Bob")
        await bob.until("lobby")
        await bob.send(type="chat", text="<b>hi</b>")
        talk = await ann.until(lambda one: one["type"] == "lobby" and one["talk"])
        assert "Bob: <b>hi</b>" == talk["talk"][0]["text"]
        await ann.send(type="new", options="party seats=3 bots=1")
        view = await ann.until("view")
        assert (3, "party") == (len(view["seats"]), view["rules"])
        listed = await bob.until(lambda one: one["type"] == "lobby" and one["tables"])
        assert (view["code"], 1) == (listed["tables"][0]["code"], listed["tables"][0]["free"])
        await bob.send(type="join", code=view["code"])
        assert 3 == (await bob.until("view"))["you"] + (await ann.until("view"))["you"]
        await ann.send(type="leave")
        assert "left" == (await ann.until("closed"))["reason"]
        await ann.until("lobby")


async def test_a_server_of_one_table_has_no_lobby(tmp_path: Path) -> None:
    """Without a lobby a page without a code sits down at the one table, and can sit down again after leaving."""
    async with served(tmp_path, with_lobby=False) as page:
        async with socket(page) as ann:
            await ann.enter(code="FAM1")
            await ann.until("view")
            page.service.table = "FAM1"
            async with socket(page) as bob:
                await bob.enter("Bob")
                assert "FAM1" == (await bob.until("view"))["code"]
                await bob.send(type="leave")
                await bob.until("closed")
                await bob.send(type="quick")
                await bob.send(type="join", code="FAM1")
                assert "FAM1" == (await bob.until("view"))["code"]
        assert ["FAM1"] == list(page.lobby.tables)


async def test_watching_shows_no_hand(page: Served) -> None:
    """A page that watches, as for the whole room, has no seat and no hand."""
    async with socket(page) as ann, socket(page) as room:
        await ann.enter(code="FAM1")
        await ann.send(type="start")
        await ann.until(lambda one: one["type"] == "view" and one["game"])
        await room.enter("TV", code="FAM1", watch=True)
        view = await room.until("view")
        assert (None, [], []) == (view["you"], view["game"]["hand"], view["game"]["legal"])


async def test_after_many_wrong_passwords_a_right_one_waits_as_well(tmp_path: Path) -> None:
    """Nothing is looked at until the client is forgiven, so whoever connects again instead of waiting gains nothing."""
    limits = Limits(guess_burst=1, guess_rate=5.0)
    async with served(tmp_path, logins=Logins(password="secret"), limits=limits) as page:
        clock = asyncio.get_running_loop()
        began, address = clock.time(), "127.0.0.1"
        owed = [page.server.admission.guess("password", address) for _ in range(4)][-1]
        assert owed == pytest.approx(0.6, abs=0.1)
        async with socket(page) as ann:
            assert "entered" == (await ann.enter(password="secret"))["type"]
        assert clock.time() - began > owed - 0.01
        assert 0 == page.server.admission._guesses.owed("password", address, limits, clock.time())


@pytest.mark.parametrize(("public", "rate"), [(True, 0.01), (False, 5.0)])
async def test_a_private_code_waits_after_many_wrong_ones(tmp_path: Path, public: bool, rate: float) -> None:
    """Codes of private tables are not found faster by connecting again; those of public tables are in the list."""
    async with served(tmp_path, limits=Limits(guess_burst=1, guess_rate=rate)) as page, socket(page) as ann:
        await page.lobby.open(User("host:", "host"), lambda _: None, TableOptions(public=public), "FAM1")
        await ann.until("hello")
        clock = asyncio.get_running_loop()
        began = clock.time()
        owed = [page.server.admission.guess("table-code", "127.0.0.1") for _ in range(4)][-1]
        await ann.send(type="find", code="FAM1")
        assert "FAM1" == (await ann.until("found"))["code"]
        assert public or clock.time() - began > owed - 0.01


async def test_a_password_is_asked_for(tmp_path: Path) -> None:
    """A server with a password asks the page for it."""
    async with served(tmp_path, logins=Logins(password="secret")) as page, socket(page) as ann:
        assert "password" == (await ann.enter())["error"]
        await ann.send(type="enter", name="Ann", password="secret")
        await ann.until("entered")


async def test_guests_are_refused_where_keys_are_needed(tmp_path: Path) -> None:
    """A server for keys only lets no page in, and says why."""
    async with served(tmp_path, logins=Logins(guests=False)) as page, socket(page) as ann:
        refusal = await ann.enter()
        assert ("key", "You need an ssh key that this server accepts.") == (refusal["error"], refusal["text"])


async def test_operators_see_and_send_away_who_came_by_browser(page: Served) -> None:
    """`who` lists people of the page, `mute` and `ban` work on them; a banned address cannot open the page again."""
    async with socket(page) as ann:
        await ann.enter(code="FAM1")
        await ann.until("view")
        person = page.page.visits[0].person
        operator = person.__class__("ssh:SHA256:x", "op", guest=False, operator=True)
        assert "Ann" in (await page.operators.answer(operator, ["who"]))[0]
        await page.operators.answer(operator, ["mute", "Ann"])
        await ann.send(type="chat", text="hello")
        await ann.until(lambda one: one["type"] == "notice" and one["kind"] == "silenced")
        await page.operators.answer(operator, ["ban", "Ann"])
        assert "banned" == (await ann.until("closed"))["reason"]
        await ann.closed()
    async with socket(page) as again:
        refusal = await again.enter()
        assert ("banned", "An operator has banned you from this server.") == (refusal["error"], refusal["text"])


async def test_a_drained_server_lets_only_its_people_back(page: Served) -> None:
    """While the server is drained, a page comes back to its seat, and nobody new comes in."""
    async with socket(page) as ann:
        entered = await ann.enter(code="FAM1")
        await ann.until("view")
    page.lobby.openings.draining = True
    async with socket(page) as bob:
        assert "drained" == (await bob.enter("Bob"))["error"]
    async with socket(page) as ann:
        await ann.enter("", resume=entered["resume"])
        await ann.until("view")


async def test_a_page_and_ssh_sit_together(page: Served) -> None:
    """A person with ssh in lines and a page play at the same table and see each other."""
    async with socket(page) as ann, connected(page.server, name="bob") as bob:
        await ann.enter(code="FAM1")
        await ann.until("view")
        _, lines = await within(bob.create_session(Viewer, "plain join FAM1", encoding=None))
        await ann.until(lambda one: one["type"] == "view" and "bob" in (one["log"] or [{"text": ""}])[-1]["text"])
        await ann.send(type="chat", text="hello bob")
        await until(lambda: b"hello bob" in lines.data)


async def test_the_end_of_the_server_is_told(tmp_path: Path) -> None:
    """When the server stops, it sends every page the reason before closing the connection."""
    async with served(tmp_path) as page, socket(page) as ann:
        await ann.enter(code="FAM1")
        await ann.until("view")
        await within(page.page.stop())
        assert "server_stopped" == (await ann.until("closed"))["reason"]
        await ann.closed()


async def test_an_idle_page_is_warned_and_ends_outside_a_match(tmp_path: Path) -> None:
    """A page that asks nothing for long is warned, then ended, but not while its person plays a match."""
    limits = Limits(idle_seconds=0.6, idle_warning_seconds=0.3)
    async with served(tmp_path, limits=limits, pace=Pace()) as page, socket(page) as ann, socket(page) as bob:
        await bob.enter("Bob", code="FAM1")
        await bob.send(type="start")
        await bob.until(lambda one: one["type"] == "view" and one["game"])
        await ann.enter()
        for _ in range(2):
            assert "idle" == (await ann.until("notice"))["kind"]
            await ann.send(type="view")  # somebody is here
        assert "idle" == (await ann.until("closed"))["reason"]
        await ann.closed()
        assert not bob.socket.closed
