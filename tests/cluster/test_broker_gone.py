"""While the broker is down play waits; when it is back, play continues."""

import asyncio
from dataclasses import replace

import pytest

from tests.cluster.brokers import TestBroker
from tests.cluster.doors import DUEL, DoorMaker, Guest, TestDoor
from tests.cluster.test_doors import play
from tests.waiting import until
from uno_tui.cluster import tasks
from uno_tui.cluster.subjects import shard_of
from uno_tui.game.rules import Rules
from uno_tui.table.options import EntryError, EntryProblem
from uno_tui.table.protocol import Happening, Notice, NoticeKind, Stage, TableNote


def notes(guest: Guest) -> list[Happening]:
    """Return what the log of a guest's table says apart from the game."""
    return [one.what.happening for one in guest.view.log if isinstance(one.what, TableNote)]


async def test_tables_wait_for_the_broker_and_go_on(doors: DoorMaker, broker: TestBroker) -> None:
    """While nothing can be stored nobody is disconnected and the lobby shows why; then the same match continues."""
    one, two = await doors.pair()
    ann, bob = Guest("Ann"), Guest("Bob")
    await ann.join(one, "FAM1")
    await bob.join(two, "FAM1")
    told: list[object] = []
    await one.lobby.enter(Guest("Lou").user, told.append)
    await until(lambda: bob.view.stage is Stage.PLAYING and ann.view.stage is Stage.PLAYING)
    before = ann.view.version
    broker.kill()
    await until(lambda: Happening.WAITING in notes(ann) and Happening.WAITING in notes(bob))
    assert Notice(NoticeKind.WAITING) in told
    for guest in (ann, bob):
        guest.play()
    assert ann.view.version == before
    broker.start()
    await until(lambda: Happening.GOES_ON in notes(ann) and Happening.GOES_ON in notes(bob))
    assert Notice(NoticeKind.GOES_ON) in told
    await play(ann, bob)
    assert one.lobby.tables["FAM1"].state == two.lobby.tables["FAM1"].state
    assert ann.ending is bob.ending is None


async def test_bots_go_on_after_the_broker_is_back(doors: DoorMaker, broker: TestBroker) -> None:
    """A match in which only bots are on turn continues without a person."""
    one, _ = await doors.pair()
    ann = Guest("Ann")
    options = replace(DUEL, seats=3, bots=2, rules=Rules(target=500))
    ann.handle = await one.lobby.open(ann.user, ann, options)
    ann.handle.autopilot(True)
    await until(lambda: ann.view.version > 10)
    broker.kill()
    await until(lambda: Happening.WAITING in notes(ann))
    stopped = ann.view.version
    broker.start()
    await until(lambda: ann.view.version > stopped + 10)


def lose_one(door: TestDoor) -> list[bytes]:
    """Lose the next entry of a table on the way to a door; return a list that gets its subject."""
    client, lost = door.broker._client, list[bytes]()
    hand_on = client.hand_on

    def lose(sid: int, subject: bytes, *rest: bytes) -> None:
        if subject.startswith(b"uno.n.") and not lost:
            lost.append(subject)
        else:
            hand_on(sid, subject, *rest)

    setattr(client, "hand_on", lose)  # noqa: B010  # a method
    return lost


@pytest.mark.parametrize("runs", [True, False])
async def test_a_door_that_lost_news_reads_on(doors: DoorMaker, runs: bool) -> None:
    """News of a move is lost at a door, which reads the move all the same, be it the table's runner or not."""
    one, two = await doors.pair()
    if (shard_of("FAM1") in two.lobby.doors.shards) is not runs:
        one, two = two, one
    ann, bob = Guest("Ann"), Guest("Bob")
    await ann.join(one, "FAM1")
    await bob.join(two, "FAM1")
    await until(lambda: ann.view.stage is Stage.PLAYING and bob.view.stage is Stage.PLAYING)
    while not (ann.view.game and ann.view.game.turn == ann.view.you):
        before = ann.view.version
        assert bob.play()
        await until(lambda before=before: ann.view.version > before)  # type: ignore[misc]
    before, lost = ann.view.version, lose_one(two)
    await until(lambda: bob.view.version == before)
    assert ann.play()
    await until(lambda: bob.view.version > before)
    assert lost


async def test_a_login_waits_for_the_broker(
    doors: DoorMaker, broker: TestBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who logs in while the broker is gone gets in when it is back; after some seconds they are refused."""
    people = (await doors.open()).journal.people
    broker.kill()
    login = asyncio.create_task(people.welcome("ssh:Ann", "Ann"))
    broker.start()
    assert (await login).name == "Ann"
    broker.kill()
    monkeypatch.setattr(tasks, "PATIENCE_SECONDS", 0.0)
    with pytest.raises(EntryError) as refused:
        await people.welcome("ssh:Bob", "Bob")
    assert refused.value.problem is EntryProblem.WAITING
    broker.start()


async def test_the_lobby_is_open_while_the_broker_is_gone(doors: DoorMaker, broker: TestBroker) -> None:
    """Whether a person has seen their results cannot be known then; they are shown the next time."""
    door = await doors.open()
    broker.kill()
    await until(lambda: not door.broker.up)
    visitor = await door.lobby.enter(Guest("Ann").user, lambda _: None)
    assert ["Ann"] == [one.name for one in visitor.view.people]
    broker.start()
