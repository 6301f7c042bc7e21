"""Results of people as values, and the protocol of what knows people and results."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, Self

from uno_tui.table.options import User


@dataclass(frozen=True, slots=True)
class Result:
    """One person's result in one match."""

    match: int
    """The match's number in the journal."""
    code: str
    """The table's code; empty for a reader who did not sit there."""
    ended: int
    """End of the match, in seconds since 1970."""
    rules: str
    """The rules' text, which begins with the preset."""
    place: int
    """From 1; equal results share a place."""
    seats: int
    points: int
    winner: str
    """The winner's name."""
    bots: bool
    """Whether any bot played."""
    left: bool
    """The person left before the end."""
    seen: bool
    """The person was there at the end, or has been notified since."""

    @property
    def preset(self) -> str:
        """The preset nearest to the rules."""
        return self.rules.split()[0]

    @property
    def text(self) -> str:
        """Table, place of how many, and winner, without any language: ``FAM1 2/4 Ann``."""
        return f"{self.code} {self.place}/{self.seats} {self.winner}"


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """One person's finished match, as statistics count it."""

    ended: int
    """End of the match, in seconds since 1970."""
    preset: str
    """The preset nearest to the rules."""
    level: str
    """Level of the bots; empty if none played."""
    won: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """Totals of some finished matches."""

    matches: int
    wins: int
    streak: int
    """Wins in a row up to the last match."""
    best: int
    """Most wins in a row."""

    @classmethod
    def of(cls, matches: Iterable[FinishedMatch]) -> Self:
        """Return the totals of matches in the order in which they ended."""
        count = wins = streak = best = 0
        for one in matches:
            count += 1
            wins += one.won
            streak = streak + 1 if one.won else 0
            best = max(best, streak)
        return cls(count, wins, streak, best)


@dataclass(frozen=True, slots=True)
class PlayerRank:
    """One player's rating and totals with one preset; games with bots are counted separately."""

    name: str
    guest: bool
    level: str
    """The bot's level; empty for a person."""
    preset: str
    bots: bool
    """Whether this counts games with bots."""
    rating: int
    """1000 for a new player. It rises with wins over others, and as it becomes more certain."""
    matches: int
    wins: int


class Register(Protocol):
    """Knows people and their results."""

    def guest_of(self, code: str) -> User | None:
        """Return the guest who has that resume code, or None."""

    def results(self, identity: str, most: int = 20) -> tuple[Result, ...]:
        """Return that person's newest results, newest first."""

    def ranks(self, identity: str) -> tuple[PlayerRank, ...]:
        """Return that person's ratings, most played first."""

    def unseen(self, identity: str) -> tuple[Result, ...]:
        """Return the results that person has not seen, oldest first, and mark them as seen."""


class EmptyRegister:
    """A `Register` for lobbies that end with the program."""

    def guest_of(self, code: str) -> None:
        """Return None."""

    def results(self, identity: str, most: int = 20) -> tuple[()]:  # noqa: ARG002  # the protocol's signature
        """Return no results."""
        return ()

    def ranks(self, identity: str) -> tuple[()]:  # noqa: ARG002  # the protocol's signature
        """Return no ratings."""
        return ()

    def unseen(self, identity: str) -> tuple[()]:  # noqa: ARG002  # the protocol's signature
        """Return no results."""
        return ()
