"""The entries about people and seats: joining, absence, taking seats, leaving.

Seats belong to people, never to sessions. A person who is away is waited for; after the grace time a bot holds the
seat until they are back. Leaving is final: out of the match and out of the table. When no person with a seat is here or
waited for, the table is closed.
"""

from msgspec.structs import replace

from uno_tui.table.entries.transition import Change, Content, EntryRefusedError, Ignored, member_of, need
from uno_tui.table.options import EntryProblem, Medium
from uno_tui.table.protocol import Ending, Happening, Right, Stage, TableNote
from uno_tui.table.state.facts import Member, Seat
from uno_tui.table.state.table_state import TableState


class Joined(Content, frozen=True, tag="join"):
    """A person comes to the table: to the first empty seat before the match, or as a spectator."""

    identity: str
    name: str
    session: str
    guest: bool = False
    medium: Medium = Medium.SCREEN
    origin: str = ""
    """Hash of the person's network, in the form of `SentAway.origin`."""
    watch: bool = False
    """Whether the person only watches and wants no seat."""

    def apply(self, state: TableState, _who: int) -> Change:
        """Let the person in, unless they were sent away or there is no room."""
        if state.refuses(self.identity, self.guest, self.origin):
            raise EntryRefusedError(EntryProblem.SENT_AWAY)
        if not self.session or state.known(self.identity) or not state.is_unused(self.name, self.identity):
            raise EntryRefusedError(Ignored.LATE)
        seat = state.free() if state.stage is Stage.WAITING and not self.watch else None
        spectators = state.options.spectators
        if seat is None and state.watchers >= spectators:
            raise EntryRefusedError(EntryProblem.NO_WATCHING if self.watch and not spectators else EntryProblem.FULL)
        member = Member(
            number=state.joined + 1,
            identity=self.identity,
            name=self.name,
            guest=self.guest,
            medium=self.medium,
            origin=self.origin,
            session=self.session,
        )
        state = replace(state, joined=member.number, people=(*state.people, member))
        return (state, ()) if seat is None else _seated(state, member, seat)


class CameBack(Content, frozen=True, tag="back"):
    """A person is back, or connects in another session, which ends the first."""

    session: str
    medium: Medium = Medium.SCREEN
    origin: str = ""

    def apply(self, state: TableState, who: int) -> Change:
        """Give a person who was away the seat and role that they had."""
        member = member_of(state, who)
        if not self.session or self.session == member.session:
            raise EntryRefusedError(Ignored.NEEDLESS)
        state = state.with_person(who, session=self.session, medium=self.medium, origin=self.origin, away=0, gone=False)
        if member.session:
            return state, ()
        if (seat := state.seat_of(who)) is not None:
            state = state.with_seat(seat, replace(state.seats[seat], autopilot=False, idled=0))
        return state, (TableNote(Happening.BACK, member.name),)


class Seated(Content, frozen=True, tag="sit"):
    """A person takes a seat that was empty or a bot's; the person's previous seat becomes empty."""

    seat: int

    def apply(self, state: TableState, who: int) -> Change:
        """Give the person the seat; needs `Right.SIT`."""
        member = member_of(state, who)
        need(state, who, Right.SIT, self.seat)
        return _seated(state, member, self.seat)


def _seated(state: TableState, member: Member, index: int) -> Change:
    before = state.seat_of(member.number)
    if before is not None:
        state = state.with_seat(before, Seat())
    state = state.with_seat(index, Seat(member=member.number, name=member.name))
    return state, (TableNote(Happening.SAT, member.name),)


class WentAway(Content, frozen=True, tag="away"):
    """A person's connection is lost. The entry is ignored if the person has a newer session."""

    session: str

    def apply(self, state: TableState, who: int) -> Change:
        """Reserve the person's seat; remove a spectator."""
        member = member_of(state, who)
        if not self.session or self.session != member.session:
            raise EntryRefusedError(Ignored.LATE)
        if state.seat_of(who) is None:
            return _without(state, member), ()
        state = state.with_person(who, session="", away=state.number + 1)
        return state, (TableNote(Happening.AWAY, member.name),)


class GraceOver(Content, frozen=True, tag="gone"):
    """The grace time of a disconnected person is over."""

    member: int
    since: int
    """Value of `Member.away` when the grace time began; the entry is ignored if that value has changed."""

    def apply(self, state: TableState, _who: int) -> Change:
        """During a match, let a bot play the seat; otherwise, remove the person."""
        member = member_of(state, self.member)
        if not member.away or member.away != self.since:
            raise EntryRefusedError(Ignored.LATE)
        if state.stage is Stage.PLAYING:
            return state.with_person(member.number, away=0, gone=True), ()
        return left(state, member)


class LeftTable(Content, frozen=True, tag="leave"):
    """A person leaves the match and the table for good."""

    def apply(self, state: TableState, who: int) -> Change:
        """Remove the person."""
        return left(state, member_of(state, who))


def left(state: TableState, member: Member) -> Change:
    """Remove a person. The match continues without the seat, which keeps the name, unless the table closes."""
    index = state.seat_of(member.number)
    state = _without(state, member)
    if index is None:
        return state, ()
    note = TableNote(Happening.LEFT, member.name)
    if state.stage is not Stage.PLAYING:
        return state.with_seat(index, Seat()), (note,)
    state = state.with_seat(index, Seat(name=member.name, left=member.identity, left_guest=member.guest))
    if not state.waited_for or not state.match:
        return state, (note,)
    match, events = state.match.leave(index)
    return replace(state, match=match, turn_version=match.version), (*events, note)


def _without(state: TableState, member: Member) -> TableState:
    return replace(state, people=tuple(one for one in state.people if one is not member))


class Restarted(Content, frozen=True, tag="restart"):
    """The table's only process restarts: all sessions end, and grace times and turn clocks start again."""

    def apply(self, state: TableState, _who: int) -> Change:
        """Reserve the seats of people for the grace time; remove spectators."""
        number = state.number + 1
        people = tuple(replace(one, session="", away=number, gone=False) for one in state.seated())
        return replace(state, people=people, turn_entry=number, acted=number, hurried=False), ()


class Anonymized(Content, frozen=True, tag="forget"):
    """From now on, a person who left the match is shown as an anonymous guest."""

    identity: str
    anonymous: str
    """The identity that replaces the person's identity."""
    name: str
    """The name that replaces the person's name."""

    def apply(self, state: TableState, _who: int) -> Change:
        """Replace the identity and name on the seats that the person left."""
        guest = {"left": self.anonymous, "left_guest": True, "name": self.name}
        seats = tuple(replace(seat, **guest) if seat.left == self.identity else seat for seat in state.seats)
        if seats == state.seats or not self.identity:
            raise EntryRefusedError(Ignored.NEEDLESS)
        return replace(state, seats=seats), ()


class TableClosed(Content, frozen=True, tag="close"):
    """The table is closed for everybody."""

    ending: Ending

    def apply(self, state: TableState, _who: int) -> Change:
        """Close the table."""
        return replace(state, closed=self.ending), ()


def close_if_deserted(state: TableState) -> TableState:
    """Close the table if people have joined it, and no seated person is connected or may still return."""
    if state.joined and state.closed is None and not state.waited_for:
        return replace(state, closed=Ending.TABLE_CLOSED)
    return state
