"""What everything on a screen is drawn with."""

from dataclasses import dataclass
from functools import lru_cache

from uno_tui.i18n import Words
from uno_tui.tui.draw.glyphs import Glyphs
from uno_tui.tui.draw.theme import Palette


@dataclass(frozen=True, slots=True, eq=False)
class Brush:
    """Words, colors and characters; sessions that have the same share one (`brush_for`)."""

    words: Words
    palette: Palette
    glyphs: Glyphs


@lru_cache(maxsize=64)
def brush_for(words: Words, palette: Palette, glyphs: Glyphs) -> Brush:
    """The brush of these."""
    return Brush(words, palette, glyphs)
