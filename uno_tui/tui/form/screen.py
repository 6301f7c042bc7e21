"""The form of a new table, or of the rules of one that is there."""

from dataclasses import replace

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.form.draft import Draft, FormScene
from uno_tui.tui.form.keys import FORM
from uno_tui.tui.form.widget import FormWidget
from uno_tui.tui.keytable import handles
from uno_tui.tui.menu.body_screen import BodyScreen

Filled = tuple[Draft, bool]
"""What was filled in, and whether it is to be done; if so it is right."""


class FormScreen(BodyScreen[Filled]):
    """Lets a person fill in a draft; nothing is asked of anybody until it is right."""

    KEYS = FORM
    WHEEL = ("up", "down")

    def __init__(self, appearance: Appearance, draft: Draft) -> None:
        super().__init__(appearance, FormWidget(appearance, "form"))
        self.scene = FormScene(draft)

    def run(self, name: str, number: int | None = None) -> None:
        """Run a command, then show the result."""
        self.carry_out(name, number)
        if self.is_current:
            self.show()

    def fill(self, draft: Draft, *, fresh: bool = True) -> None:
        """Take over what was filled in; the same row stays selected, and what is wrong is said."""
        row = self.scene.row
        self.scene = FormScene(draft, draft.rows.index(row), fresh, draft.trouble(self.appearance.words))

    def go_to(self, place: int) -> None:
        """Select a row, around the ends."""
        self.scene = replace(self.scene, selected=place % len(self.scene.draft.rows), fresh=True)

    @handles("row")
    def select_row(self, number: int) -> None:
        """Select the row that was clicked."""
        self.go_to(number)

    @handles("row_less")
    def lower_row(self, number: int) -> None:
        """The arrow to the left of a value was clicked."""
        self.go_to(number)
        self.lower()

    @handles("row_more")
    def raise_row(self, number: int) -> None:
        """A value was clicked."""
        self.go_to(number)
        self.raise_value()

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

    @handles("less")
    def lower(self) -> None:
        """Take the value before."""
        self.fill(self.scene.draft.stepped(self.scene.row, -1))

    @handles("more")
    def raise_value(self) -> None:
        """Take the next value."""
        self.fill(self.scene.draft.stepped(self.scene.row, 1))

    @handles("digit")
    def type_digit(self, digit: int) -> None:
        """Type a digit of a number."""
        scene = self.scene
        self.fill(scene.draft.typed(scene.row, str(digit), fresh=scene.fresh), fresh=False)

    @handles("erase")
    def erase(self) -> None:
        """Take away a digit."""
        self.fill(self.scene.draft.erased(self.scene.row), fresh=False)

    @handles("take")
    def finish(self) -> None:
        """Have it done, if it is right."""
        self.fill(self.scene.draft)
        if not self.scene.trouble:
            self.dismiss((self.scene.draft, True))

    @handles("leave")
    def leave(self) -> None:
        """Go back; what was filled in is kept for the next time."""
        self.dismiss((self.scene.draft, False))
