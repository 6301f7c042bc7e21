"""The last move, told at the seats where it happened: who played what, and whom it hit."""

from typing import Final

from uno_tui.game.events import Cause, Challenged, ColorNamed, Dealt, Drew, Event, Played, Skipped, Swapped
from uno_tui.game.view import PlayerView
from uno_tui.i18n import Words
from uno_tui.speech import card_name, color_name

_TOLD: Final = (Played, Drew, Skipped, Challenged, Swapped, ColorNamed)
LONGEST: Final = 12
"""Maximum number of newest events in which the last move is searched."""


def last_move(game: PlayerView) -> dict[int, Event]:
    """Return the newest event of the last move for each seat that the move concerned."""
    found: dict[int, Event] = {}
    for event in reversed(game.history[-LONGEST:]):
        if isinstance(event, Dealt):
            break
        if isinstance(event, _TOLD):
            found.setdefault(event.seat, event)
            if isinstance(event, Challenged):
                found.setdefault(event.offender, event)
            elif isinstance(event, Swapped):
                found.setdefault(event.other, event)
        if _begins_a_move(event):
            break
    return found


def _begins_a_move(event: Event) -> bool:
    return isinstance(event, Played | ColorNamed) or (isinstance(event, Drew) and event.cause is Cause.TURN)


# Translators: below a player's name on a round table, what just happened to that player; 15 letters at most.
def seat_note(words: Words, event: Event) -> str:
    """Return a few words about an event, for the card of a seat that the event concerned."""
    match event:
        case Played():
            return card_name(words, event.card)
        case Drew():
            return words.n("drew {count}", "drew {count}", event.count)
        case Skipped():
            return words.p("what happened to a player", "skipped")
        case Challenged():
            return words.p("what happened to a player", "challenge")
        case Swapped():
            return words.p("what happened to a player", "hands swapped")
        case ColorNamed():
            return color_name(words, event.color)
    return ""
