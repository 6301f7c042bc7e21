"""A person's settings in lines of text: read them, or change one by typing its name and its new value."""

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from msgspec import structs

from uno_tui.game.options import near
from uno_tui.i18n import Words
from uno_tui.local.setting_rows import SettingRow, choices, shown
from uno_tui.local.settings import Settings
from uno_tui.names import clean_name, unaccented
from uno_tui.typed.parser import ParseError, hint, without_beginning

AT_A_TABLE: Final = frozenset({"bell", "brief", "pace", "lessons", "taught"})
"""Settings that take effect at a table in text mode immediately; the others take effect in the next session."""
_NO_NAME: Final = "-"
"""Text that a person types as name in order to clear the name."""


# Translators: an answer about the settings in lines: "theme: classic".
def setting_lines(words: Words, rows: Sequence[SettingRow], settings: Settings) -> list[str]:
    """Return a line for each setting, with its value in words."""
    return [_line(words, row, getattr(settings, row.name)) for row in rows]


# Translators: an answer about the settings in lines: "theme: classic".
def _line(words: Words, row: SettingRow, value: Any) -> str:
    return words("{name}: {text}", name=words(row.label), text=shown(words, row.name, value))


class SettingLines:
    """Changes a person's settings by typed lines such as ``theme mono``."""

    def __init__(self, words: Words, rows: Sequence[SettingRow], themes: Callable[[], Collection[str]] = tuple) -> None:
        """`themes` returns the names of all themes."""
        self._words = words
        self._rows = rows
        self._themes = themes

    # Translators: an answer about the settings in lines; {values} is a list such as "on, off".
    def read(self, settings: Settings, text: str) -> tuple[str, Any]:
        """Parse ``SETTING VALUE``; return the field of `Settings` and its new value.

        Raises:
            ParseError: The setting or the value is missing or impossible; the text says what is possible.
        """
        words, (row, rest) = self._words, self._row(text)
        if not rest:
            raise ParseError(
                f"{_line(words, row, getattr(settings, row.name))}. {words(row.help)} {self._possible(row)}"
            )
        if row.name == "name":
            return row.name, "" if rest == _NO_NAME else clean_name(rest, "")
        values = self._values(row)
        found = values.get(unaccented(rest))
        if found is None:
            typed = rest[:40] + hint(words, near(rest, values))
            error = words("{name}: {text} is not possible.", name=words(row.label), text=typed)
            raise ParseError(f"{error} {self._possible(row)}")
        return row.name, found[1]

    # Translators: an answer about the settings in lines; {values} is a list such as "on, off".
    def _row(self, text: str) -> tuple[SettingRow, str]:
        """Return the setting whose label or field name begins the text, and the rest of the text."""
        english = Words("en")
        for row in self._rows:
            for name in (self._words(row.label), english(row.label), row.name):
                end = re.match(rf"{re.escape(unaccented(name))}(?=$|[\s=:])", unaccented(text))
                if end:
                    return row, without_beginning(text, end.end()).lstrip(" =:").strip()
        labels = [self._words(row.label) for row in self._rows]
        name = re.split(r"[\s=:]", text, maxsplit=1)[0]
        begun = (label for label in labels if unaccented(label).startswith(unaccented(name))) if name else iter(())
        typed = name[:40] + hint(self._words, next(begun, "") or near(name, labels))
        raise ParseError(
            self._words("There is no setting {text}. Settings: {names}.", text=typed, names=", ".join(labels))
        )

    def _values(self, row: SettingRow) -> dict[str, tuple[str, Any]]:
        """Return, by folded text that can be typed for a setting, the text as shown and the value that it means."""
        english, found = Words("en"), dict[str, tuple[str, Any]]()
        for value in choices(row.name, self._themes()):
            text = shown(self._words, row.name, value)
            for typed in (text, shown(english, row.name, value), str(value)):
                found.setdefault(unaccented(typed), (text, value))
        return found

    # Translators: an answer about the settings in lines; {values} is a list such as "on, off".
    def _possible(self, row: SettingRow) -> str:
        texts = dict.fromkeys(text for text, _ in self._values(row).values())
        if not texts:
            return self._words("Type {example}; - clears it.", example=f"{self._words(row.label)} Ann")
        return self._words("Choose from: {values}.", values=", ".join(texts))

    # Translators: an answer about the settings in lines: "theme: classic".
    def changed(self, settings: Settings, name: str) -> str:
        """Return the line that confirms a changed setting."""
        row = next(one for one in self._rows if one.name == name)
        return _line(self._words, row, getattr(settings, name))


def with_setting(settings: Settings, name: str, value: Any) -> Settings:
    """Return the settings with one of them changed.

    >>> with_setting(Settings(), "bell", True).bell
    True
    """
    return structs.replace(settings, **{name: value})
