"""English labels of keys, as printed on keyboards."""

from typing import Final

from uno_tui.i18n import mark
from uno_tui.local.own_keys import written

# Translators: the name of a key, in the foot and in sentences.
ENTER: Final = mark("Enter")
"""Label of the Enter key."""
# Translators: the name of a key, in the foot and in sentences; the shorter the better.
SPACE, HOME, END, PAGE_UP, PAGE_DOWN, ERASE = (
    mark("Space"), mark("Home"), mark("End"), mark("PgUp"), mark("PgDn"), mark("Bksp")
)  # fmt: skip
# Translators: the name of an arrow key, where the terminal has no arrows.
LEFT, RIGHT, UP, DOWN = mark("Left"), mark("Right"), mark("Up"), mark("Down")
_CAPS: Final = {
    "enter": ENTER, "space": SPACE, "home": HOME, "end": END, "pageup": PAGE_UP, "pagedown": PAGE_DOWN,
    "backspace": ERASE, "left": LEFT, "right": RIGHT, "up": UP, "down": DOWN, "tab": "Tab", "escape": "Esc",
    "f1": "F1", "ctrl+c": "Ctrl-C", "ctrl+q": "Ctrl-Q",
}  # fmt: skip
"""Labels, by Textual's name, of keys that cannot be reassigned or whose label is translated."""


def cap_of(key: str) -> str:
    """Return what is written on a key, by Textual's name; translated if longer than one character."""
    return _CAPS.get(key) or written(key)
