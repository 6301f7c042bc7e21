"""The wall clock is wrong by months, or the program was down: no turn, seat or table is lost."""

from pathlib import Path

import pytest

from tests.journals import StoredHouse
from tests.tables import Person
from uno_tui.game.rules import Rules

NOW = 1_700_000_000.0
DAY = 86_400.0


@pytest.mark.parametrize("jump", [-61 * DAY, -1.0, 3600.0, 61 * DAY])
def test_after_a_start_with_another_clock_everything_is_there(tmp_path: Path, jump: float) -> None:
    """Hands, turn and seats are unchanged, all people are awaited, and the turn has its full time again."""
    house = StoredHouse(tmp_path / "a")
    people = house.people("Ann", "Bob", "Cat", rules=Rules(target=5000), turn_seconds=30)
    for _ in range(9):
        house.turn_of(*people).move()
        house.clock.pass_(20)
    later = house.dead(tmp_path / "b", NOW + jump)
    assert 1 == later.lobby.restore()
    later.clock.pass_(25)
    again = [later.back(person) for person in people]
    assert [person.view.game for person in people] == [person.view.game for person in again]
    assert [person.seat for person in people] == [person.seat for person in again]
    assert not any(seat.autopilot or seat.away for seat in again[0].view.seats)
    later.clock.pass_(4.9)
    assert people[0].view.version == again[0].view.version
    later.clock.pass_(0.2)
    assert people[0].view.version < again[0].view.version


@pytest.mark.parametrize("jump", [-61 * DAY, 61 * DAY])
def test_a_clock_that_jumps_while_people_play_changes_nothing(tmp_path: Path, jump: float) -> None:
    """Neither turns nor grace times end early or late, and what is stored is read again."""
    house = StoredHouse(tmp_path / "a")
    ann, bob = house.people("Ann", "Bob", rules=Rules(target=5000), turn_seconds=30)
    bob.handle.drop()
    house.clock.pass_(29)
    house.today += jump
    assert 0 == ann.view.version
    house.clock.pass_(30)
    assert not ann.view.seats[1].autopilot
    bob = house.back(bob)
    house.turn_of(ann, bob).move()
    later = house.dead(tmp_path / "b", NOW)
    assert 1 == later.lobby.restore()
    assert ann.view.game == later.back(Person("Ann")).view.game
