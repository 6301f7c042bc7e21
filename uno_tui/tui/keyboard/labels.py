"""Labels of keys, as screens show them."""

from typing import Final

from uno_tui.i18n import mark
from uno_tui.tui.draw.appearance import Appearance

# Translators: the name of a key, in the foot and in sentences.
ENTER: Final = mark("Enter")
"""Label of the Enter key."""
# Translators: the name of a key, in the foot and in sentences; the shorter the better.
SPACE, HOME, END, PAGE_UP, PAGE_DOWN, ERASE = (
    mark("Space"), mark("Home"), mark("End"), mark("PgUp"), mark("PgDn"), mark("Bksp")
)  # fmt: skip
# Translators: the name of an arrow key, where the terminal has no arrows.
LEFT, RIGHT, UP, DOWN = mark("Left"), mark("Right"), mark("Up"), mark("Down")
LABELS: Final = {
    "enter": ENTER, "space": SPACE, "home": HOME, "end": END, "pageup": PAGE_UP, "pagedown": PAGE_DOWN,
    "backspace": ERASE, "left": LEFT, "right": RIGHT, "up": UP, "down": DOWN, "tab": "Tab", "escape": "Esc",
    "question_mark": "?", "slash": "/", "plus": "+", "minus": "-", "equals_sign": "=", "less_than_sign": "<",
    "greater_than_sign": ">", "f1": "F1", "ctrl+c": "Ctrl-C", "ctrl+q": "Ctrl-Q",
}  # fmt: skip
"""Label of each key that Textual names by more than its character."""


def key_label(appearance: Appearance, cap: str) -> str:
    """Return the label of a key, or of several separated by spaces, as the session shows it."""
    arrows = dict(zip((LEFT, RIGHT, UP, DOWN), appearance.glyphs.arrows, strict=False))
    return " ".join(arrows.get(one) or (appearance.words(one) if len(one) > 1 else one) for one in cap.split(" "))
