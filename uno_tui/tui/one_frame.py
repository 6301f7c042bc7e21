"""Screens that Textual draws once where it would draw them several times.

Textual would draw an opening screen for its own size and again for each placed widget. It would draw a screen twice
that needs both a new layout and a repaint, and a page's closing would draw the screen below twice. The remaining work
of opening a screen is split into several callbacks of the loop, so that none of them delays other sessions long.
"""

from asyncio import TimerHandle, get_running_loop, sleep
from contextlib import ExitStack
from typing import Any, Generic, Self

from textual.geometry import Region, Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget

from uno_tui.library_internals import require

require("textual")

LONGEST_DELAY = 0.1
"""Seconds after which a screen is drawn even if it was never resumed."""


class PatientPump(MessagePump):
    """Mixin for an app or a screen: other sessions run between two messages of its queue."""

    async def _get_message(self) -> Message:
        """Return the next message, in a callback of its own."""
        if self._pending_message is not None or not self._message_queue.empty():
            await sleep(0)
        return await super()._get_message()


class OneFrameScreen(PatientPump, Screen[ScreenResultType], Generic[ScreenResultType]):
    """A screen whose first frame is drawn once the screen is complete; later, each change draws one frame."""

    ALLOW_SELECT = False
    """Whether dragging the mouse selects text; our widgets would not show it."""
    covered = False
    """Whether another screen covers this one, or has just closed; nothing is drawn until the app has handled that."""

    def __init__(self) -> None:
        super().__init__()
        self.startup_batch: ExitStack | None = ExitStack()
        """Batch that delays drawing until the screen is complete; None afterwards."""
        self._reveal_timer: TimerHandle | None = None

    @property
    def layout_draws(self) -> bool:
        """Whether a new layout draws the widgets that it moves."""
        return True

    @classmethod
    def _get_component_classes(cls) -> frozenset[str]:  # type: ignore[override]  # cached in Textual
        """Return the names of styles for parts of a screen; Textual's only one is for selected text."""
        return frozenset()

    def on_mount(self) -> Any:
        """Delay drawing until all widgets are placed."""
        if self.startup_batch is not None:
            self.startup_batch.enter_context(self.app.batch_update())
            self._reveal_later()

    def _reveal_later(self) -> None:
        """Call `reveal` after the longest delay, unless that happens earlier."""
        if self._reveal_timer is not None:
            self._reveal_timer.cancel()
        self._reveal_timer = get_running_loop().call_later(LONGEST_DELAY, self.call_later, self.reveal)

    async def mount_composed_widgets(self, widgets: list[Widget]) -> None:
        """Mount each widget in a callback of its own. Textual would mount all in one, and wait for each in a task."""
        for widget in widgets:
            if self._closing or not self.is_attached:
                return
            self.app._register(self, widget)  # noqa: SLF001 -- what `mount` does
            await sleep(0)
        for widget in widgets:
            await widget._mounted_event.wait()  # noqa: SLF001 -- nothing else tells it

    def on_screen_resume(self) -> None:
        """Draw soon, after the events in the queues of the app and this screen, which mount and place the widgets."""
        if self.startup_batch is not None:
            self.app.call_later(self.call_later, self.call_later, self.reveal)
        elif self.covered:
            self.app.call_later(self.call_later, self.uncover)

    def on_screen_suspend(self) -> None:
        """Draw nothing from now on: another screen has opened, perhaps before the first frame of this one.

        That one would wait for the end of this one's delay.
        """
        self.covered = True
        self._end_delay()

    def _end_delay(self) -> None:
        """End the delay of drawing at the start, if it has not ended yet."""
        if self._reveal_timer is not None:
            self._reveal_timer.cancel()
            self._reveal_timer = None
        if self.startup_batch is not None:
            self.startup_batch.close()
            self.startup_batch = None

    def uncover(self) -> None:
        """Draw the screen once after the one above has closed, for which Textual asks several times.

        If another screen has opened meanwhile, this is done when that one closes.
        """
        if self.is_active:
            self.covered = False
            if not self.is_laid_out():
                self._refresh_layout()
            self.refresh()

    def on_unmount(self) -> None:
        """End the delay of a screen that was removed before it was shown; otherwise the app would never draw again."""
        self._end_delay()

    def is_laid_out(self) -> bool:
        """Return whether every widget is where it belongs, so that the first frame needs no other layout."""
        return False

    async def reveal(self) -> None:
        """End the delay and draw the whole screen once; later, if the app or another screen delays drawing as well."""
        if self.startup_batch is not None and not self.is_laid_out():
            self._refresh_layout()
            await sleep(0)
        if self.startup_batch is None:
            return
        if self.app._batch_count > 1:  # noqa: SLF001 -- what is drawn during a batch is lost
            self._reveal_later()
        else:
            self._end_delay()
            self._layout_widgets.clear()
            self._layout_required = self._repaint_required = False
            self.draw_whole()

    def draw_whole(self) -> None:
        """Draw the whole screen now, not at the next tick of a sixtieth of a second."""
        self._compositor.update_widgets({self})
        self._compositor_refresh()

    def update_node_styles(self, animate: bool = True) -> None:
        """Apply the style sheets, except before the first drawing: mounting has applied them to the widgets."""
        if self.startup_batch is None:
            super().update_node_styles(animate=animate)

    def _screen_resized(self, size: Size) -> None:
        """Lay out the widgets for a new size. Textual reports the first size three times."""
        if size != self.outer_size:  # `size` is the new one already
            super()._screen_resized(size)

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Redraw regions or the whole screen; after a new layout, draw only where widgets were added or removed."""
        return super().refresh(*regions, repaint=repaint and not layout, layout=layout, recompose=recompose)

    def _compositor_refresh(self) -> None:
        """Draw what has changed, unless the screen is not complete yet, or another covers it."""
        if self.startup_batch is None and self.is_active and not self.covered:
            super()._compositor_refresh()

    def _on_timer_update(self) -> None:
        """Draw what has changed; after a new layout, draw everything at once instead of the changes first."""
        both = self._layout_required and self._repaint_required and self.layout_draws
        if both and self.is_current and not self.app._batch_count:  # noqa: SLF001 -- the condition of Textual's method
            self._dirty_widgets.add(self)
            self._repaint_required = False
        super()._on_timer_update()
