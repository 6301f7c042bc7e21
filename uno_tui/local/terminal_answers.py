"""What a terminal answers when it is asked about itself: the questions, and the facts in its answers.

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
"""Modes that terminals are asked about: whole frames at once, focus events, changes of light and dark, the mouse."""
FOCUS_IN, FOCUS_OUT = "\x1b[I", "\x1b[O"
"""Reports that the terminal's window got the focus, or lost it."""

MODES: Final = (SYNCHRONIZED, FOCUS, SCHEME, MOUSE)
_STYLE: Final = "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m"
_CAPABILITIES: Final = "\x1bP+q524742;5463\x1b\\"  # RGB and Tc in hexadecimal
_NAME: Final = "\x1b[>0q"
_BACKGROUND: Final = "\x1b]11;?\x1b\\"
_DEVICE: Final = "\x1b[>c\x1b[c"

_TRUECOLOR_NAMES: Final = re.compile(
    r"(kitty|foot|wezterm|ghostty|iterm2|contour|konsole|vte|mintty|xterm\.js|rio|windows terminal)\b", re.IGNORECASE
)
"""Names of terminals all of whose versions that tell their name have true color. An xterm may be built without."""
_KINDS: Final = (
    (re.compile(r"6[15];[4-9]\d{3};1"), ColorDepth.TRUECOLOR),  # VTE: GNOME Terminal and others
    (re.compile(r"0;\d{4,5};1"), ColorDepth.TRUECOLOR),  # Alacritty
    (re.compile(r"0;276;0"), ColorDepth.TRUECOLOR),  # xterm.js: Visual Studio Code and others
    (re.compile(r"0;10;1"), ColorDepth.TRUECOLOR),  # Windows Terminal
    (re.compile(r"0;136;0"), ColorDepth.EIGHT_BIT),  # PuTTY, which says TERM=xterm; old ones have no true color
)
"""Answers to DA2 that only one terminal gives, and the color depth that all its versions have."""
_LIGHT: Final = 0.5
"""Brightness from 0 to 1 from which a background counts as light."""


@dataclass(frozen=True, slots=True)
class TerminalAnswers:
    """What a terminal has said about itself so far."""

    name: str = ""
    """Name and version as it gives them, such as ``XTerm(379)``."""
    depth: ColorDepth | None = None
    """The color depth that the answers prove."""
    background: tuple[int, int, int] | None = None
    """Red, green and blue of the background, from 0 to 255."""
    scheme: bool | None = None
    """Whether the terminal reported a change to a light look (True) or to a dark one."""
    modes: Mapping[int, bool] = field(default_factory=dict)
    """Whether the terminal has each of the modes that it was asked about and that it answered."""
    device: str = ""
    """The parameters of its answer to DA1, the last question."""
    kind: str = ""
    """The parameters of its answer to DA2."""
    round_trip: float | None = None
    """Seconds from the questions to the first answer."""

    @property
    def light(self) -> bool | None:
        """Whether the background is light; None if unknown."""
        if self.scheme is not None or self.background is None:
            return self.scheme
        red, green, blue = self.background
        return 0.299 * red + 0.587 * green + 0.114 * blue > _LIGHT * 255

    @property
    def complete(self) -> bool:
        """Whether the last question was answered."""
        return self.device != ""

    def depth_of(self, terminal: Terminal) -> ColorDepth:
        """Return the color depth of a terminal: what its environment says, or more if the answers prove more."""
        known = terminal.depth
        if known is ColorDepth.NONE or self.depth is None:
            return known
        return max(known, self.depth, key=lambda depth: depth.value)

    def hear(self, report: str) -> "TerminalAnswers":
        """Return these answers with one more; the same object if it says nothing that is known here."""
        for pattern, take in _ANSWERS:
            if found := pattern.fullmatch(report):
                return take(self, found)
        return self

    def timed(self, seconds: float) -> "TerminalAnswers":
        """Return these answers with the round trip."""
        return replace(self, round_trip=seconds)

    def proven(self, depth: ColorDepth) -> "TerminalAnswers":
        """Return these answers with a proof of a color depth."""
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
