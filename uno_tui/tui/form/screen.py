"""The form of a new table, or of the rules of one that is there."""

from dataclasses import replace
from typing import ClassVar

from textual.binding import BindingType

from uno_tui.tui.draw.brush import Brush
from uno_tui.tui.draw.painted import Painted
from uno_tui.tui.form.draft import Draft
from uno_tui.tui.form.scene import FormScene
from uno_tui.tui.form.widget import Form
from uno_tui.tui.lobby.keys import FORM, bindings, key_for, working
from uno_tui.tui.lobby.pages import keys_sheet
from uno_tui.tui.menu.drawn_screen import Drawn

Filled = tuple[Draft, bool]
"""What was filled in, and whether it is to be done; if so it is right."""


class FormScreen(Drawn[Filled]):
    """Lets a person fill in a draft; nothing is asked of anybody until it is right."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(FORM))

    def __init__(self, brush: Brush, draft: Draft) -> None:
        super().__init__(brush, Form(brush, "form"))
        self.scene = FormScene(draft)

    def on_mount(self) -> None:
        """Show what there is."""
        self.show()

    def show(self) -> None:
        """Show the scene."""
        self.draw(self.scene, [one for one in working(FORM, self.scene) if one.foot])

    def action_press(self, key: str) -> None:
        """A key."""
        if command := key_for(FORM, key, self.scene):
            self.run(command.name, command.number)

    def on_painted_picked(self, message: Painted.Picked) -> None:
        """A click."""
        self.run(message.command, message.number)

    def on_mouse_scroll_down(self) -> None:
        """Go down by the wheel."""
        self.run("down")

    def on_mouse_scroll_up(self) -> None:
        """Go up by the wheel."""
        self.run("up")

    def run(self, name: str, number: int | None = None) -> None:
        """Do a command, then show what came of it."""
        if number is None:
            getattr(self, f"do_{name}")()
        else:
            getattr(self, f"do_{name}")(number)
        if self.is_current:
            self.show()

    def fill(self, draft: Draft, *, fresh: bool = True) -> None:
        """Take over what was filled in; the same row stays selected, and what is wrong is said."""
        row = self.scene.row
        self.scene = FormScene(draft, draft.rows.index(row), fresh, draft.trouble(self.brush.words))

    def go_to(self, place: int) -> None:
        """Select a row, around the ends."""
        self.scene = replace(self.scene, selected=place % len(self.scene.draft.rows), fresh=True)

    def do_row(self, number: int) -> None:
        """Select the row that was clicked."""
        self.go_to(number)

    def do_row_less(self, number: int) -> None:
        """The arrow to the left of a value was clicked."""
        self.go_to(number)
        self.do_less()

    def do_row_more(self, number: int) -> None:
        """A value was clicked."""
        self.go_to(number)
        self.do_more()

    def do_up(self) -> None:
        """Go to the row above."""
        self.go_to(self.scene.selected - 1)

    def do_down(self) -> None:
        """Go to the row below."""
        self.go_to(self.scene.selected + 1)

    def do_first(self) -> None:
        """Go to the first row."""
        self.go_to(0)

    def do_last(self) -> None:
        """Go to the last row."""
        self.go_to(-1)

    def do_less(self) -> None:
        """Take the value before."""
        self.fill(self.scene.draft.stepped(self.scene.row, -1))

    def do_more(self) -> None:
        """Take the next value."""
        self.fill(self.scene.draft.stepped(self.scene.row, 1))

    def do_digit(self, digit: int) -> None:
        """Type a digit of a number."""
        scene = self.scene
        self.fill(scene.draft.typed(scene.row, str(digit), fresh=scene.fresh), fresh=False)

    def do_erase(self) -> None:
        """Take away a digit."""
        self.fill(self.scene.draft.erased(self.scene.row), fresh=False)

    def do_help(self) -> None:
        """Show the keys that work now."""
        self.app.push_screen(keys_sheet(self.brush, working(FORM, self.scene)))

    def do_take(self) -> None:
        """Have it done, if it is right."""
        self.fill(self.scene.draft)
        if not self.scene.trouble:
            self.dismiss((self.scene.draft, True))

    def do_leave(self) -> None:
        """Go back; what was filled in is kept for the next time."""
        self.dismiss((self.scene.draft, False))
