"""The page of settings: what is chosen there is so at once, on all screens of the session."""

from pathlib import Path
from typing import ClassVar, Final

from textual.binding import BindingType

from uno_tui.i18n import mark
from uno_tui.tui.draw.brush import Brush
from uno_tui.tui.draw.painted import Painted
from uno_tui.tui.lobby.keys import Key, bindings, key_for
from uno_tui.tui.lobby.pages import keys_sheet
from uno_tui.tui.menu.drawn_screen import Drawn
from uno_tui.tui.session import Session
from uno_tui.tui.settings.rows import SETTINGS, Tune, TuningLook, brush_of, turned
from uno_tui.tui.settings.widget import Tuning


def _always(look: TuningLook) -> bool:
    del look
    return True


KEYS: Final[tuple[Key[TuningLook], ...]] = (
    Key("less", ("left", "h", "minus"), "<", mark("before"), mark("Take the value before."), _always, foot=False),
    Key("more", ("right", "l", "space", "enter", "plus"), ">", mark("change"), mark("Take the next value."), _always,
        pair="< >"),
    Key("up", ("up", "k"), "^", mark("up"), mark("Go to the row above."), _always, foot=False),
    Key("down", ("down", "j", "tab"), "v", mark("next row"), mark("Go to the row below."), _always, pair="^ v"),
    Key("first", ("home",), mark("Home"), mark("first"), mark("Go to the first row."), _always, foot=False),
    Key("last", ("end",), mark("End"), mark("last"), mark("Go to the last row."), _always, foot=False),
    Key("help", ("question_mark", "f1"), "?", mark("help"), mark("Show the keys that work now."), _always),
    Key("leave", ("q", "S", "escape", "backspace", "ctrl+c", "ctrl+q"), "q", mark("back"), mark("Go back."), _always),
)  # fmt: skip


class TuningScreen(Drawn[None]):
    """Lets a person set things; they are told to `tune` as they change."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(KEYS))

    def __init__(self, brush: Brush, session: Session, tune: Tune, themes: Path | None = None) -> None:
        super().__init__(brush, Tuning(brush, "tuning"))
        self.session, self.tune, self.themes = session, tune, themes
        self.selected = 0
        self.complaint = ""

    def on_mount(self) -> None:
        """Show what there is."""
        self.show()

    def show(self) -> None:
        """Show the settings."""
        look = TuningLook.of(self.brush.words, self.session, self.selected, self.complaint)
        self.draw(look, [one for one in KEYS if one.foot])

    def action_press(self, key: str) -> None:
        """A key."""
        if isinstance(self.body.look, TuningLook) and (command := key_for(KEYS, key, self.body.look)):
            self.run(command.name)

    def on_painted_picked(self, message: Painted.Picked) -> None:
        """A click: selects a row, and changes the selected one."""
        if message.number is None:
            self.run(message.command)
        elif message.number == self.selected:
            self.run("more")
        else:
            self.selected = message.number
            self.show()

    def run(self, command: str) -> None:
        """Do that."""
        if command == "leave":
            self.dismiss()
            return
        if command == "help":
            self.app.push_screen(keys_sheet(self.brush, KEYS))
            return
        last = len(SETTINGS) - 1
        match command:
            case "up":
                self.selected = self.selected - 1 if self.selected else last
            case "down":
                self.selected = self.selected + 1 if self.selected < last else 0
            case "first":
                self.selected = 0
            case "last":
                self.selected = last
            case _:
                self.turn(1 if command == "more" else -1)
        self.show()

    def turn(self, by: int) -> None:
        """Take another value of the selected setting."""
        self.session = turned(self.session, SETTINGS[self.selected].name, by, self.themes)
        brush, self.complaint = brush_of(self.session, self.themes)
        self.restyle(brush)
        self.tune(self.session, brush)
