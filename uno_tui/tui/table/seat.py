"""The rows of the seats, each drawn once for all who see it alike."""

from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from uno_tui.tui.draw.appearance import ASCII, Appearance
from uno_tui.tui.draw.canvas import Canvas, Row, cut, fit
from uno_tui.tui.draw.weak_cache import WeakCache


class Seat(NamedTuple):
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
    backs_width = min(width - 38, 14) if width >= 44 else 6 if width >= 34 else 0
    backs = number - backs_width - 1
    tag_width = 4 if width >= 30 else 1
    tag = backs - tag_width - 1
    return Columns(4, tag, tag_width, backs, backs_width, number, badge, score)


class SeatLook(NamedTuple):
    """What a seat looks like."""

    seat: Seat
    width: int
    plate: bool
    """It takes two rows."""
    arrow: str
    """Which way down the rows the turn goes; empty where nobody has it."""
    moving: bool
    """What was played last has not arrived yet."""


class SeatRow(Row):
    """The first row of a seat."""

    __slots__ = ("below",)

    def __init__(self, first: Row, *below: Row) -> None:
        super().__init__(first.chars, first.styles, kept=True)
        self.below = below
        """The others of the same seat."""


@WeakCache
def seat_row(appearance: Appearance, look: SeatLook) -> SeatRow:
    """The one or two rows of a seat."""
    canvas = Canvas(look.width, 1 + look.plate, appearance.palette.text, plain=appearance.glyphs is ASCII)
    _paint(canvas, appearance, look)
    return SeatRow(*canvas.keep())


@WeakCache
def header_row(appearance: Appearance, width: int, told: str, scores: bool) -> Row:
    """The row above the seats: what is told, and what the numbers to the right are, once there are scores."""
    canvas = Canvas(width, 1, appearance.palette["row"], plain=appearance.glyphs is ASCII)
    title = appearance.words("score") if scores else ""
    canvas.put(width - cell_len(title) - 1, 0, title, appearance.palette["row"])
    canvas.put(0, 0, cut(told, width - cell_len(title) - 3), appearance.palette["row"])
    return canvas.keep()[0]


def _paint(canvas: Canvas, appearance: Appearance, look: SeatLook) -> None:
    words, palette, seat, where = appearance.words, appearance.palette, look.seat, columns(look.width)
    loud = palette["row"] if look.moving else palette["turn"]
    style = loud if seat.turn else palette["row"] if seat.wanted else palette.text
    quiet = style if seat.turn else palette["dim"]
    if not seat.playing:
        style = palette["dim"]
    canvas.fill(0, 0, canvas.width, canvas.height, style)
    _paint_rail(canvas, appearance, look)
    canvas.put(1, 0, f"{seat.number:>2}", palette["key"] if seat.wanted else quiet)
    name = words.p("a row of the seats", "You") if seat.you else seat.name or words("free seat")
    tag, room = (where.badge - 5, where.badge - 6) if look.plate else (where.tag, where.tag)
    if seat.cards is None and not seat.tag:
        room = canvas.width - 1
    canvas.put(where.name, 0, cut(name, room - where.name), style)
    if seat.tag:
        mark = style if seat.turn else palette["mark"] + Style(bgcolor=style.bgcolor)
        canvas.put(tag, 0, fit(seat.tag, where.tag_width), mark)
    if seat.cards is not None:
        _paint_cards(canvas, appearance, look, where, style)
    if seat.score is not None and seat.playing:
        canvas.put(where.score, 0, f"{seat.score:>4}", style)


def _paint_rail(canvas: Canvas, appearance: Appearance, look: SeatLook) -> None:
    """The arrow at the left edge: they lead from who is on turn to who is next, and on."""
    if look.seat.turn:
        canvas.put(0, 0, appearance.glyphs.turn, appearance.palette["turn"])
    elif look.arrow and look.seat.playing:
        canvas.put(0, 0, look.arrow, appearance.palette["next" if look.seat.next else "dim"])


def _paint_cards(canvas: Canvas, appearance: Appearance, look: SeatLook, where: Columns, style: Style) -> None:
    """The backs of the cards and their number, in the first line or the second, and the badge in the first."""
    palette, glyphs, seat = appearance.palette, appearance.glyphs, look.seat
    cards = seat.cards or 0
    if look.plate:
        room = where.score - where.name - 1
        backs = glyphs.cards * cards if 2 * cards <= room else glyphs.back * min(cards, room)
        canvas.put(where.score, 1, f"{cards:>4}", style)
        canvas.put(where.name, 1, backs, palette["back"])
    else:
        canvas.put(where.backs, 0, glyphs.back * min(cards, where.backs_width), palette["back"])
        canvas.put(where.number, 0, f"{cards:>2} ", style)
    if seat.called or seat.owes:
        badge = appearance.words.p("badge of a seat, at most 3 letters", "UNO") if seat.called else "!!!"
        canvas.put(where.badge, 0, fit(badge, 3), palette["uno" if seat.called else "owes"])
