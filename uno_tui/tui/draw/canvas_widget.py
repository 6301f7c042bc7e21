"""The widget that all screens are made of: it draws a value on a canvas and reports the cells that changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeVar
from weakref import WeakValueDictionary

from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from uno_tui.tui.draw.appearance import ASCII, Appearance
from uno_tui.tui.draw.canvas import Canvas, Runs
from uno_tui.tui.draw.card_faces import LINE, CardSize
from uno_tui.tui.draw.color_reduction import StyleFilter, style_filter_for
from uno_tui.tui.draw.strip import CompactStrip
from uno_tui.tui.line_input import LineInput

Look = TypeVar("Look")


Target = tuple[Region, str, int | None]
"""Where a click runs a command: the region, the command, and its number if it has one."""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Drawing:
    """The result of drawing a widget: its cells and its click targets."""

    canvas: Canvas
    targets: Sequence[Target]


_DRAWINGS: Final[WeakValueDictionary[tuple[object, ...], Drawing]] = WeakValueDictionary()
"""Drawings of shared widgets that some session shows now.

The key holds all that a drawing depends on: widget class, appearance, width, height, card size and look. A widget
whose `paint` reads anything else must not be shared.
"""


class CanvasWidget(Widget, Generic[Look]):
    """A widget that draws itself from a look: an immutable value that holds the part of the scene it shows."""

    can_focus: ClassVar[bool] = False  # type: ignore[misc]  # no instance differs
    shared: ClassVar[bool] = False
    """Whether equal looks share one drawing between sessions. Never set for a hand, which is secret."""

    class Picked(Message):
        """Message for a clicked target: a command of the key table, and the command's number if it has one."""

        def __init__(self, command: str, number: int | None = None) -> None:
            super().__init__()
            self.command = command
            self.number = number

    class Pointed(Message):
        """Message for a click on the open input line. `column`: from the left edge of its text."""

        def __init__(self, column: int) -> None:
            super().__init__()
            self.column = column

    def __init__(self, appearance: Appearance, id: str) -> None:  # noqa: A002  # Textual's name for it
        super().__init__(id=id)
        self.appearance = appearance
        self.look: Look | None = None
        self.line_input: LineInput | None = None
        """The input line over the widget's last row; None if none is open."""
        self.canvas: Canvas | None = None
        """The newest drawing; None if it is outdated."""
        self.sent: Canvas | None = None
        """The drawing that the terminal shows; None if it may show anything."""
        self.paint_count = 0
        """Number of drawings so far, for tests."""
        self.region_given = Region(0, 0, 0, 0)
        """The widget's screen region, as `place` set it."""
        self.card_size: CardSize = LINE
        """The size of the cards that the widget draws."""
        self.lines: list[CompactStrip | None] = []
        """The rows in this session's colors, created when Textual asks for them; None until then."""
        self.style_filter: StyleFilter | None = None
        """The style filter with which `lines` were made."""
        self.drawing: Drawing | None = None
        """The current drawing. Holding a reference keeps it in the cache of shared drawings."""
        self._new_targets: list[Target] = []
        self._line_drawn: LineInput | None = None

    def look_at(self, scene: Any) -> Look:
        """Return the part of the scene that this widget shows, its look; `paint` depends only on the look."""
        raise NotImplementedError

    def paint(self, canvas: Canvas, look: Look) -> None:
        """Draw a look on an empty canvas."""
        raise NotImplementedError

    def show(self, scene: object) -> bool:
        """Draw this widget again if its part of the scene has changed; return whether it was drawn."""
        return self.show_look(self.look_at(scene))

    def show_look(self, look: Look) -> bool:
        """Draw a look unless it is already shown; return whether it was drawn."""
        if look == self.look and self.canvas is not None:
            return self.line_input is not self._line_drawn and self.draw_line()
        self.look = look
        return self.repaint()

    def unsent(self) -> Mapping[int, Runs]:
        """Return the cells of the drawing that the terminal does not show yet, by row."""
        if self.canvas is None or self.canvas is self.sent:
            return {}
        if self.sent is None:
            return dict.fromkeys(range(self.canvas.height), ((0, self.canvas.width),))
        return self.canvas.changes(self.sent)

    def place(self, region: Region) -> None:
        """Set the widget's screen region; an empty region hides it. The next `show` draws."""
        if region == self.region_given:
            return
        self.region_given = region
        self.canvas = self.sent = None
        if self.is_mounted:  # before that, a request would reach the screen after its first frame
            self.screen.refresh(layout=True)  # one request for all; a widget's own would be two messages for each

    def _size_updated(self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True) -> bool:
        """Note the widget's size, and return whether it is new. Textual would ask for another layout and drawing."""
        del layout
        if size == self._size:
            return False
        self._size, self._container_size = size, container_size
        self.set_reactive(Widget.virtual_size, virtual_size)
        return True

    def restyle(self, appearance: Appearance) -> None:
        """Use another theme or language and discard the drawing; the next `show` draws again."""
        self.appearance, self.canvas, self.sent, self.look = appearance, None, None, None

    def outdate(self) -> None:
        """Discard the drawing, because something that is not part of the look has changed; the next `show` draws."""
        self.canvas = None

    def repaint(self) -> bool:
        """Draw the current look again; return whether there is anything to draw."""
        width, height = self.region_given.size
        if self.look is None or not width or not height:
            return False
        self.paint_count += 1
        self.drawing = self.draw(self.look, width, height)
        self._take_canvas(self._with_line(self.drawing.canvas))
        return True

    def draw_line(self) -> bool:
        """Draw the input line, or what is below it if it was closed; return whether it was drawn.

        Without a valid drawing of what is below, do nothing: the next `show` draws both.
        """
        if self.canvas is None or self.drawing is None:
            return False
        self._take_canvas(self._with_line(self.drawing.canvas))
        return True

    def _with_line(self, canvas: Canvas) -> Canvas:
        """Return a canvas, or a copy of it with the open input line."""
        self._line_drawn = self.line_input
        if self.line_input is not None:
            canvas.freeze()
            canvas = canvas.copy()
            self.line_input.paint(canvas, self.appearance.palette.text, self.appearance.palette["dim"])
        return canvas

    def _take_canvas(self, canvas: Canvas) -> None:
        self.canvas, self.lines = canvas, [None] * canvas.height

    def draw(self, look: Look, width: int, height: int) -> Drawing:
        """Return a drawing of the look, shared with other sessions that show the same look."""
        key = type(self), self.appearance, width, height, self.card_size, look
        if self.shared and (known := _DRAWINGS.get(key)):
            return known
        canvas = Canvas(width, height, self.appearance.palette.text, plain=self.appearance.glyphs is ASCII)
        self._new_targets = []
        self.paint(canvas, look)
        drawing = Drawing(canvas, self._new_targets)
        if self.shared:
            canvas.freeze()
            _DRAWINGS[key] = drawing
        return drawing

    @property
    def targets(self) -> Sequence[Target]:
        """Click targets of the drawing; where two overlap, the later one counts."""
        return self.drawing.targets if self.drawing is not None else ()

    def target(self, region: tuple[int, int, int, int], command: str, number: int | None = None) -> None:
        """Make a region clickable while painting; later targets cover earlier ones."""
        self._new_targets.append((Region(*region), command, number))

    def render_line(self, y: int) -> Strip:
        """Return a row of the canvas in the session's colors."""
        canvas, style_filter = self.canvas, self.style_filter
        if canvas is None or style_filter is None or y >= canvas.height:
            return Strip.blank(self.size.width, self.appearance.palette.text)
        line = self.lines[y]
        if line is None:
            line = self.lines[y] = canvas.line(y, style_filter)
        return line

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the rows of a region. Textual's own method would filter and cache each row a second time."""
        style_filter = style_filter_for(tuple(self.get_line_filters()), self.appearance.palette.background)
        if style_filter is not self.style_filter:
            self.style_filter, self.lines = style_filter, [None] * len(self.lines)
        lines = [self.render_line(y) for y in range(crop.y, crop.bottom)]
        if crop.x or crop.width != self.region_given.width:
            return [line.crop(crop.x, crop.right) for line in lines]
        return lines

    def on_click(self, event: events.Click) -> None:
        """Post the command of the clicked target, or where the open input line was clicked."""
        if self.line_input is not None and event.y == self.region_given.height - 1:
            self.post_message(self.Pointed(event.x - 1))
            return
        for region, command, number in reversed(self.targets):
            if region.contains(event.x, event.y):
                self.post_message(self.Picked(command, number))
                return
