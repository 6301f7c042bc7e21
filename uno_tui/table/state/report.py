"""A table's report to its lobby after each change, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from uno_tui.table.options import TableInfo
from uno_tui.table.state.table_state import TableState


class TablePerson(NamedTuple):
    """A person at a table. Reports are compared after each move, so this is a tuple, which compares fast."""

    name: str
    guest: bool
    seated: bool
    here: bool
    """Whether the person is connected."""


@dataclass(frozen=True, slots=True)
class TableReport:
    """The state of an open table, as reported to the lobby."""

    info: TableInfo
    public: bool
    """Whether the lobby lists the table."""
    people: Mapping[str, TablePerson]
    """The people by identity, in the order in which they joined."""
    other_names: tuple[tuple[str, str], ...]
    """Names on seats of others, each with an identity: empty for a bot, or of a person who has left the match."""
    version: int
    """Number of actions at the table so far."""

    def is_like(self, other: "TableReport") -> bool:
        """Return whether the two reports differ in the number of actions at most."""
        return (self.info, self.public, self.people, self.other_names) == (
            other.info, other.public, other.people, other.other_names,
        )  # fmt: skip  # one value

    @classmethod
    def of(cls, state: TableState) -> "TableReport":
        """Return the report on a table's current state."""
        seated = {seat.member for seat in state.seats}
        people = {
            one.identity: TablePerson(one.name, one.guest, one.number in seated, bool(one.session))
            for one in state.people
        }
        others = tuple((seat.left, seat.name) for seat in state.seats if seat.name and not seat.member)
        return cls(state.info, state.options.public, people, others, state.version)
