"""What people who are here wish: the host's choices, autopilot and the speed of the bots."""

from collections.abc import Callable

from msgspec.structs import replace

from uno_tui.game.errors import RulesError
from uno_tui.game.rules import MIN_SEATS
from uno_tui.names import clean_name, folded
from uno_tui.table.entry import Anonymized, AutopilotSet, Entry, HostPassed, LetBack, PaceSet, RulesSet
from uno_tui.table.protocol import Happening, Notice, NoticeKind, Right, Stage, TableNote
from uno_tui.table.state import TableState
from uno_tui.table.transition import Change, EntryRefusedError, Ignored, member_of, need


def readmit(state: TableState, entry: Entry, what: LetBack) -> Change:
    """Allow people with the given name, who were sent away, to return; needs `Right.KICK`."""
    need(state, entry.who, Right.KICK)
    found = [one for one in state.sent_away if folded(one.name) == folded(what.name)]
    if not found:
        near, typed = state.sent_away_like(what.name), clean_name(what.name, "")
        raise EntryRefusedError(Notice(NoticeKind.MISNAMED, near) if near else Notice(NoticeKind.NOBODY, typed))
    state = replace(state, sent_away=tuple(one for one in state.sent_away if one not in found))
    return state, (TableNote(Happening.READMITTED, member_of(state, entry.who).name, found[0].name),)


def pass_host(state: TableState, entry: Entry, what: HostPassed) -> Change:
    """Make another person the host; needs `Right.HOST`."""
    if what.member == state.host == entry.who:
        raise EntryRefusedError(Ignored.NEEDLESS)
    need(state, entry.who, Right.HOST, -1 if (seat := state.seat_of(what.member)) is None else seat)
    target = member_of(state, what.member)
    return replace(state, host=target.number, claim=0), (TableNote(Happening.HOST, target.name),)


def set_rules(state: TableState, entry: Entry, what: RulesSet) -> Change:
    """Set the rules of the next match; needs `Right.RULES`."""
    if state.stage is Stage.PLAYING:
        raise EntryRefusedError(Ignored.LATE)
    need(state, entry.who, Right.RULES)
    check_players(what.rules.check_seats, len(state.seats))
    note = TableNote(Happening.RULES, member_of(state, entry.who).name, what.rules.text)
    return replace(state, rules=what.rules), (note,)


def check_players(check: Callable[[int], None], players: int) -> None:
    """Call `check` with a number of players; raise `EntryRefusedError` if the check finds that the rules forbid it."""
    try:
        check(players)
    except RulesError:
        kind = NoticeKind.TOO_FEW if players < MIN_SEATS else NoticeKind.TOO_MANY_CARDS
        raise EntryRefusedError(Notice(kind)) from None


def set_autopilot(state: TableState, entry: Entry, what: AutopilotSet) -> Change:
    """Turn a person's autopilot on or off; needs `Right.AUTOPILOT`."""
    index = state.seat_of(entry.who)
    if index is None or state.seats[index].autopilot is what.on or not state.allows(entry.who, Right.AUTOPILOT):
        raise EntryRefusedError(Ignored.NEEDLESS)
    seat = state.seats[index]
    happening = Happening.AUTOPILOT_ON if what.on else Happening.AUTOPILOT_OFF
    return state.with_seat(index, replace(seat, autopilot=what.on, idled=0)), (TableNote(happening, seat.name),)


def set_pace(state: TableState, entry: Entry, what: PaceSet) -> Change:
    """Set the speed of the bots, which applies while only one person has a seat."""
    if state.pace is what.pace or state.seat_of(entry.who) is None:
        raise EntryRefusedError(Ignored.NEEDLESS)
    return replace(state, pace=what.pace), ()


def anonymize(state: TableState, _entry: Entry, what: Anonymized) -> Change:
    """Replace the identity and name of a person who left the match."""
    seats = tuple(
        replace(seat, left=what.anonymous, left_guest=True, name=what.name) if seat.left == what.identity else seat
        for seat in state.seats
    )
    if seats == state.seats or not what.identity:
        raise EntryRefusedError(Ignored.NEEDLESS)
    return replace(state, seats=seats), ()
