"""The commands about settings on the table's screen."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.theme import next_theme
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.settings.look import session_appearance
from uno_tui.tui.table.state import TableScreenState


class SettingsCommands:
    """Commands that open the settings or change one of them."""

    def __init__(
        self,
        state: TableScreenState,
        themes: Path | None,
        request_settings: Callable[[], None],
        restyle: Callable[[Appearance], None],
        changed: Callable[[], None],
    ) -> None:
        """`request_settings` opens the settings; `changed` notifies the app of changed settings."""
        self.state = state
        self.themes = themes
        self.request_settings = request_settings
        self.restyle = restyle
        self.changed = changed

    @handles("settings")
    def open_settings(self) -> None:
        """Ask the app to open the settings."""
        self.request_settings()

    @handles("theme")
    def take_next_theme(self) -> None:
        """Take the next theme."""
        state = self.state
        palette, complaint = next_theme(state.appearance.palette.name, self.themes, state.appearance.words)
        state.session = replace(state.session, theme=palette.name)
        self.restyle(session_appearance(state.session, self.themes)[0])
        state.answer(complaint, bad=bool(complaint))
        self.changed()
