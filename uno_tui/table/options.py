"""The options of a table, its line in the lobby's list, the person who comes in, and the reasons for refusing one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import Final

from uno_tui.bots import current_level
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import MAX_SEATS, MIN_SEATS, Rules
from uno_tui.table.protocol import Stage

LOCAL: Final = "local"
"""Identity of the person who plays in this program's own terminal."""
GUEST: Final = "guest:"
"""Prefix of the identity of a person without a key."""

MIN_TURN_SECONDS: Final = 15
MAX_TURN_SECONDS: Final = 300

RANGES: Final = {
    "seats": (MIN_SEATS, MAX_SEATS),
    "bots": (0, MAX_SEATS - 1),
    "turn_seconds": (MIN_TURN_SECONDS, MAX_TURN_SECONDS),
    "grace_seconds": (0, 3600),
    "spectators": (0, 1000),
    "pace": (0, 1),
}
"""By name of a table option that is a number: its lowest and highest value."""


class Medium(StrEnum):
    """The interface through which a person follows a table; bots wait longer for some interfaces."""

    SCREEN = auto()
    LINES = auto()
    """Text mode: lines read one after another, possibly by speech or braille."""
    PROGRAM = auto()


@dataclass(frozen=True, slots=True)
class User:
    """A person, with the facts that the lobby knows about this person."""

    identity: str
    """An opaque id such as ``ssh:SHA256:..``, ``guest:..`` or ``local``. Never shown to others."""
    name: str
    """Name, cleaned for display. Not unique, and no proof of identity."""
    guest: bool = False
    """Whether the person has no key."""
    resume_code: str = field(default="", repr=False)
    """Code with which a guest reconnects as the same guest; secret from everybody else."""
    resume_command: str = field(default="", repr=False)
    """The command line with which a guest reconnects; empty if the server's address is unknown."""
    silenced: bool = False
    """Whether an operator has forbidden this person to chat."""
    origin: str = field(default="", repr=False)
    """Network that the person comes from; empty on this machine, and where many people share a proxy's address."""
    medium: Medium = Medium.SCREEN
    address: str = field(default="", repr=False, compare=False)
    """IP address by which wrong table codes are counted for this person; empty for a person on this machine."""


class EntryProblem(StrEnum):
    """Why the lobby refused a request. Brackets show the content of `EntryError.detail`."""

    BAD_CODE = auto()
    """A table code must be 3-12 letters or digits [the code]."""
    BAD_OPTION = auto()
    """A table option has an invalid value, or two options contradict each other [a description]."""
    NO_TABLE = auto()
    """No table has this code [the code; the codes of public tables that may have been meant]."""
    NEAR_CODE = auto()
    """No table has this code, but one has a similar code; a repeated request opens a table [the code; the similar]."""
    CODE_TAKEN = auto()
    """An open table already has this code [the code]."""
    FULL = auto()
    """The table has no free seat, and no room for another spectator [the code]."""
    NO_WATCHING = auto()
    """The table admits no spectators [the code]."""
    SENT_AWAY = auto()
    """The host has sent this person away from the table [the code]."""
    SEATED_ELSEWHERE = auto()
    """This person has a seat in a match at another table and must finish or leave that match [that table's code]."""
    TOO_MANY_TABLES = auto()
    """The lobby has as many open tables as it allows."""
    TOO_MANY_OPENED = auto()
    """This person, or people of the same network, have opened as many tables as one may have open at once."""
    ONLY_HOST = auto()
    """The lobby is there for one host's table, and only the host can open a table."""
    NO_GUEST = auto()
    """No guest has this resume code, or the guest's data was deleted [the code]."""
    WAITING = auto()
    """Entries cannot be stored at the moment, so nobody can enter a table."""
    DRAINED = auto()
    """The server currently opens no tables and admits no new people, because an operator is draining the server."""
    NO_DAILY = auto()
    """The server offers no daily deal."""
    PLAYED_DAILY = auto()
    """This person has begun the deal of the day already; there is one try."""
    STOPPING = auto()
    """The lobby is closing."""


class EntryError(Exception):
    """A request that the lobby refused; nothing changed."""

    def __init__(self, trouble: EntryProblem, detail: str = "", codes: Sequence[str] = ()) -> None:
        super().__init__(f"{trouble.value}: {detail}" if detail else trouble.value)
        self.problem = trouble
        self.detail = detail
        self.codes = tuple(codes)
        """Codes of public tables that the person may have meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """The options of a table. Impossible values raise `EntryError`.

    >>> TableOptions(seats=11)
    Traceback (most recent call last):
        ...
    uno_tui.table.options.EntryError: bad_option: 11 players: UNO is for 2 to 10
    """

    rules: Rules = field(default_factory=Rules)
    seats: int = 4
    bots: int = 0
    """Number of bots that take seats when the table opens, in the last seats."""
    level: str = "medium"
    """Level of all bots at the table, including those that fill seats later."""
    fill: bool = True
    """Whether bots take the empty seats when the match starts; otherwise the empty seats are removed."""
    turn_seconds: float | None = None
    """Time limit per decision in seconds, 15-300; None for no limit. On a server it is `Limits.turn_seconds`."""
    grace_seconds: float = 60
    """Seconds to wait for a disconnected person before a bot takes over the seat."""
    pace: int = 1
    """0: bots do not wait if all players and spectators are programs; 1: bots always play at people's speed."""
    public: bool = True
    """Whether the lobby lists the table; a private table can be joined only by its code."""
    spectators: int = 20
    """Maximum number of spectators; 0 for none."""
    seed: str | None = None
    """Seed of the match if a person chose one; None for a random secret seed."""
    solo: bool = False
    """Whether nobody else can join: one person plays against bots, without code, host and chat."""
    once: bool = False
    """Whether one match is played and no other, without hints and autopilot; only with `solo`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "level", current_level(self.level))  # frozen: nothing but this changes it
        try:
            self.rules.check_seats(self.seats)
            self._check()
        except RulesError as error:
            raise EntryError(EntryProblem.BAD_OPTION, str(error)) from error

    def _check(self) -> None:
        """Raise `RulesError` if any option except rules and seats has an invalid value."""
        if not 0 <= self.bots < self.seats:
            raise RulesError(
                "bots={bots}: one of the {seats} seats must be left for a person", bots=self.bots, seats=self.seats
            )
        seconds = MIN_TURN_SECONDS if self.turn_seconds is None else self.turn_seconds
        for name, value in (
            ("turn_seconds", seconds),
            ("grace_seconds", self.grace_seconds),
            ("spectators", self.spectators),
            ("pace", self.pace),
        ):
            low, high = RANGES[name]
            if not low <= value <= high:
                raise RulesError(
                    "{name} cannot be {word}; it must be {low} to {high}", name=name, word=value, low=low, high=high
                )


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as the lobby lists it."""

    code: str
    host: str
    """The name of the table's host."""
    stage: Stage
    rules: Rules
    seats: int
    people: int
    """Number of seats taken by people."""
    bots: int
    watchers: int
    may_watch: bool
    turn_seconds: float | None

    @property
    def free(self) -> int:
        """Number of seats that a new person can take now."""
        return self.seats - self.people - self.bots if self.stage is Stage.WAITING else 0
