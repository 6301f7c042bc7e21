"""Large letters and QR codes, drawn with block characters. A large letter is three dots wide and five high."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
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
DOTS: Final = {line[0]: tuple(line[2:].split()) for line in _PICTURES.strip().splitlines()}
"""The five rows of dots, `#` and `.`, of each letter."""
_HALVES: Final = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def half_blocks(rows: Sequence[str]) -> tuple[str, ...]:
    r"""Return rows of dots, `#` and `.`, as half as many rows of cells; blank dots complete an odd number of rows.

    >>> half_blocks(("###", "..#", "..#"))
    ('▀▀█', '  ▀')
    """
    blank = "." * max(map(len, rows), default=0)
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=blank)
    return tuple("".join(_HALVES[one + other] for one, other in zip(*pair, strict=True)) for pair in pairs)


def is_drawn(char: str) -> bool:
    """Return whether the large font has a letter for a character."""
    return char.upper() in DOTS


@lru_cache(maxsize=64)
def small(text: str) -> tuple[str, ...]:
    r"""Return the text in letters three rows high, made of half blocks; only A-Z, 0-9 and ``+`` are drawn.

    >>> print(*small("5A"), sep="\n")
    █▀▀ █▀█
    ▀▀█ █▀█
    ▀▀▀ ▀ ▀
    """
    return half_blocks([".".join(rows) for rows in _rows(text)])


def _rows(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the five rows of a text, each with one string of dots per letter; unknown characters are left out."""
    return zip(*(DOTS[char] for char in text.upper() if char in DOTS), strict=True)


@lru_cache(maxsize=64)
def large(text: str, dot: str = "██") -> tuple[str, ...]:
    """Return the text in large letters, five rows high; each dot is two cells wide."""
    return tuple("  ".join(row).replace("#", dot).replace(".", "  ") for row in _rows(text))


QR_STYLE: Final = Style(color="#ffffff", bgcolor="#000000")
"""Style of QR codes in every theme: scanners need dark squares on a light ground."""


def is_qr_row(line: str) -> bool:
    """Return whether a line of text is a row of a QR code.

    >>> is_qr_row("█▀ ▄█"), is_qr_row("a code")
    (True, False)
    """
    return "█" in line and not line.strip(" █▀▄")
