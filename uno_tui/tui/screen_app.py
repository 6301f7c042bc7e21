"""The app of what is no table and no lobby: a first screen, and those that are opened from it."""

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
    """Shows a screen until it is dismissed; `result` is what it was dismissed with."""

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
        """Begin."""
        with self.batch_update():
            await self.push_screen(self.first, self.ended)
        self.first.refresh(layout=True)

    def ended(self, result: Result | None) -> None:
        """The first screen was left."""
        self.result = result
        self.exit(0)

    def action_quit(self) -> Any:
        """Leave what is shown, each as it is left by its own key."""
        leave: Callable[[str], Any] | None = getattr(self.screen, "action_press", None)
        return leave("ctrl+q") if leave else None
