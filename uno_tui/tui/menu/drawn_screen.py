"""A screen of two drawn widgets: one that shows nearly everything, and the keys below it."""

from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.screen import ScreenResultType

from uno_tui.tui.draw.brush import Brush
from uno_tui.tui.draw.painted import Painted
from uno_tui.tui.draw.pen import Changes
from uno_tui.tui.keytable import KeyScreen
from uno_tui.tui.table.bars import Keys, KeysLook
from uno_tui.tui.table.layout import MIN_HEIGHT, MIN_WIDTH


class DrawnScreen(KeyScreen[ScreenResultType]):
    """Shows a look on its body and hints below; sends only what came out differently."""

    def __init__(self, brush: Brush, body: Painted[Any]) -> None:
        super().__init__()
        self.brush = brush
        self.body = body
        self.keys = Keys(brush, "keys")
        self.placed: Size | None = None
        self.styles.background = brush.palette.background

    def on_mount(self) -> None:
        """Show the first scene."""
        self.show()

    def show(self) -> None:
        """Show the scene."""
        self.draw(self.scene)

    def compose(self) -> ComposeResult:
        """The two widgets."""
        yield self.body
        yield self.keys

    def draw(self, look: object) -> None:
        """Show a look, and hints for the keys that work now."""
        self.place(self.app.size)
        shown = KeysLook(tuple(one.hinted for one in self.KEYS.hints(self.scene)), needed=1)
        changed: list[tuple[Painted[Any], Changes]] = []
        for widget, wanted in ((self.body, look), (self.keys, shown)):
            if widget.look != wanted:
                widget.look = wanted
                changed.append((widget, widget.repaint()))
        self.send(changed)

    def on_resize(self, event: events.Resize) -> None:
        """Place both anew."""
        self.place(event.size)

    def place(self, size: Size) -> None:
        """Give both their part of a screen of that size; nothing happens while it stays the same."""
        if size == self.placed:
            return
        self.placed = size
        width, height = size
        small = width < MIN_WIDTH or height < MIN_HEIGHT
        self.body.place(Region(0, 0, width, height if small else height - 1))
        self.keys.place(Region(0, height - 1, 0 if small else width, 1))

    def restyle(self, brush: Brush) -> None:
        """Draw everything with another style."""
        self.brush = brush
        self.styles.background = brush.palette.background
        self.body.restyle(brush)
        self.keys.restyle(brush)
