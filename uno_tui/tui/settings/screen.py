"""The screen of saved settings: each change is saved at once."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from msgspec import structs

from uno_tui.i18n.system_reasons import system_reason
from uno_tui.local.own_keys import OwnKeys
from uno_tui.local.setting_rows import LOCAL, choices, shown
from uno_tui.local.settings import AUTO, Settings
from uno_tui.local.theme_files import available
from uno_tui.names import clean_name
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.theme import load_or_default
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.menu.keys import CHANGE
from uno_tui.tui.menu.scene import MenuRow, MenuScene
from uno_tui.tui.menu.screen import MenuScreen
from uno_tui.tui.settings.keys_page import KeysScreen

MAX_NAME: Final = 40


# Translators: the settings: a label (16 letters at most), its value, or the answer to a change.
class SettingsScreen(MenuScreen[Settings]):
    """A screen to change the saved settings; its result is the new settings."""

    KEYS = CHANGE

    def __init__(
        self,
        appearance: Appearance,
        settings: Settings,
        save: Callable[[Settings], None],
        appearance_for: Callable[[Settings], Appearance],
        themes: Path | None = None,
    ) -> None:
        self.settings = settings
        self.save = save
        self.appearance_for = appearance_for
        self.themes = themes
        super().__init__(appearance, MenuScene("", ()))
        self.speak()

    def speak(self) -> None:
        """Translate the rows into the session's language."""
        words = self.appearance.words
        rows = tuple(
            MenuRow(name, words(title), words(about), value=shown(words, name, getattr(self.settings, name)))
            for name, title, about in LOCAL
        )
        self.scene = replace(self.scene.with_rows(rows), title=words("Settings"))

    def change(self, setting: str, value: Any) -> None:
        """Change a setting, redraw and save."""
        self.settings = structs.replace(self.settings, **{setting: value})
        self.restyle(self.appearance_for(self.settings))
        self.speak()
        words = self.appearance.words
        try:
            self.save(self.settings)
        except OSError as error:
            self.tell(words("This could not be saved: {reason}.", reason=system_reason(words, error)), bad=True)
            return
        theme = self.settings.theme
        complaint = "" if theme == AUTO else load_or_default(theme, self.themes, words)[1]
        self.tell(complaint or words("Saved."), bad=bool(complaint))

    def step(self, by: int) -> None:
        """Set the selected setting to the value `by` places after the current one; for the name, open an input line."""
        row = self.scene.row
        if row is None:
            return
        values = choices(row.name, available(self.themes))
        if not values:
            self.choose()
            return
        value = getattr(self.settings, row.name)
        place = values.index(value) if value in values else -1
        self.change(row.name, values[(place + by) % len(values)])

    @handles("more")
    def take_next(self) -> None:
        """Set the selected setting to its next value."""
        self.step(1)

    @handles("less")
    def take_previous(self) -> None:
        """Set the selected setting to its previous value."""
        self.step(-1)

    @handles("row_more")
    def raise_row(self, number: int) -> None:
        """Set the clicked row to its next value."""
        self.select(number)
        self.take_next()

    @handles("row_less")
    def lower_row(self, number: int) -> None:
        """Set the clicked row to its previous value."""
        self.select(number)
        self.take_previous()

    def select_row(self, number: int) -> None:
        """Select the clicked row."""
        self.select(number)

    def choose(self) -> None:
        """Ask for the name, or open the page of keys."""
        if self.scene.row is not None and self.scene.row.name == "keys":
            own = OwnKeys.of(self.settings.keys)
            self.app.push_screen(KeysScreen(self.appearance, own, self.take_keys), lambda _none: self.show())
            return
        self.ask(self.appearance.words("What is your name? Type - to clear it."), MAX_NAME, self.settings.name)

    def take_keys(self, own: OwnKeys) -> tuple[Appearance, str]:
        """Save changed keys; return the new appearance, and an error text if they could not be saved."""
        self.change("keys", own.settings)
        return self.appearance, self.scene.answer if self.scene.bad else ""

    def typed(self, text: str) -> None:
        """Save the typed name."""
        self.change("name", "" if text == "-" else clean_name(text, ""))

    def leave(self) -> None:
        """Close the screen, with the settings as its result."""
        self.dismiss(self.settings)
