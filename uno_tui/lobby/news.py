"""The news for an arriving person: unseen results, and how a guest can reconnect."""

from typing import NamedTuple

from uno_tui.table.options import User
from uno_tui.table.protocol import Notice, NoticeKind
from uno_tui.table.results import Register


class News(NamedTuple):
    """The notices for an arriving person."""

    notices: tuple[Notice, ...]
    newest: int
    """Number of the newest match whose result is among them; 0 if there is none."""

    @classmethod
    async def of(cls, register: Register, user: User) -> "News":
        """Return a person's news. The results count as seen only after `told`."""
        results = await register.unseen(user.identity)
        notices = [Notice(NoticeKind.RESULT, one.text) for one in results]
        if user.resume_code:
            notices.append(Notice(NoticeKind.RESUME, user.resume_command or f"resume {user.resume_code}"))
        return cls(tuple(notices), results[-1].match if results else 0)

    def told(self, register: Register, user: User) -> None:
        """Mark the results as seen, because the person has been sent the notices."""
        if self.newest:
            register.mark_seen(user.identity, self.newest)
