"""Facts about one person's terminal, and the sequences that set it up and restore it.

A terminal is described by TERM and some variables: of this process for its own terminal, of the client for a session
over ssh. Both are decided here, so that a terminal shows the same in both.
"""

import enum
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from uno_tui.i18n import Words, language_from
from uno_tui.local.window_title import RESTORE, SAVE, is_titled

DEFAULT_SIZE = (80, 24)
SMALLEST = (8, 3)
"""Smallest size in cells for which a screen is drawn; on a terminal with fewer rows the first frame would scroll."""
LARGEST = (500, 200)

VARIABLES: Final = ("LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "COLORTERM", "NO_COLOR", "NO_MOTION")
"""Environment variables besides TERM that describe a terminal; a client sends only these to a server."""
ALTERNATE_SCREEN: Final = "\x1b[?1049h"
"""Switches to the alternate screen; the first bytes of every full screen."""
MAIN_SCREEN: Final = "\x1b[?1049l"
"""Switches back to the main screen."""
MAX_VALUE = 64
"""Maximum number of characters read from TERM or from one environment variable."""

_COLORLESS = re.compile(r"^(|dumb|unknown|vt\d.*|.*-(m|mono))$")
_PLAIN_GLYPHS = re.compile(r"^(|dumb|unknown|linux|ansi|cons25.*|vt\d.*)$")
_TRUECOLOR = re.compile(r"(-direct$|truecolor|kitty|alacritty|wezterm|ghostty|^foot|contour)")


class ColorDepth(enum.Enum):
    """Number of colors a terminal shows; the value is that number."""

    NONE = 0
    SIXTEEN = 16
    EIGHT_BIT = 256
    TRUECOLOR = 1 << 24


@dataclass(frozen=True, slots=True)
class Terminal:
    """The properties of a terminal, from its environment variables."""

    term: str = "xterm-256color"
    colorterm: str = ""
    no_color: bool = False
    no_motion: bool = False
    """Whether the person asked for no animations, by an environment variable."""
    locale: str = ""
    charset_locale: str = ""

    @classmethod
    def from_client(cls, term: str, environment: Mapping[str, str]) -> "Terminal":
        """Return the terminal of a client, from its pty request's TERM and its environment, both untrusted."""
        known = {name: _printable(environment.get(name, "")) for name in VARIABLES}
        return cls(
            term=_printable(term).lower(),
            colorterm=known["COLORTERM"].lower(),
            no_color=known["NO_COLOR"] != "",
            no_motion=known["NO_MOTION"] != "",
            locale=known["LC_ALL"] or known["LC_MESSAGES"] or known["LANG"],
            charset_locale=known["LC_ALL"] or known["LC_CTYPE"] or known["LANG"],
        )

    @property
    def depth(self) -> ColorDepth:
        """The color depth, decided from NO_COLOR, then COLORTERM, then TERM."""
        if self.no_color or _COLORLESS.match(self.term):
            return ColorDepth.NONE
        if self.colorterm in ("truecolor", "24bit") or _TRUECOLOR.search(self.term):
            return ColorDepth.TRUECOLOR
        if "256color" in self.term:
            return ColorDepth.EIGHT_BIT
        return ColorDepth.SIXTEEN

    @classmethod
    def of_process(cls, environment: Mapping[str, str]) -> "Terminal":
        """Return the terminal of this process, from its environment."""
        return cls.from_client(environment.get("TERM", ""), environment)

    @property
    def is_utf8(self) -> bool:
        """Whether the locale's character set is UTF-8; also True if no locale is set."""
        charset = self.charset_locale.lower().replace("-", "")
        return charset == "" or "utf8" in charset

    @property
    def language(self) -> str:
        """Language of the locale; English if there is no locale or the locale's character set lacks needed letters."""
        words = Words(language_from(self.locale) or "en")
        return (words if self.is_utf8 else words.in_ascii).language

    @property
    def ascii_only(self) -> bool:
        """Whether only ASCII may be drawn: on an old console, or if the locale is not UTF-8."""
        return bool(_PLAIN_GLYPHS.match(self.term)) or not self.is_utf8

    @property
    def dumb(self) -> bool:
        """Whether the terminal cannot move its cursor, so that a full screen is impossible."""
        return self.term in ("", "dumb", "unknown")

    @property
    def titled(self) -> bool:
        """Whether the terminal understands sequences for its window title, or at least ignores them."""
        return is_titled(self.term)

    @property
    def modern(self) -> bool:
        """Whether the terminal understands or ignores queries of private modes newer than the vt220."""
        return not _PLAIN_GLYPHS.match(self.term)


def _printable(text: str) -> str:
    return "".join(char for char in text[:MAX_VALUE] if char.isascii() and char.isprintable())


def clamp_size(width: int, height: int) -> tuple[int, int]:
    """Return the nearest drawable size in cells; 0 means that the client does not know its size."""
    (default_width, default_height), (least_width, least_height) = DEFAULT_SIZE, SMALLEST
    return (
        min(max(width or default_width, least_width), LARGEST[0]),
        min(max(height or default_height, least_height), LARGEST[1]),
    )


def terminal_size(fd: int, environment: Mapping[str, str]) -> tuple[int, int]:
    """Return a terminal's columns and rows; 0 if neither the terminal nor the environment knows.

    The terminal's own size counts before COLUMNS and LINES, which stay as they are when the window changes.
    """
    try:
        columns, rows = os.get_terminal_size(fd)
    except OSError:  # no terminal, or it is gone
        columns = rows = 0
    return columns or _number(environment.get("COLUMNS", "")), rows or _number(environment.get("LINES", ""))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


def setup_sequence(terminal: Terminal, questions: str = "") -> str:
    """Return the sequence that sets up a terminal for a full screen.

    Questions to the terminal come before the alternate screen is cleared: some terminals print them instead of
    answering.
    """
    if not terminal.modern:
        return "\x1b[H\x1b[2J\x1b[?25l\x1b[?7l"
    return (
        f"{ALTERNATE_SCREEN}{questions}\x1b[H\x1b[2J\x1b[?25l\x1b[?7l"
        "\x1b[?1000h\x1b[?1003h\x1b[?1006h"  # mouse: buttons, motion, numbers as text
        "\x1b[?1004h\x1b[?2031h"  # reports of focus, and of a change between light and dark
        "\x1b[?2004h"  # bracketed paste
        + (SAVE if terminal.titled else "")  # keep the window's title
        + "\x1b[>1u"  # kitty keyboard: a lone Esc has a sequence of its own
    )


def restore_sequence(terminal: Terminal) -> str:
    """Return the sequence that undoes `setup_sequence` and all modes that a screen may have turned on."""
    if not terminal.modern:
        return "\x1b[0m\x1b[?7h\x1b[H\x1b[2J\x1b[?25h"
    return leave_screen(titled=terminal.titled)


def leave_screen(*, titled: bool, alternate: bool = True) -> str:
    """Return the sequence that resets every mode a full screen may have set.

    Args:
        titled: whether the terminal has a window title to restore.
        alternate: whether the alternate screen is shown; a second switch back could move the cursor.
    """
    return (
        "\x1b[?2026l\x1b[<u\x1b[?2004l\x1b[?2031l\x1b[?1004l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l"
        + (RESTORE if titled else "")
        + f"\x1b[0m\x1b[?7h{MAIN_SCREEN if alternate else ''}\x1b[?25h"
    )
