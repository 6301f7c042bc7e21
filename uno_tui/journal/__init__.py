"""The journal: logs of tables, matches, people and results in one SQLite file that survives the death of the process.

A write is on file when the call returns. The file is in WAL mode with synchronous NORMAL: it survives a killed process
whole, and a loss of power costs the last moments at most. `store` handles faults and `layout` has the file's tables;
each other module stores one kind of thing.
"""

import time
from collections.abc import Callable
from pathlib import Path

from uno_tui.journal.daily import DailyClaims
from uno_tui.journal.links import Links
from uno_tui.journal.people import People
from uno_tui.journal.results import Results
from uno_tui.journal.retention import tidy
from uno_tui.journal.store import JournalError, Store
from uno_tui.journal.table_log import JournalLog
from uno_tui.table.options import User
from uno_tui.table.results import Register, Result
from uno_tui.table.timers import CallLater, Now, Timers, loop_call_later

__all__ = ["Journal", "JournalError"]

_DAY = 86400


class Journal(Register):
    """The journal in one file, or in memory without a path.

    Raises `JournalError` for a file that cannot be used.
    """

    def __init__(
        self,
        path: Path | None,
        call_later: CallLater = loop_call_later,
        now: Now = time.monotonic,
        today: Callable[[], float] = time.time,
        keep_days: int = 0,
    ) -> None:
        self.keep_days = keep_days
        """Number of days after which results, finished matches and people are deleted; 0 keeps them forever."""
        self._timers = Timers(call_later, now)
        self._today = today
        self.store = Store(path, self._timers)
        self.log = JournalLog(self.store)
        self.people = People(self.store, today)
        self.links = Links(self.store, today)
        self.results = Results(self.store)
        self.daily = DailyClaims(self.store, self.results)
        self._tidy()

    async def guest_of(self, code: str) -> User | None:
        """Return the guest with the given resume code; None if there is none."""
        return await self.people.guest_of(code)

    async def unseen(self, identity: str) -> tuple[Result, ...]:
        """Return the results that a person has not seen yet, oldest first."""
        return self.results.unseen(identity)

    def mark_seen(self, identity: str, match: int) -> None:
        """Mark a person's results as seen, up to the match with the given number."""
        self.results.mark_seen(identity, match)

    def _tidy(self) -> None:
        """Delete old data; runs daily."""
        now = int(self._today())
        self.store.write("tidy", lambda connection: tidy(connection, now, self.keep_days))
        self._timers.set("tidy", _DAY, self._tidy)

    def close(self) -> None:
        """Write all queued changes and close the file."""
        self.store.close()
