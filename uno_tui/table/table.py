"""A table: who sits there, the match they play, and the way from a request to everybody's new picture.

Everything happens in one thread and nothing is awaited: a request from a `MemberHandle`, or a timer, changes the table
as a whole, and only then are the listeners told. So two requests can never see the same state, and a listener that asks
for something itself finds the table whole. Each request does three things: it checks that the person may ask this now,
changes roster or match, and notes what happened; `_done` then sends the pictures, the asker's first.

    WAITING --start, or every seat taken--> PLAYING --the match is won--> OVER --rematch--> PLAYING

People have seats by their identity, never by their connection. Who drops is waited for; then a bot holds the seat until
they are back. Who leaves is out of the match. When no person with a seat is left to wait for, the table closes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from uno_tui.game.actions import Action
from uno_tui.game.errors import IllegalAction, Reason, RulesError, Why
from uno_tui.game.events import Event
from uno_tui.game.guess.bot import Bot
from uno_tui.game.rules import Rules
from uno_tui.table.delivery import Delivery
from uno_tui.table.handle import MemberHandle
from uno_tui.table.match_run import OFF_TURN, MatchRun, Pace
from uno_tui.table.match_start import Beginning
from uno_tui.table.membership import Membership
from uno_tui.table.mutes import Mutes, without_muted
from uno_tui.table.options import TableInfo, TableOptions, User
from uno_tui.table.protocol import (
    Closed,
    Ending,
    Happening,
    Listener,
    Notice,
    NoticeKind,
    Refused,
    Right,
    Stage,
    TableNote,
    TableView,
)
from uno_tui.table.restore import kept, standings
from uno_tui.table.rights import seats_for
from uno_tui.table.roster import Member, Roster
from uno_tui.table.storage import TableStore
from uno_tui.table.talk import Talk
from uno_tui.table.timers import Timers
from uno_tui.table.views import listing, picture
from uno_tui.table.visible_log import TableLog


class Table:
    """One table. Made by the lobby; people reach it by the `MemberHandle` that `join` gives them."""

    def __init__(
        self,
        code: str,
        options: TableOptions,
        timers: Timers,
        *,
        bots: Mapping[str, Bot],
        bot_names: Sequence[str],
        new_seed: Callable[[], str],
        pace: Pace,
        store: TableStore,
        mutes: Mutes,
        closed: "Callable[[Table], None]",
        changed: "Callable[[Table], None]",
    ) -> None:
        self.code = code
        self.options = options
        self.rules = options.rules
        self.stage = Stage.WAITING
        self.open = True
        self.timers = timers
        self.roster = Roster(options.seats, bot_names)
        self.match_run: MatchRun | None = None
        self.delivery = Delivery(self.view_for, self.drop)
        self._closed = closed
        self._changed = changed
        self.log = TableLog()
        self.membership = Membership(self)
        self.beginning = Beginning(self, bots, new_seed, pace)
        self.mutes = mutes
        self._talk = Talk(self)
        self._views: dict[int | None, TableView] = {}
        self.matches = 0
        """How many were begun."""
        self.base = 0
        """What `TableView.version` counts from in this match."""
        self.writer = store.writer(code, self.done)
        self._safe = True
        for number in range(options.seats - options.bots, options.seats):
            self.roster.sit_bot(number, options.level)

    # What people see

    @property
    def version(self) -> int:
        """Counts the actions at this table."""
        return self.base + (self.match_run.match.version if self.match_run else 0)

    @property
    def info(self) -> TableInfo:
        """The table as the lobby lists it."""
        return listing(self)

    def view_of(self, seat: int | None) -> TableView:
        """The picture as it is now for who sits there; None is a spectator. Made once for all who see the same."""
        if (view := self._views.get(seat)) is None:
            view = self._views[seat] = picture(self, seat, next(iter(self._views.values()), None))
        return view

    def view_for(self, member: Member) -> TableView:
        """Return the view of that person, without the chat they have muted."""
        view = self.view_of(member.seat)
        muted = self.mutes.of(member.identity)
        if not muted and not member.all_muted:
            return view
        return replace(
            view,
            log=without_muted(view.log, self.log.senders, muted, everybody=member.all_muted),
            muted=frozenset(one.name for one in self.roster.members.values() if one.identity in muted),
            all_muted=member.all_muted,
        )

    # What people ask for

    def join(self, user: User, listener: Listener, watch: bool = False) -> MemberHandle:
        """Let somebody in, or back in; see `Membership.join`."""
        return self.membership.join(user, listener, watch)

    def admits(self, user: User) -> bool:
        """Whether that person may come in."""
        return self.membership.admits(user)

    def act(self, member: Member, action: Action, version: int, request: int) -> None:
        """Carry that out in the match if it is legal, else tell the person why not."""
        if self.match_run is None or member.seat is None:
            self._refuse(member, request, Why(Reason.NOT_SEATED))
        elif not isinstance(action, OFF_TURN) and not (
            self.base + self.match_run.turn_version <= version <= self.version
        ):
            self._refuse(member, request, None)
        else:
            try:
                self.match_run.act(member.seat, action)
            except IllegalAction as error:
                self._refuse(member, request, error.why)

    def _refuse(self, member: Member, request: int, why: Why | None) -> None:
        self.delivery.send(member, Refused(request, why))
        self.delivery.flush()

    def start(self, member: Member) -> None:
        """Start the match; asked for twice it starts once."""
        if self.stage is Stage.WAITING and self.allowed(member, Right.START):
            self.begin(member)

    def rematch(self, member: Member) -> None:
        """Play another match; who was not back in time has lost the seat to a bot."""
        if self.stage is Stage.OVER and self.allowed(member, Right.REMATCH):
            for absent in [one for one in self.roster.members.values() if one.gone]:
                self.roster.remove(absent)
            self.begin(member)

    def begin(self, asker: Member | None = None) -> None:
        """Start a match; see `Beginning.begin`."""
        self.beginning.begin(asker)

    def autopilot(self, member: Member, on: bool) -> None:
        """Let a bot play the person's seat, or no longer."""
        if member.seat is None or Right.AUTOPILOT not in self.view_of(member.seat).rights:
            return
        seat = self.roster.seats[member.seat]
        if seat.autopilot is on:
            return
        seat.attend()
        seat.autopilot = on
        self.note(TableNote(Happening.AUTOPILOT_ON if on else Happening.AUTOPILOT_OFF, member.name))
        self.done(member)

    def chat(self, member: Member, text: str) -> None:
        """Say something to the table; see `Talk.chat`."""
        self._talk.chat(member, text)

    def mute(self, member: Member, name: str | None, on: bool) -> None:
        """Hide somebody's chat from the person, or all chat, or show it again; see `Talk.mute`."""
        self._talk.mute(member, name, on)

    def change_rules(self, member: Member, rules: Rules) -> None:
        """Play the next match by other rules."""
        if self.stage is Stage.PLAYING or not self.allowed(member, Right.RULES):
            return
        try:
            rules.check_seats(len(self.roster.seats))
        except RulesError:
            self.delivery.send(member, Notice(NoticeKind.TOO_MANY_CARDS))
        else:
            self.rules = rules
            self.note(TableNote(Happening.RULES, member.name, rules.text))
        self.done(member)

    def kick(self, member: Member, seat: int) -> None:
        """Send that seat's person away; see `Membership.kick`."""
        self.membership.kick(member, seat)

    def sit(self, member: Member, seat: int) -> None:
        """Give the person that seat; see `Membership.sit`."""
        self.membership.sit(member, seat)

    def pass_host(self, member: Member, seat: int) -> None:
        """Make that seat's person the host; see `Membership.pass_host`."""
        self.membership.pass_host(member, seat)

    def leave(self, member: Member) -> None:
        """Let the person go for good; see `Membership.leave`."""
        self.membership.leave(member, Ending.LEFT)

    def drop(self, member: Member) -> None:
        """The person's line is gone; see `Membership.drop`."""
        self.membership.drop(member)

    # How it is done

    def allowed(self, member: Member, right: Right, seat: int | None = None) -> bool:
        """Return whether the person has that right, for that seat if one is named; if not, tell them so."""
        view = self.view_of(member.seat)
        allowed = right in view.rights if seat is None else seat in seats_for(right, view)
        if not allowed:
            kind = NoticeKind.SEAT_TAKEN if right is Right.SIT else NoticeKind.NOT_ALLOWED
            self.delivery.send(member, Notice(kind))
            self.delivery.flush()
        return allowed

    def refresh(self, member: Member) -> None:
        """Send one person a new view."""
        self.delivery.refresh([member])
        self.delivery.flush()

    def note(self, *happened: Event | TableNote) -> None:
        """Enter in the log what happened."""
        for one in happened:
            self.log.add(one)

    def announce(self, notice: Notice) -> None:
        """Tell everybody at the table."""
        for member in self.roster.members.values():
            self.delivery.send(member, notice)
        self.delivery.flush()

    def tell(self, identity: str, *notices: Notice) -> None:
        """Tell one person who is at the table."""
        if member := self.roster.members.get(identity):
            for notice in notices:
                self.delivery.send(member, notice)
            self.delivery.flush()

    def told(self, mover: int | None, happened: Iterable[Event | TableNote]) -> None:
        """Take from the match what happened in it."""
        self.note(*happened)
        self._publish(self.roster.seats[mover].member if mover is not None else None)

    def done(self, asker: Member | None = None) -> None:
        """End a request: set the timers to who plays which seat, and tell everybody how the table is now."""
        if self.match_run and self.open:
            self.match_run.follow()
        self._publish(asker)

    def _publish(self, asker: Member | None) -> None:
        if not self.open:
            return
        if self.match_run and self.match_run.match.over and self.stage is Stage.PLAYING:
            self.stage = Stage.OVER
            self.writer.finish(standings(self))
        if self.writer.save(kept(self)) is not self._safe:
            self._safe = not self._safe
            self.note(TableNote(Happening.STORED if self._safe else Happening.UNSTORED, ""))
        self._views.clear()
        self.delivery.refresh(self.roster.members.values(), asker)
        self.delivery.flush()
        self._changed(self)

    def close(self, ending: Ending = Ending.TABLE_CLOSED) -> None:
        """End the table: no timer runs any more, everybody is told, nothing is kept."""
        if not self.open:
            return
        self.open = False
        self.timers.stop()
        for member in list(self.roster.members.values()):
            self.delivery.send(member, Closed(ending))
            member.listener = None
        self.roster.members.clear()
        self.roster.host = None
        self._views.clear()
        if ending is Ending.SERVER_STOPPED:
            self.writer.release()
        else:
            self.writer.close()
        self._closed(self)
        self.delivery.flush()
