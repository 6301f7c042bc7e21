"""Texts on terminals whose character set is not known to have more than ASCII."""

from typing import Final
from unicodedata import combining, normalize

_SUITS: Final = str.maketrans("♥♦♣♠", "HDCS")


def ascii_text(text: str) -> str:
    """Return a text without accents; suits become letters, other characters without an ASCII form question marks.

    >>> ascii_text("Bí ar an gcéad duine: 2♥")
    'Bi ar an gcead duine: 2H'
    """
    if text.isascii():
        return text
    bare = "".join(char for char in normalize("NFD", text) if not combining(char))
    return bare.translate(_SUITS).encode("ascii", "replace").decode()
