"""A screen with a menu: what the start screen and its pages have in common."""

from dataclasses import replace

from textual.screen import ScreenResultType
from textual.widgets import Input

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.keytable import handles
from uno_tui.tui.line_input import LineInput
from uno_tui.tui.menu.body_screen import BodyScreen
from uno_tui.tui.menu.scene import MenuScene
from uno_tui.tui.menu.widget import MenuWidget


class MenuScreen(BodyScreen[ScreenResultType]):
    """Goes through a menu; it is left with None."""

    WHEEL = ("up", "down")
    scene: MenuScene

    def __init__(self, appearance: Appearance, scene: MenuScene) -> None:
        super().__init__(appearance, MenuWidget(appearance, "menu"))
        self.scene = scene

    def tell(self, answer: str, *, bad: bool = False) -> None:
        """Tell the person something in the last line of the menu."""
        self.scene = self.scene.told(answer, bad=bad)

    def click(self, name: str, number: int | None) -> None:
        """Run a clicked command; while a line is being typed only `back` works."""
        if not self.scene.question or name == "back":
            self.run(name, number)

    def run(self, name: str, number: int | None = None) -> None:
        """Run a command, then show the result."""
        self.tell("")
        self.carry_out(name, number)
        if self.is_current:
            self.show()

    def go_to(self, place: int) -> None:
        """Select a row, around the ends."""
        if self.scene.rows:
            self.scene = replace(self.scene, selected=place % len(self.scene.rows))

    @handles("row")
    def select_row(self, number: int) -> None:
        """A row was clicked: choose it."""
        self.go_to(number)
        self.choose()

    @handles("choose")
    def choose(self) -> None:
        """Do what the selected row is for."""
        raise NotImplementedError

    @handles("up")
    def select_previous(self) -> None:
        """Go to the row above."""
        self.go_to(self.scene.selected - 1)

    @handles("down")
    def select_next(self) -> None:
        """Go to the row below."""
        self.go_to(self.scene.selected + 1)

    @handles("first")
    def select_first(self) -> None:
        """Go to the first row."""
        self.go_to(0)

    @handles("last")
    def select_last(self) -> None:
        """Go to the last row."""
        self.go_to(-1)

    @handles("leave")
    def leave(self) -> None:
        """Go back."""
        self.dismiss(None)

    # Typing

    def ask(self, question: str, longest: int, text: str = "") -> None:
        """Open a line to type in."""
        region = self.body.region_given
        self.open_line(LineInput(self.appearance, (1, region.bottom - 1, region.width - 2), longest, text=text))
        self.scene = replace(self.scene, question=question)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A line was typed."""
        self.close_line()
        if text := event.value.strip():
            self.typed(text)
        if self.is_current:
            self.show()

    def typed(self, text: str) -> None:
        """Take what was typed."""
        raise NotImplementedError

    @handles("back")
    def close_line(self) -> None:
        """Type nothing."""
        self.close_lines()
        self.scene = replace(self.scene, question="")
