"""A row of a widget as few bytes: each piece names only the colors that differ from the piece before.

Textual names all colors of each piece and resets them after it; that is half of the bytes of a full frame.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip

from uno_tui.tui.draw.color_reduction import downgraded

RESET: Final = "\x1b[0m"
_SYSTEMS: Final = {"truecolor": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT, "standard": ColorSystem.STANDARD}


class CompactStrip(Strip):
    """A strip that initializes Textual's part of itself only when that is needed.

    A `Strip` makes seven caches when it is created. A row that is sent as a whole needs none of them, and a screen has
    dozens of rows.
    """

    __slots__ = ("segments", "width")

    def __init__(self, segments: Sequence[Segment], cell_length: int) -> None:
        self.segments = tuple(segments)
        self.width = cell_length

    def __getattr__(self, name: str) -> Any:
        """Initialize Textual's part of the strip, then return the attribute.

        Python calls this only for a slot that is still empty, such as a cache that a method of `Strip` uses. Without it
        every inherited method would raise `AttributeError`.
        """
        super().__init__(self.segments, self.width)
        return object.__getattribute__(self, name)

    @property
    def cell_length(self) -> int:
        """Width in cells."""
        return self.width

    def apply_filter(self, filter: LineFilter, background: Color) -> Strip:  # noqa: A002  # Textual's name for it
        """Return the strip with a filter applied, still a compact strip; Textual's own method returns a plain one."""
        return CompactStrip(filter.apply(list(self.segments), background), self.cell_length)

    def crop(self, start: int, end: int | None = None) -> Strip:
        """Return the cells from `start` up to, not including, `end`; unlike Textual's method, cache nothing."""
        width = self.width
        return self if start <= 0 and (end is None or end >= width) else Strip(self.segments, width).crop(start, end)

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """Return the pieces between cuts as plain strips; an uncut strip is returned as it is."""
        cuts = list(cuts)
        return [self] if cuts == [self.cell_length] else Strip(self.segments, self.width).divide(cuts)

    def render(self, console: Console) -> str:
        """Return the text to send."""
        system = _SYSTEMS.get(console.color_system or "")
        parts: list[str] = []
        before: Style | None = None
        for text, style, _control in self.segments:
            if style is not None and style is not before:
                parts.append(style_change(before, style, system))
                before = style
            parts.append(text)
        return "".join(parts) + (RESET if before is not None else "")


@lru_cache(maxsize=1024)
def style_change(before: Style | None, style: Style, system: ColorSystem | None) -> str:
    r"""Return the sequence that changes one style to another; `before` None is the terminal's default style.

    >>> red, green = Style(color="#ff0000", bold=True), Style(color="#00ff00", bold=True)
    >>> style_change(None, red, ColorSystem.EIGHT_BIT), style_change(red, green, ColorSystem.EIGHT_BIT)
    ('\x1b[1;38;5;196m', '\x1b[38;5;46m')
    >>> style_change(green, Style(color="#00ff00"), ColorSystem.EIGHT_BIT)
    '\x1b[0;38;5;46m'
    """
    marks, color, ground = _codes(style, system)
    if before is None:
        wanted = [*marks, *color, *ground]
    else:
        old_marks, old_color, old_ground = _codes(before, system)
        gone = set(old_marks) - set(marks) or (old_color and not color) or (old_ground and not ground)
        if gone:
            wanted = ["0", *marks, *color, *ground]
        else:
            wanted = [one for one in marks if one not in old_marks]
            wanted += [] if color == old_color else color
            wanted += [] if ground == old_ground else ground
    return f"\x1b[{';'.join(wanted)}m" if wanted else ""


def _codes(style: Style, system: ColorSystem | None) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return a style's SGR parameters: attributes, foreground and background."""
    attributes = (style.bold, style.dim, style.italic, style.underline, style.reverse)
    marks = tuple(code for code, on in zip("12347", attributes, strict=True) if on)
    color: tuple[str, ...] = ()
    ground: tuple[str, ...] = ()
    if system is not None:
        if style.color is not None and not style.color.is_default:
            color = tuple(downgraded(style.color, system).get_ansi_codes())
        if style.bgcolor is not None and not style.bgcolor.is_default:
            ground = tuple(downgraded(style.bgcolor, system).get_ansi_codes(foreground=False))
    return marks, color, ground
