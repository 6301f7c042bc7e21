"""The appearance of a session: its words and keys, the theme's colors, box-drawing or ASCII characters."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from uno_tui.i18n import Words
from uno_tui.tui.draw.theme import Palette
from uno_tui.tui.keyboard.session_keys import USUAL, SessionKeys


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of drawing characters, each one cell wide unless its field says otherwise."""

    top: tuple[str, str, str]
    """Left corner, edge and right corner of a card's upper border."""
    bottom: tuple[str, str, str]
    side: str
    back: str
    """Edge of a face-down card in a narrow stack."""
    turn: str
    """Marker of the player on turn."""
    next: str
    """Marker of the next player."""
    down: str
    up: str
    arrows: tuple[str, ...]
    """Signs of the arrow keys left, right, up and down; empty if words name the keys instead."""
    suits: str
    """Hearts, diamonds, clubs, spades."""
    rule: str
    """Character for a horizontal line."""
    selected: str
    """Marker below the selected card where cards are one line high."""
    dot: str
    """Characters for one dot of the large letters; two cells wide."""
    blocks: bool
    """Whether half-block characters can be drawn."""
    cards: str
    """Characters for a face-down card in a wide row; two cells wide."""
    track: tuple[str, str, str, str]
    """Arrows around the piles: right, left, up and down."""

    @property
    def sides(self) -> tuple[str, str]:
        """Signs of the left and right arrow key, one cell wide each."""
        return (self.arrows[0], self.arrows[1]) if self.arrows else ("<", ">")


BOX: Final = Glyphs(
    top=("╭", "─", "╮"),
    bottom=("╰", "─", "╯"),
    side="│",
    back="│",
    turn="»",
    next="›",  # noqa: RUF001  # meant to look like an arrow
    down="↓",
    up="↑",
    arrows=("←", "→", "↑", "↓"),
    suits="♥♦♣♠",
    rule="─",
    selected="^",
    dot="██",
    blocks=True,
    cards="▐▌",
    track=("►", "◄", "▲", "▼"),
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
    arrows=(),
    suits="HDCS",
    rule="-",
    selected="^",
    dot="##",
    blocks=False,
    cards="[]",
    track=(">", "<", "^", "v"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Appearance:
    """Words, colors, characters and keys of a session.

    Sessions with the same words, colors and characters and the usual keys share one object (`shared_appearance`), so
    its identity is a cache key for drawings.
    """

    words: Words
    palette: Palette
    glyphs: Glyphs
    keyboard: SessionKeys = USUAL

    def with_palette(self, palette: Palette) -> "Appearance":
        """Return this appearance with another palette."""
        return shared_appearance(self.words, palette, self.glyphs, self.keyboard)


def shared_appearance(words: Words, palette: Palette, glyphs: Glyphs, keyboard: SessionKeys = USUAL) -> Appearance:
    """Return an appearance with the given values; without own keys, equal values give the same object."""
    usual = _usual_appearance(words, palette, glyphs)
    return usual if keyboard is USUAL else replace(usual, keyboard=keyboard)


@lru_cache(maxsize=64)
def _usual_appearance(words: Words, palette: Palette, glyphs: Glyphs) -> Appearance:
    return Appearance(words, palette, glyphs)
