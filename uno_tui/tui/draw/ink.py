"""What the line filters of a session make of styles; sessions that have the same filters share it."""

from functools import lru_cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

STYLES: Final = 1024
"""So many styles are remembered; a theme has some forty."""


class Ink:
    """Turns a style of the palette into one in a session's colors."""

    def __init__(self, filters: tuple[LineFilter, ...], ground: str) -> None:
        self._filters = filters
        self._ground = Color.parse(ground)
        self._known: dict[int, tuple[Style, Style]] = {}
        """By who the style is: to hash it would take longer. It keeps them alive, so that they stay who they are."""

    def __call__(self, style: Style) -> Style:
        """The style in the session's colors."""
        known = self._known.get(id(style))
        if known is None:
            if len(self._known) >= STYLES:
                self._known.clear()
            segments = [Segment("x", style)]
            for one in self._filters:
                segments = one.apply(segments, self._ground)
            known = self._known[id(style)] = style, segments[0].style or style
        return known[1]


@lru_cache(maxsize=64)
def ink_of(filters: tuple[LineFilter, ...], ground: str) -> Ink:
    """The ink of these filters, on a background."""
    return Ink(filters, ground)
