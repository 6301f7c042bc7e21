"""One line filter for each color depth.

Rich caches the escape codes of a style on the style itself, and Textual's strips cache what they rendered. A style that
sessions of two depths shared would show one of them the colors of the other, so each depth has styles of its own.
"""

from functools import lru_cache

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.color import Color
from textual.filter import ANSIToTruecolor, LineFilter

from uno_tui.local.terminal import ColorDepth
from uno_tui.tui.draw.color_reduction import downgraded


@lru_cache(4096)
def _at_depth(style: Style, depth: ColorDepth) -> Style:
    """Return a style with the same attributes and the nearest colors of the given color depth."""
    if depth is ColorDepth.NONE:
        return style.without_color + Style.from_meta(style.meta) if style.meta else style.without_color
    system = ColorSystem.EIGHT_BIT if depth is ColorDepth.EIGHT_BIT else ColorSystem.STANDARD
    text, ground = (color and downgraded(color, system) for color in (style.color, style.bgcolor))
    return style + Style(color=text, bgcolor=ground)


class DepthFilter(LineFilter):
    """A Textual line filter that reduces every style to one color depth."""

    def __init__(self, depth: ColorDepth) -> None:
        super().__init__(enabled=depth is not ColorDepth.TRUECOLOR)
        self.depth = depth

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 -- Textual's signature
        """Return the segments with their colors reduced to this filter's depth."""
        depth = self.depth
        return [
            Segment(text, None if style is None else _at_depth(style, depth), control)
            for text, style, control in segments
        ]


DEPTH_FILTERS = {depth: DepthFilter(depth) for depth in ColorDepth}


@lru_cache(8)
def ansi_filter(theme: TerminalTheme) -> ANSIToTruecolor:
    """Return the ANSI filter of a theme, always the same object, because render caches are keyed by filter."""
    return ANSIToTruecolor(theme)
