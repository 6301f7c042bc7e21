"""What everything on a screen is drawn with."""

from dataclasses import dataclass

from uno_tui.i18n import Words
from uno_tui.tui.glyphs import Glyphs
from uno_tui.tui.theme import Palette


@dataclass(frozen=True, slots=True)
class Brush:
    """A session's words, colors and characters."""

    words: Words
    palette: Palette
    glyphs: Glyphs
