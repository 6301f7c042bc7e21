"""Entries: what happened to a table, one value each, and their text form.

A table is the fold of its entries (`uno_tui.table.state`). An entry holds results only: the name as shown, a bot's
name and level, the actions that the clock played. So the fold computes nothing that depends on a library, a version or
chance.

    >>> entry = Entry(number=7, who=2, request="k3.15", what=Acted(action="r5!", version=11))
    >>> print(entry.text)
    {"number":7,"who":2,"request":"k3.15","what":{"type":"act","action":"r5!","version":11}}
    >>> Entry.read(entry.text) == entry
    True
"""

from typing import Final

import msgspec

from uno_tui.game.rules import Rules
from uno_tui.table.facts import TableFacts
from uno_tui.table.options import Medium
from uno_tui.table.protocol import BotPace, Ending

FORMAT: Final = 1
"""Newest format of entries that this program reads, and the one that it writes."""
ENGINE: Final = 1
"""Number of this program's rules engine. It rises when the same seed and actions give another match than before."""


class NewerEntryError(ValueError):
    """An entry was written by a newer program."""


class TableStart(TableFacts, frozen=True, kw_only=True, omit_defaults=True, tag="start"):
    """The table opens, or a match starts. It needs no earlier entry, so reading begins at the newest one."""

    seed: str | None = None
    """Seed of the match that starts; None when the table opens."""
    typed: bool = False
    """Whether a person chose the seed."""
    moves: tuple[tuple[int, str], ...] = ()
    """Seat and action, or `LEAVE`, of the moves made before: only of a match that an older version stored."""


LEAVE: Final = "leave"
"""Stands for an action where a player leaves the match."""


class Joined(msgspec.Struct, frozen=True, omit_defaults=True, tag="join"):
    """A person comes to the table."""

    identity: str
    name: str
    session: str
    guest: bool = False
    medium: Medium = Medium.SCREEN
    origin: str = ""
    """Hash of the person's network, as in `SentAway.origin`."""
    watch: bool = False
    """Whether the person wants no seat."""


class Seated(msgspec.Struct, frozen=True, tag="sit"):
    """A person takes a seat, from nobody or from a bot."""

    seat: int


class WentAway(msgspec.Struct, frozen=True, tag="away"):
    """A person's connection is lost. Ignored if the person is here in another session."""

    session: str


class CameBack(msgspec.Struct, frozen=True, omit_defaults=True, tag="back"):
    """A person is back, or connects in another session, which ends the first."""

    session: str
    medium: Medium = Medium.SCREEN
    origin: str = ""


class GraceOver(msgspec.Struct, frozen=True, tag="gone"):
    """The grace time of a person who is away is over."""

    member: int
    since: int
    """Value of `Member.away`; ignored if it is another one by now."""


class LeftTable(msgspec.Struct, frozen=True, tag="leave"):
    """A person leaves the match and the table for good."""


class SentOut(msgspec.Struct, frozen=True, tag="kick"):
    """The host sends away the person in a seat, or removes a bot."""

    seat: int
    member: int
    """Number of the person in that seat; 0 for a bot."""


class LetBack(msgspec.Struct, frozen=True, tag="readmit"):
    """The host lets people of that name return who were sent away."""

    name: str


class HostPassed(msgspec.Struct, frozen=True, tag="host"):
    """The host makes another person the host."""

    member: int


class RulesSet(msgspec.Struct, frozen=True, tag="rules"):
    """The host chooses the rules of the next match. They are written in full, never as a preset and differences."""

    rules: Rules


class Acted(msgspec.Struct, frozen=True, tag="act"):
    """A person makes a move."""

    action: str
    """The action in notation, as in `uno_tui.game.actions`."""
    version: int
    """Version of the view from which the person chose the action."""


class BotPlayed(msgspec.Struct, frozen=True, tag="bot"):
    """A bot makes a move for a seat, or the table gives a seat's only answer."""

    seat: int
    action: str


class ClockPlayed(msgspec.Struct, frozen=True, tag="clock"):
    """The turn clock plays the whole turn of a seat."""

    seat: int
    actions: tuple[str, ...]


class AutopilotSet(msgspec.Struct, frozen=True, tag="autopilot"):
    """A person lets a bot play for them, or plays again."""

    on: bool


class PaceSet(msgspec.Struct, frozen=True, tag="pace"):
    """A person chooses the speed of the bots."""

    pace: BotPace


class Hurried(msgspec.Struct, frozen=True, tag="hurry"):
    """The only person in a match asks the bots not to wait until that person's next turn or the end of the round."""


class Restarted(msgspec.Struct, frozen=True, tag="restart"):
    """The only process of the table starts again: all sessions are over; grace times and clocks begin anew."""


class Anonymized(msgspec.Struct, frozen=True, tag="forget"):
    """A person who left the match is known as an anonymous guest from here on."""

    identity: str
    anonymous: str
    """The identity that replaces it."""
    name: str
    """The name that replaces theirs."""


class TableClosed(msgspec.Struct, frozen=True, tag="close"):
    """The table is closed for everybody."""

    ending: Ending


What = (
    TableStart | Joined | Seated | WentAway | CameBack | GraceOver | LeftTable | SentOut | LetBack | HostPassed
    | RulesSet | Acted | BotPlayed | ClockPlayed | AutopilotSet | PaceSet | Hurried | Restarted | Anonymized
    | TableClosed
)  # fmt: skip  # by what they are about


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One thing that happened to a table."""

    number: int
    """Number of the entry, from 1. It follows the entry before; one that does not is ignored by every fold."""
    who: int = 0
    """Number of the person who asked for it; 0 for the table itself, and for a person who joins."""
    request: str = ""
    """Id of the request, unique among all processes; see `TableFacts.requests`."""
    at: int = 0
    """Wall time in seconds since 1970. It is for display and records, and never compared."""
    follows: int = 0
    """Hash of the state that the entry follows (`TableState.check_sum`); 0 before the first entry."""
    format: int = FORMAT
    engine: int = ENGINE
    what: What

    @property
    def text(self) -> str:
        """The entry as one line of JSON, which `read` reads."""
        return _ENCODER.encode(self).decode()

    @classmethod
    def read(cls, text: str | bytes) -> "Entry":
        """Return the entry with this text form.

        Raises:
            NewerEntryError: A newer program wrote it; the error says which number is newer.
            ValueError: It is no entry.
        """
        try:
            entry = _DECODER.decode(text)
        except msgspec.ValidationError as error:
            _check_age(msgspec.json.decode(text, type=_Age))
            raise ValueError(f"no entry: {error}") from error
        _check_age(entry)
        return entry


class _Age(msgspec.Struct):
    """What every format of an entry names."""

    format: int = FORMAT
    engine: int = ENGINE


def _check_age(entry: Entry | _Age) -> None:
    """Raise `NewerEntryError` if a newer program wrote the entry."""
    for what, found, known in (("format", entry.format, FORMAT), ("engine", entry.engine, ENGINE)):
        if found > known:
            raise NewerEntryError(f"it has {what} {found}, newer than {known}, the newest that this program reads")


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Entry)
