"""Determinization: a `Round` made of one seat's view and guessed hidden cards.

A guess agrees with everything that the view shows (see inference.py): the seat's view of the guessed round equals its
view of the real one. It is computed from the view and random numbers alone, so it reveals no hidden card.
"""

from collections.abc import Sequence
from typing import Any, Final

from uno_tui.game.cards import Rank
from uno_tui.game.guess.bot import RandomSource, shuffled
from uno_tui.game.guess.hidden_card import HiddenCard
from uno_tui.game.guess.inference import Inference
from uno_tui.game.round import Round
from uno_tui.game.rule_tables import NOTHING
from uno_tui.game.state import Trial
from uno_tui.game.view import Phase, PlayerView

UNLIKELY: Final = 0.06
"""Probability with which a guess accepts a possible but unlikely card; see `HiddenCard`."""
DOUBTFUL: Final = 0.35
"""Probability with which a guess accepts a doubtful card; see `HiddenCard`."""


class Determinizer:
    """A source of guessed rounds that agree with one view; it reads the view's history once.

    Raises:
        ValueError: The view is a spectator's, or the round is over.

    >>> from random import Random
    >>> from uno_tui.game.match import Match
    >>> from uno_tui.game.rules import Rules
    >>> match, _ = Match.start(Rules(), seats=3, seed="family evening")
    >>> view = match.view(2)
    >>> round_ = Determinizer(view).round(Random(1))
    >>> round_.legal(2) == view.legal, [hand.bit_count() for hand in round_.hands]
    (True, [7, 7, 7])
    """

    def __init__(self, view: PlayerView) -> None:
        if view.seat is None or view.phase is Phase.OVER:
            raise ValueError("only a seat in a running round has hidden cards to guess")
        self.view = view
        self.seat = view.seat
        self.inference = inference = Inference(view)
        self.setup = inference.setup
        self.live = sum(1 << seat for seat, one in enumerate(view.seats) if one.playing)
        self._hidden = inference.deck.ids(inference.hidden)
        owners = [(seat, hidden_card) for seat, held in enumerate(inference.held) for hidden_card in held]
        owners += [(NOTHING, hidden_card) for hidden_card in inference.buried]
        self._guesses = sorted(
            ((place, *self._wanted(hidden_card)) for place, (_, hidden_card) in enumerate(owners)),
            key=lambda guess: guess[1].bit_count(),
        )
        self._owners = [seat for seat, _ in owners]
        self._fields = self._known_fields()

    def _wanted(self, hidden_card: HiddenCard) -> tuple[int, int, int]:
        """Return three nested nonempty sets: the likely cards, the likely and doubtful cards, all possible cards."""
        hidden = self.inference.hidden
        likely = hidden_card.likely(hidden)
        return likely & ~hidden_card.doubtful or likely, likely, hidden_card.possible & hidden or hidden

    def _known_fields(self) -> dict[str, Any]:
        view = self.view
        return {
            "dealer": view.dealer,
            "live": self.live,
            "number": view.round,
            "turn": view.turn,
            "direction": view.direction,
            "phase": view.phase,
            "penalty": view.penalty,
            "called": sum(1 << seat for seat, one in enumerate(view.seats) if one.called),
            "owing": sum(1 << seat for seat, one in enumerate(view.seats) if one.owes_call),
            "idle_turns": 0,
        }

    def round(self, rng: RandomSource) -> Round:
        """Return a random round that is consistent with the view."""
        inference = self.inference
        cards, pile = self._deal(rng)
        hands = [0] * len(self.view.seats)
        for seat, card in zip(self._owners, cards, strict=True):
            if seat >= 0:
                hands[seat] |= 1 << card
        hands[self.seat] = inference.own
        return Round.arrange(
            self.setup,
            hands=hands,
            top=inference.top,
            pile=pile,
            color=NOTHING if self.view.color is None else int(self.view.color),
            seed=f"imagined {rng.random()}",
            drawn=self._drawn(cards),
            trial=self._trial(cards),
            **self._fields,
        )

    def _deal(self, rng: RandomSource) -> tuple[list[int], list[int]]:
        """Return an id for every hidden card, and the ids left over, which are the draw pile in random order.

        Hidden cards with the fewest likely ids choose first. Each starts its search at a random place of the pool,
        since the front of the pool fills up with ids that earlier ones rejected.
        """
        pool = shuffled(self._hidden, rng)
        cards = [NOTHING] * len(self._owners)
        random = rng.random
        for place, likely, open_, can in self._guesses:
            first = int(random() * len(pool))
            for spot in range(first - len(pool), first):
                card = pool[spot]
                if likely >> card & 1 or (can >> card & 1 and random() < (DOUBTFUL if open_ >> card & 1 else UNLIKELY)):
                    break
            else:
                spot = next((spot for spot, card in enumerate(pool) if can >> card & 1), 0)
            cards[place] = pool.pop(spot)
        return cards, pool

    def _of(self, seat: int, cards: Sequence[int]) -> list[int]:
        """Return the card ids guessed for a seat, in the order in which it received the cards."""
        return [card for owner, card in zip(self._owners, cards, strict=True) if owner == seat]

    def _drawn(self, cards: Sequence[int]) -> int:
        view = self.view
        if view.phase is not Phase.DRAWN:
            return NOTHING
        if view.drawn is not None:
            held = self.inference.own & self.inference.deck.of_face[view.drawn]
            return held.bit_length() - 1
        return self._of(view.turn, cards)[-1]

    def _trial(self, cards: Sequence[int]) -> Trial | None:
        """Return the data for a challenge of the newest Wild Draw Four; None if it cannot be challenged (R7.4)."""
        inference, view = self.inference, self.view
        bluffing = view.phase is Phase.ANSWER and view.rules.draw_four == "bluff"
        if not bluffing or view.top.rank is not Rank.WILD_DRAW_FOUR or not self.live >> inference.offender & 1:
            return None
        if inference.offender == self.seat:
            held = inference.own
        else:
            held = sum(1 << card for card in self._of(inference.offender, cards)[: inference.evidence])
        return Trial(inference.offender, held, bool(held & inference.deck.of_color[inference.before]))


def determinize(view: PlayerView, rng: RandomSource) -> Round:
    """Return one random round that is consistent with the view; to get several, use a `Determinizer`."""
    return Determinizer(view).round(rng)
