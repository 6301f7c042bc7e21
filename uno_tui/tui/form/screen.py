"""The form for the options of a new table, or for the rules of an open one."""

from dataclasses import replace

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.form.draft import Draft, FormScene
from uno_tui.tui.form.keys import FORM
from uno_tui.tui.form.widget import FormWidget
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.menu.body_screen import RowScreen

Filled = tuple[Draft, bool]
"""The form as the person left it, and whether they confirmed it. A confirmed draft is valid."""


class FormScreen(RowScreen[Filled]):
    """A screen on which a person fills in a form; the person can confirm only a valid form."""

    KEYS = FORM
    WHEEL = ("up", "down")

    def __init__(self, appearance: Appearance, draft: Draft) -> None:
        super().__init__(appearance, FormWidget(appearance, "form"))
        self.scene = FormScene(draft)

    def fill(self, draft: Draft, *, fresh: bool = True) -> None:
        """Show another draft and its validation message, if any; the selected row stays the same."""
        row = self.scene.row
        self.scene = FormScene(draft, draft.rows.index(row), fresh, draft.trouble(self.appearance.words))

    def select(self, place: int) -> None:
        """Select a row by its index, wrapping around at both ends."""
        self.scene = replace(self.scene, selected=place % len(self.scene.draft.rows), fresh=True)

    def say(self, text: str) -> None:
        """Show a message, such as the answer to a key without a command."""
        self.scene = replace(self.scene, trouble=text)
        self.show()

    @handles("row")
    def select_row(self, number: int) -> None:
        """Select the clicked row."""
        self.select(number)

    @handles("row_less")
    def lower_row(self, number: int) -> None:
        """Set the clicked row to its previous value."""
        self.select(number)
        self.lower()

    @handles("row_more")
    def raise_row(self, number: int) -> None:
        """Set the clicked row to its next value."""
        self.select(number)
        self.raise_value()

    @handles("less")
    def lower(self) -> None:
        """Set the selected row to its previous value."""
        self.fill(self.scene.draft.stepped(self.scene.row, -1))

    @handles("more")
    def raise_value(self) -> None:
        """Set the selected row to its next value."""
        self.fill(self.scene.draft.stepped(self.scene.row, 1))

    @handles("digit")
    def type_digit(self, digit: int) -> None:
        """Add a digit to the selected number."""
        scene = self.scene
        self.fill(scene.draft.typed(scene.row, str(digit), fresh=scene.fresh), fresh=False)

    @handles("erase")
    def erase(self) -> None:
        """Remove the last digit of the selected number."""
        self.fill(self.scene.draft.erased(self.scene.row), fresh=False)

    @handles("take")
    def finish(self) -> None:
        """Close the form with the draft as its result, if the draft is valid."""
        self.fill(self.scene.draft)
        if not self.scene.trouble:
            self.dismiss((self.scene.draft, True))

    @handles("leave")
    def leave(self) -> None:
        """Close the form without confirming; its draft is returned, so that the form can be shown again later."""
        self.dismiss((self.scene.draft, False))

    @handles("cancel")
    def cancel(self) -> None:
        """End the number that is being typed, keeping it; without one, close the form without confirming."""
        if self.scene.fresh:
            self.leave()
        else:
            self.fill(self.scene.draft)
