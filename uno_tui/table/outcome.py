"""The moves of a match, gathered from its entries, and its result when it is over."""

from collections.abc import Iterable, Iterator

from uno_tui.game.match import Match
from uno_tui.game.record import Move, Record
from uno_tui.table.entry import Entry
from uno_tui.table.fold import apply
from uno_tui.table.match import LEAVE, Acted, BotPlayed, ClockPlayed, TableStart, action_of
from uno_tui.table.results import MatchResult, SeatResult
from uno_tui.table.state import TableState
from uno_tui.table.transition import EntryRefusedError


def moves_of(before: TableState, entry: Entry, after: TableState) -> list[Move]:
    """Return the moves that an entry made in the match, in the form of the match's record."""
    what = entry.what
    if isinstance(what, Acted):
        return [Move(before.seat_of(entry.who) or 0, action_of(what.action))]
    if isinstance(what, BotPlayed):
        return [Move(what.seat, action_of(what.action))]
    if isinstance(what, ClockPlayed):
        return [Move(what.seat, action_of(text)) for text in what.actions]
    if isinstance(what, TableStart):
        return [Move(seat, None if text == LEAVE else action_of(text)) for seat, text in what.moves]
    if before.match is None or after.match is None or before.match is after.match:
        return []
    gone = before.match.live & ~after.match.live
    return [Move(gone.bit_length() - 1, None)] if gone else []


def results_in(entries: Iterable[Entry]) -> Iterator[MatchResult]:
    """Yield the result of each match that ended within a table's entries."""
    state: TableState | None = None
    moves: list[Move] = []
    for entry in entries:
        before = state
        try:
            state, _ = apply(state, entry)
        except EntryRefusedError:
            continue
        if isinstance(entry.what, TableStart):
            moves = []
        moves += moves_of(before or state, entry, state)
        if state.match and state.match.over and not (before and before.match and before.match.over):
            yield result_of(state, moves, entry.at)


def result_of(state: TableState, moves: list[Move], ended: int) -> MatchResult:
    """Return the result of a finished match; places go to the winner, then by points, then to players who left.

    Partners share the place of their team (R14.4).
    """
    match = state.match
    assert match is not None
    teams = match.rules.teams_of(match.seats)
    ranked = sorted(_rank(match, team) for team in range(teams))
    standings = tuple(
        _seat_result(state, match, index, ranked.index(_rank(match, index % teams)) + 1) for index in range(match.seats)
    )
    record = Record.of(match, [seat.name for seat in state.seats], moves)
    return MatchResult(state.matches, state.code, state.began, ended, standings, record)


def _rank(match: Match, team: int) -> tuple[bool, bool, int]:
    """Return a key that puts teams in the order of their places; without teams each seat is one."""
    points = match.scores[team]
    lowest = match.rules.scoring == "caught"
    allies = match.round.setup.allies[team]
    won = match.winner is not None and bool(allies >> match.winner & 1)
    return not match.live & allies, not won, points if lowest else -points


def _seat_result(state: TableState, match: Match, index: int, place: int) -> SeatResult:
    seat = state.seats[index]
    owner = state.person(seat.member)
    return SeatResult(
        seat=index,
        owner=owner.identity if owner else seat.left,
        guest=owner.guest if owner else seat.left_guest,
        name=seat.name,
        level=seat.level,
        place=place,
        points=match.scores[index],
        left=bool(seat.left),
        present=bool(seat.left) or (owner is not None and bool(owner.session)),
    )
