"""Rounds as they may be: a `Round` from one seat's view plus guessed hidden cards.

What is guessed agrees with everything the view shows (see reading.py): the seat sees the same in the imagined round as
in the real one. A guess rests on the view and the random numbers alone, so it never tells a hidden card.
"""

from collections.abc import Sequence
from typing import Any, Final

from uno_tui.game.cards import Rank
from uno_tui.game.guess.bot import RandomSource, shuffled
from uno_tui.game.guess.inference import NOBODY, Reading
from uno_tui.game.guess.slot import Slot
from uno_tui.game.round import Round
from uno_tui.game.state import Trial
from uno_tui.game.view import Phase, PlayerView

SHUNNED: Final = 0.06
"""How often a card is guessed that its holder very likely would have played."""
DOUBTED: Final = 0.35
"""How often one that most people would have played rather than what was played."""


class Imagination:
    """Imagines rounds that one view allows; reads its history once.

    >>> from random import Random
    >>> from uno_tui.game.match import Match
    >>> from uno_tui.game.rules import Rules
    >>> match, _ = Match.start(Rules(), seats=3, seed="family evening")
    >>> view = match.view(2)
    >>> round_ = Imagination(view).round(Random(1))
    >>> round_.legal(2) == view.legal, [hand.bit_count() for hand in round_.hands]
    (True, [7, 7, 7])
    """

    def __init__(self, view: PlayerView) -> None:
        if view.seat is None or view.phase is Phase.OVER:
            raise ValueError("only a seat in a round that goes on can imagine the hidden cards")
        self.view = view
        self.seat = view.seat
        self.reading = reading = Reading(view)
        self.setup = reading.setup
        self.live = sum(1 << seat for seat, one in enumerate(view.seats) if one.playing)
        self._hidden = reading.deck.ids(reading.hidden)
        owners = [(seat, slot) for seat, slots in enumerate(reading.slots) for slot in slots]
        owners += [(NOBODY, slot) for slot in reading.buried]
        self._guesses = sorted(
            ((place, *self._wanted(slot)) for place, (_, slot) in enumerate(owners)),
            key=lambda guess: guess[1].bit_count(),
        )
        self._owners = [seat for seat, _ in owners]
        self._fields = self._known_fields()

    def _wanted(self, slot: Slot) -> tuple[int, int, int]:
        """The cards a slot likely is, those and the doubted, and all that it can be; never none."""
        can = slot.may & self.reading.hidden or self.reading.hidden
        open_ = can & ~slot.shuns or can
        return open_ & ~slot.doubts or open_, open_, can

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

    def round(self, chance: RandomSource) -> Round:
        """One of the rounds that the view allows."""
        reading = self.reading
        cards, pile = self._deal(chance)
        hands = [0] * len(self.view.seats)
        for seat, card in zip(self._owners, cards, strict=True):
            if seat >= 0:
                hands[seat] |= 1 << card
        hands[self.seat] = reading.own
        return Round.arrange(
            self.setup,
            hands=hands,
            top=reading.top,
            pile=pile,
            color=NOBODY if self.view.color is None else int(self.view.color),
            seed=f"imagined {chance.random()}",
            drawn=self._drawn(cards),
            trial=self._trial(cards),
            **self._fields,
        )

    def _deal(self, chance: RandomSource) -> tuple[list[int], list[int]]:
        """A card for every slot, those with the least choice first; the rest is the draw pile, in any order.

        Each slot looks from a place of its own, or it would find in front what those before it did not want.
        """
        pool = shuffled(self._hidden, chance)
        cards = [NOBODY] * len(self._owners)
        random = chance.random
        for place, likely, open_, can in self._guesses:
            first = int(random() * len(pool))
            for spot in range(first - len(pool), first):
                card = pool[spot]
                if likely >> card & 1 or (can >> card & 1 and random() < (DOUBTED if open_ >> card & 1 else SHUNNED)):
                    break
            else:
                spot = next((spot for spot, card in enumerate(pool) if can >> card & 1), 0)
            cards[place] = pool.pop(spot)
        return cards, pool

    def _of(self, seat: int, cards: Sequence[int]) -> list[int]:
        """The cards guessed for a seat, in the order in which it got them."""
        return [card for owner, card in zip(self._owners, cards, strict=True) if owner == seat]

    def _drawn(self, cards: Sequence[int]) -> int:
        view = self.view
        if view.phase is not Phase.DRAWN:
            return NOBODY
        if view.drawn is not None:
            held = self.reading.own & self.reading.deck.of_face[view.drawn]
            return held.bit_length() - 1
        return self._of(view.turn, cards)[-1]

    def _trial(self, cards: Sequence[int]) -> Trial | None:
        """What a challenge would judge, if the newest Wild Draw Four may be challenged (R7.4)."""
        reading, view = self.reading, self.view
        bluffing = view.phase is Phase.ANSWER and view.rules.draw_four == "bluff"
        if not bluffing or view.top.rank is not Rank.WILD_DRAW_FOUR or not self.live >> reading.offender & 1:
            return None
        if reading.offender == self.seat:
            held = reading.own
        else:
            held = sum(1 << card for card in self._of(reading.offender, cards)[: reading.evidence])
        return Trial(reading.offender, held, bool(held & reading.deck.of_color[reading.before]))


def imagine(view: PlayerView, chance: RandomSource) -> Round:
    """One of the rounds that the view allows; for many of them make an `Imagination` once."""
    return Imagination(view).round(chance)
