"""The page of settings during a session: a change shows at once on all screens of the session."""

from pathlib import Path
from typing import Final

from rich.cells import cell_len

from uno_tui.i18n import mark
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas import Canvas, cut, wrap
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.keyboard.labels import DOWN, END, HOME, LEFT, RIGHT, UP
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.keyboard.table import KeyCommand, KeyTable
from uno_tui.tui.menu.body_screen import RowScreen
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.rows import SETTINGS, ApplySettings, SettingsLook, session_appearance, stepped


def _always(look: SettingsLook) -> bool:
    del look
    return True


# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
TUNING: Final[KeyTable[SettingsLook]] = KeyTable(
    KeyCommand("less", ("left", "h", "minus", "less_than_sign"), LEFT, mark("previous"), mark("Previous value."),
               _always,
               foot=False),
    KeyCommand("more", ("right", "l", "space", "enter", "plus", "greater_than_sign"), RIGHT, mark("change"),
               mark("Next value."),
               _always, pair=f"{LEFT} {RIGHT}"),
    KeyCommand("up", ("up", "k"), UP, mark("up"), mark("Go to the row above."), _always, foot=False),
    KeyCommand("down", ("down", "j", "tab"), DOWN, mark("next row"), mark("Go to the row below."), _always,
               pair=f"{UP} {DOWN}"),
    KeyCommand("first", ("home",), HOME, mark("first"), mark("Go to the first row."), _always, foot=False),
    KeyCommand("last", ("end",), END, mark("last"), mark("Go to the last row."), _always, foot=False),
    KeyCommand("help", ("question_mark", "f1"), "?", mark("help"), mark("Show the keys that work now."), _always),
    KeyCommand("leave", ("q", "S", "escape", "backspace", "ctrl+c", "ctrl+q"), "q", mark("back"), mark("Go back."),
               _always),
    clicks=("pick",),
)  # fmt: skip


class SettingsWidget(CanvasWidget[SettingsLook]):
    """The settings of a session, one per row, with an explanation of the selected one below."""

    def paint(self, canvas: Canvas, look: SettingsLook) -> None:
        """Draw title, rows and help."""
        words, palette = self.appearance.words, self.appearance.palette
        canvas.fill(0, 0, canvas.width, 1, palette["title"])
        canvas.put(2, 0, words("Settings"), palette["title"])
        less, more = self.appearance.glyphs.sides
        names = max(cell_len(label) for label, _value in look.rows) + 2
        step = 2 if canvas.height >= 2 * len(look.rows) + 5 else 1
        for place, (label, value) in enumerate(look.rows):
            y, selected = 2 + place * step, place == look.selected
            style = palette["turn"] if selected else palette.text
            canvas.fill(0, y, canvas.width, 1, style)
            if selected:
                canvas.cursor = 2, y
            canvas.put(2, y, label, style)
            canvas.put(
                4 + names,
                y,
                cut(f"{less} {value} {more}" if selected else f"  {value}", canvas.width - names - 4),
                style,
            )
            self.target((0, y, canvas.width, 1), "pick", place)
        y = 2 + len(look.rows) * step + 1
        for place, line in enumerate(wrap(look.help, canvas.width - 4)):
            canvas.put(2, y + place, line, palette["dim"])
        if look.complaint:
            canvas.put_message(look.complaint, palette["error"])


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
        """Answer a key that has no command."""
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
        """Set the selected setting to the value `by` places after the current one."""
        self.session = stepped(self.session, SETTINGS[self.scene.selected].name, by, self.themes)
        appearance, complaint = session_appearance(self.session, self.themes)
        self.restyle(appearance)
        self.select(self.scene.selected, complaint)
        self.tune(self.session, appearance)
