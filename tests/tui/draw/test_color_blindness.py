"""The colors of cards as people with the three kinds of color blindness see them."""

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final

import pytest
from rich.color import ColorSystem
from rich.style import Style

from uno_tui.tui.draw.color_reduction import downgraded
from uno_tui.tui.draw.theme import load

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
Lab = tuple[float, float, float]

_SIGHT: Final[dict[str, Matrix]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Matrices on linear RGB: Machado, Oliveira and Fernandes (2009), severity 1."""
_XYZ: Final[Matrix] = (
    (0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041),
)  # fmt: skip  # one matrix
LEAST: Final = 15.0
"""Smallest difference (CIEDE2000) of two cards' grounds that is easily seen."""


def times(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(one * other for one, other in zip(row, vector, strict=True)) for row in matrix)


def linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def lab(style: Style, sight: Matrix, *, few: bool) -> Lab:
    """Return the ground of a card in CIELAB as that sight has it; `few`: on a terminal with 256 colors."""
    assert style.bgcolor is not None
    ground = downgraded(style.bgcolor, ColorSystem.EIGHT_BIT) if few else style.bgcolor
    seen = [min(max(part, 0.0), 1.0) for part in times(sight, tuple(map(linear, ground.get_truecolor())))]
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in (one / white for one, white in zip(times(_XYZ, tuple(seen)), (0.95047, 1, 1.08883), strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Lab, other: Lab) -> float:
    """Return the difference of two colors by CIEDE2000."""
    (light1, a1, b1), (light2, a2, b2) = one, other
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    more = 1.5 - 0.5 * sqrt(mean / (mean + 25.0**7))
    chroma1, chroma2 = hypot(a1 * more, b1), hypot(a2 * more, b2)
    hue1, hue2 = degrees(atan2(b1, a1 * more)) % 360, degrees(atan2(b2, a2 * more)) % 360
    turn = (hue2 - hue1 + 180) % 360 - 180 if chroma1 * chroma2 else 0.0
    light, chroma = (light1 + light2) / 2, (chroma1 + chroma2) / 2
    hue = (hue1 + turn / 2) % 360 if chroma1 * chroma2 else hue1 + hue2
    waves = 1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue))
    waves += 0.32 * cos(radians(3 * hue + 6)) - 0.2 * cos(radians(4 * hue - 63))
    by_light = (light2 - light1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(chroma1 * chroma2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * waves)
    bend = -2 * sqrt(chroma**7 / (chroma**7 + 25.0**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + bend * by_chroma * by_hue)


def test_the_difference_of_colors_is_that_of_the_published_examples() -> None:
    """CIEDE2000 gives the values that Sharma, Wu and Dalal (2005) list."""
    for one, other, expected in (
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ):
        assert difference(one, other) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize("sight", _SIGHT)
@pytest.mark.parametrize("theme", ["color-blind", "high-contrast"])
def test_cards_can_be_told_apart_with_any_color_vision(theme: str, sight: str, few: bool) -> None:
    """In these themes any two colors of cards, bright or dimmed, differ clearly for everybody, in 256 colors too."""
    palette = load(theme)
    for styles in (palette.cards[:4], palette.dimmed[:4]):
        for one, other in combinations(styles, 2):
            assert difference(lab(one, _SIGHT[sight], few=few), lab(other, _SIGHT[sight], few=few)) >= LEAST
