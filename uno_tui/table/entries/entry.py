"""Entries: what happened to a table, one value each, and their text form.

A table is the fold of its entries (`table.state.table_state`). An entry holds results only: the name as shown, a bot's
name and level, the actions that the clock played. So the fold computes nothing that depends on a library, a version or
chance.

    >>> from uno_tui.table.entries.match import Acted
    >>> entry = Entry(number=7, who=2, request="k3.15", what=Acted(action="r5!", version=11))
    >>> print(entry.text)
    {"number":7,"who":2,"request":"k3.15","what":{"type":"act","action":"r5!","version":11}}
    >>> Entry.read(entry.text) == entry
    True
"""

from typing import Final

import msgspec

from uno_tui.bots import STAND_INS
from uno_tui.game.rules import Rules
from uno_tui.table.entries import host, match, people
from uno_tui.table.state.facts import TableFacts

FORMAT: Final = 2
"""Newest entry format that this program reads; it writes the oldest in which older programs misread nothing.

Format 2 has expert bots.
"""
_EXPERTS: Final = 2
"""First entry format with bots that have a stand-in."""
ENGINE: Final = 2
"""Version of the rules engine; raised whenever the same seed and actions would give a different match, and when rules
come that older programs do not know. Version 2 has teams.
"""
_TEAMS: Final = 2
"""First version of the rules engine with teams."""


class NewerEntryError(ValueError):
    """An entry was written by a newer program."""


What = (
    people.Joined | people.CameBack | people.Seated | people.WentAway | people.GraceOver | people.LeftTable
    | people.Restarted | people.Anonymized | people.TableClosed
    | host.HostPassed | host.SentOut | host.LetBack | host.RulesSet | host.PartnerChosen
    | match.TableStart | match.Acted | match.BotPlayed | match.ClockPlayed | match.AutopilotSet | match.PaceSet
    | match.Hurried
)  # fmt: skip  # by what they are about
"""Everything that can happen to a table."""


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
    format: int = 1
    engine: int = 1
    what: What

    @property
    def text(self) -> str:
        """The entry as one line of JSON, which `read` reads."""
        return self.data.decode()

    @property
    def data(self) -> bytes:
        """The entry's text form in UTF-8."""
        return _ENCODER.encode(self)

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

    format: int = 1
    engine: int = 1


def format_for(what: What, table: TableFacts | None) -> int:
    """Return the format of an entry: the first that knows the table's bots.

    `table` is the table before the entry; None for its first entry, which brings its facts.
    """
    facts = what if isinstance(what, match.TableStart) else table
    if facts is None:
        return 1
    experts = facts.options.level in STAND_INS or any(seat.level in STAND_INS for seat in facts.seats)
    return _EXPERTS if experts else 1


def engine_for(what: What, rules: Rules | None, engine: int) -> int:
    """Return the engine number of an entry: `engine`, or if that is older, the first that knows the rules.

    `rules` are those of the table; None for its first entry, which brings rules.
    """
    if isinstance(what, match.TableStart | host.RulesSet):
        rules = what.rules
    return engine if rules is None or rules.teams == "off" else max(engine, _TEAMS)


def _check_age(entry: Entry | _Age) -> None:
    """Raise `NewerEntryError` if a newer program wrote the entry."""
    for what, found, known in (("format", entry.format, FORMAT), ("engine", entry.engine, ENGINE)):
        if found > known:
            raise NewerEntryError(f"it has {what} {found}, newer than {known}, the newest that this program reads")


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Entry)
