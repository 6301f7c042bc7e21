"""The options of one session: language, looks, and what its terminal can do. None of them is process-wide."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final, Self

from uno_tui.i18n import Words
from uno_tui.local.own_keys import NO_KEYS, OwnKeys
from uno_tui.local.settings import AUTO, Settings
from uno_tui.local.terminal import ColorDepth, Terminal
from uno_tui.local.terminal_questions import TerminalAnswers
from uno_tui.speech.messages import invitation_lines
from uno_tui.table.protocol import BotPace
from uno_tui.tui.draw.theme import CONSOLE, DEFAULT, LIGHT, MONO

FAST_LINE: Final = 0.1
"""Longest round trip, in seconds, of an ssh connection on which animations are shown."""


class Leaving(Enum):
    """The effect of leaving the table."""

    SEAT = auto()
    """The person gives up the seat; the match continues for the others."""
    NOTHING = auto()
    """Nothing ends: the match is saved on this machine."""
    EVENING = auto()
    """The table ends for everybody, because the person hosts it from this process."""


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """One session's language, appearance and terminal features."""

    words: Words = field(default_factory=Words)
    theme: str = AUTO
    """Name of the theme that the person chose, or `AUTO`."""
    mono: bool = False
    """Whether the terminal has no colors; if so, the theme is always ``mono``."""
    few_colors: bool = False
    """Whether the terminal has only sixteen colors."""
    light: bool = False
    """Whether the terminal's background is light."""
    ascii: bool = False
    """Whether only ASCII characters are drawn."""
    motion: bool = False
    """Whether the person wants animations."""
    still: bool = False
    """Whether the terminal's environment asks for no animations, by NO_MOTION."""
    table: str = AUTO
    """Shape of the table on the screen; a value of `SHAPES`."""
    bell: bool = False
    """Whether the bell rings when the person's turn begins."""
    notify: bool = True
    """Whether the desktop notifies the person of their turn while the terminal is in the background."""
    cursor: bool = True
    """Whether the terminal's cursor is always visible, on the selected item; if not, only while the person types."""
    pace: str = BotPace.BRISK.value
    """How fast bots play when the person is alone with them."""
    lessons: bool = False
    """Whether lessons are shown during play."""
    taught: tuple[str, ...] = ()
    """Names of the lessons that the person had, sorted."""
    keys: OwnKeys = NO_KEYS
    """The person's own keys, for the commands whose keys they changed."""
    invitation: tuple[str, ...] = ()
    """Lines that explain how to join the host's table."""
    ssh_command: str = ""
    """The command line that connects to the server, for others to type; empty if there is none or it is unknown."""
    leaving: Leaving = Leaving.SEAT
    round_trip: float | None = None
    """Seconds from a question to the terminal until its answer arrived; None if it answered nothing within a second."""
    keep: Callable[[Settings], None] | None = field(default=None, compare=False)
    """Saves the settings that the person changes, except the name; None if nothing can be saved."""

    @classmethod
    def on(cls, terminal: Terminal, words: Words, chosen: Settings = Settings()) -> Self:  # noqa: B008  # a value
        """Return the options for a terminal, from the person's settings."""
        options = cls(
            words=words,
            mono=terminal.depth is ColorDepth.NONE,
            few_colors=terminal.depth is ColorDepth.SIXTEEN,
            ascii=terminal.ascii_only,
            still=terminal.no_motion,
        )
        return options.chosen(chosen)

    def chosen(self, chosen: Settings) -> Self:
        """Return these options with the person's settings, except their language and name."""
        return replace(
            self,
            theme=chosen.theme,
            ascii=chosen.ascii or self.ascii,
            motion=chosen.motion,
            table=chosen.table,
            bell=chosen.bell,
            notify=chosen.notify,
            cursor=chosen.cursor,
            pace=chosen.pace,
            lessons=chosen.lessons,
            taught=chosen.taught,
            keys=OwnKeys.of(chosen.keys),
        )

    @classmethod
    def local(cls, environment: Mapping[str, str], words: Words, chosen: Settings = Settings()) -> Self:  # noqa: B008
        """Return the options for the terminal of this process, from its environment and the person's settings."""
        return cls.on(Terminal.of_process(environment), words, chosen)

    @property
    def settings(self) -> Settings:
        """The person's settings; those that are no session options have their defaults."""
        return Settings(theme=self.theme, language=self.words.language, motion=self.motion, table=self.table,
                        bell=self.bell, notify=self.notify, cursor=self.cursor, ascii=self.ascii, pace=self.pace,
                        lessons=self.lessons, taught=self.taught, keys=self.keys.settings)  # fmt: skip  # one value

    def invitation_to(self, code: str) -> tuple[str, ...]:
        """Return the lines that explain how to join the table with a code; empty if nobody can."""
        return self.invitation or invitation_lines(self.words, self.ssh_command, code)

    @property
    def animated(self) -> bool:
        """Whether the person's settings and the terminal's environment allow animations."""
        return self.motion and not self.still

    def answered(self, answers: TerminalAnswers, depth: ColorDepth) -> Self:
        """Return the options with what the terminal has answered, and the color depth that follows from it."""
        light, few_colors = answers.light is True, depth is ColorDepth.SIXTEEN
        return replace(self, light=light, few_colors=few_colors, round_trip=answers.round_trip)

    @property
    def palette_name(self) -> str:
        """Name of the theme to draw with.

        >>> [SessionOptions(few_colors=True).palette_name, SessionOptions(light=True).palette_name]
        ['console', 'light']
        >>> SessionOptions(theme="dark", light=True).palette_name, SessionOptions(light=True, mono=True).palette_name
        ('dark', 'mono')
        """
        if self.mono:
            return MONO
        if self.theme != AUTO:
            return self.theme
        return CONSOLE if self.few_colors else LIGHT if self.light else DEFAULT
