"""The moves of a match, gathered from its entries, and its result when it is over."""

from collections.abc import Iterable, Iterator

from uno_tui.game.match import Match
from uno_tui.game.record import Move, Record
from uno_tui.game.teams import team_of
from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.fold import fold
from uno_tui.table.entries.match import LEAVE, Acted, BotPlayed, ClockPlayed, TableStart, action_of
from uno_tui.table.results import MatchResult, SeatResult
from uno_tui.table.state.table_state import TableState


class MatchMoves:
    """The moves of a table's latest match, collected from the entries that the table applies."""

    def __init__(self) -> None:
        self._moves: list[Move] = []
        self._moved = 0
        """Time of the latest move, in seconds since 1970."""

    def add(self, before: TableState | None, entry: Entry, after: TableState) -> None:
        """Add the moves of an entry that led from one state to the next."""
        if isinstance(entry.what, TableStart):
            self._moves.clear()
        if before is None or after.match is not before.match:
            self._moves += _moves_of(before or after, entry, after)
            self._moved = entry.at

    def ended_by(self, before: TableState | None, entry: Entry, after: TableState) -> MatchResult | None:
        """Return the result of the match that this next entry ends; None if it ends none."""
        if before is None or _is_over(before) or not _is_over(after):
            return None
        return _result_of(after, [*self._moves, *_moves_of(before, entry, after)], entry.at)

    def result(self, state: TableState) -> MatchResult | None:
        """Return the result of the table's latest match if it is over, else None; it ended with its last move."""
        return _result_of(state, self._moves, self._moved) if _is_over(state) else None


def results_in(entries: Iterable[Entry]) -> Iterator[MatchResult]:
    """Yield the result of each match that ended within a table's entries."""
    state: TableState | None = None
    moves = MatchMoves()
    for entry in entries:
        before, state = state, fold([entry], state)
        if state and state is not before:
            if result := moves.ended_by(before, entry, state):
                yield result
            moves.add(before, entry, state)


def _is_over(state: TableState) -> bool:
    return state.match is not None and state.match.over


def _moves_of(before: TableState, entry: Entry, after: TableState) -> list[Move]:
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
    if before.match is None or after.match is None:
        return []
    gone = before.match.live & ~after.match.live
    return [Move(gone.bit_length() - 1, None)] if gone else []


def _result_of(state: TableState, moves: list[Move], ended: int) -> MatchResult:
    """Return the result of a finished match; places go to the winner, then by points, then to players who left.

    Partners share the place of their team (R14.4).
    """
    match = state.match
    assert match is not None
    teams = match.rules.teams_of(match.seats)
    ranked = sorted(_rank(match, team) for team in range(teams))
    standings = tuple(
        _seat_result(state, match, index, ranked.index(_rank(match, team_of(index, teams))) + 1)
        for index in range(match.seats)
    )
    record = Record.of(match, [seat.name for seat in state.seats], moves)
    return MatchResult(state.matches, state.code, state.began, ended, standings, record, state.options.once)


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
