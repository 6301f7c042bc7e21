"""What a table is opened with and listed as, the person who asks for it, and why they are refused."""

from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import Final

from uno_tui.game.errors import RulesError
from uno_tui.game.rules import Rules
from uno_tui.table.protocol import Stage

LOCAL: Final = "local"
"""Identity of the person at this terminal."""
GUEST: Final = "guest:"
"""Prefix of the identity of a person without a key."""

MIN_TURN_SECONDS: Final = 15
MAX_TURN_SECONDS: Final = 300


@dataclass(frozen=True, slots=True)
class User:
    """A person as the lobby knows them."""

    identity: str
    """Who it is: an opaque word such as ``ssh:SHA256:..``, ``guest:..`` or ``local``. Never shown to others."""
    name: str
    """Cleaned for display; for showing only, it proves nothing."""
    guest: bool = False
    """Without a key."""
    resume_code: str = field(default="", repr=False)
    """What a guest types to come back as the same guest; for nobody else's eyes."""
    silenced: bool = False
    """An operator does not let this person talk to others."""


class EntryProblem(StrEnum):
    """Why the lobby could not do what was asked. What `EntryError.detail` says beside it is given in brackets."""

    BAD_CODE = auto()
    """A code is 3-12 letters or digits [the code]."""
    BAD_OPTION = auto()
    """An option of the table has no such value, or two disagree [which]."""
    NO_TABLE = auto()
    """No table has that code [the code]."""
    CODE_TAKEN = auto()
    """A table with that code is open already [the code]."""
    FULL = auto()
    """No seat is free and no more may watch [the code]."""
    NO_WATCHING = auto()
    """The table has no spectators [the code]."""
    SENT_AWAY = auto()
    """The host has sent this person away from the table [the code]."""
    SEATED_ELSEWHERE = auto()
    """This person has a seat in a match at another table, to be played or given up first [its code]."""
    TOO_MANY_TABLES = auto()
    """The lobby holds as many tables as it may."""
    NO_GUEST = auto()
    """That resume code was given to nobody, or too long ago [the code]."""
    STOPPING = auto()
    """The lobby is being closed."""


class EntryError(Exception):
    """The lobby could not do what was asked; nothing changed."""

    def __init__(self, trouble: EntryProblem, detail: str = "") -> None:
        super().__init__(f"{trouble.value}: {detail}" if detail else trouble.value)
        self.problem = trouble
        self.detail = detail


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """How a table is opened. Values that cannot be raise `EntryError`.

    >>> TableOptions(seats=11)
    Traceback (most recent call last):
        ...
    uno_tui.table.options.EntryError: bad_option: 11 players: UNO is for 2 to 10
    """

    rules: Rules = field(default_factory=Rules)
    seats: int = 4
    bots: int = 0
    """Bots that sit down at once, in the last seats."""
    level: str = "fair"
    """The level of the bots, also of those that fill seats."""
    fill: bool = True
    """Seats still empty when the host starts go to bots; else they are left out."""
    turn_seconds: float | None = None
    """The turn clock: 15-300 seconds in every waiting phase, or None for as long as it takes."""
    grace_seconds: float = 60
    """How long a person whose line dropped is waited for before a bot holds the seat."""
    public: bool = True
    """Listed in the lobby; else found by its code only."""
    spectators: int = 20
    """How many may watch; 0 for none."""
    seed: str | None = None
    """A seed somebody chose; None for a secret one."""

    def __post_init__(self) -> None:
        try:
            self.rules.check_seats(self.seats)
            self._check()
        except RulesError as error:
            raise EntryError(EntryProblem.BAD_OPTION, str(error)) from error

    def _check(self) -> None:
        """Raise `RulesError` for a value that cannot be, beside rules and seats."""
        if not 0 <= self.bots < self.seats:
            raise RulesError("bots={bots}: of {seats} seats one is for a person", bots=self.bots, seats=self.seats)
        seconds = MIN_TURN_SECONDS if self.turn_seconds is None else self.turn_seconds
        for name, value, low, high in (
            ("turn_seconds", seconds, MIN_TURN_SECONDS, MAX_TURN_SECONDS),
            ("grace_seconds", self.grace_seconds, 0, 3600),
            ("spectators", self.spectators, 0, 1000),
        ):
            if not low <= value <= high:
                raise RulesError(
                    "{name}={word}: the values are {low} to {high}", name=name, word=value, low=low, high=high
                )


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as the lobby lists it."""

    code: str
    host: str
    """The host's name."""
    stage: Stage
    rules: Rules
    seats: int
    people: int
    """Seats that people have."""
    bots: int
    watchers: int
    may_watch: bool
    turn_seconds: float | None

    @property
    def free(self) -> int:
        """Seats that can be taken now."""
        return self.seats - self.people - self.bots if self.stage is Stage.WAITING else 0
