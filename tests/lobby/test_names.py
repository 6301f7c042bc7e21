"""Names: nobody in a lobby or at its tables has another's name, and everybody has the same name everywhere."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from tests.journals import StoredHouse
from tests.tables import House, Person, now
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.protocol import LobbyHandle
from uno_tui.lobby.visit import Visit
from uno_tui.names import folded
from uno_tui.table.options import EntryError, User
from uno_tui.table.protocol import Chat, Sitter


class Caller:
    """A person who begins a session under a name that others may have."""

    def __init__(self, house: House, name: str, identity: str) -> None:
        self.person = Person(name, identity)
        self.visit = now(Visit.begin(house.lobby, User(identity, name, guest=identity.startswith("guest:"))))
        self.lobby: LobbyHandle | None = None

    def enter(self) -> LobbyHandle:
        self.lobby = now(self.visit.enter(lambda _message: None))
        return self.lobby

    def join(self, code: str = "FAM") -> Person:
        return self.person.holds(now(self.visit.join(self.person, code)))

    @property
    def name_at_table(self) -> str:
        view = self.person.view
        assert view.you is not None
        return view.seats[view.you].name


def listed(house: House) -> list[str]:
    return sorted(one.name for one in house.lobby.presence.view.people)


def test_guests_of_one_name_are_told_apart_everywhere() -> None:
    """One at a table, one in the lobby and one who comes later: three names, in the list, in chat and on seats."""
    house = House()
    first, second, third = (Caller(house, "root", f"guest:{number}") for number in range(3))
    first.join()
    lobby = second.enter()
    lobby.chat("hello")
    assert ["root", "root-2"] == listed(house)
    assert [Chat("root-2", "hello")] == [one.what for one in lobby.view.talk]
    third.join()
    lobby.leave()
    second.join()
    assert [("root", "root"), ("root-2", "root-2"), ("root-3", "root-3")] == [
        (one.visit.name, one.name_at_table) for one in (first, second, third)
    ]
    assert ["root", "root-2", "root-3"] == listed(house)


def test_a_number_is_counted_up_and_not_appended_to() -> None:
    """A person whose own name ends with a number that is taken, as a server has stored it, gets the next number."""
    house = House()
    asked = ("root", "root", "root-2", "root-2")
    callers = [Caller(house, name, f"ssh:{number}") for number, name in enumerate(asked)]
    assert ["root", "root-2", "root-3", "root-4"] == [one.enter().name for one in callers]


def test_a_name_is_kept_as_long_as_the_session() -> None:
    """Going back to the lobby changes no name, although the name that was asked for is free by then."""
    house = House()
    first, second = (Caller(house, "root", f"guest:{number}") for number in range(2))
    second.join().handle.leave()
    first.visit.end()
    assert "root-2" == second.enter().name
    assert "root" == Caller(house, "Root", "guest:3").visit.name.lower()


def test_all_sessions_of_a_person_have_one_name() -> None:
    """A second session with the same key has the name of the first, whatever name it logs in with."""
    house = House()
    one, other = Caller(house, "ann", "ssh:ann"), Caller(house, "annie", "ssh:ann")
    one.enter()
    assert ("ann", "ann") == (other.visit.name, other.join().view.seats[0].name)
    assert ["ann"] == listed(house)
    one.visit.end()
    assert "ann" == other.visit.name
    assert "ann-2" == Caller(house, "ann", "guest:1").visit.name


def test_a_person_who_is_away_keeps_the_name() -> None:
    """While a seat waits for its owner, nobody else gets the owner's name; the owner comes back under it."""
    house = House()
    gus = Caller(house, "gus", "guest:1")
    gus.join()
    Caller(house, "ann", "ssh:ann").join()
    gus.visit.end()
    assert "gus-2" == Caller(house, "gus", "guest:2").visit.name
    back = now(Visit.begin(house.lobby, User("guest:1", "gus", guest=True)))
    assert "gus" == back.name


async def test_a_name_is_kept_over_a_restart(tmp_path: Path) -> None:
    """After a restart the people who are waited for have their names, and nobody else gets one of them."""
    house = StoredHouse(tmp_path / "before")
    Caller(house, "gus", "guest:1").join()
    later = house.dead(tmp_path / "after")
    later.lobby.restore()
    assert ("gus-2", "gus") == tuple(Caller(later, "gus", f"guest:{number}").visit.name for number in (2, 1))
    for one in (house, later):
        one.journal.close()


def test_bots_give_way_to_people() -> None:
    """No bot gets the name of somebody who is here; a person with the name of a bot at a table gets a number."""
    house = House()
    ada = Caller(house, "Ada", "ssh:ada")
    handle = now(ada.visit.quick_play(ada.person))
    assert ["Ada", "Bran", "Cleo", "Dato"] == [seat.name for seat in handle.view.seats]
    bran = Caller(house, "bran", "ssh:bran")
    assert ("bran-2", "bran-2") == (bran.visit.name, bran.enter().name)


def test_a_person_who_left_a_match_may_watch_it_under_the_same_name() -> None:
    """The seat of somebody who left keeps the name; it is nobody else's, but still theirs."""
    house = House()
    people = [Caller(house, name, f"guest:{name}") for name in ("ann", "bob", "cat")]
    for one in people:
        one.join()
    people[0].person.handle.start()
    people[1].person.handle.leave()
    assert "bob-2" == Caller(house, "bob", "guest:other").visit.name
    now(people[1].visit.watch(people[1].person, "FAM"))
    assert ["ann", "bob", "cat"] == listed(house)


WORDS = st.sampled_from(["ann", "Ann", "ann-2", "Ada", "ada", "Bran"])
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["call", "enter", "join", "watch", "quick", "leave", "drop", "end"]), WORDS, st.integers(0, 7)
    ),
    max_size=25,
)


def step(house: House, people: list[Caller], what: str, name: str, number: int) -> None:
    """Do one thing that may be impossible."""
    if what == "call" or number >= len(people):
        people.append(Caller(house, name, f"guest:{len(people)}" if number % 2 else f"ssh:{name.lower()}"))
        return
    one, code = people[number], "FAM" if number % 2 else "DEN"
    with suppress(EntryError, AssertionError):
        if what == "enter":
            one.enter()
        elif what == "join":
            one.join(code)
        elif what == "watch":
            one.person.holds(now(one.visit.watch(one.person, code)))
        elif what == "quick":
            one.person.holds(now(one.visit.quick_play(one.person)))
        elif what == "leave":
            one.person.handle.leave()
        elif what == "drop":
            one.person.handle.drop()
        elif what == "end":
            one.visit.end()


def names(lobby: Lobby) -> Iterator[tuple[str, str]]:
    """Yield identity and name of everybody in the lobby and at tables, with bots as the table's."""
    for visitor in lobby.presence.visitors:
        yield visitor.user.identity, visitor.name
    for code, table in lobby.tables.items():
        for identity, person in lobby.directory.reports[code].people.items():
            yield identity, person.name
        for number, seat in enumerate(table.state.infos):
            if seat.sitter is Sitter.BOT and seat.level:
                yield f"bot at {code} {number}", seat.name


@given(STEPS)
@example([("call", "ann", 0), ("enter", "ann", 0), ("enter", "ann", 0)])
def test_whatever_people_do_their_names_differ(steps: list[tuple[str, str, int]]) -> None:
    """Each person has one name everywhere, and no other person and no bot at any table has it in any case."""
    house, people = House(), list[Caller]()
    for one in steps:
        step(house, people, *one)
        found: dict[str, str] = {}
        for identity, name in names(house.lobby):
            assert name == found.setdefault(identity, name)
        for identity, name in found.items():
            others = {folded(other) for one, other in found.items() if one != identity}
            assert identity.startswith("bot") or folded(name) not in others, found
    for session in people:
        session.visit.end()
    assert house.lobby._names._held == {}
