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
    """One step of a match; replaying all steps in order gives the match."""

    seat: int
    what: str
    """An action in notation, `LEAVE`, or `SIT` for a person who takes over a bot's seat."""
    who: str = ""
    """Identity of the person who leaves or takes a seat; empty for an action."""

    @property
    def action(self) -> Action | None:
        """The action of this step; None for `LEAVE` and `SIT`."""
        return None if self.what in (LEAVE, SIT) else action(self.what)

    def play(self, match: Match) -> tuple[Match, tuple[Event, ...]]:
        """Return the match after this step, and its events.

        Raises:
            IllegalAction: The action is not legal now.
            ValueError: `what` is not an action's notation.
        """
        if self.what == SIT:
            return match, ()
        return match.leave(self.seat) if self.action is None else match.apply(self.seat, self.action)


@dataclass(frozen=True, slots=True)
class MatchStart:
    """The values that determine the start of a match."""

    rules: Rules
    seats: int
    seed: str
    typed: bool
    """Whether a person chose the seed."""
    base: int
    """The table's version at the start of the match."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it is stored."""

    start: MatchStart
    steps: tuple[Step, ...]

    def record(self, names: Sequence[str]) -> Record:
        """Replay the match and return its record, with the names by seat.

        Steps that have no line in a record are left out: sitting down, and leaving a match that one had left already.

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
    """A seat as it is stored."""

    owner: str = ""
    """Identity of the person who owns the seat, also if they left the match; empty for a bot or nobody."""
    guest: bool = False
    name: str = ""
    level: str = ""
    """The bot's level; empty for a person."""
    autopilot: bool = False
    left: bool = False
    """Whether the person has left the match."""


@dataclass(frozen=True, slots=True)
class SentAway:
    """A person whom the host has sent away and who may not return."""

    identity: str
    name: str = ""
    """The name that the person had at the table; empty if an older version stored this."""
    origin: str = ""
    """Hash of the network that a guest came from, with the table's salt; empty if it counts for nothing."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """The stored form of a table, without its match."""

    code: str
    options: TableOptions
    rules: Rules
    stage: Stage
    base: int
    """The table's version at the start of the newest match."""
    matches: int
    """Number of matches begun at this table."""
    seats: tuple[StoredSeat, ...]
    people: tuple[str, ...]
    """Identities of the people who have seats, in the order in which they joined."""
    host: str
    """The host's identity; empty if there is none."""
    sent_away: tuple[str | SentAway, ...]
    """The people who may not return; older versions stored only their identities."""
    salt: str = ""
    """Secret salt of the hashes in `sent_away`."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of one seat in a match."""

    seat: int
    owner: str
    """The person's identity; empty for a bot."""
    guest: bool
    name: str
    level: str
    """The bot's level; empty for a person."""
    place: int
    """The player's place, from 1; players with equal results share a place."""
    points: int
    left: bool
    """Whether the person left before the end."""
    present: bool
    """Whether the person was connected at the end of the match."""


class TableWriter(Protocol):
    """Stores one table."""

    def begin(self, start: MatchStart) -> None:
        """Queue the start of a match; `save` stores it."""

    def step(self, step: Step) -> None:
        """Queue a step of the match; `save` stores it."""

    def finish(self, standings: tuple[Standing, ...]) -> None:
        """Queue the end of the match and its results; `save` stores them."""

    def save(self, table: StoredTable) -> bool:
        """Store what was added and the table as it is now, and return whether that worked.

        If storing fails, everything stays in memory and is stored as soon as possible.
        """

    def close(self) -> None:
        """Delete the stored table, and its match unless the match is over."""

    def release(self) -> None:
        """Stop writing, but keep the table stored for the next start of the program."""


class TableStore(Protocol):
    """Stores the tables of a lobby."""

    def writer(self, code: str, changed: Callable[[], None]) -> TableWriter:
        """Return the writer of a new or stored table. `changed` is called when a save succeeds after failed ones."""

    def stored(self) -> Iterable[tuple[StoredTable, StoredMatch | None]]:
        """Return the tables stored by the previous run, each with its latest match; `writer` continues them."""


class _NoTableWriter:
    """A `TableWriter` that stores nothing and always reports success."""

    def begin(self, start: MatchStart) -> None:
        """Do nothing."""

    def step(self, step: Step) -> None:
        """Do nothing."""

    def finish(self, standings: tuple[Standing, ...]) -> None:
        """Do nothing."""

    def save(self, table: StoredTable) -> bool:  # noqa: ARG002  # the protocol's signature
        """Return True without storing anything."""
        return True

    def close(self) -> None:
        """Do nothing."""

    def release(self) -> None:
        """Do nothing."""


class NoTableStore:
    """A `TableStore` that stores nothing, for lobbies that end with the program."""

    def writer(self, code: str, changed: Callable[[], None]) -> TableWriter:  # noqa: ARG002  # the protocol's signature
        """Return a writer that stores nothing."""
        return _NoTableWriter()

    def stored(self) -> tuple[()]:
        """Return no tables."""
        return ()
