"""Decks: all physical cards of a match, their ids, and sets of them (R1.1, R1.4)."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Final

from uno_tui.game.cards import FACE_NUMBERS, SUITS, Card, Color, Rank, card

BITS: Final = tuple(1 << one for one in range(128))
"""The set (as bits) that contains only one card, by card id; or only one seat, by seat."""


def _ids_of_byte(place: int) -> list[tuple[int, ...]]:
    """Return the card ids for each value of one byte of a card set, ascending; `place` is the byte's position."""
    ids: list[tuple[int, ...]] = [()]
    for one in range(8 * place, 8 * place + 8):
        ids += [(*lower, one) for lower in ids]
    return ids


_IDS: Final = tuple(_ids_of_byte(place) for place in range(16))
"""The card ids by position and value of a byte, so that a set is decoded eight cards at a time."""


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
        self._ones = tuple(_set(bool(value >> digit & 1) for value in self.values) for digit in range(6))
        """By binary digit, the cards whose value has a one there: values are at most 50."""
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
        """The different cards of the deck, each once, in card order."""
        return tuple(self.of_face)

    def ids(self, cards: int) -> list[int]:
        """Return the card ids in a set, ascending."""
        found: list[int] = []
        for ids, byte in zip(_IDS, cards.to_bytes(len(_IDS), "little"), strict=True):
            if byte:
                found += ids[byte]
        return found

    def list(self, cards: int) -> tuple[Card, ...]:
        """Return the cards of a set, in card order; equal cards are repeated."""
        return tuple([self.cards[i] for i in self.ids(cards)])

    def most_held(self, cards: int) -> Color:
        """Return the color with most cards in a set; of tied colors the first, and red if the set has only wilds."""
        best, most = Color.RED, -1
        for color, of_color in zip(Color, self.of_color, strict=True):
            count = (cards & of_color).bit_count()
            if count > most:
                best, most = color, count
        return best

    def points(self, cards: int) -> int:
        """Return the sum of the values of a set of cards (R1.3)."""
        return sum([(cards & ones).bit_count() << digit for digit, ones in enumerate(self._ones)])

    def __repr__(self) -> str:
        return f"<Deck {self.name}: {self.size} cards>"


def _set(members: Iterable[bool]) -> int:
    """Return the set, as bits, of the positions whose value is true."""
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


_FACES: Final = {"jack": "J", "queen": "Q", "king": "K", "ace": "A"}
_JOKERS: Final = {"black_joker": "BJ", "red_joker": "RJ"}
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
    texts = [f"{number}{suit}" for suit in SUITS for number in range(2, 11)]
    for face, letter in _FACES.items():
        rank = _STANDS.get(stands[face], Rank(FACE_NUMBERS[letter]))
        texts += [f"{letter}{suit}={rank.text}" for suit in SUITS]
    for joker, pip in _JOKERS.items():
        if stands[joker] != "none":
            texts.append(f"{pip}={_STANDS[stands[joker]].text}")
    return Deck("regular", [card(text) for text in texts] * packs)
