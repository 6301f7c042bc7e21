"""The pictures of a table: what each person sees of it, and what the lobby lists; built field by field."""

from typing import TYPE_CHECKING

from uno_tui.table.options import TableInfo
from uno_tui.table.protocol import Deadline, TableView
from uno_tui.table.rights import rights

if TYPE_CHECKING:  # a picture is of a table, which asks for it
    from uno_tui.table.table import Table


def picture(table: "Table", seat: int | None, like: TableView | None = None) -> TableView:
    """The table as who sits there sees it; None is a spectator. `like`: as another sees it at the same moment."""
    seats = like.seats if like else tuple(one.info(table.roster.host) for one in table.roster.seats)
    between_rounds = table.match_run is not None and table.match_run.between_rounds
    return TableView(
        code=table.code,
        version=table.version,
        stage=table.stage,
        rules=table.rules,
        seats=seats,
        you=seat,
        rights=rights(table.stage, seats, seat, between_rounds=between_rounds),
        game=table.match_run.match.view(seat) if table.match_run else None,
        log=table.log.seen_by(seat),
        deadline=_deadline(table),
        watchers=len(table.roster.watchers),
    )


def _deadline(table: "Table") -> Deadline | None:
    if table.match_run is None or table.match_run.deadline is None:
        return None
    now = table.timers.now()
    return Deadline(max(0.0, table.match_run.deadline - now), now)


def listing(table: "Table") -> TableInfo:
    """The table as the lobby lists it."""
    seats, watchers = table.roster.seats, len(table.roster.watchers)
    return TableInfo(
        code=table.code,
        host=table.roster.host.name if table.roster.host else "",
        stage=table.stage,
        rules=table.rules,
        seats=len(seats),
        people=sum(seat.member is not None for seat in seats),
        bots=sum(bool(seat.level) for seat in seats),
        watchers=watchers,
        may_watch=table.options.spectators > watchers,
        turn_seconds=table.options.turn_seconds,
    )
