"""The app of a single screen outside of tables and lobby, and of those opened from it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from textual.screen import Screen

from uno_tui.tui.base_screen import BaseScreen
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.frames import FrameApp
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.look import session_appearance
from uno_tui.tui.settings.session_screen import SessionSettingsScreen
from uno_tui.tui.terminal_answered import TerminalAnswered

Result = TypeVar("Result")


class SingleScreenApp(FrameApp, Generic[Result]):
    """An app that shows one screen; the app's `result` is the screen's result."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None

    def __init__(
        self, session: SessionOptions, first: Callable[[Appearance, str], Screen[Result]], themes: Path | None = None
    ) -> None:
        super().__init__()
        self.session, self.themes = session, themes
        self.appearance, complaint = session_appearance(session, themes)
        self.first = first(self.appearance, complaint)
        self.known: TerminalAnswered | None = None
        """The terminal's answers so far."""
        self.result: Result | None = None
        self.title = "UNO"
        self.cursor_always = session.cursor

    async def on_mount(self) -> None:
        """Show the screen."""
        with self.batch_update():
            await self.push_screen(self.first, self.ended)
        self.first.refresh(layout=True)

    def on_terminal_answered(self, message: TerminalAnswered) -> None:
        """Draw with the theme that follows from the terminal's answers."""
        self.known = message
        session = self.session.answered(message.answers, message.depth)
        appearance, _ = session_appearance(session, self.themes)
        if appearance is not self.appearance:
            self._restyle(session, appearance)

    def open_settings(self) -> None:
        """Open the settings: the page of the first screen if it has one of its own, else the session's."""
        if isinstance(self.first, BaseScreen) and self.first.opens_own_settings():
            return
        for screen in self.screen_stack:
            chosen = screen.chosen_appearance() if isinstance(screen, BaseScreen) else None
            if chosen is not None and chosen is not self.appearance:
                self.appearance = chosen
                if not self.session.mono:
                    self.session = replace(self.session, theme=chosen.palette.name)
        self.push_screen(SessionSettingsScreen(self.appearance, self.session, self.apply_settings, self.themes))

    def apply_settings(self, session: SessionOptions, appearance: Appearance) -> None:
        """Save changed settings and apply them to all screens."""
        self.session, self.cursor_always = session, session.cursor
        if session.keep is not None:
            session.keep(session.settings)
        self._restyle(session, appearance)

    def _restyle(self, session: SessionOptions, appearance: Appearance) -> None:
        self.appearance = appearance
        with self.batch_update():  # one frame for everything
            for screen in self.screen_stack:
                if isinstance(screen, BaseScreen):
                    screen.apply_settings(session, appearance)

    @property
    def is_animated(self) -> bool:
        """Whether the person wants animations and they are possible now."""
        return self.session.animated and self.can_animate(self.session.round_trip)

    def ended(self, result: Result | None) -> None:
        """End the app with the result of the first screen."""
        self.result = result
        self.exit(0)

    def action_quit(self) -> Any:
        """Close the current screen, as the screen's own quit key would."""
        leave: Callable[[str], Any] | None = getattr(self.screen, "action_press", None)
        return leave("ctrl+q") if leave else None
