"""Screens of two widgets: a body that shows nearly everything, and the key bar below it."""

from collections.abc import Iterable
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.screen import ScreenResultType

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.keyboard.bar import KeyBar, KeyBarLook
from uno_tui.tui.keyboard.screen import KeyScreen, handles
from uno_tui.tui.table.layout import MIN_HEIGHT, MIN_WIDTH


class BodyScreen(KeyScreen[ScreenResultType]):
    """A screen with a body that draws the scene, and a key bar below. Only changed cells are sent."""

    def __init__(self, appearance: Appearance, body: CanvasWidget[Any]) -> None:
        super().__init__()
        self.appearance = appearance
        self.body = body
        self.keys = KeyBar(appearance, "keys")
        self.placed: Size | None = None

    def on_mount(self) -> None:
        """Show the first scene."""
        self.show()

    def compose(self) -> ComposeResult:
        """Yield the body and the key bar."""
        yield self.body
        yield self.keys

    def looks(self) -> Iterable[tuple[CanvasWidget[Any], Any]]:
        """Place both widgets; return the body with the scene, and the key bar with its hints."""
        self.place(self.app.size)
        hints = KeyBarLook(tuple(one.hinted for one in self.key_table.hints(self.scene)), needed=1)
        return (self.body, self.scene), (self.keys, hints)

    def on_resize(self, event: events.Resize) -> None:
        """Place both widgets for the new size."""
        self.place(event.size)
        self.show()

    def place(self, size: Size) -> None:
        """Place both widgets for a screen size, unless they are already placed for it."""
        if size == self.placed:
            return
        self.placed = size
        width, height = size
        small = width < MIN_WIDTH or height < MIN_HEIGHT
        self.body.place(Region(0, 0, width, height if small else height - 1))
        self.keys.place(Region(0, height - 1, 0 if small else width, 1))

    def restyle(self, appearance: Appearance) -> None:
        """Use another theme or language; the next `show` redraws everything."""
        super().restyle(appearance)
        self.appearance = appearance
        self.body.restyle(appearance)
        self.keys.restyle(appearance)


class RowScreen(BodyScreen[ScreenResultType]):
    """A body screen with a list of rows; the index of the selected row is the scene's `selected`."""

    def run(self, name: str, number: int | None = None) -> None:
        """Run a command, then redraw the screen."""
        self.carry_out(name, number)
        if self.is_current:
            self.show()

    def select(self, place: int) -> None:
        """Select a row by its index, wrapping around at both ends."""
        raise NotImplementedError

    @handles("up")
    def select_previous(self) -> None:
        """Select the row above."""
        self.select(self.scene.selected - 1)

    @handles("down")
    def select_next(self) -> None:
        """Select the row below."""
        self.select(self.scene.selected + 1)

    @handles("first")
    def select_first(self) -> None:
        """Select the first row."""
        self.select(0)

    @handles("last")
    def select_last(self) -> None:
        """Select the last row."""
        self.select(-1)
