"""A table whose people do anything in any order, in a process that may die at any moment."""

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis.stateful import rule
from msgspec.structs import replace

from tests.journals import StoredHouse
from tests.table.test_random_membership import Membership
from tests.tables import QUICK
from uno_tui.game.view import PlayerView
from uno_tui.table.options import TableOptions
from uno_tui.table.state.table_state import facts_of
from uno_tui.table.table import Table

Known = tuple[dict[str, object], int, list[PlayerView | None]]


def known(table: Table) -> Known:
    """Return what must survive the process: everything but who is here, and the host's role, which depends on that."""
    state = table.state
    views = [state.view(seat).game for seat in (None, *range(len(state.seats)))]
    people = [replace(one, session="", away=0, gone=False) for one in state.seated()]
    passing = {"people": people, "host": 0, "claim": 0, "hosted": False, "requests": ()}
    return {**facts_of(state), **passing}, state.version, views


class Deaths(Membership):
    """The random people of the parent class; after each step another process restores the same table."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.deaths = 0
        options = TableOptions(seats=3, rules=QUICK, turn_seconds=15, spectators=2, grace_seconds=20)
        self.kept_house = self.house = StoredHouse(self.folder / "alive", defaults=options)

    @rule()
    def die(self) -> None:
        self.deaths += 1
        dead = self.kept_house.dead(self.folder / str(self.deaths))
        dead.lobby.restore()
        expected = {code: known(table) for code, table in self.house.lobby.tables.items()}
        assert expected == {code: known(table) for code, table in dead.lobby.tables.items()}
        dead.journal.close()

    def teardown(self) -> None:
        self.die()
        for person in self.here:
            person.handle.leave()
        self.house.clock.pass_(60)
        assert {} == self.house.lobby.tables
        assert [] == self.kept_house.journal.store.read("SELECT code FROM entries")
        assert 2 == self.house.clock.waiting, "the journal's daily round and its look at the file alone"
        self.kept_house.journal.close()
        assert 0 == self.house.clock.waiting
        shutil.rmtree(self.folder)


TestDeaths = Deaths.TestCase


TestDeaths.settings = settings(max_examples=40, stateful_step_count=40, deadline=None, derandomize=True)
