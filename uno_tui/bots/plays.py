"""What all bots look at: kinds of actions, seats, hands."""

from collections.abc import Sequence
from typing import TypeVar

from uno_tui.game.actions import Action, JumpIn, Play
from uno_tui.game.cards import Card, Color
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


def seat_before(view: PlayerView) -> int:
    """The seat before one's own in the direction of play, of those that still play."""
    seat = (own_seat(view) - view.direction) % len(view.seats)
    while not view.seats[seat].playing:
        seat = (seat - view.direction) % len(view.seats)
    return seat


def own_seat(view: PlayerView) -> int:
    """The seat whose view it is; a spectator plays nothing."""
    if view.seat is None:
        raise ValueError("a spectator plays nothing")
    return view.seat


def favorite(hand: Sequence[Card]) -> Color:
    """The color held most; of equals the one whose cards count most, then the first."""
    weights = dict.fromkeys(Color, 0)
    for card in hand:
        if card.color is not None:
            weights[card.color] += 1000 + card.points
    return max(Color, key=lambda color: weights[color])


def without(hand: Sequence[Card], card: Card, count: int) -> list[Card]:
    """The hand without that many of a card."""
    left = list(hand)
    for _ in range(min(count, left.count(card))):
        left.remove(card)
    return left
