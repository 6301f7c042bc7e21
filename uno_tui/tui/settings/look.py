"""The content of the settings page: each value in words, and the resulting appearance.

The rows, their order, labels and help are in `uno_tui.local.setting_rows`.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from uno_tui.i18n import LANGUAGES, Words
from uno_tui.local.setting_rows import SETTINGS, shown
from uno_tui.local.settings import AUTO, PACES, SHAPES
from uno_tui.local.theme_files import available
from uno_tui.tui.draw.appearance import ASCII, BOX, Appearance, shared_appearance
from uno_tui.tui.draw.theme import MONO, load_or_default
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.key_tables import conflict_sentence, keyboard_for


class SettingsLook(NamedTuple):
    """The content of the settings page."""

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
            return shown(words, name, session.words.language)
        case "keys":
            return shown(words, name, session.keys.settings)
    return shown(words, name, getattr(session, name))


# Translators: the value of the setting "theme".
def theme_value(words: Words, session: SessionOptions) -> str:
    """Return the theme as displayed text, with the reason for it if the person did not choose it."""
    if session.mono:
        return words("{theme} (this terminal has no colors)", theme=MONO)
    return words("automatic: {theme}", theme=session.palette_name) if session.theme == AUTO else session.theme


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
        case "table":
            return replace(session, table=_after(SHAPES, session.table, by))
    return replace(session, **{name: not getattr(session, name)})  # type: ignore[arg-type]  # the rest are switches


def session_appearance(session: SessionOptions, themes: Path | None = None) -> tuple[Appearance, str]:
    """Return a session's appearance, and an error text about its theme or its keys (empty if both are valid)."""
    palette, complaint = load_or_default(session.palette_name, themes, session.words)
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
