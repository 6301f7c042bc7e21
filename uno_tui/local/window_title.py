"""The title of a terminal's window: which terminals have one, and the sequences that keep, set and restore it."""

import re
from typing import Final

_TITLED: Final = re.compile(r"^(xterm|rxvt|tmux|alacritty|foot|kitty|konsole|putty|wezterm|ghostty|vte|gnome|contour)")
LONGEST: Final = 64

KEEP: Final = "\x1b[22;0t"
"""Has the terminal put its title aside."""
RESTORE: Final = "\x1b[23;0t"
"""Has it take the title that was put aside."""


def is_titled(term: str) -> bool:
    """Whether a terminal of that TERM has a window that can be named without printing junk.

    >>> [term for term in ("xterm-256color", "tmux", "linux", "dumb", "") if is_titled(term)]
    ['xterm-256color', 'tmux']
    """
    return bool(_TITLED.match(term))


def naming(text: str) -> str:
    """The sequence that gives the window that title, without anything in it that acts on a terminal."""
    return f"\x1b]2;{''.join(filter(str.isprintable, text))[:LONGEST]}\x1b\\"
