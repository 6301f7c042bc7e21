"""Evidence about other hands that a beginner can see too: who drew while which color was in force."""

from uno_tui.game.cards import Color
from uno_tui.game.events import Cause, ColorNamed, Drew, HandsPassed, Played, Swapped, Turned
from uno_tui.game.view import PlayerView


def draws_on_colors(view: PlayerView, seat: int) -> list[int]:
    """Return how often a seat drew instead of playing while each color was in force, by color, in this round.

    Draws from before the seat last played a card of the color, or got another hand, are not counted.
    """
    counts = [0] * len(Color)
    color: Color | None = None
    for event in view.history:
        match event:
            case Turned(card=card):
                color = card.color
            case ColorNamed(color=named):
                color = named
            case Played(card=card):
                if event.seat == seat and card.color is not None:
                    counts[card.color] = 0
                color = card.color if card.color is not None else event.color
            case Drew(cause=Cause.TURN) if event.seat == seat and color is not None:
                counts[color] += 1
            case Swapped() | HandsPassed():
                counts = [0] * len(Color)
    return counts
