"""A person on the way into the lobby or to a table, and the news that they get there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import NamedTuple

from uno_tui.lobby.people.names import NameRegister
from uno_tui.table.options import User
from uno_tui.table.protocol import Notice, NoticeKind
from uno_tui.table.results import Register


class Newcomer(NamedTuple):
    """An arriving person, with the notices to send: unseen results, and how a guest can reconnect."""

    user: User
    """The person, with the display name used in the lobby and at tables."""
    notices: tuple[Notice, ...]
    newest: int
    """Number of the newest match whose result is among the notices; 0 if there is none."""

    def told(self, register: Register) -> None:
        """Mark the results in the notices as seen, because the notices have been sent."""
        if self.newest:
            register.mark_seen(self.user.identity, self.newest)


@asynccontextmanager
async def arriving(user: User, register: Register, names: NameRegister) -> AsyncIterator[Newcomer]:
    """Collect a person's notices, then hold the person's name in the ``async with`` block."""
    results = await register.unseen(user.identity)
    notices = [Notice(NoticeKind.RESULT, one.text) for one in results]
    if user.resume_code:
        notices.append(Notice(NoticeKind.RESUME, user.resume_command or f"resume {user.resume_code}"))
    user = names.arrive(user)
    try:
        yield Newcomer(user, tuple(notices), results[-1].match if results else 0)
    finally:
        names.depart(user.identity)


def as_guest(user: User, guest: User) -> User:
    """Return this session's user with the identity of the guest whose resume code was typed."""
    return replace(
        user, identity=guest.identity, name=guest.name, guest=True, resume_code=guest.resume_code, resume_command=""
    )
