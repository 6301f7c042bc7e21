"""Films as one animated SVG, for a page: no script, and the last frame where motion is not wanted.

Each frame draws only the cells that changed, over the frames before it, and shows from its moment on until the film
begins again. Text is text; blocks and lines are shapes, so that they look the same in every font.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from rich.style import Style

from uno_tui.tui.draw.canvas import Canvas, Runs
from uno_tui.tui.draw.theme import Palette
from uno_tui.tui.film.frames import Frame
from uno_tui.tui.film.shapes import BLOCKS, HIGH, WIDE, box_path, is_line, line_path

_BASELINE: Final = 15
_FONT: Final = (
    'font:16.6px "DejaVu Sans Mono",Menlo,Consolas,"Liberation Mono","Noto Sans Mono","Noto Sans Georgian",monospace'
)
_FULL: Final = ((0, 0, WIDE, HIGH),)


class PieceLook(NamedTuple):
    """How a piece of text is drawn: colors as #rrggbb, and the classes of its other attributes."""

    color: str
    ground: str
    classes: str


class SvgWriter:
    """Collects the frames of a film; colors become classes of the style sheet."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._looks: dict[int, tuple[Style, PieceLook]] = {}
        """Looks by id of the style, because hashing a style is slower. It holds the style, so an id is never reused."""
        self._colors: dict[str, int] = {}
        self._frames: list[tuple[float, str]] = []
        """The start of each frame, in seconds, and the drawing of the frame."""
        self._size = 0, 0
        self._before: Canvas | None = None
        self._seconds = 0.0

    def add(self, frame: Frame) -> None:
        """Add a frame: the cells in which it differs from the last one."""
        canvas, before = frame.canvas, self._before
        if before is None:
            self._size = canvas.width, canvas.height
            changes: dict[int, Runs] = dict.fromkeys(range(canvas.height), ((0, canvas.width),))
        else:
            changes = canvas.changes(before)
        if changes:
            self._frames.append((self._seconds, self._drawing(canvas, changes)))
        self._before = canvas
        self._seconds += frame.seconds

    def text(self, title: str) -> str:
        """Return the whole SVG."""
        width, height = self._size[0] * WIDE, self._size[1] * HIGH
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
            f"<title>{escape(title)}</title><style>{self._styles()}</style>",
        ]
        for number, (_moment, drawing) in enumerate(self._frames):
            parts.append(f'<g class="f f{number}">{drawing}</g>' if number else drawing)
        return "\n".join([*parts, "</svg>", ""])

    def _styles(self) -> str:
        rules = [
            f"text{{{_FONT}}}path{{shape-rendering:crispEdges}}",
            ".l path{fill:none;stroke-width:1.5;shape-rendering:auto}",
            ".b{font-weight:bold}.i{font-style:italic}.u{text-decoration:underline}.d{opacity:.6}",
            f".f{{animation:{self._seconds:g}s step-end infinite}}",
            "@media(prefers-reduced-motion:reduce){.f{animation:none}}",
        ]
        for color, number in self._colors.items():
            rules.append(f".c{number}{{fill:{color}}}.l .c{number}{{stroke:{color}}}")
        for number, (moment, _drawing) in enumerate(self._frames):
            if number:
                share = f"{100 * moment / self._seconds:.4f}".rstrip("0").rstrip(".")
                rules.append(
                    f".f{number}{{animation-name:k{number}}}"
                    f"@keyframes k{number}{{0%{{visibility:hidden}}{share}%{{visibility:visible}}}}"
                )
        return "".join(rules)

    def _class(self, color: str) -> str:
        return f"c{self._colors.setdefault(color, len(self._colors))}"

    def _drawing(self, canvas: Canvas, changes: dict[int, Runs]) -> str:
        """Return the changed cells: the grounds, the shapes and the texts, each by color."""
        grounds: dict[str, list[str]] = {}
        shapes: dict[str, list[str]] = {}
        lines: dict[str, list[str]] = {}
        texts: dict[str, list[str]] = {}
        for y, runs in changes.items():
            for x, end, look in self._pieces(canvas, y, runs):
                grounds.setdefault(self._class(look.ground), []).append(box_path(_FULL, x * WIDE, y * HIGH, end - x))
                row = canvas.rows[y].chars[x:end]
                color = self._class(look.color)
                for at, char, count in _signs(row, x):
                    if char in BLOCKS:
                        shapes.setdefault(color, []).append(box_path(BLOCKS[char], at * WIDE, y * HIGH, count))
                    else:
                        lines.setdefault(color, []).append(line_path(char, at * WIDE, y * HIGH, count))
                classes = f"{color} {look.classes}".rstrip()
                texts.setdefault(classes, []).extend(_texts(row, x, y))
        return "".join(
            [
                *(f'<path class="{one}" d="{"".join(paths)}"/>' for one, paths in grounds.items()),
                *(f'<path class="{one}" d="{"".join(paths)}"/>' for one, paths in shapes.items()),
                *(f'<g class="l"><path class="{one}" d="{"".join(paths)}"/></g>' for one, paths in lines.items()),
                *(f'<g class="{one}">{"".join(found)}</g>' for one, found in texts.items() if found),
            ]
        )

    def _pieces(self, canvas: Canvas, y: int, runs: Runs) -> Iterator[tuple[int, int, PieceLook]]:
        """Yield first column, end and look of each piece of one look."""
        styles = canvas.rows[y].styles
        for first, last in runs:
            x = first
            for look, group in groupby(styles[first:last], self._look):
                end = x + len(list(group))
                yield x, end, look
                x = end

    def _look(self, style: Style) -> PieceLook:
        known = self._looks.get(id(style))
        if known is None:
            known = self._looks[id(style)] = style, self._new_look(style)
        return known[1]

    def _new_look(self, style: Style) -> PieceLook:
        color = _hex(style.color, self._palette.foreground)
        ground = _hex(style.bgcolor, self._palette.background)
        if style.reverse:
            color, ground = ground, color
        named = (("b", style.bold), ("i", style.italic), ("u", style.underline), ("d", style.dim))
        return PieceLook(color, ground, " ".join(name for name, on in named if on))


def _hex(color: object, other: str) -> str:
    triplet = getattr(color, "triplet", None)
    return triplet.hex if triplet is not None else other


def _signs(chars: list[str], x: int) -> Iterator[tuple[int, str, int]]:
    """Yield column, character and count for each run of equal characters that are drawn as shapes."""
    for char, group in groupby(chars):
        count = len(list(group))
        if char in BLOCKS or is_line(char):
            yield x, char, count
        x += count


def _texts(chars: list[str], x: int, y: int) -> Iterator[str]:
    """Yield the elements of the texts between shapes and wide gaps; each has the width of its cells."""
    blanked = ["  " if char in BLOCKS or is_line(char) else char for char in chars]
    start = 0
    for is_text, group in groupby(range(len(chars)), lambda place: blanked[place] != "  "):
        places = list(group)
        start = places[0]
        if not is_text:
            continue
        for first, last in _words(blanked, start, places[-1] + 1):
            text = escape("".join(blanked[first:last]))
            width = f' textLength="{(last - first) * WIDE}"' if last - first > 1 else ""
            yield f'<text x="{(x + first) * WIDE}" y="{y * HIGH + _BASELINE}"{width}>{text}</text>'


def _words(chars: list[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of cells with no blank at either end and no two blanks in a row, which SVG would collapse."""
    first = last = -1
    for place in range(start, end):
        if chars[place] == " ":
            continue
        if first < 0 or place - last > 1:
            if first >= 0:
                yield first, last
            first = place
        last = place + 1
        while last < end and chars[last] == "":
            last += 1
    if first >= 0:
        yield first, last
