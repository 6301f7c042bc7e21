"""The key tables of the settings during a session and of the page of keys."""

from typing import Final, Protocol

from uno_tui.i18n import mark
from uno_tui.tui.keyboard.names import DOWN, END, ENTER, ERASE, HOME, LEFT, PAGE_DOWN, PAGE_UP, RIGHT, UP
from uno_tui.tui.keyboard.table import KeyCommand, KeyTable


class Waiting(Protocol):
    """What the page of keys shows."""

    @property
    def waiting(self) -> bool:
        """Whether the next key becomes the key of the selected command."""
        ...


def _always(look: object) -> bool:
    del look
    return True


def _listing(look: Waiting) -> bool:
    return not look.waiting


def _waiting(look: Waiting) -> bool:
    return look.waiting


# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
TUNING: Final[KeyTable[object]] = KeyTable(
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
    fixed="less more",
)  # fmt: skip

# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
KEY_PAGE: Final[KeyTable[Waiting]] = KeyTable(
    KeyCommand("change", ("enter", "space"), ENTER, mark("new key"), mark("Give the selected command another key."),
               _listing),
    KeyCommand("reset", ("backspace", "delete"), ERASE, mark("reset"), mark("Give the command its usual key again."),
               _listing),
    KeyCommand("reset_all", ("R",), "R", mark("reset all"), mark("Give all commands their usual keys again."),
               _listing),
    KeyCommand("up", ("up", "k"), UP, mark("up"), mark("Go to the row above."), _listing, foot=False),
    KeyCommand("down", ("down", "j", "tab"), DOWN, mark("next row"), mark("Go to the row below."), _listing,
               pair=f"{UP} {DOWN}", foot=False),
    KeyCommand("page_up", ("pageup",), PAGE_UP, mark("up"), mark("Go ten rows up."), _listing, foot=False),
    KeyCommand("page_down", ("pagedown",), PAGE_DOWN, mark("down"), mark("Go ten rows down."), _listing, foot=False),
    KeyCommand("first", ("home",), HOME, mark("first"), mark("Go to the first row."), _listing, foot=False),
    KeyCommand("last", ("end",), END, mark("last"), mark("Go to the last row."), _listing, foot=False),
    KeyCommand("help", ("question_mark", "f1"), "?", mark("help"), mark("Show the keys that work now."), _listing),
    KeyCommand("leave", ("q", "escape", "ctrl+c", "ctrl+q"), "q", mark("back"), mark("Go back."), _listing),
    KeyCommand("cancel", ("escape",), "Esc", mark("cancel"), mark("Change nothing."), _waiting),
    shared="escape",
    clicks=("pick",),
    fixed="change reset reset_all",
    modal="cancel",
)  # fmt: skip
"""Keys of the page on which a person changes keys."""
