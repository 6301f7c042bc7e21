"""One row of a widget that knows which of its cells are news, and sends only those.

Textual sends every changed row from the widget's left edge on, each piece of it with all its colors and a reset. Over a
slow line that is most of what a move costs. A `Line` is a `Strip` in every respect, but sent by itself it steps over
cells that are on the screen already and names only the colors that differ from those of the piece before.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip

RESET: Final = "\x1b[0m"
_SYSTEMS: Final = {"truecolor": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT, "standard": ColorSystem.STANDARD}


class Line(Strip):
    """A strip of whole-cell segments, some of which are news."""

    __slots__ = ("news", "segments", "stepping")

    def __init__(self, segments: Sequence[Segment], cell_length: int, news: tuple[bool, ...] | None = None) -> None:
        super().__init__(segments, cell_length)
        self.segments = tuple(segments)
        self.news = news
        """For each segment whether it differs from the screen; None: nothing is known of the screen."""
        self.stepping = False
        """Whether only the news are sent: for the one frame that asked for a part of the line."""

    def settle(self) -> None:
        """Be on the screen: the frame is over, what was news is not any more."""
        self.news, self.stepping = None, False

    def apply_filter(self, filter: LineFilter, background: Color) -> Strip:  # noqa: A002  # Textual's name for it
        """The line in other colors; still a line, as long as the filter leaves the segments whole."""
        segments = filter.apply(list(self.segments), background)
        news = self.news if len(segments) == len(self.segments) else None
        return Line(segments, self.cell_length, news)

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """Pieces, which are plain strips, or the line itself if it stays whole."""
        cuts = list(cuts)
        return [self] if cuts == [self.cell_length] else super().divide(cuts)

    def crop(self, start: int, end: int | None = None) -> Strip:
        """A part, which is a plain strip. A part of a line with news is wanted for them alone, and holds them all.

        Whole lines, which a frame that draws everything anew asks for, are not cropped and hence sent whole.
        """
        if start > 0 or self.news is None:
            return super().crop(start, end)
        self.stepping = True
        return self

    def render(self, console: Console) -> str:
        """The text to send: steps over what is on the screen, and the rest."""
        news = self.news if self.stepping else None
        system = _SYSTEMS.get(console.color_system or "")
        parts: list[str] = []
        before: Style | None = None
        skipped = 0
        for place, (text, style, _control) in enumerate(self.segments):
            if news is not None and not news[place]:
                skipped += Segment(text).cell_length
                continue
            if skipped:
                parts.append(f"\x1b[{skipped}C")
                skipped = 0
            if style is not None and style is not before:
                parts.append(change(before, style, system))
                before = style
            parts.append(text)
        return "".join(parts) + (RESET if before is not None else "")


@lru_cache(maxsize=8192)
def change(before: Style | None, style: Style, system: ColorSystem | None) -> str:
    r"""The sequence that turns one style into another; from None: from the terminal's own.

    >>> red, green = Style(color="#ff0000", bold=True), Style(color="#00ff00", bold=True)
    >>> change(None, red, ColorSystem.EIGHT_BIT), change(red, green, ColorSystem.EIGHT_BIT)
    ('\x1b[1;38;5;196m', '\x1b[38;5;46m')
    >>> change(green, Style(color="#00ff00"), ColorSystem.EIGHT_BIT)
    '\x1b[0;38;5;46m'
    """
    marks, ink, ground = _codes(style, system)
    if before is None:
        wanted = [*marks, *ink, *ground]
    else:
        old_marks, old_ink, old_ground = _codes(before, system)
        gone = set(old_marks) - set(marks) or (old_ink and not ink) or (old_ground and not ground)
        if gone:
            wanted = ["0", *marks, *ink, *ground]
        else:
            wanted = [one for one in marks if one not in old_marks]
            wanted += [] if ink == old_ink else ink
            wanted += [] if ground == old_ground else ground
    return f"\x1b[{';'.join(wanted)}m" if wanted else ""


def _codes(style: Style, system: ColorSystem | None) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """A style's attributes, foreground and background as SGR parameters."""
    attributes = (style.bold, style.dim, style.italic, style.underline, style.reverse)
    marks = tuple(code for code, on in zip("12347", attributes, strict=True) if on)
    ink: tuple[str, ...] = ()
    ground: tuple[str, ...] = ()
    if system is not None:
        if style.color is not None and not style.color.is_default:
            ink = tuple(style.color.downgrade(system).get_ansi_codes())
        if style.bgcolor is not None and not style.bgcolor.is_default:
            ground = tuple(style.bgcolor.downgrade(system).get_ansi_codes(foreground=False))
    return marks, ink, ground
