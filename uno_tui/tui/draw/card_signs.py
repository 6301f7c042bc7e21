"""The signs on the cards, as dots: two dots, one above the other, make a cell of half-block characters.

Each of the three larger card sizes has signs of its own, because scaled dots would look coarse.
"""

from functools import lru_cache
from typing import Final

from uno_tui.tui.draw.block_text import DOTS, half_blocks

_SMALL: Final = """
+ ... ... .#. ### .#.
S .###. #..## #.#.# ##..# .###.
R ..##. ##### ..... ..... ##### .##..
"""
_MIDDLE: Final = """
0 .###. ##.## ##.## ##.## ##.## ##.## ##.## .###.
1 ..##. .###. ####. ..##. ..##. ..##. ..##. .####
2 .###. ##.## ...## ...## ..##. .##.. ##... #####
3 .###. ##.## ...## ..##. ...## ...## ##.## .###.
4 ...## ..### .#### ##.## ##.## ##### ...## ...##
5 ##### ##... ##... ####. ...## ...## ##.## .###.
6 .###. ##.## ##... ####. ##.## ##.## ##.## .###.
7 ##### ...## ...## ..##. ..##. .##.. .##.. .##..
8 .###. ##.## ##.## .###. ##.## ##.## ##.## .###.
9 .###. ##.## ##.## ##.## .#### ...## ##.## .###.
+ .... .... .##. #### #### .##. .... ....
S .#####. ##...## #...#.# #..#..# #.#...# ##...## .#####.
R ....##. ####### ....##. ....... ....... .##.... ####### .##....
"""
_LARGE: Final = """
0 .#####. ####### ##...## ##...## ##...## ##...## ##...## ##...## ####### .#####.
1 ...##.. ..###.. .####.. .#.##.. ...##.. ...##.. ...##.. ...##.. .###### .######
2 .#####. ####### ##...## .....## ....### ..####. .####.. ###.... ####### #######
3 .#####. ####### ##...## .....## ..#####  ..##### .....## ##...## ####### .#####.
4 ....### ...#### ..##.## .##..## ##...## ####### ####### .....## .....## .....##
5 ####### ####### ##..... ######. ####### .....## .....## ##...## ####### .#####.
6 .#####. ####### ##...## ##..... ######. ####### ##...## ##...## ####### .#####.
7 ####### ####### .....## ....##. ....##. ...##.. ...##.. ..##... ..##... ..##...
8 .#####. ####### ##...## ##...## .#####. .#####. ##...## ##...## ####### .#####.
9 .#####. ####### ##...## ##...## ####### .###### .....## ##...## ####### .#####.
S ...#####... ..#######.. .###...###. .##...####. ##....##.## ##...##..##
  ##..##...## ##.##....## .####...##. .###...###. ..#######.. ...#####...
R ......#.... ......###.. ##########. ########### ##########. ......###.. ......#....
  ....#...... ..###...... .########## ########### .########## ..###...... ....#......
"""


def _read(text: str) -> dict[str, tuple[str, ...]]:
    """Parse signs; return the rows of dots by sign. A line that begins with blanks continues the line before."""
    return {line[0]: tuple(line[2:].split()) for line in text.strip().replace("\n  ", " ").splitlines()}


def _doubled(signs: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return the signs at twice their size."""
    return {
        text: tuple("".join(2 * dot for dot in row) for row in rows for _ in range(2)) for text, rows in signs.items()
    }


_BIG, _MEDIUM = _read(_LARGE), _read(_MIDDLE)
_LITTLE: Final = {digit: DOTS[digit] for digit in "0123456789"} | _read(_SMALL)
_SIGNS: Final = (_doubled(_BIG), _doubled(_MEDIUM), _BIG, _doubled(_LITTLE), _MEDIUM, _LITTLE)
"""The signs in each size, largest first."""


def cells(rows: tuple[str, ...], height: int) -> tuple[str, ...]:
    r"""Return rows of dots as rows of half blocks, in the middle of `height` rows of cells.

    >>> cells(("###", "..#", "..#"), 3)
    ('▄▄▄', '  █', '   ')
    """
    blank = "." * len(rows[0])
    above = max((2 * height - len(rows)) // 2, 0)
    dots = [blank] * above + list(rows)
    drawn = half_blocks(dots)
    return drawn + (" " * len(blank),) * (height - len(drawn))


@lru_cache(maxsize=256)
def sign(text: str, width: int, height: int) -> tuple[str, ...]:
    r"""Return the largest sign that fits into a card, as rows of half blocks; empty if none fits.

    Args:
        text: A number, ``+2``, ``+4``, ``S`` for a Skip or ``R`` for a Reverse.
        width: Columns inside the card's edge. A digit leaves one free at each side.
        height: Rows inside the card's edge.

    >>> print(*sign("+2", 5, 3), sep="\n")
      ▀▀█
    + █▀▀
      ▀▀▀
    """
    for drawn in _SIGNS:
        room = width - 2 * text.isdecimal()
        if all(one in drawn for one in text):
            rows = tuple(map(".".join, zip(*(drawn[one] for one in text), strict=True)))
            if len(rows[0]) <= room and len(rows) <= 2 * height:
                return cells(rows, height)
    if text[0] == "+":
        digit = sign(text[1:], width, height)
        return tuple(("+ " if row == height // 2 else "  ") + line for row, line in enumerate(digit))
    return ()
