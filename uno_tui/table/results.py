"""Results of people as values, and the protocol of what knows people and results."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from uno_tui.game.record import Record
from uno_tui.table.options import User


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat in a match."""

    seat: int
    owner: str
    """The person's identity; empty for a bot."""
    guest: bool
    name: str
    level: str
    """The bot's level; empty for a person."""
    place: int
    """The player's place, from 1; players with equal results share a place, and so do partners."""
    points: int
    left: bool
    """Whether the person left before the end."""
    present: bool
    """Whether the person was connected at the end of the match."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match, for results, ratings and records."""

    number: int
    """Number of the match at its table, from 1; with the key of the table's log it identifies the match."""
    code: str
    """The table's code."""
    began: int
    """Start of the match, in seconds since 1970; for display only."""
    ended: int
    """End of the match, in seconds since 1970; for display only."""
    standings: tuple[SeatResult, ...]
    """The result of each seat, in order of seats."""
    record: Record
    """The record of the match, with rules, seed and names."""
    once: bool = False
    """Whether it was a try at the daily deal, which counts for no rating, total or leaderboard."""


@dataclass(frozen=True, slots=True)
class Result:
    """One person's result in one match."""

    match: int
    """Number of the match in the journal."""
    code: str
    """The table's code; empty if the result is shown to a person who was not at the table."""
    ended: int
    """End of the match, in seconds since 1970."""
    rules: str
    """The rules as text, beginning with the preset."""
    place: int
    """The player's place, from 1; players with equal results share a place, and so do partners."""
    seats: int
    """Number of players, or of teams in a match of teams."""
    points: int
    winner: str
    """The winner's name, or the names of all partners who won: ``Ann & Cat``."""
    bots: bool
    """Whether any bot played in the match."""
    left: bool
    """Whether the person left before the end."""
    seen: bool
    """Whether the person saw the end of the match or was notified of it later."""

    @property
    def preset(self) -> str:
        """The preset nearest to the rules."""
        return self.rules.split()[0]

    @property
    def text(self) -> str:
        """Table code, place, number of players and winner as language-independent text: ``FAM1 2/4 Ann``."""
        return f"{self.code} {self.place}/{self.seats} {self.winner}"


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """One person's finished match, as used for statistics."""

    ended: int
    """End of the match, in seconds since 1970."""
    preset: str
    """The preset nearest to the rules."""
    level: str
    """Level of the bots; empty if no bots played."""
    won: bool


@dataclass(frozen=True, slots=True)
class SeededResult:
    """One person's result in a finished match, with the seed of its cards."""

    match: int
    """Number of the match in the journal."""
    began: int
    """Start of the match, in seconds since 1970."""
    seed: str
    won: bool
    points: int
    moves: int
    """Number of the person's actions."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Totals of a list of finished matches."""

    matches: int
    wins: int
    streak: int
    """Current number of wins in a row, including the last match."""
    best: int
    """Longest series of wins in a row."""

    @classmethod
    def of(cls, matches: Iterable[FinishedMatch]) -> Self:
        """Return the totals of matches, given in the order in which they ended."""
        count = wins = streak = best = 0
        for one in matches:
            count += 1
            wins += one.won
            streak = streak + 1 if one.won else 0
            best = max(best, streak)
        return cls(count, wins, streak, best)


@dataclass(frozen=True, slots=True)
class PlayerRank:
    """One player's rating and totals in a preset; games with and without bots are separate."""

    name: str
    guest: bool
    level: str
    """The bot's level; empty for a person."""
    preset: str
    bots: bool
    """Whether the figures are of games with bots, rather than of games among people only."""
    rating: int
    """Displayed rating, 1000 for a new player. The rating rises with wins, and with certainty about the skill."""
    matches: int
    wins: int


class Register:
    """A store of people and their results, as a lobby uses it. This one stores nothing; a journal does."""

    async def guest_of(self, code: str) -> User | None:  # noqa: ARG002  # nobody is known
        """Return the guest with the given resume code; None if there is none."""
        return None

    async def unseen(self, identity: str) -> tuple[Result, ...]:  # noqa: ARG002  # nothing is known
        """Return the results that a person has not seen yet, oldest first."""
        return ()

    def mark_seen(self, identity: str, match: int) -> None:
        """Mark a person's results as seen, up to the match with the given number."""
