"""One game through several doors."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests.cluster.doors import DoorMaker, Guest, TestDoor
from tests.waiting import until
from uno_tui.cluster.subjects import shard_of
from uno_tui.table.entries.people import WentAway
from uno_tui.table.options import EntryError, EntryProblem
from uno_tui.table.process.replica import Folded
from uno_tui.table.protocol import Ending, Stage


async def play(*people: Guest) -> None:
    """Play until the match is over."""
    for one in people:
        one.plays = True
        one.play()
    await until(lambda: all(one.view.stage is Stage.OVER for one in people))


async def ann_and_bob(doors: DoorMaker) -> tuple[TestDoor, TestDoor, Guest]:
    """Return two doors, through which Ann and Bob play at one table, and Bob."""
    one, two = await doors.pair()
    ann, bob = Guest("Ann"), Guest("Bob")
    await ann.join(one, "FAM1")
    await bob.join(two, "FAM1")
    await until(lambda: bob.view.stage is Stage.PLAYING)
    return one, two, bob


async def ann_is_back(door: TestDoor, bob: Guest) -> Guest:
    """Wait until Ann is away for Bob, and return her, back at her seat through another door."""
    await until(lambda: bob.view.seats[0].away)
    again = Guest("Ann")
    again.handle = await door.lobby.resume(again.user, again)
    assert again.view.you == 0
    return again


async def test_two_people_play_a_match_through_two_doors(doors: DoorMaker) -> None:
    """A table opened through one door is played at another; both show the same match, and its result is stored once."""
    one, two = await doors.pair()
    ann, bob = Guest("Ann"), Guest("Bob")
    await ann.join(one, "FAM1")
    await bob.join(two, "FAM1")
    await play(ann, bob)
    states = [door.lobby.tables["FAM1"].state for door in (one, two)]
    assert states[0] == states[1]
    await until(lambda: one.journal.results._store.read("SELECT id FROM matches"))
    await until(lambda: two.journal.results._store.read("SELECT id FROM matches"))
    assert len(one.journal.results._store.read("SELECT id FROM matches")) == 1


async def test_one_person_comes_to_two_tables_through_two_doors_at_once(doors: DoorMaker) -> None:
    """A person is at one table at most, even when two doors let them in at the same moment."""
    one, two = await doors.pair()
    hosts = [Guest("Host1"), Guest("Host2")]
    await hosts[0].join(one, "TABA")
    await hosts[1].join(two, "FAM9")
    for number in range(5):
        person = f"Eve{number}"
        eves = [Guest(person), Guest(person)]
        await asyncio.gather(eves[0].join(one, "TABA"), eves[1].join(two, "FAM9"), return_exceptions=True)

        await until(partial(_is_at, 1, (one, two), f"ssh:{person}"))
        for eve in eves:
            if eve.handle:
                eve.handle.leave()
        await until(partial(_is_at, 0, (one, two), f"ssh:{person}"))


def _is_at(count: int, doors: tuple[TestDoor, ...], identity: str) -> bool:
    """Return whether the doors together have a person at `count` tables."""
    tables = [table for door in doors for table in door.lobby.tables.values() if table.replica.loaded]
    return len({table.code for table in tables if table.state.known(identity)}) == count


async def test_a_second_session_through_another_door_ends_the_first(doors: DoorMaker) -> None:
    """A person has one session at a table, the newest."""
    one, two = await doors.pair()
    first, second = Guest("Ann"), Guest("Ann")
    await first.join(one, "FAM1")
    await second.join(two, "FAM1")
    await until(lambda: first.ending is Ending.TAKEN_OVER)
    assert second.view.you == 0


async def test_the_people_of_a_dead_door_are_away_and_come_back_through_another(doors: DoorMaker) -> None:
    """A door that dies takes nobody's seat along."""
    one, two, bob = await ann_and_bob(doors)
    await one.die()
    again = await ann_is_back(two, bob)
    await play(again, bob)
    assert len(two.lobby.doors.shards) == 8


async def test_nobody_plays_at_two_tables(doors: DoorMaker) -> None:
    """A person in a match is refused at other tables, through whatever door."""
    one, two = await doors.pair()
    ann, bob, eve = Guest("Ann"), Guest("Bob"), Guest("Eve")
    await ann.join(one, "FAM1")
    await bob.join(two, "FAM1")
    await eve.join(two, "FAM2")
    await until(lambda: bob.view.stage is Stage.PLAYING)
    with pytest.raises(EntryError) as refusal:
        await Guest("Ann").join(two, "FAM2")
    assert refusal.value.problem is EntryProblem.SEATED_ELSEWHERE


async def test_the_last_one_to_leave_closes_the_table_everywhere(doors: DoorMaker) -> None:
    """A closed table leaves nothing behind: no entries, no address, no claim; its code is free again."""
    one, two = await doors.pair()
    ann = Guest("Ann")
    await ann.join(one, "FAM1")
    assert ann.handle
    key = one.lobby.tables["FAM1"].replica.key
    ann.handle.leave()

    seats = two.lobby.seats
    await until(lambda: "FAM1" not in one.lobby.tables | two.lobby.tables)
    async with asyncio.timeout(20):
        while await seats.table("FAM1") or (await seats.where("ssh:Ann")).value:  # noqa: ASYNC110  # a new request each time
            await asyncio.sleep(0.01)
    again = Guest("Ann")
    await again.join(two, "FAM1")
    assert two.lobby.tables["FAM1"].replica.key != key


async def test_the_lobby_lists_tables_people_and_chat_of_all_doors(doors: DoorMaker) -> None:
    """A person in the lobby sees who came through another door, what they say, and their tables."""
    one, two = await doors.pair()
    seen: list[object] = []
    reader = await one.lobby.enter(Guest("Rea").user, seen.append)
    writer = await two.lobby.enter(Guest("Wim").user, lambda _: None)
    await Guest("Ann").join(two, "FAM1")
    writer.chat("hello")
    await until(lambda: [info.code for info in reader.view.tables] == ["FAM1"])
    await until(lambda: {person.name for person in reader.view.people} == {"Rea", "Wim", "Ann"})
    await until(lambda: reader.view.talk)


async def test_two_people_of_one_name_get_different_names(doors: DoorMaker) -> None:
    """Nobody has another's name, whatever door they came through."""
    one, two = await doors.pair()
    first = await one.lobby.arrive(Guest("Ann").user)
    second = await two.lobby.arrive(replace(Guest("Ann").user, identity="ssh:other"))
    assert {first.name, second.name} == {"Ann", "Ann-2"}


async def test_every_door_knows_a_person_by_their_key(doors: DoorMaker) -> None:
    """A linked phone signs in, and a ban is listed, with the name that the owner of the key used last at any door."""
    one, two = await doors.pair()
    await one.journal.people.welcome("ssh:SHA256:x", "Ann")
    await one.journal.people.welcome("guest:1", "Gil")
    found = await two.journal.people.user_of("ssh:SHA256:x")
    assert found
    assert ("ssh:SHA256:x", "Ann", False) == (found.identity, found.name, found.guest)
    assert "Ann" == await two.journal.people.name_of("ssh:SHA256:x")
    assert (None, "") == (await two.journal.people.user_of("ssh:y"), await two.journal.people.name_of("guest:1"))


async def test_a_door_that_stops_leaves_its_people_their_seats(doors: DoorMaker) -> None:
    """A stopped door closes no table, and its people come back through another at once."""
    one, two, bob = await ann_and_bob(doors)
    await one.stop()
    await ann_is_back(two, bob)


async def test_people_of_a_door_that_was_only_slow_keep_their_seats(doors: DoorMaker) -> None:
    """A door that finds its people away, because it was silent for too long, brings all of them back, also a spectator.

    Nobody is thrown out, and their handles go on.
    """
    one, two = await doors.pair()
    ann, bob, eve = Guest("Ann"), Guest("Bob"), Guest("Eve")
    await ann.join(one, "FAM1")
    await bob.join(one, "FAM1")
    eve.handle = await one.lobby.watch(eve.user, eve, "FAM1")
    await until(lambda: ann.view.stage is Stage.PLAYING)
    key = one.lobby.tables["FAM1"].replica.key
    other = await two.lobby._load(key)
    assert other is not None
    went: list[object] = []
    other.audience.said = lambda *_: None
    other.replica._watch = _Spy(other.replica._watch, went)
    other.runner.run(True)
    two.lobby.doors.is_lost = lambda door: door == one.lobby.doors.own  # type: ignore[method-assign]
    two.lobby.doors.shards.add(shard_of("FAM1"))
    await until(lambda: sum(isinstance(what, WentAway) for what in went) >= 3)
    two.lobby.doors.is_lost = lambda door: not door  # type: ignore[method-assign]
    await until(lambda: all(member.session for member in other.state.people) and len(other.state.people) == 3)
    assert ann.ending is bob.ending is eve.ending is None
    await play(ann, bob)
    assert eve.view.stage is Stage.OVER


async def test_people_who_join_a_new_table_at_once_through_several_doors_meet(doors: DoorMaker) -> None:
    """Of several people who join a code that no table has, one opens the table, and the others sit down at it."""
    one, two = await doors.pair()
    for door in (one, two):
        _delay_entries(door, 0.2)
    for number in range(2):
        people = [Guest(f"P{number}{letter}") for letter in "ABCD"]
        joins = [guest.join(door, f"NEW{number}") for guest, door in zip(people, (one, two, one, two), strict=True)]
        await asyncio.gather(*joins)
        assert sorted(str(guest.view.you) for guest in people) == ["0", "1", "None", "None"]


def _delay_entries(door: TestDoor, seconds: float) -> None:
    """Delay everything that a door stores of tables, so that a table has an address long before its first entry."""
    append, loop = door.broker.append, asyncio.get_running_loop()

    def later(subject: str, *words: Any, **options: Any) -> None:
        wait = seconds if subject.startswith("uno.j.") else 0.0
        loop.call_later(wait, partial(append, subject, *words, **options))

    door.broker.append = later  # type: ignore[method-assign]


class _Spy:
    """Forwards the calls of a replica, and records the entries."""

    def __init__(self, watch: Any, seen: list[object]) -> None:
        self._watch, self._seen = watch, seen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._watch, name)

    def folded(self, folded: Folded) -> None:
        self._seen.append(folded.entry.what)
        self._watch.folded(folded)


async def test_a_table_that_is_just_being_opened_is_not_found_yet(doors: DoorMaker) -> None:
    """Until its first entry is stored, a table has nothing that could be shown; then it is found."""
    one = await doors.open()
    append, held = one.broker.append, list[Callable[[], None]]()

    def hold(subject: str, *words: Any, **options: Any) -> None:
        later = partial(append, subject, *words, **options)
        held.append(later) if subject.startswith("uno.j.") else later()

    one.broker.append = hold  # type: ignore[method-assign]
    opening = asyncio.create_task(Guest("Ann").join(one, "FAM1"))
    await until(lambda: held)
    assert await one.lobby.find("FAM1") is None
    one.broker.append = append  # type: ignore[method-assign]
    held[0]()
    await opening
    assert await one.lobby.find("FAM1")


async def test_a_door_that_stops_serving_a_table_serves_it_for_the_next_person(doors: DoorMaker) -> None:
    """A table is released just when somebody is on the way in, who gets in all the same."""
    one, two = await doors.pair()
    await Guest("Ann").join(one, "FAM1")
    await two.lobby.find("FAM1")
    claim = two.lobby.seats.claim

    async def release(*words: Any) -> bool:
        two.lobby._release(two.lobby.tables["FAM1"])
        return await claim(*words)

    two.lobby.seats.claim = release  # type: ignore[assignment, method-assign]
    bob = Guest("Bob")
    await bob.join(two, "FAM1")
    assert bob.view.you == 1
