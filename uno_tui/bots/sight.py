"""What an action leads to, in numbers: the features that a sharp bot weighs.

`Sight` takes in a view once; `features` describes the position right after an action: what stays in the hand, what the
next player faces, who is about to go out. All of it is what the seat may know.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from uno_tui.game.actions import Action, Challenge, Draw, JumpIn, Keep, NameColor, Play, Take
from uno_tui.game.cards import Card, Color, Rank
from uno_tui.game.guess.inference import Reading
from uno_tui.game.guess.slot import Slot
from uno_tui.game.view import PlayerView

NAMES: Final = (
    "played", "double", "given", "taken", "follow", "same_rank", "colors", "answer", "wilds_left", "one_left",
    "last_wild", "wild", "four", "wild_late", "four_late", "bluff", "points", "action", "stop_next", "again",
    "stuck", "stuck_late", "gain", "color_out", "points_late", "color_size", "two_left", "three_left", "short",
    "sure_two", "sure_three", "wild_full", "four_full", "last_fits", "race",
)  # fmt: skip
"""The features, in order."""

FEW: Final = 2
"""With so many cards or fewer somebody is about to go out."""

_GIVEN: Final = {Rank.DRAW_TWO: 2, Rank.WILD_DRAW_FOUR: 4}


class Exchange(NamedTuple):
    """Hands moved by a 7 or a 0 (R11.2)."""

    cards: list[int]
    """How many each holds then."""
    giver: int
    """Whose hand the seat has then."""
    taker: int
    """Who has the seat's."""


class Sight:
    """A view as a sharp bot sees it."""

    def __init__(self, view: PlayerView) -> None:
        assert view.seat is not None, "a spectator plays nothing"
        self.view = view
        self.seat = view.seat
        self.reading = Reading(view)
        self.deck = self.reading.deck
        self.live = [seat for seat, one in enumerate(view.seats) if one.playing]
        self.two = len(self.live) == 2
        self.cards = [one.cards for one in view.seats]
        self.least = min(self.cards[seat] for seat in self.live if seat != view.seat)
        """The fewest cards another holds."""
        self._likely: dict[int, list[int]] = {}

    def step(self, seat: int, direction: int) -> int:
        """The next seat that plays, that way."""
        seats = len(self.view.seats)
        seat = (seat + direction) % seats
        while not self.view.seats[seat].playing:
            seat = (seat + direction) % seats
        return seat

    def likely(self, seat: int) -> list[int]:
        """The cards that each of a seat's cards likely is, as sets."""
        if seat not in self._likely:
            hidden = self.reading.hidden
            self._likely[seat] = [self._of(slot, hidden) for slot in self.reading.slots[seat]]
        return self._likely[seat]

    @staticmethod
    def _of(slot: Slot, hidden: int) -> int:
        can = slot.may & hidden or hidden
        return can & ~slot.shuns or can

    def stuck(self, seat: int, color: int, rank: int) -> float:
        """How likely a seat holds nothing that goes on this color and rank."""
        fitting = self.deck.matching[color][rank] | self.deck.wilds
        none = 1.0
        for likely in self.likely(seat):
            if count := likely.bit_count():
                none *= 1 - (likely & fitting).bit_count() / count
        return none

    def holds_color(self, seat: int, color: int, count: int) -> float:
        """How likely one of a seat's oldest `count` cards has this color, whatever it would have played."""
        of_color = self.deck.of_color[color]
        none = 1.0
        for slot in self.reading.slots[seat][:count]:
            if size := (can := slot.may & self.reading.hidden).bit_count():
                none *= 1 - (can & of_color).bit_count() / size
        return 1 - none

    def after(self, action: Action) -> tuple[list[Card], int, int]:
        """The hand, the color in force and the top card's rank right after an action."""
        view = self.view
        hand = list(view.hand)
        color = -1 if view.color is None else int(view.color)
        if isinstance(action, NameColor):
            return hand, int(action.color), int(view.top.rank)
        if not isinstance(action, Play | JumpIn):
            return hand, color, int(view.top.rank)
        hand.remove(action.card)
        if isinstance(action, Play) and action.double:
            hand.remove(action.card)
        named = action.card.color if action.card.color is not None else getattr(action, "color", None)
        return hand, color if named is None else int(named), int(action.card.rank)

    def exchanged(self, action: Action, left: int) -> Exchange | None:
        """What a 7 or a 0 does with the hands if the seat has `left` cards before that (R11.2)."""
        if not self.view.rules.seven_zero or not isinstance(action, Play | JumpIn):
            return None
        cards = list(self.cards)
        cards[self.seat] = left
        if (other := action.swap) is not None:
            cards[self.seat], cards[other] = cards[other], cards[self.seat]
            return Exchange(cards, other, other)
        if action.card.rank is not Rank.ZERO or not left:
            return None
        passed = list(cards)
        for seat in self.live:
            passed[self.step(seat, self.view.direction)] = cards[seat]
        ahead, behind = (self.step(self.seat, way * self.view.direction) for way in (1, -1))
        return Exchange(passed, behind, ahead)

    def _held(self, hand: Sequence[Card], color: int, rank: int) -> tuple[float, float, float, float]:
        """Of a known hand: the cards of a color, those of a rank in other colors, wilds, and how many colors."""
        colored = Counter(one.color for one in hand if one.color is not None)
        same = sum(1 for one in hand if one.color is not None and int(one.rank) == rank and one.color != color)
        own = colored[Color(color)] if color >= 0 else 0
        return own, same, len(hand) - colored.total(), len(colored)

    def _expected(self, seat: int, color: int, rank: int) -> tuple[float, float, float, float]:
        """The same of the hand that another seat likely holds."""
        deck = self.deck

        def count(cards: int) -> float:
            return sum((one & cards).bit_count() / max(1, one.bit_count()) for one in self.likely(seat))

        of_color = deck.of_color[color] if color >= 0 else 0
        colors = sum(min(1.0, count(cards)) for cards in deck.of_color)
        return count(of_color), count(deck.of_rank[rank] & ~of_color & ~deck.wilds), count(deck.wilds), colors

    def features(self, action: Action) -> tuple[float, ...]:
        """The numbers of `NAMES` for an action that does not end the round."""
        view = self.view
        hand, color, rank = self.after(action)
        card = action.card if isinstance(action, Play | JumpIn) else None
        exchange = self.exchanged(action, len(hand))
        cards = exchange.cards if exchange else self.cards
        left = cards[self.seat] if exchange else len(hand)
        least = min(cards[seat] for seat in self.live if seat != self.seat)
        own, same, wilds, colors = (
            self._expected(exchange.giver, color, rank) if exchange else self._held(hand, color, rank)
        )
        again = self._again(action, card)
        direction = -view.direction if card and card.rank is Rank.REVERSE and not self.two else view.direction
        faces = self.step(self.seat, direction)
        late = cards[faces] <= FEW
        given = (view.penalty + _GIVEN[card.rank]) if card and card.rank in _GIVEN else 0
        if given:
            faces = self.step(faces, direction)
        stuck = 0.0 if again or color < 0 else self.stuck(faces, color, rank)
        if exchange and faces == exchange.taker:
            stuck = float(not any(one.is_wild or one.color == color or one.rank == rank for one in hand))
        wild, four = (card is not None and card.rank is one for one in (Rank.WILD, Rank.WILD_DRAW_FOUR))
        stops = card is not None and (bool(given) or again or card.rank is Rank.SKIP)
        taken = self._taken(action)
        holds = left + taken
        sure = min(1.0, wilds)
        return (
            float(card is not None),
            float(isinstance(action, Play) and action.double),
            given / 4,
            taken / 4,
            own / max(1, left),
            same / max(1, left),
            colors / 4,
            min(1.0, own + same + wilds),
            sure,
            float(holds == 1),
            (holds == 1) * sure,
            float(wild),
            float(four),
            float(wild and self.least <= FEW),
            float(four and self.least <= FEW),
            float(four and self._bluffs()),
            card.points / 20 if card and card.color is not None else 0.0,
            float(card is not None and Rank.SKIP <= card.rank <= Rank.DRAW_TWO),
            float(stops and late),
            float(again and own + same + wilds > 0),
            stuck,
            stuck if cards[faces] <= FEW else 0.0,
            (len(hand) - left) / 7,
            self._out(color) if color >= 0 else 0.0,
            card.points / 20 if card and self.least <= FEW else 0.0,
            own / 7,
            float(holds == 2),
            float(holds == 3),
            1 / holds,
            (holds == 2) * sure,
            (holds == 3) * sure,
            float(wild and left >= 4),
            float(four and left >= 4),
            (holds == 1) * min(1.0, own + same),
            float(holds <= FEW and least <= FEW),
        )

    def _again(self, action: Action, card: Card | None) -> bool:
        """Whether the seat is on turn again after the action."""
        if isinstance(action, NameColor | Challenge):
            return True
        if card is None or not self.two or self.view.rules.stacking != "off":
            return bool(card and self.two and card.rank in (Rank.SKIP, Rank.REVERSE))
        return Rank.SKIP <= card.rank <= Rank.DRAW_TWO or card.rank is Rank.WILD_DRAW_FOUR

    def _taken(self, action: Action) -> int:
        """The cards the seat itself draws, or has drawn."""
        if isinstance(action, Take):
            return self.view.penalty
        return 1 if isinstance(action, Draw | Keep) else 0

    def _bluffs(self) -> bool:
        """Whether a Wild Draw Four now could be challenged rightly (R7.4)."""
        view = self.view
        return view.rules.draw_four == "bluff" and any(card.color == view.color for card in view.hand)

    def _out(self, color: int) -> float:
        """The share of a color among the unseen cards."""
        hidden = self.reading.hidden
        return (hidden & self.deck.of_color[color]).bit_count() / max(1, hidden.bit_count())
