"""The requests of one person at a table. Each is checked and carried out as a whole; then everybody gets a new view."""

from uno_tui.game.actions import Action
from uno_tui.game.errors import IllegalAction, Reason, RulesError, Why
from uno_tui.game.rules import Rules
from uno_tui.table.chat import MAX_CHAT, clean_chat, parse_mute, parse_readmit
from uno_tui.table.core import TableCore
from uno_tui.table.match_run import OFF_TURN
from uno_tui.table.membership import Membership
from uno_tui.table.protocol import (
    BotPace,
    Chat,
    Happening,
    Notice,
    NoticeKind,
    Refused,
    Right,
    Stage,
    TableNote,
    TableView,
)
from uno_tui.table.roster import Member


class MemberHandle:
    """The `Handle` of one person, from one `join` until they leave, drop or join again; then its requests do nothing.

    A request is about the seat that the person has at that moment.
    """

    def __init__(self, core: TableCore, membership: Membership, member: Member) -> None:
        self._core = core
        self._membership = membership
        self._member = member
        self._entrance = member.entrance

    @property
    def holds(self) -> bool:
        """Whether requests are still accepted; not after the person has left, dropped or joined again."""
        member = self._member
        here = self._core.roster.members.get(member.identity) is member
        return here and member.entrance == self._entrance and member.listener is not None

    @property
    def view(self) -> TableView:
        """The current view; a spectator's view if requests are no longer accepted."""
        return self._core.view_for(self._member) if self.holds else self._core.view_of(None)

    def act(self, action: Action, version: int, request: int = 0) -> None:
        """Make a move, or send the person the reason for refusing it; see `Handle`."""
        core, member = self._core, self._member
        if not self.holds:
            return
        run = core.match_run
        if run is None or member.seat is None:
            self._refuse(request, Why(Reason.NOT_SEATED))
        elif not isinstance(action, OFF_TURN) and not core.base + run.turn_version <= version <= core.version:
            self._refuse(request, None)
        else:
            try:
                run.act(member.seat, action)
            except IllegalAction as error:
                self._refuse(request, error.why)

    def _refuse(self, request: int, why: Why | None) -> None:
        self._core.delivery.send(self._member, Refused(request, why))
        self._core.delivery.flush()

    def start(self) -> None:
        """Start the match; do nothing if it has started already."""
        core, member = self._core, self._member
        if self.holds and core.stage is Stage.WAITING and core.allowed(member, Right.START):
            core.begin(member)

    def rematch(self) -> None:
        """Start another match; people who are still disconnected have lost their seats to bots."""
        core, member = self._core, self._member
        if self.holds and core.stage is Stage.OVER and core.allowed(member, Right.REMATCH):
            for absent in [one for one in core.roster.members.values() if one.gone]:
                core.roster.remove(absent)
            core.begin(member)

    def autopilot(self, on: bool) -> None:
        """Let a bot play the person's seat, or give the seat back to the person."""
        core, member = self._core, self._member
        if not self.holds or member.seat is None or Right.AUTOPILOT not in core.view_of(member.seat).rights:
            return
        seat = core.roster.seats[member.seat]
        if seat.autopilot is not on:
            seat.attend()
            seat.autopilot = on
            core.note(TableNote(Happening.AUTOPILOT_ON if on else Happening.AUTOPILOT_OFF, member.name))
            core.done(member)

    def hurry(self) -> None:
        """Let the bots play without waiting; do nothing if the person lacks the right."""
        core, member = self._core, self._member
        if self.holds and core.match_run and Right.HURRY in core.view_of(member.seat).rights:
            core.match_run.hurry()

    def set_pace(self, pace: BotPace) -> None:
        """Set the speed of the bots, valid while this person is the only one at the table."""
        if self.holds and self._member.seat is not None:
            self._core.tempo.wish = pace

    def chat(self, text: str) -> None:
        """Send everybody a line of chat, cleaned and within limits.

        ``/mute NAME``, ``/unmute NAME`` and ``/readmit NAME`` are the requests of these names instead.
        """
        core, member = self._core, self._member
        if not self.holds:
            return
        if asked := parse_mute(text):
            self.mute(*asked)
            return
        if name := parse_readmit(text):
            self.readmit(name)
            return
        if Right.CHAT not in core.view_of(member.seat).rights:
            core.notify(member, NoticeKind.NOT_ALLOWED)
            return
        if not (said := clean_chat(text)):
            return
        if not member.limit.allows(core.timers.now()):
            core.notify(member, NoticeKind.SILENCED if member.limit.silenced else NoticeKind.CHAT_LIMITED)
            return
        if len(text) > MAX_CHAT and len(said) >= MAX_CHAT - 1:
            core.delivery.send(member, Notice(NoticeKind.CHAT_CUT))
        core.log.add_chat(member.identity, Chat(member.name, said))
        core.done(member)

    def mute(self, name: str | None, on: bool) -> None:
        """Mute or unmute the chat of one person or of everybody at this table; see `Handle`."""
        core, member = self._core, self._member
        if not self.holds:
            return
        if name is None:
            member.all_muted = on
            core.delivery.send(member, Notice(NoticeKind.ALL_MUTED if on else NoticeKind.ALL_UNMUTED))
            core.send_view(member)
        else:
            core.delivery.send(member, core.mutes.mute(member, name, on, core.roster.members.values()))
            core.mutes.changed(member.identity)

    def change_rules(self, rules: Rules) -> None:
        """Set the rules of the next match; do nothing during a match."""
        core, member = self._core, self._member
        if not self.holds or core.stage is Stage.PLAYING or not core.allowed(member, Right.RULES):
            return
        try:
            rules.check_seats(len(core.roster.seats))
        except RulesError:
            core.delivery.send(member, Notice(NoticeKind.TOO_MANY_CARDS))
        else:
            core.rules = rules
            core.note(TableNote(Happening.RULES, member.name, rules.text))
        core.done(member)

    def kick(self, seat: int) -> None:
        """Send away the person or bot in the given seat; see `Membership.kick`."""
        if self.holds:
            self._membership.kick(self._member, seat)

    def readmit(self, name: str) -> None:
        """Let a person return whom the host has sent away; see `Membership.readmit`."""
        if self.holds:
            self._membership.readmit(self._member, name)

    def sit(self, seat: int) -> None:
        """Take the given seat; see `Membership.sit`."""
        if self.holds:
            self._membership.sit(self._member, seat)

    def pass_host(self, seat: int) -> None:
        """Make the person in the given seat the host; see `Membership.pass_host`."""
        if self.holds:
            self._membership.pass_host(self._member, seat)

    def leave(self) -> None:
        """Give up the seat or stop watching. The listener gets `Closed` as its last message."""
        if self.holds:
            self._membership.leave(self._member)

    def drop(self) -> None:
        """Report a lost connection: the seat is reserved for the grace time, and nothing more is sent."""
        if self.holds:
            self._membership.drop(self._member)
