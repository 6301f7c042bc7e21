"""Codes to scan, as lines of half blocks."""

from typing import Final

from rich.style import Style

CODE_INK: Final = Style(color="#ffffff", bgcolor="#000000")
"""Of codes to scan, in every theme: scanners want them dark on light."""


def is_code(line: str) -> bool:
    """Whether a line is one of a code to scan.

    >>> is_code("█▀ ▄█"), is_code("a code")
    (True, False)
    """
    return "█" in line and not line.strip(" █▀▄")
