"""The log of a table with another guest in the place of a person who is to be forgotten."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from uno_tui.names import folded
from uno_tui.table.entries.entry import Entry, What
from uno_tui.table.entries.fold import fold
from uno_tui.table.entries.host import LetBack
from uno_tui.table.entries.match import TableStart
from uno_tui.table.entries.people import Anonymized, Joined
from uno_tui.table.state.table_state import TableState


def forgotten(entries: Iterable[Entry], identity: str, anonymous: str, name: str) -> Iterator[Entry]:
    """Yield a table's entries with this identity and name in place of a person's; everything else folds as before.

    Somebody else who has the person's name, before or after them, keeps it.
    """
    state: TableState | None = None
    for entry in entries:
        yield replace(entry, what=_forgotten(state, entry.what, identity, anonymous, name))
        state = fold([entry], state)


def _forgotten(state: TableState | None, what: What, identity: str, anonymous: str, name: str) -> What:
    if isinstance(what, TableStart):
        return _other_start(what, identity, anonymous, name)
    if isinstance(what, Joined) and what.identity == identity:
        return replace(what, identity=anonymous, name=name)
    if isinstance(what, Anonymized) and what.identity == identity:
        return replace(what, identity=anonymous)
    if isinstance(what, LetBack) and state:
        meant = {one.identity for one in state.sent_away if folded(one.name) == folded(what.name)}
        return replace(what, name=name) if meant == {identity} else what
    return what


def _other_start(start: TableStart, identity: str, anonymous: str, name: str) -> TableStart:
    own = {one.number for one in start.people if one.identity == identity}
    return replace(
        start,
        people=tuple(
            replace(one, identity=anonymous, name=name) if one.identity == identity else one for one in start.people
        ),
        sent_away=tuple(
            replace(one, identity=anonymous, name=name) if one.identity == identity else one for one in start.sent_away
        ),
        seats=tuple(
            replace(seat, name=name, left=anonymous if seat.left else "")
            if seat.member in own or seat.left == identity
            else seat
            for seat in start.seats
        ),
    )
