"""The requests of one person at a table. Each is checked when its entry is made; then everybody gets a new view."""

from uno_tui.game.actions import Action
from uno_tui.game.errors import Why
from uno_tui.game.rules import Rules
from uno_tui.table.chat import parse_mute, parse_readmit
from uno_tui.table.core import TableCore
from uno_tui.table.delivery import Attendee
from uno_tui.table.entry import What
from uno_tui.table.host import HostPassed, LetBack, RulesSet, SentOut
from uno_tui.table.match import Acted, AutopilotSet, Hurried, PaceSet
from uno_tui.table.people import Seated
from uno_tui.table.protocol import BotPace, Refused, Stage, TableView
from uno_tui.table.transition import Refusal


class MemberHandle:
    """The `Handle` of one person, from one `join` until they leave, drop or join again; then its requests do nothing.

    A request is about the seat that the person has at that moment.
    """

    def __init__(self, core: TableCore, attendee: Attendee, session: str) -> None:
        self._core = core
        self._visit = attendee
        self._session = session

    @property
    def holds(self) -> bool:
        """Whether requests are still accepted; False once the person has left, was disconnected or has joined again."""
        return self._core.open and self._visit.session == self._session and self._visit.listener is not None

    @property
    def view(self) -> TableView:
        """The current view; a spectator's view if requests are no longer accepted."""
        audience = self._core.audience
        return audience.view_for(self._visit) if self.holds else audience.view_of(None)

    def act(self, action: Action, version: int, request: int = 0) -> None:
        """Make a move; if the move is refused, the person is sent the reason. See `Handle`."""
        if self.holds:
            core, attendee, what = self._core, self._visit, Acted(action.text, version)

            def refused(reason: Refusal) -> None:
                core.audience.tell(attendee, Refused(request, reason if isinstance(reason, Why) else None))

            core.replica.request(lambda _: (attendee.member, what), asker=attendee, refused=refused)

    def start(self) -> None:
        """Start the match; do nothing if it has started already."""
        if self.holds and self._core.state.stage is Stage.WAITING:
            self._core.begin(self._visit.member, self._visit)

    def rematch(self) -> None:
        """Start another match; people who are still disconnected have lost their seats to bots."""
        if self.holds and self._core.state.stage is Stage.OVER:
            self._core.begin(self._visit.member, self._visit)

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
        elif member := self._core.state.person(self._visit.member):
            self._core.audience.chat(self._visit, member.name, text, self._core.timers.now())

    def mute(self, name: str | None, on: bool) -> None:
        """Mute or unmute the chat of one person or of everybody at this table; see `Handle`."""
        if self.holds:
            self._core.audience.mute(self._visit, name, on)

    def change_rules(self, rules: Rules) -> None:
        """Set the rules of the next match; do nothing during a match."""
        self._ask(RulesSet(rules))

    def kick(self, seat: int) -> None:
        """Send away the person or bot in the given seat."""
        seats = self._core.state.seats
        self._ask(SentOut(seat, seats[seat].member if 0 <= seat < len(seats) else 0))

    def readmit(self, name: str) -> None:
        """Allow a person whom the host has sent away to return."""
        self._ask(LetBack(name))

    def sit(self, seat: int) -> None:
        """Take the given seat; if two people ask for the same seat, the first one gets it."""
        self._ask(Seated(seat))

    def pass_host(self, seat: int) -> None:
        """Make the person in the given seat the host."""
        seats = self._core.state.seats
        self._ask(HostPassed(seats[seat].member if 0 <= seat < len(seats) else 0))

    def leave(self) -> None:
        """Give up the seat or stop watching. The listener gets `Closed` as its last message."""
        if self.holds:
            self._core.leave_or_keep(self._visit)

    def drop(self) -> None:
        """Report a lost connection: the seat is reserved for the grace time, and nothing more is sent."""
        if self.holds:
            self._core.drop(self._visit)

    def _ask(self, what: What) -> None:
        core, attendee = self._core, self._visit
        if self.holds:
            core.replica.request(
                lambda _: (attendee.member, what), asker=attendee, refused=lambda reason: core.answer(attendee, reason)
            )
