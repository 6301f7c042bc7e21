"""The lobby: opening, finding, joining and coming back; a person is at one table at a time."""

import asyncio

import pytest

from tests.tables import House, Person, now
from uno_tui.game.rules import Rules
from uno_tui.i18n import Words
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.openings import TableLimits
from uno_tui.lobby.table_codes import clean_code, new_code
from uno_tui.speech import entry_error_sentence
from uno_tui.table.options import LOCAL, EntryError, EntryProblem, TableOptions, User
from uno_tui.table.protocol import Ending, Message, NoticeKind, Right, Sitter, Stage, TableView
from uno_tui.table.state.pace import Pace


def trouble(error: pytest.ExceptionInfo[EntryError]) -> tuple[EntryProblem, str]:
    return error.value.problem, error.value.detail


class TestCodes:
    @pytest.mark.parametrize(
        "code", ["", "ab", "a" * 13, "a-b", "../x", "a b", "\u10d0\u10d1\u10d2", "\u0661\u0662\u0663", "ab\n"]
    )
    def test_a_code_is_3_to_12_letters_or_digits(self, code: str) -> None:
        """Anything that is not a code is refused and opens nothing."""
        house = House()
        for way in (house.join, house.watch):
            with pytest.raises(EntryError) as caught:
                way(Person("Ann"), code)
            assert (EntryProblem.BAD_CODE, code) == trouble(caught)
        assert {} == house.lobby.tables

    def test_capitals_do_not_matter(self) -> None:
        """People who type the same letters in any case meet at the same table."""
        house = House()
        house.join(Person("Ann"), "family")
        house.join(Person("Bob"), "Family")
        assert {"FAMILY"} == set(house.lobby.tables)

    def test_new_codes_are_codes(self) -> None:
        """A code made by the lobby is valid."""
        assert all(code == clean_code(code) for code in (new_code() for _ in range(50)))


class TestJoining:
    def test_an_unknown_code_opens_the_table(self) -> None:
        """Joining a code without a table opens one with the default options; the first person is its host."""
        house = House(defaults=TableOptions(seats=3, turn_seconds=60))
        ann = house.join(Person("Ann"), "den42")
        assert ("DEN42", 0) == (ann.view.code, ann.seat)
        assert 3 * [False] != [seat.host for seat in ann.view.seats]
        assert {Right.START, Right.CHAT, Right.KICK, Right.HOST, Right.RULES, Right.SIT} == ann.view.rights
        assert Stage.WAITING is ann.view.stage
        bob = house.join(Person("Bob"), "den42")
        assert (1, False) == (bob.seat, Right.START in bob.view.rights)

    def test_a_match_that_is_on_is_watched(self) -> None:
        """A person who joins a full table or one in play watches."""
        house = House()
        house.people("Ann", "Bob")
        zoe = house.join(Person("Zoe"))
        assert zoe.view.you is None
        assert Stage.PLAYING is zoe.view.stage

    def test_a_table_opened_by_its_code_is_told(self) -> None:
        """A person whose code opened a table is notified; one who came to a table is not."""
        house = House()
        ann, bob = house.join(Person("Ann")), house.join(Person("Bob"))
        assert [NoticeKind.OPENED] == ann.notices
        assert [] == bob.notices

    @pytest.mark.parametrize("code", ["D34FDB", "d34fdb", "D34FP", "D3F4DP", "D34FDPP"])
    def test_a_mistyped_code_is_asked_about(self, code: str) -> None:
        """A code that differs from a public table's in one letter opens nothing at first; asked for again, it does."""
        house = House()
        house.open(Person("Ann"), "D34FDP")
        bob = Person("Bob")
        with pytest.raises(EntryError) as caught:
            house.join(bob, code)
        assert (EntryProblem.NEAR_CODE, code.upper()) == trouble(caught)
        assert ("D34FDP",) == caught.value.codes
        assert {"D34FDP"} == set(house.lobby.tables)

        assert code.upper() == house.join(bob, code).view.code

    def test_the_question_is_forgotten(self) -> None:
        """A code requested again after two minutes needs a new confirmation."""
        house = House()
        house.open(Person("Ann"), "D34FDP")
        for _ in range(2):
            with pytest.raises(EntryError):
                house.join(Person("Bob"), "D34FDB")
            house.clock.pass_(121)

    @pytest.mark.parametrize(
        ("there", "code"), [("FAM1", "FAM2"), ("FAM", "FAM2"), ("DEN", "DAY"), ("SECRET", "SECRAT")]
    )
    def test_other_codes_open_tables_at_once(self, there: str, code: str) -> None:
        """Numbered codes are alike on purpose, and a private table's code is not given away."""
        house = House()
        house.open(Person("Ann"), there, public=there != "SECRET")
        assert code == house.join(Person("Bob"), code).view.code

    def test_where_joining_opens_nothing_the_tables_are_named(self) -> None:
        """At `uno host` an unknown code is refused with the codes of the tables there are, private ones excepted."""
        house = House(join_opens=False)
        house.open(Person("Ann", LOCAL), "DEN42")
        house.join(Person("Cyd"), "DEN42")
        house.open(Person("Ann", LOCAL), "HIDDEN", public=False)
        for way in (house.join, house.watch):
            with pytest.raises(EntryError) as caught:
                way(Person("Bob"), "XYZ")
            assert (EntryProblem.NO_TABLE, ("DEN42",)) == (caught.value.problem, caught.value.codes)
            assert "There is no table XYZ. Choose from: DEN42." == entry_error_sentence(Words(), caught.value)
        assert {"DEN42", "HIDDEN"} == set(house.lobby.tables)

    def test_watching_an_unknown_code_opens_nothing(self) -> None:
        """Watching a code without a table is refused."""
        house = House()
        with pytest.raises(EntryError) as caught:
            house.watch(Person("Zoe"), "NONE")
        assert (EntryProblem.NO_TABLE, "NONE") == trouble(caught)

    def test_a_code_is_opened_once(self) -> None:
        """Opening a code that is in use is refused; the table there is unchanged."""
        house = House()
        ann = house.open(Person("Ann"))
        with pytest.raises(EntryError) as caught:
            house.open(Person("Bob"), "fam")
        assert (EntryProblem.CODE_TAKEN, "FAM") == trouble(caught)
        assert [Sitter.HUMAN, *3 * [Sitter.NOBODY]] == [seat.sitter for seat in ann.view.seats]


class TestOnePlace:
    @pytest.mark.parametrize("opens", [True, False])
    def test_a_seat_in_a_match_holds_its_owner(self, opens: bool) -> None:
        """A person with a seat in a match, even while dropped, cannot go elsewhere and is sent the table's code."""
        house = House()
        ann, _bob = house.people("Ann", "Bob")
        ann.handle.drop()
        with pytest.raises(EntryError) as caught:
            (house.open if opens else house.join)(Person("Ann"), "DEN")
        assert (EntryProblem.SEATED_ELSEWHERE, "FAM") == trouble(caught)
        house.back(ann).handle.leave()
        assert "DEN" == house.join(Person("Ann"), "DEN").view.code

    def test_who_only_waits_or_watches_moves_on(self) -> None:
        """Joining another table leaves a table that was watched or has not started."""
        house = House()
        ann = house.open(Person("Ann"))
        again = Person("Ann")
        house.open(again, "DEN")
        assert Ending.LEFT is ann.ending
        assert {"DEN"} == set(house.lobby.tables)

    def test_a_join_that_fails_changes_nothing(self) -> None:
        """A person who is refused keeps the place they have."""
        house = House()
        house.people("Ann", "Bob", spectators=0)
        dan = house.open(Person("Dan"), "DEN")
        with pytest.raises(EntryError) as caught:
            house.join(Person("Dan"), "FAM")
        assert (EntryProblem.FULL, "FAM") == trouble(caught)
        assert dan.handle.holds
        assert dan.ending is None

    def test_resuming_finds_the_seat_without_the_code(self) -> None:
        """A person with a seat anywhere comes back to it; a person without one gets nothing."""
        house = House()
        house.open(Person("Dan"), "DEN")
        _ann, bob = house.people("Ann", "Bob")
        bob.handle.drop()
        assert ("FAM", 1) == ((again := house.back(bob)).view.code, again.seat)
        zoe = Person("Zoe")
        assert now(house.lobby.resume(zoe.user, zoe)) is None


class TestQuickPlay:
    def quick(self, house: House, name: str) -> Person:
        person = Person(name)
        return person.holds(now(house.lobby.quick_play(person.user, person)))

    def test_the_fullest_open_table_is_taken(self) -> None:
        """Quick play chooses the public waiting table with the most people, never a private one or one in play."""
        house = House()
        house.open(Person("Ann"), "ONE")
        house.open(Person("Bob"), "TWO")
        house.join(Person("Cat"), "TWO")
        house.open(Person("Dan"), "HIDDEN", public=False, seats=10)
        for number in range(5):
            house.join(Person(f"D{number}"), "HIDDEN")
        assert "TWO" == self.quick(house, "Zoe").view.code

    def test_else_a_new_one_with_bots_starts_at_once(self) -> None:
        """Quick play opens a table with bots if none is waiting."""
        house = House()
        zoe = self.quick(house, "Zoe")
        assert Stage.PLAYING is zoe.view.stage
        assert [Sitter.HUMAN, *3 * [Sitter.BOT]] == [seat.sitter for seat in zoe.view.seats]

    def test_not_where_one_was_sent_away(self) -> None:
        """Quick play avoids tables from which the person was sent away."""
        house = House()
        ann = house.open(Person("Ann"))
        house.join(Person("Zoe"))
        ann.handle.kick(1)
        assert "FAM" != self.quick(house, "Zoe").view.code


class TestListing:
    def test_the_list_of_public_tables(self) -> None:
        """Each public table is listed with its host, seats and rules; those that can be joined come first."""
        house = House()
        house.people("Ann", "Bob")
        house.watch(Person("Zoe"))
        house.open(Person("Cat"), "DEN", bots=1, rules=Rules.parse("party"), turn_seconds=30)
        house.open(Person("Dan"), "HIDDEN", public=False)
        den, fam = now(house.lobby.list())
        assert ("DEN", "Cat", Stage.WAITING, 4, 1, 1, 2) == (
            den.code, den.host, den.stage, den.seats, den.people, den.bots, den.free
        )  # fmt: skip
        assert ("party", 30) == (den.rules.text, den.turn_seconds)
        assert ("FAM", Stage.PLAYING, 0, 1, True) == (fam.code, fam.stage, fam.free, fam.watchers, fam.may_watch)


class TestLimits:
    @pytest.mark.parametrize(
        "options",
        [
            {"seats": 1},
            {"seats": 11},
            {"bots": 4},
            {"bots": -1},
            {"turn_seconds": 5},
            {"turn_seconds": 301},
            {"turn_seconds": float("nan")},
            {"grace_seconds": -1},
            {"spectators": -1},
            {"level": "godlike"},
            {"seats": 10, "rules": Rules(hand_size=15)},
        ],
    )
    def test_options_that_cannot_be_open_no_table(self, options: dict[str, object]) -> None:
        """Impossible options are refused by name, and nothing is opened."""
        house = House()
        with pytest.raises(EntryError) as caught:
            house.open(Person("Ann"), **options)  # type: ignore[arg-type]  # wrong on purpose
        assert EntryProblem.BAD_OPTION is caught.value.problem
        assert caught.value.detail
        assert {} == house.lobby.tables

    def test_so_many_tables_and_no_more(self) -> None:
        """A full lobby refuses a new table, and has room again when a table ends."""
        house = House(limits=TableLimits(2))
        ann = house.open(Person("Ann"), "ONE")
        house.open(Person("Bob"), "TWO")
        with pytest.raises(EntryError) as caught:
            house.open(Person("Cat"), "THREE")
        assert EntryProblem.TOO_MANY_TABLES is caught.value.problem
        ann.handle.leave()
        house.open(Person("Cat"), "THREE")

    @pytest.mark.parametrize(("origin", "most"), [("192.0.2.1", 32), ("", 40)])
    def test_people_of_one_network_open_so_many_tables(self, origin: str, most: int) -> None:
        """A guest who reconnects for each table cannot fill the list; a closed table makes room for another.

        Where the network tells nothing, as on this machine, no network is counted.
        """
        house = House()
        for number in range(most):
            now(house.lobby.quick_play(User(f"guest:{number}", "Guest", guest=True, origin=origin), lambda _: None))
        wanted = User("guest:more", "More", guest=True, origin=origin)
        if origin:
            for way in (house.lobby.quick_play(wanted, print), house.lobby.join(wanted, print, "MORE")):
                with pytest.raises(EntryError) as caught:
                    now(way)
                assert EntryProblem.TOO_MANY_OPENED is caught.value.problem
            assert most == len(house.lobby.tables)
            now(house.lobby.quick_play(User("ssh:far", "Far", origin="198.51.100.7"), lambda _: None))
            house.table("T001").close()
        now(house.lobby.quick_play(wanted, lambda _: None))

    def test_a_person_opens_so_many_tables(self) -> None:
        """Tables where others play on count, for whoever opened them."""
        house = House(limits=TableLimits(per_person=2))
        ann = Person("Ann")
        for code in ("ONE", "TWO"):
            house.open(ann, code)
            house.join(Person(f"Guest {code}"), code)
        with pytest.raises(EntryError) as caught:
            house.open(ann, "THREE")
        assert EntryProblem.TOO_MANY_OPENED is caught.value.problem
        house.table("ONE").close()
        house.open(ann, "THREE")

    def test_a_lobby_that_closes_lets_nobody_in(self) -> None:
        """After the lobby has closed, nothing can be opened or joined."""
        house = House()
        house.open(Person("Ann"))
        now(house.lobby.close())
        with pytest.raises(EntryError) as caught:
            house.join(Person("Bob"))
        assert EntryProblem.STOPPING is caught.value.problem


async def test_a_whole_match_on_a_real_loop() -> None:
    """With the real clock and seeds, one person on autopilot and three bots play a match to its end."""
    over = asyncio.Event()
    last: list[TableView] = []

    def listener(message: Message) -> None:
        if isinstance(message, TableView):
            last[:] = [message]
            if message.stage is Stage.OVER:
                over.set()

    lobby = Lobby(pace=Pace(think=(0, 0), notice=(0, 0), moment=0, scores=0))
    ann = Person("Ann")
    handle = await lobby.open(ann.user, listener, TableOptions(bots=3, rules=Rules(target=50)))
    handle.autopilot(True)
    await asyncio.wait_for(over.wait(), 60)
    assert last[0].game
    assert last[0].game.winner is not None
    handle.leave()
    assert {} == lobby.tables
