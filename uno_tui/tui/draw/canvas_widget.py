"""What the table's widgets have in common: they draw from a value and send only what came out differently."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, TypeVar
from weakref import WeakValueDictionary

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from uno_tui.tui.draw.appearance import ASCII, Appearance
from uno_tui.tui.draw.canvas import Canvas, Runs
from uno_tui.tui.draw.color_depth import StyleFilter, style_filter_for
from uno_tui.tui.draw.faces import LINE, CardSize
from uno_tui.tui.draw.strip import CompactStrip
from uno_tui.tui.table.scene import TableScene

Look = TypeVar("Look")


Target = tuple[Region, str, int | None]
"""Where a click means a command, perhaps with a number."""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Drawing:
    """What a widget drew."""

    canvas: Canvas
    targets: Sequence[Target]


_DRAWINGS: Final[WeakValueDictionary[tuple[object, ...], Drawing]] = WeakValueDictionary()
"""What is shown now and the same for all who see the same, by all that it depends on."""


class CanvasWidget(Widget, Generic[Look]):
    """A widget that draws itself from a `Look`, its slice of the scene."""

    can_focus: ClassVar[bool] = False  # type: ignore[misc]  # the same for all of them
    shared: ClassVar[bool] = False
    """Whether sessions that show the same share one drawing. A hand is its owner's alone."""

    class Picked(Message):
        """Something was clicked: a command of the key table, perhaps with the number of what it is about."""

        def __init__(self, command: str, number: int | None = None) -> None:
            super().__init__()
            self.command = command
            self.number = number

    def __init__(self, appearance: Appearance, id: str) -> None:  # noqa: A002  # Textual's name for it
        super().__init__(id=id)
        self.appearance = appearance
        self.look: Look | None = None
        self.canvas: Canvas | None = None
        self.paint_count = 0
        """How often it was drawn; a test watches it."""
        self.region_given = Region(0, 0, 0, 0)
        """What it was given of the screen."""
        self.card_size: CardSize = LINE
        """Of the cards it shows."""
        self.lines: list[CompactStrip | None] = []
        """The lines in the session's colors, as far as they were wanted."""
        self.style_filter: StyleFilter | None = None
        """The session's colors, when its lines were wanted last."""
        self.drawing: Drawing | None = None
        """What is shown; while somebody has it, whoever shows the same has the same."""
        self._aims: list[Target] = []

    def look_at(self, scene: TableScene) -> Look:
        """What this widget shows of the scene; whatever it draws depends on nothing else."""
        raise NotImplementedError

    def paint(self, canvas: Canvas, look: Look) -> None:
        """Draw the look."""
        raise NotImplementedError

    def show(self, scene: TableScene) -> Mapping[int, Runs]:
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
        self.display = bool(region.area)
        if not region.area:
            return
        self.styles.offset, self.styles.width, self.styles.height = region.offset, region.width, region.height
        self.repaint()
        self.refresh()

    def restyle(self, appearance: Appearance) -> None:
        """Forget what was drawn, for the theme or the language is another; what is shown next is drawn with that."""
        self.appearance, self.canvas, self.look = appearance, None, None
        self.refresh()

    def repaint(self) -> Mapping[int, Runs]:
        """Draw the look; return the cells, by row, that came out differently."""
        width, height = self.region_given.size
        if self.look is None or not width or not height:
            return {}
        self.paint_count += 1
        old = self.canvas
        self.drawing = self.draw(self.look, width, height)
        canvas = self.canvas = self.drawing.canvas
        if old is None:
            self.lines = [None] * height
            return dict.fromkeys(range(height), ((0, width),))
        changes = canvas.changes(old)
        for y in changes:
            self.lines[y] = None
        return changes

    def draw(self, look: Look, width: int, height: int) -> Drawing:
        """Draw the look, or take the drawing of whoever drew the same."""
        key = type(self), self.appearance, width, height, self.card_size, look
        if self.shared and (known := _DRAWINGS.get(key)):
            return known
        canvas = Canvas(width, height, self.appearance.palette.text, plain=self.appearance.glyphs is ASCII)
        self._aims = []
        self.paint(canvas, look)
        drawing = Drawing(canvas, self._aims)
        if self.shared:
            canvas.keep()
            _DRAWINGS[key] = drawing
        return drawing

    @property
    def targets(self) -> Sequence[Target]:
        """What clicks mean, where."""
        return self.drawing.targets if self.drawing is not None else ()

    def target(self, region: tuple[int, int, int, int], command: str, number: int | None = None) -> None:
        """Say what a click there means; what is said later lies on top."""
        self._aims.append((Region(*region), command, number))

    def render_line(self, y: int) -> Strip:
        """One line as it was drawn, in the session's colors."""
        canvas, style_filter = self.canvas, self.style_filter
        if canvas is None or style_filter is None or y >= canvas.height:
            return Strip.blank(self.size.width, self.appearance.palette.text)
        line = self.lines[y]
        if line is None:
            line = self.lines[y] = canvas.line(y, style_filter)
        return line

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a frame."""
        style_filter = style_filter_for(tuple(self.get_line_filters()), self.appearance.palette.background)
        if style_filter is not self.style_filter:
            self.style_filter, self.lines = style_filter, [None] * len(self.lines)
        lines = [self.render_line(y) for y in range(crop.y, crop.bottom)]
        if crop.x or crop.width != self.region_given.width:
            return [line.crop(crop.x, crop.right) for line in lines]
        return lines

    def on_click(self, event: events.Click) -> None:
        """Tell the screen what was clicked."""
        for region, command, number in reversed(self.targets):
            if region.contains(event.x, event.y):
                self.post_message(self.Picked(command, number))
                return
