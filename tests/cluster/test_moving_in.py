"""The first door of a cluster brings what its journal has."""

import asyncio
from datetime import date
from pathlib import Path

from tests.cluster.brokers import TestBroker
from tests.cluster.doors import DUEL, FAST, Guest
from tests.cluster.test_doors import play
from tests.waiting import until
from uno_tui.cluster.door import Address, ClusterDoor
from uno_tui.journal import Journal
from uno_tui.lobby.lobby import Lobby
from uno_tui.table.options import User
from uno_tui.table.protocol import Stage

DAY = date(2026, 12, 1)


async def old_server(path: Path) -> tuple[User, int]:
    """Leave a database with a finished match, a guest, settings and a running match; return the guest and its moves."""
    journal = Journal(path)
    lobby = Lobby(log=journal.log, register=journal, pace=FAST, defaults=DUEL)
    ann, bob = Guest("Ann"), Guest("Bob")
    for one in (ann, bob):
        await journal.people.welcome(one.user.identity, one.user.name)
    guest = await journal.people.welcome("guest:abc", "Gil")
    journal.people.set("ssh:Ann", "theme", '"dark"')
    for code in ("OLD1", "OLD2"):
        ann.told.clear()
        ann.plays = bob.plays = False
        for one in (ann, bob):
            one.handle = await lobby.join(one.user, one, code)
        await until(lambda: ann.view.stage is Stage.PLAYING)
        if code == "OLD1":
            await play(ann, bob)
            for one in (ann, bob):
                assert one.handle
                one.handle.leave()
    ann.play()
    bob.play()
    version = ann.view.version
    await lobby.close()
    journal.close()
    return guest, version


async def door_of(broker: TestBroker, folder: Path) -> ClusterDoor:
    folder.mkdir(exist_ok=True)  # noqa: ASYNC240  # a moment
    old = folder / "uno.db"
    door = await ClusterDoor.connect(Address((broker.url,)), folder)
    await door.begin(lambda: Journal(old) if old.is_file() else None, defaults=DUEL, pace=FAST)
    return door


async def test_the_first_door_moves_in_with_its_people_results_and_tables(broker: TestBroker, tmp_path: Path) -> None:
    """Names, codes, settings, results, tries and a running match are those of the server before, at every door.

    A person gets back to the seat at once, without naming the table.
    """
    (tmp_path / "a").mkdir()
    guest, version = await old_server(tmp_path / "a" / "uno.db")
    before = Journal(tmp_path / "a" / "uno.db")
    assert await before.daily.begin(DAY, "ssh:Ann", "OLD1")
    ranks = [(one.rating, one.matches, one.wins) for one in before.results.ranks("ssh:Ann")]
    before.close()
    one, two = await door_of(broker, tmp_path / "a"), await door_of(broker, tmp_path / "b")
    assert one.moved_in
    assert not two.moved_in
    for door in (one, two):
        people = door.journal.people
        assert (await people.welcome("ssh:Ann", "Ann")).name == "Ann"
        assert (await people.welcome("ssh:Eve", "Ann")).name == "Ann-2"
        assert await people.settings("ssh:Ann") == {"theme": '"dark"'}
        known = await people.guest_of(guest.resume_code)
        assert known is not None
        assert known.identity == "guest:abc"
        assert [(rank.rating, rank.matches, rank.wins) for rank in door.journal.results.ranks("ssh:Ann")] == ranks
        assert [result.code for result in door.journal.results.of("ssh:Ann")] == ["OLD1"]
        assert door.journal.results.tally("ssh:Ann").matches == 1
        assert door.journal.daily.begun(DAY, "ssh:Ann")
    ann, bob = Guest("Ann"), Guest("Bob")
    ann.handle = await one.lobby.resume(ann.user, ann)
    bob.handle = await two.lobby.join(bob.user, bob, "OLD2")
    assert (ann.view.you, bob.view.you) == (0, 1)
    assert ann.view.version >= version
    await play(ann, bob)
    await until(lambda: len(two.journal.results.of("ssh:Ann")) == 2)
    await one.end()
    await two.end()


async def test_moving_in_goes_on_where_it_was_interrupted(broker: TestBroker, tmp_path: Path) -> None:
    """A first door that dies while it moves in begins again, and everything is there once."""
    folder = tmp_path / "a"
    folder.mkdir()
    await old_server(folder / "uno.db")
    door = await ClusterDoor.connect(Address((broker.url,)), folder)
    append, left = door.broker.append, 12

    def dying(*words: object, **options: object) -> None:
        nonlocal left
        left -= 1
        if left > 0:
            append(*words, **options)  # type: ignore[arg-type]

    door.broker.append = dying  # type: ignore[method-assign]
    moving = asyncio.create_task(door.begin(lambda: Journal(folder / "uno.db"), defaults=DUEL))
    await until(lambda: left <= 0)
    moving.cancel()
    await asyncio.gather(moving, return_exceptions=True)
    await door.broker.close()
    again = await door_of(broker, folder)
    assert again.moved_in
    await again.journal.people.welcome("ssh:Ann", "Ann")
    assert len(again.journal.results.of("ssh:Ann")) == 1
    assert len(again.journal.results._store.read("SELECT * FROM matches")) == 1
    await again.end()


async def test_a_forgotten_person_is_forgotten_at_every_door(broker: TestBroker, tmp_path: Path) -> None:
    """Name, settings and results of a person are deleted in the broker and in every door's copy."""
    one, two = await door_of(broker, tmp_path / "a"), await door_of(broker, tmp_path / "b")
    ann, bob = Guest("Ann"), Guest("Bob")
    for guest, door in ((ann, one), (bob, two)):
        await door.journal.people.welcome(guest.user.identity, guest.user.name)
    ann.handle = await one.lobby.join(ann.user, ann, "FAM1")
    bob.handle = await two.lobby.join(bob.user, bob, "FAM1")
    await play(ann, bob)
    names = "SELECT name FROM results WHERE name = 'Ann'"
    for door in (one, two):
        await until(lambda door=door: door.journal.store.read(names))  # type: ignore[misc]
    ann.handle.leave()
    one.journal.people.forget("ssh:Ann")
    for door in (one, two):
        await until(lambda door=door: not door.journal.store.read(names))  # type: ignore[misc]
    assert not await two.journal.people.knows("ssh:Ann")
    stored = await two.broker.since("UNO_R", "uno.r.>", 0)
    assert not any(b'"Ann"' in message.data for message in stored)
    await one.end()
    await two.end()
