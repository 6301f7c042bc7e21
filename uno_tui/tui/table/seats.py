"""The seats: whose turn it is, who is next, how many cards each holds, who called UNO, and the scores.

A row is drawn once for all who see it alike.
"""

from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from uno_tui.tui.draw.appearance import ASCII, Appearance
from uno_tui.tui.draw.canvas import Canvas, Row
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.text import cut, fit
from uno_tui.tui.draw.weak_cache import WeakCache
from uno_tui.tui.table.scene import TableScene
from uno_tui.tui.table.seat_facts import SeatFacts, round_runs, seat_facts, seats_from


class SeatColumns(NamedTuple):
    """Columns of the parts of a seat row; width 0 hides a part."""

    name: int
    tag: int
    tag_width: int
    backs: int
    backs_width: int
    number: int
    badge: int
    score: int


def columns(width: int) -> SeatColumns:
    """Return the columns for a width. From the right: score, badge, count, backs; the name takes the rest.

    >>> columns(36)
    SeatColumns(name=4, tag=13, tag_width=4, backs=18, backs_width=6, number=25, badge=28, score=31)
    """
    score = width - 5
    badge = score - 3
    number = badge - 3
    backs_width = min(width - 38, 14) if width >= 44 else 6 if width >= 34 else 0
    backs = number - backs_width - 1
    tag_width = 4 if width >= 30 else 1
    tag = backs - tag_width - 1
    return SeatColumns(4, tag, tag_width, backs, backs_width, number, badge, score)


class SeatRowLook(NamedTuple):
    """The content of a row of the seat list."""

    seat: SeatFacts
    width: int
    plate: bool
    """Whether the seat is drawn on two rows instead of one."""
    arrow: str
    """Arrow in the direction of play; empty if no seat is on turn."""


class SeatCanvasRow(Row):
    """The first of a seat's canvas rows."""

    __slots__ = ("below",)

    def __init__(self, first: Row, *below: Row) -> None:
        super().__init__(first.chars, first.styles, frozen=True)
        self.below = below
        """The remaining canvas rows of the seat."""


@WeakCache
def seat_row(appearance: Appearance, look: SeatRowLook) -> SeatCanvasRow:
    """Return the first canvas row of a seat; a second one is in its `below`."""
    canvas = Canvas(look.width, 1 + look.plate, appearance.palette.text, plain=appearance.glyphs is ASCII)
    _paint(canvas, appearance, look)
    return SeatCanvasRow(*canvas.freeze())


@WeakCache
# Translators: the list of players: a head, or a name, in a column of 16 letters.
def header_row(appearance: Appearance, width: int, told: str, scores: bool) -> Row:
    """Return the header above the seats: the turn order in words, and a heading for the scores, if shown."""
    canvas = Canvas(width, 1, appearance.palette["row"], plain=appearance.glyphs is ASCII)
    title = appearance.words("score") if scores else ""
    canvas.put(width - cell_len(title) - 1, 0, title, appearance.palette["row"])
    canvas.put(0, 0, cut(told, width - cell_len(title) - 3), appearance.palette["row"])
    return canvas.freeze()[0]


# Translators: the list of players: a head, or a name, in a column of 16 letters.
def _paint(canvas: Canvas, appearance: Appearance, look: SeatRowLook) -> None:
    words, palette, seat, where = appearance.words, appearance.palette, look.seat, columns(look.width)
    style = palette["turn"] if seat.turn else palette["row"] if seat.wanted else palette.text
    quiet = style if seat.turn else palette["dim"]
    if not seat.playing:
        style = palette["dim"]
    canvas.fill(0, 0, canvas.width, canvas.height, style)
    _paint_rail(canvas, appearance, look)
    canvas.put(1, 0, f"{seat.number:>2}", palette["key"] if seat.wanted else quiet)
    name = seat.shown_name(words)
    tag, end = (where.badge - 5, where.badge - 5) if look.plate else (where.tag, where.backs)
    tag_width = where.tag_width
    if seat.cards is None:  # the columns of cards and scores are free
        tag, tag_width = canvas.width - 5, 4
        end = canvas.width
    canvas.put(where.name, 0, cut(name, (tag if seat.tag else end) - 1 - where.name), style)
    if seat.tag:
        mark = style if seat.turn else palette["mark"] + Style(bgcolor=style.bgcolor)
        canvas.put(tag, 0, fit(seat.tag, tag_width), mark)
    if seat.cards is not None:
        _paint_cards(canvas, appearance, look, where, style)
    if seat.score is not None and seat.playing:
        canvas.put(where.score, 0, f"{seat.score:>4}", style)


def _paint_rail(canvas: Canvas, appearance: Appearance, look: SeatRowLook) -> None:
    """Draw the turn mark or an arrow at the left edge; arrows lead from the seat on turn to the next seats."""
    if look.seat.turn:
        canvas.put(0, 0, appearance.glyphs.turn, appearance.palette["turn"])
    elif look.arrow and look.seat.playing:
        canvas.put(0, 0, look.arrow, appearance.palette["next" if look.seat.next else "dim"])


def _paint_cards(canvas: Canvas, appearance: Appearance, look: SeatRowLook, where: SeatColumns, style: Style) -> None:
    """Draw a seat's card backs and their number, on its second row if it has one, and the badge on the first.

    The number has the same column in both cases, never that of the scores.
    """
    palette, glyphs, seat = appearance.palette, appearance.glyphs, look.seat
    cards = seat.cards or 0
    canvas.put(where.number, int(look.plate), f"{cards:>2} ", style)
    if look.plate:
        room = where.number - where.name - 1
        backs = glyphs.cards * cards if 2 * cards <= room else glyphs.back * min(cards, room)
        canvas.put(where.name, 1, backs, palette["back"])
    else:
        canvas.put(where.backs, 0, glyphs.back * min(cards, where.backs_width), palette["back"])
    if seat.called or seat.owes:
        badge = appearance.words.p("badge of a seat, at most 3 letters", "UNO") if seat.called else "!!!"
        canvas.put(where.badge, 0, fit(badge, 3), palette["uno" if seat.called else "owes"])


class SeatListLook(NamedTuple):
    """The content of the seat list."""

    seats: tuple[SeatFacts, ...]
    direction: int
    running: bool


# Translators: the list of players: a head, or a name, in a column of 16 letters.
class SeatList(CanvasWidget[SeatListLook]):
    """All seats in clockwise order, starting with this person's own."""

    lent = 0
    """Rows that a long prompt took from the list; the seats stay where they were if that is possible."""

    def look_at(self, scene: TableScene) -> SeatListLook:
        """Return the seats, starting with this person's own."""
        game = scene.game
        seats = seat_facts(self.appearance.words, scene, seats_from(scene))
        return SeatListLook(seats, game.direction if game else 1, round_runs(scene))

    def paint(self, canvas: Canvas, look: SeatListLook) -> None:
        """Draw the header and the seats: two rows each if they fit, else one row each, spaced if that fits."""
        room, count = canvas.height - 1, len(look.seats)
        arrow = self.appearance.glyphs.down if look.direction > 0 else self.appearance.glyphs.up
        scores = any(seat.score is not None for seat in look.seats)
        canvas.put_row(0, header_row(self.appearance, canvas.width, self._told(look, arrow), scores))
        plates, step = self._spacing(count, room)
        first = self._first(look.seats, room)
        for place, seat in enumerate(look.seats[first : first + room]):
            y = 1 + place * step
            one = SeatRowLook(seat, canvas.width, plates, arrow if look.running else "")
            row = seat_row(self.appearance, one)
            rows = row, *row.below
            for below, each in enumerate(rows):
                canvas.put_row(y + below, each)
            if seat.wanted or seat.catchable:
                self.target((0, y, canvas.width, len(rows)), "seat" if seat.wanted else "catch", seat.number - 1)

    def _spacing(self, count: int, room: int) -> tuple[bool, int]:
        """Return whether each seat has two rows, and by how many rows the seats are apart."""
        whole, gaps = room + self.lent, max(count - 1, 1)
        if 3 * count <= whole and 2 * count <= room:
            return True, min(whole // count, (room - 2) // gaps, 5)
        return False, 2 if 2 * count <= whole and 2 * gaps < room else 1

    def _told(self, look: SeatListLook, arrow: str) -> str:
        """Return the direction of play and the next seat, as text."""
        words = self.appearance.words
        after = next((seat for seat in look.seats if seat.next), None)
        if not look.running or after is None:
            return " " + words("seats")
        return f"{arrow} " + (words("next: you") if after.you else words("next: {name}", name=after.name))

    @staticmethod
    def _first(seats: tuple[SeatFacts, ...], room: int) -> int:
        """Return the index of the first visible seat, chosen so that the seat on turn is visible."""
        turn = next((place for place, seat in enumerate(seats) if seat.turn), 0)
        return max(min(turn - room // 2, len(seats) - room), 0)
