"""Cards and their notation (R1).

The text of an UNO card is the letter of its color and its rank: ``r5``, ``gS`` (Skip), ``bR`` (Reverse), ``y+2`` (Draw
Two), ``W`` (Wild), ``W4`` (Wild Draw Four). The text of a card of the regular deck is its own rank and suit, and for
faces, aces and jokers what it stands for: ``5H``, ``10C``, ``JC=S``, ``AH=1``, ``KD=W``, ``BJ=W4`` (black joker).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Self

from uno_tui.game.interned import Value


class Color(IntEnum):
    """A color, in card order; the suits hearts, diamonds, clubs and spades count as red to blue (R1.4)."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3

    @property
    def letter(self) -> str:
        """``r``, ``y``, ``g`` or ``b``."""
        return "rygb"[self]

    @classmethod
    def parse(cls, letter: str) -> Self:
        """Return the color of a letter.

        Raises:
            ValueError: It is none of ``r``, ``y``, ``g``, ``b``.
        """
        if letter not in tuple("rygb"):
            raise ValueError(f"no color {letter!r}: the colors are r, y, g, b")
        return cls("rygb".index(letter))


class Rank(IntEnum):
    """A rank: a number (10 to 13 only in the regular deck), an action or a wild, in card order."""

    ZERO = 0
    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    ELEVEN = 11
    TWELVE = 12
    THIRTEEN = 13
    SKIP = 14
    REVERSE = 15
    DRAW_TWO = 16
    WILD = 17
    WILD_DRAW_FOUR = 18

    @property
    def text(self) -> str:
        """``0`` to ``13``, ``S``, ``R``, ``+2``, ``W`` or ``W4``."""
        return _RANK_TEXTS[self]

    @property
    def is_number(self) -> bool:
        """Whether the rank is a number."""
        return self <= Rank.THIRTEEN

    @property
    def is_wild(self) -> bool:
        """Whether the rank is Wild or Wild Draw Four."""
        return self >= Rank.WILD

    @property
    def points(self) -> int:
        """The value of a card of this rank in a hand at the end of a round: 0 to 50 (R1.3)."""
        return int(self) if self.is_number else 50 if self.is_wild else 20


_RANK_TEXTS: Final = (*map(str, range(14)), "S", "R", "+2", "W", "W4")
_RANKS: Final = {text: Rank(order) for order, text in enumerate(_RANK_TEXTS)}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card(Value):
    """The face of a card; equal faces are one object, so ``is`` and ``==`` are the same.

    Raises:
        ValueError: There is no card with these fields.

    >>> card("g+2")
    card('g+2')
    >>> card("JC=S").color, card("JC=S").pip
    (<Color.GREEN: 2>, 'JC')
    """

    color: Color | None
    """The card's own color; None for a wild, whose chosen color is stored in the round (R1.2)."""
    rank: Rank
    """The rank by which the card matches; for a card of the regular deck, the rank that the card acts as (R1.4)."""
    pip: str = ""
    """Printed rank and suit of a regular deck's card (``10C``, ``JD``, or jokers ``BJ``, ``RJ``); empty for an UNO
    card.
    """

    def __post_init__(self) -> None:
        fields = (self.color, self.rank, self.pip)
        right_types = type(self.color) in (Color, type(None)) and type(self.rank) is Rank and type(self.pip) is str
        if not right_types or _fields(self.text) != fields:
            raise ValueError(f"no card has color, rank and pip {fields}")

    @property
    def text(self) -> str:
        """The card in the notation of this module's docstring, which `card` parses."""
        if not self.pip:
            return ("" if self.color is None else self.color.letter) + self.rank.text
        return self.pip + (f"={self.rank.text}" if self.pip[0] in "JQKABR" else "")

    @property
    def points(self) -> int:
        """The value of the card in a hand at the end of a round: 0 to 50 (R1.3)."""
        return self.rank.points

    @property
    def is_wild(self) -> bool:
        """Whether the card is a Wild or a Wild Draw Four."""
        return self.color is None

    @property
    def order(self) -> tuple[int, int, str]:
        """Sort key in card order: by color (red, yellow, green, blue), then rank; wilds are last."""
        return (4 if self.color is None else int(self.color), int(self.rank), self.pip)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"card({self.text!r})"


SUITS: Final = "HDCS"
"""Letters of the suits hearts, diamonds, clubs and spades, by color (R1.4)."""
_UNO_CARD: Final = re.compile(r"(?:([rygb])([0-9]|S|R|\+2)|(W|W4))")
_REGULAR_CARD: Final = re.compile(r"(?:(10|[2-9])([HDCS])|([JQKA])([HDCS])=(\d+|S|R|\+2|W|W4)|([BR]J)=(W|W4))")
FACE_NUMBERS: Final = {"J": 11, "Q": 12, "K": 13, "A": 1}
"""Numbers that jack, queen, king and ace have as number cards (R1.4)."""


def card(text: str) -> Card:
    """Return the card of a text in the notation of this module's docstring.

    Raises:
        ValueError: The text is no card; the error shows how cards are written.
    """
    return Card(*_fields(text))


def _fields(text: str) -> tuple[Color | None, Rank, str]:
    """Return color, rank and pip of the card with the given text; raise `ValueError` if there is no such card."""
    if not isinstance(text, str):
        raise ValueError(f"no card {text!r}: it is no text")  # noqa: TRY004  # one error for all that is no card
    if found := _UNO_CARD.fullmatch(text):
        letter, rank, wild = found.groups()
        return (None, _RANKS[wild], "") if wild else (Color.parse(letter), _RANKS[rank], "")
    if found := _REGULAR_CARD.fullmatch(text):
        number, suit, face, face_suit, stands, joker, joker_stands = found.groups()
        if number:
            return Color(SUITS.index(suit)), Rank(int(number) % 10), number + suit
        if joker:
            return None, _RANKS[joker_stands], joker
        rank_ = _RANKS.get(stands)
        if rank_ is not None and (not rank_.is_number or rank_ == FACE_NUMBERS[face]):
            return None if rank_.is_wild else Color(SUITS.index(face_suit)), rank_, face + face_suit
    raise ValueError(f"no card {text!r}: cards are written r5, gS, bR, y+2, W, W4 or 5H, JC=S, BJ=W")


def count_colors(cards: Iterable[Card]) -> list[int]:
    """Return the number of cards of each color, by color; wilds are not counted.

    >>> count_colors([card("r5"), card("r9"), card("b0"), card("W")])
    [2, 0, 0, 1]
    """
    counts = [0] * len(Color)
    for one in cards:
        if one.color is not None:
            counts[one.color] += 1
    return counts
