"""What a person may set while the game goes on, row by row."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from uno_tui.i18n import LANGUAGES, InContext, Words, mark, mark_p
from uno_tui.tui.draw.brush import Brush, brush_for
from uno_tui.tui.draw.glyphs import ASCII, BOX
from uno_tui.tui.draw.theme import MONO, available, load_or_default
from uno_tui.tui.session import Session


class Setting(NamedTuple):
    """One row."""

    name: str
    """The session's field."""
    label: str
    help: str


SETTINGS: Final = (
    Setting("theme", mark("theme"), mark("The colors of everything.")),
    Setting("language", mark("language"), mark("The language of everything but what people say.")),
    Setting("bell", mark("bell"), mark("Rings when it is your turn.")),
    Setting("motion", mark("motion"), mark("A played card arrives instead of being there.")),
    Setting("ascii", mark("plain characters"), mark("Draws with ASCII alone, for terminals that show boxes as junk.")),
    Setting("lessons", mark("lessons"), mark("Explains the game while you play, a step a turn.")),
)
_SWITCH: Final[dict[bool, InContext]] = {
    True: mark_p("a setting", "on"),
    False: mark_p("a setting", "off"),
}


class TuningLook(NamedTuple):
    """The page of settings as it is shown."""

    rows: tuple[tuple[str, str], ...]
    """What each is called and what it is set to."""
    selected: int
    help: str
    complaint: str = ""

    @classmethod
    def of(cls, words: Words, session: Session, selected: int, complaint: str = "") -> "TuningLook":
        """The settings of a session."""
        rows = tuple((words(one.label), value(words, session, one.name)) for one in SETTINGS)
        return cls(rows, selected, words(SETTINGS[selected].help), complaint)


def value(words: Words, session: Session, name: str) -> str:
    """What that is set to, as it is shown."""
    match name:
        case "theme":
            return words("{theme}, the terminal has no colors", theme=MONO) if session.mono else session.theme
        case "language":
            return LANGUAGES.get(session.words.language, session.words.language)
    return words.p(*_SWITCH[bool(getattr(session, name))])


def turned(session: Session, name: str, by: int, themes: Path | None = None) -> Session:
    """The session with the value after, or for -1 before, the one that is set."""
    match name:
        case "theme":
            return replace(session, theme=_after(list(available(themes)), session.theme, by))
        case "language":
            return replace(session, words=Words(_after(list(LANGUAGES), session.words.language, by)))
    return replace(session, **{name: not getattr(session, name)})  # type: ignore[arg-type]  # the rest are switches


def brush_of(session: Session, themes: Path | None = None) -> tuple[Brush, str]:
    """What to draw with in a session, and what is wrong with its theme."""
    palette, complaint = load_or_default(MONO if session.mono else session.theme, themes)
    words = session.words.in_ascii if session.ascii else session.words
    return brush_for(words, palette, ASCII if session.ascii else BOX), complaint


def _after(values: Sequence[str], now: str, by: int) -> str:
    place = values.index(now) if now in values else 0
    return values[(place + by) % len(values)]


Tune = Callable[[Session, Brush], None]
"""Takes over what was set."""
