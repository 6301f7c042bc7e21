"""Storage of tables: the stored values, and the protocols of what stores them.

A table writes every change to its `TableWriter` and saves it before anybody is sent the change. So whatever a screen
has shown is stored. If the process dies in between, something is stored that nobody saw, never the other way round.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from uno_tui.game.actions import Action, action
from uno_tui.game.events import Event
from uno_tui.game.match import Match
from uno_tui.game.record import Move, Record
from uno_tui.game.rules import Rules
from uno_tui.table.options import TableOptions
from uno_tui.table.protocol import Stage

LEAVE: Final = "leave"
SIT: Final = "sit"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened in a match; all of them in order, played again, give the match."""

    seat: int
    what: str
    """An action's notation, or `LEAVE`, or `SIT`: somebody takes the seat of a bot."""
    who: str = ""
    """The identity of who leaves or sits down."""

    @property
    def action(self) -> Action | None:
        """The action, if it is one."""
        return None if self.what in (LEAVE, SIT) else action(self.what)

    def play(self, match: Match) -> tuple[Match, tuple[Event, ...]]:
        """The match after it, and what happened; `IllegalAction` or `ValueError` if it cannot be."""
        if self.what == SIT:
            return match, ()
        return match.leave(self.seat) if self.action is None else match.apply(self.seat, self.action)


@dataclass(frozen=True, slots=True)
class MatchStart:
    """What a match begins with."""

    rules: Rules
    seats: int
    seed: str
    typed: bool
    """Whether a person chose the seed."""
    base: int
    """The table's version when it began."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it is kept."""

    start: MatchStart
    steps: tuple[Step, ...]

    def record(self, names: Sequence[str]) -> Record:
        """Play the match again and return its record, with the names by seat.

        Steps without a line in a record are left out: sitting down, and leaving a match one was out of already.

        Raises:
            IllegalAction: A stored action is not legal at its place.
            ValueError: The stored values do not make a match.
        """
        start = self.start
        match, _ = Match.start(start.rules, start.seats, start.seed, start.typed)
        moves = []
        for step in self.steps:
            after, _ = step.play(match)
            if step.what != SIT and after is not match:
                moves.append(Move(step.seat, step.action))
            match = after
        return Record.of(match, names, moves)


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A seat as it is kept."""

    owner: str = ""
    """The identity of the person whose seat it is, or was until they left the match; else empty."""
    guest: bool = False
    name: str = ""
    level: str = ""
    """A bot's level."""
    autopilot: bool = False
    left: bool = False
    """The owner has left the match."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is kept, beside its match."""

    code: str
    options: TableOptions
    rules: Rules
    stage: Stage
    base: int
    """What the table's version counts from."""
    matches: int
    """How many were begun."""
    seats: tuple[StoredSeat, ...]
    people: tuple[str, ...]
    """The identities of those who have a seat, in the order they came."""
    host: str
    """The host's identity; empty while there is none."""
    sent_away: tuple[str, ...]
    """The identities of those who may not come back."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat came out of a match."""

    seat: int
    owner: str
    """The person's identity; empty for a bot."""
    guest: bool
    name: str
    level: str
    """A bot's level; empty for a person."""
    place: int
    """From 1; equal ones share it."""
    points: int
    left: bool
    """Left before the end."""
    present: bool
    """Saw the end: the line was up."""


class TableWriter(Protocol):
    """Keeps one table."""

    def begin(self, start: MatchStart) -> None:
        """Enter that a match begins."""

    def step(self, step: Step) -> None:
        """Enter what happened in the match."""

    def finish(self, standings: tuple[Standing, ...]) -> None:
        """Enter that the match is over."""

    def save(self, table: StoredTable) -> bool:
        """Store all that was entered, and the table as it is now; tell whether it is safe.

        If it cannot be, it stays entered and is stored as soon as it can be.
        """

    def close(self) -> None:
        """Forget the table, and its match if that is not over."""

    def release(self) -> None:
        """Keep the table for the next start of the program."""


class TableStore(Protocol):
    """Keeps the tables of a lobby."""

    def writer(self, code: str, changed: Callable[[], None]) -> TableWriter:
        """The book of a new table; `changed` is called when what could not be stored has been stored after all."""

    def stored(self) -> Iterable[tuple[StoredTable, StoredMatch | None]]:
        """The tables there were when the program ended, each with its match; `book` then goes on in their books."""


class _NoTableWriter:
    """Keeps nothing, safely: for tables that end with the program."""

    def begin(self, start: MatchStart) -> None:
        """Enter nothing."""

    def step(self, step: Step) -> None:
        """Enter nothing."""

    def finish(self, standings: tuple[Standing, ...]) -> None:
        """Enter nothing."""

    def save(self, table: StoredTable) -> bool:  # noqa: ARG002  # the protocol's signature
        """Store nothing."""
        return True

    def close(self) -> None:
        """Forget nothing."""

    def release(self) -> None:
        """Keep nothing."""


class NoTableStore:
    """A `TableStore` for lobbies that end with the program."""

    def writer(self, code: str, changed: Callable[[], None]) -> TableWriter:  # noqa: ARG002  # the protocol's signature
        """The book in which nothing is entered."""
        return _NoTableWriter()

    def stored(self) -> tuple[()]:
        """No tables."""
        return ()
