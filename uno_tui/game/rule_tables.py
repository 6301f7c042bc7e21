"""Everything that the rules, the deck and the number of seats determine, computed once and then looked up.

Nothing here depends on a round or a match, so all matches of the same rules and number of seats share one `Setup`.

Each cache is keyed by everything its values depend on. A `Deck` as a key counts by identity; the cache holds the
deck, so no other deck can take over its identity.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from uno_tui.game.actions import Action, Draw, JumpIn, Play
from uno_tui.game.cards import Card, Color, Rank
from uno_tui.game.deck import BITS, Deck
from uno_tui.game.events import Cause, Drew, Event, Kept, Passed, Played, Skipped
from uno_tui.game.play_lists import play_lists
from uno_tui.game.rules import Rules
from uno_tui.game.teams import seats_of, team_of

Events = tuple[Event, ...]
"""Events in the order in which they happened."""

NOTHING: Final = -1
"""Value for "no card", "no color" or "no seat" where an id is expected."""


class Order:
    """The seats in a round, the direction of play, and each seat's next seat; made by `order`."""

    __slots__ = ("after", "direction", "live", "players", "seats")

    def __init__(self, seats: int, live: int, direction: int) -> None:
        self.live = live
        """The seats in the round, as a set of bits."""
        self.direction = direction
        """1 is clockwise, to the next higher seat; -1 is counterclockwise (R2.6)."""
        self.seats = tuple(seat for seat in range(seats) if live >> seat & 1)
        """The seats in the round, in ascending order."""
        self.players = len(self.seats)
        self.after = tuple(self._after(seat, seats) for seat in range(seats))
        """The next seat in the round, by seat; also for seats that have left the round (R9.5)."""

    def _after(self, seat: int, seats: int) -> int:
        round_the_table = ((seat + self.direction * step) % seats for step in range(1, seats))
        return next((other for other in round_the_table if other in self.seats), seat)

    def turned(self) -> "Order":
        """Return the order with the direction reversed (R6.1)."""
        return order(len(self.after), self.live, -self.direction)

    def without(self, seat: int) -> "Order":
        """Return the order after the given seat has left the round (R9.5)."""
        return order(len(self.after), self.live & ~(1 << seat), self.direction)


@lru_cache(maxsize=1 << 12)
def order(seats: int, live: int, direction: int) -> Order:
    """Return the order of play at a table with `seats` seats, where `live` is the set of seats in the round."""
    return Order(seats, live, direction)


@dataclass(frozen=True, slots=True, eq=False)
class FaceUp:
    """The top card with the color in force, and the cards playable on top of it. All sets are of card ids."""

    card: int
    """Id of the top card."""
    bit: int
    """The top card, as a set of one card."""
    color: int
    """The color in force; -1 while the first color is owed."""
    fits: int
    """The cards that match the top card, and all wilds (R4.1)."""
    fours: int
    """All Wild Draw Fours."""
    bars: int
    """The cards that, in the same hand, forbid a Wild Draw Four (R7.3)."""
    same: int
    """The cards that may be played out of turn (R11.1)."""
    stacks: int
    """Cards that may be stacked on the top card (R10.1)."""

    def playable(self, hand: int) -> int:
        """Return the cards of a hand that the seat on turn may play (R4.1, R7.3)."""
        cards = hand & self.fits
        if cards & self.fours and hand & self.bars:
            cards &= ~self.fours
        return cards

    def accepts(self, card: int, hand: int) -> bool:
        """Return whether the seat on turn may play this card of its hand (R4.1, R7.3)."""
        bit = BITS[card]
        return bool(bit & self.fits) and not (bit & self.fours and hand & self.bars)


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
    """A play or jump-in with those effects that do not depend on the round or the seat."""

    copies: tuple[tuple[int, FaceUp], ...]
    """The cards with this face, each as (set of one card, face-up card after the play)."""
    rank: int
    color: int | None
    """The color in force after the play; None for a wild as last card, which does not change the color (R4.4)."""
    swap: int | None
    """The seat to swap hands with; None for none (R11.2)."""
    double: bool
    uno: bool
    plain: bool
    """Whether the play is of one card and only ends the turn, unless it is the last card."""
    events: tuple[Events, ...]
    """By the seat that plays: the event of the play, in a tuple of length 1."""


class ResolvedPlays(dict[Action, ResolvedPlay]):
    """Cache of resolved plays by action, filled when first used and kept as long as the setup."""

    def __init__(self, deck: Deck, tops: tuple[dict[int, FaceUp], ...], exchanging: int, seats: int) -> None:
        super().__init__()
        self._deck = deck
        self._plain = sum(deck.of_rank[: Rank.SKIP]) + deck.of_rank[Rank.WILD] & ~exchanging
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
            plain=bool(self._plain & self._deck.of_face[face]) and color is not None and not (action.uno or double),
            events=tuple(
                (Played(seat, face, named, double, action.uno, jump=isinstance(action, JumpIn)),)
                for seat in self._seats
            ),
        )
        self[action] = resolved
        return resolved


@lru_cache(maxsize=1 << 7)
def draw_events(deck: Deck, seats: int) -> tuple[tuple[Events, ...], ...]:
    """Return the event of drawing one card in a turn, as a tuple of one, by seat and card id."""
    return tuple(tuple((Drew(seat, 1, 1, Cause.TURN, (face,)),) for face in deck.cards) for seat in range(seats))


class Setup:
    """The rules, deck and number of seats of a match, with values derived from them; made by `setup`."""

    def __init__(self, rules: Rules, seats: int) -> None:
        rules.check_seats(seats)
        self.rules = rules
        self.seats = seats
        self.everybody = (1 << seats) - 1
        """The set of all seats."""
        self.teams = rules.teams_of(seats)
        """Number of teams; without teams each seat is one (R14.1)."""
        self.allies = tuple(
            sum(BITS[other] for other in seats_of(team_of(seat, self.teams), self.teams, seats))
            for seat in range(seats)
        )
        """By seat: the set of seats in its team, itself included."""
        self.deck: Deck = rules.deck_for(seats)
        deck = self.deck
        self.free_fours = rules.draw_four in ("bluff", "free")
        """Whether a Wild Draw Four may be played at any time (R7.3)."""
        self.next_turn = rules.catch_window == "next_turn"
        """Whether a missing UNO call can no longer be caught after the next action (R8.3)."""
        self.draws_on = rules.draw == "until_playable"
        """Whether a seat draws until it can play a card (R4.3)."""
        self.must_play = rules.must_play
        self.by_color = rules.draw_four == "no_color"
        """Whether only cards of the color in force forbid a Wild Draw Four (R7.3)."""
        self.exchanging = deck.of_rank[Rank.SEVEN] | deck.of_rank[Rank.ZERO] if rules.seven_zero else 0
        """Set of cards, as bits, whose play exchanges hands: sevens and zeros (R11.2); 0 if the rules forbid it."""
        self.twins = sum(
            1 << i
            for i in range(deck.size - 1)
            if rules.doubles and deck.cards[i] is deck.cards[i + 1] and deck.cards[i].rank.is_number
        )
        """The first card of each pair of number cards that may be played as a double (R10.4)."""
        self.has_doubles_or_exchanges = bool(self.exchanging or self.twins)
        """Whether doubles may be played or some card exchanges hands."""
        bars = {"no_match": "match", "no_color": "color"}.get(rules.draw_four, "nothing")
        self.tops = face_ups(deck, self._stacks(), bars)
        """The `FaceUp` of each card, by the color in force, then by the card's bit."""
        self.resolved = ResolvedPlays(deck, self.tops, self.exchanging, seats)
        self.play_lists = play_lists(deck)
        """The plays that exchange no hands, by number of remaining cards and set of cards."""
        with_draw = self.play_lists if rules.must_play else play_lists(deck, (Draw(),))
        self.turn_lists = (with_draw[0], *with_draw)
        """The same by number of cards in the hand, and with the draw, unless a seat that can play must play (R10.5)."""
        self.drew = draw_events(deck, seats)
        """The event of drawing one card in a turn, as a tuple of one, by seat and card id."""
        self.drew_and_passed = tuple(
            tuple((*drew, Passed(seat)) for drew in by_card) for seat, by_card in enumerate(self.drew)
        )
        """The events of drawing one card that cannot be played, by seat and card id."""
        self.kept = tuple((Kept(seat),) for seat in range(seats))
        self.passed = tuple((Passed(seat),) for seat in range(seats))
        self.skipped = tuple((Skipped(seat),) for seat in range(seats))

    def __eq__(self, other: object) -> bool:
        # By value: once the cache of `setup` has dropped a Setup, the next one for the same rules is another object.
        return (self.rules, self.seats) == (other.rules, other.seats) if isinstance(other, Setup) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.rules, self.seats))

    def _stacks(self) -> dict[int, int]:
        """Return the cards that may be stacked, by the rank of the newest penalty card (R10.1)."""
        twos, fours = self.deck.of_rank[Rank.DRAW_TWO], self.deck.fours
        on_two, on_four = {"off": (0, 0), "same": (twos, fours), "cross": (twos | fours, fours)}[self.rules.stacking]
        return {int(Rank.DRAW_TWO): on_two, int(Rank.WILD_DRAW_FOUR): on_four}

    def faces(self, cards: int) -> list[Card]:
        """Return the different cards in a set, each once, in card order."""
        return list(dict.fromkeys(self.deck.list(cards)))


@lru_cache(maxsize=256)
def setup(rules: Rules, seats: int) -> Setup:
    """Return the setup of a match by these rules with that many seats.

    Raises:
        RulesError: The rules do not fit that many seats (R2.1, R12).
    """
    return Setup(rules, seats)
