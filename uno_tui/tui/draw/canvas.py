"""A grid of cells to draw on, and the rows of it that differ from the grid before.

The table's widgets draw themselves whole on a new canvas whenever their slice of the picture changed, which is cheap,
and send only the spans of cells that came out differently, since sending is what costs.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import compress, pairwise
from operator import is_not, ne, or_
from typing import Final
from unicodedata import combining, normalize

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.segment import Segment
from rich.style import Style

from uno_tui.tui.draw.strip import CompactStrip

Run = tuple[int, int]
"""The first and one past the last of cells in a row."""
Runs = tuple[Run, ...]
GAP: Final = 4
"""The longest gap between two changed cells that is sent rather than stepped over."""
RECENT_ROWS: Final = 128
"""So many rows are remembered with what became of them: those that change while a move is shown to all of a table."""


_SUITS: Final = str.maketrans("♥♦♣♠", "HDCS")


class Row:
    """One row of cells. A cell behind a wide character holds the empty text."""

    __slots__ = ("__weakref__", "chars", "kept", "styles")

    def __init__(self, chars: list[str], styles: list[Style], *, kept: bool = False) -> None:
        self.chars = chars
        self.styles = styles
        self.kept = kept
        """Any number of canvases may show it, so it never changes; who it is tells what it looks like."""


_BLANKS: Final[dict[tuple[int, int], Row]] = {}
"""By width and by who the style is: another one that is equal would count as a change."""


def _blank(width: int, style: Style) -> Row:
    key = width, id(style)
    if key not in _BLANKS:
        if len(_BLANKS) >= 64:
            _BLANKS.clear()
        _BLANKS[key] = Row([" "] * width, [style] * width, kept=True)
    return _BLANKS[key]


class Canvas:
    """Rows of cells; a row that is kept is copied before something is put on it."""

    __slots__ = ("height", "plain", "rows", "width")

    def __init__(self, width: int, height: int, style: Style, *, plain: bool = False) -> None:
        self.plain = plain
        """Whether only ASCII is drawn, whatever is put."""
        self.width = width
        self.height = height
        self.rows = [_blank(width, style)] * height

    @property
    def chars(self) -> list[list[str]]:
        """The characters of every row."""
        return [row.chars for row in self.rows]

    @property
    def styles(self) -> list[list[Style]]:
        """The styles of every row."""
        return [row.styles for row in self.rows]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Write text, cut at the edges, and return the column behind it."""
        if self.plain and not text.isascii():
            text = "".join(char for char in normalize("NFD", text) if not combining(char))
            text = text.translate(_SUITS).encode("ascii", "replace").decode()
        cells: list[str] | str = text if text.isascii() and text.isprintable() else _cells(text)
        end = x + len(cells)
        if not 0 <= y < self.height:
            return end
        row = self.rows[y]
        if row.kept:
            row = self.rows[y] = Row(row.chars[:], row.styles[:])
        if x >= 0 and end <= self.width:
            row.chars[x:end] = cells
            row.styles[x:end] = [style] * (end - x)
        elif x < self.width and end > 0:
            first, last = max(x, 0), min(end, self.width)
            row.chars[first:last] = cells[first - x : last - x]
            row.styles[first:last] = [style] * (last - first)
        return end

    def tell(self, text: str, style: Style) -> None:
        """Write a sentence in the last row, or where it is longer in as many rows above as it takes, over all else."""
        lines = wrap(text, self.width - 4)
        if len(lines) == 1:
            self.put(1, self.height - 1, f" {text} ", style)
            return
        self.spread(self.height - len(lines), lines, style)

    def spread(self, y: int, lines: Iterable[str], style: Style) -> None:
        """Write lines from that row on, each across the whole width."""
        for row, line in enumerate(lines, y):
            self.put(0, row, fit("  " + line, self.width), style)

    def fill(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        """Blank a rectangle."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, style)

    def lay(self, y: int, row: Row) -> None:
        """Show a kept row as wide as the canvas; nothing happens outside."""
        if 0 <= y < self.height:
            self.rows[y] = row

    def keep(self) -> tuple[Row, ...]:
        """The rows, from now on for any number of canvases."""
        for row in self.rows:
            row.kept = True
        return tuple(self.rows)

    def line(self, y: int, recolor: Callable[[Style], Style]) -> CompactStrip:
        """One row in the colors that `recolor` makes of its styles."""
        row = self.rows[y]
        return (_kept_line if row.kept else _line)(row, recolor)

    def changes(self, old: "Canvas") -> dict[int, Runs]:
        """The runs of cells, by row, in which this canvas differs from an older one of the same size."""
        found = {}
        for y, (row, before) in enumerate(zip(self.rows, old.rows, strict=True)):
            if row is not before and (runs := (_kept_runs if row.kept and before.kept else _runs)(row, before)):
                found[y] = runs
        return found


def _line(row: Row, recolor: Callable[[Style], Style]) -> CompactStrip:
    chars, styles, width = row.chars, row.styles, len(row.chars)
    ends = [0, *(x for x in range(1, width) if styles[x] is not styles[x - 1]), width]
    return CompactStrip([Segment("".join(chars[a:b]), recolor(styles[a])) for a, b in pairwise(ends)], width)


_kept_line = lru_cache(maxsize=RECENT_ROWS)(_line)


def _runs(row: Row, old: Row) -> Runs:
    """The runs of cells in which two rows differ."""
    if row.chars == old.chars and row.styles == old.styles:
        return ()
    width = len(row.chars)
    other = map(or_, map(ne, row.chars, old.chars), map(is_not, row.styles, old.styles))
    return tuple([_whole(run, row.chars, old.chars) for run in _joined(row, list(compress(range(width), other)))])


_kept_runs = lru_cache(maxsize=RECENT_ROWS)(_runs)


def _whole(run: Run, chars: list[str], old_chars: list[str]) -> Run:
    """The run, widened so that it does not cut through a wide character."""
    first, last = run
    while first > 0 and "" in (chars[first], old_chars[first]):
        first -= 1
    while last < len(chars) and "" in (chars[last], old_chars[last]):
        last += 1
    return first, last


def _joined(row: Row, cells: list[int]) -> list[Run]:
    """The cells as runs; a gap that costs as much to step over as to send is part of one."""
    runs = []
    first, last = cells[0], cells[0] + 1
    for x in cells[1:]:
        if x > last and (x - last > GAP or not _bridged(row, last, x)):
            runs.append((first, last))
            first = x
        last = x + 1
    return [*runs, (first, last)]


def _bridged(row: Row, first: int, last: int) -> bool:
    """Whether these cells have the style on either side of them and are no more bytes than a step over them."""
    before = row.styles[first - 1]
    if any(style is not before for style in row.styles[first : last + 1]):
        return False
    return len("".join(row.chars[first:last]).encode()) <= (GAP if last - first > 1 else GAP - 1)


@lru_cache(maxsize=512)
def _cells(text: str) -> list[str]:
    """The text cell by cell: a character that takes two is followed by the empty text, one that takes none is joined.

    What is not printable, such as an escape in a name, is left out here whatever was let through before.
    """
    cells: list[str] = []
    for char in filter(str.isprintable, text):
        width = cell_len(char)
        if width:
            cells.append(char)
            cells += [""] * (width - 1)
        elif cells:
            cells[-1] += char
    return cells


def fit(text: str, width: int) -> str:
    """The text cut or filled with spaces to that many cells."""
    return set_cell_size(text, max(width, 0))


def capitals(text: str) -> str:
    """The text in capitals, but for letters whose capitals hardly any font of a terminal has, such as Georgian ones."""
    return "".join(char if "\u10a0" <= char <= "\u10ff" else char.upper() for char in text)


def cut(text: str, width: int) -> str:
    """The text cut to at most that many cells."""
    return text if cell_len(text) <= width else set_cell_size(text, max(width, 0)).rstrip()


def shortened(text: str, width: int) -> str:
    """The text in at most that many cells; two dots tell that there is more."""
    return text if cell_len(text) <= width else f"{cut(text, width - 2)}.."


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most that many cells, broken at spaces where there are any."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        for piece in chop_cells(word, width) if cell_len(word) > width else [word]:
            if line and cell_len(line) + 1 + cell_len(piece) > width:
                lines.append(line)
                line = piece
            else:
                line = f"{line} {piece}" if line else piece
    return [*lines, line] if line or not lines else lines
