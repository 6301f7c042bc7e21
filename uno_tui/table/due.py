"""What falls due at a table if nobody acts: bots' moves, the turn clock, the end of grace times."""

from collections.abc import Sequence
from enum import StrEnum, auto
from typing import Final, NamedTuple

from uno_tui.game.actions import Action, Deal
from uno_tui.table.options import Medium
from uno_tui.table.pace import Pace, Tempo
from uno_tui.table.protocol import Stage
from uno_tui.table.state import TableState, only_take


class DueKind(StrEnum):
    """What is to happen. Brackets show the content of `Due.subject`."""

    START = auto()
    """Every seat is taken, so the match starts [0]."""
    GRACE = auto()
    """The grace time of a person who is away is over [the member's number]."""
    CLOCK = auto()
    """The turn clock plays [the seat on turn]."""
    ANSWER = auto()
    """The only answer of the seat on turn is given [the seat]."""
    TURN = auto()
    """A bot plays [the seat on turn]."""
    NOTICE = auto()
    """A bot may call, catch or jump in [its seat]."""


class Due(NamedTuple):
    """Something that falls due, in seconds after an entry, never at a date."""

    kind: DueKind
    subject: int
    after: int
    """Number of the entry from which the seconds are counted."""
    span: tuple[float, float]
    """Least and most seconds; chance chooses between them."""
    at_once: bool = False
    """Whether only programs play, so that bots rest in proportion to the time they think; `span` counts for nothing."""


_NOW: Final = (0.0, 0.0)


def due(state: TableState, tempo: Tempo) -> tuple[Due, ...]:
    """Return what falls due at a table whose bots have that tempo, if no entry comes."""
    if state.closed is not None:
        return ()
    found = [_grace(state, one.number, one.away) for one in state.people if one.away]
    if state.stage is Stage.WAITING and state.joined and state.free() is None:
        found.append(Due(DueKind.START, 0, state.number, _NOW))
    if state.match is None or state.match.over:
        return tuple(found)
    pace = tempo.now(state)
    hurries = not state.options.pace and all(one.medium is Medium.PROGRAM for one in state.people)
    turn = _turn(state, pace, hurries)
    if turn:
        found.append(turn)
    low, high = pace.notice
    grace, turn_seat = _hearing(state, pace), state.match.turn
    for index, seat in enumerate(state.seats):
        if (seat.level or seat.member) and index != turn_seat and state.by_bot(index) and state.match.legal(index):
            found.append(Due(DueKind.NOTICE, index, state.acted, (low + grace, high + grace), hurries))
    return tuple(found)


def _grace(state: TableState, number: int, since: int) -> Due:
    seconds = float(state.options.grace_seconds)
    return Due(DueKind.GRACE, number, since, (seconds, seconds))


def _turn(state: TableState, pace: Pace, hurries: bool) -> Due | None:
    """Return what ends the current turn; None if only its person can."""
    assert state.match
    seat, after, answers = state.match.turn, state.turn_entry, state.answers()
    if state.by_bot(seat):
        return Due(DueKind.TURN, seat, after, _bot_span(state, pace, answers), hurries)
    if only_take(answers):
        return Due(DueKind.ANSWER, seat, after, (pace.moment, pace.moment))
    if (seconds := state.options.turn_seconds) is not None:
        return Due(DueKind.CLOCK, seat, after, (seconds, seconds))
    return None


def _bot_span(state: TableState, pace: Pace, answers: Sequence[Action]) -> tuple[float, float]:
    """Return the least and most seconds before the bot on turn plays."""
    if isinstance(answers[0], Deal):
        wait = pace.moment if state.hurried else pace.scores
        return wait, wait
    if only_take(answers):
        return pace.moment, pace.moment
    low, high = pace.think
    if not state.spoken:
        return low, high
    grace = _hearing(state, pace)
    return low * pace.spoken + grace, high * pace.spoken + grace


def _hearing(state: TableState, pace: Pace) -> float:
    """Return the additional seconds before a bot acts, while an UNO call is owed and a seated person uses text mode."""
    return pace.grace if state.match and state.match.round.owing and state.spoken else 0.0
