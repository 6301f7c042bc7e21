"""Text in cells of a terminal: cut, padded, shortened and wrapped, where a wide character takes two cells."""

import re
from typing import Final

from rich.cells import cell_len, chop_cells, set_cell_size

TIED: Final = "\u00a0"
"""A space at which no line is broken."""


def fit(text: str, width: int) -> str:
    """Return the text cut or padded with spaces to exactly `width` cells."""
    return set_cell_size(text, max(width, 0))


def capitals(text: str) -> str:
    """Return the text in capitals, except for Georgian letters, whose capitals most terminal fonts lack."""
    return "".join(char if "\u10a0" <= char <= "\u10ff" else char.upper() for char in text)


def cut(text: str, width: int) -> str:
    """Return the text cut to at most `width` cells."""
    return text if cell_len(text) <= width else set_cell_size(text, max(width, 0)).rstrip()


def shortened(text: str, width: int) -> str:
    """Return the text in at most `width` cells, ending in two dots if it was cut."""
    return text if cell_len(text) <= width else f"{cut(text, width - 2)}.."


def wrap(text: str, width: int) -> list[str]:
    """Return the text wrapped to lines of at most `width` cells, at spaces where possible; `TIED` becomes a space."""
    lines: list[str] = []
    line = ""
    words = [word.replace(TIED, " ") for word in re.split(rf"[^\S{TIED}]+", text) if word]
    if (whole := " ".join(words)) and cell_len(whole) <= width:
        return [whole]
    for word in words:
        for piece in chop_cells(word, width) if cell_len(word) > width else [word]:
            if line and cell_len(line) + 1 + cell_len(piece) > width:
                lines.append(line)
                line = piece
            else:
                line = f"{line} {piece}" if line else piece
    return [*lines, line] if line or not lines else lines


def wrap_messages(text: str, width: int) -> list[str]:
    r"""Return messages, separated by line breaks, in lines of at most `width` cells; each begins a line.

    >>> wrap_messages("The table was closed.\nGood night", 12)
    ['The table', 'was closed.', 'Good night']
    """
    return [line for message in text.split("\n") for line in wrap(message, width)]


def with_message(shown: str, message: str) -> str:
    """Return the shown messages with a new one added; only the newest three are kept."""
    return "\n".join([*(one for one in shown.split("\n") if one and one != message), message][-3:])
