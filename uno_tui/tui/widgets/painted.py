"""What the table's widgets have in common: they draw from a value and send only what came out differently."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual import events
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from uno_tui.tui.brush import Brush
from uno_tui.tui.canvas import Canvas, Run
from uno_tui.tui.glyphs import ASCII
from uno_tui.tui.line import Line
from uno_tui.tui.scene import Scene

Look = TypeVar("Look")


class Painted(Widget, Generic[Look]):
    """A widget that draws itself from a `Look`, its slice of the scene."""

    can_focus: ClassVar[bool] = False  # type: ignore[misc]  # the same for all of them

    class Picked(Message):
        """Something was clicked: a command of the key table, perhaps with the number of what it is about."""

        def __init__(self, command: str, number: int | None = None) -> None:
            super().__init__()
            self.command = command
            self.number = number

    def __init__(self, brush: Brush, id: str) -> None:  # noqa: A002  # Textual's name for it
        super().__init__(id=id)
        self.brush = brush
        self.look: Look | None = None
        self.canvas: Canvas | None = None
        self.paintings = 0
        """How often it was drawn; a test watches it."""
        self.region_given = Region(0, 0, 0, 0)
        """What it was given of the screen."""
        self.ground = Color.parse(brush.palette.background)
        self.lines: list[Line | None] = []
        """The lines in the session's colors, as far as they were wanted."""
        self.filters: tuple[LineFilter, ...] = ()
        self.inks: dict[int, tuple[RichStyle, RichStyle]] = {}
        """What the filters make of each style, by who the style is: to hash it would take longer."""
        self.targets: list[tuple[Region, str, int | None]] = []

    def look_at(self, scene: Scene) -> Look:
        """What this widget shows of the scene; whatever it draws depends on nothing else."""
        raise NotImplementedError

    def paint(self, canvas: Canvas, look: Look) -> None:
        """Draw the look."""
        raise NotImplementedError

    def show(self, scene: Scene) -> Mapping[int, Sequence[Run]]:
        """Draw the scene, unless this widget's slice of it is the same; return the cells, by row, that changed."""
        look = self.look_at(scene)
        if look == self.look:
            return {}
        self.look = look
        return self.repaint()

    def place(self, region: Region) -> None:
        """Put it there; an empty region takes it off the screen."""
        self.region_given = region
        self.canvas = None
        if not region.area:
            self.display = False
            return
        self.display = True
        self.styles.offset, self.styles.width, self.styles.height = region.offset, region.width, region.height
        self.repaint()
        self.refresh()

    def restyle(self, brush: Brush) -> None:
        """Forget what was drawn, for the theme or the language is another; what is shown next is drawn with that."""
        self.brush, self.canvas, self.look = brush, None, None
        self.ground, self.inks = Color.parse(brush.palette.background), {}
        self.refresh()

    def repaint(self) -> Mapping[int, Sequence[Run]]:
        """Draw the look; return the cells, by row, that came out differently."""
        width, height = self.region_given.size
        if self.look is None or not width or not height:
            return {}
        canvas = Canvas(width, height, self.brush.palette.text, plain=self.brush.glyphs is ASCII)
        self.targets.clear()
        self.paint(canvas, self.look)
        self.paintings += 1
        old, self.canvas = self.canvas, canvas
        if old is None:
            self.lines = [None] * height
            return {y: [(0, width)] for y in range(height)}
        changes = canvas.changes(old)
        for y in changes:
            self.lines[y] = None
        return changes

    def target(self, region: tuple[int, int, int, int], command: str, number: int | None = None) -> None:
        """Say what a click there means; what is said later lies on top."""
        self.targets.append((Region(*region), command, number))

    def render_line(self, y: int) -> Strip:
        """One line as it was drawn, in the session's colors."""
        canvas = self.canvas
        if canvas is None or y >= canvas.height:
            return Strip.blank(self.size.width, self.brush.palette.text)
        line = self.lines[y]
        if line is None:
            line = self.lines[y] = canvas.line(y, self.ink)
        return line

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a frame."""
        self.check_filters()
        lines = [self.render_line(y) for y in range(crop.y, crop.bottom)]
        if crop.x or crop.width != self.region_given.width:
            return [line.crop(crop.x, crop.right) for line in lines]
        return lines

    def check_filters(self) -> None:
        """Notice that the session shows other colors than it did."""
        filters = tuple(self.get_line_filters())
        if filters != self.filters:
            self.filters, self.inks = filters, {}
            self.lines = [None] * len(self.lines)

    def ink(self, style: RichStyle) -> RichStyle:
        """A style in the session's colors: what its line filters make of it."""
        known = self.inks.get(id(style))
        if known is None:
            segments = [Segment("x", style)]
            for one in self.filters:
                segments = one.apply(segments, self.ground)
            known = self.inks[id(style)] = style, segments[0].style or style
        return known[1]

    def on_click(self, event: events.Click) -> None:
        """Tell the screen what was clicked."""
        for region, command, number in reversed(self.targets):
            if region.contains(event.x, event.y):
                self.post_message(self.Picked(command, number))
                return
