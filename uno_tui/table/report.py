"""What a table reports to its lobby after each change, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from uno_tui.table.options import TableInfo


class TablePerson(NamedTuple):
    """A person at a table. A tuple, because reports are compared after each move."""

    name: str
    guest: bool
    seated: bool
    here: bool
    """Whether the person's connection is up."""


@dataclass(frozen=True, slots=True)
class TableReport:
    """The state of an open table, for its lobby."""

    info: TableInfo
    public: bool
    """Whether the lobby lists the table."""
    people: Mapping[str, TablePerson]
    """The people by identity, in the order in which they joined."""
    other_names: tuple[tuple[str, str], ...]
    """The names on the other seats, each with an identity: empty for a bot, or of a person who has left the match."""
    version: int
    """Number of actions at the table so far."""
