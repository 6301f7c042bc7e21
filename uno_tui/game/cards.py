"""Cards and decks (rule sheet R1).

The text of an UNO card is the letter of its color and its rank: ``r5``, ``gS`` (Skip), ``bR`` (Reverse), ``y+2`` (Draw
Two), ``W`` (Wild), ``W4`` (Wild Draw Four). The text of a card of the regular deck is its own rank and suit, and for
faces, aces and jokers what it stands for: ``5H``, ``10C``, ``JC=S``, ``AH=1``, ``KD=W``, ``BJ=W4`` (black joker).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
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
    """A number (10 to 13 only in the regular deck), an action or a wild, in card order."""

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
        """The value of such a card in a hand at the end of a round: 0 to 50 (R1.3)."""
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
    """None for a wild: the color named for it is a field of the round, never of the card (R1.2)."""
    rank: Rank
    """The rank that the card stands for, by which it matches (R1.4)."""
    pip: str = ""
    """For a card of the regular deck its own rank and suit (``10C``, ``JD``), ``BJ`` or ``RJ``; else empty."""

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
        """Sort key of card order: red, yellow, green, blue, each by rank, then the wilds."""
        return (4 if self.color is None else int(self.color), int(self.rank), self.pip)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"card({self.text!r})"


_SUITS: Final = "HDCS"
_UNO_CARD: Final = re.compile(r"(?:([rygb])([0-9]|S|R|\+2)|(W|W4))")
_REGULAR_CARD: Final = re.compile(r"(?:(10|[2-9])([HDCS])|([JQKA])([HDCS])=(\d+|S|R|\+2|W|W4)|([BR]J)=(W|W4))")
_FACE_NUMBERS: Final = {"J": 11, "Q": 12, "K": 13, "A": 1}
_FACES: Final = {"jack": "J", "queen": "Q", "king": "K", "ace": "A"}
_JOKERS: Final = {"black_joker": "BJ", "red_joker": "RJ"}


def card(text: str) -> Card:
    """Return the card of a text in the notation of this module's docstring.

    Raises:
        ValueError: The text is no card; the error shows how cards are written.
    """
    return Card(*_fields(text))


def _fields(text: str) -> tuple[Color | None, Rank, str]:
    """Return color, rank and pip of the card with this text; `ValueError` if there is none."""
    if not isinstance(text, str):
        raise ValueError(f"no card {text!r}: it is no text")  # noqa: TRY004  # one error for all that is no card
    if found := _UNO_CARD.fullmatch(text):
        letter, rank, wild = found.groups()
        return (None, _RANKS[wild], "") if wild else (Color.parse(letter), _RANKS[rank], "")
    if found := _REGULAR_CARD.fullmatch(text):
        number, suit, face, face_suit, stands, joker, joker_stands = found.groups()
        if number:
            return Color(_SUITS.index(suit)), Rank(int(number) % 10), number + suit
        if joker:
            return None, _RANKS[joker_stands], joker
        rank_ = _RANKS.get(stands)
        if rank_ is not None and (not rank_.is_number or rank_ == _FACE_NUMBERS[face]):
            return None if rank_.is_wild else Color(_SUITS.index(face_suit)), rank_, face + face_suit
    raise ValueError(f"no card {text!r}: cards are written r5, gS, bR, y+2, W, W4 or 5H, JC=S, BJ=W")


BITS: Final = tuple(1 << card for card in range(128))
"""The set of one card alone by card id, or of one seat alone by seat."""


def _ids_of_byte(place: int) -> list[tuple[int, ...]]:
    """Return the card ids, ascending, by the value of the byte at that place of a set."""
    ids: list[tuple[int, ...]] = [()]
    for card in range(8 * place, 8 * place + 8):
        ids += [(*lower, card) for lower in ids]
    return ids


_IDS: Final = tuple(_ids_of_byte(place) for place in range(16))
"""The card ids by place and value of a byte, so that a set is read eight cards at a time."""


class Deck:
    """All physical cards of a match; a card's id is its place in card order.

    Sets of cards are integers with bit `i` for the card of id `i`. Ids and sets never leave the engine, since equal
    cards have different ids.

    Raises:
        ValueError: A face is no `Card`, or there are more than 128.
    """

    def __init__(self, name: str, faces: Iterable[Card]) -> None:
        faces = list(faces)
        if len(faces) > len(BITS) or not all(isinstance(face, Card) for face in faces):
            raise ValueError(f"no deck of {len(faces)} faces: a deck is at most {len(BITS)} cards")
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
        """``matching[color][rank]`` is the set of cards, except wilds, that match that top card (R4.1)."""

    @cached_property
    def faces(self) -> tuple[Card, ...]:
        """The different cards of the deck, in card order."""
        return tuple(self.of_face)

    def ids(self, cards: int) -> list[int]:
        """Return the ids in a set, ascending."""
        found: list[int] = []
        for ids, byte in zip(_IDS, cards.to_bytes(len(_IDS), "little"), strict=True):
            if byte:
                found += ids[byte]
        return found

    def list(self, cards: int) -> tuple[Card, ...]:
        """Return the cards of a set, in card order; equal cards are repeated."""
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
        """Return the sum of the values of a set of cards (R1.3)."""
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
    """Return the set of the places that are true."""
    return sum(1 << place for place, member in enumerate(members) if member)


@lru_cache(maxsize=1)
def uno_deck() -> Deck:
    """Return the UNO deck of 108 cards, always the same object (R1.1).

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
    """Return the deck of one or two ordinary packs, from a cache (R1.4).

    Args:
        mapping: What `jack`, `queen`, `king`, `ace`, `black_joker` and `red_joker` stand for, as in `Rules`.
        packs: 1 or 2.

    Raises:
        ValueError: A name is missing or unknown, a value is unknown, or there are not one or two packs.

    >>> regular_deck(dict(jack="skip", queen="reverse", king="wild", ace="number",
    ...                   black_joker="none", red_joker="wild"), packs=1).size
    53
    """
    wanted = {
        **dict.fromkeys(_FACES, (*_STANDS, "number")),
        **dict.fromkeys(_JOKERS, ("wild", "wild_draw_four", "none")),
    }
    if mapping.keys() != wanted.keys() or any(mapping[name] not in values for name, values in wanted.items()):
        raise ValueError(f"no regular deck by {dict(mapping)}: each of {', '.join(wanted)} stands for something")
    if type(packs) is not int or packs not in (1, 2):
        raise ValueError(f"no regular deck of {packs!r} packs: it is 1 or 2")
    return _regular_deck(tuple(sorted(mapping.items())), packs)


@lru_cache(maxsize=64)
def _regular_deck(mapping: tuple[tuple[str, str], ...], packs: int) -> Deck:
    stands = dict(mapping)
    texts = [f"{number}{suit}" for suit in _SUITS for number in range(2, 11)]
    for face, letter in _FACES.items():
        rank = _STANDS.get(stands[face], Rank(_FACE_NUMBERS[letter]))
        texts += [f"{letter}{suit}={rank.text}" for suit in _SUITS]
    for joker, pip in _JOKERS.items():
        if stands[joker] != "none":
            texts.append(f"{pip}={_STANDS[stands[joker]].text}")
    return Deck("regular", [card(text) for text in texts] * packs)
