"""The commands `link` and `links`: take one's key identity to a phone, list such phones, and end them."""

import secrets
import time
from collections.abc import Callable
from typing import Final

from uno_server.line.qr import qr_lines
from uno_server.person import Person
from uno_tui.i18n import Words
from uno_tui.journal import Journal

TICKET_SECONDS: Final = 600.0
"""Seconds for which a code that `link` shows is valid."""
MAX_TICKETS: Final = 1000
"""Maximum number of codes on one server that wait to be scanned."""
MARK: Final = "#link="
"""Prefix of the ticket in a URL. Browsers never send a URL fragment to a server, so no log holds the ticket."""


class Tickets:
    """The tickets that phones have not scanned yet, in memory only. Each works once; a person has at most one."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._waiting: dict[str, tuple[str, float]] = {}
        """Identity, and expiry time in seconds of the clock, by ticket; oldest first."""

    def issue(self, identity: str) -> str:
        """Return a new ticket for a person."""
        now = self._now()
        self._waiting = {key: (who, end) for key, (who, end) in self._waiting.items() if who != identity and end > now}
        while len(self._waiting) >= MAX_TICKETS:
            del self._waiting[next(iter(self._waiting))]
        ticket = secrets.token_urlsafe(16)
        self._waiting[ticket] = (identity, now + TICKET_SECONDS)
        return ticket

    def redeem(self, ticket: str) -> str | None:
        """Invalidate a ticket and return the identity for which it was issued; None if the ticket is not valid."""
        identity, end = self._waiting.pop(ticket, ("", 0.0))
        return identity if identity and self._now() < end else None


# Translators: answers to the commands link and links.
class LinkCommands:
    """Handlers of the commands `link` and `links`, which return text and an exit status."""

    def __init__(self, journal: Journal | None) -> None:
        self.page_url: Callable[[], str] = lambda: ""
        """Returns the URL of the web page; empty if linking a phone there is not safe. Set by a server with a web
        page."""
        self.revoked: Callable[[str], None] = lambda _hash: None
        """Called with the hash of a phone's secret when the link of that phone is ended."""
        self._journal = journal
        self.tickets = Tickets()

    async def link(self, words: Words, person: Person, rest: list[str]) -> tuple[str, int]:
        """Handle ``link``: show a code that links a phone to this person's key."""
        if rest:
            return words("link takes nothing more, not {word}", word=ascii(rest[0][:20])), 2
        if person.guest or self._journal is None:
            return words("Only an ssh key can be linked to a phone. You are a guest."), 1
        url = self.page_url()
        if not url:
            return words("This server has no page to which a phone can be linked safely."), 1
        await self._journal.people.welcome(person.identity, person.name)
        address = f"{url}/{MARK}{self.tickets.issue(person.identity)}"
        return "\n".join((
            words("Scan this with your phone within 10 minutes. It works once; the phone then plays as you."),
            *(qr_lines(address) if person.utf8 else ()),
            address,
            words("To see and end such links: {command}", command="ssh -p PORT HOST links"),
        )), 0  # fmt: skip  # one text

    async def redeem(self, ticket: str) -> tuple[str, str] | None:
        """Return the identity for a scanned ticket and the phone's new secret; None if the ticket is not valid."""
        identity = self.tickets.redeem(ticket)
        if identity is None or self._journal is None:
            return None
        return identity, await self._journal.links.add(identity)

    async def identity_of(self, secret: str) -> str | None:
        """Return the identity of the person whose linked phone has this secret; None if no phone has it."""
        return await self._journal.links.identity_of(secret) if self._journal else None

    async def links(self, words: Words, person: Person, rest: list[str]) -> tuple[str, int]:
        """Handle ``links`` and ``links end NUMBER|all``: list this person's phones, or end links."""
        found = await self._journal.links.of(person.identity) if self._journal else ()
        if not rest:
            lines = [
                words(
                    "{number}  linked {day}, last here {last}", number=number, day=_day(one.linked), last=_day(one.seen)
                )
                for number, one in enumerate(found, 1)
            ]  # fmt: skip  # one thought
            if found:
                lines.append(words("To end the first of them: {command}", command="ssh -p PORT HOST links end 1"))
            return "\n".join(lines) or words("No phone is linked to your key."), 0
        if len(rest) != 2 or rest[0] != "end" or not (rest[1] == "all" or (rest[1].isascii() and rest[1].isdecimal())):
            return words("links takes nothing, or: end NUMBER, end all"), 2
        if not found or self._journal is None:
            return words("No phone is linked to your key."), 2
        wanted = [one for number, one in enumerate(found, 1) if rest[1].lstrip("0") in ("all", str(number))]
        if not wanted:
            return words("There is no link {number}; the last one is {last}.", number=rest[1][:20], last=len(found)), 2
        for one in wanted:
            self._journal.links.remove(one.hash)
            self.revoked(one.hash)
        return words.n("{count} link ended.", "{count} links ended.", len(wanted)), 0


def _day(when: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(when))
