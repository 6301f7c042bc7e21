"""Lessons for new players: each explains one thing, once, at the first moment it matters.

A lesson is chosen from the player's own view, so its example is always a card or player of that view.
`Speaker.lesson` puts it into words. A `Course` records which lessons were given; they are stored with the person's
settings, so the lessons go on in later matches until each topic had its moment, and none is repeated.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from typing import Final, TypeVar

from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Draw, JumpIn, Keep, NameColor, Play
from uno_tui.game.cards import Card, Rank
from uno_tui.game.events import Cause, Challenged, Drew, Event, Kept, Played, Skipped, Turned
from uno_tui.game.rules import Rules
from uno_tui.game.view import Phase, PlayerView
from uno_tui.table.protocol import TableView

ActionType = TypeVar("ActionType", bound=Action)


class Lesson(StrEnum):
    """The topic of a lesson. If several topics fit the situation, the one listed first is taught."""

    OWED = auto()
    """The player forgot to call UNO."""
    CATCH = auto()
    """Another player forgot to call UNO."""
    UNO = auto()
    """A play would leave one card, so it needs the UNO call."""
    COLOR = auto()
    """A card matches by color."""
    DRAW = auto()
    """No card matches."""
    DRAWN = auto()
    """The card just drawn can be played."""
    RANK = auto()
    """A card matches by number or symbol."""
    WILD = auto()
    DRAW_TWO = auto()
    SKIP = auto()
    REVERSE = auto()
    WILD_DRAW_FOUR = auto()
    DOUBLE = auto()
    SEVEN = auto()
    ZERO = auto()
    FIRST_COLOR = auto()
    """The first card is a Wild, and the player names its color."""
    CHALLENGE = auto()
    STACK = auto()
    JUMP_IN = auto()
    SKIPPED = auto()
    """The player was skipped by another player's card."""
    PENALTY = auto()
    """The player drew a penalty because of another player's card."""
    PARTNER = auto()
    """The player's partner, and what partners share; shown while other players are on turn."""
    GOAL = auto()
    """How to win a round; shown while other players are on turn."""
    SCORES = auto()
    """How a round is scored; shown after a round."""


BASICS: Final = frozenset({Lesson.COLOR, Lesson.DRAW, Lesson.UNO})
"""Lessons that suffice for playing."""


def stored_lessons(names: Iterable[str]) -> frozenset[Lesson]:
    """Return the lessons with the given stored names; skip names that this version does not know."""
    known = frozenset(names)
    return frozenset(lesson for lesson in Lesson if lesson in known)


def topics(rules: Rules) -> tuple[Lesson, ...]:
    """Return the lessons that can occur under these rules, basic lessons first."""
    left_out = {lesson for lesson, possible in _ONLY_UNDER.items() if not possible(rules)}
    return tuple(lesson for lesson in _READING_ORDER if lesson not in left_out)


def example(lesson: Lesson, game: PlayerView) -> Action | None:
    """Return a legal action that illustrates the lesson; None if the lesson has no action at the moment."""
    find = _EXAMPLES.get(lesson)
    return find(game) if find else None


def cause(game: PlayerView) -> Card | None:
    """Return the card that made this seat lose its turn; None if the seat's last event has another cause."""
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
    """Return whether the lesson fits the current situation."""
    game = view.game
    if game is None or game.seat is None or view.seats[game.seat].autopilot:
        return False
    urgent = CallUno() in game.legal or _catch(game) is not None
    if urgent and lesson not in (Lesson.OWED, Lesson.CATCH):
        return False
    match lesson:
        case Lesson.SCORES:
            return game.phase is Phase.OVER
        case Lesson.PARTNER:
            return bool(game.partners(game.seat)) and not game.on_turn and game.phase is not Phase.OVER
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
    """A player's progress through the lessons."""

    taught: frozenset[Lesson] = frozenset()
    now: Lesson | None = None
    """The lesson that is shown now."""
    moment: tuple[object, ...] = ()
    """Identifies the situation in which the current lesson was chosen; the lesson stays until the situation ends."""

    def advance(self, view: TableView) -> "Course":
        """Return the course updated for a new view."""
        moment = _moment(view)
        if self.now is not None and moment == self.moment and applies(self.now, view):
            return self
        new = next((one for one in Lesson if one not in self.taught and applies(one, view)), None)
        if new is None and self.now is None:
            return self
        return replace(self, taught=self.taught if new is None else self.taught | {new}, now=new, moment=moment)


def _moment(view: TableView) -> tuple[object, ...]:
    game = view.game
    if game is None:
        return ()
    return (game.round, game.phase, game.hand) if game.on_turn else (game.round, game.phase is Phase.OVER)


_ONLY_UNDER: Final[Mapping[Lesson, Callable[[Rules], bool]]] = {
    Lesson.DOUBLE: lambda rules: rules.doubles,
    Lesson.SEVEN: lambda rules: rules.seven_zero,
    Lesson.ZERO: lambda rules: rules.seven_zero,
    Lesson.FIRST_COLOR: lambda rules: rules.first_wild == "choose",
    Lesson.CHALLENGE: lambda rules: rules.draw_four == "bluff",
    Lesson.STACK: lambda rules: rules.stacking != "off",
    Lesson.JUMP_IN: lambda rules: rules.jump_in,
    Lesson.PARTNER: lambda rules: rules.teams != "off",
}
_FIRST_READ: Final = (Lesson.GOAL, Lesson.COLOR, Lesson.RANK, Lesson.DRAW, Lesson.DRAWN, Lesson.UNO)
_READING_ORDER: Final = (*_FIRST_READ, *(lesson for lesson in Lesson if lesson not in _FIRST_READ))

# The example of each lesson

_PENALTIES: Final = frozenset({Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR})


def _first(game: PlayerView, fits: Callable[[Play], bool]) -> Play | None:
    return next((one for one in game.legal if isinstance(one, Play) and fits(one)), None)


def _of_kind(kind: type[ActionType]) -> Callable[[PlayerView], ActionType | None]:
    return lambda game: next((one for one in game.legal if isinstance(one, kind)), None)


def _play(fits: Callable[[PlayerView, Play], bool]) -> Callable[[PlayerView], Play | None]:
    """Return a function that finds the first matching simple play of a turn; playing the drawn card also counts."""

    def find(game: PlayerView) -> Play | None:
        if game.phase not in (Phase.PLAY, Phase.DRAWN):
            return None
        return _first(game, lambda one: not one.uno and not one.double and fits(game, one))

    return find


def _of_rank(rank: Rank, *, swaps: bool = False) -> Callable[[PlayerView], Play | None]:
    return _play(lambda _game, one: one.card.rank is rank and (one.swap is not None) == swaps)


def _catch(game: PlayerView) -> CatchUno | None:
    """Return a possible catch of an opponent; catching a partner would cost one's own team cards."""
    partners = game.partners(game.seat)
    return next((one for one in game.legal if isinstance(one, CatchUno) and one.seat not in partners), None)


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
    Lesson.CATCH: _catch,
    Lesson.UNO: _uno,
    Lesson.COLOR: _play(
        lambda game, one: game.phase is Phase.PLAY and one.swap is None and one.card.color is game.color
    ),
    Lesson.DRAW: _draw,
    Lesson.DRAWN: _drawn,
    Lesson.RANK: _play(
        lambda game, one: game.phase is Phase.PLAY and one.swap is None and one.card.color not in (None, game.color)
    ),
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
