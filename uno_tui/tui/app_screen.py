"""The questions that the app asks its screens."""

from typing import Any, ClassVar, Generic

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.form.draft import Draft
from uno_tui.tui.session import SessionOptions


class AppScreen(Screen[ScreenResultType], Generic[ScreenResultType]):
    """A screen of the app. The methods here are the default answers."""

    KEY_NAMES: ClassVar[frozenset[str]] = frozenset()
    """Names of the keys that a screen without a key table has, for keyboards of other layouts and Caps Lock."""

    @property
    def on_top(self) -> bool:
        """Whether the screen is the one that gets input: it was neither closed nor covered by another one."""
        stack = self.app.screen_stack
        return bool(stack) and stack[-1] is self and self.is_attached

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close the screen with a result. Input that arrives after the screen was closed cannot close another one."""
        return super().dismiss(result) if self.on_top else AwaitComplete()

    def apply_settings(self, session: SessionOptions, appearance: Appearance) -> None:
        """Show the screen with settings that were changed on another one."""

    def chosen_appearance(self) -> Appearance | None:
        """Return the appearance that the person may have changed here and the next screen takes over."""
        return None

    def table_draft(self) -> Draft | None:
        """Return the form of a new table as it was last left here."""
        return None

    def show_notice(self, text: str) -> None:
        """Show in the title what happens on the screen below; an empty text removes it."""

    def _pop_result_callback(self) -> None:
        """Remove the latest callback; the first screen of an app has none, and Textual would fail to replace it."""
        if self._result_callbacks:
            super()._pop_result_callback()

    def ask_to_quit(self) -> Any:
        """Ask for confirmation to quit; awaitable where keys are handled by a coroutine."""
