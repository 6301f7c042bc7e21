"""The daily deal on a server: one try a person, and the board of the day."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Final

from uno_tui.daily import DailyHistory, DailyPage, NoReplayError, day_at, day_of, options_of, tries_of
from uno_tui.game.record import Record
from uno_tui.i18n import Sentence
from uno_tui.journal import Journal
from uno_tui.journal.daily import DailyClaims
from uno_tui.lobby.deals import Deals
from uno_tui.lobby.lobby import Lobby
from uno_tui.table.options import EntryError, EntryProblem, User
from uno_tui.table.protocol import Listener, Stage
from uno_tui.table.requests import Handle
from uno_tui.table.table import Table

NONE: Final = Sentence("There is no daily deal on this server.")


class DailyDeals(Deals):
    """The daily deals of one server. It offers none if nobody may open a table or nothing is stored."""

    def __init__(self, lobby: Lobby, journal: Journal | None, now: Callable[[], float] = time.time) -> None:
        self.now = now
        """Returns the time in seconds since 1970; the day in UTC then decides which deal is played."""
        self._lobby = lobby
        self._journal = journal

    @property
    def _claims(self) -> DailyClaims | None:
        return self._journal.daily if self._journal and self._lobby.presence.may_open else None

    async def enter(self, user: User, listener: Listener) -> Handle:
        """Seat a person at the deal of the day, or at the table of a try that is not over; see `Deals`."""
        if self._claims is None:
            raise EntryError(EntryProblem.NO_DAILY)
        await self._claims.prepare(user.identity)
        if await self._open_try(user.identity) and (handle := await self._lobby.resume(user, listener)):
            return handle
        day = day_at(self.now())
        if self._claims.begun(day, user.identity):
            raise EntryError(EntryProblem.PLAYED_DAILY)
        handle = await self._lobby.open(user, listener, options_of(day))
        begun = False
        try:
            code = self._lobby.directory.seat_of(user.identity) or ""
            begun = await self._claims.begin(day, user.identity, code)
        finally:
            if not begun:
                handle.leave()
        if not begun:
            raise EntryError(EntryProblem.PLAYED_DAILY)
        return handle

    async def _open_try(self, identity: str) -> tuple[date, Table] | None:
        """Return the day and the table of a person's try that they have a seat at; it may be of an earlier day."""
        table = await self._lobby.table_of(identity)
        if table is None or not table.state.options.once:
            return None
        return day_of(table.state.options.seed or "", table.state.began) or day_at(self.now()), table

    async def page(self, user: User) -> DailyPage | None:
        """Return the board of the day and a person's own tries; None if no deal is offered."""
        claims = self._claims
        if claims is None or self._journal is None:
            return None
        with suppress(EntryError):  # without a broker no tries are known now
            await claims.prepare(user.identity)
        now = self.now()
        day = day_at(now)
        found = await self._open_try(user.identity)
        begun = found[0] if found and found[1].state.stage is not Stage.OVER else None
        history = DailyHistory(tries_of(self._journal.results.tries(user.identity)), now, begun)
        if begun != day and history.played is None and claims.begun(day, user.identity):
            await claims.settle(day, user.identity)
            history = replace(history, tries=tries_of(self._journal.results.tries(user.identity)))
            history = replace(history, left=history.played is None)
        return DailyPage(history, claims.board(day), user.guest, seated=found is not None)

    async def best(self, user: User) -> Record:
        """Return the record of the day's best try; see `Deals`."""
        page = await self.page(user)
        if page is None or self._journal is None:
            raise NoReplayError(NONE)
        if not page.history.over:
            raise NoReplayError(Sentence("The best try can be seen after your own."))
        if not page.board:
            raise NoReplayError(Sentence("No finished tries yet."))
        return self._journal.results.record(page.board[0].match)
