"""Entering takes time: what happens in the lobby meanwhile, and who waits for it, does no harm."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import permutations

import pytest

from tests.lobby.far import SlowRegister, settled
from tests.tables import House, Person, now
from uno_tui.lobby.protocol import LobbyMessage
from uno_tui.lobby.visit import Visit
from uno_tui.table.options import EntryError, EntryProblem, TableOptions, User
from uno_tui.table.protocol import Closed, Ending, Message, Notice, NoticeKind, Stage
from uno_tui.table.requests import Handle
from uno_tui.table.results import Result

Way = Callable[[Visit, Person], Awaitable[Handle | None]]

WAYS: dict[str, Way] = {
    "open": lambda visit, person: visit.open(person),
    "join": lambda visit, person: visit.join(person, "DEN"),
    "join a table": lambda visit, person: visit.join(person, "FAM"),
    "watch": lambda visit, person: visit.watch(person, "FAM"),
    "quick": lambda visit, person: visit.quick_play(person),
}


def result(match: int) -> Result:
    return Result(match, "FAM", 0, "classic", 1, 2, 0, "Ann", bots=False, left=False, seen=False)


class SlowHouse(House):
    """A house whose register answers when it is released."""

    def __init__(self) -> None:
        self.register = SlowRegister()
        super().__init__(register=self.register)

    async def at_table(self, person: Person, code: str, **options: object) -> Person:
        """Open a table for a person, and wait for it."""
        entering = asyncio.ensure_future(self.lobby.open(person.user, person, TableOptions(**options), code))  # type: ignore[arg-type]  # as given
        await settled()
        await self.register.release()
        return person.holds(await entering)


async def begun(*entering: Awaitable[object]) -> list[asyncio.Task[object]]:
    """Let several people begin to enter at the same time."""

    async def enter(one: Awaitable[object]) -> object:
        return await one

    tasks = [asyncio.ensure_future(enter(one)) for one in entering]
    await settled()
    return tasks


@pytest.mark.parametrize("order", list(permutations(range(3))))
async def test_three_people_enter_at_once_for_one_seat(order: tuple[int, ...]) -> None:
    """The one who is let in first gets the last seat; the others watch the match that begins with it."""
    house = SlowHouse()
    await house.at_table(Person("Ann"), "FAM", seats=2)
    people = [Person(name) for name in ("Bob", "Cat", "Dan")]
    entering = await begun(*(now(Visit.begin(house.lobby, one.user)).join(one, "FAM") for one in people))
    asked = len(house.register.asked)
    await house.register.release(*(asked - 3 + place for place in order), *(asked + place for place in range(3)))
    await asyncio.gather(*entering)
    seats = [people[place].view.you for place in order]
    assert ([1, None, None], Stage.PLAYING) == (seats, people[0].view.stage)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_two_sessions_of_a_person_come_back_at_once(order: tuple[int, int]) -> None:
    """The session that is admitted last has the seat, and the other one ends with that reason."""
    house = SlowHouse()
    ann = await house.at_table(Person("Ann"), "FAM")
    ann.handle.drop()
    sessions = [Person("Ann"), Person("Ann")]
    entering = await begun(*(house.lobby.resume(one.user, one) for one in sessions))
    await house.register.release(*(1 + place for place in order))
    handles = await asyncio.gather(*entering)
    first, last = order
    assert Closed(Ending.TAKEN_OVER) == sessions[first].told[-1]
    assert (None, 0) == (sessions[last].ending, sessions[last].view.you)
    sessions[last].holds(handles[last]).handle.leave()
    assert {} == house.lobby.tables


async def test_two_people_ask_for_an_unknown_code_at_once() -> None:
    """They meet at one table."""
    house = SlowHouse()
    people = Person("Ann"), Person("Bob")
    entering = await begun(*(house.lobby.join(one.user, one, "DEN") for one in people))
    await house.register.release()
    await asyncio.gather(*entering)
    assert [0, 1] == [one.view.you for one in people]
    assert ["DEN"] == list(house.lobby.tables)


async def test_a_person_who_opens_two_tables_at_once_is_at_one() -> None:
    """Of two tables that a person's sessions open at the same time one is closed again."""
    house = SlowHouse()
    sessions = Person("Ann"), Person("Ann")
    entering = await begun(*(house.lobby.open(one.user, one) for one in sessions))
    await house.register.release()
    await asyncio.gather(*entering)
    assert 1 == len(house.lobby.tables)
    assert 1 == sum(one.ending is None for one in sessions)


@pytest.mark.parametrize("way", WAYS)
async def test_a_session_that_is_canceled_while_it_enters_has_entered_nothing(way: str) -> None:
    """No table is opened and nobody is at one; a result that the person has not read waits for the next time."""
    house = SlowHouse()
    await house.at_table(Person("Ann"), "FAM")
    before = house.lobby.directory.reports["FAM"]
    house.register.waiting["ssh:Bob"] = (result(1),)
    visit = now(Visit.begin(house.lobby, User("ssh:Bob", "Bob")))
    (entering,) = await begun(WAYS[way](visit, Person("Bob")))
    entering.cancel()
    await house.register.release()
    assert entering.cancelled()
    assert (["FAM"], before) == (list(house.lobby.tables), house.lobby.directory.reports["FAM"])
    assert (result(1),) == house.register.waiting["ssh:Bob"]


async def test_a_session_that_is_canceled_while_it_enters_the_lobby_is_not_there() -> None:
    """Nobody is listed, and the result waits."""
    house = SlowHouse()
    house.register.waiting["ssh:Bob"] = (result(1),)
    told: list[LobbyMessage] = []
    (entering,) = await begun(house.lobby.enter(User("ssh:Bob", "Bob"), told.append))
    entering.cancel()
    await house.register.release()
    assert ([], [], (result(1),)) == (house.lobby.presence.visitors, told, house.register.waiting["ssh:Bob"])


@pytest.mark.parametrize("way", WAYS)
async def test_a_session_that_ends_while_it_enters_leaves_nobody_behind(way: str) -> None:
    """If the lobby lets a person in whose session has ended, the seat is held as after a lost connection."""
    house = SlowHouse()
    await house.at_table(Person("Ann"), "FAM")
    visit, bob = now(Visit.begin(house.lobby, User("ssh:Bob", "Bob"))), Person("Bob")
    (entering,) = await begun(WAYS[way](visit, bob))
    visit.end()
    await house.register.release()
    handle = await entering
    assert not bob.holds(handle).handle.holds
    people = [report.people.get("ssh:Bob") for report in house.lobby.directory.reports.values()]
    assert not any(person and person.here for person in people)


async def test_a_session_that_ends_while_it_enters_the_lobby_is_not_listed() -> None:
    """The person is in the lobby for no moment that others can see afterwards."""
    house = SlowHouse()
    visit = now(Visit.begin(house.lobby, User("ssh:Bob", "Bob")))
    (entering,) = await begun(visit.enter(lambda _message: None))
    visit.end()
    await house.register.release()
    await entering
    assert [] == house.lobby.presence.visitors


@pytest.mark.parametrize("way", WAYS)
async def test_a_lobby_that_closes_lets_in_nobody_who_was_on_the_way(way: str) -> None:
    """A person who is entering a table when the lobby closes gets a refusal, and no table remains."""
    house = SlowHouse()
    await house.at_table(Person("Ann"), "FAM")
    (entering,) = await begun(WAYS[way](now(Visit.begin(house.lobby, User("ssh:Bob", "Bob"))), Person("Bob")))
    await house.lobby.close()
    await house.register.release()
    with pytest.raises(EntryError) as caught:
        await entering
    assert (EntryProblem.STOPPING, {}) == (caught.value.problem, house.lobby.tables)


async def test_a_lobby_that_closes_tells_those_who_were_entering_it() -> None:
    """`Closed` is their first and last message, also if they have news."""
    house = SlowHouse()
    house.register.waiting["ssh:Bob"] = (result(1),)
    told: list[LobbyMessage] = []
    (entering,) = await begun(house.lobby.enter(User("ssh:Bob", "Bob"), told.append))
    await house.lobby.close()
    await house.register.release()
    await entering
    assert [Closed(Ending.SERVER_STOPPED)] == told


async def test_a_seat_that_is_lost_while_its_owner_comes_back() -> None:
    """A person whose table closes meanwhile is let into no table."""
    house = SlowHouse()
    ann = await house.at_table(Person("Ann"), "FAM")
    ann.handle.drop()
    (entering,) = await begun(house.lobby.resume(ann.user, Person("Ann")))
    house.clock.pass_(61)
    await house.register.release()
    assert (await entering, {}) == (None, house.lobby.tables)


async def test_a_result_that_comes_while_a_person_enters_is_told_the_next_time() -> None:
    """Only results that the person was sent count as seen."""
    house = SlowHouse()
    house.register.waiting["ssh:Bob"] = (result(1),)
    told: list[LobbyMessage] = []
    (entering,) = await begun(house.lobby.enter(User("ssh:Bob", "Bob"), told.append))
    house.register.waiting["ssh:Bob"] += (result(2),)
    await house.register.release()
    await entering
    assert [Notice(NoticeKind.RESULT, "FAM 1/2 Ann")] == [one for one in told if isinstance(one, Notice)]
    assert (result(2),) == house.register.waiting["ssh:Bob"]


def test_a_guest_is_told_once_how_to_come_back() -> None:
    """The resume code comes with the first way in, and with no later one; a refused way in does not use it up."""
    house = House()
    visit, heard = (
        now(Visit.begin(house.lobby, User("guest:1", "Gus", guest=True, resume_code="CODE"))),
        list[LobbyMessage](),
    )
    told: list[Message] = []
    with suppress(EntryError):
        now(visit.watch(told.append, "NONE"))
    now(visit.join(told.append, "FAM"))
    now(visit.enter(heard.append))
    now(visit.open(told.append))
    notices = [one for one in (*told, *heard) if isinstance(one, Notice) and one.kind is NoticeKind.RESUME]
    assert [Notice(NoticeKind.RESUME, "resume CODE")] == notices


def test_a_visit_knows_whether_the_seat_is_kept() -> None:
    """It has a seat from sitting down until leaving, also when the connection is lost; a spectator has none."""
    house = House()
    visit, watcher = (now(Visit.begin(house.lobby, User(f"ssh:{name}", name))) for name in ("Ann", "Zoe"))
    known = [visit.seated]
    handle = now(visit.join(lambda _message: None, "FAM"))
    now(watcher.watch(lambda _message: None, "FAM"))
    known += [visit.seated, watcher.seated]
    handle.leave()
    known += [visit.seated]
    now(visit.join(lambda _message: None, "DEN"))
    visit.end()
    assert [False, True, False, False, True] == [*known, visit.seated]


def test_wrong_codes_wait_before_the_lobby_is_asked() -> None:
    """A code that leads to no table is counted before the person joins or watches; a private table's code is not."""
    house, counted = House(), list[str]()
    house.open(Person("Ann"), "HIDDEN", public=False)

    def guessed() -> float:
        counted.append("guess")
        return 0.0

    visit = now(Visit.begin(house.lobby, User("guest:1", "Gus", guest=True), guessed))
    now(visit.watch(lambda _message: None, "hidden"))
    assert [] == counted
    with pytest.raises(EntryError):
        now(visit.watch(lambda _message: None, "WRONG"))
    now(visit.join(lambda _message: None, "NEW"))
    assert 2 == len(counted)
