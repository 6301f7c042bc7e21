"""What the table's widgets have in common: they draw from a value and send only what came out differently."""

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
        self.news: dict[int, list[Run]] = {}
        """The cells, by row, that changed since the last frame."""
        self.covered = False
        """Whether something may lie on top, so that it is never known what the screen has: rows are sent whole."""
        self.told: list[Line] = []
        """The lines of the last frame that were news in it."""
        self.filters: tuple[LineFilter, ...] = ()
        self.inks: dict[RichStyle, RichStyle] = {}
        """What the filters make of each style."""
        self.targets: list[tuple[Region, str, int | None]] = []

    def look_at(self, scene: Scene) -> Look:
        """What this widget shows of the scene; whatever it draws depends on nothing else."""
        raise NotImplementedError

    def paint(self, canvas: Canvas, look: Look) -> None:
        """Draw the look."""
        raise NotImplementedError

    def show(self, scene: Scene) -> list[Region]:
        """Draw the scene, unless this widget's slice of it is the same; return the regions of the screen to be sent."""
        look = self.look_at(scene)
        if look == self.look:
            return []
        self.look = look
        x, y = self.region_given.offset
        return [Region(x + left, y + top, width, height) for left, top, width, height in self.repaint()]

    def place(self, region: Region) -> None:
        """Put it there; an empty region takes it off the screen."""
        self.region_given = region
        self.canvas = None
        if not region.area:
            self.display = False
            return
        self.display = True
        self.styles.offset, self.styles.width, self.styles.height = region.offset, region.width, region.height
        self.refresh(*self.repaint())

    def restyle(self, brush: Brush) -> None:
        """Draw everything anew with another theme or language."""
        self.brush, self.canvas = brush, None
        self.ground, self.inks = Color.parse(brush.palette.background), {}
        self.refresh(*self.repaint())

    def repaint(self) -> list[Region]:
        """Draw the look; return the regions that came out differently."""
        width, height = self.region_given.size
        if self.look is None or not width or not height:
            return []
        canvas = Canvas(width, height, self.brush.palette.text, plain=self.brush.glyphs is ASCII)
        self.targets.clear()
        self.paint(canvas, self.look)
        self.paintings += 1
        old, self.canvas = self.canvas, canvas
        if old is None:
            return self.redraw()
        changes = canvas.changes(old)
        for y, runs in changes.items():
            self.lines[y] = None
            self.news.setdefault(y, []).extend(runs)
        return [Region(runs[0][0], y, runs[-1][1] - runs[0][0], 1) for y, runs in changes.items()]

    def redraw(self) -> list[Region]:
        """All of it, for what is on the screen there is not known."""
        self.news.clear()
        width, height = self.region_given.size
        self.lines = [None] * height
        return [Region(0, 0, width, height)]

    def target(self, region: tuple[int, int, int, int], command: str, number: int | None = None) -> None:
        """Say what a click there means; what is said later lies on top."""
        self.targets.append((Region(*region), command, number))

    def render_line(self, y: int) -> Strip:
        """One line as it was drawn."""
        canvas = self.canvas
        if canvas is None or y >= canvas.height:
            return Strip.blank(self.size.width, self.brush.palette.text)
        return canvas.line(y, self.ink)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a frame, in the session's colors; what is news in them is so for one frame."""
        canvas = self.canvas
        if canvas is None or crop.x or (crop.width, crop.bottom) != (canvas.width, canvas.height) or crop.y:
            return [self.render_line(y).crop(crop.x, crop.right) for y in range(crop.y, crop.bottom)]
        filters = tuple(self.get_line_filters())
        if filters != self.filters:
            self.filters, self.lines, self.inks = filters, [None] * canvas.height, {}
        for line in self.told:
            line.settle()
        self.told = []
        for y, runs in self.news.items():
            self.lines[y] = line = canvas.line(y, self.ink, None if self.covered else runs)
            self.told.append(line)
        self.news = {}
        return [self.lines[y] or self._whole(y, canvas) for y in range(canvas.height)]

    def _whole(self, y: int, canvas: Canvas) -> Line:
        line = self.lines[y] = canvas.line(y, self.ink)
        return line

    def ink(self, style: RichStyle) -> RichStyle:
        """A style in the session's colors: what its line filters make of it."""
        known = self.inks.get(style)
        if known is None:
            segments = [Segment("x", style)]
            for one in self.filters:
                segments = one.apply(segments, self.ground)
            known = self.inks[style] = segments[0].style or style
        return known

    def on_click(self, event: events.Click) -> None:
        """Tell the screen what was clicked."""
        for region, command, number in reversed(self.targets):
            if region.contains(event.x, event.y):
                self.post_message(self.Picked(command, number))
                return
