"""The interface of an entry's content: how it changes a table, and how a table refuses it."""

from enum import StrEnum, auto

import msgspec

from uno_tui.game.errors import RulesError, Why
from uno_tui.game.events import Event
from uno_tui.game.rules import MIN_SEATS, Rules
from uno_tui.table.options import EntryProblem
from uno_tui.table.protocol import Notice, NoticeKind, Right, TableNote
from uno_tui.table.state.facts import Member
from uno_tui.table.state.table_state import TableState


class Ignored(StrEnum):
    """Why an entry changes nothing although the person made no mistake."""

    LATE = auto()
    """The table had already moved on."""
    NEEDLESS = auto()
    """The entry would change nothing, or has no meaning in the table's state."""


Refusal = Why | Notice | EntryProblem | Ignored


class EntryRefusedError(Exception):
    """A table does not accept an entry; the table is unchanged."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(str(reason))
        self.reason = reason


Line = Event | TableNote
"""A line of the table's log."""
Change = tuple[TableState, tuple[Line, ...]]
"""The table after an entry, and the lines that the entry adds to the table's log."""


class Content(msgspec.Struct, frozen=True, omit_defaults=True):
    """The content of an entry. Each kind is a subclass, with its effect on the table as `apply`."""

    def apply(self, state: TableState, who: int, /) -> Change:
        """Return the table after this happened; `who` is the number of the person who caused it, 0 for the table.

        Raises:
            EntryRefusedError: The table does not accept it.
        """
        raise NotImplementedError


def need(state: TableState, who: int, right: Right, seat: int | None = None) -> None:
    """Raise `EntryRefusedError` unless the person has the right, for the given seat if there is one."""
    if not state.allows(who, right, seat):
        raise EntryRefusedError(Notice(NoticeKind.SEAT_TAKEN if right is Right.SIT else NoticeKind.NOT_ALLOWED))


def need_players(rules: Rules, players: int) -> None:
    """Raise `EntryRefusedError` unless the rules allow that many players."""
    try:
        rules.check_seats(players)
    except RulesError:
        kind = NoticeKind.TOO_MANY_CARDS if rules.divides(players) else NoticeKind.NO_TEAMS
        raise EntryRefusedError(Notice(NoticeKind.TOO_FEW if players < MIN_SEATS else kind)) from None


def member_of(state: TableState, number: int) -> Member:
    """Return the person with the given number; raise `EntryRefusedError` if nobody at the table has that number."""
    if member := state.person(number):
        return member
    raise EntryRefusedError(Ignored.LATE)
