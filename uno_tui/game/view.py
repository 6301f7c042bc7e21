"""A match as one seat may see it; bots, screens and logs get nothing else.

`Match.view` makes a `PlayerView`, field by field. Everything in it may be shown to the player of that seat. A
spectator's view has no seat, no hand and no legal actions.
"""

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final

from uno_tui.game.actions import Action
from uno_tui.game.cards import Card, Color
from uno_tui.game.events import Event
from uno_tui.game.rules import Rules


class Phase(StrEnum):
    """The kind of action that the seat on turn must take."""

    PLAY = auto()
    """Play a card or draw (R4)."""
    DRAWN = auto()
    """Play the card just drawn, or keep it (R4.2)."""
    ANSWER = auto()
    """Answer a penalty: take, challenge, stack (R6.1)."""
    COLOR = auto()
    """Name the first color (R3.2)."""
    OVER = auto()
    """The round is over; unless the match is over too, the next dealer must deal (R2.3)."""


# The engine uses the phases by these names: before Python 3.12 the lookup of an enum's member is slow.
PLAY: Final = Phase.PLAY
DRAWN: Final = Phase.DRAWN
ANSWER: Final = Phase.ANSWER
COLOR: Final = Phase.COLOR
OVER: Final = Phase.OVER


@dataclass(frozen=True, slots=True)
class SeatView:
    """The public facts about a seat."""

    cards: int
    """Number of cards in this seat's hand."""
    score: int
    """Points in the match so far; partners both have the points of their team."""
    playing: bool
    """Whether the seat's player is still in the match."""
    called: bool
    """Whether the seat holds one card and has called UNO."""
    owes_call: bool
    """Whether the seat holds one card, has not called, and may be caught now (R8)."""
    team: int | None = None
    """The number of the seat's team (R14.1); None without teams."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A match as one seat may see it. An immutable value; seats count from 0."""

    seat: int | None
    """The seat whose view this is; None for a spectator."""
    rules: Rules
    seats: tuple[SeatView, ...]
    """All seats of the match, clockwise, including those of players who left."""
    round: int
    """Number of the round, from 1."""
    dealer: int
    phase: Phase
    turn: int
    """The seat that must act; between rounds the next dealer; after the match its winner."""
    direction: int
    """1 is clockwise, to the next higher seat; -1 is counterclockwise."""
    top: Card
    """The discard pile's top card."""
    color: Color | None
    """The color in force; None only while the first color is owed (R3.2)."""
    penalty: int
    """Number of cards that the seat on turn owes, in phase ANSWER; else 0."""
    pile: int
    """Number of cards in the draw pile."""
    discards: int
    """Number of cards in the discard pile, including the top card."""
    hand: tuple[Card, ...]
    """The seat's own hand, in card order."""
    drawn: Card | None
    """The card just drawn, in phase DRAWN and only for its owner; else None."""
    legal: tuple[Action, ...]
    """All actions that this seat may take now, whether the seat is on turn or not."""
    history: tuple[Event, ...]
    """The events of the round as this seat may see them, the newest last."""
    winner: int | None
    """The seat that won the match; None until the match is over."""
    seed_hash: str
    """SHA-256 of the match's seed in hexadecimal, known before the first deal."""
    seed: str | None
    """The seed of the match; None until the match is over."""
    seed_typed: bool
    """Whether a person chose the seed and so may know the cards."""
    winning_team: int | None = None
    """The team that won the match, the winner's (R14.4); None until the match is over, and without teams."""

    @property
    def on_turn(self) -> bool:
        """Whether this seat must act now; False once the match is over."""
        return self.seat is not None and self.seat == self.turn and self.winner is None

    def partners(self, seat: int | None) -> tuple[int, ...]:
        """Return the other seats of a seat's team, in ascending order, also of partners who left; None has none."""
        team = None if seat is None else self.seats[seat].team
        if team is None:
            return ()
        return tuple([other for other, one in enumerate(self.seats) if one.team == team and other != seat])

    def next_seat(self, seat: int, direction: int | None = None) -> int:
        """Return the next active seat after `seat`; `direction` is 1 or -1, by default the direction of play."""
        step = self.direction if direction is None else direction
        after = (seat + step) % len(self.seats)
        while not self.seats[after].playing:
            after = (after + step) % len(self.seats)
        return after
