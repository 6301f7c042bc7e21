"""What the history of a round tells of cards that a seat cannot see.

`Reading` goes through a view's history once and keeps, for every card that somebody holds, a `Slot`: the set of cards
it can be, and the set it hardly is. It uses the table's knowledge only:

- every card seen on the discard pile, and where a reshuffle put it;
- a draw tells that nothing held could be played then, for certain where who can play must (R10.5), else very likely;
- a turn that passes after a draw tells that the new card did not fit, one that is kept tells that it did;
- a Wild Draw Four that must not be played over a match tells what is left in the hand (R7.3);
- a challenge tells its verdict, to the challenger the whole hand (R7.4); swapped hands are known to those who held
  them (R11.2).

Cards that look alike have numbers of their own in the engine. A reading gives an unseen card that shows up any number
it can have; which one makes no difference to anybody.
"""

from collections.abc import Callable
from typing import Any, Final

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
from uno_tui.game.guess.slot import Slot, likeliest, numbers, see
from uno_tui.game.match_setup import setup
from uno_tui.game.view import Phase, PlayerView

NOBODY: Final = -1


class Reading:
    """What one seat can know of the hidden cards of a round."""

    def __init__(self, view: PlayerView) -> None:
        self.setup = setup(view.rules, len(view.seats))
        self.deck = self.setup.deck
        self._actions = sum(self.deck.of_rank[rank] for rank in (Rank.SKIP, Rank.REVERSE, Rank.DRAW_TWO))
        self.hidden = self.deck.all
        """The cards that are neither on the discard pile nor in the own hand."""
        self.own = 0
        self.top = NOBODY
        self.discards = 0
        """The cards under the top card that are known."""
        self.slots: list[list[Slot]] = [[] for _ in view.seats]
        """By seat, in the order in which it got them."""
        self.buried: list[Slot] = []
        """What those who left held: under the top card, unknown."""
        self.offender = NOBODY
        """Who played the newest Wild Draw Four."""
        self.evidence = 0
        """How many cards the offender held then: the oldest."""
        self.before = NOBODY
        """The color in force before it."""
        self._color = NOBODY
        self._pile = self.deck.all
        self._left = 0
        self._ahead = 0
        self._drew = NOBODY
        self._answering = False
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
        """Take in what the view shows of the end: the own hand, and a card that somebody is deciding on."""
        if view.seat is not None:
            for slot in self.slots[view.seat]:
                slot.shuns = 0
            self.own = numbers(self.deck, view.hand, self.slots[view.seat], self.hidden, self._pile)
            self.hidden &= ~self.own
            self.slots[view.seat] = []
        if view.phase is Phase.DRAWN and view.seat != view.turn and self.slots[view.turn]:
            self.slots[view.turn][-1].may &= self._matching() | self.deck.wilds

    def _matching(self) -> int:
        return self.deck.matching[self._color][self.deck.ranks[self.top]] if self._color >= 0 else 0

    # Events

    def _dealt(self, event: Dealt) -> None:
        for seat, playing in enumerate(self._playing):
            self.slots[seat] = [Slot(self.deck.all) for _ in range(event.hand_size if playing else 0)]
        self._left = self.deck.size - event.hand_size * sum(self._playing)

    def _turned(self, event: Turned) -> None:
        if event.back:
            return
        self._show(self.deck.of_face[event.card])
        self._color = NOBODY if event.card.color is None else int(event.card.color)
        self._left -= 1

    def _show(self, cards: int) -> None:
        """Put one of these cards on the discard pile."""
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
            slot = self._played_from(event)
            of_face = deck.of_face[event.card]
            self._show(of_face & slot.may if of_face & slot.may & self.hidden else of_face)
        if event.card.color is not None:
            self._color = int(event.card.color)
        elif event.color is not None:
            self._color = int(event.color)
        if event.card.is_wild and not self._answering:
            self._forgo(event, before, matching)
        elif event.card.rank.is_number and event.seat != self._drew:
            for slot in self.slots[event.seat]:
                slot.doubts |= matching & self._actions
        if event.card.rank is Rank.WILD_DRAW_FOUR:
            self.offender, self.evidence, self.before = event.seat, len(self.slots[event.seat]), before
        self._drew = NOBODY
        self._answering = event.card.rank in (Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR)

    def _played_from(self, event: Played) -> Slot:
        """Take the slot that a card was played from out of its hand: the likeliest, which is the narrowest."""
        slots = self.slots[event.seat]
        if event.seat == self._drew and not event.jump:
            return slots.pop()
        face = self.deck.of_face[event.card]
        return slots.pop(likeliest(slots, face, face & self.hidden))

    def _forgo(self, event: Played, before: int, matching: int) -> None:
        """Who plays a wild had no match, by the rules or very likely."""
        rules = self.setup.rules
        if event.card.rank is Rank.WILD_DRAW_FOUR and rules.draw_four in ("no_match", "no_color"):
            barred = matching if rules.draw_four == "no_match" else self.deck.of_color[before]
            for slot in self.slots[event.seat]:
                slot.may &= ~barred
        if event.seat != self._drew:
            for slot in self.slots[event.seat]:
                slot.shuns |= matching

    def _keep_drawn(self) -> None:
        """Who was deciding on a drawn card keeps it; it fitted."""
        if self._drew >= 0 and self.slots[self._drew]:
            self.slots[self._drew][-1].may &= self._matching() | self.deck.wilds
        self._drew = NOBODY

    def _drawn(self, event: Drew) -> None:
        fitting = self._matching() | self.deck.wilds
        slots = self.slots[event.seat]
        if event.cause is Cause.TURN:
            for slot in slots:
                if self.setup.rules.must_play:
                    slot.may &= ~fitting
                else:
                    slot.shuns |= fitting
            self._drew = event.seat if event.count else NOBODY
        elif event.cause is not Cause.CAUGHT:
            self._answering = False
        for place in range(event.count):
            may = self.deck.all & ~self._pile if place < self._ahead else self._pile
            if event.cards is not None:
                may = may & self.deck.of_face[event.cards[place]] or self.deck.of_face[event.cards[place]]
            elif event.cause is Cause.TURN and place < event.count - 1:
                may &= ~self._unfit()
            slots.append(Slot(may))
        self._left -= event.count
        self._ahead = 0

    def _unfit(self) -> int:
        """What a card that was drawn and could not be played is not."""
        wilds = self.deck.wilds if self.setup.free_fours else self.deck.of_rank[Rank.WILD]
        return self._matching() | wilds

    def _passed(self, event: Passed) -> None:
        if self._drew == event.seat:
            self.slots[event.seat][-1].may &= ~self._unfit()
        self._drew = NOBODY

    def _reshuffled(self, event: Reshuffled) -> None:
        """What was on the discard pile is now in the draw pile, so nobody held it."""
        for slots in self.slots:
            for slot in slots:
                slot.may = slot.may & ~self.discards or slot.may
        self._pile = self.discards if not self.buried else self.discards | self.hidden
        self._ahead = self._left
        self._left += event.count
        self.hidden |= self.discards
        self.discards = 0
        self.buried = []

    def _challenged(self, event: Challenged) -> None:
        slots = self.slots[event.offender][: self.evidence]
        color = self.deck.of_color[self.before]
        if event.hand is not None:
            see(self.deck, slots, event.hand)
        elif not event.guilty:
            for slot in slots:
                slot.may &= ~color
        elif held := [slot for slot in slots if slot.may & color & self.hidden]:
            held[0].may &= color
        self._answering = not event.guilty

    def _swapped(self, event: Swapped) -> None:
        slots = self.slots
        if event.hands is not None:
            see(self.deck, slots[event.seat], event.hands[0])
            see(self.deck, slots[event.other], event.hands[1])
        slots[event.seat], slots[event.other] = slots[event.other], slots[event.seat]

    def _hands_passed(self, event: HandsPassed) -> None:
        given = {giver: self.slots[giver] for giver, _, _ in event.moves}
        for giver, taker, hand in event.moves:
            if hand is not None:
                see(self.deck, given[giver], hand)
            self.slots[taker] = given[giver]

    def _left_match(self, event: Left) -> None:
        self.buried += self.slots[event.seat]
        self.slots[event.seat] = []

    def _named(self, event: ColorNamed) -> None:
        self._color = int(event.color)
