"""A view with what the hard bot infers from it, and the features of the position after each action.

Features describe the hand that stays, what the next seat faces, and who is about to go out. They depend only on what
the seat may know.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from uno_tui.bots.features import FEW, Features
from uno_tui.game.actions import Action, Challenge, Draw, JumpIn, Keep, NameColor, Play, Take
from uno_tui.game.cards import Card, Rank, count_colors
from uno_tui.game.guess.inference import Inference
from uno_tui.game.view import PlayerView

_GIVEN: Final = {Rank.DRAW_TWO: 2, Rank.WILD_DRAW_FOUR: 4}
_STOPS: Final = (Rank.SKIP, *_GIVEN)

TURN: Final = 0.12
"""Worth, in rounds won, of a turn that a partner does not lose."""
CARD: Final = 0.04
"""Worth, in rounds won, of a card that a partner does not get."""
HELP: Final = 0.3
"""Worth, in rounds won, of a partner with one card who can play it next."""


class Exchange(NamedTuple):
    """The effect on all hands of a 7 that swaps two hands, or of a 0 that passes every hand along (R11.2)."""

    cards: list[int]
    """Number of cards in each seat's hand after the hands have moved, by seat."""
    giver: int
    """The seat whose hand the bot's own seat receives."""
    taker: int
    """The seat that receives the hand of the bot's own seat."""


class Position:
    """A player view with what the hard bot infers from the view; the view's history is read only once."""

    def __init__(self, view: PlayerView) -> None:
        assert view.seat is not None, "a spectator plays nothing"
        self.view = view
        self.seat = view.seat
        self.inference = Inference(view)
        self.deck = self.inference.deck
        self.live = [seat for seat, one in enumerate(view.seats) if one.playing]
        self.two = len(self.live) == 2
        self.cards = [one.cards for one in view.seats]
        self.partners = [seat for seat in view.partners(view.seat) if seat in self.live]
        self.rivals = [seat for seat in self.live if seat != view.seat and seat not in self.partners]
        self.least = min(self.cards[seat] for seat in self.rivals)
        """The smallest number of cards in a rival's hand."""
        self._likely: dict[int, list[int]] = {}

    def likely(self, seat: int) -> list[int]:
        """Return, for each card in a seat's hand, the set of cards that the card likely is."""
        if seat not in self._likely:
            hidden = self.inference.hidden
            self._likely[seat] = [hidden_card.likely(hidden) for hidden_card in self.inference.held[seat]]
        return self._likely[seat]

    def stuck(self, seat: int, color: int, rank: int) -> float:
        """Return the probability that a seat holds no card playable on the given color and rank."""
        fitting = self.deck.matching[color][rank] | self.deck.wilds
        none = 1.0
        for likely in self.likely(seat):
            if count := likely.bit_count():
                none *= 1 - (likely & fitting).bit_count() / count
        return none

    def holds_color(self, seat: int, color: int, count: int) -> float:
        """Return the probability that one of a seat's `count` oldest cards has this color.

        It ignores which cards the seat would likely have played: a bluffer plays none of them.
        """
        of_color = self.deck.of_color[color]
        none = 1.0
        for hidden_card in self.inference.held[seat][:count]:
            if size := (can := hidden_card.possible & self.inference.hidden).bit_count():
                none *= 1 - (can & of_color).bit_count() / size
        return 1 - none

    def after(self, action: Action) -> tuple[list[Card], int, int]:
        """Return the state after an action: hand (before any swap), color in force (-1 for none), top rank."""
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
        """Return how a 7 or a 0 moves the hands; None if none moves. `left` is the seat's hand size before the move."""
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
            passed[self.view.next_seat(seat)] = cards[seat]
        return Exchange(
            passed, giver=self.view.next_seat(self.seat, -self.view.direction), taker=self.view.next_seat(self.seat)
        )

    def _held(self, hand: Sequence[Card], color: int, rank: int) -> tuple[float, float, float, float]:
        """Count in a hand: cards of `color`, cards of `rank` in other colors, wilds, and different colors."""
        counts = count_colors(hand)
        same = sum(1 for one in hand if one.color is not None and int(one.rank) == rank and one.color != color)
        own = counts[color] if color >= 0 else 0
        return own, same, len(hand) - sum(counts), len(counts) - counts.count(0)

    def _expected(self, seat: int, color: int, rank: int) -> tuple[float, float, float, float]:
        """Return the expected values of the counts of `_held` for another seat's hidden hand."""
        deck = self.deck

        def count(cards: int) -> float:
            return sum((one & cards).bit_count() / max(1, one.bit_count()) for one in self.likely(seat))

        of_color = deck.of_color[color] if color >= 0 else 0
        colors = sum(min(1.0, count(cards)) for cards in deck.of_color)
        return count(of_color), count(deck.of_rank[rank] & ~of_color & ~deck.wilds), count(deck.wilds), colors

    def features(self, action: Action) -> Features:
        """Return the features of an action that does not end the round."""
        hand, color, rank = self.after(action)
        card = action.card if isinstance(action, Play | JumpIn) else None
        exchange = self.exchanged(action, len(hand))
        cards = exchange.cards if exchange else self.cards
        left = cards[self.seat] if exchange else len(hand)
        least = min(cards[seat] for seat in self.rivals)
        own, same, wilds, colors = (
            self._expected(exchange.giver, color, rank) if exchange else self._held(hand, color, rank)
        )
        again = self._again(action, card)
        given, target, faces = self._given(card)
        late = self._side(target) * (cards[target] <= FEW)
        if exchange and faces == exchange.taker:
            stuck = float(not any(one.is_wild or one.color == color or one.rank == rank for one in hand))
        else:
            stuck = 0.0 if again or color < 0 else self.stuck(faces, color, rank)
        stuck *= self._side(faces)
        wild = card is not None and card.rank is Rank.WILD
        four = card is not None and card.rank is Rank.WILD_DRAW_FOUR
        stops = card is not None and (bool(given) or again or card.rank is Rank.SKIP)
        taken = self._taken(action)
        holds = left + taken
        sure = min(1.0, wilds)
        return Features(
            played=float(card is not None),
            double=float(isinstance(action, Play) and action.double),
            given=given / 4,
            taken=taken / 4,
            follow=own / max(1, left),
            same_rank=same / max(1, left),
            colors=colors / 4,
            answer=min(1.0, own + same + wilds),
            wilds_left=sure,
            one_left=float(holds == 1),
            last_wild=(holds == 1) * sure,
            wild=float(wild),
            four=float(four),
            wild_late=float(wild and self.least <= FEW),
            four_late=float(four and self.least <= FEW),
            bluff=float(four and self._bluffs()),
            points=card.points / 20 if card and card.color is not None else 0.0,
            action=float(card is not None and Rank.SKIP <= card.rank <= Rank.DRAW_TWO),
            stop_next=float(stops * late),
            again=float(again and own + same + wilds > 0),
            stuck=stuck,
            stuck_late=stuck if cards[faces] <= FEW else 0.0,
            gain=0.0 if exchange and exchange.giver in self.partners else (len(hand) - left) / 7,
            color_out=self._out(color) if color >= 0 else 0.0,
            points_late=card.points / 20 if card and self.least <= FEW else 0.0,
            color_size=own / 7,
            two_left=float(holds == 2),
            three_left=float(holds == 3),
            short=1 / holds,
            sure_two=(holds == 2) * sure,
            sure_three=(holds == 3) * sure,
            wild_full=float(wild and left >= 4),
            four_full=float(four and left >= 4),
            last_fits=(holds == 1) * min(1.0, own + same),
            race=float(holds <= FEW and least <= FEW),
        )

    def _given(self, card: Card | None) -> tuple[int, int, int]:
        """Return the penalty that a card gives, the seat after the bot's own, and the seat that can play next."""
        view = self.view
        direction = -view.direction if card and card.rank is Rank.REVERSE and not self.two else view.direction
        target = view.next_seat(self.seat, direction)
        if card is None or card.rank not in _GIVEN:
            return 0, target, target
        return view.penalty + _GIVEN[card.rank], target, view.next_seat(target, direction)

    def _side(self, seat: int) -> int:
        """Return 1 for a rival and -1 for a partner, whose harm is the own team's (R14.5)."""
        return -1 if seat in self.partners else 1

    def for_partners(self, action: Action) -> float:
        """Return what an action is worth to the partners, in rounds won; 0 without teams."""
        if not self.partners or not isinstance(action, Play | JumpIn):
            return 0.0
        return self.helps(action)[0] - self.harms(action)[0]

    def harms(self, action: Play | JumpIn) -> tuple[float, int]:
        """Return the worth that an action takes from a partner who draws, loses a turn or gets more cards, and who."""
        victim, _ = self._affected(action.card)
        if action.swap in self.partners:
            hand, _, _ = self.after(action)
            return TURN + CARD * max(0, len(hand) - self.cards[action.swap]), action.swap
        if victim not in self.partners:
            return 0.0, victim
        return TURN + CARD * _GIVEN.get(action.card.rank, 0), victim

    def helps(self, action: Play | JumpIn) -> tuple[float, int]:
        """Return what it is worth that a partner who can probably go out is next, and the next seat."""
        _, actor = self._affected(action.card)
        _, color, rank = self.after(action)
        if actor not in self.partners or self.cards[actor] > FEW or color < 0:
            return 0.0, actor
        return HELP * (1 - self.stuck(actor, color, rank)) / self.cards[actor], actor

    def next_to_act(self, card: Card) -> int:
        """Return the seat that acts next if this seat plays the card."""
        return self._affected(card)[1]

    def _affected(self, card: Card) -> tuple[int, int]:
        """Return who loses the turn if this seat plays the card (-1 for nobody), and the seat that acts next."""
        direction = -self.view.direction if card.rank is Rank.REVERSE and not self.two else self.view.direction
        following = self.view.next_seat(self.seat, direction)
        if card.rank not in _STOPS:
            return -1, following
        return following, self.view.next_seat(following, direction)

    def _again(self, action: Action, card: Card | None) -> bool:
        """Return whether the seat that acts is on turn again after the action."""
        if isinstance(action, NameColor | Challenge):
            return True
        if card is None or not self.two or self.view.rules.stacking != "off":
            return bool(card and self.two and card.rank in (Rank.SKIP, Rank.REVERSE))
        return Rank.SKIP <= card.rank <= Rank.DRAW_TWO or card.rank is Rank.WILD_DRAW_FOUR

    def _taken(self, action: Action) -> int:
        """Return how many cards the action adds to the seat's own hand; a drawn card that is kept counts as 1."""
        if isinstance(action, Take):
            return self.view.penalty
        return 1 if isinstance(action, Draw | Keep) else 0

    def _bluffs(self) -> bool:
        """Return whether the seat, if it played a Wild Draw Four now, would be found guilty on a challenge (R7.4)."""
        view = self.view
        return view.rules.draw_four == "bluff" and any(card.color == view.color for card in view.hand)

    def _out(self, color: int) -> float:
        """Return the share of a color among the unseen cards."""
        hidden = self.inference.hidden
        return (hidden & self.deck.of_color[color]).bit_count() / max(1, hidden.bit_count())
