"""One table as its lobby uses it: people `join` and then make requests through a `MemberHandle`.

Everything happens in one thread and nothing is awaited. A request or a timer changes the table as a whole, and only
then are the listeners called. So no two requests see the same state, and a listener may make requests itself.

    WAITING --start, or every seat taken--> PLAYING --the match is won--> OVER --rematch--> PLAYING
"""

from collections.abc import Callable
from weakref import proxy

from uno_tui.names import random_code
from uno_tui.table.core import TableCore, TableServices
from uno_tui.table.handle import MemberHandle
from uno_tui.table.membership import Membership
from uno_tui.table.options import GUEST, TableOptions, User
from uno_tui.table.protocol import Listener
from uno_tui.table.report import TablePerson, TableReport
from uno_tui.table.roster import Member
from uno_tui.table.storage import StoredMatch, StoredTable
from uno_tui.table.timers import Timers


class Table(TableCore):
    """One table of a lobby."""

    def __init__(
        self,
        code: str,
        options: TableOptions,
        timers: Timers,
        services: TableServices,
        *,
        closed: Callable[[str], None],
        changed: Callable[[TableReport], None],
    ) -> None:
        """Create an empty table; `closed` gets its code when it closes, `changed` a report after every change."""
        super().__init__(code, options, timers, services)
        self._on_closed = closed
        self._on_changed = changed
        self.membership = Membership(proxy(self))

    def join(self, user: User, listener: Listener, watch: bool = False) -> MemberHandle:
        """Let a person in, to an empty seat if there is one and they want it, else to watch; or back to what they had.

        Raises `EntryError` for a person who is refused; nothing has changed then.
        """
        member = self.membership.enter(user, listener, watch)
        handle = MemberHandle(self, self.membership, member)
        if not watch:
            self.membership.take_empty_seat(member)
        self.done(member)
        return handle

    def _failed(self, member: Member) -> None:
        self.membership.drop(member)

    def _closed(self) -> None:
        self._on_closed(self.code)

    def _changed(self) -> None:
        if self.open:
            self._on_changed(self._report())

    def _report(self) -> TableReport:
        people = {
            identity: TablePerson(one.name, one.guest, one.seat is not None, one.listener is not None)
            for identity, one in self.roster.members.items()
        }
        others = tuple(
            (seat.leaver.identity if seat.leaver else "", seat.name)
            for seat in self.roster.seats
            if seat.member is None and seat.name
        )
        return TableReport(self.info, self.options.public, people, others, self.version)

    # Requests of the lobby. Each does nothing if the person is not at the table.

    def leave(self, identity: str) -> None:
        """Remove a person permanently from the match and the table."""
        if member := self.roster.members.get(identity):
            self.membership.leave(member)

    def refresh(self, identity: str) -> None:
        """Send a person a new view, because their mutes have changed."""
        if member := self.roster.members.get(identity):
            self.send_view(member)

    def silence(self, identity: str, on: bool) -> None:
        """Stop a person's chat from being sent, or allow it again."""
        if member := self.roster.members.get(identity):
            member.limit.silenced = on

    def forget(self, identity: str) -> None:
        """Remove a person from the table; an anonymous guest gets their result in the match being played."""
        self.leave(identity)
        for seat in self.roster.seats:
            if seat.leaver is not None and seat.leaver.identity == identity:
                seat.leaver.identity, seat.leaver.guest = f"{GUEST}{random_code(12)}", True
                self.done()

    def restore(self, stored: StoredTable, match: StoredMatch | None) -> None:
        """Restore a stored table in this new one: replay its match, and wait for everybody who has a seat.

        If this raises, close the table.

        Raises:
            IllegalAction: A stored action is not legal at its place.
            ValueError: The stored values do not make a match.
        """
        self.rules, self.stage, self.base, self.matches = stored.rules, stored.stage, stored.base, stored.matches
        self.membership.restore(stored)
        if match:
            self.run_match(match.start, match.steps)
        self.membership.await_everybody()
