"""Events: what happened in a match, as values.

Everybody may see all of an event, except what its docstring calls hidden. `Event.seen_by` returns the event as one seat
may see it. Seats count from 0.
"""

from dataclasses import dataclass, replace
from enum import StrEnum, auto
from functools import lru_cache
from typing import ClassVar, Self

from uno_tui.game.cards import Card, Color
from uno_tui.game.rules import Rules
from uno_tui.game.teams import seats_of, team_of


@dataclass(frozen=True, slots=True)
class Event:
    """The base class of all events."""

    secret: ClassVar[bool] = False
    """Whether other seats see only part of an event of this class; if False, everybody sees the whole event."""

    @property
    def insiders(self) -> tuple[int, ...]:
        """The seats that see more of the event than a spectator does."""
        return ()

    def seen_by(self, seat: int | None) -> Self:
        """Return the event as the given seat may see it, None for a spectator."""
        del seat
        return self


@dataclass(frozen=True, slots=True)
class DealerDrew(Event):
    """To choose the dealer, each seat still tied drew a card (R2.2)."""

    cards: tuple[tuple[int, Card], ...]
    """Each seat with the card it drew, in seat order."""


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
    """A card was turned up to start the discard pile (R2.5)."""

    card: Card
    back: bool
    """Whether the card was put back and the draw pile reshuffled (R3.2, R3.3)."""


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
    """Whether the play was a jump-in, out of turn (R11.1)."""


class Cause(StrEnum):
    """Why cards were drawn."""

    TURN = auto()
    """The seat drew in its own turn instead of playing a card."""
    PENALTY = auto()
    """The seat drew the penalty of a Draw Two or Wild Draw Four, also of a first card or after a failed challenge."""
    GUILTY = auto()
    """A challenge found the seat guilty (R7.4)."""
    CAUGHT = auto()
    """The seat was caught for not calling UNO (R8.4)."""


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat drew cards, which other seats do not see."""

    secret: ClassVar[bool] = True

    seat: int
    count: int
    owed: int
    """Number of cards the seat had to draw; more than `count` if the piles ran out (R5.2). A normal draw owes 1."""
    cause: Cause
    cards: tuple[Card, ...] | None
    """The cards in the order drawn; None where hidden."""

    @property
    def insiders(self) -> tuple[int, ...]:
        """The seats that see more of the event than a spectator does."""
        return (self.seat,)

    def seen_by(self, seat: int | None) -> "Drew":
        """Return the event as the given seat may see it: with the drawn cards only for the seat that drew them."""
        return self if seat == self.seat else _drew_unseen(self.seat, self.count, self.owed, self.cause)


@lru_cache(maxsize=1024)
def _drew_unseen(seat: int, count: int, owed: int, cause: Cause) -> Drew:
    """Return a draw event without its cards; cached, because all other seats share that event."""
    return Drew(seat, count, owed, cause, None)


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """A seat kept the card it had drawn; its turn ended (R4.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat drew a card that it could not play, so its turn ended (R4.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """A seat lost its turn, because of a Skip, or of a Reverse between two players (R6.1, R6.2)."""

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
    """A Wild Draw Four was challenged (R7.4). Only challenger and offender see the hand."""

    secret: ClassVar[bool] = True

    seat: int
    """The challenger."""
    offender: int
    """The seat that played the Wild Draw Four."""
    guilty: bool
    hand: tuple[Card, ...] | None
    """The offender's hand right after the play, in card order; None where hidden."""

    @property
    def insiders(self) -> tuple[int, ...]:
        """The seats that see more of the event than a spectator does."""
        return self.seat, self.offender

    def seen_by(self, seat: int | None) -> Self:
        """Return the event, without the hand unless the seat is the challenger or the offender."""
        return self if seat in (self.seat, self.offender) else replace(self, hand=None)


@dataclass(frozen=True, slots=True)
class Called(Event):
    """A seat called UNO, some time after its play (R8.2)."""

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
    """Two seats swapped hands because of a 7 (R11.2). Only those two see the hands."""

    secret: ClassVar[bool] = True

    seat: int
    """The seat that played the 7."""
    other: int
    hands: tuple[tuple[Card, ...], tuple[Card, ...]] | None
    """The hands that `seat` and `other` gave away, in card order; None where hidden."""

    @property
    def insiders(self) -> tuple[int, ...]:
        """The seats that see more of the event than a spectator does."""
        return self.seat, self.other

    def seen_by(self, seat: int | None) -> Self:
        """Return the event, without the hands unless the seat is one of the two that swapped."""
        return self if seat in (self.seat, self.other) else type(self)(self.seat, self.other, None)


@dataclass(frozen=True, slots=True)
class HandsPassed(Event):
    """A 0 passed every hand to the next seat (R11.2). A seat sees only the hands it gave and received."""

    secret: ClassVar[bool] = True

    direction: int
    """The direction of play: 1 is clockwise, -1 counterclockwise."""
    moves: tuple[tuple[int, int, tuple[Card, ...] | None], ...]
    """For each hand: the seat that gave it, the seat that received it, the cards (None where hidden)."""

    @property
    def insiders(self) -> tuple[int, ...]:
        """The seats that see more of the event than a spectator does."""
        return tuple([giver for giver, _taker, _hand in self.moves])

    def seen_by(self, seat: int | None) -> Self:
        """Return the event with only the hands that the seat gave or received."""
        moves = [(giver, taker, hand if seat in (giver, taker) else None) for giver, taker, hand in self.moves]
        return type(self)(self.direction, tuple(moves))


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The discards under the top card were shuffled into a new draw pile (R5.1)."""

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

    def gained(self, rules: Rules) -> tuple[int, ...]:
        """Return the points that the round adds to each seat's score (R9.2, R9.4); partners get the same (R14.2)."""
        seats = len(self.points)
        if self.winner is None:
            return (0,) * seats
        teams = rules.teams_of(seats)
        caught = [sum(self.points[seat] for seat in seats_of(team, teams, seats)) for team in range(teams)]
        if rules.scoring == "caught":
            return tuple([caught[team_of(seat, teams)] for seat in range(seats)])
        won = team_of(self.winner, teams)
        total = sum(caught) - caught[won]
        return tuple([total if team_of(seat, teams) == won else 0 for seat in range(seats)])


@dataclass(frozen=True, slots=True)
class MatchWon(Event):
    """A seat won the match, which is over (R9.3, R9.4, R9.5); in a match of teams, so did its partners (R14.4)."""

    seat: int
