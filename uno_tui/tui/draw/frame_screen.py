"""Frames of changed cells that bypass Textual's compositor, which would take most of the time of a move.

A screen of canvas widgets that do not overlap knows which cells changed. If the app's driver can send them
(`FrameOutput.send_frame`), the screen sends those cells alone: no refresh, no timer, no composition. Otherwise Textual
draws. Both draw from the widgets' canvases, so they cannot disagree.

A frame is made in several callbacks of the loop, one for each widget, so that none of them delays other sessions long.
It is sent in one piece, and each widget keeps what was sent: a frame that is restarted or dropped loses nothing.
"""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any, Final, Generic

from textual import events
from textual.app import App
from textual.geometry import Offset, Region, Size
from textual.screen import ScreenResultType
from textual.strip import Strip

from uno_tui.library_internals import require
from uno_tui.tui.base_screen import BaseScreen
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.color_reduction import StyleFilter, style_filter_for
from uno_tui.tui.draw.frame_writer import Changes, FrameWriter
from uno_tui.tui.draw.strip import CompactStrip
from uno_tui.tui.one_frame import PatientPump

require("textual")

ATTEMPTS: Final = 3
"""Maximum number of times a frame is begun; the last one is sent even if something has changed again."""


class FrameOutput(PatientPump, App[int]):
    """An app whose driver may accept frames that a screen has drawn itself."""

    sends_frames = False
    """Whether the driver accepts frames, except while drawing is delayed."""

    def send_frame(self, text: str) -> bool:
        """Send a frame to the terminal; return False if the driver cannot, so that Textual must draw instead."""
        del text
        return False


def raise_error(error: Exception) -> None:
    """Raise an error from the screen's message queue, so that it ends the session."""
    raise error


class FrameScreen(BaseScreen[ScreenResultType], Generic[ScreenResultType]):
    """A screen covered by canvas widgets that do not overlap."""

    AUTO_FOCUS = None
    appearance: Appearance
    _steps: Iterator[None] | None = None
    """The rest of the frame that is being made; None between frames."""
    _show_due = False
    """Whether something has changed since the current frame was begun."""
    _drawn: asyncio.Future[None] | None = None
    """Done when the last frame is sent; None if nobody waits for that."""
    _laying_out = False
    """Whether Textual is computing a layout that this screen's own frames already show."""

    def looks(self) -> Iterable[tuple[CanvasWidget[Any], Any]]:
        """Place the widgets for the scene, and return those that are visible, each with its look.

        Looks that are found one by one must all be of the scene as it is now.
        """
        raise NotImplementedError

    @property
    def hidden(self) -> bool:
        """Whether nothing is drawn now; everything is drawn when the screen is seen again."""
        return self.startup_batch is not None or self.covered or not self.is_active

    def show(self) -> None:
        """Draw and send what has changed, in the next callbacks of the loop."""
        self._show_due = True
        if self._steps is None:
            self._steps = self._frame()
            asyncio.get_running_loop().call_soon(self._step)

    async def drawn(self) -> None:
        """Wait until all that has changed so far is sent; let other sessions run in any case."""
        if self._steps is None:
            await asyncio.sleep(0)
            return
        if self._drawn is None:
            self._drawn = asyncio.get_running_loop().create_future()
        await asyncio.shield(self._drawn)

    def _step(self) -> None:
        """Go on with the frame, in a callback of its own."""
        steps = self._steps
        try:
            if steps is not None and self.is_running and next(steps, self) is None:
                asyncio.get_running_loop().call_soon(self._step)
                return
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is raised again
            self.call_later(raise_error, error)
        self._steps, waiting = None, self._drawn
        self._drawn = None
        if waiting is not None:
            waiting.set_result(None)

    def _frame(self) -> Iterator[None]:
        """Make frames until nothing has changed since the last one was begun; yield between two callbacks."""
        begun = 0
        while self._show_due:
            self._show_due = False
            looks, widgets = self.looks(), []
            if self.hidden and self._sends_frames:
                return
            yield
            for widget, look in looks:
                widgets.append(widget)
                if widget.show_look(look):
                    yield
            writer, begun = self._writer(), begun + 1
            for widget in widgets:
                if writer.add(widget):
                    yield
            if not self._show_due or begun >= ATTEMPTS:
                self._send(writer)

    @property
    def _sends_frames(self) -> bool:
        return isinstance(self.app, FrameOutput) and self.app.sends_frames

    def send_widgets(self, *widgets: CanvasWidget[Any]) -> None:
        """Send the changed cells of some widgets at once; if a frame is being made, send them with the next one."""
        if self._steps is not None:
            self.show()
            return
        writer = self._writer()
        for widget in widgets:
            writer.add(widget)
        self._send(writer)

    def _writer(self) -> "WidgetWriter":
        if not self._sends_frames:
            return WidgetWriter(None)
        filters = tuple(self.app.get_line_filters())
        return WidgetWriter(style_filter_for(filters, self.appearance.palette.background))

    def _send(self, writer: "WidgetWriter") -> None:
        """Send a frame to the terminal, or make Textual redraw the changed regions."""
        if self.hidden or not writer.written:
            return
        app = self.app
        if isinstance(app, FrameOutput) and app.sends_frames and app.send_frame(writer.frame(self.cursor_cell())):
            writer.note_sent()
            return
        writer.note_sent()
        self.refresh(*writer.regions)

    def takes(self, event: events.Key) -> bool:
        """Return whether a key is handled by `type_or_press`; not one that Textual has passed on already."""
        return not event.is_forwarded

    async def type_or_press(self, event: events.Key) -> None:
        """Handle a key."""
        raise NotImplementedError

    # Textual's drawing

    def draw_whole(self) -> None:
        """Draw the whole screen, as when it is seen for the first time."""
        if self._sends_frames:
            for widget in self.placed_widgets:
                widget.sent = None
            self.show()
        else:
            super().draw_whole()

    @property
    def layout_draws(self) -> bool:
        """Whether Textual draws the widgets that a new layout moves; otherwise the screen's own frames do."""
        return not self._sends_frames

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """Let Textual compute the widgets' regions, for clicks. The screen's own frames already show that layout."""
        self._laying_out = self._sends_frames
        try:
            super()._refresh_layout(size, scroll)
        finally:
            self._laying_out = False

    def _compositor_refresh(self) -> None:
        """Draw the whole screen if Textual has to draw any of it."""
        if not self._sends_frames:
            super()._compositor_refresh()
            return
        dirty = self._compositor._dirty_regions  # noqa: SLF001 -- what Textual would draw
        if dirty and not self._laying_out and not self.hidden:
            self.draw_whole()
        dirty.clear()
        self._dirty_widgets.clear()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return blank rows without rendering: the widgets cover all of the screen."""
        return [CompactStrip.blank(crop.width, self.appearance.palette.text)] * crop.height


class WidgetWriter:
    """A frame of the changed cells of several widgets."""

    def __init__(self, recolor: StyleFilter | None) -> None:
        """`recolor`: the style filter of the session; None if Textual will draw the frame."""
        self.recolor = recolor
        self.writer = FrameWriter()
        self.written: list[tuple[CanvasWidget[Any], Canvas, Region, Changes]] = []
        """Each widget with its canvas, its region, and the changed cells."""

    def add(self, widget: CanvasWidget[Any]) -> bool:
        """Add a widget's changed cells; return whether there are any."""
        canvas, changes = widget.canvas, widget.unsent()
        if canvas is None or not changes:
            return False
        if self.recolor is not None:
            self.writer.draw(canvas, widget.region_given.offset, changes, self.recolor)
        self.written.append((widget, canvas, widget.region_given, changes))
        return True

    def frame(self, cursor: Offset) -> str:
        """Return the text of the frame, after which the cursor lies in the given cell."""
        self.writer.cursor = cursor
        return self.writer.text

    def note_sent(self) -> None:
        """Record in each widget the canvas that the terminal now shows, unless the widget has moved."""
        for widget, canvas, region, _changes in self.written:
            if widget.region_given == region:
                widget.sent = canvas

    @property
    def regions(self) -> Iterator[Region]:
        """The changed regions of the screen."""
        for _widget, _canvas, region, changes in self.written:
            for y, runs in changes.items():
                yield Region(runs[0][0], y, runs[-1][1] - runs[0][0], 1).translate(region.offset)
