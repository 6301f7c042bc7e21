"""Colors and styles, reduced to those that a terminal can show.

Choosing the nearest of 256 colors by red, green and blue turns dark blues into teal and pale greens into gray. Distance
is therefore measured in Oklab, a space that follows human vision: a color keeps its hue, grays stay gray, and a color
that is nearly gray becomes gray.
"""

from functools import lru_cache
from math import atan2, hypot, pi, sin, sqrt
from typing import Final

from rich.color import Color, ColorSystem, ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as TextualColor
from textual.filter import LineFilter

_STEPS: Final = (0, 95, 135, 175, 215, 255)
_GRAYS: Final = 232
"""Color number of the first of the 24 grays."""
_CUBE: Final = 16
"""Color number of the first of the 216 other colors."""
_TURN: Final = 0.5
"""Maximum difference in hue between a color and the color that replaces it, in radians."""

Lab = tuple[float, float, float]
"""A color in Oklab: lightness from 0 to 1, green (negative) to red, blue (negative) to yellow."""


@lru_cache(maxsize=1024)
def downgraded(color: Color, system: ColorSystem) -> Color:
    """Return the color that a terminal with the given color system shows instead of a color."""
    if system is ColorSystem.EIGHT_BIT and color.triplet is not None:
        return Color(color.name, ColorType.EIGHT_BIT, number=nearest(*color.triplet))
    return color.downgrade(system)


def nearest(red: int, green: int, blue: int) -> int:
    """Return the number of the color among the 256 that looks most like this one.

    >>> nearest(255, 255, 255), nearest(29, 32, 41), nearest(42, 128, 50), nearest(29, 52, 91)
    (231, 234, 28, 18)
    """
    light, *sides = oklab(red, green, blue)
    strength, hue = hypot(*sides), atan2(sides[1], sides[0])
    if strength < max(0.028, 0.055 - 0.08 * max(0.0, light - 0.5)):
        return min(_GRAY_LIGHTS, key=lambda number: abs(light - _GRAY_LIGHTS[number]))
    found, least = _CUBE, 9.0
    for number, (other_light, other_strength, other_hue) in _COLORS.items():
        turn = abs((other_hue - hue + pi) % (2 * pi) - pi)
        if turn <= _TURN:
            apart = 3 * sqrt(strength * other_strength) * sin(turn / 2)
            distance = hypot(light - other_light, strength - other_strength, apart)
            if distance < least:
                found, least = number, distance
    return found


def oklab(red: int, green: int, blue: int) -> Lab:
    """Convert a color to the Oklab color space: https://bottosson.github.io/posts/oklab/."""
    r, g, b = map(_linear, (red, green, blue))
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _known() -> tuple[dict[int, float], dict[int, tuple[float, float, float]]]:
    """Return, by color number, the lightness of the grays, and lightness, chroma and hue of the other colors."""
    grays = {_GRAYS + step: oklab(8 + 10 * step, 8 + 10 * step, 8 + 10 * step)[0] for step in range(24)}
    others = {}
    for number in range(216):
        red, green, blue = (_STEPS[number // part % 6] for part in (36, 6, 1))
        light, *sides = oklab(red, green, blue)
        if red == green == blue:
            grays[_CUBE + number] = light
        else:
            others[_CUBE + number] = light, hypot(*sides), atan2(sides[1], sides[0])
    return grays, others


_GRAY_LIGHTS, _COLORS = _known()


STYLES: Final = 1024
"""Size of a style filter's cache; a theme has about forty styles."""


class StyleFilter:
    """A function that applies a session's line filters to a style: monochrome, or fewer colors."""

    def __init__(self, filters: tuple[LineFilter, ...], ground: str) -> None:
        self._filters = filters
        self._ground = TextualColor.parse(ground)
        self._known: dict[int, tuple[Style, Style]] = {}
        """Cache by id of the style, because hashing a style is slower: the style, then the result.

        It holds a reference to the style. Without it the id of a freed style could be reused, and the new style would
        get a wrong result.
        """

    def __call__(self, style: Style) -> Style:
        """Return the style in the session's colors."""
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
def style_filter_for(filters: tuple[LineFilter, ...], ground: str) -> StyleFilter:
    """Return the style filter for these line filters on a background; the same object for equal arguments."""
    return StyleFilter(filters, ground)
