"""The base class of screens with a menu."""

from dataclasses import replace

from textual.screen import ScreenResultType

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.line_input import LineInput
from uno_tui.tui.menu.body_screen import RowScreen
from uno_tui.tui.menu.scene import MenuScene
from uno_tui.tui.menu.widget import MenuWidget


class MenuScreen(RowScreen[ScreenResultType]):
    """A screen with a menu, and sometimes an input line. Its result is None if the person leaves it."""

    WHEEL = ("up", "down")
    scene: MenuScene

    def __init__(self, appearance: Appearance, scene: MenuScene) -> None:
        super().__init__(appearance, MenuWidget(appearance, "menu"))
        self.scene = scene

    def tell(self, answer: str, *, bad: bool = False) -> None:
        """Show a message below the menu until the next command; an empty text removes it."""
        self.scene = self.scene.told(answer, bad=bad)

    def say(self, text: str) -> None:
        """Show a message, such as the answer to a key without a command."""
        self.tell(text, bad=True)
        self.show()

    def click(self, name: str, number: int | None) -> None:
        """Run a clicked command; while an input line is open, only `back` works."""
        if not self.scene.question or name == "back":
            self.run(name, number)

    def run(self, name: str, number: int | None = None) -> None:
        """Run a command, then show the result."""
        self.tell("")
        super().run(name, number)

    def select(self, place: int) -> None:
        """Select a row by its index, wrapping around at both ends."""
        if self.scene.rows:
            self.scene = replace(self.scene, selected=place % len(self.scene.rows))

    @handles("row")
    def select_row(self, number: int) -> None:
        """Choose the clicked row."""
        self.select(number)
        self.choose()

    @handles("choose")
    def choose(self) -> None:
        """Run the command of the selected row."""
        raise NotImplementedError

    @handles("leave")
    def leave(self) -> None:
        """Close the screen without a result."""
        self.dismiss(None)

    # Typing

    def ask(self, question: str, longest: int, text: str = "") -> None:
        """Open an input line for at most `longest` characters, with a question above it."""
        self.open_line(LineInput(longest, text=text, caret=len(text)), self.body)
        self.scene = replace(self.scene, question=question)

    def line_entered(self, text: str) -> None:
        """Close the input line and handle its text, unless the text is empty."""
        self.stop_typing()
        if text := text.strip():
            self.typed(text)
        if self.is_current:
            self.show()

    def typed(self, text: str) -> None:
        """Handle a submitted text, which is never empty."""
        raise NotImplementedError

    @handles("back")
    def stop_typing(self) -> None:
        """Close the input line and discard its text."""
        self.close_line()
        self.scene = replace(self.scene, question="")
