"""Moments: short animations of what just happened, such as a card that travels from its player to the pile."""

from enum import Enum, auto
from typing import Final, NamedTuple

from uno_tui.game.cards import Card
from uno_tui.game.events import Called, Dealt, Drew, Event, Played, Reversed, RoundEnded
from uno_tui.game.view import PlayerView

STEPS: Final = 2
"""Animation steps of a card that moves."""
LONG: Final = 3
"""Animation steps of an effect that stands still: a call of UNO, or a win."""


class MomentKind(Enum):
    """The kind of a moment."""

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


class Moment(NamedTuple):
    """A moment, at one of its steps."""

    kind: MomentKind
    seat: int = 0
    """The player whom the moment concerns; unused for DEAL and TURN."""
    card: Card | None = None
    """The played card, for PLAY; else None."""
    left: int = STEPS
    """Animation steps until the moment is over."""


def moments_between(old: PlayerView, new: PlayerView) -> tuple[Moment, ...]:
    """Return the animations for the last move between two views; at most a moving card and one effect."""
    same_round = new.round == old.round and len(new.history) >= len(old.history)
    events = new.history[len(old.history) if same_round else 0 :]
    found: list[Moment] = []
    for event in events:
        if isinstance(event, Played | Dealt):
            found = []  # of several moves at once only the last one is shown
        found += _moments_of(event)
    if any(one.kind is MomentKind.WIN for one in found):
        return tuple(one for one in found if one.kind is MomentKind.WIN)
    return (*found[:1], *found[1:][-1:])


def _moments_of(event: Event) -> list[Moment]:
    match event:
        case Dealt():
            return [Moment(MomentKind.DEAL)]
        case Played():
            uno = [Moment(MomentKind.UNO, event.seat, left=LONG)] if event.uno else []
            return [Moment(MomentKind.PLAY, event.seat, event.card), *uno]
        case Drew() if event.count:
            return [Moment(MomentKind.DRAW, event.seat)]
        case Reversed():
            return [Moment(MomentKind.TURN)]
        case Called():
            return [Moment(MomentKind.UNO, event.seat, left=LONG)]
        case RoundEnded(winner=int(seat)):
            return [Moment(MomentKind.WIN, seat, left=LONG)]
    return []
