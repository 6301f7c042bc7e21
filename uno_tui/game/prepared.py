"""What a match works out once and then looks up: who follows whom, what goes on which card, what a play does.

All of it follows from the rules, the deck and the seats, never from a round, so that every round shares it.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from uno_tui.game.actions import Action, JumpIn, Play
from uno_tui.game.cards import BITS, Card, Color, Deck
from uno_tui.game.events import Cause, Drew, Event, Played

Actions = tuple[Action, ...]
Told = tuple[Event, ...]
"""Events in the order they happened."""


class Order:
    """The seats in the round and the direction of play: who comes after whom; get one from `order`."""

    __slots__ = ("after", "direction", "live", "players", "seats")

    def __init__(self, seats: int, live: int, direction: int) -> None:
        self.live = live
        """The seats in the round, as a set."""
        self.direction = direction
        """1 is clockwise, to the next higher seat; -1 is not (R2.6)."""
        self.seats = tuple(seat for seat in range(seats) if live >> seat & 1)
        """The seats in the round, ascending."""
        self.players = len(self.seats)
        self.after = tuple(self._after(seat, seats) for seat in range(seats))
        """By seat, in the round or not: the next one in the round, by seat and never by list position (R9.5)."""

    def _after(self, seat: int, seats: int) -> int:
        round_the_table = ((seat + self.direction * step) % seats for step in range(1, seats))
        return next((other for other in round_the_table if other in self.seats), seat)

    def turned(self) -> "Order":
        """The same seats in the other direction (R6.1)."""
        return order(len(self.after), self.live, -self.direction)

    def without(self, seat: int) -> "Order":
        """The order once that seat left the round (R9.5)."""
        return order(len(self.after), self.live & ~(1 << seat), self.direction)


@lru_cache(maxsize=1 << 12)
def order(seats: int, live: int, direction: int) -> Order:
    """The order of play among those of `seats` that are in the set `live`."""
    return Order(seats, live, direction)


@dataclass(frozen=True, slots=True, eq=False)
class FaceUp:
    """The top card and the color in force, with what may go on them."""

    card: int
    """The top card's id."""
    bit: int
    """The same as a set."""
    color: int
    """In force; -1 while the first color is owed."""
    fits: int
    """The cards that match, and all wilds (R4.1)."""
    fours: int
    """The Wild Draw Fours."""
    bars: int
    """The cards that keep a Wild Draw Four in the same hand from being played (R7.3)."""
    same: int
    """The cards that may jump in (R11.1)."""
    stacks: int
    """The cards that may be stacked on it (R10.1)."""

    def playable(self, hand: int) -> int:
        """The cards of a hand that may be played on it by themselves (R4.1, R7.3)."""
        cards = hand & self.fits
        if cards & self.fours and hand & self.bars:
            cards &= ~self.fours
        return cards


@dataclass(frozen=True, slots=True, eq=False)
class Deed:
    """What a play or jump-in comes to, whoever makes it."""

    copies: tuple[tuple[int, FaceUp], ...]
    """The cards with the face that is played, each as a set, and how it then lies face up."""
    rank: int
    color: int | None
    """The color in force afterwards; None for a wild that names none: it stays as it was (R4.4)."""
    swap: int | None
    double: bool
    uno: bool
    told: tuple[Told, ...]
    """By seat: that it was played."""


class Deeds(dict[Action, Deed]):
    """The deeds of all plays and jump-ins, each made when it is first looked up."""

    def __init__(self, deck: Deck, tops: tuple[dict[int, FaceUp], ...], seats: int) -> None:
        super().__init__()
        self._deck = deck
        self._tops = tops
        self._seats = range(seats)

    def __missing__(self, action: Action) -> Deed:
        assert isinstance(action, Play | JumpIn), "only a play has a deed"
        face = action.card
        named, double = (action.color, action.double) if isinstance(action, Play) else (None, False)
        color = named if face.color is None else face.color
        top = self._tops[-1 if color is None else color]
        deed = Deed(
            copies=tuple((BITS[card], top[BITS[card]]) for card in self._deck.ids(self._deck.of_face[face])),
            rank=int(face.rank),
            color=None if color is None else int(color),
            swap=action.swap,
            double=double,
            uno=action.uno,
            told=tuple(
                (Played(seat, face, named, double, action.uno, jump=isinstance(action, JumpIn)),)
                for seat in self._seats
            ),
        )
        self[action] = deed
        return deed


class Ways(dict[int, Actions]):
    """By set of cards: the ways to play one of them, in card order, no hands moving, so that `left` cards remain.

    Most sets asked for are small; those are kept, as many as fit, and the others put together of them.
    """

    def __init__(self, deck: Deck, left: int) -> None:
        super().__init__()
        self[0] = ()
        self._firsts = {
            BITS[card]: (single(face, left), deck.all & ~deck.of_face[face]) for card, face in enumerate(deck.cards)
        }
        """By lowest card of a set: the ways to play that, and all cards but the equal ones."""

    def __missing__(self, cards: int) -> Actions:
        ways, others = self._firsts[cards & -cards]
        ways += self[cards & others]
        if len(self) < MAX_WAYS and cards.bit_count() <= 3:
            self[cards] = ways
        return ways


MAX_WAYS: Final = 1 << 15
"""Sets of cards of which the ways to play are kept; together they take a few megabytes."""


@lru_cache(maxsize=64)
def ways(deck: Deck) -> tuple[Ways, ...]:
    """By how many cards remain: the ways to play. From two on they are the same."""
    return (Ways(deck, 0), Ways(deck, 1), *(deck.size - 2) * (Ways(deck, 2),))


@lru_cache(maxsize=1 << 10)
def single(face: Card, left: int) -> Actions:
    """The ways to play one card that moves no hands, `left` cards remaining: colors, with the call and without."""
    plays: list[Action] = []
    for color in (None,) if left == 0 or not face.is_wild else tuple(Color):
        plays.append(Play(face, color))
        if left == 1:
            plays.append(Play(face, color, uno=True))
    return tuple(plays)


@lru_cache(maxsize=1 << 7)
def draws(deck: Deck, seats: int) -> tuple[tuple[Told, ...], ...]:
    """By seat and card id: that it was drawn as a turn's draw."""
    return tuple(tuple((Drew(seat, 1, 1, Cause.TURN, (face,)),) for face in deck.cards) for seat in range(seats))


def tops(deck: Deck, stacks: dict[int, int], bars: str) -> tuple[dict[int, FaceUp], ...]:
    """By color in force, the last being none, and card as a set: that card face up under that color.

    `stacks` are the cards that answer a penalty, by rank; `bars` says what keeps a Wild Draw Four back: ``match``, any
    card that matches, ``color``, one of the color in force, or ``nothing``.
    """

    def face_up(card: int, color: int) -> FaceUp:
        face = deck.cards[card]
        matching = deck.matching[color][face.rank] if color >= 0 else 0
        of_color = deck.of_color[color] if color >= 0 else 0
        return FaceUp(
            card=card,
            bit=BITS[card],
            color=color,
            fits=matching | deck.wilds,
            fours=deck.fours,
            bars={"match": matching, "color": of_color, "nothing": 0}[bars],
            same=0 if face.is_wild else of_color & deck.of_rank[face.rank],
            stacks=stacks.get(int(face.rank), 0),
        )

    faces = enumerate(deck.cards)
    colored = {BITS[card]: face_up(card, int(face.color)) for card, face in faces if face.color is not None}
    wilds = deck.ids(deck.wilds)
    return tuple(colored | {BITS[card]: face_up(card, color) for card in wilds} for color in (*map(int, Color), -1))
