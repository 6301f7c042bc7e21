"""The fields of a round and the steps that all transitions share: hands, piles, the end of a turn and of a round.

A rule writes into a draft, which then becomes an immutable `Round`. So rules read as steps, and nobody sees the state
between two of them.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from uno_tui.game.actions import Action
from uno_tui.game.deck import BITS
from uno_tui.game.events import Cause, Drew, Event, Reshuffled, RoundEnded
from uno_tui.game.rule_tables import NOTHING, Events, FaceUp, Order, Setup
from uno_tui.game.shuffle import shuffled
from uno_tui.game.view import OVER, PLAY, Phase

Past = tuple[Any, Events] | None
"""A linked list of earlier events, the newest first: (what came before, the events of one action), or None.

A tuple of all events would be copied with every action.
"""


class Trial(NamedTuple):
    """The data for a challenge of a Wild Draw Four (R7.4)."""

    offender: int
    """The seat that played the Wild Draw Four."""
    evidence: int
    """The offender's hand after the play, as a set of cards."""
    guilty: bool


class Origin(NamedTuple):
    """Facts about a round that stay the same from deal to end."""

    number: int
    """Number of the round within the match, from 1."""
    dealer: int
    seed: str
    """Seed of the match."""


class State:
    """The fields of a round while they may be written: a draft of the next `Round`.

    Sets of cards and sets of seats are integers, bit `i` standing for card id or seat `i`. A draft is used by one
    action only, which turns it into a `Round`.
    """

    __slots__ = (
        "actions",
        "called",
        "discards",
        "drawn",
        "events",
        "face_up",
        "hands",
        "idle_turns",
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
        "trial",
        "turn",
    )

    setup: Setup
    origin: Origin
    shuffles: int
    """Number of shuffles in the match so far."""
    order: Order
    """The seats in the round and the direction of play."""
    hands: tuple[int, ...]
    """Each seat's hand, as a set of cards."""
    pile: tuple[int, ...]
    """Card ids. The first `left` ids are the draw pile, and the last of these is the pile's top card."""
    left: int
    """Number of cards in the draw pile."""
    discards: int
    """The discard pile except its top card, as a set of cards."""
    face_up: FaceUp
    """The top card and the color in force."""
    turn: int
    phase: Phase
    drawn: int
    """Id of the card just drawn, in phase DRAWN; else -1."""
    penalty: int
    """Number of cards that the seat on turn owes, in phase ANSWER; else 0."""
    trial: Trial | None
    """Data for a challenge, in phase ANSWER after a Wild Draw Four with ``bluff`` rules; else None."""
    called: int
    """The seats with one card that have called UNO, as a set."""
    owing: int
    """The seats that forgot to call UNO and may be caught, as a set."""
    idle_turns: int
    """Number of turns in a row, including the current one, without a card drawn or played (R5.3)."""
    actions: int
    """Number of actions in the round so far."""
    past: Past
    """The events before the latest action."""
    events: Events
    """The events of the latest action."""
    listed: tuple[Action, ...]
    """The legal actions of the seat on turn; only a `Round` has them."""

    @property
    def top(self) -> int:
        """Id of the top card."""
        return self.face_up.card

    @property
    def color(self) -> int:
        """The color in force; -1 while the first color is owed."""
        return self.face_up.color

    @property
    def live(self) -> int:
        """The seats still in the round, as a set."""
        return self.order.live

    @property
    def direction(self) -> int:
        """1 is clockwise, -1 counterclockwise."""
        return self.order.direction

    @property
    def number(self) -> int:
        """Number of the round in the match, from 1."""
        return self.origin.number

    @property
    def dealer(self) -> int:
        """The seat that dealt the round."""
        return self.origin.dealer

    @property
    def seed(self) -> str:
        """Seed of the match."""
        return self.origin.seed

    @property
    def history(self) -> tuple[Event, ...]:
        """All events of this round, the oldest first."""
        chunks = [self.events]
        past = self.past
        while past:
            past, newest = past
            chunks.append(newest)
        return tuple([event for chunk in reversed(chunks) for event in chunk])

    @property
    def result(self) -> RoundEnded | None:
        """The event that ended the round; None until the round is over."""
        if self.phase is not OVER:
            return None
        return next(event for event in reversed(self.history) if isinstance(event, RoundEnded))

    def hold(self, seat: int, cards: int) -> None:
        """Set a seat's hand; a hand of one card makes the seat owe an UNO call, any other ends call and debt (R8.2)."""
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
        """Record that a seat has called UNO and no longer owes a call (R8.2)."""
        self.owing &= ~BITS[seat]
        self.called |= BITS[seat]

    def draw(self) -> int:
        """Take the top card of the draw pile and return its id; reshuffle first if the pile is empty (R5.1).

        Return -1 if the discards are used up as well (R5.2).
        """
        if not self.left:
            self.reshuffle()
            if not self.left:
                return NOTHING
        self.left = left = self.left - 1
        return self.pile[left]

    def reshuffle(self) -> None:
        """Shuffle the discards except the top card, if there are any, into the draw pile (R5.1)."""
        if self.discards:
            self.stack(self.setup.deck.ids(self.discards))
            self.discards = 0
            self.events += (Reshuffled(self.left),)

    def stack(self, cards: Sequence[int]) -> None:
        """Shuffle the given cards, which are in card order, and make them the draw pile."""
        self.pile = tuple(shuffled(cards, self.seed, self.shuffles))
        self.shuffles += 1
        self.left = len(self.pile)

    def give(self, seat: int, count: int, cause: Cause) -> None:
        """Make a seat draw `count` cards, or all remaining cards if there are fewer (R5.2, R10.3)."""
        self.receive(seat, [card for _ in range(count) if (card := self.draw()) >= 0], count, cause)

    def receive(self, seat: int, taken: list[int], owed: int, cause: Cause) -> None:
        """Add drawn cards, in the order drawn, to a hand, and add the event."""
        hand = self.hands[seat]
        for card in taken:
            hand |= BITS[card]
        if taken:
            self.idle_turns = 0
            self.hold(seat, hand)
        faces = self.setup.deck.cards
        self.events += (Drew(seat, len(taken), owed, cause, tuple([faces[card] for card in taken])),)

    def pass_turn(self, seat: int) -> None:
        """Start the turn of the seat after `seat`; end the round if every seat passed without a card (R5.3)."""
        order, idle_turns = self.order, self.idle_turns
        self.turn = order.after[seat]
        self.phase = PLAY
        self.drawn = NOTHING
        self.idle_turns = idle_turns + 1
        if idle_turns >= order.players:
            self.end(None, dead=True)

    def end(self, winner: int | None, dead: bool = False) -> None:
        """End the round; if it has a winner, the event shows all hands and their points (R9.1, R9.2)."""
        deck = self.setup.deck
        points = tuple(deck.points(hand) if winner is not None else 0 for hand in self.hands)
        hands = tuple(deck.list(hand) if winner is not None else () for hand in self.hands)
        self.phase = OVER
        self.drawn, self.penalty, self.trial = NOTHING, 0, None
        self.owing = 0
        self.events += (RoundEnded(winner, points, hands, dead),)
