"""Inference: what a seat can know about the cards it cannot see, from the history of the round.

`Inference` reads a view's history once and keeps a `HiddenCard` for every card that a seat holds: the set of cards that
it may be, and the set that it hardly is. The evidence is what the view shows:

- Cards seen on the discard pile are in no hand; after a reshuffle they are in the draw pile.
- A seat that draws holds no card that it could have played: for certain with ``must_play`` (R10.5), else very likely.
- If the turn passes after a draw, the new card does not match; if the seat keeps the card, it does.
- Where a Wild Draw Four is barred by a match, a hand that plays one holds no match (R7.3).
- A challenge shows its verdict, and to the challenger the whole hand (R7.4).
- Players know the hands that they swapped (R11.2).

Equal cards have different ids in the engine, and a view shows no ids. Where a face shows up, the inference takes any id
with that face that is possible there; which one makes no difference to a guess.
"""

from collections.abc import Callable
from typing import Any

from uno_tui.game.cards import Rank
from uno_tui.game.events import (
    Cause,
    Challenged,
    ColorNamed,
    Dealt,
    Drew,
    HandsPassed,
    Kept,
    Left,
    Passed,
    Played,
    Reshuffled,
    Swapped,
    Turned,
)
from uno_tui.game.guess.hidden_card import HiddenCard, assign_ids, likeliest, reveal
from uno_tui.game.rule_tables import NOTHING, setup
from uno_tui.game.view import Phase, PlayerView


class Inference:
    """One seat's inferences about the hidden cards of a round. All sets are sets of card ids, as bits."""

    def __init__(self, view: PlayerView) -> None:
        self.setup = setup(view.rules, len(view.seats))
        self.deck = self.setup.deck
        self._actions = sum(self.deck.of_rank[rank] for rank in (Rank.SKIP, Rank.REVERSE, Rank.DRAW_TWO))
        self.hidden = self.deck.all
        """The cards that are in neither the discard pile nor the seat's own hand."""
        self.own = 0
        """The seat's own hand; empty for a spectator."""
        self.top = NOTHING
        """Id of the top card."""
        self.discards = 0
        """The cards known to lie under the top card."""
        self.held: list[list[HiddenCard]] = [[] for _ in view.seats]
        """The hidden cards of each seat, oldest first, by seat."""
        self.buried: list[HiddenCard] = []
        """Hidden cards of players who left, now under the discard pile's top card."""
        self.offender = NOTHING
        """The seat that played the newest Wild Draw Four; -1 for none."""
        self.evidence = 0
        """How many of the offender's oldest cards a challenge judges."""
        self.before = NOTHING
        """The color in force before the newest Wild Draw Four."""
        self._color = NOTHING
        """The color in force."""
        self._pile = self.deck.all
        """The cards of the draw pile right after the last reshuffle, including those drawn since."""
        self._left = 0
        """Number of cards in the draw pile."""
        self._ahead = 0
        """In the current draw, the number of cards drawn before a reshuffle."""
        self._drew = NOTHING
        """The seat that must play or keep a drawn card; -1 for none."""
        self._answering = False
        """Whether a penalty waits for an answer."""
        self._playing = [seat.playing for seat in view.seats]
        for one in view.history:
            if isinstance(one, Left):
                self._playing[one.seat] = True
        readers = self._readers()
        for one in view.history:
            if read := readers.get(type(one)):
                read(one)
        self._close(view)

    def _readers(self) -> dict[type, Callable[[Any], None]]:
        return {
            Dealt: self._dealt,
            Turned: self._turned,
            Played: self._played,
            Drew: self._drawn,
            Passed: self._passed,
            Kept: lambda _event: self._keep_drawn(),
            Reshuffled: self._reshuffled,
            Challenged: self._challenged,
            Swapped: self._swapped,
            HandsPassed: self._hands_passed,
            Left: self._left_match,
            ColorNamed: self._named,
        }

    def _close(self, view: PlayerView) -> None:
        """Add what the view shows besides events: the seat's own hand, and whether a drawn card can be played."""
        if view.seat is not None:
            for hidden_card in self.held[view.seat]:
                hidden_card.unlikely = 0
            self.own = assign_ids(self.deck, view.hand, self.held[view.seat], self.hidden, self._pile)
            self.hidden &= ~self.own
            self.held[view.seat] = []
        if view.phase is Phase.DRAWN and view.seat != view.turn and self.held[view.turn]:
            self.held[view.turn][-1].possible &= self._matching() | self.deck.wilds

    def _matching(self) -> int:
        return self.deck.matching[self._color][self.deck.ranks[self.top]] if self._color >= 0 else 0

    def _dealt(self, event: Dealt) -> None:
        for seat, playing in enumerate(self._playing):
            self.held[seat] = [HiddenCard(self.deck.all) for _ in range(event.hand_size if playing else 0)]
        self._left = self.deck.size - event.hand_size * sum(self._playing)

    def _turned(self, event: Turned) -> None:
        if event.back:
            return
        self._show(self.deck.of_face[event.card])
        self._color = NOTHING if event.card.color is None else int(event.card.color)
        self._left -= 1

    def _show(self, cards: int) -> None:
        """Make one of the given hidden cards, which all look the same, the new top card of the discard pile."""
        if self.top >= 0:
            self.discards |= 1 << self.top
        cards &= self.hidden
        bit = cards & -cards
        self.hidden &= ~bit
        self.top = bit.bit_length() - 1

    def _played(self, event: Played) -> None:
        deck = self.deck
        before = self._color
        matching = self._matching()
        if event.jump:
            self._keep_drawn()
        for _ in range(1 + event.double):
            hidden_card = self._played_from(event)
            of_face = deck.of_face[event.card]
            self._show(of_face & hidden_card.possible if of_face & hidden_card.possible & self.hidden else of_face)
        if event.card.color is not None:
            self._color = int(event.card.color)
        elif event.color is not None:
            self._color = int(event.color)
        if event.card.is_wild and not self._answering:
            self._forgo(event, before, matching)
        elif event.card.rank.is_number and event.seat != self._drew:
            for hidden_card in self.held[event.seat]:
                hidden_card.doubtful |= matching & self._actions
        if event.card.rank is Rank.WILD_DRAW_FOUR:
            self.offender, self.evidence, self.before = event.seat, len(self.held[event.seat]), before
        self._drew = NOTHING
        self._answering = event.card.rank in (Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR)

    def _played_from(self, event: Played) -> HiddenCard:
        """Remove and return the hidden card that the seat most likely played."""
        held = self.held[event.seat]
        if event.seat == self._drew and not event.jump:
            return held.pop()
        face = self.deck.of_face[event.card]
        shown = face & self.hidden
        played = held.pop(likeliest(held, face, shown))
        for other in held:
            if other.possible & shown and played.possible & ~other.possible:
                other.may_have_been(played)
        return played

    def _forgo(self, event: Played, before: int, matching: int) -> None:
        """After a wild, infer that the seat held no matching card: surely by the rules, or very likely."""
        rules = self.setup.rules
        if event.card.rank is Rank.WILD_DRAW_FOUR and rules.draw_four in ("no_match", "no_color"):
            barred = matching if rules.draw_four == "no_match" else self.deck.of_color[before]
            for hidden_card in self.held[event.seat]:
                hidden_card.possible &= ~barred
        if event.seat != self._drew:
            for hidden_card in self.held[event.seat]:
                hidden_card.unlikely |= matching

    def _keep_drawn(self) -> None:
        """Infer that a drawn card matches, because the seat kept the card although it could have been played."""
        if self._drew >= 0 and self.held[self._drew]:
            self.held[self._drew][-1].possible &= self._matching() | self.deck.wilds
        self._drew = NOTHING

    def _drawn(self, event: Drew) -> None:
        fitting = self._matching() | self.deck.wilds
        held = self.held[event.seat]
        if event.cause is Cause.TURN:
            for hidden_card in held:
                if self.setup.rules.must_play:
                    hidden_card.possible &= ~fitting
                else:
                    hidden_card.unlikely |= fitting
            self._drew = event.seat if event.count else NOTHING
        elif event.cause is not Cause.CAUGHT:
            self._answering = False
        for place in range(event.count):
            may = self.deck.all & ~self._pile if place < self._ahead else self._pile
            if event.cards is not None:
                may = may & self.deck.of_face[event.cards[place]] or self.deck.of_face[event.cards[place]]
            elif event.cause is Cause.TURN and place < event.count - 1:
                may &= ~self._unfit()
            held.append(HiddenCard(may))
        self._left -= event.count
        self._ahead = 0

    def _unfit(self) -> int:
        """Return the cards that a drawn card cannot be, because the seat could not play the drawn card."""
        wilds = self.deck.wilds if self.setup.free_fours else self.deck.of_rank[Rank.WILD]
        return self._matching() | wilds

    def _passed(self, event: Passed) -> None:
        if self._drew == event.seat:
            self.held[event.seat][-1].possible &= ~self._unfit()
        self._drew = NOTHING

    def _reshuffled(self, event: Reshuffled) -> None:
        """Move the known discards to the draw pile, since no seat holds any of them at this moment."""
        for held in self.held:
            for hidden_card in held:
                hidden_card.possible = hidden_card.possible & ~self.discards or hidden_card.possible
        self._pile = self.discards if not self.buried else self.discards | self.hidden
        self._ahead = self._left
        self._left += event.count
        self.hidden |= self.discards
        self.discards = 0
        self.buried = []

    def _challenged(self, event: Challenged) -> None:
        held = self.held[event.offender][: self.evidence]
        color = self.deck.of_color[self.before]
        if event.hand is not None:
            reveal(self.deck, held, event.hand)
        elif not event.guilty:
            for hidden_card in held:
                hidden_card.possible &= ~color
        elif held := [hidden_card for hidden_card in held if hidden_card.possible & color & self.hidden]:
            held[0].possible &= color
        self._answering = not event.guilty

    def _swapped(self, event: Swapped) -> None:
        held = self.held
        if event.hands is not None:
            reveal(self.deck, held[event.seat], event.hands[0])
            reveal(self.deck, held[event.other], event.hands[1])
        held[event.seat], held[event.other] = held[event.other], held[event.seat]

    def _hands_passed(self, event: HandsPassed) -> None:
        given = {giver: self.held[giver] for giver, _, _ in event.moves}
        for giver, taker, hand in event.moves:
            if hand is not None:
                reveal(self.deck, given[giver], hand)
            self.held[taker] = given[giver]

    def _left_match(self, event: Left) -> None:
        self.buried += self.held[event.seat]
        self.held[event.seat] = []

    def _named(self, event: ColorNamed) -> None:
        self._color = int(event.color)
