"""A grid of cells to draw on, and the cells in which it differs from an older grid.

A widget draws all of itself on a new canvas when its part of the scene has changed, because drawing is cheap. It sends
only the cells that changed, because sending is expensive.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import compress, pairwise
from operator import is_not, ne, or_
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from uno_tui.i18n.ascii_text import ascii_text
from uno_tui.tui.draw.strip import CompactStrip
from uno_tui.tui.draw.text import fit, wrap

Run = tuple[int, int]
"""Cells of a row: the first column, and one past the last."""
Runs = tuple[Run, ...]
GAP: Final = 4
"""Maximum number of unchanged cells between changed ones that are sent, too, because moving the cursor costs more."""
RECENT_ROWS: Final = 128
"""Size of the caches of work on frozen rows: enough for the rows that change in one move at one table."""


class Row:
    """A row of cells. The second cell of a wide character holds the empty text."""

    __slots__ = ("__weakref__", "chars", "frozen", "styles")

    def __init__(self, chars: list[str], styles: list[Style], *, frozen: bool = False) -> None:
        self.chars = chars
        self.styles = styles
        self.frozen = frozen
        """Whether the row is shared by canvases and must not change; caches are keyed by its identity."""


_BLANKS: Final[dict[tuple[int, int], Row]] = {}
"""Blank rows by width and id of the style.

The id, because rows are compared by the identity of their styles: another style, though equal, would count as a change.
Each row holds its style, so an id in this cache is never that of a freed style.
"""


def _blank(width: int, style: Style) -> Row:
    key = width, id(style)
    if key not in _BLANKS:
        if len(_BLANKS) >= 64:
            _BLANKS.clear()
        _BLANKS[key] = Row([" "] * width, [style] * width, frozen=True)
    return _BLANKS[key]


class Canvas:
    """Rows of cells. A frozen row is copied before anything is put on it."""

    __slots__ = ("cursor", "height", "plain", "rows", "width")

    def __init__(self, width: int, height: int, style: Style, *, plain: bool = False) -> None:
        self.plain = plain
        """Whether characters outside ASCII are replaced."""
        self.width = width
        self.height = height
        self.rows = [_blank(width, style)] * height
        self.cursor: tuple[int, int] | None = None
        """Column and row of the selected item, where the terminal's cursor is placed; None if nothing is selected."""

    def copy(self) -> "Canvas":
        """Return a canvas with the same rows, to draw on. All rows of this one must be frozen."""
        new = Canvas.__new__(Canvas)
        new.width, new.height, new.plain, new.cursor = self.width, self.height, self.plain, self.cursor
        new.rows = self.rows[:]
        return new

    @property
    def chars(self) -> list[list[str]]:
        """The characters of every row."""
        return [row.chars for row in self.rows]

    @property
    def styles(self) -> list[list[Style]]:
        """The styles of every row."""
        return [row.styles for row in self.rows]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Write text, cut at the edges, and return the column after it."""
        if self.plain and not text.isascii():
            text = ascii_text(text)
        cells: Sequence[str] = text if text.isascii() and text.isprintable() else _cells(text)
        end = x + len(cells)
        if not 0 <= y < self.height:
            return end
        row = self.rows[y]
        if row.frozen:
            row = self.rows[y] = Row(row.chars[:], row.styles[:])
        if x >= 0 and end <= self.width:
            row.chars[x:end] = cells
            row.styles[x:end] = [style] * (end - x)
        elif x < self.width and end > 0:
            first, last = max(x, 0), min(end, self.width)
            row.chars[first:last] = cells[first - x : last - x]
            row.styles[first:last] = [style] * (last - first)
        return end

    def put_message(self, text: str, style: Style) -> None:
        """Write a sentence over the last row, and over rows above it if the sentence is long."""
        lines = wrap(text, self.width - 4)
        if len(lines) == 1:
            self.put(1, self.height - 1, f" {text} ", style)
            return
        self.put_lines(self.height - len(lines), lines, style)

    def put_lines(self, y: int, lines: Iterable[str], style: Style) -> None:
        """Write lines into rows from `y` down, each over the whole width."""
        for row, line in enumerate(lines, y):
            self.put(0, row, fit("  " + line, self.width), style)

    def fill(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        """Fill a rectangle with blanks."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, style)

    def put_row(self, y: int, row: Row) -> None:
        """Put a frozen row of full width at row `y`; do nothing if `y` is outside the canvas."""
        if 0 <= y < self.height:
            self.rows[y] = row

    def freeze(self) -> tuple[Row, ...]:
        """Freeze all rows and return them, for sharing with other canvases."""
        for row in self.rows:
            row.frozen = True
        return tuple(self.rows)

    def line(self, y: int, recolor: Callable[[Style], Style]) -> CompactStrip:
        """Return a row as a Textual strip, with each style changed by `recolor`."""
        row = self.rows[y]
        return (_cached_line if row.frozen else _line)(row, recolor)

    def changes(self, old: "Canvas") -> dict[int, Runs]:
        """Return the runs of cells that differ from an older canvas of the same size, by row."""
        found = {}
        for y, (row, before) in enumerate(zip(self.rows, old.rows, strict=True)):
            if row is not before and (runs := (_cached_runs if row.frozen and before.frozen else _runs)(row, before)):
                found[y] = runs
        return found


def _line(row: Row, recolor: Callable[[Style], Style]) -> CompactStrip:
    chars, styles, width = row.chars, row.styles, len(row.chars)
    ends = [0, *(x for x in range(1, width) if styles[x] is not styles[x - 1]), width]
    return CompactStrip([Segment("".join(chars[a:b]), recolor(styles[a])) for a, b in pairwise(ends)], width)


_cached_line = lru_cache(maxsize=RECENT_ROWS)(_line)


def _runs(row: Row, old: Row) -> Runs:
    """Return the runs of cells in which two rows differ."""
    if row.chars == old.chars and row.styles == old.styles:
        return ()
    width = len(row.chars)
    other = map(or_, map(ne, row.chars, old.chars), map(is_not, row.styles, old.styles))
    return tuple([_whole(run, row.chars, old.chars) for run in _joined(row, list(compress(range(width), other)))])


_cached_runs = lru_cache(maxsize=RECENT_ROWS)(_runs)


def _whole(run: Run, chars: list[str], old_chars: list[str]) -> Run:
    """Return the run, widened so that it does not cut a wide character in half."""
    first, last = run
    while first > 0 and "" in (chars[first], old_chars[first]):
        first -= 1
    while last < len(chars) and "" in (chars[last], old_chars[last]):
        last += 1
    return first, last


def _joined(row: Row, cells: list[int]) -> list[Run]:
    """Return the changed cells as runs; a short gap joins two runs if that is cheaper than a cursor movement."""
    runs = []
    first, last = cells[0], cells[0] + 1
    for x in cells[1:]:
        if x > last and (x - last > GAP or not _bridged(row, last, x)):
            runs.append((first, last))
            first = x
        last = x + 1
    return [*runs, (first, last)]


def _bridged(row: Row, first: int, last: int) -> bool:
    """Return whether unchanged cells between two runs cost no more bytes than a cursor movement."""
    before = row.styles[first - 1]
    if any(style is not before for style in row.styles[first : last + 1]):
        return False
    return len("".join(row.chars[first:last]).encode()) <= (GAP if last - first > 1 else GAP - 1)


@lru_cache(maxsize=512)
def _cells(text: str) -> tuple[str, ...]:
    """Return the text by cell: a wide character is followed by the empty text, a combining one joins its letter.

    Characters that are not printable are left out, so that no text can bring an escape sequence to the terminal.
    """
    cells: list[str] = []
    for char in filter(str.isprintable, text):
        width = cell_len(char)
        if width:
            cells.append(char)
            cells += [""] * (width - 1)
        elif cells:
            cells[-1] += char
    return tuple(cells)
