"""Names of cards and colors in words (``red 5``, ``J♣ (green Skip)``) and short (``r5``, ``J♣``)."""

from collections.abc import Iterable
from typing import Final

from uno_tui.game.cards import Card, Color, Rank
from uno_tui.i18n import Words, mark, mark_p

_COLORS: Final = (
    mark_p("color", "red"),
    mark_p("color", "yellow"),
    mark_p("color", "green"),
    mark_p("color", "blue"),
)
_CARD_COLORS: Final = (
    mark_p("card", "red"),
    mark_p("card", "yellow"),
    mark_p("card", "green"),
    mark_p("card", "blue"),
)
_COLORS_OF_FEMININES: Final = (
    mark_p("of a Skip or Reverse", "red"),
    mark_p("of a Skip or Reverse", "yellow"),
    mark_p("of a Skip or Reverse", "green"),
    mark_p("of a Skip or Reverse", "blue"),
)
"""Color names for ranks whose names are feminine: *Scipeáil dhearg* in Irish."""
# Translators: names of cards and colors; with "a" as in "You played a red 5".
_RANKS: Final = {
    Rank.SKIP: mark("Skip"),
    Rank.REVERSE: mark("Reverse"),
    Rank.DRAW_TWO: mark("Draw Two"),
    Rank.WILD: mark("Wild"),
    Rank.WILD_DRAW_FOUR: mark("Wild Draw Four"),
}
# Translators: names of cards and colors; with "a" as in "You played a red 5".
_A_WILD: Final = {Rank.WILD: mark("a Wild"), Rank.WILD_DRAW_FOUR: mark("a Wild Draw Four")}
# Translators: names of cards and colors; with "a" as in "You played a red 5".
_JOKERS: Final = {"BJ": mark("black joker"), "RJ": mark("red joker")}
# Translators: the name of a playing card, such as "jack of clubs"; as in "You played jack of clubs (green Skip)".
_SPOKEN_SUITS: Final = {
    "H": mark("{rank} of hearts"),
    "D": mark("{rank} of diamonds"),
    "C": mark("{rank} of clubs"),
    "S": mark("{rank} of spades"),
}
_SPOKEN_RANKS: Final = {
    "J": mark_p("playing card", "jack"),
    "Q": mark_p("playing card", "queen"),
    "K": mark_p("playing card", "king"),
    "A": mark_p("playing card", "ace"),
}
_SUITS: Final = str.maketrans("HDCS", "♥♦♣♠")


def color_name(words: Words, color: Color) -> str:
    """Return the name of a color used by itself, for example as the color of a wild."""
    return words.p(*_COLORS[color])


# Translators: the name of a card: a color and a number, or an action card; {face} is a playing card such as 5♥.
def rank_name(words: Words, rank: Rank) -> str:
    """Return the name of a rank: a number, or a word such as Skip."""
    return str(int(rank)) if rank.is_number else words(_RANKS[rank])


# Translators: the name of a card: a color and a number, or an action card; {face} is a playing card such as 5♥.
def card_name(words: Words, card: Card) -> str:
    """Return a card in words; a card of the regular deck is its real face followed by its meaning.

    >>> from uno_tui.game.cards import card
    >>> [card_name(Words(), card(text)) for text in ("r5", "bS", "W4", "JC=S", "BJ=W")]
    ['red 5', 'blue Skip', 'Wild Draw Four', 'J♣ (green Skip)', 'black joker (Wild)']
    """
    rank = rank_name(words, card.rank)
    if card.color is None:
        name = rank
    else:
        name = words.p("card", "{color} {rank}", color=_card_color(words, card.color, card.rank), rank=rank)
    if not card.pip:
        return name
    return words("{face} ({card})", face=face_name(words, card), card=name)


# Translators: the name of a card: a color and a number, or an action card; {face} is a playing card such as 5♥.
def a_card(words: Words, card: Card) -> str:
    """Return a card with an indefinite article: ``a red 5``, ``a Wild``; real faces have none."""
    if card.pip:
        return card_name(words, card)
    if card.color is None:
        return words(_A_WILD[card.rank])
    color = _card_color(words, card.color, card.rank)
    return words.p("card", "a {color} {rank}", color=color, rank=rank_name(words, card.rank))


def _card_color(words: Words, color: Color, rank: Rank) -> str:
    """Return the color of a card in the form used in the card's name."""
    return words.p(*(_COLORS_OF_FEMININES if rank in (Rank.SKIP, Rank.REVERSE) else _CARD_COLORS)[color])


def card_short(card: Card) -> str:
    """Return a card in short notation, the same in every language; a card of the regular deck as its real face.

    >>> from uno_tui.game.cards import card
    >>> [card_short(card(text)) for text in ("r5", "g+2", "10H", "JC=S", "BJ=W4")]
    ['r5', 'g+2', '10♥', 'J♣', 'BJ']
    """
    if not card.pip:
        return card.text
    return card.pip if card.pip in _JOKERS else card.pip.translate(_SUITS)


def card_list(words: Words, cards: Iterable[Card]) -> str:
    """Return cards as text, separated by commas."""
    return ", ".join(card_name(words, card) for card in cards)


# Translators: the name of a card: a color and a number, or an action card; {face} is a playing card such as 5♥.
def face_name(words: Words, card: Card) -> str:
    """Return a regular deck's real card: ``J♣``, or ``jack of clubs`` if texts are heard."""
    if card.pip in _JOKERS:
        return words(_JOKERS[card.pip])
    if not words.aloud:
        return card_short(card)
    rank, suit = card.pip[:-1], card.pip[-1]
    return words(_SPOKEN_SUITS[suit], rank=words.p(*_SPOKEN_RANKS[rank]) if rank in _SPOKEN_RANKS else rank)
