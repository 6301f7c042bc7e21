"""The line in which a person types: a text with a caret, as a value that a widget draws over its last row."""

import re
from dataclasses import dataclass, replace
from typing import Final, Self

from rich.cells import cell_len
from rich.style import Style

from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.text import cut

_WORD_LEFT: Final = re.compile(r"\S*\s*$")
_WORD_RIGHT: Final = re.compile(r"^\s*\S*")


@dataclass(frozen=True, slots=True)
class LineInput:
    """A line of text that is being typed.

    >>> line = LineInput(longest=6, allowed="[0-9]").typed("1a23")
    >>> line.text, line.edited("left").edited("backspace"), line.edited("f1")
    ('123', LineInput(longest=6, allowed='[0-9]', asked='', text='13', caret=1), None)
    """

    longest: int
    """Maximum number of characters."""
    allowed: str = "."
    """Regular expression for the characters that may be typed."""
    asked: str = ""
    """Text shown while nothing is typed."""
    text: str = ""
    caret: int = 0
    """Number of characters before the caret."""

    def typed(self, text: str) -> Self:
        """Return the line with as much of a text as is allowed and fits, inserted at the caret."""
        wanted = "".join(char for char in text if char.isprintable() and re.fullmatch(self.allowed, char))
        wanted = wanted[: self.longest - len(self.text)]
        return self._with(self.text[: self.caret] + wanted, self.text[self.caret :])

    def edited(self, key: str) -> Self | None:
        """Return the line after an editing key; None if the key does not edit."""
        before, after = self.text[: self.caret], self.text[self.caret :]
        match key:
            case "backspace" | "ctrl+h":
                return self._with(before[: self._before(self.caret)], after)
            case "delete" | "ctrl+d":
                return self._with(before, self.text[self._after(self.caret) :])
            case "ctrl+w" | "alt+backspace":
                return self._with(_WORD_LEFT.sub("", before), after)
            case "ctrl+u":
                return self._with("", after)
            case "ctrl+k":
                return self._with(before, "")
        return self._moved(key)

    def _moved(self, key: str) -> Self | None:
        match key:
            case "left":
                return self._at(self._before(self.caret))
            case "right":
                return self._at(self._after(self.caret))
            case "home" | "ctrl+a":
                return self._at(0)
            case "end" | "ctrl+e":
                return self._at(len(self.text))
            case "ctrl+left":
                return self._at(len(_WORD_LEFT.sub("", self.text[: self.caret])))
            case "ctrl+right":
                return self._at(len(self.text) - len(_WORD_RIGHT.sub("", self.text[self.caret :])))
        return None

    def _at(self, caret: int) -> Self:
        return replace(self, caret=caret)

    def _with(self, before: str, after: str) -> Self:
        return replace(self, text=before + after, caret=len(before))

    def _before(self, caret: int) -> int:
        """Return the position before the previous letter, whose marks belong to it."""
        caret -= caret > 0
        while caret > 0 and not cell_len(self.text[caret]):
            caret -= 1
        return caret

    def _after(self, caret: int) -> int:
        """Return the position after the next letter and its marks."""
        caret += caret < len(self.text)
        while caret < len(self.text) and not cell_len(self.text[caret]):
            caret += 1
        return caret

    def first(self, width: int) -> int:
        """Return the number of characters scrolled out on the left, so that the caret and what follows it are seen."""
        following = min(cell_len(self.text[self.caret :]), width // 4)
        room, first = width - 1 - following, 0
        while first < self.caret and cell_len(self.text[first : self.caret]) > room:
            first = self._after(first)
        return first

    def pointed(self, column: int, width: int) -> Self:
        """Return the line with its caret at a column of a view of `width` cells."""
        caret = self.first(width)
        while caret < len(self.text) and column > 0:
            start, caret = caret, self._after(caret)
            column -= cell_len(self.text[start:caret])
        return self._at(caret)

    def paint(self, canvas: Canvas, text: Style, dim: Style) -> None:
        """Draw the line over the last row of a canvas, with a free cell on either side."""
        width, y = canvas.width - 2, canvas.height - 1
        canvas.fill(0, y, canvas.width, 1, text)
        if self.text:
            caret = canvas.put(1, y, self.text[self.first(width) : self.caret], text)
            canvas.put(caret, y, cut(self.text[self.caret :], width + 1 - caret), text)
            canvas.cursor = caret, y
        else:
            canvas.put(1, y, cut(self.asked, width), dim)
            canvas.cursor = 1, y
