"""Signs that are drawn as shapes, so that they join without gaps in every font: blocks and lines.

A cell is `WIDE` units wide and `HIGH` units high; shapes are parts of SVG paths.
"""

from typing import Final

WIDE: Final = 10
HIGH: Final = 20

Box = tuple[int, int, int, int]
"""A rectangle: left, top, width and height within a cell of `WIDE` times `HIGH` units."""

_QUADRANTS: Final = ((0, 0), (WIDE // 2, 0), (0, HIGH // 2), (WIDE // 2, HIGH // 2))


def _quadrants(*numbers: int) -> tuple[Box, ...]:
    return tuple((*_QUADRANTS[number], WIDE // 2, HIGH // 2) for number in numbers)


BLOCKS: Final[dict[str, tuple[Box, ...]]] = {
    "█": ((0, 0, WIDE, HIGH),),
    "▀": ((0, 0, WIDE, HIGH // 2),),
    "▄": ((0, HIGH // 2, WIDE, HIGH // 2),),
    "▌": ((0, 0, WIDE // 2, HIGH),),
    "▐": ((WIDE // 2, 0, WIDE // 2, HIGH),),
    "▘": _quadrants(0), "▝": _quadrants(1), "▖": _quadrants(2), "▗": _quadrants(3),
    "▚": _quadrants(0, 3), "▞": _quadrants(1, 2), "▙": _quadrants(0, 2, 3), "▛": _quadrants(0, 1, 2),
    "▜": _quadrants(0, 1, 3), "▟": _quadrants(1, 2, 3),
}  # fmt: skip  # a table
"""The rectangles that draw each block character."""

_LEFT, _RIGHT, _UP, _DOWN = f"h-{WIDE // 2}", f"h{WIDE // 2}", f"v-{HIGH // 2}", f"v{HIGH // 2}"
_STRAIGHT: Final = {
    "─": (_LEFT, _RIGHT), "│": (_UP, _DOWN), "┌": (_RIGHT, _DOWN), "┐": (_LEFT, _DOWN), "└": (_RIGHT, _UP),
    "┘": (_LEFT, _UP), "├": (_UP, _DOWN, _RIGHT), "┤": (_UP, _DOWN, _LEFT), "┬": (_LEFT, _RIGHT, _DOWN),
    "┴": (_LEFT, _RIGHT, _UP), "┼": (_UP, _DOWN, _LEFT, _RIGHT),
}  # fmt: skip  # a table
"""The strokes that draw each line character, from the middle of the cell."""
_ROUND: Final = {"╭": (1, 1), "╮": (-1, 1), "╰": (1, -1), "╯": (-1, -1)}
"""The sides that a round corner joins: right (1) or left (-1), down (1) or up (-1)."""


def is_line(char: str) -> bool:
    """Return whether a character is drawn as strokes."""
    return char in _STRAIGHT or char in _ROUND


def box_path(boxes: tuple[Box, ...], x: int, y: int, count: int = 1) -> str:
    """Return the path of rectangles in the cell at (x, y), in units, repeated in the cells to the right.

    >>> box_path(BLOCKS["▄"], 20, 40, 3)
    'M20,50h30v10h-30z'
    """
    if all(width == WIDE for _left, _top, width, _height in boxes):
        return "".join(f"M{x},{y + top}h{WIDE * count}v{high}h-{WIDE * count}z" for _left, top, _wide, high in boxes)
    return "".join(
        f"M{x + place * WIDE + left},{y + top}h{wide}v{high}h-{wide}z"
        for place in range(count)
        for left, top, wide, high in boxes
    )


def line_path(char: str, x: int, y: int, count: int = 1) -> str:
    """Return the path of a line sign in the cell at (x, y), in units, repeated in the cells to the right.

    >>> line_path("─", 20, 40, 3), line_path("╭", 0, 0)
    ('M20,50h30', 'M10,10h-1q-4,0 -4,4v6')
    """
    if char == "─":
        return f"M{x},{y + HIGH // 2}h{WIDE * count}"
    middle_x, middle_y = x + WIDE // 2, y + HIGH // 2
    if char in _ROUND:
        side, way = _ROUND[char]
        start = f"M{middle_x + side * WIDE // 2},{middle_y}"
        return f"{start}h{-side}q{-4 * side},0 {-4 * side},{4 * way}v{way * (HIGH // 2 - 4)}"
    return "".join(f"M{middle_x + place * WIDE},{middle_y}{part}" for place in range(count) for part in _STRAIGHT[char])
