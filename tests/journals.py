"""Helpers for tests of the journal: a lobby with a journal, which can be killed and started again."""

import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.tables import Clock, House
from uno_tui.game.match import Match
from uno_tui.game.view import PlayerView
from uno_tui.journal import Journal
from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.fold import fold


class StoredHouse(House):
    """A lobby with a manual clock that stores everything in a folder and can restore it."""

    def __init__(self, folder: Path, today: float = 1_700_000_000.0, **changes: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        clock = Clock()
        self.folder = folder
        self.changes = changes
        self.today = today
        self.journal = Journal(folder / "uno.db", clock.call_later, clock.now, lambda: self.today)
        kept = {"log": self.journal.log, "register": self.journal, "today": lambda: self.today}
        super().__init__(**{"call_later": clock.call_later, "now": clock.now, **kept, **changes})
        self.clock = clock

    def dead(self, folder: Path, today: float = 1_700_000_000.0) -> "StoredHouse":
        """Return the lobby of a new process after this one was killed now: it works on a copy of the files."""
        shutil.copytree(self.folder, folder)
        return StoredHouse(folder, today, **self.changes)


def entries_of(folder: Path, code: str = "FAM") -> list[Entry]:
    """Return the log of a table as another process would read it now."""
    sql = "SELECT text FROM entries WHERE code = ? ORDER BY life, position"
    with closing(sqlite3.connect(folder / "uno.db")) as other:
        return [Entry.read(text) for (text,) in other.execute(sql, (code,))]


def matches_of(entries: Iterable[Entry]) -> dict[int, Match]:
    """Return the match at each version of a table, computed from the table's log alone."""
    at = {}
    state = None
    for entry in entries:
        state = fold([entry], state)
        assert state
        if state.match:
            at[state.version] = state.match
    return at


def views_of(entries: Iterable[Entry]) -> Callable[[int, int | None], PlayerView]:
    """Return a function that gives a seat's view at a version, computed from the table's log alone."""
    at = matches_of(entries)
    return lambda version, seat: at[version].view(seat)
