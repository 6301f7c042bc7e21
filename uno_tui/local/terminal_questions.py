"""Questions to a terminal about its abilities, and the facts in its answers.

Over ssh TERM alone arrives, and it is `xterm-256color` nearly everywhere. So each session asks: does a style in true
color come back as it was set (DECRQSS), are there the capabilities RGB or Tc (XTGETTCAP), what is the terminal's name
(XTVERSION) and kind (DA2), which modes does it have (DECRQM), which color is its background (OSC 11). Last comes DA1,
which every terminal answers: nothing follows its answer.

Answers are a stranger's input. Each is matched as a whole, and one that is none of these changes nothing.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from uno_tui.local.terminal import ColorDepth, Terminal

SYNCHRONIZED, FOCUS, SCHEME, MOUSE = 2026, 1004, 2031, 1006
"""Terminal modes that are queried: synchronized output, focus events, light/dark changes, the mouse."""
FOCUS_IN, FOCUS_OUT = "\x1b[I", "\x1b[O"
"""Sequences by which the terminal reports that its window got or lost the keyboard focus."""

MODES: Final = (SYNCHRONIZED, FOCUS, SCHEME, MOUSE)
_STYLE: Final = "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m"
_CAPABILITIES: Final = "\x1bP+q524742;5463\x1b\\"  # RGB and Tc in hexadecimal
_NAME: Final = "\x1b[>0q"
_BACKGROUND: Final = "\x1b]11;?\x1b\\"
_DEVICE: Final = "\x1b[>c\x1b[c"

_TRUECOLOR_NAMES: Final = re.compile(
    r"(kitty|foot|wezterm|ghostty|iterm2|contour|konsole|vte|mintty|xterm\.js|rio|windows terminal)\b", re.IGNORECASE
)
"""Names of terminals that have true color in every version that reports a name. XTerm is absent: it may lack it."""
_KINDS: Final = (
    (re.compile(r"6[15];[4-9]\d{3};1"), ColorDepth.TRUECOLOR),  # VTE: GNOME Terminal and others
    (re.compile(r"0;\d{4,5};1"), ColorDepth.TRUECOLOR),  # Alacritty
    (re.compile(r"0;276;0"), ColorDepth.TRUECOLOR),  # xterm.js: Visual Studio Code and others
    (re.compile(r"0;10;1"), ColorDepth.TRUECOLOR),  # Windows Terminal
    (re.compile(r"0;136;0"), ColorDepth.EIGHT_BIT),  # PuTTY, which says TERM=xterm; old ones have no true color
)
"""Pairs: pattern of a DA2 answer that only one terminal sends, and the color depth of all its versions."""
_LIGHT: Final = 0.5
"""Brightness, from 0 to 1, above which a background counts as light."""


@dataclass(frozen=True, slots=True)
class TerminalAnswers:
    """A terminal's answers so far."""

    name: str = ""
    """Name and version that the terminal reported, such as ``XTerm(379)``."""
    depth: ColorDepth | None = None
    """The color depth proven by the terminal's answers; None if no answer proves one."""
    background: tuple[int, int, int] | None = None
    """Red, green and blue of the terminal's background, 0 to 255 each; None if unknown."""
    scheme: bool | None = None
    """Whether the terminal reported a change to a light color scheme (True) or a dark one (False); None if neither."""
    modes: Mapping[int, bool] = field(default_factory=dict)
    """By mode number, whether the terminal has the mode; only modes that the terminal answered about."""
    device: str = ""
    """The parameters in the terminal's answer to DA1, the last query; empty until that answer."""
    kind: str = ""
    """The parameters in the terminal's answer to DA2; empty until that answer."""
    round_trip: float | None = None
    """Seconds from the queries to the first answer; None until then."""

    @property
    def light(self) -> bool | None:
        """Whether the terminal's background is light; None if unknown."""
        if self.scheme is not None or self.background is None:
            return self.scheme
        red, green, blue = self.background
        return 0.299 * red + 0.587 * green + 0.114 * blue > _LIGHT * 255

    @property
    def complete(self) -> bool:
        """Whether the terminal has answered the last query."""
        return self.device != ""

    def depth_of(self, terminal: Terminal) -> ColorDepth:
        """Return a terminal's color depth: the depth that its environment states, or more if the answers prove more."""
        known = terminal.depth
        if known is ColorDepth.NONE or self.depth is None:
            return known
        return max(known, self.depth, key=lambda depth: depth.value)

    def hear(self, report: str) -> "TerminalAnswers":
        """Return these answers with one more answer added; the same object if the report is not a known answer."""
        for pattern, take in _ANSWERS:
            if found := pattern.fullmatch(report):
                return take(self, found)
        return self

    def timed(self, seconds: float) -> "TerminalAnswers":
        """Return these answers with the round trip time added."""
        return replace(self, round_trip=seconds)

    def proven(self, depth: ColorDepth) -> "TerminalAnswers":
        """Return these answers with a proven color depth, unless a higher depth is already proven."""
        known = self.depth or ColorDepth.NONE
        return replace(self, depth=depth) if depth.value > known.value else self


def questions(terminal: Terminal, modes: Iterable[int] = (SYNCHRONIZED,)) -> str:
    """Return the questions for a terminal, among them those about some modes; empty if it might print them.

    A terminal that does not know a question may still print parts of it, so the screen is cleared after them. Device
    control strings are not for tmux, which answers none of these, or screen, which passes them on to be printed.
    """
    if not terminal.modern:
        return ""
    asked = "".join(f"\x1b[?{mode}$p" for mode in modes)
    open_depth = terminal.depth not in (ColorDepth.NONE, ColorDepth.TRUECOLOR)
    strings = _CAPABILITIES + _STYLE if open_depth and not is_multiplexer(terminal) else ""
    return f"{asked}{_NAME}{strings}{_BACKGROUND}{_DEVICE}"


def is_multiplexer(terminal: Terminal) -> bool:
    """Return whether TERM is that of tmux or screen."""
    return terminal.term.startswith(("tmux", "screen"))


def _mode(answers: TerminalAnswers, found: re.Match[str]) -> TerminalAnswers:
    number, setting = int(found[1]), int(found[2])
    return replace(answers, modes={**answers.modes, number: setting > 0}) if number in MODES else answers


def _name(answers: TerminalAnswers, found: re.Match[str]) -> TerminalAnswers:
    named = replace(answers, name=found[1])
    return named.proven(ColorDepth.TRUECOLOR) if _TRUECOLOR_NAMES.match(found[1]) else named


def _kind(answers: TerminalAnswers, found: re.Match[str]) -> TerminalAnswers:
    depths = [depth for pattern, depth in _KINDS if pattern.fullmatch(found[1])]
    kind = replace(answers, kind=found[1])
    return kind.proven(depths[0]) if depths else kind


def _truecolor(answers: TerminalAnswers, _found: re.Match[str]) -> TerminalAnswers:
    return answers.proven(ColorDepth.TRUECOLOR)


def _background(answers: TerminalAnswers, found: re.Match[str]) -> TerminalAnswers:
    parts = found.groups()[:3]
    red, green, blue = (round(int(part, 16) * 255 / (16 ** len(part) - 1)) for part in parts)
    return replace(answers, background=(red, green, blue))


_PART: Final = r"([\da-fA-F]{1,4})"
_BYTE: Final = r"([\da-fA-F]{2})"
_ANSWERS: Final[tuple[tuple[re.Pattern[str], Callable[[TerminalAnswers, re.Match[str]], TerminalAnswers]], ...]] = (
    (re.compile(r"\x1b\[\?(\d{1,5});([0-4])\$y"), _mode),
    (re.compile(r"\x1b\[\?997;([12])n"), lambda answers, found: replace(answers, scheme=found[1] == "2")),
    (re.compile(r"\x1bP>\|([ -~]{1,64})"), _name),
    (re.compile(r"\x1bP1\$r(?:[\d:]*;)*48[:;]2[:;]{1,2}1[:;]2[:;]3m"), _truecolor),
    (re.compile(r"\x1bP1\+r(?:524742|5463)(?:[=;][\da-fA-F=;]*)?"), _truecolor),
    (re.compile(rf"\x1b\]11;rgba?:{_PART}/{_PART}/{_PART}(?:/{_PART})?"), _background),
    (re.compile(rf"\x1b\]11;#{_BYTE}{_BYTE}{_BYTE}"), _background),
    (re.compile(r"\x1b\[>(\d{1,6}(?:;\d{1,6}){0,3})c"), _kind),
    (re.compile(r"\x1b\[\?(\d[\d;]{0,60})c"), lambda answers, found: replace(answers, device=found[1])),
)  # fmt: skip  # a table
