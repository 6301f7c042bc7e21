"""The daily deal on a server: one try a person, and a board that follows from the records."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.journals import StoredHouse
from tests.server.app.test_game_over_ssh import LARGE, Serving, serving
from tests.tables import Person, now
from tests.terminals import Terminal, ran
from tests.tui.visiting import visiting
from uno_server.app.daily import DailyDeals
from uno_tui.daily import GRACE, NoReplayError, day_at, options_of, seed_of
from uno_tui.i18n import Words
from uno_tui.journal.layout.schema import VERSION
from uno_tui.lobby.visit import Visit
from uno_tui.plain.lobby import PlainLobby
from uno_tui.speech.daily import page_lines
from uno_tui.table.options import EntryError, EntryProblem, User
from uno_tui.table.protocol import Stage
from uno_tui.tui.lobby.daily import DailyScreen

__all__ = ["serving"]
NOON = 1_796_126_400
"""Noon of 1 December 2026 in UTC."""
WORDS = Words("en")


class Server:
    """A lobby with a journal, and its daily deals."""

    def __init__(self, folder: Path) -> None:
        self.house = StoredHouse(folder, NOON)
        self.deals = DailyDeals(self.house.lobby, self.house.journal, lambda: self.house.today)

    def enter(self, person: Person) -> Person:
        return person.holds(now(self.deals.enter(person.user, person)))

    def finish(self, person: Person) -> None:
        """Play to the end of the match, then leave."""
        while person.view.stage is not Stage.OVER:
            if person.on_turn:
                person.move()
            else:
                self.house.clock.pass_(0.2)
        person.handle.leave()

    def board(self) -> list[str]:
        return [one.name for one in self.house.journal.daily.board(day_at(self.house.today))]

    def page(self, person: Person) -> list[str]:
        page = now(self.deals.page(person.user))
        return page_lines(WORDS, page) if page else []

    def is_over(self, person: Person) -> bool:
        page = now(self.deals.page(person.user))
        return page is not None and page.history.over and not page.seated

    def refusal(self, person: Person) -> EntryProblem:
        with pytest.raises(EntryError) as refused:
            self.enter(person)
        return refused.value.problem


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path / "data")


def test_a_finished_try_stands_on_the_board_and_is_the_only_one(server: Server) -> None:
    """The page has the board, the person's own line and the rest; the next day there is another deal."""
    ann = server.enter(Person("Ann"))
    assert [] == server.board()
    assert "No finished tries yet." in server.page(ann)
    server.finish(ann)
    assert ["Ann"] == server.board()
    page = server.page(ann)
    assert "Daily deal of 2026-12-01" == page[0]
    assert page[1].startswith("  1 Ann ")
    assert any(line.startswith("UNO daily 2026-12-01: ") and line.endswith("streak 1") for line in page)
    assert EntryProblem.PLAYED_DAILY is server.refusal(Person("Ann"))
    server.house.today += 86400
    server.enter(Person("Ann"))


def test_a_second_session_takes_over_the_try(server: Server) -> None:
    """The same key in another terminal gets the seat, also after midnight, and no second try."""
    first = server.enter(Person("Ann"))
    hand = first.view.game and first.view.game.hand
    server.house.today += 86400
    second = server.enter(Person("Ann"))
    assert second.view.game
    assert hand == second.view.game.hand
    assert 1 == len(server.house.lobby.tables)


def test_a_lost_connection_keeps_the_seat_and_leaving_ends_the_try(server: Server) -> None:
    """A try that was left is over without a place on the board."""
    ann = server.enter(Person("Ann"))
    ann.handle.drop()
    assert not server.is_over(ann)
    server.enter(Person("Ann")).handle.leave()
    assert server.is_over(ann)
    assert "Today's try is over: you left before the end." in server.page(ann)
    bob = server.enter(Person("Bob"))
    bob.handle.drop()
    server.house.clock.pass_(GRACE - 1)
    assert not server.is_over(bob)
    server.house.clock.pass_(2)
    assert server.is_over(bob)
    assert {} == server.house.lobby.tables
    assert EntryProblem.PLAYED_DAILY is server.refusal(Person("Ann"))
    assert [] == server.board()


def test_guests_and_other_tables_are_not_on_the_board(server: Server) -> None:
    """A guest plays without a place; so does a person who opens a table of their own with the day's seed."""
    gus = Person("Gus")
    gus.user = User("guest:1", "Gus", guest=True)
    server.finish(server.enter(gus))
    bob = Person("Bob")
    bob.holds(now(server.house.lobby.open(bob.user, bob, options_of(day_at(NOON)))))
    server.finish(bob)
    assert server.house.journal.results.of(bob.user.identity, tries=True)
    assert [] == server.board()


def test_a_clock_that_is_set_back_gives_no_second_try(server: Server) -> None:
    """A day that was played stays played, whatever the server's clock shows in between; the streak is of both days."""
    server.house.today += 86400
    server.finish(server.enter(Person("Ann")))
    server.house.today -= 86400
    server.finish(server.enter(Person("Ann")))
    assert EntryProblem.PLAYED_DAILY is server.refusal(Person("Ann"))
    server.house.today += 86400
    assert EntryProblem.PLAYED_DAILY is server.refusal(Person("Ann"))
    assert "Streak of days: 2; best: 2" in server.page(Person("Ann"))


def test_tries_of_an_older_program_count_for_no_total(server: Server) -> None:
    """A database from before tries were told apart is taken over: those begun here are in no total."""
    server.finish(server.enter(Person("Ann")))
    server.house.journal.close()
    with closing(sqlite3.connect(server.house.folder / "uno.db")) as journal:
        journal.execute("ALTER TABLE matches DROP COLUMN once")
        journal.execute("DROP INDEX daily_of")
        journal.execute("DROP INDEX matches_at")
        journal.execute(f"PRAGMA user_version = {VERSION - 1}")
    again = Server(server.house.folder)
    assert ["Ann"] == again.board()
    assert 0 == again.house.journal.results.tally("ssh:Ann").matches


def test_the_board_has_the_names_of_now(server: Server) -> None:
    """A name that changes after the board was shown, as when a person is forgotten, changes on the board."""
    server.finish(server.enter(Person("Ann")))
    assert ["Ann"] == server.board()
    server.house.journal.store.connection.execute("UPDATE results SET name = 'forgotten' WHERE seat = 0")
    assert ["forgotten"] == server.board()


def test_a_try_changes_no_rating_and_no_total(server: Server) -> None:
    """It is missing in the person's results and on the leaderboards; its record can be asked for by its number."""
    ann = server.enter(Person("Ann"))
    server.finish(ann)
    results, identity = server.house.journal.results, ann.user.identity
    assert ((), 0, ()) == (results.of(identity), results.tally(identity).matches, results.ranks(identity))
    assert () == results.leaders("quick", bots=True)
    (tried,) = results.of(identity, tries=True)
    assert seed_of(day_at(NOON)) == results.record(tried.match).seed


def test_an_altered_result_is_not_on_the_board(server: Server) -> None:
    """The board plays each record again, so a changed row of the database has no place."""
    server.finish(server.enter(Person("Ann")))
    server.house.journal.store.connection.execute("UPDATE results SET points = points + 400 WHERE seat = 0")
    assert [] == server.board()


def test_the_best_record_is_shown_after_ones_own_try(server: Server) -> None:
    """Before, it is refused; afterwards it is a record with the day's seed."""
    ann, bob = server.enter(Person("Ann")), Person("Bob")
    server.finish(ann)
    with pytest.raises(NoReplayError, match="The best try can be seen after your own"):
        now(server.deals.best(bob.user))
    server.finish(server.enter(bob))
    assert seed_of(day_at(NOON)) == now(server.deals.best(bob.user)).seed


def test_without_a_journal_there_is_no_deal(server: Server) -> None:
    """So it is where nobody may open tables."""
    deals = DailyDeals(server.house.lobby, None)
    with pytest.raises(EntryError):
        now(deals.enter(Person("Ann").user, Person("Ann")))
    server.house.lobby.presence.may_open = False
    assert EntryProblem.NO_DAILY is server.refusal(Person("Ann"))
    assert [] == server.page(Person("Ann"))


class LobbyLines:
    """A person in lines in the lobby of a server."""

    def __init__(self, server: Server, name: str) -> None:
        self.server, self.person, self.lines = server, Person(name), list[str]()
        self.visit = now(Visit.begin(server.house.lobby, self.person.user))
        self.visit.deals = server.deals
        page = now(self.visit.daily_page())
        self.lobby = PlainLobby(
            lambda listener: now(self.visit.enter(listener)), self.visit, WORDS, self.lines.append, daily=page
        )

    def type(self, line: str) -> list[str]:
        before = len(self.lines)
        seated = now(self.lobby.feed(line))
        if seated:
            self.person.holds(seated(self.person))
        return self.lines[before:]


def test_the_lobby_in_lines_has_the_deal(server: Server) -> None:
    """The greeting has a row; `daily` plays, and afterwards reads the page; `daily board` reads it before, too."""
    ann = LobbyLines(server, "Ann")
    assert "Daily deal: Not played yet today; the same cards for everyone" == ann.lines[-1]
    assert "Daily deal of 2026-12-01" == ann.type("daily board")[0]
    assert ["daily or daily board"] == ann.type("daily quick")
    assert any(line.startswith("daily or d: ") for line in ann.type("help"))
    ann.type("daily")
    server.finish(ann.person)
    page = LobbyLines(server, "Ann").type("d")
    assert page[1].startswith("  1 Ann ")
    assert LobbyLines(server, "Ann").lines[-1].startswith("Daily deal: Today: ")


async def test_the_lobby_on_a_screen_has_the_deal(server: Server) -> None:
    """The row has the key; after the try the page opens, with the line to share and the replay of the best try."""
    async with visiting(server.house, deals=server.deals) as ann:
        assert "d  Daily deal  Not played yet today; the same cards for everyone" in ann.text
        await ann.press("d")
        assert "daily deal, without hints" in ann.text
        handle = ann.table.handle
        while handle.view.stage is not Stage.OVER:
            game = handle.view.game
            if game and game.on_turn:
                handle.act(game.legal[0], handle.view.version)
            else:
                server.house.clock.pass_(0.2)
        await ann.pilot.pause()
        assert "streak 1" in ann.row("UNO daily 2026-12-01: ")
        await ann.press("q", "y")
        assert isinstance(ann.app.screen, DailyScreen)
        assert "UNO daily 2026-12-01: " in ann.text
        await ann.press("w")
        assert "ReplayScreen" == type(ann.app.screen).__name__
        await ann.press("q", "q")
        assert "d  Daily deal  Today: " in ann.text
        await ann.click("daily")
        assert "Watch the best try of today." in ann.text
        await ann.press("q")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_row_fits_every_screen(server: Server, size: tuple[int, int]) -> None:
    """The row stands below the list of tables, above the people, also where tables fill the list."""
    for number in range(30):
        server.house.open(Person(f"P{number}"), f"TAB{number}")
    async with visiting(server.house, size, deals=server.deals) as ann:
        place = ann.rows.index(ann.row("Daily deal"))
        assert "TAB" in ann.rows[place - 1]
        assert ann.rows[place].rstrip().endswith(("for everyone", ".."))
        assert "Here now" in ann.rows[place + 1]


async def test_over_ssh(serving: Serving) -> None:
    """It is played in lines; after it was left, the page comes instead, and programs are refused."""
    out, _, status = await ran(serving.ssh("ann", "plain", "daily"))
    assert 0 == status
    assert "Your turn" in out or "playing now" in out or "first card" in out
    today = datetime.now(UTC).date().isoformat()
    out, _, status = await ran(serving.ssh("ann", "plain", "daily"))
    assert ("Daily deal of", 0) == (out[:13], status)
    out, _, status = await ran(serving.ssh("ann", "json", "daily"))
    assert 2 == status
    assert "played_daily" in out
    async with Terminal(serving.ssh("cyd", "-t", "daily"), size=LARGE, controlling=True) as cyd:
        await cyd.shows("round 1")
        cyd.type(b"qy")
        await cyd.shows("Daily deal of")
        assert 0 == await cyd.exits()
    out, _, status = await ran(serving.ssh("bob", "daily", "board"))
    assert ("Daily deal of", 0) == (out[:13], status)
    assert today[:4] in out
    out, _, status = await ran(serving.ssh("bob", "daily", "record"))
    assert 1 == status
