"""What all bots look at: kinds of actions, seats, hands."""

from collections.abc import Sequence
from typing import TypeVar

from uno_tui.game.actions import Action, JumpIn, Play
from uno_tui.game.cards import Card, Color, count_colors
from uno_tui.game.view import PlayerView

AnyAction = TypeVar("AnyAction", bound=Action)
CardPlay = TypeVar("CardPlay", bound=Play | JumpIn)


def of_kind(actions: Sequence[Action], kind: type[AnyAction]) -> list[AnyAction]:
    """The actions of one kind."""
    return [action for action in actions if isinstance(action, kind)]


def called(plays: Sequence[CardPlay]) -> list[CardPlay]:
    """The plays without those that forget a call which is due."""
    due = {(play.card, play.swap, is_double(play)) for play in plays if play.uno}
    return [play for play in plays if play.uno or (play.card, play.swap, is_double(play)) not in due]


def is_double(play: Play | JumpIn) -> bool:
    """Whether it plays two cards."""
    return isinstance(play, Play) and play.double


def own_seat(view: PlayerView) -> int:
    """The seat whose view it is; a spectator plays nothing."""
    if view.seat is None:
        raise ValueError("a spectator plays nothing")
    return view.seat


def favorite(hand: Sequence[Card]) -> Color:
    """Return the color held most; of those tied the one whose cards are worth most, then the first."""
    counts, points = count_colors(hand), [0] * len(Color)
    for card in hand:
        if card.color is not None:
            points[card.color] += card.points
    return max(Color, key=lambda color: (counts[color], points[color]))


def without(hand: Sequence[Card], card: Card, count: int) -> list[Card]:
    """The hand without that many of a card."""
    left = list(hand)
    for _ in range(min(count, left.count(card))):
        left.remove(card)
    return left
