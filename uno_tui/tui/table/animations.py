"""Short animations of a move, such as a card that travels from its player to the pile."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

from uno_tui.game.cards import Card
from uno_tui.game.events import Called, Dealt, Drew, Event, Played, Reversed, RoundEnded
from uno_tui.game.view import PlayerView

TRAVEL: Final = 0.16
"""Seconds for which a card moves."""
EFFECT: Final = 0.24
"""Seconds for which an effect is shown: a call of UNO, or a win."""
FLASHES: Final = 3
"""Steps of a win."""


class AnimationKind(Enum):
    """The kind of an animation."""

    DEAL = auto()
    """Cards fly from the draw pile to all players."""
    PLAY = auto()
    """A card travels from its player to the discard pile."""
    DRAW = auto()
    """A card travels from the draw pile to a player."""
    TURN = auto()
    """The direction of play changes: the arrows around the piles move."""
    UNO = auto()
    """A player calls UNO."""
    WIN = auto()
    """A player wins the round."""


class Animation(NamedTuple):
    """An animation, at one of its steps."""

    kind: AnimationKind
    seat: int = 0
    """The player whose move is shown; unused for DEAL and TURN."""
    card: Card | None = None
    """The played card, for PLAY; else None."""
    left: int = 1
    """Steps until the animation is over, the current one included."""
    steps: int = 1
    """Steps of the whole animation."""

    @property
    def seconds(self) -> float:
        """Duration of each step."""
        return (EFFECT if self.kind in (AnimationKind.UNO, AnimationKind.WIN) else TRAVEL) / self.steps


def animations_between(old: PlayerView, new: PlayerView, steps: int = 1) -> tuple[Animation, ...]:
    """Return the animations for the last move between two views; at most a moving card and one effect.

    `steps`: steps of what moves.
    """
    same_round = new.round == old.round and len(new.history) >= len(old.history)
    events = new.history[len(old.history) if same_round else 0 :]
    found: list[Animation] = []
    for event in events:
        if isinstance(event, Played | Dealt):
            found = []  # of several moves at once only the last one is shown
        found += _animations_of(event, steps)
    if any(one.kind is AnimationKind.WIN for one in found):
        return tuple(one for one in found if one.kind is AnimationKind.WIN)
    return (*found[:1], *found[1:][-1:])


def animation_steps(old: PlayerView, new: PlayerView, steps: int) -> Iterator[Animation]:
    """Yield every step of the animations of the last move between two views; `steps`: steps of what moves."""
    for one in animations_between(old, new, steps):
        for left in range(one.left, 0, -1):
            yield one._replace(left=left)


def _animations_of(event: Event, steps: int) -> list[Animation]:
    match event:
        case Dealt():
            return [Animation(AnimationKind.DEAL, 0, None, steps, steps)]
        case Played():
            uno = [Animation(AnimationKind.UNO, event.seat)] if event.uno else []
            return [Animation(AnimationKind.PLAY, event.seat, event.card, steps, steps), *uno]
        case Drew() if event.count:
            return [Animation(AnimationKind.DRAW, event.seat, None, steps, steps)]
        case Reversed():
            return [Animation(AnimationKind.TURN, 0, None, steps, steps)]
        case Called():
            return [Animation(AnimationKind.UNO, event.seat)]
        case RoundEnded(winner=int(seat)):
            return [Animation(AnimationKind.WIN, seat, left=FLASHES, steps=FLASHES)]
    return []
