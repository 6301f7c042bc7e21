"""Changed cells as text for a terminal, ordered by color: a cursor movement is shorter than a change of color.

A row of cards has as many colors as cards, and the row below has the same ones again. Therefore all pieces of one color
are written before those of the next color, wherever they are on the screen.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from rich.color import ColorSystem
from rich.style import Style

from uno_tui.tui.draw.canvas import RECENT_ROWS, Canvas, Row, Runs
from uno_tui.tui.draw.strip import RESET, style_change

Changes = Mapping[int, Runs]
"""Changed cells of a widget, by row."""

_STYLE_CHANGES: Final[dict[tuple[int, int], tuple[Style | None, Style, str]]] = {}
"""Cache of `style_change`, keyed by the ids of both styles because hashing a style is slower.

It holds a reference to both. Without it the id of a freed style could be reused, and the new style would get a wrong
sequence.
"""


def cached_style_change(before: Style | None, style: Style) -> str:
    """Return `style_change` in true color, cached; `recolor` has already reduced the colors of both styles."""
    key = id(before), id(style)
    known = _STYLE_CHANGES.get(key)
    if known is None:
        if len(_STYLE_CHANGES) >= 2048:
            _STYLE_CHANGES.clear()
        known = _STYLE_CHANGES[key] = before, style, style_change(before, style, ColorSystem.TRUECOLOR)
    return known[2]


@lru_cache(maxsize=1024)
def step(down: int, right: int, y: int, x: int) -> str:
    r"""Return the shortest sequence that moves the cursor by `down` and `right` cells, to row `y` and column `x`.

    >>> step(0, 3, 5, 13), step(1, 0, 6, 10), step(1, -3, 6, 40), step(4, 20, 9, 30)
    ('\x1b[3C', '\x1b[B', '\x1b[B\x08\x08\x08', '\x1b[10;31H')
    """
    rows = _times(abs(down), "B" if down > 0 else "A") if down else ""
    columns = _times(right, "C") if right > 0 else min("\b" * -right, _times(-right, "D"), key=len) if right else ""
    return min(goto(y, x), rows + columns, rows + "\r" + (_times(x, "C") if x else ""), key=len)


def goto(y: int, x: int) -> str:
    """Return the sequence that moves the cursor to a row and column, both counted from 0."""
    return f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H"


def _times(count: int, letter: str) -> str:
    return f"\x1b[{count}{letter}" if count > 1 else f"\x1b[{letter}"


class Piece(NamedTuple):
    """Adjacent cells of one row with the same style."""

    style: Style
    x: int
    text: str
    end: int | None
    """Cursor column after the cells; None where terminals disagree: after a wide character, or at the right edge."""


def _pieces(row: Row, runs: Runs, recolor: Callable[[Style], Style]) -> tuple[Piece, ...]:
    """Split runs of cells into pieces of one style; blanks join the piece before them if that looks the same."""
    found: list[Piece] = []
    chars, styles, width = row.chars, row.styles, len(row.chars)
    for first, last in runs:
        x = begun = first
        before: Style | None = None
        for _, group in groupby(styles[first:last], id):
            style, end = recolor(styles[x]), x + len(list(group))
            if before is not None and "".join(chars[x:end]).isspace() and _blank_alike(before, style):
                found.pop()
            else:
                before, begun = style, x
            text = "".join(chars[begun:end])
            found.append(Piece(before, begun, text, end if end < width and len(text) == end - begun else None))
            x = end
    return tuple(found)


def _blank_alike(one: Style, other: Style) -> bool:
    """Return whether a blank cell looks the same in both styles."""
    return one.bgcolor == other.bgcolor and not (one.underline or other.underline or one.reverse or other.reverse)


_cached_pieces = lru_cache(maxsize=RECENT_ROWS)(_pieces)


def _by_ground(pieces: list[tuple[int, int, Piece]]) -> tuple[bool, str]:
    """Return a sort key that groups styles by weight, then by background: a change within a group takes few bytes."""
    style = pieces[0][2].style
    return bool(style.bold), style.bgcolor.name if style.bgcolor is not None else ""


class FrameWriter:
    """Builds the text of a frame from the changed cells of several canvases."""

    def __init__(self, cursor: tuple[int, int] | None = None) -> None:
        self.pieces: dict[int, list[tuple[int, int, Piece]]] = {}
        """Pieces by the id of their style, which they keep alive; each with its screen row and its canvas's left
        column."""

        self.cursor = cursor
        """Column and row of the cursor after the frame; None: wherever the last piece ends."""

    def draw(self, canvas: Canvas, at: tuple[int, int], changes: Changes, recolor: Callable[[Style], Style]) -> None:
        """Add the changed cells of a canvas, whose top left corner is at `at` (column, row), to the frame."""
        left, top = at
        for y, runs in changes.items():
            row = canvas.rows[y]
            for piece in (_cached_pieces if row.frozen else _pieces)(row, runs, recolor):
                self.pieces.setdefault(id(piece.style), []).append((top + y, left, piece))

    @property
    def text(self) -> str:
        """The whole frame; it ends with the terminal's default style, and the cursor where it belongs."""
        parts: list[str] = []
        before: Style | None = None
        row, column = 0, None
        for pieces in sorted(self.pieces.values(), key=_by_ground):
            style = pieces[0][2].style
            parts.append(cached_style_change(before, style))
            before = style
            for y, left, (_style, x, text, end) in pieces:
                there = left + x
                parts.append(goto(y, there) if column is None else step(y - row, there - column, y, there))
                parts.append(text)
                row, column = y, None if end is None else left + end
        parts.append(RESET)
        if self.cursor is not None:
            x, y = self.cursor
            parts.append(goto(y, x))
        return "".join(parts)
