"""Desktop notifications by way of the terminal, for a person whose terminal is in the background."""

import re
from typing import Final

from uno_tui.local.terminal import Terminal

_MAX_LENGTH: Final = 80
_TITLE: Final = "UNO"
_BY_777: Final = re.compile(r"(foot|vte|konsole|contour|rxvt)", re.IGNORECASE)
"""Terminals that support OSC 777, by the name they report or by TERM. Other terminals get OSC 9, or ignore it."""


def notification(text: str, terminal: Terminal, name: str = "") -> str:
    r"""Return the sequence of one notification; empty for a terminal that could print it.

    `name`: what the terminal calls itself. Through tmux it reaches the terminal around it, if tmux allows that.

    >>> notification("Your turn", Terminal(), "iTerm2 3.5.0"), notification("Your turn", Terminal(), "foot(1.16.2)")
    ('\x1b]9;Your turn\x1b\\', '\x1b]777;notify;UNO;Your turn\x1b\\')
    >>> notification("Your turn", Terminal(term="tmux-256color"))
    '\x1bPtmux;\x1b\x1b]9;Your turn\x1b\x1b\\\x1b\\'
    """
    if not terminal.modern:
        return ""
    text = "".join(char if char != ";" else "," for char in text if char.isprintable())[:_MAX_LENGTH]
    kind = f"777;notify;{_TITLE}" if _BY_777.match(name or terminal.term) else "9"
    sequence = f"\x1b]{kind};{text}\x1b\\"
    if name.startswith("tmux") or terminal.term.startswith("tmux"):
        return "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"
    return sequence
