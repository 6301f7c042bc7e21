"""The options of one session: language, looks, and what its terminal can do. None of them is process-wide."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Self

from uno_tui.i18n import Words
from uno_tui.local.settings import Settings
from uno_tui.local.terminal import ColorDepth, Terminal
from uno_tui.table.protocol import BotPace
from uno_tui.tui.draw.theme import CONSOLE, DEFAULT


class Leaving(Enum):
    """What ends when the person leaves the table."""

    SEAT = auto()
    """Their own part of the match."""
    NOTHING = auto()
    """Nothing: the match is kept on this machine."""
    EVENING = auto()
    """The table, for everybody: the person hosts it from this process."""


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """One session's language, appearance and terminal features."""

    words: Words = field(default_factory=Words)
    theme: str = DEFAULT
    mono: bool = False
    """Whether the terminal has no colors; if so, the theme is always ``mono``."""
    ascii: bool = False
    """Whether only ASCII characters are drawn."""
    motion: bool = False
    """Whether played cards are animated."""
    bell: bool = False
    """Whether the bell rings when the person's turn begins."""
    pace: str = BotPace.BRISK.value
    """How fast bots play when the person is alone with them."""
    lessons: bool = False
    """Whether lessons are shown during play."""
    taught: tuple[str, ...] = ()
    """Names of the lessons that the person had, sorted."""
    invitation: tuple[str, ...] = ()
    """Lines that explain how to join the host's table."""
    leaving: Leaving = Leaving.SEAT
    round_trip: float | None = None
    """Seconds from a question to the terminal until its answer arrived; None if it answered nothing within a second."""
    keep: Callable[[Settings], None] | None = field(default=None, compare=False)
    """Saves the settings that the person changes, except the name; None if nothing can be saved."""

    @classmethod
    def on(cls, terminal: Terminal, words: Words, chosen: Settings = Settings()) -> Self:  # noqa: B008  # a value
        """Return the options for a terminal, from the person's settings."""
        return cls(
            words=words,
            theme=theme_for(chosen.theme, few=terminal.depth is ColorDepth.SIXTEEN),
            mono=terminal.depth is ColorDepth.NONE,
            ascii=chosen.ascii or terminal.ascii_only,
            motion=chosen.motion,
            bell=chosen.bell,
            pace=chosen.pace,
            lessons=chosen.lessons,
            taught=chosen.taught,
        )

    @classmethod
    def local(cls, environment: Mapping[str, str], words: Words, chosen: Settings = Settings()) -> Self:  # noqa: B008
        """Return the options for the terminal of this process, from its environment and the person's settings."""
        return cls.on(Terminal.of_process(environment), words, chosen)

    @property
    def settings(self) -> Settings:
        """The person's settings, as far as these options contain them."""
        return Settings(theme=self.theme, language=self.words.language, motion=self.motion, bell=self.bell,
                        ascii=self.ascii, pace=self.pace, lessons=self.lessons,
                        taught=self.taught)  # fmt: skip  # one value


def theme_for(theme: str, *, few: bool) -> str:
    """Return the theme for a terminal; `few`: it has only sixteen colors.

    >>> theme_for("classic", few=True), theme_for("light", few=True)
    ('console', 'light')
    """
    return CONSOLE if few and theme == DEFAULT else theme
