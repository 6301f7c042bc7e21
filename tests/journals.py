"""Helpers for tests of the journal: a lobby with a journal, which can be killed and started again."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.tables import Clock, House
from uno_tui.game.match import Match
from uno_tui.game.view import PlayerView
from uno_tui.journal import Journal
from uno_tui.table.storage import StoredMatch


class StoredHouse(House):
    """A lobby with a manual clock that stores everything in a folder and can restore it."""

    def __init__(self, folder: Path, today: float = 1_700_000_000.0, **changes: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        clock = Clock()
        self.folder = folder
        self.changes = changes
        self.today = today
        self.journal = Journal(folder / "uno.db", clock.call_later, clock.now, lambda: self.today)
        kept = {"store": self.journal.tables, "register": self.journal}
        super().__init__(**{"call_later": clock.call_later, "now": clock.now, **kept, **changes})
        self.clock = clock

    def dead(self, folder: Path, today: float = 1_700_000_000.0) -> "StoredHouse":
        """Return the lobby of a new process after this one was killed now: it works on a copy of the files."""
        shutil.copytree(self.folder, folder)
        return StoredHouse(folder, today, **self.changes)


def views_of(kept: StoredMatch) -> Callable[[int, int | None], PlayerView]:
    """Return a function that gives a seat's view at a version, computed from the stored match alone."""
    start = kept.start
    match, _ = Match.start(start.rules, start.seats, start.seed, start.typed)
    at = {start.base: match}
    for step in kept.steps:
        match, _ = step.play(match)
        at[start.base + match.version] = match
    return lambda version, seat: at[version].view(seat)
