"""Labels of keys, as the screens of a session show them."""

from typing import Any

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.keyboard.names import DOWN, LEFT, RIGHT, UP
from uno_tui.tui.keyboard.table import KeyTable


def key_label(appearance: Appearance, cap: str) -> str:
    """Return the label of a key, or of several keys separated by spaces, as the session shows it."""
    arrows = dict(zip((LEFT, RIGHT, UP, DOWN), appearance.glyphs.arrows, strict=False))
    return " ".join(arrows.get(one) or (appearance.words(one) if len(one) > 1 else one) for one in cap.split(" "))


def command_key(appearance: Appearance, table: KeyTable[Any], command: str) -> str:
    """Return the label of the key that a command has in a session."""
    return key_label(appearance, appearance.keyboard.table(table).caps[command])
