"""The options of one session: language, looks, and what its terminal can do. None of them is process-wide."""

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
    """Language, looks and terminal capabilities of one session."""

    words: Words = field(default_factory=Words)
    theme: str = DEFAULT
    mono: bool = False
    """Whether the terminal shows no colors; then the theme ``mono`` is used, whatever `theme` is."""
    ascii: bool = False
    """Whether only ASCII is drawn."""
    titled: bool = False
    """Whether the terminal of this process has a window with a title."""
    motion: bool = False
    """Whether cards may move on the screen."""
    bell: bool = False
    """Whether the bell rings when the person's turn begins."""
    lessons: bool = False
    """Whether the game is taught during play."""
    invitation: tuple[str, ...] = ()
    """Lines that a host can pass on: how to join the table."""
    keep: Callable[[Settings], None] | None = field(default=None, compare=False)
    """Saves the settings that the person changes, except the name; None if they cannot be saved."""

    @classmethod
    def local(cls, environment: Mapping[str, str], words: Words, chosen: Settings = Settings()) -> Self:  # noqa: B008
        """Return the options for the terminal of this process, from its environment and the person's settings."""
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
        """The settings among these options."""
        return Settings(theme=self.theme, language=self.words.language, motion=self.motion, bell=self.bell,
                        ascii=self.ascii, lessons=self.lessons)  # fmt: skip  # one value


def theme_for(theme: str, *, few: bool) -> str:
    """Return the theme for a terminal; `few`: it has only sixteen colors.

    >>> theme_for("classic", few=True), theme_for("light", few=True)
    ('console', 'light')
    """
    return CONSOLE if few and theme == DEFAULT else theme


def _few_colors(term: str, colorterm: str) -> bool:
    many = colorterm.lower() in ("truecolor", "24bit") or any(name in term for name in _MANY_COLORS)
    return bool(term) and not many
