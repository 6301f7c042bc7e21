"""The form of a table's transitions, and how one refuses an entry."""

from enum import StrEnum, auto

from uno_tui.game.errors import Why
from uno_tui.game.events import Event
from uno_tui.table.facts import Member
from uno_tui.table.options import EntryProblem
from uno_tui.table.protocol import Notice, NoticeKind, Right, TableNote
from uno_tui.table.state import TableState


class Ignored(StrEnum):
    """Why an entry changes nothing, without any fault of the person."""

    LATE = auto()
    """The table had already moved on."""
    NEEDLESS = auto()
    """It would change nothing, or means nothing here."""


Refusal = Why | Notice | EntryProblem | Ignored


class EntryRefusedError(Exception):
    """An entry that a table does not take; the table is unchanged."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(str(reason))
        self.reason = reason


Line = Event | TableNote
"""A line of the table's log."""
Change = tuple[TableState, tuple[Line, ...]]
"""The table afterwards, and what its log says of it."""


def need(state: TableState, who: int, right: Right, seat: int | None = None) -> None:
    """Raise `EntryRefusedError` unless the person has the right, on that seat if one is given."""
    if not state.allows(who, right, seat):
        raise EntryRefusedError(Notice(NoticeKind.SEAT_TAKEN if right is Right.SIT else NoticeKind.NOT_ALLOWED))


def member_of(state: TableState, number: int) -> Member:
    """Return the person with that number; raise `EntryRefusedError` if they are not at the table."""
    if member := state.person(number):
        return member
    raise EntryRefusedError(Ignored.LATE)
