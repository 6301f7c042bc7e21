"""The words for cards in plain mode: colors and ranks in the session's language and in English."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from uno_tui.game.cards import Card, Color, Rank
from uno_tui.i18n import Words
from uno_tui.names import unaccented
from uno_tui.speech import card_name, card_short, color_name, rank_name
from uno_tui.speech.cards import face_name

MAX_NAME: Final = 80
"""Maximum length of a card name that the parser looks for, in characters."""
_SHORT_RANKS: Final[Mapping[Rank, tuple[str, ...]]] = {
    Rank.SKIP: ("s",),
    Rank.REVERSE: ("r",),
    Rank.DRAW_TWO: ("+2", "draw 2"),
    Rank.WILD: ("w",),
    Rank.WILD_DRAW_FOUR: ("w4", "+4", "w+4", "wild +4", "wild draw 4", "draw four", "draw 4"),
}
"""Additional texts that mean a rank, in every language."""


def begins(key: str, name: str) -> bool:
    """Return whether a folded text, `key`, begins with a name as a whole word or before ``x2``, two cards."""
    return key.startswith(name) and bool(re.match(r"$|[\s:,!@]|x2", key[len(name) :]))


class CardWords:
    """Words for colors and ranks, in the session's language and English, for parsing typed cards."""

    def __init__(self, words: Words) -> None:
        english = Words("en")
        self.colors: dict[str, Color] = {}
        ranks: dict[str, Rank] = {}
        for color in Color:
            name = color_name(words, color)
            lenited = f"{name[0]}h{name[1:]}" if words.language == "ga" else name  # after a feminine noun
            for text in (color.letter, name, lenited, color_name(english, color)):
                self.colors.setdefault(unaccented(text), color)
        for rank in Rank:
            for name in (rank_name(words, rank), rank_name(english, rank), *_SHORT_RANKS.get(rank, ())):
                ranks.setdefault(unaccented(name), rank)
        self._words = words
        self._deck: tuple[Card, ...] = ()
        self._index: tuple[dict[str, Card], dict[str, Card]] = {}, {}
        self._ranks = sorted(ranks.items(), key=lambda one: -len(one[0]))

    def read(self, key: str) -> Iterator[tuple[int, Color | None, Rank]]:
        """Yield possible readings of a folded text's beginning, each as (length read, color, rank)."""
        for name, rank in self._ranks:
            if begins(key, name):
                if rank.is_wild:
                    yield len(name), None, rank
                elif (after := self._color(key, len(name))) is not None:
                    yield after[0], after[1], rank
        if (before := self._color(key, 0)) is not None:
            gap = len(key) - len(key[before[0] :].lstrip())
            for name, rank in self._ranks:
                if gap > before[0] and not rank.is_wild and begins(key[gap:], name):
                    yield gap + len(name), before[1], rank

    def index(self, deck: tuple[Card, ...]) -> tuple[dict[str, Card], dict[str, Card]]:
        """Return a deck's cards by folded text, twice: by notation, face or name; and by the card that each acts as."""
        if deck != self._deck:
            self._deck = deck
            self._index = {}, {}
            for card in dict.fromkeys(deck):
                for text in filter(None, (card.text, card.pip, card_short(card), *self._faces(card))):
                    self._index[0].setdefault(unaccented(text), card)
                if card.pip:
                    self._index[1].setdefault(unaccented(Card(card.color, card.rank).text), card)
        return self._index

    def _faces(self, card: Card) -> tuple[str, ...]:
        return (card_name(self._words, card), face_name(self._words, card)) if card.pip else ()

    def _color(self, key: str, start: int) -> tuple[int, Color] | None:
        """Return the end of the color word at this position, and its color; None if no color word is there."""
        start = len(key) - len(key[start:].lstrip())
        found = [(start + len(name), color) for name, color in self.colors.items() if begins(key[start:], name)]
        return max(found, default=None)
