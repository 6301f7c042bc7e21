"""A screen of two drawn widgets: one that shows nearly everything, and the keys below it."""

from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.screen import ScreenResultType

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.frame_writer import Changes
from uno_tui.tui.keybar import KeyBar, KeyBarLook
from uno_tui.tui.keytable import KeyScreen
from uno_tui.tui.table.layout import MIN_HEIGHT, MIN_WIDTH


class BodyScreen(KeyScreen[ScreenResultType]):
    """Shows a look on its body and hints below; sends only what came out differently."""

    def __init__(self, appearance: Appearance, body: CanvasWidget[Any]) -> None:
        super().__init__()
        self.appearance = appearance
        self.body = body
        self.keys = KeyBar(appearance, "keys")
        self.placed: Size | None = None
        self.styles.background = appearance.palette.background

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
        shown = KeyBarLook(tuple(one.hinted for one in self.KEYS.hints(self.scene)), needed=1)
        changed: list[tuple[CanvasWidget[Any], Changes]] = []
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

    def restyle(self, appearance: Appearance) -> None:
        """Draw everything with another style."""
        self.appearance = appearance
        self.styles.background = appearance.palette.background
        self.body.restyle(appearance)
        self.keys.restyle(appearance)
