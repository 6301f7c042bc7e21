"""The host: who it is, and what only the host can do.

The host's role follows one rule (`succeed`): if its holder is away, the person who joined first of those here has it
until the holder is back in time. Passing the role on, leaving and being sent away end that claim.
"""

from msgspec.structs import replace

from uno_tui.game.rules import Rules
from uno_tui.names import clean_name, folded
from uno_tui.table.entries.people import left
from uno_tui.table.entries.transition import (
    Change,
    Content,
    EntryRefusedError,
    Ignored,
    Line,
    member_of,
    need,
    need_players,
)
from uno_tui.table.protocol import Happening, Notice, NoticeKind, Right, Stage, TableNote
from uno_tui.table.state.facts import Seat, SentAway
from uno_tui.table.state.table_state import TableState


def succeed(state: TableState) -> Change:
    """Make the right person the host; announce every host except the table's first."""
    seated = [*state.seated()]
    here = [one.number for one in seated if one.session]
    waited = [one.number for one in seated if not one.gone]
    host, claim = state.host, state.claim if state.claim in waited else 0
    if host not in here and not claim and host in waited:
        claim = host
    if claim in here:
        host, claim = claim, 0
    elif host not in here:
        host = here[0] if here else 0
    if (host, claim) == (state.host, state.claim):
        return state, ()
    lines: tuple[Line, ...] = ()
    if host and host != state.host and state.hosted and not state.options.solo:
        lines = (TableNote(Happening.HOST, member_of(state, host).name),)
    return replace(state, host=host, claim=claim, hosted=state.hosted or bool(host)), lines


class HostPassed(Content, frozen=True, tag="host"):
    """The host makes another person the host."""

    member: int

    def apply(self, state: TableState, who: int) -> Change:
        """Give the role to the person; needs `Right.HOST`."""
        if self.member == state.host == who:
            raise EntryRefusedError(Ignored.NEEDLESS)
        need(state, who, Right.HOST, -1 if (seat := state.seat_of(self.member)) is None else seat)
        target = member_of(state, self.member)
        return replace(state, host=target.number, claim=0), (TableNote(Happening.HOST, target.name),)


class PartnerChosen(Content, frozen=True, tag="partner"):
    """The host makes another player their partner: that seat and the nearest partner's clockwise change places."""

    seat: int
    member: int
    """Number of the person in the seat; 0 for a bot or nobody."""

    def apply(self, state: TableState, who: int) -> Change:
        """Let the two change places; needs `Right.PARTNER`. The table sees no line if the chosen seat is free."""
        need(state, who, Right.PARTNER, self.seat)
        own, seats = state.seat_of(who), state.seats
        if own is None or seats[self.seat].member != self.member:
            raise EntryRefusedError(Ignored.LATE)
        opposite = (own + state.rules.teams_of(len(seats))) % len(seats)
        if opposite == self.seat:
            raise EntryRefusedError(Ignored.NEEDLESS)
        chosen = seats[self.seat]
        state = state.with_seat(self.seat, seats[opposite]).with_seat(opposite, chosen)
        note = TableNote(Happening.PARTNER, member_of(state, who).name, chosen.name)
        return state, (note,) if chosen.taken else ()


class SentOut(Content, frozen=True, tag="kick"):
    """The host removes a person or a bot from a seat."""

    seat: int
    member: int
    """Number of the removed person; 0 for a bot."""

    def apply(self, state: TableState, who: int) -> Change:
        """Empty the seat, and do not let the person return; needs `Right.KICK`."""
        need(state, who, Right.KICK, self.seat)
        if state.seats[self.seat].member != self.member:
            raise EntryRefusedError(Ignored.LATE)
        if not self.member:
            return state.with_seat(self.seat, Seat()), ()
        host, target = member_of(state, who), member_of(state, self.member)
        away = SentAway(target.identity, target.name, target.origin)
        state = replace(state, sent_away=(*(one for one in state.sent_away if one.identity != away.identity), away))
        state, lines = left(state, target)
        return state, (TableNote(Happening.KICKED, host.name, target.name), *lines)


class LetBack(Content, frozen=True, tag="readmit"):
    """The host allows people with the given name, who were sent away, to return."""

    name: str

    def apply(self, state: TableState, who: int) -> Change:
        """Forget that they were sent away; needs `Right.KICK`."""
        need(state, who, Right.KICK)
        found = [one for one in state.sent_away if folded(one.name) == folded(self.name)]
        if not found:
            near, typed = state.sent_away_like(self.name), clean_name(self.name, "")
            raise EntryRefusedError(Notice(NoticeKind.MISNAMED, near) if near else Notice(NoticeKind.NOBODY, typed))
        state = replace(state, sent_away=tuple(one for one in state.sent_away if one not in found))
        return state, (TableNote(Happening.READMITTED, member_of(state, who).name, found[0].name),)


class RulesSet(Content, frozen=True, tag="rules"):
    """The host sets the rules of the next match, written with every option rather than as a preset and differences."""

    rules: Rules

    def apply(self, state: TableState, who: int) -> Change:
        """Set the rules; needs `Right.RULES`."""
        if state.stage is Stage.PLAYING:
            raise EntryRefusedError(Ignored.LATE)
        need(state, who, Right.RULES)
        need_players(self.rules, len(state.seats))
        note = TableNote(Happening.RULES, member_of(state, who).name, self.rules.text)
        return replace(state, rules=self.rules), (note,)
