"""What is known of people and their matches, as values, and what a lobby needs of whoever knows it."""

from dataclasses import dataclass
from typing import Protocol

from uno_tui.table.options import User


@dataclass(frozen=True, slots=True)
class Result:
    """How one person came out of one match."""

    match: int
    """The match's number."""
    code: str
    """The table's code."""
    ended: int
    """When, in seconds since 1970."""
    rules: str
    """The rules' text; it begins with the preset."""
    place: int
    """From 1; equal ones share it."""
    seats: int
    points: int
    winner: str
    """The winner's name."""
    bots: bool
    """Whether bots played along."""
    left: bool
    """Left before the end."""
    seen: bool
    """The person was there at the end, or was told since."""

    @property
    def preset(self) -> str:
        """The preset the rules are nearest to."""
        return self.rules.split()[0]

    @property
    def text(self) -> str:
        """The table, the place of how many, and the winner, in no language: ``FAM1 2/4 Ann``."""
        return f"{self.code} {self.place}/{self.seats} {self.winner}"


@dataclass(frozen=True, slots=True)
class PlayerRank:
    """What one player has reached with one preset; games with bots count apart."""

    name: str
    guest: bool
    level: str
    """A bot's level; empty for a person."""
    preset: str
    bots: bool
    """In games with bots."""
    rating: int
    """1000 for a newcomer; it grows with wins over others and with certainty."""
    matches: int
    wins: int


class Register(Protocol):
    """Knows people and their results."""

    def guest_of(self, code: str) -> User | None:
        """The guest to whom that resume code was given."""

    def results(self, identity: str, most: int = 20) -> tuple[Result, ...]:
        """That person's newest results, newest first."""

    def ranks(self, identity: str) -> tuple[PlayerRank, ...]:
        """What that person has reached, most played first."""

    def unseen(self, identity: str) -> tuple[Result, ...]:
        """The results that person has not seen, oldest first; from now on they count as seen."""


class EmptyRegister:
    """A `Register` for lobbies that end with the program."""

    def guest_of(self, code: str) -> None:
        """Nobody."""

    def results(self, identity: str, most: int = 20) -> tuple[()]:  # noqa: ARG002  # the protocol's signature
        """No results."""
        return ()

    def ranks(self, identity: str) -> tuple[()]:  # noqa: ARG002  # the protocol's signature
        """No ranks."""
        return ()

    def unseen(self, identity: str) -> tuple[()]:  # noqa: ARG002  # the protocol's signature
        """No results."""
        return ()
