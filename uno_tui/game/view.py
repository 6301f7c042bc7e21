"""All that one seat may know, as a value built field by field; bots, screens and logs get nothing else.

Whoever may see a view may see everything in it. `PlayerView` is made by `Match.view`; a spectator's has no seat, no
hand and no legal actions.
"""

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final

from uno_tui.game.actions import Action
from uno_tui.game.cards import Card, Color
from uno_tui.game.events import Event
from uno_tui.game.rules import Rules


class Phase(StrEnum):
    """What the seat on turn has to do."""

    PLAY = auto()
    """Play or draw (R4)."""
    DRAWN = auto()
    """Play the card just drawn, or keep it (R4.2)."""
    ANSWER = auto()
    """Answer a penalty: take, challenge, stack (R6.1)."""
    COLOR = auto()
    """Name the first color (R3.2)."""
    OVER = auto()
    """Nothing: the round is over. While the match goes on, the next dealer, on turn, deals (R2.3)."""


# The phases by names of their own, for the engine: before Python 3.12 looking up a member of an enum is slow.
PLAY: Final = Phase.PLAY
DRAWN: Final = Phase.DRAWN
ANSWER: Final = Phase.ANSWER
COLOR: Final = Phase.COLOR
OVER: Final = Phase.OVER


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody sees of a seat."""

    cards: int
    """How many cards it holds."""
    score: int
    playing: bool
    """False once it left the match."""
    called: bool
    """It holds one card and called UNO."""
    owes_call: bool
    """It holds one card, has not called and can be caught now (R8)."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A match as one seat sees it."""

    seat: int | None
    """Whose view; None is a spectator's."""
    rules: Rules
    seats: tuple[SeatView, ...]
    """All seats of the match by number, clockwise."""
    round: int
    """Counted from 1."""
    dealer: int
    phase: Phase
    turn: int
    """The seat that must act. Between rounds the next dealer."""
    direction: int
    """1 clockwise (to the next higher seat), -1 the other way."""
    top: Card
    color: Color | None
    """The color in force; None only while the first color is owed."""
    penalty: int
    """Cards owed by the seat on turn in the answer phase, else 0."""
    pile: int
    """Cards in the draw pile."""
    discards: int
    """Cards in the discard pile, the top card among them."""
    hand: tuple[Card, ...]
    """In card order."""
    drawn: Card | None
    """The card just drawn, in the phase ``drawn``, for its owner only."""
    legal: tuple[Action, ...]
    """Every action this seat may take now, whether on turn or not."""
    history: tuple[Event, ...]
    """All that happened since the round began, as this seat saw it, the newest last."""
    winner: int | None
    """The winner of the match."""
    seed_hash: str
    """SHA-256 of the match's seed, told before the first deal."""
    seed: str | None
    """The seed, once the match is over."""
    seed_typed: bool
    """Whether somebody chose the seed, who may thus know the cards."""

    @property
    def on_turn(self) -> bool:
        """Whether this seat must act now."""
        return self.seat is not None and self.seat == self.turn and self.winner is None

    def next_seat(self, seat: int, direction: int | None = None) -> int:
        """Return the seat after `seat`, of those still playing; `direction` is 1 or -1, by default that of play."""
        step = self.direction if direction is None else direction
        after = (seat + step) % len(self.seats)
        while not self.seats[after].playing:
            after = (after + step) % len(self.seats)
        return after
