"""A grid of cells to draw on, and the rows of it that differ from the grid before.

The table's widgets draw themselves whole on a new canvas whenever their slice of the picture changed, which is cheap,
and send only the spans of cells that came out differently, since sending is what costs.
"""

from itertools import pairwise

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

Span = tuple[int, int, int]
"""A row, and its first and one past its last cell that changed."""


class Canvas:
    """Cells of text and style. A cell behind a wide character holds the empty text."""

    __slots__ = ("chars", "height", "styles", "width")

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width = width
        self.height = height
        self.chars = [[" "] * width for _ in range(height)]
        self.styles = [[style] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Write text, cut at the edges, and return the column behind it."""
        cells: list[str] | str = text if text.isascii() and text.isprintable() else _cells(text)
        end = x + len(cells)
        if 0 <= y < self.height and x < self.width and end > 0:
            first, last = max(x, 0), min(end, self.width)
            self.chars[y][first:last] = cells[first - x : last - x]
            self.styles[y][first:last] = [style] * (last - first)
        return end

    def fill(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        """Blank a rectangle."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, style)

    def strip(self, y: int, span: Span | None = None) -> Strip:
        """One row. Segments break at the span's ends, since whole segments are sent."""
        chars, styles = self.chars[y], self.styles[y]
        breaks = [x for x in range(1, self.width) if styles[x] is not styles[x - 1]]
        if span is not None:
            breaks = sorted({*breaks, span[1], span[2]} - {0, self.width})
        edges = [0, *breaks, self.width]
        return Strip([Segment("".join(chars[a:b]), styles[a]) for a, b in pairwise(edges)], self.width)

    def changes(self, old: "Canvas") -> list[Span]:
        """The spans in which this canvas differs from an older one of the same size."""
        found = []
        for y in range(self.height):
            chars, styles, old_chars, old_styles = self.chars[y], self.styles[y], old.chars[y], old.styles[y]
            if chars == old_chars and styles == old_styles:
                continue
            apart = [
                x
                for x in range(self.width)
                if chars[x] != old_chars[x] or styles[x] is not old_styles[x]
            ]
            if not apart:
                continue
            first, last = apart[0], apart[-1] + 1
            while first > 0 and "" in (chars[first], old_chars[first]):
                first -= 1
            while last < self.width and "" in (chars[last], old_chars[last]):
                last += 1
            found.append((y, first, last))
        return found


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


def cut(text: str, width: int) -> str:
    """The text cut to at most that many cells."""
    return text if cell_len(text) <= width else set_cell_size(text, max(width, 0)).rstrip()


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
