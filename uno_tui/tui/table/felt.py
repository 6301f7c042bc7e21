"""The felt under the piles, with arrows around it that show the direction of play."""

from functools import lru_cache
from typing import Final

from rich.style import Style

from uno_tui.tui.draw.appearance import ASCII, Appearance, Glyphs
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.theme import Palette, on_ground

BORDERED: Final = 36
"""Minimum width of a felt with a border, in columns."""
TRACK: Final = 12, 5
"""Columns and rows of the border for each arrow that shows the direction of play."""


@lru_cache(maxsize=32)
def felt(appearance: Appearance, width: int, height: int, direction: int = 0, run: int = 0) -> Canvas:
    """Return the empty felt, to be copied: a border if it is wide enough, and arrows on it if there is a direction.

    `direction` as in a match, 0 for no arrows; `run`: cells by which the arrows are ahead of their places.
    """
    style = appearance.palette["felt"]
    canvas = Canvas(width, height, style, plain=appearance.glyphs is ASCII)
    if width >= BORDERED:
        _paint_border(canvas, appearance.glyphs, style)
    if direction:
        _paint_track(canvas, appearance, direction, run)
    canvas.freeze()
    return canvas


def _paint_border(canvas: Canvas, glyphs: Glyphs, style: Style) -> None:
    width, height = canvas.width, canvas.height
    for y, (left, edge, right) in ((0, glyphs.top), (height - 1, glyphs.bottom)):
        canvas.put(1, y, left + edge * (width - 4) + right, style)
    for y in range(1, height - 1):
        canvas.put(1, y, f"{glyphs.side}{' ' * (width - 4)}{glyphs.side}", style)


def _paint_track(canvas: Canvas, appearance: Appearance, direction: int, run: int) -> None:
    """Draw arrows on the border, in the direction of play; clockwise is up the left side."""
    right, left, up, down = appearance.glyphs.track
    if direction < 0:
        right, left, up, down = left, right, down, up
    style = felt_mark(appearance.palette)
    width, height = canvas.width, canvas.height
    run *= direction
    for x in _evenly(width, width // TRACK[0]):
        canvas.put(x + 2 * run, 0, right, style)
        canvas.put(width - 1 - x - 2 * run, height - 1, left, style)
    for y in _evenly(height, height // TRACK[1]):
        canvas.put(1, height - 1 - y, up, style)
        canvas.put(width - 2, y, down, style)


def _evenly(length: int, count: int) -> list[int]:
    """Return `count` places that are spread evenly over a length.

    >>> _evenly(44, 3)
    [7, 22, 36]
    """
    return [(2 * place + 1) * length // (2 * count) for place in range(count)]


def felt_mark(palette: Palette) -> Style:
    """Return the style of a mark on the felt."""
    return on_ground(palette["next"], palette["felt"])
