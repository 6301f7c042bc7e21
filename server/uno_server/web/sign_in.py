"""Sign-in on the page: as a guest by name or resume code, or with a linked phone."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from uno_server.app.service import GameService
from uno_server.person import Person
from uno_server.ssh.admission import Admission, RefusedError
from uno_server.web.requests import Enter
from uno_tui.i18n import Words, mark
from uno_tui.names import clean_name
from uno_tui.table.options import GUEST


class SignInError(Exception):
    """A person cannot sign in; `kind` is the name of the error in messages to the page."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        """The error message for the person, not yet translated."""

    def spoken(self, words: Words) -> str:
        """Return the error message in the language of `words`."""
        return words(self.message)


@dataclass(frozen=True, slots=True)
class PageAccess:
    """The game that a web server offers, its rules for sign-in, and whether it has a lobby."""

    service: GameService
    admission: Admission
    with_lobby: bool
    """Whether people may choose among tables in a lobby; False for `uno host`, which has one table."""
    admit: Callable[[Person, bool], Awaitable[Person]]
    """Returns the person, marked as muted if an operator muted them; raises `EntryError` while nobody new may enter."""

    def may_find(self, person: Person) -> bool:
        """Return whether a person may learn before sign-in whether a code leads to a table: if they could sign in."""
        logins, bans = self.admission.logins, self.admission.bans
        return not logins.password and logins.open_to_guests and not bans.has_guests_of(person.address)

    async def sign_in(self, person: Person, request: Enter, *, safe: bool) -> tuple[Person, str]:
        """Sign a person in; return them, and the secret of their phone if it is linked.

        Args:
            person: address and language of the browser.
            request: what they say.
            safe: whether a secret may travel on their connection.

        Raises:
            SignInError: the password or the phone's secret is wrong; the answer is delayed for people who try many.
            EntryError: the resume code was given to nobody, or nobody new is let in.
            RefusedError: people of this kind, this key or this address are not let in.
        """
        logins = self.admission.logins
        if logins.password and request.password:
            await self.admission.forgiven("password", person.address)
        if logins.password and not logins.is_password(request.password):
            if request.password:
                await asyncio.sleep(1 + self.admission.guess("password", person.address))
            raise SignInError("password", mark("This server asks for its password."))
        person = replace(person, origin=self.admission.origin(person.address))
        if request.ticket or request.secret:
            person, secret = await self._linked(person, request, safe)
        else:
            person, secret = await self._guest(person, request), ""
        return await self.admit(person, bool(request.resume)), secret

    async def _guest(self, person: Person, request: Enter) -> Person:
        admission = self.admission
        if not admission.logins.open_to_guests or admission.bans.has_guests_of(person.address):
            raise RefusedError("banned" if admission.logins.open_to_guests else "key")
        guest = replace(
            person,
            identity=f"{GUEST}{secrets.token_urlsafe(16)}",
            name=clean_name(request.name, cells=admission.limits.name_cells),
        )
        return await self.service.sign_in_page(guest, request.resume)

    async def _linked(self, person: Person, request: Enter, safe: bool) -> tuple[Person, str]:
        """Return the person who linked this phone, never as an operator here, and the phone's secret."""
        found = None
        if safe:
            found = await self.service.sign_in_linked(person, ticket=request.ticket, secret=request.secret)
        if found is None:
            raise SignInError("no_link", mark("This phone is not linked, or its link has ended."))
        fingerprint = found[0].identity.removeprefix("ssh:")
        if self.admission.bans.has_key(fingerprint):
            raise RefusedError("banned")
        if not self.admission.logins.allows_key(fingerprint):
            raise RefusedError("key")
        return found


async def admit_everybody(person: Person, _resumes: bool) -> Person:
    """Return the person unchanged; this is `PageAccess.admit` for a server without operators."""
    return person
