"""The directory: a lobby knows of its tables only what they report."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.tables import House, Person
from uno_tui.lobby.people.directory import Directory
from uno_tui.table.state.report import TablePerson, TableReport

ANN = TablePerson("Ann", guest=False, seated=True, here=True)


def reported(code: str, people: dict[str, TablePerson], version: int = 0) -> TableReport:
    """A report of a table that is otherwise like a real one."""
    house = House()
    house.open(Person("Ann"), code)
    info = house.lobby.directory.reports[code].info
    return TableReport(info, public=True, people=people, other_names=(), version=version)


def test_a_move_changes_nothing_that_the_lobby_shows() -> None:
    """A report that differs in the number of actions only is stored, and does not count as a change."""
    directory = Directory()
    assert directory.update(reported("FAM", {"ssh:Ann": ANN}))
    assert not directory.update(reported("FAM", {"ssh:Ann": ANN}, version=5))
    assert 5 == directory.reports["FAM"].version
    assert directory.update(reported("FAM", {"ssh:Ann": ANN._replace(here=False)}, version=5))


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["FAM", "DEN", "LOFT"]),
            st.none() | st.dictionaries(st.sampled_from("abcd"), st.booleans()),
        ),
        max_size=12,
    )
)
def test_places_are_those_of_the_newest_reports(news: list[tuple[str, dict[str, bool] | None]]) -> None:
    """After any reports and closings, each person is at the tables whose newest report names them, and nowhere else."""
    directory, newest = Directory(), dict[str, dict[str, TablePerson]]()
    template = reported("FAM", {})
    for code, seated in news:
        if seated is None:
            directory.remove(code)
            newest.pop(code, None)
        else:
            people = {one: TablePerson(one, guest=False, seated=has, here=True) for one, has in seated.items()}
            info = replace(template.info, code=code)
            directory.update(TableReport(info, public=True, people=people, other_names=(), version=0))
            newest[code] = people
        for identity in "abcd":
            places = {code: people[identity] for code, people in newest.items() if identity in people}
            assert places == directory.places(identity)
            assert any(one.seated for one in places.values()) is (directory.seat_of(identity) is not None)
