"""The pictures of a table: what each person sees of it, and what the lobby lists; built field by field."""

from typing import TYPE_CHECKING

from uno_tui.table.options import TableInfo
from uno_tui.table.protocol import Deadline, Right, Stage, TableView

if TYPE_CHECKING:  # a picture is of a table, which asks for it
    from uno_tui.table.table import Table


def picture(table: "Table", seat: int | None, like: TableView | None = None) -> TableView:
    """The table as who sits there sees it; None is a spectator. `like`: as another sees it at the same moment."""
    return TableView(
        code=table.code,
        version=table.version,
        stage=table.stage,
        rules=table.rules,
        seats=like.seats if like else tuple(one.info(table.roster.host) for one in table.roster.seats),
        you=seat,
        rights=_rights(table, seat),
        game=table.playing.match.view(seat) if table.playing else None,
        log=table.log.seen_by(seat),
        deadline=_deadline(table),
        watchers=len(table.roster.watchers),
    )


def _deadline(table: "Table") -> Deadline | None:
    if table.playing is None or table.playing.deadline is None:
        return None
    now = table.timers.now()
    return Deadline(max(0.0, table.playing.deadline - now), now)


def _rights(table: "Table", seat: int | None) -> frozenset[Right]:
    rights = {Right.CHAT}
    may_move = seat is None or table.stage is not Stage.PLAYING
    if may_move and any(table.may_sit(number) for number in range(len(table.roster.seats))):
        rights.add(Right.SIT)
    if seat is None:
        return frozenset(rights)
    if table.stage is Stage.PLAYING:
        rights.add(Right.AUTOPILOT)
    if table.roster.host is not None and table.roster.host.seat == seat:
        rights.add(Right.KICK)
        if table.stage is Stage.WAITING:
            rights.add(Right.START)
        elif table.stage is Stage.OVER:
            rights.add(Right.REMATCH)
    return frozenset(rights)


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
