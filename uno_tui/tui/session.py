"""What one person's session brings along; nothing of it is process-wide."""

from dataclasses import dataclass, field
from enum import IntEnum

from uno_tui.i18n import Words


class Depth(IntEnum):
    """How many colors a terminal shows."""

    NONE = 0
    SIXTEEN = 16
    PALETTE = 256
    TRUECOLOR = 1 << 24


@dataclass(frozen=True, slots=True)
class Session:
    """Language, looks and terminal facts of one session."""

    words: Words = field(default_factory=Words)
    theme: str = "classic"
    depth: Depth = Depth.TRUECOLOR
    """With no color at all the theme ``mono`` is shown, whichever was asked for."""
    ascii: bool = False
    """Draw with ASCII alone."""
    bell: bool = False
    """Ring when it is this person's turn."""
