"""A table as a value to be kept, and the way back from it to a table whose people are away."""

from typing import TYPE_CHECKING

from uno_tui.table.roster import Member, TableSeat
from uno_tui.table.storage import Standing, StoredMatch, StoredSeat, StoredTable

if TYPE_CHECKING:  # a table asks how it is to be kept
    from uno_tui.table.table import Table


def kept(table: "Table") -> StoredTable:
    """The table as it is now, beside its match. Spectators are not kept."""
    roster = table.roster
    return StoredTable(
        code=table.code,
        options=table.options,
        rules=table.rules,
        stage=table.stage,
        base=table.base,
        matches=table.matches,
        seats=tuple(map(_stored_seat, roster.seats)),
        people=tuple(member.identity for member in roster.members.values() if member.seat is not None),
        host=roster.host.identity if roster.host else "",
        sent_away=tuple(sorted(table.membership.sent_away)),
    )


def _stored_seat(seat: TableSeat) -> StoredSeat:
    owner = seat.member or seat.leaver
    return StoredSeat(
        owner=owner.identity if owner else "",
        guest=owner is not None and owner.guest,
        name=seat.name,
        level=seat.level,
        autopilot=seat.autopilot,
        left=seat.leaver is not None,
    )


def restore_table(table: "Table", was: StoredTable, match: StoredMatch | None) -> None:
    """Make a new table what it was: the match played again, everybody with a seat away and waited for.

    Raises what playing again raises if the match cannot be; the table must be closed then.
    """
    table.rules, table.stage, table.base, table.matches = was.rules, was.stage, was.base, was.matches
    table.roster.seats = [_seat(number, seat) for number, seat in enumerate(was.seats)]
    members = {seat.member.identity: seat.member for seat in table.roster.seats if seat.member}
    table.roster.members = {identity: members[identity] for identity in was.people}
    table.membership.sent_away.update(was.sent_away)
    if match:
        table.beginning.play(match.start, match.steps)
    table.membership.await_owners(was.host)


def _seat(number: int, was: StoredSeat) -> TableSeat:
    owner = Member(was.owner, was.name, None, was.guest) if was.owner else None
    if owner and not was.left:
        owner.seat = number
        return TableSeat(owner, was.level, was.name, was.autopilot)
    return TableSeat(None, was.level, was.name, was.autopilot, leaver=owner)


def standings(table: "Table") -> tuple[Standing, ...]:
    """How everybody came out of the table's match, by seat: the winner first, then by points, who left last."""
    assert table.match_run is not None
    match = table.match_run.match
    lowest = match.rules.scoring == "caught"

    def rank(seat: int) -> tuple[bool, bool, int]:
        points = match.scores[seat]
        return not match.live >> seat & 1, seat != match.winner, points if lowest else -points

    ranks = sorted(map(rank, range(match.seats)))
    return tuple(
        _standing(seat, number, ranks.index(rank(number)) + 1, match.scores[number])
        for number, seat in enumerate(table.roster.seats)
    )


def _standing(seat: TableSeat, number: int, place: int, points: int) -> Standing:
    owner = seat.member or seat.leaver
    return Standing(
        seat=number,
        owner=owner.identity if owner else "",
        guest=owner is not None and owner.guest,
        name=seat.name,
        level="" if owner else seat.level,
        place=place,
        points=points,
        left=seat.leaver is not None,
        present=seat.leaver is not None or (seat.member is not None and seat.member.listener is not None),
    )
