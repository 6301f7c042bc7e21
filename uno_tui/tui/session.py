"""What one person's session brings along; nothing of it is process-wide."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Self

from uno_tui.i18n import Words
from uno_tui.local.settings import Settings
from uno_tui.local.window_title import is_titled
from uno_tui.tui.draw.theme import CONSOLE, DEFAULT

_MANY_COLORS = ("256color", "kitty", "direct", "alacritty", "wezterm", "foot", "ghostty", "contour")
_PLAIN_TERMINALS = ("linux", "vt", "ansi", "dumb", "cons25", "unknown")


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """Language, looks and terminal facts of one session."""

    words: Words = field(default_factory=Words)
    theme: str = DEFAULT
    mono: bool = False
    """The terminal shows no colors: the theme ``mono`` is used, whichever was asked for."""
    ascii: bool = False
    """Draw with ASCII alone."""
    titled: bool = False
    """The terminal this process was started from has a window with a title."""
    motion: bool = False
    """Things may move on the screen."""
    bell: bool = False
    """Ring when it is this person's turn."""
    lessons: bool = False
    """Explain the game while it is played."""
    invitation: tuple[str, ...] = ()
    """What a host tells the others, a line each: how to come to the table."""
    keep: Callable[[Settings], None] | None = field(default=None, compare=False)
    """Keeps what the person sets for the next time; all but the name counts."""

    @classmethod
    def local(cls, environment: Mapping[str, str], words: Words, chosen: Settings = Settings()) -> Self:  # noqa: B008
        """The session in the terminal that the game was started from, with what the person chose for it."""
        term = environment.get("TERM", "").lower()
        charset = next((environment[key] for key in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(key)), "utf8")
        return cls(
            words=words,
            theme=theme_for(chosen.theme, few=_few_colors(term, environment.get("COLORTERM", ""))),
            mono="NO_COLOR" in environment or term.startswith(("vt", "dumb")) or term.endswith(("-m", "mono")),
            ascii=chosen.ascii or term.startswith(_PLAIN_TERMINALS) or "utf8" not in charset.lower().replace("-", ""),
            titled=is_titled(term),
            motion=chosen.motion,
            bell=chosen.bell,
            lessons=chosen.lessons,
        )

    @property
    def settings(self) -> Settings:
        """What is set now."""
        return Settings(theme=self.theme, language=self.words.language, motion=self.motion, bell=self.bell,
                        ascii=self.ascii, lessons=self.lessons)  # fmt: skip  # one value


def theme_for(theme: str, *, few: bool) -> str:
    """The theme to begin with; `few`: the terminal has sixteen colors.

    >>> theme_for("classic", few=True), theme_for("light", few=True)
    ('console', 'light')
    """
    return CONSOLE if few and theme == DEFAULT else theme


def _few_colors(term: str, colorterm: str) -> bool:
    many = colorterm.lower() in ("truecolor", "24bit") or any(name in term for name in _MANY_COLORS)
    return bool(term) and not many
