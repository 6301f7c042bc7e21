"""Expert bots in a cluster: the door that runs a table lets its own workers think."""

from typing import Any

import pytest

from tests.cluster.doors import DoorMaker, Guest
from tests.waiting import until
from uno_tui.bots import LEVELS
from uno_tui.game.actions import Action
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.rules import Rules
from uno_tui.game.view import PlayerView
from uno_tui.table.options import TableOptions
from uno_tui.table.process import choices
from uno_tui.table.protocol import Happening, Stage, TableNote
from uno_tui.thinking import pool as pool_module
from uno_tui.thinking.pool import WorkerPool

TRIO = TableOptions(rules=Rules(target=1), seats=3, bots=1, level="expert", fill=False)


def never(view: PlayerView, chance: RandomSource) -> Action | None:
    raise AssertionError("an expert thinks in no process that serves tables")


def thinking(pool: WorkerPool) -> dict[str, Any]:
    return {"thinkers": pool, "bots": {**LEVELS, "expert": never}, "defaults": TRIO}


async def match_of_three(doors: DoorMaker, *pools: WorkerPool) -> tuple[Guest, list[Any]]:
    """Let Ann and Bob, through two doors, play a match against an expert; return Ann and the table at both doors."""
    one, two = [await doors.open(**thinking(pool)) for pool in pools]
    await until(lambda: len(one.lobby.doors.shards | two.lobby.doors.shards) == 8)
    ann, bob = Guest("Ann"), Guest("Bob")
    await ann.join(one, "FAM1")
    await bob.join(two, "FAM1")
    await until(lambda: bob.view.stage is Stage.PLAYING)
    for person in (ann, bob):
        person.plays = True
        person.play()
    await until(lambda: all(person.view.stage is Stage.OVER for person in (ann, bob)))
    states = [door.lobby.tables["FAM1"].state for door in (one, two)]
    assert states[0] == states[1]
    return ann, states


async def test_an_expert_plays_a_match_through_two_doors(doors: DoorMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    """One door's worker chooses; both doors have the same table, and no stand-in played."""
    monkeypatch.setattr(choices, "PATIENCE", 60.0)
    monkeypatch.setattr(pool_module, "LATE_SECONDS", 60.0)
    pools = WorkerPool(), WorkerPool()
    ann, states = await match_of_three(doors, *pools)
    assert [""] == [seat.plays_as for seat in states[0].seats if seat.level]
    assert not [one for one in ann.view.log if isinstance(one.what, TableNote) and "PLAYS" in one.what.happening.name]
    assert 1 <= sum(len(pool.pids) for pool in pools)


async def test_doors_without_workers_say_so_at_every_door(doors: DoorMaker) -> None:
    """If no door can think, the expert plays as a hard bot, which people at all doors see."""
    ann, states = await match_of_three(doors, WorkerPool(0), WorkerPool(0))
    assert ["hard"] == [seat.plays_as for seat in states[1].seats if seat.level]
    notes = [one.what.happening for one in ann.view.log if isinstance(one.what, TableNote)]
    assert [Happening.PLAYS_AS] == [one for one in notes if one is not Happening.SAT and one is not Happening.HOST]
