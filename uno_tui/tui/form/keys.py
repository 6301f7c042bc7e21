"""The key table of the form."""

from typing import Final

from uno_tui.i18n import mark
from uno_tui.tui.form.draft import FormScene, always, takes_digits
from uno_tui.tui.keyboard.names import DOWN, END, ENTER, ERASE, HOME, LEFT, RIGHT, UP
from uno_tui.tui.keyboard.table import KeyCommand, KeyTable

# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
FORM: Final[KeyTable[FormScene]] = KeyTable(
    KeyCommand("take", ("enter",), ENTER, mark("open the table"), mark("Open this table and sit down."),
               lambda scene: not scene.draft.rules_only and not scene.draft.solo),
    KeyCommand("take", ("enter",), ENTER, mark("play"), mark("Play a match with these options."),
               lambda scene: scene.draft.solo),
    KeyCommand("take", ("enter",), ENTER, mark("play by these rules"), mark("Use these rules at the table."),
               lambda scene: scene.draft.rules_only),
    KeyCommand("less", ("left", "h", "minus", "less_than_sign"), LEFT, mark("less"), mark("Previous value."), always,
               foot=False),
    KeyCommand("more", ("right", "l", "space", "plus", "greater_than_sign"), RIGHT, mark("change"),
               mark("Next value."), always, pair=f"{LEFT} {RIGHT}"),
    KeyCommand("up", ("up", "k"), UP, mark("up"), mark("Go to the row above."), always, foot=False),
    KeyCommand("down", ("down", "j", "tab"), DOWN, mark("next row"), mark("Go to the row below."), always,
               pair=f"{UP} {DOWN}"),
    *(KeyCommand("digit", (digit,), "0-9", mark("type a number"), mark("Type a number."), takes_digits, foot=False,
                 number=int(digit)) for digit in "0123456789"),
    KeyCommand("erase", ("backspace",), ERASE, mark("erase"), mark("Delete the last digit."), takes_digits,
               foot=False),
    KeyCommand("first", ("home",), HOME, mark("first"), mark("Go to the first row."), always, foot=False),
    KeyCommand("last", ("end",), END, mark("last"), mark("Go to the last row."), always, foot=False),
    KeyCommand("help", ("question_mark", "f1"), "?", mark("help"), mark("Show the keys that work now."), always),
    KeyCommand("leave", ("q", "ctrl+c", "ctrl+q"), "q", mark("back"), mark("Go back without changing anything."),
               always),
    KeyCommand("cancel", ("escape",), "Esc", mark("cancel"), mark("End a number that is being typed, or go back."),
               always, foot=False),
    clicks=("row", "row_less", "row_more"),
    fixed="take less more digit erase cancel",
)  # fmt: skip
