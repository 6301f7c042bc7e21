"""The fields of a round and what is done to them everywhere: hands, piles, the end of a turn and of a round."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from uno_tui.game.actions import Action
from uno_tui.game.cards import BITS
from uno_tui.game.events import Cause, Drew, Event, Reshuffled, RoundEnded
from uno_tui.game.legal import Setup
from uno_tui.game.prepared import FaceUp, Order, Told
from uno_tui.game.shuffle import shuffled
from uno_tui.game.view import OVER, PLAY, Phase

NOBODY: Final = -1
"""No card, no color, no seat."""

Past = tuple[Any, Told] | None
"""What happened in a round, as (what came before, the newest events): adding to it copies nothing."""


class Trial(NamedTuple):
    """A Wild Draw Four that may be challenged, frozen when it was played (R7.4)."""

    offender: int
    evidence: int
    """What the offender held after the play, as a set of cards."""
    guilty: bool


class Origin(NamedTuple):
    """Which round this is, the same from its deal to its end."""

    number: int
    """Of the round in the match, from 1."""
    dealer: int
    seed: str
    """The match's."""


class State:
    """A round's fields, open to be written. `Round` is the same, frozen; no `State` outlives the call it is for."""

    __slots__ = (
        "actions",
        "blank",
        "called",
        "discards",
        "drawn",
        "face_up",
        "hands",
        "left",
        "listed",
        "order",
        "origin",
        "owing",
        "past",
        "penalty",
        "phase",
        "pile",
        "setup",
        "shuffles",
        "told",
        "trial",
        "turn",
    )

    setup: Setup
    origin: Origin
    shuffles: int
    """How many shuffles the match has had."""
    order: Order
    """The seats in the round and the direction of play."""
    hands: tuple[int, ...]
    pile: tuple[int, ...]
    left: int
    discards: int
    """The discard pile but for the top card, as a set."""
    face_up: FaceUp
    """The top card and the color in force."""
    turn: int
    phase: Phase
    drawn: int
    """The card just drawn in DRAWN, else -1."""
    penalty: int
    """Cards owed in ANSWER, else 0."""
    trial: Trial | None
    """What a challenge would judge, in ANSWER after a Wild Draw Four under ``bluff``."""
    called: int
    """The seats whose call stands, as a set."""
    owing: int
    """The seats that can be caught, as a set."""
    blank: int
    """The turns in a row, the one going on among them, in which no card was drawn or played so far (R5.3)."""
    actions: int
    past: Past
    """What had happened before the newest events."""
    told: Told
    """The newest events: what the last action did."""
    listed: tuple[Action, ...] | None
    """The legal actions of the seat on turn, once they were asked for."""

    @property
    def top(self) -> int:
        """The top card."""
        return self.face_up.card

    @property
    def color(self) -> int:
        """In force; -1 while the first color is owed."""
        return self.face_up.color

    @property
    def live(self) -> int:
        """The seats still in the round, as a set."""
        return self.order.live

    @property
    def direction(self) -> int:
        """1 clockwise, -1 the other way."""
        return self.order.direction

    @property
    def number(self) -> int:
        """Of the round in the match, from 1."""
        return self.origin.number

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self.origin.dealer

    @property
    def seed(self) -> str:
        """The match's."""
        return self.origin.seed

    @property
    def history(self) -> tuple[Event, ...]:
        """All that happened in this round, the oldest first."""
        chunks = [self.told]
        past = self.past
        while past:
            past, newest = past
            chunks.append(newest)
        return tuple([event for chunk in reversed(chunks) for event in chunk])

    @property
    def result(self) -> RoundEnded | None:
        """How the round ended; None while it is going on."""
        if self.phase is not OVER:
            return None
        return next(event for event in reversed(self.history) if isinstance(event, RoundEnded))

    def hold(self, seat: int, cards: int) -> None:
        """Give a seat that hand; settle what it owes by holding one card (R8.2)."""
        hands = [*self.hands]
        hands[seat] = cards
        self.hands = tuple(hands)
        if cards.bit_count() == 1:
            self.owing |= BITS[seat]
            self.called &= ~BITS[seat]
        elif self.owing or self.called:
            self.owing &= ~BITS[seat]
            self.called &= ~BITS[seat]

    def call(self, seat: int) -> None:
        """Let the seat's UNO call stand (R8.2)."""
        self.owing &= ~BITS[seat]
        self.called |= BITS[seat]

    # the piles

    def draw(self) -> int:
        """Take the top of the draw pile, the discards reshuffled if it is empty; -1 if there is none (R5.1, R5.2)."""
        if not self.left:
            self.reshuffle()
            if not self.left:
                return NOBODY
        self.left = left = self.left - 1
        return self.pile[left]

    def reshuffle(self) -> None:
        """Make the discards under the top card, if there are any, the draw pile (R5.1)."""
        if self.discards:
            self.stack(self.setup.deck.ids(self.discards))
            self.discards = 0
            self.told += (Reshuffled(self.left),)

    def stack(self, cards: Sequence[int]) -> None:
        """Shuffle these cards, given in card order, into the draw pile."""
        self.pile = tuple(shuffled(cards, self.seed, self.shuffles))
        self.shuffles += 1
        self.left = len(self.pile)

    def give(self, seat: int, count: int, cause: Cause) -> None:
        """Let a seat draw an exact number of cards, or what there is of it (R5.2, R10.3)."""
        self.receive(seat, [card for _ in range(count) if (card := self.draw()) >= 0], count, cause)

    def receive(self, seat: int, taken: list[int], owed: int, cause: Cause) -> None:
        """Put cards taken off the pile into a hand and tell the table how many."""
        hand = self.hands[seat]
        for card in taken:
            hand |= BITS[card]
        if taken:
            self.blank = 0
            self.hold(seat, hand)
        faces = self.setup.deck.cards
        self.told += (Drew(seat, len(taken), owed, cause, tuple([faces[card] for card in taken])),)

    # the course of turns

    def pass_turn(self, seat: int) -> None:
        """End the turn that is going on; the seat after this one is on turn, unless nobody can move (R5.3)."""
        self.turn = self.order.after[seat]
        self.phase = PLAY
        self.drawn = NOBODY
        if self.blank >= self.order.players:
            self.end(None, dead=True)
        self.blank += 1

    def end(self, winner: int | None, dead: bool = False) -> None:
        """End the round; a winner's round shows what everybody was caught with (R9.1, R9.2)."""
        deck = self.setup.deck
        points = tuple(deck.points(hand) if winner is not None else 0 for hand in self.hands)
        hands = tuple(deck.list(hand) if winner is not None else () for hand in self.hands)
        self.phase = OVER
        self.drawn, self.penalty, self.trial = NOBODY, 0, None
        self.owing = 0
        self.told += (RoundEnded(winner, points, hands, dead),)
