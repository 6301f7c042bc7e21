"""Cards and decks (rule sheet R1).

A card's text is its color's letter and its rank: ``r5``, ``gS`` (Skip), ``bR`` (Reverse), ``y+2`` (Draw Two), ``W``
(Wild), ``W4`` (Wild Draw Four). A card of the regular deck is written as what it is, then, where the players chose it,
what it stands for: ``5H``, ``10C``, ``JC=S``, ``AH=1``, ``KD=W``, ``BJ=W4`` (black joker).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Final, Self

from uno_tui.game.interned import Value


class Color(IntEnum):
    """A color, in card order; with the regular deck the suits hearts, diamonds, clubs, spades (R1.4)."""

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
        """The color of a letter; anything else raises `ValueError`."""
        if len(letter) != 1 or letter not in "rygb":
            raise ValueError(f"no color {letter!r}: the colors are r, y, g, b")
        return cls("rygb".index(letter))


class Rank(IntEnum):
    """What a card does: a number (10-13 only in the regular deck), an action, or a wild, in card order."""

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
        """Whether it is a number."""
        return self <= Rank.THIRTEEN

    @property
    def is_wild(self) -> bool:
        """Whether it is a Wild or a Wild Draw Four."""
        return self >= Rank.WILD

    @property
    def points(self) -> int:
        """What it is worth when caught with (R1.3)."""
        return int(self) if self.is_number else 50 if self.is_wild else 20


_RANK_TEXTS: Final = (*map(str, range(14)), "S", "R", "+2", "W", "W4")
_RANKS: Final = {text: Rank(order) for order, text in enumerate(_RANK_TEXTS)}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card(Value):
    """A card's face; there is one object for each, so ``is`` and ``==`` are the same.

    >>> card("g+2")
    card('g+2')
    >>> card("JC=S").color, card("JC=S").pip
    (<Color.GREEN: 2>, 'JC')
    """

    color: Color | None
    """None for wilds: the color named for one belongs to the round, never to the card (R1.2)."""
    rank: Rank
    """What it stands for; matching goes by this (R1.4)."""
    pip: str = ""
    """The real card of a regular deck: rank and suit letter (``10C``, ``JD``), ``BJ``, ``RJ``; else empty."""

    @property
    def text(self) -> str:
        """The notation, see this module's docstring."""
        if not self.pip:
            return ("" if self.color is None else self.color.letter) + self.rank.text
        return self.pip + (f"={self.rank.text}" if self.pip[0] in "JQKABR" else "")

    @property
    def points(self) -> int:
        """What it is worth when caught with (R1.3)."""
        return self.rank.points

    @property
    def is_wild(self) -> bool:
        """Whether it is a Wild or a Wild Draw Four."""
        return self.color is None

    @property
    def order(self) -> tuple[int, int, str]:
        """The sort key of card order: red, yellow, green, blue, each by rank; then the wilds."""
        return (4 if self.color is None else int(self.color), int(self.rank), self.pip)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"card({self.text!r})"


_SUITS: Final = "HDCS"
_UNO_CARD: Final = re.compile(r"(?:([rygb])([0-9]|S|R|\+2)|(W|W4))")
_REGULAR_CARD: Final = re.compile(r"(?:(10|[2-9])([HDCS])|([JQKA])([HDCS])=(\d+|S|R|\+2|W|W4)|([BR]J)=(W|W4))")
_FACE_NUMBERS: Final = {"J": 11, "Q": 12, "K": 13, "A": 1}


def card(text: str) -> Card:
    """The card of a text; anything that is no card raises `ValueError`."""
    if found := _UNO_CARD.fullmatch(text):
        letter, rank, wild = found.groups()
        return Card(None, _RANKS[wild]) if wild else Card(Color.parse(letter), _RANKS[rank])
    if found := _REGULAR_CARD.fullmatch(text):
        number, suit, face, face_suit, stands, joker, joker_stands = found.groups()
        if number:
            return Card(Color(_SUITS.index(suit)), Rank(int(number) % 10), number + suit)
        if joker:
            return Card(None, _RANKS[joker_stands], joker)
        rank_ = _RANKS.get(stands)
        if rank_ is not None and (not rank_.is_number or rank_ == _FACE_NUMBERS[face]):
            return Card(None if rank_.is_wild else Color(_SUITS.index(face_suit)), rank_, face + face_suit)
    raise ValueError(f"no card {text!r}: cards are written r5, gS, bR, y+2, W, W4 or 5H, JC=S, BJ=W")


BITS: Final = tuple(1 << card for card in range(128))
"""By card id, or by seat: the set of it alone."""


def _ids_of_byte(place: int) -> list[tuple[int, ...]]:
    """By byte: the ids it stands for at that place of a set's bytes, ascending."""
    ids: list[tuple[int, ...]] = [()]
    for card in range(8 * place, 8 * place + 8):
        ids += [(*lower, card) for lower in ids]
    return ids


_IDS: Final = tuple(_ids_of_byte(place) for place in range(16))
"""By place and byte: the ids, so that a set is taken apart by eight cards at a time."""


class Deck:
    """All physical cards of a match: a card's number ("id") is its place in card order.

    Sets of cards are integers with bit `i` for card `i`. Ids never leave the engine.
    """

    def __init__(self, name: str, faces: Iterable[Card]) -> None:
        self.name = name
        self.cards = tuple(sorted(faces, key=lambda face: face.order))
        self.size = len(self.cards)
        self.colors = tuple(face.color for face in self.cards)
        self.ranks = tuple(int(face.rank) for face in self.cards)
        self.values = tuple(face.points for face in self.cards)
        self.all = (1 << self.size) - 1
        self.of_color = tuple(_set(face.color == color for face in self.cards) for color in Color)
        self.of_rank = tuple(_set(face.rank == rank for face in self.cards) for rank in Rank)
        self.wilds = self.of_rank[Rank.WILD] | self.of_rank[Rank.WILD_DRAW_FOUR]
        self.fours = self.of_rank[Rank.WILD_DRAW_FOUR]
        self.of_face = {face: _set(other is face for other in self.cards) for face in self.cards}
        self.matching = tuple(
            tuple(by_color | (0 if rank.is_wild else self.of_rank[rank]) for rank in Rank) for by_color in self.of_color
        )
        """``matching[color][rank]``: the cards, wilds apart, that may go on that top card (R4.1)."""

    @cached_property
    def faces(self) -> tuple[Card, ...]:
        """The different cards, in card order."""
        return tuple(self.of_face)

    def ids(self, cards: int) -> list[int]:
        """The ids in a set, ascending."""
        found: list[int] = []
        for ids, byte in zip(_IDS, cards.to_bytes(len(_IDS), "little"), strict=True):
            if byte:
                found += ids[byte]
        return found

    def list(self, cards: int) -> tuple[Card, ...]:
        """The cards of a set, in card order, equal ones as often as they are in it."""
        return tuple([self.cards[i] for i in self.ids(cards)])

    def most_held(self, cards: int) -> Color:
        """Return the color of most cards in a set, the first of those tied; red if all are wilds."""
        best, most = Color.RED, -1
        for color, of_color in zip(Color, self.of_color, strict=True):
            count = (cards & of_color).bit_count()
            if count > most:
                best, most = color, count
        return best

    def points(self, cards: int) -> int:
        """The sum of the values of a set of cards (R1.3)."""
        return sum(self.values[i] for i in self.ids(cards))

    def __repr__(self) -> str:
        return f"<Deck {self.name}: {self.size} cards>"


def count_colors(cards: Iterable[Card]) -> list[int]:
    """Return how many of the cards have each color, by color; wilds count for none.

    >>> count_colors([card("r5"), card("r9"), card("b0"), card("W")])
    [2, 0, 0, 1]
    """
    counts = [0] * len(Color)
    for one in cards:
        if one.color is not None:
            counts[one.color] += 1
    return counts


def _set(members: Iterable[bool]) -> int:
    """The set of the places that are true."""
    return sum(1 << place for place, member in enumerate(members) if member)


@lru_cache(maxsize=1)
def uno_deck() -> Deck:
    """The UNO deck of 108 cards (R1.1).

    >>> uno_deck().size, len(uno_deck().faces)
    (108, 54)
    """
    colored = [Rank.ZERO, *2 * [Rank(r) for r in range(1, 10)], *2 * [Rank.SKIP, Rank.REVERSE, Rank.DRAW_TWO]]
    wilds = 4 * [Card(None, Rank.WILD), Card(None, Rank.WILD_DRAW_FOUR)]
    return Deck("uno", [*(Card(color, rank) for color in Color for rank in colored), *wilds])


_STANDS: Final = {
    "skip": Rank.SKIP,
    "reverse": Rank.REVERSE,
    "draw_two": Rank.DRAW_TWO,
    "wild": Rank.WILD,
    "wild_draw_four": Rank.WILD_DRAW_FOUR,
}


def regular_deck(mapping: Mapping[str, str], packs: int) -> Deck:
    """One or two ordinary packs, with what `jack`, `queen`, `king`, `ace`, `black_joker`, `red_joker` stand for (R1.4).

    >>> regular_deck(dict(jack="skip", queen="reverse", king="wild", ace="number",
    ...                   black_joker="none", red_joker="wild"), packs=1).size
    53
    """
    return _regular_deck(tuple(sorted(mapping.items())), packs)


@lru_cache(maxsize=64)
def _regular_deck(mapping: tuple[tuple[str, str], ...], packs: int) -> Deck:
    stands = dict(mapping)
    texts = [f"{number}{suit}" for suit in _SUITS for number in range(2, 11)]
    for face, letter in (("jack", "J"), ("queen", "Q"), ("king", "K"), ("ace", "A")):
        rank = _STANDS.get(stands[face], Rank(_FACE_NUMBERS[letter]))
        texts += [f"{letter}{suit}={rank.text}" for suit in _SUITS]
    for joker, pip in (("black_joker", "BJ"), ("red_joker", "RJ")):
        if stands[joker] != "none":
            texts.append(f"{pip}={_STANDS[stands[joker]].text}")
    return Deck("regular", [card(text) for text in texts] * packs)
