"""The report of a checkup as lines of text, with the colors as swatches where they can be shown."""

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.style import Style

from uno_tui.i18n import Words
from uno_tui.local.terminal import ColorDepth
from uno_tui.tui.doctor.advice import advice
from uno_tui.tui.doctor.checkup import Checkup, facts
from uno_tui.tui.draw.color_reduction import downgraded
from uno_tui.tui.draw.strip import RESET, style_change
from uno_tui.tui.draw.theme import Palette

_SYSTEMS: Final = {
    ColorDepth.SIXTEEN: ColorSystem.STANDARD,
    ColorDepth.EIGHT_BIT: ColorSystem.EIGHT_BIT,
    ColorDepth.TRUECOLOR: ColorSystem.TRUECOLOR,
}
_CARDS: Final = (" r5 ", " y5 ", " g5 ", " b5 ", " W  ")
_STEPS: Final = 32
"""Width of the gradient in cells; with fewer cells, the steps would be visible even in true color."""


def report(checkup: Checkup, words: Words, palette: Palette | None = None) -> list[str]:
    """Return the lines of the report; with a palette, they include swatches of its colors."""
    found = facts(checkup, words)
    if palette is not None:
        found[3:3] = _swatches(palette, checkup.depth, words)
    width = max(cell_len(label) for label, _ in found) + 2
    lines = [f"{label}{' ' * (width - cell_len(label))}{text}" for label, text in found]
    return [*lines, "", *advice(checkup, words)]


# Translators: the report of "uno doctor": a label (16 letters at most) of a row of cards or of a gradient.
def _swatches(palette: Palette, depth: ColorDepth, words: Words) -> Iterator[tuple[str, str]]:
    """Yield a row of bright cards, one of dimmed cards, and a gradient from the felt to a turn's background.

    Each has its label.
    """
    system = _SYSTEMS.get(depth)
    for label, styles in (
        (words.p("doctor", "playable cards"), palette.cards),
        (words.p("doctor", "other cards"), palette.dimmed),
    ):
        yield (
            label,
            " ".join(
                style_change(None, _reduced(style, system), system) + text + RESET
                for style, text in zip(styles, _CARDS, strict=True)
            ),
        )
    first, last = palette["felt"].bgcolor, palette["turn"].bgcolor
    if system is None or first is None or last is None:
        return
    start, end = first.get_truecolor(), last.get_truecolor()
    row = ""
    for step in range(_STEPS):
        parts = [round(a + (b - a) * step / (_STEPS - 1)) for a, b in zip(start, end, strict=True)]
        style = _reduced(Style(bgcolor="rgb({},{},{})".format(*parts)), system)
        row += style_change(None, style, system) + " "
    yield words.p("doctor", "shades"), row + RESET


def _reduced(style: Style, system: ColorSystem | None) -> Style:
    """Return the style with each color replaced by the nearest one that a terminal can show."""
    if system is None or system is ColorSystem.TRUECOLOR:
        return style
    text, ground = (color and downgraded(color, system) for color in (style.color, style.bgcolor))
    return style + Style(color=text, bgcolor=ground)
