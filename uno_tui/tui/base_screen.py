"""The base class of all screens: the cursor, settings, and values for the next screen."""

from typing import Any, Generic

from textual.await_complete import AwaitComplete
from textual.geometry import NULL_OFFSET, NULL_SPACING, Offset, Size
from textual.layout import DockArrangeResult, WidgetPlacement
from textual.screen import ScreenResultType

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.form.draft import Draft
from uno_tui.tui.one_frame import OneFrameScreen
from uno_tui.tui.session import SessionOptions


class BaseScreen(OneFrameScreen[ScreenResultType], Generic[ScreenResultType]):
    """Base class of all screens. The app calls its methods; a screen overrides those that concern it."""

    @property
    def placed_widgets(self) -> list[CanvasWidget[Any]]:
        """The widgets that have a place on the screen."""
        return [one for one in self.children if isinstance(one, CanvasWidget) and one.region_given.area]

    def arrange(self, size: Size, optimal: bool = False) -> DockArrangeResult:
        """Return each widget's region as `place` set it; Textual would compute it from style rules."""
        del size, optimal
        places = [WidgetPlacement(one.region_given, NULL_OFFSET, NULL_SPACING, one) for one in self.placed_widgets]
        return DockArrangeResult(places, {one.widget for one in places}, NULL_SPACING)

    def is_laid_out(self) -> bool:
        """Return whether Textual knows the place of every widget."""
        return all(one.region == one.region_given for one in self.placed_widgets)

    @property
    def on_top(self) -> bool:
        """Whether this screen gets the input: it is open and no other screen covers it."""
        stack = self.app.screen_stack
        return bool(stack) and stack[-1] is self and self.is_attached

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close the screen with a result; do nothing if already closed, so that late input closes no other screen."""
        return super().dismiss(result) if self.on_top else AwaitComplete()

    def apply_settings(self, session: SessionOptions, appearance: Appearance) -> None:
        """Redraw the screen with settings that were changed on another screen."""

    def opens_own_settings(self) -> bool:
        """Open this screen's own page of settings; return False if it has none."""
        return False

    def take_session(self, session: SessionOptions) -> None:
        """Use the session's options, to which facts about the terminal were added later; redraw nothing."""

    def cursor_cell(self) -> Offset:
        """Return the cell of the terminal's cursor after each frame: on the selected item, or the one to read first.

        Screen readers and braille displays follow the cursor, even one that is hidden.
        """
        return Offset(0, 0)

    def chosen_appearance(self) -> Appearance | None:
        """Return the appearance that the person chose on this screen, for use on the next screen; None if unchanged."""
        return None

    def table_draft(self) -> Draft | None:
        """Return the form for a new table, as the person last left it on this screen."""
        return None

    def show_notice(self, text: str) -> None:
        """Show a notice about the covered screen in this screen's title; an empty text removes it."""

    def _pop_result_callback(self) -> None:
        """Remove the latest result callback, if any; Textual's own method fails on the first screen, which has none."""
        if self._result_callbacks:
            super()._pop_result_callback()

    def ask_to_quit(self) -> Any:
        """Ask whether to quit, on screens that override this; may return an awaitable. Here it does nothing."""
