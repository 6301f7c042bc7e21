"""A person's hold on a table."""

from typing import TYPE_CHECKING

from uno_tui.game.actions import Action
from uno_tui.game.rules import Rules
from uno_tui.table.protocol import TableView
from uno_tui.table.roster import Member

if TYPE_CHECKING:  # the table makes players and players know their table
    from uno_tui.table.table import Table


class MemberHandle:
    """The `Handle` of one person, for one time they came in. Once they left or came in anew, requests do nothing.

    Which seat it is for is never asked: it is the seat the person has at that moment.
    """

    def __init__(self, table: "Table", member: Member) -> None:
        self._table = table
        self._member = member
        self._entrance = member.entrance

    @property
    def holds(self) -> bool:
        """Whether requests still count: the person has not left, dropped or come in anew."""
        table, member = self._table, self._member
        here = table.roster.members.get(member.identity) is member
        return here and member.entrance == self._entrance and member.listener is not None

    @property
    def view(self) -> TableView:
        """The picture as it is now; without hold, a spectator's."""
        return self._table.view_for(self._member) if self.holds else self._table.view_of(None)

    def act(self, action: Action, version: int, request: int = 0) -> None:
        """Ask to do that in the match; see `Handle`."""
        if self.holds:
            self._table.act(self._member, action, version, request)

    def start(self) -> None:
        """Start the match; the host's right."""
        if self.holds:
            self._table.start(self._member)

    def rematch(self) -> None:
        """Play another match with the same seats and spectators; the host's right."""
        if self.holds:
            self._table.rematch(self._member)

    def autopilot(self, on: bool) -> None:
        """Let a fair bot play this seat, or take it back."""
        if self.holds:
            self._table.autopilot(self._member, on)

    def chat(self, text: str) -> None:
        """Say something to the table."""
        if self.holds:
            self._table.chat(self._member, text)

    def mute(self, name: str | None, on: bool) -> None:
        """Hide the chat of that person, or of all at this table, or show it again; see `Handle`."""
        if self.holds:
            self._table.mute(self._member, name, on)

    def kick(self, seat: int) -> None:
        """Send that seat's person away, before the start also a bot; the host's right."""
        if self.holds:
            self._table.kick(self._member, seat)

    def sit(self, seat: int) -> None:
        """Take that seat: before the start an empty one, between rounds and after the match also a bot's."""
        if self.holds:
            self._table.sit(self._member, seat)

    def pass_host(self, seat: int) -> None:
        """Make that seat's person the host; the host's right."""
        if self.holds:
            self._table.pass_host(self._member, seat)

    def change_rules(self, rules: Rules) -> None:
        """Play by other rules; the host's right, before the start and after a match."""
        if self.holds:
            self._table.change_rules(self._member, rules)

    def leave(self) -> None:
        """Give up the seat, or stop watching; the listener gets `Closed` and nothing after."""
        if self.holds:
            self._table.leave(self._member)

    def drop(self) -> None:
        """The person's line is gone: the seat is kept for the grace time, nothing more is sent."""
        if self.holds:
            self._table.drop(self._member)
