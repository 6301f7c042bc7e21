"""Cached lists of the plays of a set of cards, except plays that exchange hands (R11.2)."""

from functools import lru_cache
from typing import Final

from uno_tui.game.actions import Action, Play
from uno_tui.game.cards import Card, Color
from uno_tui.game.deck import BITS, Deck

Actions = tuple[Action, ...]

MAX_PLAY_LISTS: Final = 1 << 15
"""Maximum number of lists that one `PlayLists` keeps; that many lists take a few megabytes."""


@lru_cache(maxsize=1 << 10)
def plays_of(face: Card, left: int) -> Actions:
    """Return the plays of a card that exchanges no hands: each color, with or without UNO call; `left` cards remain."""
    plays: list[Action] = []
    for color in (None,) if left == 0 or not face.is_wild else tuple(Color):
        plays.append(Play(face, color))
        if left == 1:
            plays.append(Play(face, color, uno=True))
    return tuple(plays)


class PlayLists(dict[int, Actions]):
    """By set of cards: the plays of each of them, in card order, that leave `left` cards; then the actions `end`.

    Most sets asked for are small. Lists of up to three cards are kept, at most `MAX_PLAY_LISTS` of them; a longer list
    is put together from shorter ones.
    """

    def __init__(self, deck: Deck, left: int, end: Actions) -> None:
        super().__init__()
        self[0] = end
        self._firsts = {
            BITS[card]: (plays_of(face, left), deck.all & ~deck.of_face[face]) for card, face in enumerate(deck.cards)
        }
        """By lowest card of a set: the plays of that card, and the set of all cards with a different face."""

    def __missing__(self, cards: int) -> Actions:
        plays, others = self._firsts[cards & -cards]
        plays += self[cards & others]
        if len(self) < MAX_PLAY_LISTS and cards.bit_count() <= 3:
            self[cards] = plays
        return plays


@lru_cache(maxsize=64)
def play_lists(deck: Deck, end: Actions = ()) -> tuple[PlayLists, ...]:
    """Return the lists by number of cards that remain in the hand; from two cards on they are the same object."""
    return (PlayLists(deck, 0, end), PlayLists(deck, 1, end), *(deck.size - 2) * (PlayLists(deck, 2, end),))
