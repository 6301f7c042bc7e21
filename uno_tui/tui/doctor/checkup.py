"""The facts that a checkup found about a terminal, with a sentence for each: the finding and the resulting decision."""

from dataclasses import dataclass
from typing import Final

from uno_tui.i18n import LANGUAGES, Words, mark, mark_p
from uno_tui.local.setting_rows import SWITCH
from uno_tui.local.settings import AUTO
from uno_tui.local.terminal import ColorDepth, Terminal
from uno_tui.local.terminal_questions import FOCUS, MOUSE, SYNCHRONIZED, TerminalAnswers
from uno_tui.tui.draw.appearance import ASCII, BOX
from uno_tui.tui.session import FAST_LINE, SessionOptions
from uno_tui.tui.table.layout import MIN_HEIGHT, MIN_WIDTH

# Translators: the report of "uno doctor": how many colors a terminal has.
_COLORS: Final = {
    ColorDepth.NONE: mark("no colors"),
    ColorDepth.SIXTEEN: mark("16 colors"),
    ColorDepth.EIGHT_BIT: mark("256 colors"),
    ColorDepth.TRUECOLOR: mark("16 million colors"),
}
# Translators: the report of "uno doctor": whether a terminal can do something.
_CAN: Final = {True: mark_p("doctor", "yes"), False: mark_p("doctor", "no")}


@dataclass(frozen=True, slots=True)
class Checkup:
    """The facts about one terminal."""

    terminal: Terminal
    size: tuple[int, int]
    session: SessionOptions
    """The options of a session on this terminal, with the terminal's answers applied."""
    answers: TerminalAnswers
    asked: bool = True
    """Whether there was a terminal to which queries could be sent."""
    again: str = ""
    """The command line for another report, if the terminal is at the other end of an ssh connection; else empty."""

    @property
    def depth(self) -> ColorDepth:
        """The color depth of a session."""
        return self.answers.depth_of(self.terminal)

    @property
    def remote(self) -> bool:
        """Whether the terminal is at the other end of an ssh connection."""
        return bool(self.again)

    @property
    def small(self) -> bool:
        """Whether the screen is too small for any table."""
        return self.size[0] < MIN_WIDTH or self.size[1] < MIN_HEIGHT


# Translators: the report of "uno doctor": a label (16 letters at most), or what stands beside it.
def facts(checkup: Checkup, words: Words) -> list[tuple[str, str]]:
    """Return the facts about the terminal, each as a label and a sentence."""
    width, height = checkup.size
    milliseconds = round(1000 * (checkup.answers.round_trip or 0))
    found = [
        (words.p("doctor", "terminal"), _name(checkup, words)),
        (words.p("doctor", "size"), f"{width}x{height}"),
        (words.p("doctor", "colors"), _colors(checkup, words)),
        (words.p("doctor", "theme"), _theme(checkup, words)),
        (words.p("doctor", "characters"), _characters(checkup, words)),
        (words.p("doctor", "language"), LANGUAGES.get(words.language, words.language)),
    ]
    if not checkup.asked:
        return found
    unknown = []
    for label, mode in (
        (words.p("doctor", "mouse"), MOUSE),
        (words.p("doctor", "focus"), FOCUS),
        (words.p("doctor", "whole frames"), SYNCHRONIZED),
    ):
        if (answer := checkup.answers.modes.get(mode)) is None:
            unknown.append(label)
        else:
            found.append((label, words.p(*_CAN[answer])))
    if unknown:
        found.append((words.p("doctor", "no answer about"), ", ".join(unknown)))
    found.append((words.p("doctor", "motion"), _motion(checkup, words)))
    told = f"{milliseconds} ms" if checkup.answers.round_trip is not None else words("none came")
    return [*found, (words.p("doctor", "answer after"), told)]


# Translators: the report of "uno doctor": why cards travel, or why not.
def _motion(checkup: Checkup, words: Words) -> str:
    session, answered = checkup.session, checkup.answers.round_trip
    moves = session.animated
    if session.still:
        reason = words("because of NO_MOTION")
    elif not session.motion:
        reason = words("chosen by you")
    elif answered is not None and answered <= FAST_LINE:
        reason = words("the terminal answers fast")
    else:
        moves = not checkup.remote
        slow = words("the terminal answers slowly") if answered is not None else words("the terminal does not answer")
        reason = slow if checkup.remote else words("the terminal is on this computer")
    return f"{words.p(*SWITCH[moves])}, {reason}"


# Translators: the report of "uno doctor": what the terminal is called.
def _name(checkup: Checkup, words: Words) -> str:
    term = checkup.terminal.term
    said = f"TERM={term}" if term else words("TERM is not set")
    return f"{checkup.answers.name}, {said}" if checkup.answers.name else said


# Translators: the report of "uno doctor": the reason for the number of colors.
def _colors(checkup: Checkup, words: Words) -> str:
    terminal = checkup.terminal
    if terminal.no_color:
        reason = words("because of NO_COLOR")
    elif checkup.depth is not terminal.depth:
        reason = words("the terminal answered so")
    elif terminal.depth is ColorDepth.TRUECOLOR and terminal.colorterm:
        reason = words("because of COLORTERM={value}", value=terminal.colorterm)
    else:
        reason = words("because of TERM")
    return f"{words(_COLORS[checkup.depth])}, {reason}"


# Translators: the report of "uno doctor": why there is this theme.
def _theme(checkup: Checkup, words: Words) -> str:
    session, background = checkup.session, checkup.answers.background
    if session.mono:
        reason = words("because there are no colors")
    elif session.theme != AUTO:
        reason = words("chosen by you")
    elif session.few_colors:
        reason = words("because of 16 colors")
    elif background is None:
        reason = words("the background is unknown")
    else:
        color = "#{:02x}{:02x}{:02x}".format(*background)
        light = words("the background {color} is light", color=color)
        reason = light if session.light else words("the background {color} is dark", color=color)
    return f"{session.palette_name}, {reason}"


# Translators: the report of "uno doctor": why there are these characters.
def _characters(checkup: Checkup, words: Words) -> str:
    terminal, glyphs = checkup.terminal, ASCII if checkup.session.ascii else BOX
    sample = " ".join(["".join(glyphs.top), glyphs.suits, "".join(glyphs.arrows) or "<>^v", glyphs.dot])
    if not terminal.is_utf8:
        reason = words("the locale {locale} is not UTF-8", locale=terminal.charset_locale)
    elif terminal.ascii_only:
        reason = words("because of TERM")
    elif checkup.session.ascii:
        reason = words("chosen by you")
    else:
        reason = words("the locale is UTF-8") if terminal.charset_locale else words("no locale is set")
    return f"{sample}  {reason}"
