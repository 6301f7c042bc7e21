"""The fields of a round and what is done to them everywhere: seats, hands, piles, the end of a turn and of a round."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from uno_tui.game.actions import Action
from uno_tui.game.events import Cause, Drew, Event, Reshuffled, RoundEnded, Skipped
from uno_tui.game.legal import Setup
from uno_tui.game.shuffle import shuffled
from uno_tui.game.view import Phase

NOBODY: Final = -1
"""No card, no color, no seat."""

Trail = tuple[Any, tuple[Event, ...]] | None
"""All that happened in a round, as (what came before, the newest events): adding to it copies nothing."""


class Trial(NamedTuple):
    """A Wild Draw Four that may be challenged, frozen when it was played (R7.4)."""

    offender: int
    evidence: int
    """What the offender held after the play, as a set of cards."""
    guilty: bool


@lru_cache(maxsize=1 << 13)
def event(kind: Callable[..., Event], *values: Any) -> Event:
    """An event, made once for the same values: most are the same few again and again."""
    return kind(*values)


class State:
    """A round's fields, open to be written. `Round` is the same, frozen; no `State` outlives the call it is for."""

    __slots__ = (
        "actions",
        "blank",
        "called",
        "color",
        "dealer",
        "direction",
        "discards",
        "drawn",
        "hands",
        "left",
        "live",
        "memo",
        "moved",
        "number",
        "owing",
        "penalty",
        "phase",
        "pile",
        "result",
        "seed",
        "setup",
        "shuffles",
        "top",
        "trail",
        "trial",
        "turn",
    )

    setup: Setup
    seed: str
    shuffles: int
    """How many shuffles the match has had."""
    number: int
    """Of the round in the match, from 1."""
    dealer: int
    live: int
    """The seats still in the round, as a set."""
    hands: tuple[int, ...]
    pile: tuple[int, ...]
    left: int
    discards: int
    """The discard pile but for the top card, as a set."""
    top: int
    color: int
    """In force; -1 while the first color is owed."""
    turn: int
    direction: int
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
    moved: bool
    """Whether a card was drawn or played in the turn that is going on."""
    blank: int
    """Turns in a row that ended with no card drawn or played (R5.3)."""
    actions: int
    trail: Trail
    result: RoundEnded | None
    memo: tuple[int, tuple[Action, ...]] | None
    """The seat whose legal actions were asked for last, and these."""

    # seats

    def neighbor(self, seat: int, step: int) -> int:
        """The next seat in the round, going by `step` (1 or -1), always by seat and never by list position."""
        seats = self.setup.seats
        seat = (seat + step) % seats
        while not self.live >> seat & 1:
            seat = (seat + step) % seats
        return seat

    def seats_live(self) -> list[int]:
        """The seats in the round, ascending."""
        return [seat for seat in range(self.setup.seats) if self.live >> seat & 1]

    @property
    def two_left(self) -> bool:
        """Whether exactly two are in the round now (R6.2, R6.3)."""
        return self.live.bit_count() == 2

    # hands and piles

    def hold(self, seat: int, cards: int) -> None:
        """Give a seat that hand; settle what it owes by holding one card (R8.2)."""
        hands = self.hands
        changed = list(hands)
        changed[seat] = cards
        self.hands = tuple(changed)
        bit = 1 << seat
        if cards.bit_count() == 1:
            self.owing |= bit
        else:
            self.owing &= ~bit
        self.called &= ~bit

    def take(self, count: int, events: list[Event]) -> list[int]:
        """Take up to that many cards off the draw pile, reshuffling the discards when it is empty (R5.1, R5.2)."""
        taken: list[int] = []
        while len(taken) < count:
            if not self.left and not self.reshuffle(events):
                break
            self.left -= 1
            taken.append(self.pile[self.left])
        return taken

    def reshuffle(self, events: list[Event]) -> bool:
        """Make the discards under the top card the draw pile; False if there are none (R5.1)."""
        if not self.discards:
            return False
        self.stack(self.setup.deck.ids(self.discards))
        self.discards = 0
        events.append(Reshuffled(self.left))
        return True

    def stack(self, cards: Sequence[int]) -> None:
        """Shuffle these cards, given in card order, into the draw pile."""
        self.pile = tuple(shuffled(cards, self.seed, self.shuffles))
        self.shuffles += 1
        self.left = len(self.pile)

    def give(self, seat: int, count: int, cause: Cause, events: list[Event]) -> None:
        """Let a seat draw an exact number of cards, or what there is of it (R5.2, R10.3)."""
        self.receive(seat, self.take(count, events), count, cause, events)

    def receive(self, seat: int, taken: list[int], owed: int, cause: Cause, events: list[Event]) -> None:
        """Put cards taken off the pile into a hand and tell the table how many."""
        hand = self.hands[seat]
        for card in taken:
            hand |= 1 << card
        if taken:
            self.moved = True
            self.hold(seat, hand)
        cards = self.setup.deck.cards
        events.append(event(Drew, seat, len(taken), owed, cause, tuple([cards[card] for card in taken])))

    # the course of turns

    def pass_turn(self, to: int, events: list[Event]) -> None:
        """End the turn that is going on; count it if nothing happened in it (R5.3)."""
        self.blank = 0 if self.moved else self.blank + 1
        self.moved = False
        self.turn = to
        self.phase = Phase.PLAY
        self.drawn = NOBODY
        if self.blank >= self.live.bit_count():
            self.end(None, events, dead=True)

    def skip(self, seat: int, events: list[Event]) -> None:
        """The seat after that one loses its turn (R6.1)."""
        lost = self.neighbor(seat, self.direction)
        events.append(event(Skipped, lost))
        self.pass_turn(self.neighbor(lost, self.direction), events)

    def end(self, winner: int | None, events: list[Event], dead: bool = False) -> None:
        """End the round; a winner's round shows what everybody was caught with (R9.1, R9.2)."""
        deck = self.setup.deck
        points = tuple(deck.points(hand) if winner is not None else 0 for hand in self.hands)
        hands = tuple(deck.list(hand) if winner is not None else () for hand in self.hands)
        self.phase = Phase.OVER
        self.drawn, self.penalty, self.trial = NOBODY, 0, None
        self.owing = 0
        self.result = RoundEnded(winner, points, hands, dead)
        events.append(self.result)
