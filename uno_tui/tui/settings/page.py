"""The page of settings: what is chosen there is so at once, on all screens of the session."""

from pathlib import Path
from typing import Final

from uno_tui.i18n import mark
from uno_tui.tui.draw.brush import Brush
from uno_tui.tui.keytable import KeyCommand, KeyTable, handles
from uno_tui.tui.menu.drawn_screen import DrawnScreen
from uno_tui.tui.session import Session
from uno_tui.tui.settings.rows import SETTINGS, Tune, TuningLook, brush_of, turned
from uno_tui.tui.settings.widget import Tuning


def _always(look: TuningLook) -> bool:
    del look
    return True


TUNING: Final[KeyTable[TuningLook]] = KeyTable(
    KeyCommand("less", ("left", "h", "minus"), "<", mark("before"), mark("Take the value before."), _always,
               foot=False),
    KeyCommand("more", ("right", "l", "space", "enter", "plus"), ">", mark("change"), mark("Take the next value."),
               _always, pair="< >"),
    KeyCommand("up", ("up", "k"), "^", mark("up"), mark("Go to the row above."), _always, foot=False),
    KeyCommand("down", ("down", "j", "tab"), "v", mark("next row"), mark("Go to the row below."), _always, pair="^ v"),
    KeyCommand("first", ("home",), mark("Home"), mark("first"), mark("Go to the first row."), _always, foot=False),
    KeyCommand("last", ("end",), mark("End"), mark("last"), mark("Go to the last row."), _always, foot=False),
    KeyCommand("help", ("question_mark", "f1"), "?", mark("help"), mark("Show the keys that work now."), _always),
    KeyCommand("leave", ("q", "S", "escape", "backspace", "ctrl+c", "ctrl+q"), "q", mark("back"), mark("Go back."),
               _always),
    clicks=("pick",),
)  # fmt: skip


class TuningScreen(DrawnScreen[None]):
    """The settings of a running session; `tune` is called with every change."""

    KEYS = TUNING

    def __init__(self, brush: Brush, session: Session, tune: Tune, themes: Path | None = None) -> None:
        super().__init__(brush, Tuning(brush, "tuning"))
        self.session, self.tune, self.themes = session, tune, themes
        self.scene = TuningLook.of(brush.words, session, 0)

    def run(self, name: str, number: int | None = None) -> None:
        """Run a command, then show the result."""
        self.carry_out(name, number)
        if self.is_current:
            self.show()

    def select(self, place: int, complaint: str = "") -> None:
        """Select a row, wrapping around at both ends."""
        self.scene = TuningLook.of(self.brush.words, self.session, place % len(SETTINGS), complaint)

    @handles("pick")
    def pick(self, number: int) -> None:
        """Select the clicked row, or change it if it is selected already."""
        if number == self.scene.selected:
            self.turn(1)
        else:
            self.select(number)

    @handles("up")
    def select_previous(self) -> None:
        """Select the row above."""
        self.select(self.scene.selected - 1)

    @handles("down")
    def select_next(self) -> None:
        """Select the row below."""
        self.select(self.scene.selected + 1)

    @handles("first")
    def select_first(self) -> None:
        """Select the first row."""
        self.select(0)

    @handles("last")
    def select_last(self) -> None:
        """Select the last row."""
        self.select(-1)

    @handles("less")
    def turn_back(self) -> None:
        """Take the previous value."""
        self.turn(-1)

    @handles("more")
    def turn_on(self) -> None:
        """Take the next value."""
        self.turn(1)

    @handles("leave")
    def leave(self) -> None:
        """Go back."""
        self.dismiss()

    def turn(self, by: int) -> None:
        """Take another value of the selected setting."""
        self.session = turned(self.session, SETTINGS[self.scene.selected].name, by, self.themes)
        brush, complaint = brush_of(self.session, self.themes)
        self.restyle(brush)
        self.select(self.scene.selected, complaint)
        self.tune(self.session, brush)
