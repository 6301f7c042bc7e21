"""The daily deal of a cluster: one try a person and one board for all doors."""

import asyncio
from datetime import UTC, datetime

import pytest

from tests.cluster.doors import DoorMaker, Guest, TestDoor
from tests.waiting import until, within
from uno_server.app.daily import DailyDeals
from uno_tui.daily import NoReplayError, seed_of
from uno_tui.table.options import EntryError, EntryProblem
from uno_tui.table.protocol import Ending, Stage


class Door:
    """The deals of one door."""

    def __init__(self, door: TestDoor) -> None:
        self.door = door
        self.deals = DailyDeals(door.lobby, door.journal)

    async def enter(self, person: Guest) -> Guest:
        user = await self.door.journal.people.welcome(person.user.identity, person.user.name)
        person.handle = await within(self.deals.enter(user, person))
        return person

    async def finish(self, person: Guest) -> None:
        """Play to the end, then leave."""
        await self.enter(person)
        person.plays = True
        person.play()
        await until(lambda: person.view.stage is Stage.OVER)
        assert person.handle
        person.handle.leave()

    async def refusal(self, person: Guest) -> EntryProblem:
        with pytest.raises(EntryError) as refused:
            await self.enter(person)
        return refused.value.problem

    async def board(self, person: Guest) -> list[str]:
        page = await self.deals.page(person.user)
        assert page
        return [one.name for one in page.board]


@pytest.fixture
async def pair(doors: DoorMaker) -> tuple[Door, Door]:
    one, two = await doors.pair()
    return Door(one), Door(two)


async def test_both_doors_have_one_board(pair: tuple[Door, Door]) -> None:
    """A try that ended at one door is on the board of the other, which refuses a second one."""
    one, two = pair
    ann, bob = Guest("Ann"), Guest("Bob")
    await one.finish(ann)
    page = await one.deals.page(ann.user)
    assert page
    assert (True, False, ["Ann"]) == (page.history.over, page.history.left, [entry.name for entry in page.board])
    assert EntryProblem.PLAYED_DAILY is await two.refusal(Guest("Ann"))
    with pytest.raises(NoReplayError):
        await two.deals.best(bob.user)
    await two.finish(bob)
    assert ["Ann", "Bob"] == sorted(await two.board(bob))
    day = datetime.now(UTC).date()
    await until(lambda: 2 == len(one.door.journal.daily.board(day)))
    assert ["Ann", "Bob"] == sorted(await one.board(ann))
    assert seed_of(day) == (await two.deals.best(bob.user)).seed
    assert 0 == one.door.journal.results.tally(ann.user.identity).matches
    assert () == one.door.journal.results.ranks(ann.user.identity)


async def test_a_try_goes_on_at_another_door(pair: tuple[Door, Door]) -> None:
    """After kill -9 of a door, the other one leads back to the same hand; leaving there ends the try."""
    one, two = pair
    ann = await one.enter(Guest("Ann"))
    game = ann.view.game
    await one.door.die()
    again = await two.enter(Guest("Ann"))
    assert game
    assert again.view.game
    assert game.hand == again.view.game.hand
    assert again.handle
    again.handle.leave()
    await until(lambda: again.ending is Ending.LEFT)
    page = await two.deals.page(again.user)
    assert page
    assert page.history.left
    assert EntryProblem.PLAYED_DAILY is await two.refusal(Guest("Ann"))


async def test_two_doors_at_once_begin_one_try(pair: tuple[Door, Door]) -> None:
    """Of two sessions that ask two doors in the same moment, one is at the table, and one try is stored."""
    one, two = pair
    people = Guest("Ann"), Guest("Ann")
    await asyncio.gather(one.enter(people[0]), two.enter(people[1]), return_exceptions=True)
    query = "SELECT day FROM daily"
    await until(lambda: all(door.door.journal.store.read(query) for door in pair))
    assert [1, 1] == [len(door.door.journal.store.read(query)) for door in pair]
    await until(lambda: 1 == sum(bool(person.handle and person.ending is None) for person in people))
