"""Lessons: what somebody who never played is told of the game, each thing once, at the first moment it matters.

A lesson is chosen from what its person may see, so it is always about the cards and players that are there. Whoever
shows it says it through `Speaker.lesson`; a `Course` is how far a person has come.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from typing import Final, TypeVar

from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Draw, JumpIn, Keep, NameColor, Play
from uno_tui.game.cards import Card, Rank
from uno_tui.game.events import Cause, Challenged, Drew, Event, Kept, Played, Skipped, Turned
from uno_tui.game.view import Phase, PlayerView
from uno_tui.table.protocol import TableView

Kind = TypeVar("Kind", bound=Action)


class Lesson(StrEnum):
    """What is taught, the more pressing first, then the more basic."""

    OWED = auto()
    """One's own UNO call was forgotten."""
    CATCH = auto()
    """Somebody else's was."""
    UNO = auto()
    """The call that goes with the last card but one."""
    COLOR = auto()
    """A card fits by its color."""
    DRAW = auto()
    """No card fits."""
    DRAWN = auto()
    """The card just drawn fits."""
    RANK = auto()
    """A card fits by its number or symbol."""
    WILD = auto()
    DRAW_TWO = auto()
    SKIP = auto()
    REVERSE = auto()
    WILD_DRAW_FOUR = auto()
    DOUBLE = auto()
    SEVEN = auto()
    ZERO = auto()
    FIRST_COLOR = auto()
    """A Wild was turned as first card."""
    CHALLENGE = auto()
    STACK = auto()
    JUMP_IN = auto()
    SKIPPED = auto()
    """The turn was lost to somebody's card."""
    PENALTY = auto()
    """Cards were drawn for somebody's card."""
    GOAL = auto()
    """What it is all about; told when there is nothing else to do."""
    SCORES = auto()
    """A round is over."""


BASICS: Final = frozenset({Lesson.COLOR, Lesson.DRAW, Lesson.UNO})
"""Who was taught these can play; whatever else comes up is told by the prompt and the rules."""


def example(lesson: Lesson, game: PlayerView) -> Action | None:
    """The action that a lesson is about, of those that may be taken now; None where there is none."""
    find = _EXAMPLES.get(lesson)
    return find(game) if find else None


def cause(game: PlayerView) -> Card | None:
    """The card by which this seat lost its last turn, if that is the last that befell it."""
    for place in range(len(game.history) - 1, -1, -1):
        event = game.history[place]
        if isinstance(event, Played | Drew | Kept | Skipped) and event.seat == game.seat:
            before = game.history[:place]
            return _card_before(before) if _suffered(event) and not _challenged(before) else None
    return None


def _suffered(event: Event) -> bool:
    return isinstance(event, Skipped) or (isinstance(event, Drew) and event.cause is Cause.PENALTY)


def _challenged(history: tuple[Event, ...]) -> bool:
    return bool(history) and isinstance(history[-1], Challenged)


def _card_before(history: tuple[Event, ...]) -> Card | None:
    return next((event.card for event in reversed(history) if isinstance(event, Played | Turned)), None)


def applies(lesson: Lesson, view: TableView) -> bool:
    """Whether this is a moment for the lesson."""
    game = view.game
    if game is None or game.seat is None or view.seats[game.seat].autopilot:
        return False
    if any(isinstance(one, CallUno | CatchUno) for one in game.legal) and lesson not in (Lesson.OWED, Lesson.CATCH):
        return False
    match lesson:
        case Lesson.SCORES:
            return game.phase is Phase.OVER
        case Lesson.GOAL:
            return not game.on_turn and game.phase is not Phase.OVER
        case Lesson.SKIPPED | Lesson.PENALTY:
            if game.on_turn or game.phase is Phase.OVER:
                return False
            card = cause(game)
            return card is not None and (card.rank in _PENALTIES) == (lesson is Lesson.PENALTY)
    return example(lesson, game) is not None


@dataclass(frozen=True, slots=True)
class Course:
    """How far somebody has come."""

    taught: frozenset[Lesson] = frozenset()
    now: Lesson | None = None
    """What is being taught."""
    moment: tuple[object, ...] = ()
    """When: a lesson stays as it is until the person's turn begins, goes on or ends."""

    @property
    def complete(self) -> bool:
        """Whether there was a round, and the basics were taught."""
        return Lesson.SCORES in self.taught and self.taught >= BASICS

    def go_on(self, view: TableView) -> "Course":
        """The course at the table's newest picture."""
        moment = _moment(view)
        if self.now is not None and moment == self.moment and applies(self.now, view):
            return self
        left = () if self.complete else (one for one in Lesson if one not in self.taught)
        new = next((one for one in left if applies(one, view)), None)
        if new is None and self.now is None:
            return self
        return replace(self, taught=self.taught if new is None else self.taught | {new}, now=new, moment=moment)


def _moment(view: TableView) -> tuple[object, ...]:
    game = view.game
    if game is None:
        return ()
    return (game.round, game.phase, game.hand) if game.on_turn else (game.round, game.phase is Phase.OVER)


# What each is about

_PENALTIES: Final = frozenset({Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR})


def _first(game: PlayerView, fits: Callable[[Play], bool]) -> Play | None:
    return next((one for one in game.legal if isinstance(one, Play) and fits(one)), None)


def _of_kind(kind: type[Kind]) -> Callable[[PlayerView], Kind | None]:
    return lambda game: next((one for one in game.legal if isinstance(one, kind)), None)


def _play(fits: Callable[[PlayerView, Play], bool]) -> Callable[[PlayerView], Play | None]:
    """The first plain play of a turn's begin of which that holds."""

    def find(game: PlayerView) -> Play | None:
        if game.phase is not Phase.PLAY:
            return None
        return _first(game, lambda one: not one.uno and not one.double and fits(game, one))

    return find


def _of_rank(rank: Rank, *, swaps: bool = False) -> Callable[[PlayerView], Play | None]:
    return _play(lambda _game, one: one.card.rank is rank and (one.swap is not None) == swaps)


def _uno(game: PlayerView) -> Play | None:
    return _first(game, lambda one: one.uno)


def _draw(game: PlayerView) -> Action | None:
    return None if _first(game, lambda _: True) else _of_kind(Draw)(game)


def _drawn(game: PlayerView) -> Play | None:
    keeps = game.phase is Phase.DRAWN and Keep() in game.legal
    return _first(game, lambda one: not one.uno) if keeps else None


def _wild(game: PlayerView) -> Play | None:
    found = _of_rank(Rank.WILD)(game)
    return found if found is not None and found.color is not None else None


def _zero(game: PlayerView) -> Play | None:
    return _of_rank(Rank.ZERO)(game) if game.rules.seven_zero and len(game.hand) > 1 else None


def _double(game: PlayerView) -> Play | None:
    return _first(game, lambda one: one.double and one.swap is None and not one.uno)


def _stack(game: PlayerView) -> Play | None:
    return _first(game, lambda one: not one.uno) if game.phase is Phase.ANSWER else None


_EXAMPLES: Final[Mapping[Lesson, Callable[[PlayerView], Action | None]]] = {
    Lesson.OWED: _of_kind(CallUno),
    Lesson.CATCH: _of_kind(CatchUno),
    Lesson.UNO: _uno,
    Lesson.COLOR: _play(lambda game, one: one.swap is None and one.card.color is game.color),
    Lesson.DRAW: _draw,
    Lesson.DRAWN: _drawn,
    Lesson.RANK: _play(lambda game, one: one.swap is None and one.card.color not in (None, game.color)),
    Lesson.WILD: _wild,
    Lesson.DRAW_TWO: _of_rank(Rank.DRAW_TWO),
    Lesson.SKIP: _of_rank(Rank.SKIP),
    Lesson.REVERSE: _of_rank(Rank.REVERSE),
    Lesson.WILD_DRAW_FOUR: _of_rank(Rank.WILD_DRAW_FOUR),
    Lesson.DOUBLE: _double,
    Lesson.SEVEN: _of_rank(Rank.SEVEN, swaps=True),
    Lesson.ZERO: _zero,
    Lesson.FIRST_COLOR: _of_kind(NameColor),
    Lesson.CHALLENGE: _of_kind(Challenge),
    Lesson.STACK: _stack,
    Lesson.JUMP_IN: _of_kind(JumpIn),
}
