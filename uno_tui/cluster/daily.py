"""First tries at the daily deals of a cluster: each is one message in the stream of results, which all doors copy.

The broker takes one message for a person and a day, so of two doors that begin a try at the same moment one is refused.
"""

import asyncio
from datetime import date
from typing import Final

import msgspec

from uno_tui.cluster.broker import Broker, BrokerGoneError
from uno_tui.cluster.bucket import published
from uno_tui.cluster.people import ClusterPeople
from uno_tui.cluster.streams import RESULTS
from uno_tui.cluster.tasks import patiently
from uno_tui.daily import day_of
from uno_tui.journal.daily import DailyClaims
from uno_tui.journal.results import Results
from uno_tui.journal.store import Store
from uno_tui.table.options import EntryError, EntryProblem

_RESULT_SECONDS: Final = 1.0
"""How long to wait for the result of a match that has just ended, before a try counts as left."""
_LOOK_SECONDS: Final = 0.05


class BegunTry(msgspec.Struct, frozen=True, tag="daily"):
    """A person's first try at the deal of a day."""

    day: str
    """The day in UTC, as an ISO date."""
    pid: str
    """The person's random id."""
    code: str
    """The table's code."""

    @property
    def subject(self) -> str:
        """The subject of the message; there is one for each person and day."""
        return f"uno.r.d.{self.day}.{self.pid}"


class ClusterClaims(DailyClaims):
    """The first try of each person at each day's deal, the same at all doors."""

    def __init__(self, broker: Broker, people: ClusterPeople, store: Store, results: Results) -> None:
        super().__init__(store, results)
        self._broker = broker
        self._people = people
        self._awaited: set[tuple[date, str]] = set()
        """Days and people whose result was waited for, so that nobody waits twice."""

    async def prepare(self, identity: str) -> None:
        """Load the id under which a person's tries and results are stored; raise `EntryError` without a broker."""
        try:
            await self._people.pid(identity)
        except BrokerGoneError as error:
            raise EntryError(EntryProblem.WAITING) from error

    async def begin(self, day: date, identity: str, code: str) -> bool:
        """Store that a person began their try; return False if they had begun one, through whatever door.

        Raises:
            EntryError: The broker does not answer.
        """
        begun = BegunTry(day.isoformat(), await patiently(lambda: self._people.pid(identity)), code)
        first = await patiently(lambda: self._is_first(begun))
        if first:
            self.learn(begun.day, begun.pid, code)
        return first

    async def _is_first(self, begun: BegunTry) -> bool:
        """Store a try unless there is another; return whether the stored one is this."""
        data = msgspec.json.encode(begun)
        if await published(self._broker, begun.subject, data, 0) is not None:
            return True
        stored = await self._broker.last(RESULTS, begun.subject)
        return stored is not None and stored.data == data  # an earlier attempt was stored, without an answer

    def begun(self, day: date, identity: str) -> bool:
        """Return whether a person has begun the try of a day."""
        return super().begun(day, self._people.pids.get(identity, ""))

    async def settle(self, day: date, identity: str) -> None:
        """Wait until a try that has just ended is stored; the first time for each try, if there is no result."""
        asked = day, identity
        if asked in self._awaited:
            return
        self._awaited = {one for one in self._awaited if one[0] == day} | {asked}
        for _ in range(round(_RESULT_SECONDS / _LOOK_SECONDS)):
            if any(day_of(one.seed, one.began) == day for one in self._results.tries(identity)):
                return
            await asyncio.sleep(_LOOK_SECONDS)
