"""The window title of a terminal: which terminals have one, and the sequences that save, set and restore it."""

import re
from typing import Final

_TITLED: Final = re.compile(r"^(xterm|rxvt|tmux|alacritty|foot|kitty|konsole|putty|wezterm|ghostty|vte|gnome|contour)")
MAX_LENGTH: Final = 64

SAVE: Final = "\x1b[22;0t"
"""Makes the terminal save its title on a stack."""
RESTORE: Final = "\x1b[23;0t"
"""Makes the terminal restore the saved title."""


def is_titled(term: str) -> bool:
    """Return whether terminals of that TERM take a window title; others would print the sequence.

    >>> [term for term in ("xterm-256color", "tmux", "linux", "dumb", "") if is_titled(term)]
    ['xterm-256color', 'tmux']
    """
    return bool(_TITLED.match(term))


def set_title(text: str) -> str:
    """Return the sequence that sets the window title; control characters in the title are removed."""
    return f"\x1b]2;{''.join(filter(str.isprintable, text))[:MAX_LENGTH]}\x1b\\"
