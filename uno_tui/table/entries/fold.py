"""The fold: a table from its entries, and the only way in which a table changes.

`apply` gives the next table and the lines of its log, or refuses the entry. It is a pure function: entries folded in
the same order give equal tables everywhere, and an entry that one process refuses is refused by all.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.host import succeed
from uno_tui.table.entries.match import TableStart
from uno_tui.table.entries.people import close_if_deserted
from uno_tui.table.entries.transition import Change, EntryRefusedError, Ignored
from uno_tui.table.protocol import Stage
from uno_tui.table.state.table_state import TableState

KNOWN_REQUESTS: Final = 64
"""Number of request ids that a table remembers."""


def apply(state: TableState | None, entry: Entry) -> Change:
    """Return the table after an entry, and what the log says of it. None is a table without entries.

    Raises:
        EntryRefusedError: The table does not take the entry; it is ignored then.
    """
    what = entry.what
    if state is None:
        if not isinstance(what, TableStart):
            raise EntryRefusedError(Ignored.LATE)
        after, lines = what.opened(entry.number)
        return _finished(after, entry, lines), lines
    if entry.number != state.number + 1 or state.closed is not None or entry.request in state.requests:
        raise EntryRefusedError(Ignored.LATE)
    after, lines = what.apply(state, entry.who)
    if after.people is not state.people or after.seats is not state.seats:
        after, more = succeed(after)
        after, lines = close_if_deserted(after), lines + more
    return _finished(_timed(state, after, entry.number), entry, lines), lines


def fold(entries: Iterable[Entry], state: TableState | None = None) -> TableState | None:
    """Return the table after applying these entries in order; entries that the table does not accept are ignored."""
    for entry in entries:
        try:
            state, _ = apply(state, entry)
        except EntryRefusedError:
            continue
    return state


def _timed(before: TableState, after: TableState, number: int) -> TableState:
    """Return the table, restarting the turn's time if another turn began or if a bot and a person changed places."""
    match = after.match
    if match is None or match.over:
        return after
    bot = after.by_bot(match.turn)
    if after.hurried and (not bot or (before.hurried and after.between_rounds != before.between_rounds)):
        after = replace(after, hurried=False)
    if before.match is None or before.matches != after.matches or after.turn_entry == number:
        return after
    old = before.turn_version, before.by_bot(before.match.turn), _call_heard(before)
    if old == (after.turn_version, bot, _call_heard(after)):
        return after
    return replace(after, turn_entry=number)


def _call_heard(state: TableState) -> bool:
    """Return whether somebody owes an UNO call while a seated person uses text mode and so needs time to hear of it."""
    return bool(state.match and state.match.round.owing) and state.spoken


def _finished(state: TableState, entry: Entry, lines: tuple[object, ...]) -> TableState:
    """Return the table with the fields that every entry updates: number, stage, log lines and request ids."""
    over = state.stage is Stage.PLAYING and state.match is not None and state.match.over
    return replace(
        state,
        number=entry.number,
        began=entry.at if isinstance(entry.what, TableStart) else state.began,
        stage=Stage.OVER if over else state.stage,
        lines=state.lines + len(lines),
        requests=(*state.requests[1 - KNOWN_REQUESTS :], entry.request) if entry.request else state.requests,
    )
