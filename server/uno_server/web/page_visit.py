"""One page's connection: a person comes in, sits at tables, and is gone when the connection is."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from aiohttp import WSMsgType, web

from uno_server.app.service import GameService
from uno_server.logs import note
from uno_server.person import Person
from uno_server.ssh.admission import Admission, RefusedError
from uno_server.web.guard import Caller
from uno_server.web.labels import labels
from uno_server.web.lobby_messages import lobby_line
from uno_server.web.outbox import Outbox
from uno_server.web.requests import (
    AnyPageRequest,
    Enter,
    Join,
    New,
    PageRequest,
    Quick,
    SetLanguage,
    Watch,
    read_page_request,
)
from uno_tui.game.rules import PRESETS
from uno_tui.i18n import Words
from uno_tui.journal.links import secret_hash
from uno_tui.lobby.protocol import LobbyHandle, LobbyMessage
from uno_tui.lobby.relay import ConnectTable, LobbyRelay, TableRelay
from uno_tui.lobby.visit import Visit
from uno_tui.names import clean_name
from uno_tui.plain.jsonlines import JsonSession, ending_line, entry_error_line, error_line, hello_line
from uno_tui.plain.lobby import table_options
from uno_tui.table.options import GUEST, EntryError, User
from uno_tui.table.protocol import Closed, Ending, Handle, Listener, Message, Stage, TableView
from uno_tui.token_bucket import TokenBucket
from uno_tui.typed.parser import ParseError
from uno_tui.wire import Look, WireError, read_request
from uno_tui.wire.requests import Mute, Say

ENTERING_SECONDS: Final = 600.0
"""Seconds in which a person types a name. Until then the connection is the first to go if the server is full."""
_FINAL: Final = frozenset(Ending) - {Ending.LEFT, Ending.KICKED, Ending.TABLE_CLOSED}
"""Endings of a table after which the connection is closed."""
_PRICES: Final[dict[type[PageRequest], int]] = {Enter: 8, Join: 8, Watch: 8, Quick: 8, New: 8, SetLanguage: 4}
"""Prices of requests, in ordinary ones."""


@dataclass(frozen=True, slots=True)
class House:
    """What is behind the page: the game, the rules for coming in, and whether there is a lobby."""

    service: GameService
    admission: Admission
    with_lobby: bool
    """Whether people may choose among tables; `uno host` has one table."""
    admit: Callable[[Person, bool], Awaitable[Person]]
    """Returns the person as the operators' commands have it; raises `EntryError` while nobody new is let in."""


async def admit_everybody(person: Person, _resumes: bool) -> Person:
    """Return the person as they are: for a `House` without operators."""
    return person


class PageVisit:
    """One page's connection, from its first message to its last."""

    def __init__(self, socket: web.WebSocketResponse, house: House, caller: Caller, language: str) -> None:
        self.person = Person("", "", guest=True, address=caller.address, language=language)
        """The person; without an identity until they have entered."""
        self.entered: Callable[[], None] = lambda: None
        """Called when the person comes in. It raises `RefusedError` if there is no room."""
        self.link = ""
        """Hash of the secret by which a linked phone came in; empty for a guest."""
        self._secret = ""
        self._safe = caller.safe
        self.abort: Callable[[], object] = lambda: None
        """Drops the connection at once, without a goodbye."""
        self._socket = socket
        self._house = house
        self._words = Words(language)
        self._outbox = Outbox(self._send)
        self._table: JsonSession | None = None
        self._handle: Handle | None = None
        self._listener: Listener = lambda _message: None
        """The session at the table, which turns messages into lines; another one after a change of the language."""
        self._lobby: LobbyHandle | None = None
        self._visit: Visit | None = None
        """The ways to tables; None until the person has come in."""
        self._playing = False
        """Whether the person has a seat in a match that is being played, so that the visit does not become idle."""
        self._closing: asyncio.Task[None] | None = None
        """The task that closes the connection, once it has begun."""
        self._price = 1
        """Price of the last request, in ordinary ones."""

    @property
    def present(self) -> bool:
        """Whether the person has come in."""
        return bool(self.person.identity)

    async def run(self) -> None:
        """Serve the page until its connection ends; the person's seat is kept."""
        self._say_hello()
        sending = asyncio.create_task(self._send_all())
        try:
            async for text in self._texts():
                await self._carry_out(text)
        finally:
            sending.cancel()
            self._hang_up()
            if self._closing is not None:
                await asyncio.wait([self._closing])

    def end(self, ending: Ending) -> None:
        """End the visit, after the page was told why."""
        self._outbox.write(ending_line(self._words, ending, seated=self._visit is not None and self._visit.seated))
        self._hang_up()
        self._begin_to_close()

    # Reading

    async def _texts(self) -> AsyncIterator[str]:
        """Yield what the page sends, at the allowed pace; end when it is gone, idle, or sends anything but text."""
        loop, limits = asyncio.get_running_loop(), self._house.admission.limits
        pace = TokenBucket(limits.keys_rate, limits.keys_burst, loop.time())
        while True:
            seconds = (limits.idle_seconds or None) if self.present else ENTERING_SECONDS
            try:
                message = await self._socket.receive(seconds)
            except TimeoutError:
                if self._playing:
                    continue
                self.end(Ending.IDLE)
                return
            if message.type is WSMsgType.BINARY or self._outbox.full:
                self.abort()
            if message.type is not WSMsgType.TEXT:
                return
            self._price = 1
            yield message.data
            if pause := pace.take(self._price, loop.time()):
                await asyncio.sleep(pause)

    async def _carry_out(self, text: str) -> None:
        try:
            request = read_page_request(text)
            if request is None:
                self._ask_place(text)
            else:
                self._price = _PRICES[type(request)]
                await self._obey(request)
        except WireError as error:
            self._outbox.write(error_line("malformed", str(error)))
        except ParseError as error:
            self._outbox.write(error_line("bad_option", str(error)))
        except EntryError as error:
            self._outbox.write(entry_error_line(self._words, error))
        except RefusedError as refusal:
            self._house.admission.refuse(str(refusal), self.person.address)
            self._outbox.write(error_line(str(refusal), self._words("The server is full. Please try again later.")))

    def _ask_place(self, text: str) -> None:
        """Pass a request on to the table or the lobby where the person is."""
        if self._table is not None:
            self._table.feed(text)
            self._price = self._table.price
            return
        request = read_request(text)
        if isinstance(request, Look):
            self._say_where()
        elif self._lobby is not None and isinstance(request, Say):
            self._lobby.chat(request.text)
        elif self._lobby is not None and isinstance(request, Mute) and request.name is not None:
            self._lobby.mute(request.name, request.on)

    def _say_where(self) -> None:
        """Answer a page that asks whether its connection still works."""
        if self._lobby is not None:
            self._hear_lobby(self._lobby.view)
        elif self.present:
            self._say_entered()
        else:
            self._say_hello()

    async def _obey(self, request: AnyPageRequest) -> None:
        if isinstance(request, Enter):
            await self._enter(request)
        elif isinstance(request, SetLanguage):
            self._set_language(request.language)
        elif self._visit is not None and self._table is None:
            await self._go(self._visit, request)

    async def _go(self, visit: Visit, request: AnyPageRequest) -> None:
        """Go to a table that the person chose."""
        relay = TableRelay()
        match request:
            case Join(code):
                handle = await visit.join(relay, code)
            case Watch(code):
                handle = await visit.watch(relay, code)
            case Quick() if self._house.with_lobby:
                handle = await visit.quick_play(relay)
            case New(options) if self._house.with_lobby:
                handle = await visit.open(relay, table_options(self._words, visit.defaults, options))
            case _:
                return
        self._sit(relay.to(handle))

    # Coming in

    async def _enter(self, request: Enter) -> None:
        if self.present:
            return
        admission, service = self._house.admission, self._house.service
        logins = admission.logins
        if logins.password and not logins.is_password(request.password):
            if request.password:
                await asyncio.sleep(1 + admission.guess("password", self.person.address))
            self._outbox.write(error_line("password", self._words("This server asks for its password.")))
            return
        person = await (self._linked(request) if request.ticket or request.secret else self._guest(request))
        if person is None:
            return
        person = await self._house.admit(person, bool(request.resume))
        self.entered()
        # The page keeps the resume code, so it need not be told.
        visit = self._visit = await service.visit(replace(person.user, resume_code="", resume_command=""))
        self.person = person = replace(person, name=visit.name)
        admission.counters.logins["page"] += 1
        note("login", person=person.label, name=person.name, address=person.address, page=True)
        self._say_entered()
        await self._find_place(visit, request)

    async def _guest(self, request: Enter) -> Person:
        """Return the guest who comes in; raise `RefusedError` if there is no way in for guests."""
        admission, service = self._house.admission, self._house.service
        if not admission.logins.open_to_guests or admission.bans.has_guests_of(self.person.address):
            raise RefusedError("banned" if admission.logins.open_to_guests else "key")
        person = replace(
            self.person,
            identity=f"{GUEST}{secrets.token_urlsafe(16)}",
            name=clean_name(request.name, cells=admission.limits.name_cells),
            origin=admission.origin(self.person.address),
        )
        return await service.sign_in_page(person, request.resume)

    async def _linked(self, request: Enter) -> Person | None:
        """Return the person of a linked phone, who is never an operator here; None, said to the page, if it is none."""
        admission = self._house.admission
        found = None
        if self._safe:
            service = self._house.service
            found = await service.sign_in_linked(self.person, ticket=request.ticket, secret=request.secret)
        if found is None:
            self._outbox.write(error_line("no_link", self._words("This phone is not linked, or not any more.")))
            return None
        person, self._secret = found
        fingerprint = person.identity.removeprefix("ssh:")
        if not admission.logins.allows_key(fingerprint) or admission.bans.has_key(fingerprint):
            raise RefusedError("key")
        self.link = secret_hash(self._secret)
        return person

    def _say_entered(self) -> None:
        person = self.person
        values = {"name": person.name, "guest": person.guest, "resume": person.resume_code, "secret": self._secret}
        self._write({"type": "entered", **values, "lobby": self._house.with_lobby, "presets": list(PRESETS)})

    async def _find_place(self, visit: Visit, request: Enter) -> None:
        """Go to the table that was asked for, else to the one where the person has a seat, else to the lobby."""
        service, relay = self._house.service, TableRelay()
        code = request.code or ("" if self._house.with_lobby else service.table)
        try:
            if code:
                await self._go(visit, Watch(code) if request.watch else Join(code))
            elif handle := await visit.resume(relay):
                self._sit(relay.to(handle))
        finally:
            if self._table is None:
                await self._enter_lobby(visit)

    def _set_language(self, language: str) -> None:
        self.person = replace(self.person, language=language)
        self._words = Words(language)
        self._say_hello()
        if self._table is not None and self._handle is not None:
            handle = self._handle
            self._follow(lambda _mailbox: handle)

    # At a table and in the lobby

    def _sit(self, seated: ConnectTable) -> None:
        """Begin to follow a table."""
        if self._lobby is not None:
            self._lobby.leave()
            self._lobby = None

        self._follow(seated)

    def _follow(self, seated: ConnectTable) -> None:
        """Tell the page what happens at a table from here on, first all of it, in the person's language."""

        def factory(listener: Listener) -> Handle:
            self._listener = listener
            self._handle = seated(self._outbox.mailbox(self._hear_table))
            return self._handle

        self._table = JsonSession(factory, self._words, self._outbox.write)

    def _hear_table(self, message: Message) -> None:
        if isinstance(message, TableView):
            self._playing = message.stage is Stage.PLAYING and message.you is not None
        self._listener(message)

    async def _enter_lobby(self, visit: Visit) -> None:
        if self._house.with_lobby and self._lobby is None:
            relay = LobbyRelay()
            handle = await visit.enter(relay)
            self._lobby = relay.to(handle)(self._outbox.mailbox(self._hear_lobby))
            self._hear_lobby(handle.view)

    def _hear_lobby(self, message: LobbyMessage) -> None:
        if self._lobby is None:
            return  # it waited while the person went to a table
        self._outbox.write(lobby_line(self._words, message))
        if isinstance(message, Closed):
            self._lobby = None

    # Sending

    def _say_hello(self) -> None:
        user = User(self.person.identity, self.person.name, self.person.guest)
        self._outbox.write(hello_line(user, self.person.language, labels(self.person.language)))

    def _write(self, values: dict[str, Any]) -> None:
        self._outbox.write(json.dumps(values, ensure_ascii=False, separators=(",", ":")))

    async def _send(self, text: str) -> None:
        async with asyncio.timeout(self._house.admission.limits.stall_seconds):
            await self._socket.send_str(text)

    async def _send_all(self) -> None:
        """Send what waits, and follow the person from a table that has ended; until the page stops reading."""
        try:
            while not self._outbox.full:
                await self._outbox.next()
                if self._visit is not None and self._table is not None and self._table.done:
                    ending, self._table, self._handle, self._playing = self._table.ending, None, None, False
                    if ending in _FINAL:
                        break
                    await self._enter_lobby(self._visit)
            self._begin_to_close()
        except (OSError, TimeoutError):
            self.abort()

    def _begin_to_close(self) -> None:
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close())

    async def _close(self) -> None:
        """Send what waits, then close the connection."""
        try:
            await self._outbox.flush()
            await self._socket.close(code=4000)
        except (OSError, TimeoutError):
            self.abort()

    def _hang_up(self) -> None:
        """Leave table and lobby because the connection is gone; a seat is kept for a while."""
        if self._visit is not None:
            self._visit.end()
        self._table = self._lobby = None
