"""Questions about actions and hands that all bots ask."""

from collections.abc import Sequence
from typing import TypeVar

from uno_tui.game.actions import Action, CatchUno, JumpIn, Play
from uno_tui.game.cards import Card, Color, count_colors
from uno_tui.game.view import PlayerView

AnyAction = TypeVar("AnyAction", bound=Action)
CardPlay = TypeVar("CardPlay", bound=Play | JumpIn)


def of_kind(actions: Sequence[Action], kind: type[AnyAction]) -> list[AnyAction]:
    """Return the actions of the given type."""
    return [action for action in actions if isinstance(action, kind)]


def catches_of(view: PlayerView) -> list[CatchUno]:
    """Return the possible catches, except of partners: that would cost the own team cards (R14.5)."""
    partners = view.partners(view.seat)
    return [action for action in of_kind(view.legal, CatchUno) if action.seat not in partners]


def called(plays: Sequence[CardPlay]) -> list[CardPlay]:
    """Return the plays except those that omit a due UNO call."""
    due = {(play.card, play.swap, is_double(play)) for play in plays if play.uno}
    return [play for play in plays if play.uno or (play.card, play.swap, is_double(play)) not in due]


def is_double(play: Play | JumpIn) -> bool:
    """Return whether the play consists of two equal cards."""
    return isinstance(play, Play) and play.double


def own_seat(view: PlayerView) -> int:
    """Return the seat whose view it is.

    Raises:
        ValueError: It is a spectator's view.
    """
    if view.seat is None:
        raise ValueError("a spectator plays nothing")
    return view.seat


def favorite(hand: Sequence[Card]) -> Color:
    """Return the color of most cards in the hand; of tied colors, that of the highest card values, then the first."""
    counts, points = count_colors(hand), [0] * len(Color)
    for card in hand:
        if card.color is not None:
            points[card.color] += card.points
    return max(Color, key=lambda color: (counts[color], points[color]))


def without(hand: Sequence[Card], card: Card, count: int) -> list[Card]:
    """Return the hand with at most `count` copies of a card removed."""
    left = list(hand)
    for _ in range(min(count, left.count(card))):
        left.remove(card)
    return left
