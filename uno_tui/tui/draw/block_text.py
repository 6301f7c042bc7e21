"""Large letters and QR codes, drawn with block characters. A large letter is three dots wide and five high."""

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
    """Return whether the large font has a letter for a character."""
    return char.upper() in _DOTS


@lru_cache(maxsize=64)
def small(text: str) -> tuple[str, ...]:
    r"""Return the text in letters three rows high, made of half blocks; only A-Z, 0-9 and ``+`` are drawn.

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
    """Return the text in large letters, five rows high; each dot is two cells wide."""
    rows = zip(*(_DOTS[char] for char in text.upper() if char in _DOTS), strict=True)
    return tuple("  ".join(row).replace("#", dot).replace(".", "  ") for row in rows)


QR_STYLE: Final = Style(color="#ffffff", bgcolor="#000000")
"""Style of QR codes in every theme: scanners need dark squares on a light ground."""


def is_qr_row(line: str) -> bool:
    """Return whether a line of text is a row of a QR code.

    >>> is_qr_row("█▀ ▄█"), is_qr_row("a code")
    (True, False)
    """
    return "█" in line and not line.strip(" █▀▄")
