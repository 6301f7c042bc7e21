"""Where a page's person is: at a table, in the lobby, or in neither."""

import json
from collections.abc import Callable
from typing import Final

from uno_server.web.lobby_messages import lobby_line
from uno_server.web.requests import AnyPageRequest, Enter, Join, New, PlayDaily, Quick, Watch, WrongPlaceError
from uno_server.web.sign_in import PageAccess
from uno_server.web.socket_messages import Outbox
from uno_tui.daily import DailyHistory
from uno_tui.i18n import Words, mark
from uno_tui.json_protocol import Look, read_request
from uno_tui.json_protocol.requests import Mute, Say
from uno_tui.lobby.protocol import LobbyHandle, LobbyMessage
from uno_tui.lobby.relay import ConnectTable, LobbyRelay, TableRelay
from uno_tui.lobby.visit import Visit
from uno_tui.plain.daily_json import daily_line
from uno_tui.plain.jsonlines import JsonSession
from uno_tui.plain.table_options import table_options
from uno_tui.speech.daily import daily_row
from uno_tui.table.protocol import Closed, Ending, Listener, Message, Stage, TableView
from uno_tui.table.requests import Handle

_FINAL: Final = frozenset(Ending) - {Ending.LEFT, Ending.KICKED, Ending.TABLE_CLOSED}
"""Endings of a table that also end the visit of the page."""
# Translators: why a request of a program to the page's server was not carried out.
_NO_TABLE: Final = mark("You are not at a table.")
_AT_TABLE: Final = mark("You are at a table already. Leave it first.")
_NO_LOBBY: Final = mark("There is one table here and no lobby.")


class PagePlace:
    """Where the person of one page is: at a table or in the lobby. Events there are queued in the page's outbox."""

    def __init__(self, access: PageAccess, outbox: Outbox, words: Words, say_where: Callable[[], None]) -> None:
        self.playing = False
        """Whether the person has a seat in a match that is being played."""
        self._access = access
        self._outbox = outbox
        self._words = words
        self._say_where = say_where
        """Called to answer a page that checks its connection while there is no view to send."""
        self._table: JsonSession | None = None
        self._handle: Handle | None = None
        self._listener: Listener = lambda _message: None
        """Listener of the session at the table, which turns messages into lines; replaced when the language changes."""
        self._lobby: LobbyHandle | None = None
        self._daily: DailyHistory | None = None
        """The person's tries at the daily deal when they came into the lobby; None if no deal is offered."""

    @property
    def at_table(self) -> bool:
        """Whether the person is at a table."""
        return self._table is not None

    def ask(self, text: str) -> int:
        """Pass a request on to the table or the lobby where the person is, and return its price.

        Raises:
            WireError: in the lobby: the text is no request.
            WrongPlaceError: the request is for a table, or for a lobby, and the person is not there.
        """
        if self._table is not None:
            self._table.feed(text)
            return self._table.price
        request = read_request(text)
        if isinstance(request, Look) and self._lobby is not None:
            self._hear_lobby(self._lobby.view)
        elif isinstance(request, Look):
            self._say_where()
        elif self._lobby is not None and isinstance(request, Say):
            self._lobby.chat(request.text)
        elif self._lobby is not None and isinstance(request, Mute) and request.name is not None:
            self._lobby.mute(request.name, request.on)
        else:
            raise WrongPlaceError(_NO_TABLE)
        return 1

    async def find(self, visit: Visit, request: Enter) -> None:
        """Go to the requested table, else to the table where the person has a seat, else to the lobby."""
        relay = TableRelay()
        code = request.code or ("" if self._access.with_lobby else self._access.service.table)
        try:
            if code:
                await self.go(visit, Watch(code) if request.watch else Join(code))
            elif handle := await visit.resume(relay):
                self._sit(relay.to(handle))
        finally:
            if self._table is None:
                await self._enter_lobby(visit)

    async def go(self, visit: Visit, request: AnyPageRequest) -> None:
        """Go to a table that the person chose.

        Raises:
            WrongPlaceError: the person is at a table, or there is no lobby in which to choose one.
        """
        relay = TableRelay()
        match request:
            case _ if self._table is not None:
                raise WrongPlaceError(_AT_TABLE)
            case Join(code):
                handle = await visit.join(relay, code)
            case Watch(code):
                handle = await visit.watch(relay, code)
            case Quick() if self._access.with_lobby:
                handle = await visit.quick_play(relay)
            case New(options) if self._access.with_lobby:
                handle = await visit.open(relay, table_options(self._words, visit.defaults, options))
            case PlayDaily(show) if self._access.with_lobby:
                if await self._shown_daily(visit, show):
                    return
                handle = await visit.play_daily(relay)
            case _:
                raise WrongPlaceError(_NO_LOBBY)
        self._sit(relay.to(handle))

    async def _shown_daily(self, visit: Visit, show: str) -> bool:
        """Send the page of the daily deal, or the best try's record, if `show` says so or the person's try is over.

        Returns:
            Whether anything was sent.

        Raises:
            NoReplayError: The record cannot be shown.
        """
        if show == "record":
            record = await visit.best_daily()
            self._outbox.write(json.dumps({"type": "record", "text": record.text}, ensure_ascii=False))
            return True
        page = await visit.daily_page()
        if page is None or not (show or page.history.over):
            return False
        self._outbox.write(daily_line(self._words, page))
        return True

    def set_words(self, words: Words) -> None:
        """Use another language, and send the state of the table or the lobby again in that language."""
        self._words = words
        if self._lobby is not None:
            self._hear_lobby(self._lobby.view)
        if self._table is not None and self._handle is not None:
            handle = self._handle
            self._follow(lambda _mailbox: handle)

    async def move_on(self, visit: Visit) -> bool:
        """If the table has ended, go to the lobby; return False if the visit must end instead."""
        if self._table is None or not self._table.done:
            return True
        tried = self._table.is_once
        ending, self._table, self._handle, self.playing = self._table.ending, None, None, False
        if ending in _FINAL:
            return False
        await self._enter_lobby(visit)
        if tried:
            await self._shown_daily(visit, "board")
        return True

    def leave(self) -> None:
        """Stop sending events, because the connection is gone; `Visit.end` leaves the table and the lobby."""
        self._table = self._lobby = None

    def _sit(self, seated: ConnectTable) -> None:
        """Begin to follow a table."""
        if self._lobby is not None:
            self._lobby.leave()
            self._lobby = None
        self._follow(seated)

    def _follow(self, seated: ConnectTable) -> None:
        """Send the page the whole state of a table now, and from then on every event there."""

        def factory(listener: Listener) -> Handle:
            self._listener = listener
            self._handle = seated(self._outbox.mailbox(self._hear_table))
            return self._handle

        self._table = JsonSession(factory, self._words, self._outbox.write, lean=True)

    def _hear_table(self, message: Message) -> None:
        if isinstance(message, TableView):
            self.playing = message.stage is Stage.PLAYING and message.you is not None
        self._listener(message)

    async def _enter_lobby(self, visit: Visit) -> None:
        if self._access.with_lobby and self._lobby is None:
            relay = LobbyRelay()
            page = await visit.daily_page()
            self._daily = page.history if page else None
            handle = await visit.enter(relay)
            self._lobby = relay.to(handle)(self._outbox.mailbox(self._hear_lobby))
            self._hear_lobby(handle.view)

    def _hear_lobby(self, message: LobbyMessage) -> None:
        if self._lobby is None:
            return  # it waited while the person went to a table
        daily = daily_row(self._words, self._daily) if self._daily else None
        self._outbox.write(lobby_line(self._words, message, daily))
        if isinstance(message, Closed):
            self._lobby = None
