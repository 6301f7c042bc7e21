"""A table whose people do anything in any order."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from tests.tables import QUICK, House, Person
from uno_tui.table.options import EntryError, EntryProblem, TableOptions
from uno_tui.table.protocol import Stage


class Membership(RuleBasedStateMachine):
    """People who join, play, drop, come back, leave, start and send others away in any order."""

    people: Bundle[Person] = Bundle("people")

    def __init__(self) -> None:
        super().__init__()
        self.house = House(defaults=TableOptions(seats=3, rules=QUICK, turn_seconds=15, spectators=2, grace_seconds=20))
        self.here: list[Person] = []
        self.made = 0
        self.troubles: set[EntryProblem] = set()

    def enter(self, person: Person) -> Person:
        try:
            self.house.join(person)
        except EntryError as error:
            self.troubles.add(error.problem)
        else:
            self.here.append(person)
        return person

    @rule(target=people, name=st.sampled_from(["Ann", "Bob", "Ada"]))
    def come(self, name: str) -> Person:
        self.made += 1
        return self.enter(Person(name, f"guest:{self.made}"))

    @rule(target=people, person=people)
    def come_again(self, person: Person) -> Person:
        return self.enter(Person(person.user.name, person.user.identity))

    @rule(person=people, seconds=st.sampled_from([0.0, 0.5, 3.0, 21.0]))
    def drop(self, person: Person, seconds: float) -> None:
        if person in self.here:
            person.handle.drop()
        self.house.clock.pass_(seconds)

    @rule(person=consumes(people))
    def leave(self, person: Person) -> None:
        if person in self.here:
            person.handle.leave()

    @rule(person=people, seat=st.integers(0, 2), what=st.sampled_from(["kick", "sit", "pass_host"]))
    def ask(self, person: Person, seat: int, what: str) -> None:
        if person in self.here:
            getattr(person.handle, what)(seat)

    @rule(person=people, what=st.sampled_from(["start", "rematch"]))
    def go(self, person: Person, what: str) -> None:
        if person in self.here:
            getattr(person.handle, what)()

    @rule(person=people, on=st.booleans())
    def autopilot(self, person: Person, on: bool) -> None:
        if person in self.here:
            person.handle.autopilot(on)

    @rule(person=people)
    def move(self, person: Person) -> None:
        if person in self.here and person.handle.holds and person.on_turn:
            person.move()

    @rule(seconds=st.sampled_from([0.4, 1.5, 16.0]))
    def wait(self, seconds: float) -> None:
        self.house.clock.pass_(seconds)

    @invariant()
    def one_seat_one_owner(self) -> None:
        for table in self.house.lobby.tables.values():
            state = table.state
            owners = [seat.member for seat in state.seats if seat.member]
            assert sorted(owners) == sorted(one.number for one in state.seated())
            assert not any(seat.member and seat.level for seat in state.seats)
            names = [member.name.casefold() for member in state.people]
            assert len(names) == len(set(names))

    @invariant()
    def the_host_is_somebody_who_is_here(self) -> None:
        for table in self.house.lobby.tables.values():
            here = [one.number for one in table.state.seated() if one.session]
            assert (table.state.host in here) is bool(here)

    @invariant()
    def pictures_are_true_and_endings_final(self) -> None:
        for person in self.here:
            held = person.handle.holds
            assert not (held and person.ending)
            if held:
                assert person.view is person.handle.view
                assert person.view.version == self.house.table().state.version

    @invariant()
    def only_for_good_reason_somebody_stays_outside(self) -> None:
        assert self.troubles <= {EntryProblem.FULL, EntryProblem.SENT_AWAY}

    @invariant()
    def a_match_never_stands_still(self) -> None:
        for table in self.house.lobby.tables.values():
            match = table.state.match
            if table.state.stage is Stage.PLAYING:
                assert match
                assert any(f"{kind}:{match.turn}" in table.timers for kind in ("turn", "clock", "answer"))
                assert match.live >> match.turn & 1

    def teardown(self) -> None:
        for person in self.here:
            person.handle.leave()
        self.house.clock.pass_(60)
        assert {} == self.house.lobby.tables
        assert 0 == self.house.clock.waiting


TestRandomMembership = Membership.TestCase


TestRandomMembership.settings = settings(max_examples=60, stateful_step_count=40, deadline=None, derandomize=True)
