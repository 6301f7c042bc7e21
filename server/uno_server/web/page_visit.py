"""One page's connection: a person comes in, sits at tables, and is gone when the connection is."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from aiohttp import web

from uno_server.logs import note
from uno_server.person import Person
from uno_server.ssh.admission import RefusedError
from uno_server.web.guard import Caller
from uno_server.web.labels import labels
from uno_server.web.page_place import PagePlace
from uno_server.web.requests import (
    AnyPageRequest,
    Enter,
    Find,
    Join,
    New,
    PageRequest,
    PlayDaily,
    Quick,
    SetLanguage,
    Watch,
    WrongPlaceError,
    read_page_request,
)
from uno_server.web.sign_in import PageAccess, SignInError
from uno_server.web.socket_messages import Incoming, Outbox
from uno_tui.daily import NoReplayError
from uno_tui.faults import log_fault
from uno_tui.game.rules import PRESETS
from uno_tui.i18n import Words, mark
from uno_tui.journal.links import secret_hash
from uno_tui.json_protocol import WireError, write_message
from uno_tui.lobby.visit import Visit
from uno_tui.plain.jsonlines import ending_line, entry_error_line, error_line, hello_line
from uno_tui.speech import Speaker
from uno_tui.table.options import EntryError, User
from uno_tui.table.protocol import Ending, Notice, NoticeKind
from uno_tui.typed.parser import ParseError

ENTERING_SECONDS: Final = 600.0
"""Timeout for typing a name to sign in, in seconds. Until then, a full server closes this connection first."""
_PRICES: Final[dict[type[PageRequest], int]] = {
    Enter: 8,
    Find: 8,
    Join: 8,
    Watch: 8,
    Quick: 8,
    New: 8,
    PlayDaily: 8,
    SetLanguage: 4,
}
"""Rate limit cost of each type of request, in ordinary requests."""
_CAME_IN: Final = mark("You have come in already.")
_FULL: Final = mark("The server is full. Please try again later.")
# Translators: why a person cannot come in with a browser.
_REFUSALS: Final = {
    "banned": mark("An operator has banned you from this server."),
    "key": mark("You need an ssh key that this server accepts."),
}
"""Messages of refusals by their reason; for all others, the server is full."""


class PageVisit:
    """One page's connection, from its first message to its last."""

    def __init__(self, socket: web.WebSocketResponse, access: PageAccess, caller: Caller, language: str) -> None:
        self.person = Person("", "", guest=True, address=caller.address, language=language)
        """The person who uses the page; without an identity until they have signed in."""
        self.entered: Callable[[], None] = lambda: None
        """Called when the person signs in; raises `RefusedError` if the server is full."""
        self.link = ""
        """Hash of the secret with which a linked phone signed in; empty for a guest."""
        self._secret = ""
        self._safe = caller.safe
        self.abort: Callable[[], None] = lambda: None
        """Drops the connection at once, without notifying the page."""
        self._socket = socket
        self._access = access
        self._words = Words(language)
        self._outbox = Outbox(self._send)
        self._place = PagePlace(access, self._outbox, self._words, self._say_where)
        self._visit: Visit | None = None
        """The person's access to tables and the lobby; None until they have signed in."""
        self._tried = ""
        """The code that was looked for last, before the person came in."""
        self._warned = False
        """Whether the person was warned that the visit will soon end."""
        self._closing: asyncio.Task[None] | None = None
        """The task that closes the connection; None until closing has begun."""
        self._incoming = Incoming(socket, access.admission.limits)

    @property
    def present(self) -> bool:
        """Whether the person has signed in."""
        return bool(self.person.identity)

    async def run(self) -> None:
        """Serve the page until its connection ends; the person's seat is then reserved."""
        self._say_hello()
        sending = asyncio.create_task(self._send_all())
        try:
            await self._read()
        except Exception as error:  # noqa: BLE001 -- one page's fault must not be silent, nor take others along
            log_fault("a page's visit failed", error)
            self.end(Ending.FAILED)
        finally:
            sending.cancel()
            self._hang_up()
            if self.present:
                self._access.admission.counters.pages -= 1
                self._access.admission.counters.sessions += 1
            if self._closing is not None:
                await asyncio.wait([self._closing])

    def end(self, ending: Ending) -> None:
        """Send the page the reason, then end the visit."""
        self._outbox.write(ending_line(self._words, ending, seated=self._visit is not None and self._visit.seated))
        self._hang_up()
        self._begin_to_close()

    # Reading

    async def _read(self) -> None:
        """Handle the page's requests until it disconnects, stops reading, or sends no request for too long."""
        while True:
            try:
                async for text in self._incoming.texts(self._patience):
                    self._warned = False
                    if self._outbox.full:
                        return self.abort()
                    await self._carry_out(text)
            except WireError:
                return self.abort()
            except TimeoutError:
                if self._warned or not self.present:
                    return self.end(Ending.IDLE)
                if not self._place.playing:
                    self._warn()
            else:
                return None

    def _patience(self) -> float | None:
        """Return the timeout in seconds for the page's next request; None to wait forever."""
        limits = self._access.admission.limits
        if not self.present:
            return ENTERING_SECONDS
        if self._warned:
            return limits.idle_warning_seconds
        return max(limits.idle_seconds - limits.idle_warning_seconds, 0.1) if limits.idle_seconds else None

    def _warn(self) -> None:
        """Warn the person that the visit will soon end; any request from the page prevents the end."""
        self._warned = True
        notice = Notice(NoticeKind.IDLE, str(round(self._access.admission.limits.idle_warning_seconds)))
        self._write({**write_message(notice, 0), "text": Speaker(self._words, ()).notice(notice)})

    async def _carry_out(self, text: str) -> None:
        try:
            request = read_page_request(text)
            if request is None:
                self._incoming.price = self._place.ask(text)
            else:
                self._incoming.price = _PRICES[type(request)]
                await self._obey(request)
        except WireError as error:
            self._outbox.write(error_line("malformed", str(error)))
        except ParseError as error:
            self._outbox.write(error_line("bad_option", str(error)))
        except EntryError as error:
            self._outbox.write(entry_error_line(self._words, error))
        except NoReplayError as error:
            self._outbox.write(error_line("no_replay", error.text(self._words)))
        except SignInError as error:
            self._outbox.write(error_line(error.kind, error.spoken(self._words)))
        except WrongPlaceError as error:
            self._outbox.write(error_line("wrong_place", self._words(str(error))))
        except RefusedError as refusal:
            self._access.admission.refuse(str(refusal), self.person.address)
            self._outbox.write(error_line(str(refusal), self._words(_REFUSALS.get(str(refusal), _FULL))))

    def _say_where(self) -> None:
        """Answer a page that checks its connection: with ``entered`` after sign-in, else with ``hello``."""
        if self.present:
            self._say_entered()
        else:
            self._say_hello()

    async def _obey(self, request: AnyPageRequest) -> None:
        if isinstance(request, Enter):
            await self._enter(request)
        elif isinstance(request, SetLanguage):
            self._set_language(request.language)
        elif isinstance(request, Find):
            await self._find(request.code)
        elif self._visit is None:
            raise WrongPlaceError(mark("Come in first, with a name."))
        else:
            await self._place.go(self._visit, request)

    # Coming in

    async def _enter(self, request: Enter) -> None:
        if self.present:
            raise WrongPlaceError(_CAME_IN)
        access = self._access
        person, self._secret = await access.sign_in(self.person, request, safe=self._safe)
        self.entered()
        # The page keeps the resume code, so it need not be told.
        visit = self._visit = await access.service.visit(replace(person.user, resume_code="", resume_command=""))
        visit.deals = access.service.daily
        visit.tried = self._tried
        self.person = person = replace(person, name=visit.name)
        self.link = secret_hash(self._secret) if self._secret else ""
        access.admission.counters.logins["page"] += 1
        access.admission.counters.pages += 1
        note("login", person=person.label, name=person.name, address=person.address, page=True)
        self._say_entered()
        await self._place.find(visit, request)

    async def _find(self, code: str) -> None:
        """Answer whether a code leads to a table, so that a person need not type a name for nothing."""
        if self.present:
            raise WrongPlaceError(_CAME_IN)
        if self._access.may_find(self.person):
            self._tried = code
            await self._access.service.check_code(code, self.person.address)
        self._write({"type": "found", "code": code})

    def _say_entered(self) -> None:
        person = self.person
        values = {"name": person.name, "guest": person.guest, "resume": person.resume_code, "secret": self._secret}
        self._write({"type": "entered", **values, "lobby": self._access.with_lobby, "presets": list(PRESETS)})

    def _set_language(self, language: str) -> None:
        self.person = replace(self.person, language=language)
        self._words = Words(language)
        self._say_hello()
        self._place.set_words(self._words)

    # Sending

    def _say_hello(self) -> None:
        user = User(self.person.identity, self.person.name, self.person.guest)
        self._outbox.write(hello_line(user, self.person.language, labels(self.person.language)))

    def _write(self, values: dict[str, Any]) -> None:
        self._outbox.write(json.dumps(values, ensure_ascii=False, separators=(",", ":")))

    async def _send(self, text: str) -> None:
        async with asyncio.timeout(self._access.admission.limits.stall_seconds):
            await self._socket.send_str(text)

    async def _send_all(self) -> None:
        """Send queued messages until the page stops reading; when a table ends, take the person back to the lobby."""
        try:
            while not self._outbox.full:
                await self._outbox.next()
                if self._visit is not None and not await self._place.move_on(self._visit):
                    break
            self._begin_to_close()
        except (OSError, TimeoutError):
            self.abort()
        except Exception as error:  # noqa: BLE001 -- the same
            log_fault("a page's visit failed", error)
            self.end(Ending.FAILED)

    def _begin_to_close(self) -> None:
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close())

    async def _close(self) -> None:
        """Send all queued messages, then close the connection."""
        try:
            await self._outbox.flush()
            await self._socket.close(code=4000)
        except (OSError, TimeoutError):
            self.abort()

    def _hang_up(self) -> None:
        """Leave table and lobby because the connection is gone; the person's seat is reserved for the grace time."""
        if self._visit is not None:
            self._visit.end()
        self._place.leave()
