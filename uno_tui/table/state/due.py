"""The next events at a table if nobody acts: bots' moves, the turn clock, the end of grace times."""

from collections.abc import Sequence
from enum import StrEnum, auto
from typing import Final, NamedTuple

from uno_tui.game.actions import Action, Deal
from uno_tui.table.options import Medium
from uno_tui.table.protocol import Stage
from uno_tui.table.state.pace import Pace, Tempo
from uno_tui.table.state.table_state import TableState, only_take


class DueKind(StrEnum):
    """Kind of an event that happens when its time comes. Brackets show the content of `Due.subject`."""

    START = auto()
    """Every seat is taken, so the match starts [0]."""
    GRACE = auto()
    """The grace time of a disconnected person ends [the member's number]."""
    CLOCK = auto()
    """The turn clock runs out and plays for a seat [the seat on turn]."""
    ANSWER = auto()
    """The seat on turn has only one possible answer, which is given automatically [the seat]."""
    TURN = auto()
    """A bot plays for the seat on turn [that seat]."""
    NOTICE = auto()
    """A bot may call UNO, catch or jump in out of turn [the bot's seat]."""


class Due(NamedTuple):
    """A timed event at a table; its time is given in seconds after an entry, never as a date."""

    kind: DueKind
    subject: int
    after: int
    """Number of the entry from which the seconds are counted."""
    span: tuple[float, float]
    """Minimum and maximum seconds to wait; the time between them is random."""
    at_once: bool = False
    """Whether only programs play and watch: bots then rest in proportion to their thinking time, and ignore `span`."""


_NOW: Final = (0.0, 0.0)


def due(state: TableState, tempo: Tempo) -> tuple[Due, ...]:
    """Return the timed events of a table if no other entry comes first; `tempo` is the speed of its bots."""
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
    hearing, turn_seat = _hearing(state, pace), state.match.turn
    for index, seat in enumerate(state.seats):
        if (seat.level or seat.member) and index != turn_seat and state.by_bot(index) and state.match.legal(index):
            found.append(Due(DueKind.NOTICE, index, state.acted, (low + hearing, high + hearing), hurries))
    return tuple(found)


def _grace(state: TableState, number: int, since: int) -> Due:
    seconds = float(state.options.grace_seconds)
    return Due(DueKind.GRACE, number, since, (seconds, seconds))


def _turn(state: TableState, pace: Pace, hurries: bool) -> Due | None:
    """Return the timed event that ends the current turn; None if only the person on turn can end it."""
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
    """Return the minimum and maximum seconds before the bot on turn plays."""
    if isinstance(answers[0], Deal):
        wait = pace.moment if state.hurried else pace.scores
        return wait, wait
    if only_take(answers):
        return pace.moment, pace.moment
    low, high = pace.think
    if not state.spoken:
        return low, high
    hearing = _hearing(state, pace)
    return low * pace.spoken + hearing, high * pace.spoken + hearing


def _hearing(state: TableState, pace: Pace) -> float:
    """Return the additional seconds before a bot acts, while an UNO call is owed and a seated person uses text mode."""
    return pace.hearing if state.match and state.match.round.owing and state.spoken else 0.0
