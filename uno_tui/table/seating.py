"""What becomes of people and seats: joining, absence, leaving, seats and the host's role.

Seats belong to people, never to sessions. A person who is away is waited for; after the grace time a bot holds the
seat until they are back. Leaving is final: out of the match and out of the table. When no person with a seat is here or
waited for, the table is closed.

The host's role follows one rule (`succeed`): if its holder is away, the person who joined first of those here has it
until the holder is back in time. Passing the role on, leaving and being sent away end that claim.
"""

from msgspec.structs import replace

from uno_tui.table.entry import (
    CameBack,
    Entry,
    GraceOver,
    Joined,
    LeftTable,
    Restarted,
    Seated,
    SentOut,
    TableClosed,
    WentAway,
)
from uno_tui.table.facts import Member, Seat, SentAway
from uno_tui.table.options import EntryProblem
from uno_tui.table.protocol import Ending, Happening, Right, Stage, TableNote
from uno_tui.table.state import TableState
from uno_tui.table.transition import Change, EntryRefusedError, Ignored, Line, member_of, need

# Coming


def join(state: TableState, _entry: Entry, what: Joined) -> Change:
    """Let a person in, on the first empty seat before the match, or as a spectator."""
    if state.refuses(what.identity, what.guest, what.origin):
        raise EntryRefusedError(EntryProblem.SENT_AWAY)
    if not what.session or state.known(what.identity) or not state.is_unused(what.name, what.identity):
        raise EntryRefusedError(Ignored.LATE)
    seat = state.free() if state.stage is Stage.WAITING and not what.watch else None
    spectators = state.options.spectators
    if seat is None and state.watchers >= spectators:
        raise EntryRefusedError(EntryProblem.NO_WATCHING if what.watch and not spectators else EntryProblem.FULL)
    number = state.joined + 1
    member = Member(
        number=number,
        identity=what.identity,
        name=what.name,
        guest=what.guest,
        medium=what.medium,
        origin=what.origin,
        session=what.session,
    )
    state = replace(state, joined=number, people=(*state.people, member))
    return (state, ()) if seat is None else _seated(state, member, seat)


def come_back(state: TableState, entry: Entry, what: CameBack) -> Change:
    """Connect a person through another session; a person who was away gets back the seat and role they had."""
    member = member_of(state, entry.who)
    if not what.session or what.session == member.session:
        raise EntryRefusedError(Ignored.NEEDLESS)
    was_away = not member.session
    state = state.with_person(
        member.number, session=what.session, medium=what.medium, origin=what.origin, away=0, gone=False
    )
    if not was_away:
        return state, ()
    seat = state.seat_of(member.number)
    if seat is not None:
        state = state.with_seat(seat, replace(state.seats[seat], autopilot=False, idled=0))
    return state, (TableNote(Happening.BACK, member.name),)


def sit(state: TableState, entry: Entry, what: Seated) -> Change:
    """Give a person another seat; the person's previous seat becomes empty."""
    member = member_of(state, entry.who)
    need(state, member.number, Right.SIT, what.seat)
    return _seated(state, member, what.seat)


def _seated(state: TableState, member: Member, index: int) -> Change:
    before = state.seat_of(member.number)
    if before is not None:
        state = state.with_seat(before, Seat())
    state = state.with_seat(index, Seat(member=member.number, name=member.name))
    return state, (TableNote(Happening.SAT, member.name),)


# Going


def go_away(state: TableState, entry: Entry, what: WentAway) -> Change:
    """Mark a disconnected person with a seat as away, and reserve the seat; remove a disconnected spectator."""
    member = member_of(state, entry.who)
    if not what.session or what.session != member.session:
        raise EntryRefusedError(Ignored.LATE)
    if state.seat_of(member.number) is None:
        return _without(state, member), ()
    state = state.with_person(member.number, session="", away=entry.number)
    return state, (TableNote(Happening.AWAY, member.name),)


def end_grace(state: TableState, _entry: Entry, what: GraceOver) -> Change:
    """End the grace time of an absent person: during a match a bot gets the seat, otherwise the seat becomes empty."""
    member = member_of(state, what.member)
    if not member.away or member.away != what.since:
        raise EntryRefusedError(Ignored.LATE)
    if state.stage is Stage.PLAYING:
        return state.with_person(member.number, away=0, gone=True), ()
    return _leave(state, member)


def leave(state: TableState, entry: Entry, _what: LeftTable) -> Change:
    """Remove a person from the match and from the table for good."""
    return _leave(state, member_of(state, entry.who))


def _leave(state: TableState, member: Member) -> Change:
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


def send_away(state: TableState, entry: Entry, what: SentOut) -> Change:
    """Remove the person in a seat and do not let them return, or remove a bot; needs `Right.KICK`."""
    need(state, entry.who, Right.KICK, what.seat)
    if state.seats[what.seat].member != what.member:
        raise EntryRefusedError(Ignored.LATE)
    if not what.member:
        return state.with_seat(what.seat, Seat()), ()
    host, target = member_of(state, entry.who), member_of(state, what.member)
    away = SentAway(target.identity, target.name, target.origin)
    state = replace(state, sent_away=(*(one for one in state.sent_away if one.identity != away.identity), away))
    state, lines = _leave(state, target)
    return state, (TableNote(Happening.KICKED, host.name, target.name), *lines)


def restart(state: TableState, entry: Entry, _what: Restarted) -> Change:
    """End all sessions: seats of people are reserved for the grace time, spectators are removed."""
    people = tuple(replace(one, session="", away=entry.number, gone=False) for one in state.seated())
    return replace(state, people=people, turn_entry=entry.number, acted=entry.number, hurried=False), ()


def close(state: TableState, _entry: Entry, what: TableClosed) -> Change:
    """Close the table."""
    return replace(state, closed=what.ending), ()


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


def close_if_deserted(state: TableState) -> TableState:
    """Close the table if people have joined it, and no seated person is connected or may still return."""
    if state.joined and state.closed is None and not state.waited_for:
        return replace(state, closed=Ending.TABLE_CLOSED)
    return state
