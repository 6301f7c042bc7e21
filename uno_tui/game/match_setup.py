"""Everything that the rules, the deck and the number of seats determine, computed once and then looked up.

Nothing here depends on a round or a match, so all matches of the same rules and number of seats share one `Setup`.

Each cache is keyed by everything its values depend on. A `Deck` as a key counts by identity; the cache holds the
deck, so no other deck can take over its identity.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from uno_tui.game.actions import Action, JumpIn, Play
from uno_tui.game.cards import Card, Color, Rank
from uno_tui.game.deck import BITS, Deck
from uno_tui.game.events import Cause, Drew, Event, Kept, Passed, Played, Skipped
from uno_tui.game.rules import Rules

Actions = tuple[Action, ...]
Events = tuple[Event, ...]
"""Events in the order in which they happened."""

NOTHING: Final = -1
"""No card, no color or no seat, where an id is expected."""


class Order:
    """The seats in a round, the direction of play, and who follows whom; made by `order`."""

    __slots__ = ("after", "direction", "live", "players", "seats")

    def __init__(self, seats: int, live: int, direction: int) -> None:
        self.live = live
        """The seats in the round, as a set of bits."""
        self.direction = direction
        """1 is clockwise, to the next higher seat; -1 is counterclockwise (R2.6)."""
        self.seats = tuple(seat for seat in range(seats) if live >> seat & 1)
        """The seats in the round, ascending."""
        self.players = len(self.seats)
        self.after = tuple(self._after(seat, seats) for seat in range(seats))
        """The next seat in the round, by seat; also for a seat that is not in the round (R9.5)."""

    def _after(self, seat: int, seats: int) -> int:
        round_the_table = ((seat + self.direction * step) % seats for step in range(1, seats))
        return next((other for other in round_the_table if other in self.seats), seat)

    def turned(self) -> "Order":
        """Return the same seats in the other direction (R6.1)."""
        return order(len(self.after), self.live, -self.direction)

    def without(self, seat: int) -> "Order":
        """Return the order after that seat left the round (R9.5)."""
        return order(len(self.after), self.live & ~(1 << seat), self.direction)


@lru_cache(maxsize=1 << 12)
def order(seats: int, live: int, direction: int) -> Order:
    """Return the order of play at a table of `seats` seats, `live` being the set of those in the round."""
    return Order(seats, live, direction)


@dataclass(frozen=True, slots=True, eq=False)
class FaceUp:
    """The top card and the color in force, with the cards that may be played on them. All sets are of card ids."""

    card: int
    """Id of the top card."""
    bit: int
    """The set of the top card alone."""
    color: int
    """The color in force; -1 while the first color is owed."""
    fits: int
    """Cards that match, and all wilds (R4.1)."""
    fours: int
    """All Wild Draw Fours."""
    bars: int
    """Cards that bar a Wild Draw Four in the same hand (R7.3)."""
    same: int
    """Cards that may jump in (R11.1)."""
    stacks: int
    """Cards that may be stacked on the top card (R10.1)."""

    def playable(self, hand: int) -> int:
        """Return the cards of a hand that may be played on their own turn (R4.1, R7.3)."""
        cards = hand & self.fits
        if cards & self.fours and hand & self.bars:
            cards &= ~self.fours
        return cards


def face_ups(deck: Deck, stacks: dict[int, int], bars: str) -> tuple[dict[int, FaceUp], ...]:
    """Return the `FaceUp` of every card under every color.

    The result is indexed by the color in force, the last entry being no color, then keyed by the card as a set.

    Args:
        deck: The cards of the match.
        stacks: The cards that may be stacked, by the rank of the top card.
        bars: What bars a Wild Draw Four: ``match``, any card that matches; ``color``, a card of the color in force;
            ``nothing``.
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
    colors = (*map(int, Color), NOTHING)
    return tuple(colored | {BITS[card]: face_up(card, color) for card in wilds} for color in colors)


@dataclass(frozen=True, slots=True, eq=False)
class ResolvedPlay:
    """A play or jump-in with everything about it that does not depend on the round or on the seat."""

    copies: tuple[tuple[int, FaceUp], ...]
    """Each card with the face played: as a set, and as it lies face up afterwards."""
    rank: int
    color: int | None
    """The color in force afterwards; None for a wild played as last card, which leaves it unchanged (R4.4)."""
    swap: int | None
    """The seat to swap hands with (R11.2)."""
    double: bool
    uno: bool
    events: tuple[Events, ...]
    """The event of the play, in a tuple, by the seat that plays."""


class ResolvedPlays(dict[Action, ResolvedPlay]):
    """Resolved plays by action. Each is computed when first looked up, then kept as long as the setup."""

    def __init__(self, deck: Deck, tops: tuple[dict[int, FaceUp], ...], seats: int) -> None:
        super().__init__()
        self._deck = deck
        self._tops = tops
        self._seats = range(seats)

    def __missing__(self, action: Action) -> ResolvedPlay:
        assert isinstance(action, Play | JumpIn), "other actions play no card"
        face = action.card
        named, double = (action.color, action.double) if isinstance(action, Play) else (None, False)
        color = named if face.color is None else face.color
        top = self._tops[NOTHING if color is None else color]
        resolved = ResolvedPlay(
            copies=tuple((BITS[card], top[BITS[card]]) for card in self._deck.ids(self._deck.of_face[face])),
            rank=int(face.rank),
            color=None if color is None else int(color),
            swap=action.swap,
            double=double,
            uno=action.uno,
            events=tuple(
                (Played(seat, face, named, double, action.uno, jump=isinstance(action, JumpIn)),)
                for seat in self._seats
            ),
        )
        self[action] = resolved
        return resolved


class PlayLists(dict[int, Actions]):
    """By set of cards: the plays of each of them, in card order, that leave `left` cards and move no hands.

    Most sets asked for are small. Lists of up to three cards are kept, at most `MAX_PLAY_LISTS` of them; a longer list
    is put together from shorter ones.
    """

    def __init__(self, deck: Deck, left: int) -> None:
        super().__init__()
        self[0] = ()
        self._firsts = {
            BITS[card]: (plays_of(face, left), deck.all & ~deck.of_face[face]) for card, face in enumerate(deck.cards)
        }
        """By the lowest card of a set: the plays of that card, and the set of all cards with another face."""

    def __missing__(self, cards: int) -> Actions:
        plays, others = self._firsts[cards & -cards]
        plays += self[cards & others]
        if len(self) < MAX_PLAY_LISTS and cards.bit_count() <= 3:
            self[cards] = plays
        return plays


MAX_PLAY_LISTS: Final = 1 << 15
"""Largest number of lists that one `PlayLists` keeps; they take a few megabytes."""


@lru_cache(maxsize=64)
def play_lists(deck: Deck) -> tuple[PlayLists, ...]:
    """Return the plays by number of cards left and set of cards; from two cards left on, all entries are one object."""
    return (PlayLists(deck, 0), PlayLists(deck, 1), *(deck.size - 2) * (PlayLists(deck, 2),))


@lru_cache(maxsize=1 << 10)
def plays_of(face: Card, left: int) -> Actions:
    """Return the plays of one card that moves no hands and leaves `left` cards: each color, with and without call."""
    plays: list[Action] = []
    for color in (None,) if left == 0 or not face.is_wild else tuple(Color):
        plays.append(Play(face, color))
        if left == 1:
            plays.append(Play(face, color, uno=True))
    return tuple(plays)


@lru_cache(maxsize=1 << 7)
def draw_events(deck: Deck, seats: int) -> tuple[tuple[Events, ...], ...]:
    """Return the event of drawing a card as a turn's draw, in a tuple, by seat and card id."""
    return tuple(tuple((Drew(seat, 1, 1, Cause.TURN, (face,)),) for face in deck.cards) for seat in range(seats))


class Setup:
    """The rules, the deck and the number of seats of a match, with what follows from them; made by `setup`."""

    def __init__(self, rules: Rules, seats: int) -> None:
        rules.check_seats(seats)
        self.rules = rules
        self.seats = seats
        self.everybody = (1 << seats) - 1
        """The set of all seats."""
        self.deck: Deck = rules.deck_for(seats)
        deck = self.deck
        self.free_fours = rules.draw_four in ("bluff", "free")
        """Whether a Wild Draw Four may be played at any time (R7.3)."""
        self.next_turn = rules.catch_window == "next_turn"
        """Whether the catch window shuts at the next action (R8.3)."""
        self.must_play = rules.must_play
        self.by_color = rules.draw_four == "no_color"
        """Whether only cards of the color in force bar a Wild Draw Four (R7.3)."""
        self.exchanging = deck.of_rank[Rank.SEVEN] | deck.of_rank[Rank.ZERO] if rules.seven_zero else 0
        """The cards that move hands (R11.2)."""
        self.twins = sum(
            1 << i
            for i in range(deck.size - 1)
            if rules.doubles and deck.cards[i] is deck.cards[i + 1] and deck.cards[i].rank.is_number
        )
        """The first card of each pair of number cards that may be played as a double (R10.4)."""
        self.has_doubles_or_exchanges = bool(self.exchanging or self.twins)
        """Whether there are doubles or cards that move hands."""
        bars = {"no_match": "match", "no_color": "color"}.get(rules.draw_four, "nothing")
        self.tops = face_ups(deck, self._stacks(), bars)
        """By color in force and card as a set: that card face up under that color."""
        self.resolved = ResolvedPlays(deck, self.tops, seats)
        self.play_lists = play_lists(deck)
        """By number of cards left and set of cards: the plays of those cards that move no hands."""
        self.drew = draw_events(deck, seats)
        """By seat and card id: the event of drawing that card as a turn's draw, in a tuple."""
        self.kept = tuple((Kept(seat),) for seat in range(seats))
        self.passed = tuple((Passed(seat),) for seat in range(seats))
        self.skipped = tuple((Skipped(seat),) for seat in range(seats))

    def __eq__(self, other: object) -> bool:
        # By value: once the cache of `setup` has dropped a Setup, the next one for the same rules is another object.
        return (self.rules, self.seats) == (other.rules, other.seats) if isinstance(other, Setup) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.rules, self.seats))

    def _stacks(self) -> dict[int, int]:
        """Return the cards that may be stacked, by the rank of the penalty's newest card (R10.1)."""
        twos, fours = self.deck.of_rank[Rank.DRAW_TWO], self.deck.fours
        on_two, on_four = {"off": (0, 0), "same": (twos, fours), "cross": (twos | fours, fours)}[self.rules.stacking]
        return {int(Rank.DRAW_TWO): on_two, int(Rank.WILD_DRAW_FOUR): on_four}

    def faces(self, cards: int) -> list[Card]:
        """Return the different cards in a set, in card order."""
        return list(dict.fromkeys(self.deck.list(cards)))


@lru_cache(maxsize=256)
def setup(rules: Rules, seats: int) -> Setup:
    """Return the setup of a match by these rules with that many seats.

    Raises:
        RulesError: The rules do not fit that many seats (R2.1, R12).
    """
    return Setup(rules, seats)
