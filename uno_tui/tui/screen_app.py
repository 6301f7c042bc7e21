"""The app of a single screen outside of tables and lobby, and of those opened from it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from textual.screen import Screen

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.frames import FrameApp
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.rows import session_appearance

Result = TypeVar("Result")


class ScreenApp(FrameApp, Generic[Result]):
    """An app that shows one screen; the app's `result` is the screen's result."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None

    def __init__(
        self, session: SessionOptions, first: Callable[[Appearance, str], Screen[Result]], themes: Path | None = None
    ) -> None:
        super().__init__()
        appearance, complaint = session_appearance(session, themes)
        self.first = first(appearance, complaint)
        self.result: Result | None = None
        self.title = "UNO"

    async def on_mount(self) -> None:
        """Show the screen."""
        with self.batch_update():
            await self.push_screen(self.first, self.ended)
        self.first.refresh(layout=True)

    def ended(self, result: Result | None) -> None:
        """End the app with the result of the first screen."""
        self.result = result
        self.exit(0)

    def action_quit(self) -> Any:
        """Close the current screen, as the screen's own quit key would."""
        leave: Callable[[str], Any] | None = getattr(self.screen, "action_press", None)
        return leave("ctrl+q") if leave else None
