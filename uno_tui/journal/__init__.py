"""The journal: tables, matches, people and results in one SQLite file, safe against the death of the process.

What is stored is stored when the call returns: the file is in WAL mode with synchronous NORMAL, so it outlives the
process at any instant, and after a loss of power lacks the last moments at most and is whole. `store` knows faults,
`schema` the file's shape, the rest one idea each.
"""

import time
from collections.abc import Callable
from pathlib import Path

from uno_tui.journal.people import GUEST_DAYS, People
from uno_tui.journal.results import Results
from uno_tui.journal.schema import tidy
from uno_tui.journal.store import JournalError, Store
from uno_tui.journal.tables import StoredTables
from uno_tui.table.options import User
from uno_tui.table.results import PlayerRank, Result
from uno_tui.table.timers import CallLater, Now, Timers, loop_call_later

__all__ = ["Journal", "JournalError"]

_DAY = 86400


class Journal:
    """One file with all of it, or memory if there is no path; a `Register`, and its `tables` are a `TableStore`.

    `JournalError` if the file cannot be used.
    """

    def __init__(
        self,
        path: Path | None,
        call_later: CallLater = loop_call_later,
        now: Now = time.monotonic,
        today: Callable[[], float] = time.time,
    ) -> None:
        self._timers = Timers(call_later, now)
        self._today = today
        self.store = Store(path, self._timers)
        self.tables = StoredTables(self.store, today)
        self.people = People(self.store, today)
        self.finished = Results(self.store)
        self._tidy()

    def guest_of(self, code: str) -> User | None:
        """The guest to whom that resume code was given."""
        return self.people.guest_of(code)

    def results(self, identity: str, most: int = 20) -> tuple[Result, ...]:
        """That person's newest results, newest first."""
        return self.finished.results(identity, most)

    def ranks(self, identity: str) -> tuple[PlayerRank, ...]:
        """What that person has reached, most played first."""
        return self.finished.ranks(identity)

    def unseen(self, identity: str) -> tuple[Result, ...]:
        """The results that person has not seen, oldest first; from now on they count as seen."""
        return self.finished.unseen(identity)

    def _tidy(self) -> None:
        """Forget guests who have not come for long, and matches that nobody can finish; once a day."""
        before = int(self._today()) - GUEST_DAYS * _DAY
        self.store.write("tidy", lambda connection: tidy(connection, before))
        self._timers.set("tidy", _DAY, self._tidy)

    def close(self) -> None:
        """Store what waits, and close the file."""
        self.store.close()
