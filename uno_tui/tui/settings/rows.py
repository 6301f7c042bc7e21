"""The settings of a session: their rows, their values, and the appearance that results from them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from uno_tui.i18n import LANGUAGES, InContext, Words, mark, mark_p
from uno_tui.lessons import Lesson, stored_lessons
from uno_tui.local.settings import AUTO, PACES
from uno_tui.table.protocol import BotPace
from uno_tui.tui.draw.appearance import ASCII, BOX, Appearance, shared_appearance
from uno_tui.tui.draw.theme import MONO, available, load_or_default
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.key_tables import conflict_sentence, keyboard_for


class SettingRow(NamedTuple):
    """A row of the settings."""

    name: str
    """Name of the setting's field in `SessionOptions`."""
    label: str
    help: str


# Translators: of each setting, its label (16 letters at most), then a sentence that explains it.
SETTINGS: Final = (
    SettingRow("theme", mark("theme"), mark("The color theme; the automatic one suits your terminal.")),
    SettingRow("language", mark("language"), mark("The language of everything except chat.")),
    SettingRow("bell", mark("bell"), mark("Ring the bell when it is your turn.")),
    SettingRow("notify", mark("notifications"),
               mark("A desktop notification when it is your turn and the terminal is in the background.")),
    SettingRow("cursor", mark("cursor"), mark("Show the cursor on what is selected. Screen readers follow it.")),
    SettingRow("motion", mark("motion"), mark("Cards slide onto the pile.")),
    SettingRow("ascii", mark("plain characters"), mark("Use ASCII only, for terminals that cannot draw lines.")),
    SettingRow("lessons", mark("lessons"), mark("Explain the game while you play, one step per turn.")),
    SettingRow("taught", mark("explained so far"), mark("Each lesson comes once. Change this to have them all again.")),
    SettingRow("keys", mark("keys"), mark("Give commands other keys.")),
    SettingRow("pace", mark("bots' pace"), mark("How fast bots play when you are alone with them.")),
)  # fmt: skip  # a table
PACE: Final[dict[str, InContext]] = {
    BotPace.BRISK.value: mark_p("pace of bots", "brisk"),
    BotPace.NORMAL.value: mark_p("pace of bots", "normal"),
    BotPace.SLOW.value: mark_p("pace of bots", "slow"),
}
_SWITCH: Final[dict[bool, InContext]] = {
    True: mark_p("a setting", "on"),
    False: mark_p("a setting", "off"),
}


class SettingsLook(NamedTuple):
    """What the page of settings shows."""

    rows: tuple[tuple[str, str], ...]
    """Label and value of each row."""
    selected: int
    help: str
    complaint: str = ""

    @classmethod
    def of(cls, words: Words, session: SessionOptions, selected: int, complaint: str = "") -> "SettingsLook":
        """Return the settings page for a session's settings."""
        rows = tuple((words(one.label), value(words, session, one.name)) for one in SETTINGS)
        return cls(rows, selected, words(SETTINGS[selected].help), complaint)


def value(words: Words, session: SessionOptions, name: str) -> str:
    """Return a setting's value as displayed text."""
    match name:
        case "theme":
            return theme_value(words, session)
        case "language":
            return LANGUAGES.get(session.words.language, session.words.language)
        case "taught":
            return lessons_so_far(words, session.taught)
        case "pace":
            return words.p(*PACE[session.pace])
        case "keys":
            return keys_value(words, len(session.keys.chosen))
    return words.p(*_SWITCH[bool(getattr(session, name))])


# Translators: the value of the setting "theme".
def theme_value(words: Words, session: SessionOptions) -> str:
    """Return the theme, and why it is this one if the person did not choose it."""
    if session.mono:
        return words("{theme} (this terminal has no colors)", theme=MONO)
    return words("automatic: {theme}", theme=session.palette_name) if session.theme == AUTO else session.theme


# Translators: how many lessons a person had: "5 of 23".
def lessons_so_far(words: Words, taught: Sequence[str]) -> str:
    """Return how many lessons of all a person had."""
    count = len(stored_lessons(taught))
    return words("{count} of {all}", count=count, all=len(Lesson)) if count else words.p("explained so far", "none")


def keys_value(words: Words, changed: int) -> str:
    """Return how many commands have other keys, as displayed text."""
    # Translators: the value of the setting "keys": how many commands have other keys.
    return words.n("{count} changed", "{count} changed", changed) if changed else words.p("keys", "as usual")


def stepped(session: SessionOptions, name: str, by: int, themes: Path | None = None) -> SessionOptions:
    """Return the session with a setting's next (`by` = 1) or previous (-1) value; keys have a page of their own."""
    match name:
        case "keys":
            return session
        case "theme":
            return replace(session, theme=_after([AUTO, *available(themes)], session.theme, by))
        case "language":
            return replace(session, words=Words(_after(list(LANGUAGES), session.words.language, by)))
        case "taught":
            return replace(session, taught=())
        case "pace":
            return replace(session, pace=_after(PACES, session.pace, by))
    return replace(session, **{name: not getattr(session, name)})  # type: ignore[arg-type]  # the rest are switches


def session_appearance(session: SessionOptions, themes: Path | None = None) -> tuple[Appearance, str]:
    """Return a session's appearance, and an error text about its theme or its keys (empty if both are valid)."""
    palette, complaint = load_or_default(session.palette_name, themes)
    words = session.words.in_ascii if session.ascii else session.words
    keyboard, conflicts = keyboard_for(session.keys)
    appearance = shared_appearance(words, palette, ASCII if session.ascii else BOX, keyboard)
    if conflicts and not complaint:
        # Translators: {command} is the name of a command in the settings, such as draw.
        kept = words("{command} keeps its usual key.", command=conflicts[0].command)
        complaint = conflict_sentence(appearance, conflicts[0], kept)
    return appearance, complaint


def _after(values: Sequence[str], now: str, by: int) -> str:
    place = values.index(now) if now in values else 0
    return values[(place + by) % len(values)]


ApplySettings = Callable[[SessionOptions, Appearance], None]
"""Takes over changed options and their appearance."""
