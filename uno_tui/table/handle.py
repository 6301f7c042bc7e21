"""One person's session at a table: coming in, and the requests of the person.

Each request is checked when its entry is made; then everybody gets a new view.
"""

from collections.abc import Callable

from uno_tui.game.actions import Action
from uno_tui.game.errors import Why
from uno_tui.game.rules import Rules
from uno_tui.names import clean_name
from uno_tui.table.chat import parse_mute, parse_readmit
from uno_tui.table.entries.entry import What
from uno_tui.table.entries.host import HostPassed, LetBack, PartnerChosen, RulesSet, SentOut
from uno_tui.table.entries.match import Acted, AutopilotSet, Hurried, PaceSet
from uno_tui.table.entries.people import CameBack, Joined, Seated
from uno_tui.table.entries.transition import EntryRefusedError, Ignored, Refusal
from uno_tui.table.options import EntryError, EntryProblem, User
from uno_tui.table.process.delivery import Attendee
from uno_tui.table.process.replica import Make
from uno_tui.table.protocol import BotPace, Listener, Notice, Refused, Stage, TableView
from uno_tui.table.state.table_state import TableState
from uno_tui.table.table import Table


class MemberHandle(Attendee):
    """The `Handle` of one person, from one `join` until they leave, drop or join again; then its requests do nothing.

    A request is about the seat that the person has at that moment.
    """

    def __init__(self, table: Table, user: User, listener: Listener, session: str = "") -> None:
        """Prepare a session of a person, which needs `join`; `session` is its id, by default a new one."""
        super().__init__(user, listener, session or table.services.new_id())
        self._table = table

    @property
    def holds(self) -> bool:
        """Whether requests are still accepted; False once the person has left, was disconnected or has joined again."""
        return self._table.open and self.listener is not None

    @property
    def view(self) -> TableView:
        """The current view; a spectator's view if requests are no longer accepted."""
        audience = self._table.audience
        return audience.view_for(self) if self.holds else audience.view_of(None)

    # Coming in

    def join(self, watch: bool, done: Callable[["MemberHandle | EntryError"], None]) -> None:
        """Come in, to an empty seat if there is one and the person wants it, else to watch; or back to what they had.

        `done` gets this handle, or why the person is refused; in a process alone before this method returns.
        """

        def refused(reason: Refusal) -> None:
            problem = reason if isinstance(reason, EntryProblem) else EntryProblem.NO_TABLE
            done(EntryError(problem, self._table.code))

        self._come(watch, lambda: done(self), refused)

    def come_back(self) -> None:
        """Report that the person is here although an entry of another process says that they are away."""

        def refused(_reason: Refusal) -> None:
            self.returning = False
            self._table.audience.dismiss(self)

        self.returning = True
        self._come(True, lambda: None, refused)

    def _come(self, watch: bool, came: Callable[[], None], refused: Callable[[Refusal], None]) -> None:
        user = self.user

        def make(state: TableState) -> tuple[int, What]:
            if self.listener is None:
                raise EntryRefusedError(Ignored.LATE)
            origin = state.hashed(user.origin) if user.guest else ""
            if state.refuses(user.identity, user.guest, origin):
                raise EntryRefusedError(EntryProblem.SENT_AWAY)
            if member := state.known(user.identity):
                return member.number, CameBack(self.session, user.medium, origin)
            name = state.unused(clean_name(user.name), user.identity)
            return 0, Joined(user.identity, name, self.session, user.guest, user.medium, origin, watch)

        def landed(state: TableState) -> None:
            member = state.known(user.identity)
            assert member
            self._table.audience.enter(self, member.number)
            came()

        self._table.replica.request(make, asker=self, refused=refused, landed=landed)

    # Requests

    def act(self, action: Action, version: int, request: int = 0) -> None:
        """Make a move; if the move is refused, the person is sent the reason. See `Handle`."""

        def refused(reason: Refusal) -> None:
            self._table.audience.tell(self, Refused(request, reason if isinstance(reason, Why) else None))

        what = Acted(action.text, version)
        self._request(lambda _: (self.member, what), refused)

    def hint(self) -> None:
        """Ask what an expert bot would do in the person's seat; see `Handle`."""
        if self.holds:
            self._table.hints.answer(self)

    def start(self) -> None:
        """Start the match; do nothing if it has started already."""
        self._begin(Stage.WAITING)

    def rematch(self) -> None:
        """Start another match; people who are still disconnected have lost their seats to bots."""
        self._begin(Stage.OVER)

    def autopilot(self, on: bool) -> None:
        """Let a bot play the person's seat, or give the seat back to the person."""
        self._ask(AutopilotSet(on))

    def hurry(self) -> None:
        """Let the bots play without waiting; do nothing if the person lacks the right."""
        self._ask(Hurried())

    def set_pace(self, pace: BotPace) -> None:
        """Set the speed of the bots, which applies while this person is the only one with a seat."""
        self._ask(PaceSet(pace))

    def chat(self, text: str) -> None:
        """Send everybody a line of chat, cleaned and within limits.

        ``/mute NAME``, ``/unmute NAME`` and ``/readmit NAME`` are the requests of these names instead.
        """
        if not self.holds:
            return
        if asked := parse_mute(text):
            self.mute(*asked)
        elif name := parse_readmit(text):
            self.readmit(name)
        elif member := self._table.state.person(self.member):
            self._table.audience.chat(self, member.name, text, self._table.timers.now())

    def mute(self, name: str | None, on: bool) -> None:
        """Mute or unmute the chat of one person or of everybody at this table; see `Handle`."""
        if self.holds:
            self._table.audience.mute(self, name, on)

    def change_rules(self, rules: Rules) -> None:
        """Set the rules of the next match; do nothing during a match."""
        self._ask(RulesSet(rules))

    def kick(self, seat: int) -> None:
        """Send away the person or bot in the given seat."""
        self._ask(SentOut(seat, self._owner(seat)))

    def readmit(self, name: str) -> None:
        """Allow a person whom the host has sent away to return."""
        self._ask(LetBack(name))

    def sit(self, seat: int) -> None:
        """Take the given seat; if two people ask for the same seat, the first one gets it."""
        self._ask(Seated(seat))

    def pass_host(self, seat: int) -> None:
        """Make the person in the given seat the host."""
        self._ask(HostPassed(self._owner(seat)))

    def choose_partner(self, seat: int) -> None:
        """Make the player in the given seat this person's partner."""
        self._ask(PartnerChosen(seat, self._owner(seat)))

    def leave(self) -> None:
        """Give up the seat or stop watching. The listener gets `Closed` as its last message."""
        if self.holds:
            self._table.leave_or_keep(self.identity)

    def drop(self) -> None:
        """Report a lost connection: the seat is reserved for the grace time, and nothing more is sent."""
        if self.holds:
            self._table.drop(self)

    def _owner(self, seat: int) -> int:
        """Return the number of the person in a seat; 0 if nobody is there."""
        seats = self._table.state.seats
        return seats[seat].member if 0 <= seat < len(seats) else 0

    def _begin(self, stage: Stage) -> None:
        table = self._table
        if self.holds and table.state.stage is stage:
            self._request(lambda state: (self.member, table.services.next_start(state, self.member)), self._refused)

    def _ask(self, what: What) -> None:
        self._request(lambda _: (self.member, what), self._refused)

    def _request(self, make: Make, refused: Callable[[Refusal], None]) -> None:
        if self.holds:
            self._table.replica.request(make, asker=self, refused=refused)

    def _refused(self, reason: Refusal) -> None:
        """Send the person the reason why a request was refused, if that reason is shown to people."""
        if isinstance(reason, Notice):
            self._table.audience.tell(self, reason)
