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
"""Newest entry format that this program reads, and the format that it writes."""
ENGINE: Final = 2
"""Version of the rules engine; raised whenever the same seed and actions would give a different match, and when rules
come that older programs do not know. Version 2 has teams.
"""
_TEAMS: Final = 2
"""First version of the rules engine with teams."""


class NewerEntryError(ValueError):
    """An entry was written by a newer program."""


class TableStart(TableFacts, frozen=True, kw_only=True, omit_defaults=True, tag="start"):
    """The table opens, or a match starts. It depends on no earlier entry, so reading begins at the newest one."""

    seed: str | None = None
    """Seed of the match that starts; None when the table opens."""
    typed: bool = False
    """Whether a person chose the seed of the match."""
    moves: tuple[tuple[int, str], ...] = ()
    """Moves already made in a match taken over from an older version, each as (seat, action or `LEAVE`); else empty."""


LEAVE: Final = "leave"
"""Text in place of an action when a player leaves the match."""


class Joined(msgspec.Struct, frozen=True, omit_defaults=True, tag="join"):
    """A person comes to the table."""

    identity: str
    name: str
    session: str
    guest: bool = False
    medium: Medium = Medium.SCREEN
    origin: str = ""
    """Hash of the person's network, in the form of `SentAway.origin`."""
    watch: bool = False
    """Whether the person only watches and wants no seat."""


class Seated(msgspec.Struct, frozen=True, tag="sit"):
    """A person takes a seat that was empty or a bot's."""

    seat: int


class WentAway(msgspec.Struct, frozen=True, tag="away"):
    """A person's connection is lost. The entry is ignored if the person has a newer session."""

    session: str


class CameBack(msgspec.Struct, frozen=True, omit_defaults=True, tag="back"):
    """A person is back, or connects in another session, which ends the first."""

    session: str
    medium: Medium = Medium.SCREEN
    origin: str = ""


class GraceOver(msgspec.Struct, frozen=True, tag="gone"):
    """The grace time of a disconnected person is over."""

    member: int
    since: int
    """Value of `Member.away` when the grace time began; the entry is ignored if that value has changed."""


class LeftTable(msgspec.Struct, frozen=True, tag="leave"):
    """A person leaves the match and the table for good."""


class SentOut(msgspec.Struct, frozen=True, tag="kick"):
    """The host removes a person or a bot from a seat."""

    seat: int
    member: int
    """Number of the removed person; 0 for a bot."""


class LetBack(msgspec.Struct, frozen=True, tag="readmit"):
    """The host allows people with the given name, who were sent away, to return."""

    name: str


class HostPassed(msgspec.Struct, frozen=True, tag="host"):
    """The host makes another person the host."""

    member: int


class RulesSet(msgspec.Struct, frozen=True, tag="rules"):
    """The host sets the rules of the next match, written with every option rather than as a preset and differences."""

    rules: Rules


class Acted(msgspec.Struct, frozen=True, tag="act"):
    """A person makes a move."""

    action: str
    """The action in the notation of `uno_tui.game.actions`."""
    version: int
    """Version of the view in which the person chose the action."""


class BotPlayed(msgspec.Struct, frozen=True, tag="bot"):
    """A bot makes a move for a seat, or the table makes the only move that a seat can make."""

    seat: int
    action: str


class ClockPlayed(msgspec.Struct, frozen=True, tag="clock"):
    """The turn clock plays the whole turn of a seat."""

    seat: int
    actions: tuple[str, ...]


class AutopilotSet(msgspec.Struct, frozen=True, tag="autopilot"):
    """A person hands their seat to a bot, or takes it back."""

    on: bool


class PaceSet(msgspec.Struct, frozen=True, tag="pace"):
    """A person chooses the speed of the bots."""

    pace: BotPace


class Hurried(msgspec.Struct, frozen=True, tag="hurry"):
    """The only person in a match asks the bots not to wait until that person's next turn or the end of the round."""


class Restarted(msgspec.Struct, frozen=True, tag="restart"):
    """The table's only process restarts: all sessions end, and grace times and turn clocks start again."""


class Anonymized(msgspec.Struct, frozen=True, tag="forget"):
    """From now on, a person who left the match is shown as an anonymous guest."""

    identity: str
    anonymous: str
    """The identity that replaces the person's identity."""
    name: str
    """The name that replaces the person's name."""


class TableClosed(msgspec.Struct, frozen=True, tag="close"):
    """The table is closed for everybody."""

    ending: Ending


What = (
    TableStart | Joined | Seated | WentAway | CameBack | GraceOver | LeftTable | SentOut | LetBack | HostPassed
    | RulesSet | Acted | BotPlayed | ClockPlayed | AutopilotSet | PaceSet | Hurried | Restarted | Anonymized
    | TableClosed
)  # fmt: skip  # by what they are about


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One change of a table, as its log stores it."""

    number: int
    """Number of the entry, from 1. Entries are consecutive; an entry with another number is ignored."""
    who: int = 0
    """Number of the person who caused the entry; 0 for the table itself, and for a person who is joining."""
    request: str = ""
    """Id of the request that led to the entry, unique among all processes; see `TableFacts.requests`."""
    at: int = 0
    """Time of the entry in seconds since 1970, for display and records only; never compared."""
    follows: int = 0
    """Hash of the state before the entry (`TableState.check_sum`); 0 for the first entry."""
    format: int = FORMAT
    engine: int = 1
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
    """The fields that entries of every format have."""

    format: int = FORMAT
    engine: int = 1


def engine_for(what: What, rules: Rules | None, engine: int) -> int:
    """Return the engine number of an entry: `engine`, or if that is older, the first that knows the rules.

    `rules` are those of the table; None for its first entry, which brings rules.
    """
    if isinstance(what, TableStart | RulesSet):
        rules = what.rules
    return engine if rules is None or rules.teams == "off" else max(engine, _TEAMS)


def _check_age(entry: Entry | _Age) -> None:
    """Raise `NewerEntryError` if a newer program wrote the entry."""
    for what, found, known in (("format", entry.format, FORMAT), ("engine", entry.engine, ENGINE)):
        if found > known:
            raise NewerEntryError(f"it has {what} {found}, newer than {known}, the newest that this program reads")


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Entry)
