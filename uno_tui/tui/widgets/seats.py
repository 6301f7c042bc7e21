"""The seats, a row each: whose turn, who is next, how many cards, who called UNO, the score."""

from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from uno_tui.game.view import Phase
from uno_tui.tableview import SeatInfo, Sitter, TableView
from uno_tui.tui.canvas import Canvas, cut, fit
from uno_tui.tui.scene import Scene
from uno_tui.tui.widgets.painted import Painted


@dataclass(frozen=True, slots=True)
class Row:
    """One seat."""

    number: int
    name: str
    you: bool
    tag: str
    cards: int | None
    score: int | None
    playing: bool
    called: bool
    owes: bool
    turn: bool
    next: bool
    wanted: bool
    """It can be chosen now."""
    catchable: bool


class SeatsLook(NamedTuple):
    """What the widget shows."""

    rows: tuple[Row, ...]
    direction: int
    running: bool
    moving: bool = False
    """What was played last has not arrived yet."""


class Columns(NamedTuple):
    """Where the parts of a row begin; a width of 0 leaves one out."""

    name: int
    tag: int
    tag_width: int
    backs: int
    backs_width: int
    number: int
    badge: int
    score: int


def columns(width: int) -> Columns:
    """The columns for a width: the score at the right, then the badge, count and backs, the name takes the rest.

    >>> columns(36)
    Columns(name=4, tag=13, tag_width=4, backs=18, backs_width=6, number=25, badge=28, score=31)
    """
    score = width - 5
    badge = score - 3
    number = badge - 3
    backs_width = 14 if width >= 44 else 6 if width >= 34 else 0
    backs = number - backs_width - 1
    tag_width = 4 if width >= 30 else 1
    tag = backs - tag_width - 1
    return Columns(4, tag, tag_width, backs, backs_width, number, badge, score)


class Seats(Painted[SeatsLook]):
    """All seats, this person's own first, in the order of play when it goes clockwise."""

    def look_at(self, scene: Scene) -> SeatsLook:
        """The seats, rotated so that this person's is the first."""
        view = scene.view
        count, first = len(view.seats), view.you or 0
        order = [(first + step) % count for step in range(count)]
        game = view.game
        running = game is not None and game.winner is None and not scene.over
        after = game.next_seat(game.turn) if game is not None and running else None
        wanted = scene.seats_wanted
        rows = tuple(self._row(view, seat, running, after, seat in wanted) for seat in order)
        return SeatsLook(rows, game.direction if game else 1, running, scene.motion > 0)

    def _row(self, view: TableView, seat: int, running: bool, after: int | None, wanted: bool) -> Row:
        game, info = view.game, view.seats[seat]
        state = game.seats[seat] if game else None
        return Row(
            number=seat + 1,
            name=info.name,
            you=seat == view.you,
            tag=self._tag(info),
            cards=state.cards if state and state.playing else None,
            score=state.score if state else None,
            playing=state.playing if state else info.sitter is not Sitter.NOBODY,
            called=bool(state and state.called),
            owes=bool(state and state.owes_call),
            turn=running and game is not None and game.turn == seat and game.phase is not Phase.OVER,
            next=seat == after and game is not None and game.turn != seat,
            wanted=wanted,
            catchable=bool(state and state.owes_call and seat != view.you),
        )

    def _tag(self, info: SeatInfo) -> str:
        words = self.brush.words
        if info.away:
            return words.p("mark of a seat, at most 4 letters", "away")
        if info.autopilot:
            return words.p("mark of a seat, at most 4 letters", "auto")
        if info.sitter is Sitter.BOT:
            return words.p("mark of a seat, at most 4 letters", "bot")
        return words.p("mark of a seat, at most 4 letters", "host") if info.host else ""

    def paint(self, canvas: Canvas, look: SeatsLook) -> None:
        """The header, then the rows: two lines each and apart where there is room, else apart, else close."""
        where, room, count = columns(canvas.width), canvas.height - 1, len(look.rows)
        self._paint_header(canvas, look)
        plates = 3 * count <= room
        step = min(room // count, 5) if plates else 2 if 2 * count <= room else 1
        first = self._first(look.rows, room)
        for place, row in enumerate(look.rows[first : first + room]):
            y, height = 1 + place * step, 2 if plates else 1
            self._paint_row(canvas, y, row, where, look, plate=plates)
            if row.wanted or row.catchable:
                self.target((0, y, canvas.width, height), "seat" if row.wanted else "catch", row.number - 1)

    def _paint_header(self, canvas: Canvas, look: SeatsLook) -> None:
        """Which way it goes, who is next, and what the numbers to the right are."""
        words, style = self.brush.words, self.brush.palette["row"]
        canvas.fill(0, 0, canvas.width, 1, style)
        title = words("score")
        canvas.put(canvas.width - cell_len(title) - 1, 0, title, style)
        after = next((row for row in look.rows if row.next), None)
        if not look.running or after is None:
            canvas.put(1, 0, words("seats"), style)
            return
        told = words("next: you") if after.you else words("next: {name}", name=after.name)
        canvas.put(0, 0, f"{self._arrow(look)} {cut(told, canvas.width - cell_len(title) - 5)}", style)

    def _arrow(self, look: SeatsLook) -> str:
        """Which way down the rows the turn goes."""
        return self.brush.glyphs.down if look.direction > 0 else self.brush.glyphs.up

    @staticmethod
    def _first(rows: tuple[Row, ...], room: int) -> int:
        """The first row to show where not all fit: the one on turn stays in sight."""
        turn = next((place for place, row in enumerate(rows) if row.turn), 0)
        return max(min(turn - room // 2, len(rows) - room), 0)

    def _paint_row(self, canvas: Canvas, y: int, row: Row, where: Columns, look: SeatsLook, *, plate: bool) -> None:
        words, palette = self.brush.words, self.brush.palette
        loud = palette["row"] if look.moving else palette["turn"]
        style = loud if row.turn else palette["row"] if row.wanted else palette.text
        quiet = style if row.turn else palette["dim"]
        if not row.playing:
            style = palette["dim"]
        canvas.fill(0, y, canvas.width, 2 if plate else 1, style)
        self._paint_rail(canvas, y, row, look)
        canvas.put(1, y, f"{row.number:>2}", palette["key"] if row.wanted else quiet)
        name = words.p("a row of the seats", "You") if row.you else row.name or words("free seat")
        tag, room = (where.badge - 5, where.badge - 6) if plate else (where.tag, where.tag)
        canvas.put(where.name, y, cut(name, room - where.name), style)
        if row.tag:
            canvas.put(tag, y, fit(row.tag, where.tag_width), style if row.turn else palette["mark"])
        if row.cards is not None:
            self._paint_cards(canvas, (y, y + plate), row, where, style)
        if row.score is not None and row.playing:
            canvas.put(where.score, y, f"{row.score:>4}", style)

    def _paint_rail(self, canvas: Canvas, y: int, row: Row, look: SeatsLook) -> None:
        """The arrows at the left edge, which lead from who is on turn to who is next, and on."""
        palette = self.brush.palette
        if row.turn:
            canvas.put(0, y, self.brush.glyphs.turn, palette["turn"])
        elif look.running and row.playing:
            canvas.put(0, y, self._arrow(look), palette["next" if row.next else "dim"])

    def _paint_cards(self, canvas: Canvas, rows: tuple[int, int], row: Row, where: Columns, style: Style) -> None:
        """The backs of the cards and their number, in the first line or the second, and the badge in the first."""
        words, palette, glyphs = self.brush.words, self.brush.palette, self.brush.glyphs
        cards, (above, y) = row.cards or 0, rows
        if above != y:
            room = where.score - where.name - 1
            backs = glyphs.cards * cards if 2 * cards <= room else glyphs.back * min(cards, room)
            canvas.put(where.score, y, f"{cards:>4}", style)
            canvas.put(where.name, y, backs, palette["back"])
        else:
            shown = min(cards, where.backs_width)
            canvas.put(where.backs, y, glyphs.back * shown, palette["back"])
            canvas.put(where.number, y, f"{cards:>2} ", style)
        if row.called or row.owes:
            badge = words.p("badge of a seat, at most 3 letters", "UNO") if row.called else "!!!"
            canvas.put(where.badge, above, fit(badge, 3), palette["uno" if row.called else "owes"])
