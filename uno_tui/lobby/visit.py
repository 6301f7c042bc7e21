"""One session's visit: its ways into a lobby and to tables, and what it leaves behind when it ends."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from uno_tui.daily import DailyHistory, DailyPage
from uno_tui.game.record import Record
from uno_tui.lobby.deals import Deals
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.protocol import LobbyHandle, LobbyListener
from uno_tui.table.options import TableOptions, User
from uno_tui.table.protocol import Closed, Listener, Message, TableView
from uno_tui.table.requests import Handle


async def at_once(*_about: str) -> None:
    """Wait for nothing: guesses are not limited."""


async def slow_guesses(
    lobby: Lobby, code: str, guessed: Callable[[], float], forgiven: Callable[[], Awaitable[None]]
) -> None:
    """Make a person who tries many table codes wait; see `Visit.begin`. Codes of public tables are no guesses."""
    if lobby.is_listed(code):
        return
    await forgiven()
    if await lobby.find(code) is None and (pause := guessed()):
        await asyncio.sleep(pause)


class Visit:
    """The visit of one session.

    A session may end while it still waits for the lobby: whatever it gets then is given back at once, so that nobody
    sits at a table whom no session follows.
    """

    @classmethod
    async def begin(
        cls,
        lobby: Lobby,
        user: User,
        guessed: Callable[[], float] = lambda: 0.0,
        forgiven: Callable[[], Awaitable[None]] = at_once,
    ) -> "Visit":
        """Begin a visit; call `end` afterwards.

        Args:
            lobby: The lobby.
            user: The person.
            guessed: Counts a code that leads to no table, and returns the seconds to delay the answer.
            forgiven: Waits while the person has guessed too often, before a code of a private table is looked at.
        """
        return cls(lobby, await lobby.arrive(user), guessed, forgiven)

    def __init__(
        self, lobby: Lobby, user: User, guessed: Callable[[], float], forgiven: Callable[[], Awaitable[None]]
    ) -> None:
        self.seated = False
        """Whether the person has a seat at a table; still valid after the visit has ended."""
        self.tried = ""
        """A code that was counted as a guess before this visit, so that asking for it once more is no further guess."""
        self.deals = Deals()
        """The daily deals of the server."""
        self._lobby = lobby
        self._user = user
        self._guessed = guessed
        self._forgiven = forgiven
        self._over = False
        self._visitor: LobbyHandle | None = None
        self._handle: Handle | None = None

    @property
    def name(self) -> str:
        """The person's name, as everybody in the lobby and at tables sees it."""
        return self._user.name

    @property
    def defaults(self) -> TableOptions:
        """Options of a new table that is opened without options."""
        return self._lobby.defaults

    async def enter(self, listener: LobbyListener) -> LobbyHandle:
        """Enter the lobby; see `Lobby.enter`."""
        visitor = await self._lobby.enter(self._user, listener)
        if self._visitor is not None:
            self._visitor.leave()  # a session is in the lobby once
        self._visitor = visitor
        self._tell_code_once()
        if self._over:
            visitor.leave()
        return visitor

    async def open(self, listener: Listener, options: TableOptions | None = None) -> Handle:
        """Open a new table with this person as its host."""
        return await self._came(self._lobby.open(self._user, self._watched(listener), options))

    async def join(self, listener: Listener, code: str) -> Handle:
        """Take a seat at the table with the given code; see `Lobby.join`."""
        await self._slow_guesses(code)
        return await self._came(self._lobby.join(self._user, self._watched(listener), code))

    async def watch(self, listener: Listener, code: str) -> Handle:
        """Watch the table with the given code; see `Lobby.watch`."""
        await self._slow_guesses(code)
        return await self._came(self._lobby.watch(self._user, self._watched(listener), code))

    async def play_daily(self, listener: Listener) -> Handle:
        """Take this person's seat at the deal of the day, or return to it.

        Raises:
            EntryError: There is none here, or the person has begun it already.
        """
        return await self._came(self.deals.enter(self._user, self._watched(listener)))

    async def daily_page(self) -> DailyPage | None:
        """Return what this person can know about the daily deal now; None if none is offered."""
        return await self.deals.page(self._user)

    async def daily_tries(self) -> DailyHistory | None:
        """Return this person's tries at the daily deal; None if no deal is offered."""
        page = await self.daily_page()
        return page.history if page else None

    async def best_daily(self) -> Record:
        """Return the record of the day's best try; raise `NoReplayError` before this person's own is over."""
        return await self.deals.best(self._user)

    async def quick_play(self, listener: Listener) -> Handle:
        """Take a seat at the open table with the most people, or at a new table with bots."""
        return await self._came(self._lobby.quick_play(self._user, self._watched(listener)))

    async def resume(self, listener: Listener) -> Handle | None:
        """Return to the table where the person has a seat; return None if there is no such table."""
        handle = await self._lobby.resume(self._user, self._watched(listener))
        return None if handle is None else self._arrived(handle)

    async def _came(self, entering: Awaitable[Handle]) -> Handle:
        return self._arrived(await entering)

    def _arrived(self, handle: Handle) -> Handle:
        self._handle = handle
        self._tell_code_once()
        if self._over:
            handle.drop()
        return handle

    def _tell_code_once(self) -> None:
        """Stop sending a guest's resume code: sent again later, it would hide newer notices."""
        self._user = replace(self._user, resume_code="")

    async def _slow_guesses(self, code: str) -> None:
        """Make a person who tries many table codes wait, except for the code counted before this visit."""
        tried, self.tried = self.tried, ""
        if code != tried:
            await slow_guesses(self._lobby, code, self._guessed, self._forgiven)

    def _watched(self, listener: Listener) -> Listener:
        """Return a listener that passes messages on and also notes whether the person has a seat."""

        def hear(message: Message) -> None:
            if isinstance(message, TableView):
                self.seated = message.you is not None
            elif isinstance(message, Closed):
                self.seated = False
            listener(message)

        return hear

    def end(self) -> None:
        """End the visit: leave the lobby; at a table, the person's seat is reserved for the grace time."""
        if not self._over:
            self._lobby.depart(self._user.identity)
        self._over = True
        if self._handle is not None:
            self._handle.drop()
        if self._visitor is not None:
            self._visitor.leave()
