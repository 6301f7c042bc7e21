"""What happened, told to the table: values, each with `seen_by`.

An event is public but for what its docstring says is hidden. `seen_by` gives the form that one seat may see.
"""

from dataclasses import dataclass, replace
from enum import StrEnum, auto
from functools import lru_cache
from typing import ClassVar, Self

from uno_tui.game.cards import Card, Color


@dataclass(frozen=True, slots=True)
class Event:
    """The base of all events."""

    secret: ClassVar[bool] = False
    """Whether an event of this kind hides something from somebody."""

    def seen_by(self, seat: int | None) -> Self:
        """This event as that seat may see it; None is a spectator."""
        del seat
        return self


@dataclass(frozen=True, slots=True)
class DealerDrew(Event):
    """One draw for the deal: who drew which card, in seat order (R2.2)."""

    cards: tuple[tuple[int, Card], ...]


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A round was dealt (R2.4)."""

    number: int
    """The round of the match, from 1."""
    dealer: int
    hand_size: int


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A card was turned as first card (R2.5)."""

    card: Card
    back: bool
    """It went back into the draw pile, which was reshuffled (R3)."""


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A seat played a card, or a double (R4.1)."""

    seat: int
    card: Card
    color: Color | None = None
    """The color named for a wild."""
    double: bool = False
    uno: bool = False
    """With the UNO call."""
    jump: bool = False
    """Out of turn (R11.1)."""


class Cause(StrEnum):
    """Why cards were drawn."""

    TURN = auto()
    PENALTY = auto()
    """A Draw Two or Wild Draw Four, also a first card's, also a challenge that failed."""
    GUILTY = auto()
    """A Wild Draw Four that was challenged rightly."""
    CAUGHT = auto()


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat drew cards. Which ones only that seat sees."""

    secret: ClassVar[bool] = True

    seat: int
    count: int
    owed: int
    """How many it should have been: more than `count` where the piles were empty (R5.2); for a turn's draw 1."""
    cause: Cause
    cards: tuple[Card, ...] | None
    """In the order drawn; None for everybody else."""

    def seen_by(self, seat: int | None) -> "Drew":
        """This event; for everybody but the one who drew, without the cards."""
        return self if seat == self.seat else _drew_unseen(self.seat, self.count, self.owed, self.cause)


@lru_cache(maxsize=1024)
def _drew_unseen(seat: int, count: int, owed: int, cause: Cause) -> Drew:
    """The draw as the others see it, one object for all of them: it is looked at again with every picture."""
    return Drew(seat, count, owed, cause, None)


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """A seat kept the card it had drawn; the turn passed."""

    seat: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A turn passed because what was drawn, if anything, could not be played."""

    seat: int


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """A seat lost its turn to a Skip, or to a Reverse between two (R6.1, R6.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Reversed(Event):
    """The direction of play turned; 1 is clockwise, -1 is not."""

    direction: int


@dataclass(frozen=True, slots=True)
class ColorNamed(Event):
    """The first player named the color of a Wild turned as first card (R3.2)."""

    seat: int
    color: Color


@dataclass(frozen=True, slots=True)
class Challenged(Event):
    """A Wild Draw Four was challenged. The hand on trial only the challenger and the offender see (R7.4)."""

    secret: ClassVar[bool] = True

    seat: int
    offender: int
    guilty: bool
    hand: tuple[Card, ...] | None
    """What the offender held after the play."""

    def seen_by(self, seat: int | None) -> Self:
        """This event; for everybody but the two it concerns, without the hand."""
        return self if seat in (self.seat, self.offender) else replace(self, hand=None)


@dataclass(frozen=True, slots=True)
class Called(Event):
    """A seat called UNO after its play."""

    seat: int


@dataclass(frozen=True, slots=True)
class Caught(Event):
    """A seat was caught with one card and no call (R8.4)."""

    seat: int
    """Who caught."""
    offender: int


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """Two seats changed hands for a 7 (R11.2). The hands only those two see, each as far as they held them."""

    secret: ClassVar[bool] = True

    seat: int
    other: int
    hands: tuple[tuple[Card, ...], tuple[Card, ...]] | None
    """What `seat` and what `other` gave away."""

    def seen_by(self, seat: int | None) -> Self:
        """This event; for everybody but the two who swapped, without the hands."""
        return self if seat in (self.seat, self.other) else replace(self, hands=None)


@dataclass(frozen=True, slots=True)
class HandsPassed(Event):
    """Every hand went to the next seat for a 0 (R11.2). A seat sees the hand it gave and the one it got."""

    secret: ClassVar[bool] = True

    direction: int
    moves: tuple[tuple[int, int, tuple[Card, ...] | None], ...]
    """From, to, the hand."""

    def seen_by(self, seat: int | None) -> Self:
        """This event with the hands that this seat gave and got only."""
        return replace(
            self,
            moves=tuple((giver, taker, hand if seat in (giver, taker) else None) for giver, taker, hand in self.moves),
        )


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The discards under the top card became the draw pile (R5.1)."""

    count: int


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A player left the match; the hand went under the discard pile (R9.5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round ended: won, dead (R5.3), or broken off because all but one left. The hands left over are shown."""

    winner: int | None
    points: tuple[int, ...]
    """What each seat was caught with."""
    hands: tuple[tuple[Card, ...], ...]
    dead: bool = False


@dataclass(frozen=True, slots=True)
class MatchWon(Event):
    """The match has its winner (R9.3, R9.4, R9.5)."""

    seat: int
