"""One table as its lobby uses it: people `join` and then make requests through a `MemberHandle`."""

from collections.abc import Callable

from uno_tui.names import clean_name
from uno_tui.table.core import TableCore
from uno_tui.table.delivery import Attendee
from uno_tui.table.entry import What
from uno_tui.table.handle import MemberHandle
from uno_tui.table.options import EntryError, EntryProblem, User
from uno_tui.table.people import CameBack, Joined
from uno_tui.table.protocol import Listener
from uno_tui.table.state import TableState
from uno_tui.table.transition import EntryRefusedError, Refusal


class Table(TableCore):
    """One table of a lobby."""

    def join(
        self,
        user: User,
        listener: Listener,
        watch: bool,
        done: Callable[[MemberHandle | EntryError], None],
        session: str = "",
    ) -> None:
        """Let a person in, to an empty seat if there is one and they want it, else to watch; or back to what they had.

        `session` is the id of the person's session, by default a new one. `done` gets the handle, or why the person is
        refused; in a process alone before this method returns.
        """
        session = session or self.services.new_id()

        def make(state: TableState) -> tuple[int, What]:
            origin = state.hashed(user.origin) if user.guest else ""
            if state.refuses(user.identity, user.guest, origin):
                raise EntryRefusedError(EntryProblem.SENT_AWAY)
            if member := state.known(user.identity):
                return member.number, CameBack(session, user.medium, origin)
            name = state.unused(clean_name(user.name), user.identity)
            return 0, Joined(user.identity, name, session, user.guest, user.medium, origin, watch)

        def landed(state: TableState) -> Attendee:
            member = state.known(user.identity)
            assert member
            attendee = self.audience.enter(member.number, user, session, listener)
            done(MemberHandle(self, attendee, session))
            return attendee

        def refused(reason: Refusal) -> None:
            problem = reason if isinstance(reason, EntryProblem) else EntryProblem.NO_TABLE
            done(EntryError(problem, self.code))

        self.replica.request(make, refused=refused, landed=landed)
