"""What everything on a screen is drawn with: words, colors, and characters, which are box drawing or ASCII alone."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from uno_tui.i18n import Words
from uno_tui.tui.draw.theme import Palette


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of characters."""

    top: tuple[str, str, str]
    """Left corner, edge, right corner of a card's upper border."""
    bottom: tuple[str, str, str]
    side: str
    back: str
    """A card's back seen from its edge."""
    turn: str
    """Points at who is on turn."""
    next: str
    """Points at who is next."""
    down: str
    up: str
    suits: str
    """Hearts, diamonds, clubs, spades."""
    rule: str
    """A horizontal line."""
    yes: str
    """Points at the selected card where cards are one line high."""
    dot: str
    """A dot of large letters, two cells wide."""
    blocks: bool
    """There are half blocks."""
    cards: str
    """The back of a card where there is room, two cells wide."""


BOX: Final = Glyphs(
    top=("╭", "─", "╮"),
    bottom=("╰", "─", "╯"),
    side="│",
    back="│",
    turn="»",
    next="›",  # noqa: RUF001  # meant to look like an arrow
    down="v",
    up="^",
    suits="♥♦♣♠",
    rule="─",
    yes="^",
    dot="██",
    blocks=True,
    cards="▐▌",
)
ASCII: Final = Glyphs(
    top=(".", "-", "."),
    bottom=("'", "-", "'"),
    side="|",
    back="|",
    turn=">",
    next=")",
    down="v",
    up="^",
    suits="HDCS",
    rule="-",
    yes="^",
    dot="##",
    blocks=False,
    cards="[]",
)


@dataclass(frozen=True, slots=True, eq=False)
class Appearance:
    """Words, colors and characters; sessions that have the same share one (`shared_appearance`)."""

    words: Words
    palette: Palette
    glyphs: Glyphs


@lru_cache(maxsize=64)
def shared_appearance(words: Words, palette: Palette, glyphs: Glyphs) -> Appearance:
    """The appearance of these."""
    return Appearance(words, palette, glyphs)
