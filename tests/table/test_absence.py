"""People whose connection drops: how long they are waited for, and what they find when they are back."""

import gc
import weakref

from tests.tables import House, Person, now
from uno_tui.table.protocol import Ending, Happening, Sitter, Stage

GRACE = 60


class TestDropping:
    def test_b1_a_line_that_dies_on_turn_stops_nobody_for_longer_than_the_grace(self) -> None:
        """Everybody sees at once that a person is away; after the grace time a bot plays the seat."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        lost = house.turn_of(ann, bob)
        other = bob if lost is ann else ann
        lost.handle.drop()
        assert other.view.seats[1 - other.seat].away
        house.clock.pass_(GRACE - 1)
        assert 0 == other.view.version
        house.clock.pass_(4)
        assert other.view.version > 0
        assert Sitter.HUMAN is other.view.seats[1 - other.seat].sitter
        assert lost.ending is None

    def test_b2_the_same_person_comes_back_to_seat_and_hand(self) -> None:
        """A person who is back in time has seat and hand unchanged, and the others are notified."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        before = bob.view
        bob.handle.drop()
        assert ["Bob"] == ann.saw(Happening.AWAY)
        house.clock.pass_(10)
        again = house.back(bob)
        assert (before.you, before.game) == (again.view.you, again.view.game)
        assert ["Bob"] == ann.saw(Happening.BACK)
        assert not again.view.seats[again.seat].away
        told = len(bob.told)
        house.clock.pass_(2 * GRACE)
        assert told == len(bob.told)
        assert not again.view.seats[again.seat].autopilot

    def test_b2_autopilot_is_off_when_its_owner_is_back(self) -> None:
        """Coming back ends the autopilot, whether the clock, the grace time or the owner turned it on."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        bob.handle.autopilot(True)
        bob.handle.drop()
        house.clock.pass_(GRACE + 30)
        bob = house.back(bob)
        assert not bob.view.seats[bob.seat].autopilot
        while not bob.on_turn:
            ann.move()
        version = bob.view.version
        house.clock.pass_(0.9)
        assert version == bob.view.version

    def test_b2_the_same_name_is_not_the_same_person(self) -> None:
        """A person of the same name with another identity gets another name and neither seat nor hand."""
        house = House()
        ann, _bob = house.people("Ann", "Bob")
        ann.handle.drop()
        thief = house.join(Person("Ann", "guest:7"))
        assert thief.view.you is None
        assert thief.view.game
        assert () == thief.view.game.hand
        assert now(house.lobby.resume(Person("Bob", "guest:8").user, thief)) is None
        thief.handle.chat("it is me")
        assert "Ann-2" in [getattr(entry.what, "name", "") for entry in thief.view.log]

    def test_b3_the_bots_timer_does_not_act_for_a_person_who_is_back(self) -> None:
        """Coming back just before the bot would play leaves the turn to its owner."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        lost = house.turn_of(ann, bob)
        lost.handle.drop()
        house.clock.pass_(GRACE)
        assert house.clock.waiting
        house.clock.pass_(0.55)
        version = house.table().state.version
        again = house.back(lost)
        house.clock.pass_(1000)
        assert version == again.view.version
        assert again.on_turn
        again.move()
        assert version < again.view.version

    def test_a_second_login_takes_over_the_first(self) -> None:
        """The older session gets the reason for its end, its handle stops working, and nobody else notices."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        version = bob.view.version
        again = house.back(ann)
        assert Ending.TAKEN_OVER is ann.ending
        for ask in (
            ann.handle.leave,
            ann.handle.drop,
            lambda: ann.handle.autopilot(True),
            lambda: ann.handle.chat("x"),
        ):
            ask()
        assert ann.view.you is again.view.you or again.seat == 0
        assert [] == bob.saw(Happening.AWAY) + bob.saw(Happening.BACK) + bob.saw(Happening.LEFT)
        assert version == again.view.version
        assert again.view.seats[0].host
        assert ann.handle.view.you is None

    def test_b4_all_lines_die_together_and_one_returns_in_time(self) -> None:
        """The table stays open until the last grace time is over."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        ann.handle.drop()
        house.clock.pass_(30)
        bob.handle.drop()
        house.clock.pass_(GRACE - 1)
        bob = house.back(bob)
        assert bob.view.seats[0].autopilot
        assert bob.view.seats[1].host
        ann = house.back(ann)
        assert Stage.PLAYING is ann.view.stage

    def test_b4_nobody_returns_and_the_table_is_gone(self) -> None:
        """When the last grace time is over the table ends, for spectators too, and nothing of it remains."""
        house = House()
        ann, bob = house.people("Ann", "Bob", turn_seconds=15)
        zoe = house.watch(Person("Zoe"))
        ann.handle.drop()
        bob.handle.drop()
        house.clock.pass_(GRACE)
        assert {} == house.lobby.tables
        assert 0 == house.clock.waiting
        assert Ending.TABLE_CLOSED is zoe.ending

    def test_before_the_start_the_seat_is_free_again(self) -> None:
        """At a table without a match, a person who does not return is removed."""
        house = House()
        ann = house.open(Person("Ann"))
        bob = house.join(Person("Bob"))
        bob.handle.drop()
        house.clock.pass_(GRACE)
        assert Sitter.NOBODY is ann.view.seats[1].sitter
        assert ["Bob"] == ann.saw(Happening.LEFT)

    def test_a_spectator_who_drops_is_removed(self) -> None:
        """A spectator who drops is removed at once."""
        house = House()
        ann, _bob = house.people("Ann", "Bob")
        zoe = house.watch(Person("Zoe"))
        assert 1 == ann.view.watchers
        zoe.handle.drop()
        assert 0 == ann.view.watchers
        assert 0 == house.clock.waiting


def test_b6_nothing_is_left_of_people_and_tables_that_are_gone() -> None:
    """A thousand tables that were opened and left leave no table, timer or listener behind."""
    house = House()
    alive: list[weakref.ref[Person]] = []
    for number in range(1000):
        person = Person(f"P{number}")
        house.open(person, f"T{number:04}", bots=number % 4, seats=4)
        alive.append(weakref.ref(person))
        if number % 2:
            person.handle.leave()
        else:
            person.handle.drop()
            house.clock.pass_(GRACE)
        del person
    house.clock.pass_(GRACE)
    gc.collect()
    assert {} == house.lobby.tables
    assert 0 == house.clock.waiting
    assert 0 == sum(one() is not None for one in alive)
