"""The page of settings during a session: a change shows at once on all screens of the session."""

from dataclasses import replace
from pathlib import Path

from rich.cells import cell_len

from uno_tui.local.own_keys import OwnKeys
from uno_tui.local.setting_rows import SETTINGS
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.text import cut, wrap
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.menu.body_screen import RowScreen
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.keys import TUNING
from uno_tui.tui.settings.keys_page import KeysScreen
from uno_tui.tui.settings.look import ApplySettings, SettingsLook, session_appearance, stepped


class SettingsWidget(CanvasWidget[SettingsLook]):
    """The settings of a session, one per row, with an explanation of the selected one below."""

    def paint(self, canvas: Canvas, look: SettingsLook) -> None:
        """Draw the title, the rows around the selected one that fit, and the help."""
        words, palette = self.appearance.words, self.appearance.palette
        canvas.fill(0, 0, canvas.width, 1, palette["title"])
        canvas.put(2, 0, words("Settings"), palette["title"])
        count, about = len(look.rows), wrap(look.help, canvas.width - 4)
        step = 2 if canvas.height >= 2 * count + 5 else 1
        top = 2 if canvas.height >= count * step + 3 + len(about) else 1
        room = min(max((canvas.height - top - len(about)) // step, 1), count)
        first = max(min(look.selected - room // 2, count - room), 0)
        names = max(cell_len(label) for label, _value in look.rows) + 2
        for y, place in enumerate(range(first, first + room)):
            self._row(canvas, top + y * step, look, place, names)
        if below := count - first - room:
            text = words.n("{count} more below", "{count} more below", below)
            canvas.put(canvas.width - cell_len(text) - 1, 0, text, palette["title"])
        for y, line in enumerate(about, min(top + room * step + 1, canvas.height - len(about))):
            canvas.put(2, y, line, palette["dim"])
        if look.complaint:
            canvas.put_message(look.complaint, palette["error"])

    def _row(self, canvas: Canvas, y: int, look: SettingsLook, place: int, names: int) -> None:
        """Draw a row; `names` is the width of the labels."""
        (label, value), selected = look.rows[place], place == look.selected
        style = self.appearance.palette["turn"] if selected else self.appearance.palette.text
        less, more = self.appearance.glyphs.sides
        canvas.fill(0, y, canvas.width, 1, style)
        if selected:
            canvas.cursor = 2, y
        canvas.put(2, y, label, style)
        shown = f"{less} {value} {more}" if selected else f"  {value}"
        canvas.put(4 + names, y, cut(shown, canvas.width - names - 4), style)
        self.target((0, y, canvas.width, 1), "pick", place)


class SessionSettingsScreen(RowScreen[None]):
    """A screen to change the settings of the current session; `tune` is called after each change."""

    KEYS = TUNING

    def __init__(
        self, appearance: Appearance, session: SessionOptions, tune: ApplySettings, themes: Path | None = None
    ) -> None:
        super().__init__(appearance, SettingsWidget(appearance, "tuning"))
        self.session, self.tune, self.themes = session, tune, themes
        self.scene = SettingsLook.of(appearance.words, session, 0)

    def select(self, place: int, complaint: str = "") -> None:
        """Select a row by its index, wrapping around at both ends; show an error if its value is invalid."""
        self.scene = SettingsLook.of(self.appearance.words, self.session, place % len(SETTINGS), complaint)

    def say(self, text: str) -> None:
        """Show a message, such as the answer to a key without a command."""
        self.select(self.scene.selected, text)
        self.show()

    @handles("pick")
    def pick(self, number: int) -> None:
        """Select the clicked row, or change its value if it is already selected."""
        if number == self.scene.selected:
            self.turn(1)
        else:
            self.select(number)

    @handles("less")
    def turn_back(self) -> None:
        """Set the selected setting to its previous value."""
        self.turn(-1)

    @handles("more")
    def turn_on(self) -> None:
        """Set the selected setting to its next value."""
        self.turn(1)

    @handles("leave")
    def leave(self) -> None:
        """Close the page."""
        self.dismiss()

    def turn(self, by: int) -> None:
        """Set the selected setting to the value `by` places after the current one; for the keys, open their page."""
        name = SETTINGS[self.scene.selected].name
        if name == "keys":
            self.app.push_screen(KeysScreen(self.appearance, self.session.keys, self.take_keys))
        else:
            self.take(stepped(self.session, name, by, self.themes))

    def take(self, session: SessionOptions) -> Appearance:
        """Apply changed settings; return the new appearance."""
        self.session = session
        appearance, complaint = session_appearance(session, self.themes)
        self.restyle(appearance)
        self.select(self.scene.selected, complaint)
        self.tune(session, appearance)
        return appearance

    def take_keys(self, own: OwnKeys) -> tuple[Appearance, str]:
        """Apply changed keys; return the new appearance and an empty error text."""
        return self.take(replace(self.session, keys=own)), ""
