"""The daily deal on a server: one try a person, and the board of the day."""

import time
from collections.abc import Callable
from typing import Final

from uno_server.person import Person
from uno_tui.daily import DailyHistory, day_at, options_of, tries_of
from uno_tui.i18n import Words
from uno_tui.journal import Journal
from uno_tui.journal.daily import DailyClaims
from uno_tui.lobby.lobby import Lobby
from uno_tui.speech.daily import board_lines, daily_lines
from uno_tui.table.options import EntryError, EntryProblem, User
from uno_tui.table.protocol import Listener
from uno_tui.table.requests import Handle

DAILY: Final = "daily"
BOARD: Final = "board"
RECORD: Final = "record"


class DailyDeals:
    """The deals of one server; none are offered where nobody may open a table, and where several processes serve."""

    def __init__(self, lobby: Lobby, journal: Journal | None, now: Callable[[], float] = time.time) -> None:
        self._lobby = lobby
        self._journal = journal
        self._now = now

    @property
    def _claims(self) -> DailyClaims | None:
        return self._journal.daily if self._journal and self._lobby.presence.may_open else None

    async def enter(self, user: User, listener: Listener) -> Handle:
        """Seat a person at the deal of the day, or at the table of a try that is not over.

        Raises:
            EntryError: No deal is offered, this person's try is over, or they are in a match at another table.
        """
        if self._claims is None:
            raise EntryError(EntryProblem.NO_DAILY)
        if self.goes_on(user.identity) and (handle := await self._lobby.resume(user, listener)):
            return handle
        day = day_at(self._now())
        if self._claims.begun(day, user.identity):
            raise EntryError(EntryProblem.PLAYED_DAILY)
        handle = await self._lobby.open(user, listener, options_of(day))
        self._claims.begin(day, user.identity, self._lobby.directory.seat_of(user.identity) or "")
        return handle

    def goes_on(self, identity: str) -> bool:
        """Return whether a person has a seat at a try, which may be that of an earlier day."""
        code = self._lobby.directory.seat_of(identity)
        return code is not None and self._lobby.tables[code].state.options.once

    def is_over(self, identity: str) -> bool:
        """Return whether a person has nothing to play until the next day."""
        claims = self._claims
        return claims is not None and not self.goes_on(identity) and claims.begun(day_at(self._now()), identity)

    def page(self, words: Words, person: Person) -> str:
        """Return the board of the day, and the person's own tries if they have a key."""
        if self._claims is None or self._journal is None:
            return words("There is no daily deal on this server.")
        now = self._now()
        day = day_at(now)
        lines = board_lines(words, day, self._claims.board(day))
        if not person.guest:
            tries = tries_of(self._journal.results.seeded(person.identity))
            lines += daily_lines(words, DailyHistory(tries, now))
        return "\n".join(lines)

    def best_record(self, words: Words, person: Person) -> tuple[str, int]:
        """Return the record of the day's best try and 0; before the person's own try is over, a refusal and 1."""
        day = day_at(self._now())
        board = self._claims.board(day) if self._claims else ()
        if not self.is_over(person.identity):
            return words("The best try can be seen after your own."), 1
        if not board or self._journal is None:
            return words("No finished tries yet."), 1
        return self._journal.results.record(board[0].match).text, 0
