"""First tries at the daily deals of a server: who began which, at which table, and the board of a day."""

from dataclasses import replace
from datetime import date

from uno_tui.daily import BoardEntry, seed_of
from uno_tui.journal.results import Results
from uno_tui.journal.store import Store, statement

_BEGIN = "INSERT OR IGNORE INTO daily (day, identity, code) VALUES (?, ?, ?)"
_BEGUN = "SELECT 1 FROM daily WHERE day = ? AND identity = ?"
_FINISHED = """SELECT min(id), name FROM daily
               CROSS JOIN matches ON matches.code = daily.code AND matches.seed = ?
               CROSS JOIN results ON match = id AND owner = identity
               WHERE day = ? AND NOT guest GROUP BY identity"""


class DailyClaims:
    """The first try of each person at each day's deal. A second one is refused, so there is no other."""

    def __init__(self, store: Store, results: Results) -> None:
        self._store = store
        self._results = results
        self._counted: tuple[date, dict[int, BoardEntry | None]] = (date.min, {})
        """Cache of the last requested board: its day, and each match's entry, None if the match is no whole try."""

    async def prepare(self, identity: str) -> None:
        """Load what the other methods need about a person; raise `EntryError` if it cannot be loaded now."""

    async def begin(self, day: date, identity: str, code: str) -> bool:
        """Store that a person began their try at the table with this code; return False if they had begun one."""
        if self.begun(day, identity):
            return False
        self.learn(day.isoformat(), identity, code)
        return True

    def learn(self, day: str, owner: str, code: str) -> None:
        """Store the first try of a day by the person whose results have this owner; an earlier one stays."""
        self._store.write(("daily", day, owner), statement(_BEGIN, day, owner, code))

    def begun(self, day: date, identity: str) -> bool:
        """Return whether a person has begun the try of a day."""
        return bool(self._store.read(_BEGUN, day.isoformat(), identity))

    async def settle(self, day: date, identity: str) -> None:
        """Wait until the result of a try that has just ended is stored."""

    def board(self, day: date) -> tuple[BoardEntry, ...]:
        """Return the finished tries of a day by people with a key, best first.

        Each is counted from its record, once: the seed and the moves are played again, and a record that does not lead
        to its result is left out.
        """
        if self._counted[0] != day:
            self._counted = day, {}
        _day, counted = self._counted
        found = []
        for match, name in self._store.read(_FINISHED, seed_of(day), day.isoformat()):
            if match not in counted:
                counted[match] = BoardEntry.of(match, name, self._results.record(match))
            if entry := counted[match]:
                found.append(replace(entry, name=name))  # who was forgotten since has another name
        return tuple(sorted(found, key=lambda one: (-one.points, one.moves, one.match)))
