"""What the table's widgets have in common: they draw from a value and send only what came out differently."""

from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from uno_tui.i18n import Words
from uno_tui.tui.canvas import Canvas
from uno_tui.tui.glyphs import Glyphs
from uno_tui.tui.scene import Scene
from uno_tui.tui.theme import Palette

Look = TypeVar("Look")


@dataclass(frozen=True, slots=True)
class Style:
    """What everything is drawn with."""

    words: Words
    palette: Palette
    glyphs: Glyphs


class Painted(Widget, Generic[Look]):
    """A widget that draws itself from a `Look`, its slice of the scene."""

    can_focus: ClassVar[bool] = False  # type: ignore[misc]  # the same for all of them

    class Picked(Message):
        """Something was clicked: a command of the key table, perhaps with the number of what it is about."""

        def __init__(self, command: str, number: int | None = None) -> None:
            super().__init__()
            self.command = command
            self.number = number

    def __init__(self, style: Style, id: str) -> None:  # noqa: A002  # Textual's name for it
        super().__init__(id=id)
        self.drawn_with = style
        self.look: Look | None = None
        self.canvas: Canvas | None = None
        self.paintings = 0
        """How often it was drawn; a test watches it."""
        self.lines: list[Strip | None] = []
        self.targets: list[tuple[Region, str, int | None]] = []

    def look_at(self, scene: Scene) -> Look:
        """What this widget shows of the scene; whatever it draws depends on nothing else."""
        raise NotImplementedError

    def paint(self, canvas: Canvas, look: Look) -> None:
        """Draw the look."""
        raise NotImplementedError

    def show(self, scene: Scene) -> None:
        """Show the scene; nothing is drawn or sent if this widget's slice of it is the same."""
        look = self.look_at(scene)
        if look != self.look:
            self.look = look
            self.repaint()

    def place(self, region: Region) -> None:
        """Put it there; an empty region takes it off the screen."""
        if not region.area:
            self.display = False
            return
        self.display = True
        self.canvas = None
        self.styles.offset, self.styles.width, self.styles.height = region.offset, region.width, region.height
        if self.size == region.size:
            self.repaint()

    def restyle(self, style: Style) -> None:
        """Draw everything anew with another theme or language."""
        self.drawn_with, self.canvas = style, None
        self.repaint()

    def repaint(self) -> None:
        """Draw the look and have the spans sent that differ."""
        width, height = self.size
        if self.look is None or not width or not height:
            return
        canvas = Canvas(width, height, self.drawn_with.palette.text)
        self.targets.clear()
        self.paint(canvas, self.look)
        self.paintings += 1
        old, self.canvas = self.canvas, canvas
        if old is None or (old.width, old.height) != (width, height):
            self.lines = [None] * height
            self.refresh()
            return
        changes = canvas.changes(old)
        for span in changes:
            self.lines[span[0]] = canvas.strip(span[0], span)
        if changes:
            self.refresh(*[Region(first, y, last - first, 1) for y, first, last in changes])

    def target(self, x: int, y: int, width: int, height: int, command: str, number: int | None = None) -> None:
        """Say what a click there means; what is said later lies on top."""
        self.targets.append((Region(x, y, width, height), command, number))

    def render_line(self, y: int) -> Strip:
        """One line as it was drawn."""
        canvas = self.canvas
        if canvas is None or y >= canvas.height:
            return Strip.blank(self.size.width, self.drawn_with.palette.text)
        line = self.lines[y]
        if line is None:
            line = self.lines[y] = canvas.strip(y)
        return line

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """Tell the screen what was clicked."""
        for region, command, number in reversed(self.targets):
            if region.contains(event.x, event.y):
                self.post_message(self.Picked(command, number))
                return
