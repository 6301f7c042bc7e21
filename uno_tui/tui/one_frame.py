"""Screens that Textual draws once where it would draw them several times.

A screen that opens would be drawn for its own size and again for each widget that is placed. One that needs both a new
layout and a repaint would be drawn for each. And the end of a page would draw the screen below it twice.
"""

from contextlib import ExitStack
from typing import Generic, Self

from textual.geometry import Region
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget

from uno_tui.library_internals import require

require("textual")

LONGEST_DELAY = 0.1
"""Seconds after which a screen is drawn even if it was never resumed."""


class OneFrameScreen(Screen[ScreenResultType], Generic[ScreenResultType]):
    """A screen whose first frame is drawn once the screen is complete; later, each change draws one frame."""

    _focusing = False
    """Whether the focus is being changed now."""

    def __init__(self) -> None:
        super().__init__()
        self.startup_batch: ExitStack | None = ExitStack()
        """Batch that delays drawing until the screen is complete; None afterwards."""

    def on_mount(self) -> None:
        """Delay drawing until all widgets are placed."""
        if self.startup_batch is not None:
            self.startup_batch.enter_context(self.app.batch_update())
            self.set_timer(LONGEST_DELAY, self.reveal)

    def on_screen_resume(self) -> None:
        """Draw soon, after the events in the queues of the app and this screen, which mount and place the widgets."""
        if self.startup_batch is not None:
            self.app.call_later(self.call_later, self.call_later, self.reveal)

    def on_unmount(self) -> None:
        """End the delay of a screen that was removed before it was shown; otherwise the app would never draw again."""
        if self.startup_batch is not None:
            self.startup_batch.close()

    def reveal(self) -> None:
        """End the delay and draw the whole screen once."""
        if self.startup_batch is not None:
            self.startup_batch.close()
            self.startup_batch = None
            self._dirty_widgets.add(self)  # what was dirty may have been drawn in vain meanwhile
            self._refresh_layout()  # draws now, not at the next tick of a sixtieth of a second
            self._layout_required = self._repaint_required = False
            self._dirty_widgets.clear()

    def set_focus(self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False) -> None:
        """Focus a widget or none. Textual would draw the whole screen again, which looks the same."""
        self._focusing = True
        try:
            super().set_focus(widget, scroll_visible, from_app_focus)
        finally:
            self._focusing = False

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Redraw regions or the whole screen; after a new layout, draw only where widgets were added or removed."""
        if self._focusing:
            return self
        return super().refresh(*regions, repaint=repaint and not layout, layout=layout, recompose=recompose)

    def _compositor_refresh(self) -> None:
        """Draw what has changed, unless another screen covers this one: Textual would then draw the screen above."""
        if self.is_active:
            super()._compositor_refresh()

    def _on_timer_update(self) -> None:
        """Draw what has changed; after a new layout, draw everything at once instead of the changes first."""
        both = self._layout_required and self._repaint_required
        if both and self.is_current and not self.app._batch_count:  # noqa: SLF001 -- the condition of Textual's method
            self._dirty_widgets.add(self)
            self._repaint_required = False
        super()._on_timer_update()
