"""Text in large letters: each a picture of three by five dots, of half blocks or of two cells a dot."""

from functools import lru_cache
from typing import Final

from rich.style import Style

_PICTURES: Final = """
0 ### #.# #.# #.# ###
1 .#. ##. .#. .#. ###
2 ### ..# ### #.. ###
3 ### ..# ### ..# ###
4 #.# #.# ### ..# ..#
5 ### #.. ### ..# ###
6 ### #.. ### #.# ###
7 ### ..# ..# ..# ..#
8 ### #.# ### #.# ###
9 ### #.# ### ..# ###
A ### #.# ### #.# #.#
B ##. #.# ##. #.# ##.
C ### #.. #.. #.. ###
D ##. #.# #.# #.# ##.
E ### #.. ##. #.. ###
F ### #.. ##. #.. #..
G ### #.. #.# #.# ###
H #.# #.# ### #.# #.#
I ### .#. .#. .#. ###
J ..# ..# ..# #.# ###
K #.# #.# ##. #.# #.#
L #.. #.. #.. #.. ###
M #.# ### ### #.# #.#
N ##. #.# #.# #.# #.#
O .#. #.# #.# #.# .#.
P ### #.# ### #.. #..
Q ### #.# #.# ##. ..#
R ##. #.# ##. #.# #.#
S .## #.. .#. ..# ##.
T ### .#. .#. .#. .#.
U #.# #.# #.# #.# ###
V #.# #.# #.# #.# .#.
W #.# #.# ### ### #.#
X #.# #.# .#. #.# #.#
Y #.# #.# .#. .#. .#.
Z ### ..# .#. #.. ###
+ ... .#. ### .#. ...
"""
_DOTS: Final = {line[0]: tuple(line[2:].split()) for line in _PICTURES.strip().splitlines()}
_HALVES: Final = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def is_drawn(char: str) -> bool:
    """Whether there is a picture of it."""
    return char.upper() in _DOTS


@lru_cache(maxsize=64)
def small(text: str) -> tuple[str, ...]:
    r"""The text three rows high, of half blocks; other characters than letters, digits and ``+`` are left out.

    >>> print(*small("5A"), sep="\n")
    █▀▀ █▀█
    ▀▀█ █▀█
    ▀▀▀ ▀ ▀
    """
    dots = [".".join(rows) for rows in zip(*(_DOTS[char] for char in text.upper() if char in _DOTS), strict=True)]
    dots.append("." * len(dots[0]) if dots else "")
    return tuple(
        "".join(_HALVES[above + below] for above, below in zip(*dots[row : row + 2], strict=True))
        for row in range(0, len(dots) - 1, 2)
    )


@lru_cache(maxsize=64)
def large(text: str, dot: str = "██") -> tuple[str, ...]:
    """The text five rows high, of dots two cells wide."""
    rows = zip(*(_DOTS[char] for char in text.upper() if char in _DOTS), strict=True)
    return tuple("  ".join(row).replace("#", dot).replace(".", "  ") for row in rows)


CODE_INK: Final = Style(color="#ffffff", bgcolor="#000000")
"""Of codes to scan, in every theme: scanners want them dark on light."""


def is_code(line: str) -> bool:
    """Whether a line is one of a code to scan.

    >>> is_code("█▀ ▄█"), is_code("a code")
    (True, False)
    """
    return "█" in line and not line.strip(" █▀▄")
