"""Events: what happened in a match, as values.

Everybody may see all of an event, except what its docstring calls hidden. `Event.seen_by` returns the event as one seat
may see it. Seats count from 0.
"""

from dataclasses import dataclass, replace
from enum import StrEnum, auto
from functools import lru_cache
from typing import ClassVar, Self

from uno_tui.game.cards import Card, Color


@dataclass(frozen=True, slots=True)
class Event:
    """The base class of all events."""

    secret: ClassVar[bool] = False
    """Whether `seen_by` may hide something; an event of any other kind is the same for everybody."""

    def seen_by(self, seat: int | None) -> Self:
        """Return this event as that seat may see it; None is a spectator."""
        del seat
        return self


@dataclass(frozen=True, slots=True)
class DealerDrew(Event):
    """Each seat still in the dealer draw drew a card (R2.2)."""

    cards: tuple[tuple[int, Card], ...]
    """Pairs of a seat and its card, in the order of seats."""


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A round was dealt (R2.4)."""

    number: int
    """Number of the round in the match, from 1."""
    dealer: int
    hand_size: int
    """Number of cards dealt to each seat."""


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A card was turned to start the discard pile (R2.5)."""

    card: Card
    back: bool
    """Whether it went back into the draw pile, which was reshuffled (R3.2, R3.3)."""


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A seat played a card, or a double (R4.1)."""

    seat: int
    card: Card
    color: Color | None = None
    """The color named for a wild; None for any other card and for a wild as last card."""
    double: bool = False
    uno: bool = False
    """Whether the play included the UNO call."""
    jump: bool = False
    """Whether it was a jump-in, out of turn (R11.1)."""


class Cause(StrEnum):
    """Why cards were drawn."""

    TURN = auto()
    """The seat drew instead of playing."""
    PENALTY = auto()
    """A Draw Two or Wild Draw Four, also as first card, also after a challenge that failed."""
    GUILTY = auto()
    """A challenge found the seat guilty (R7.4)."""
    CAUGHT = auto()
    """The seat was caught without its UNO call (R8.4)."""


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat drew cards. Hidden from the others: which ones."""

    secret: ClassVar[bool] = True

    seat: int
    count: int
    owed: int
    """Number of cards owed: more than `count` if the piles ran out (R5.2); for a turn's draw always 1."""
    cause: Cause
    cards: tuple[Card, ...] | None
    """The cards in the order drawn; None where hidden."""

    def seen_by(self, seat: int | None) -> "Drew":
        """Return this event, for other seats without the cards."""
        return self if seat == self.seat else _drew_unseen(self.seat, self.count, self.owed, self.cause)


@lru_cache(maxsize=1024)
def _drew_unseen(seat: int, count: int, owed: int, cause: Cause) -> Drew:
    """Return the draw as the others see it; one object for all of them, since every view of the round asks for it."""
    return Drew(seat, count, owed, cause, None)


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """A seat kept the card it had drawn; its turn ended (R4.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat's turn ended, since it drew no card that may be played (R4.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """A seat lost its turn to a Skip, or between two players to a Reverse (R6.1, R6.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Reversed(Event):
    """The direction of play changed (R6.1)."""

    direction: int
    """The new direction: 1 is clockwise, -1 counterclockwise."""


@dataclass(frozen=True, slots=True)
class ColorNamed(Event):
    """The first player named the color of a Wild turned as first card (R3.2)."""

    seat: int
    color: Color


@dataclass(frozen=True, slots=True)
class Challenged(Event):
    """A Wild Draw Four was challenged (R7.4). Hidden from all but challenger and offender: the hand."""

    secret: ClassVar[bool] = True

    seat: int
    """The challenger."""
    offender: int
    """The seat that played the Wild Draw Four."""
    guilty: bool
    hand: tuple[Card, ...] | None
    """The offender's hand right after the play, in card order; None where hidden."""

    def seen_by(self, seat: int | None) -> Self:
        """Return this event, for all but challenger and offender without the hand."""
        return self if seat in (self.seat, self.offender) else replace(self, hand=None)


@dataclass(frozen=True, slots=True)
class Called(Event):
    """A seat called UNO after its play (R8.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Caught(Event):
    """A seat caught another that held one card without a call (R8.4)."""

    seat: int
    """The seat that caught the other."""
    offender: int
    """The seat that was caught."""


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """Two seats swapped hands for a 7 (R11.2). Hidden from the others: the hands."""

    secret: ClassVar[bool] = True

    seat: int
    """The seat that played the 7."""
    other: int
    hands: tuple[tuple[Card, ...], tuple[Card, ...]] | None
    """The hands that `seat` and `other` gave away, in card order; None where hidden."""

    def seen_by(self, seat: int | None) -> Self:
        """Return this event, for all but the two seats without the hands."""
        return self if seat in (self.seat, self.other) else replace(self, hands=None)


@dataclass(frozen=True, slots=True)
class HandsPassed(Event):
    """Every hand was passed to the next seat for a 0 (R11.2). Hidden: hands that a seat neither gave nor received."""

    secret: ClassVar[bool] = True

    direction: int
    """The direction of play: 1 is clockwise, -1 counterclockwise."""
    moves: tuple[tuple[int, int, tuple[Card, ...] | None], ...]
    """For each hand: the seat that gave it, the seat that received it, the cards (None where hidden)."""

    def seen_by(self, seat: int | None) -> Self:
        """Return this event with only the hands that the seat gave or received."""
        return replace(
            self,
            moves=tuple((giver, taker, hand if seat in (giver, taker) else None) for giver, taker, hand in self.moves),
        )


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The discards under the top card became the draw pile (R5.1)."""

    count: int
    """Number of cards in the new draw pile."""


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A player left the match; the hand went under the discard pile (R9.5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round ended: won, dead (R5.3), or broken off because all but one player left (R9.5)."""

    winner: int | None
    """The seat that emptied its hand; None if nobody won the round."""
    points: tuple[int, ...]
    """By seat, the value of the hand; all 0 if nobody won (R9.2)."""
    hands: tuple[tuple[Card, ...], ...]
    """By seat, the hand, which everybody now sees; all empty if nobody won."""
    dead: bool = False
    """Whether the round was dead (R5.3)."""


@dataclass(frozen=True, slots=True)
class MatchWon(Event):
    """The match was won, which ends it (R9.3, R9.4, R9.5)."""

    seat: int
