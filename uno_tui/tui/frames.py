"""Frames of changed cells, past Textual's compositor: most of what a move costs otherwise.

A screen of painted widgets that lie beside each other knows by itself which cells changed. Where the app's driver has a
way for it (`FrameApp.send_frame`), it sends those cells and nothing else: no refresh, no timer, no composition. Where
it has none, and whenever something lies on top, Textual draws. Textual keeps no copy of the terminal, so the two ways
never disagree: whatever either draws comes from the widgets' canvases.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, Generic

from rich.color import ColorSystem
from rich.style import Style
from textual.app import App
from textual.geometry import Region
from textual.message import Message
from textual.screen import Screen, ScreenResultType
from textual.strip import Strip

from uno_tui.tui.brush import Brush
from uno_tui.tui.canvas import Canvas, Row, Runs
from uno_tui.tui.ink import ink_of
from uno_tui.tui.line import RESET, change
from uno_tui.tui.widgets.painted import Painted

Changes = Mapping[int, Runs]
"""The changed cells of a widget, by row."""


class FrameApp(App[int]):
    """An app whose driver may have a way for frames that a screen made itself."""

    def send_frame(self, text: str) -> bool:
        """Send text that draws cells; False if there is no way for it, so that Textual must draw."""
        del text
        return False

    def send_title(self, text: str) -> None:
        """Name the terminal's window; nothing happens if there is no way for it."""


_TURNS: Final[dict[tuple[int, int], tuple[Style | None, Style, str]]] = {}
"""What `change` says, found by who the styles are: to hash them would take longer. It keeps them alive, so that they
stay who they are."""


def turn(before: Style | None, style: Style) -> str:
    """The sequence that turns one style, or the terminal's own, into another."""
    key = id(before), id(style)
    known = _TURNS.get(key)
    if known is None:
        if len(_TURNS) > 8192:
            _TURNS.clear()
        known = _TURNS[key] = before, style, change(before, style, ColorSystem.TRUECOLOR)
    return known[2]


def _stroke(row: Row, runs: Runs, ink: Callable[[Style], Style]) -> tuple[Style, str, Style]:
    """These cells of a row as text from the first of them on; the style it begins in, and that it ends in."""
    chars, styles = row.chars, row.styles
    here = runs[0][0]
    begun = before = ink(styles[here])
    parts = []
    for first, last in runs:
        if first > here:
            parts.append(f"\x1b[{first - here}C")
        x = first
        for _, group in groupby(styles[first:last], id):
            style, end = ink(styles[x]), x + len(list(group))
            if style is not before:
                parts.append(turn(before, style))
                before = style
            parts.append("".join(chars[x:end]))
            x = end
        here = last
    return begun, "".join(parts), before


_kept_stroke = lru_cache(maxsize=4096)(_stroke)


class Pen:
    """Writes runs of cells as text for a terminal."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.style: Style | None = None

    def draw(self, canvas: Canvas, at: tuple[int, int], changes: Changes, ink: Callable[[Style], Style]) -> None:
        """Draw the changed cells of a canvas whose corner lies there."""
        left, top = at
        for y, runs in changes.items():
            row = canvas.rows[y]
            begun, text, ended = (_kept_stroke if row.kept else _stroke)(row, runs, ink)
            self.parts.append(f"\x1b[{top + y + 1};{left + runs[0][0] + 1}H")
            if begun is not self.style:
                self.parts.append(turn(self.style, begun))
            self.parts.append(text)
            self.style = ended

    @property
    def text(self) -> str:
        """The whole frame, with the terminal's own colors at its end."""
        return "".join(self.parts) + RESET


class PaintedScreen(Screen[ScreenResultType], Generic[ScreenResultType]):
    """A screen of painted widgets that cover it, each cell once."""

    AUTO_FOCUS = None
    brush: Brush

    class Tuning(Message):
        """The person wants to set things."""

    def __init__(self) -> None:
        super().__init__()
        self.veil: ExitStack | None = ExitStack()
        """Hides the screen until it is whole; None since then."""

    def on_mount(self) -> None:
        """Draw nothing until all widgets have their places: Textual would draw every step to there, in full."""
        if self.veil is not None:
            self.veil.enter_context(self.app.batch_update())
            self.set_timer(0.1, self.unveil)  # should nobody say that the screen is the one to be seen

    def on_screen_resume(self) -> None:
        """The screen is the one to be seen; what places its widgets is under way."""
        if self.veil is not None:
            self.set_timer(0.001, self.unveil)

    def on_unmount(self) -> None:
        """Leave no veil behind."""
        if self.veil is not None:
            self.veil.close()

    def unveil(self) -> None:
        """Show the whole screen, once."""
        if self.veil is not None:
            self.veil.close()
            self.veil = None
            self.refresh()

    def do_settings(self) -> None:
        """Ask for the page of settings."""
        self.post_message(self.Tuning())

    def send(self, changed: Sequence[tuple[Painted[Any], Changes]]) -> None:
        """Bring the changed cells to the terminal."""
        if self.veil is not None or not self.is_active or not any(changes for _widget, changes in changed):
            return
        app = self.app
        if self.focused is None and isinstance(app, FrameApp):
            pen, ink = Pen(), ink_of(tuple(app.get_line_filters()), self.brush.palette.background)
            for widget, changes in changed:
                if widget.canvas is not None and changes:
                    pen.draw(widget.canvas, widget.region_given.offset, changes, ink)
            if app.send_frame(pen.text):
                return
        self.refresh(*(
            Region(runs[0][0], y, runs[-1][1] - runs[0][0], 1).translate(widget.region_given.offset)
            for widget, changes in changed
            for y, runs in changes.items()
        ))  # fmt: skip  # one expression

    def render_lines(self, crop: Region) -> list[Strip]:
        """Nothing of the screen itself is ever seen: its widgets cover all of it."""
        return [Strip.blank(crop.width, self.brush.palette.text)] * crop.height
