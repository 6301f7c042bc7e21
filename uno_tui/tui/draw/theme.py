"""Themes: all colors of the game, read from TOML files.

A file has two tables: ``[cards]`` with a bright and a dimmed style of each color, and ``[table]`` with the rest.
A style consists of words: ``bold``, ``dim``, ``italic``, ``underline``, ``reverse``, a color ``#rrggbb``, and
``on #rrggbb`` for the background. ``background`` and ``text`` of ``[table]`` are the colors that a style does not name.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rich.style import Style

from uno_tui.game.cards import Color
from uno_tui.game.options import near
from uno_tui.i18n import Sentence, Words, mark
from uno_tui.local.theme_files import available, shipped_folder, unknown_theme_sentence
from uno_tui.local.toml_file import TomlError, TomlFile, read_text
from uno_tui.local.toml_values import WrongValueError, shown, unknown_key

DEFAULT: Final = "classic"
LIGHT: Final = "light"
"""The theme used instead of the default one in terminals with a light background."""
MONO: Final = "mono"
CONSOLE: Final = "console"
"""The theme used instead of the default one in terminals with sixteen colors, where other themes look distorted."""

TABLE_KEYS: Final = (
    "dim", "title", "turn", "wait", "row", "next", "felt", "key", "label", "back", "uno", "owes", "penalty", "error",
    "note", "mark", "bar", "win",
)  # fmt: skip
"""Keys of the styles in the ``[table]`` section of a theme file, besides ``background`` and ``text``."""
CARD_KEYS: Final = ("red", "yellow", "green", "blue", "wild")
"""Keys of the bright styles in the ``[cards]`` section of a theme file; the keys of dimmed styles end in ``-dim``."""


class ThemeError(TomlError):
    """An unknown theme or an unusable theme file; the text names file, line, key and reason."""


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """The styles of a theme.

    Compared by identity, like the styles in it: loading the same file twice gives the same palette.
    """

    name: str
    background: str
    foreground: str
    text: Style
    table: dict[str, Style]
    cards: tuple[Style, ...]
    """Bright card styles by color in card order; the wild's style is last."""
    dimmed: tuple[Style, ...]

    def __getitem__(self, key: str) -> Style:
        return self.table[key]

    def card(self, color: Color | None, bright: bool = True) -> Style:
        """Return the style of a card with the given color; None means a wild."""
        return (self.cards if bright else self.dimmed)[4 if color is None else color]


LEGIBLE: Final = 4.0
"""Minimum contrast between a short mark and its background; 21 is the contrast of black on white."""


def contrast(style: Style, ground: Style) -> float:
    """Return the contrast between a style's text color and a background, 1 to 21."""
    lights = []
    for color in (style.color, ground.bgcolor):
        triplet = color.get_truecolor() if color is not None else (0, 0, 0)
        parts = [one / 255 for one in triplet]
        linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(lights) + 0.05) / (min(lights) + 0.05)


@lru_cache(maxsize=64)
def panel(palette: Palette) -> Style:
    """Return the style of a panel: that of a row, or of plain text if marks on it would be hard to read."""
    row = palette["row"]
    marks = (palette[key] for key in ("dim", "next", "mark"))
    return row if all(contrast(one, row) >= LEGIBLE for one in marks) else palette.text


def on_ground(style: Style, ground: Style) -> Style:
    """Return a style with another one's background. rich caches the sum, so equal arguments give the same object."""
    return style + Style(bgcolor=ground.bgcolor)


_COLOR: Final = re.compile(r"#[0-9a-fA-F]{6}")
_ATTRIBUTES: Final = frozenset({"bold", "dim", "italic", "underline", "reverse"})


def _style(text: object, background: str, foreground: str) -> Style:
    if not isinstance(text, str):
        raise WrongValueError(Sentence("expected text in quotes, not {value}", value=shown(text)))
    words, attributes, colors = text.split(), dict[str, bool](), {"on": background, "": foreground}
    place = ""
    for word in words:
        if word == "on" and not place:
            place = "on"
        elif _COLOR.fullmatch(word):
            colors[place] = word
            place = ""
        elif word in _ATTRIBUTES and not place:
            attributes[word] = True
        else:
            known = ", ".join((*sorted(_ATTRIBUTES), "on"))
            message = mark("{word} is neither a color such as #1e88e5 nor one of {known}")
            raise WrongValueError(Sentence(message, word=repr(word), known=known))
    if place:
        raise WrongValueError(Sentence("{word} must be followed by a color such as #1e88e5", word="'on'"))
    return Style(color=colors[""], bgcolor=colors["on"], **attributes)  # type: ignore[arg-type]  # named attributes


_KNOWN: Final = {
    "table": {"background", "text", *TABLE_KEYS},
    "cards": {key + end for key in CARD_KEYS for end in ("", "-dim")},
}


class _ThemeReader:
    """Reader of the styles in one theme file."""

    def __init__(self, text: str, file: str) -> None:
        self.file = TomlFile(text, file, ThemeError)

    def check_keys(self) -> None:
        """Raise `ThemeError` for a key that themes do not have."""
        for table, inside in self.file.data.items():
            if table not in _KNOWN or not isinstance(inside, dict):
                raise self.file.error(
                    [table], Sentence("unknown section; choose from {known}", known="[table], [cards]")
                )
            for key in inside:
                if key not in _KNOWN[table]:
                    raise self.file.error([table, key], unknown_key(near(key, sorted(_KNOWN[table]))))

    def value(self, table: str, key: str) -> Any:
        """Return the value of a required key; raise `ThemeError` if it is missing."""
        if table not in self.file.data:
            raise self.file.error([table], Sentence("the section is missing"))
        if key not in self.file.data[table]:
            raise self.file.error([table, key], Sentence("the key is missing"))
        return self.file.data[table][key]

    def color(self, key: str) -> str:
        """Return a color of ``[table]``."""
        value = self.value("table", key)
        if not isinstance(value, str) or not _COLOR.fullmatch(value):
            reason = Sentence("{value} is not a color such as #1e88e5", value=shown(value))
            raise self.file.error(["table", key], reason)
        return value

    def style(self, table: str, key: str, background: str, foreground: str) -> Style:
        """Return a style; the two given colors replace the ones it does not set."""
        value = self.value(table, key)
        try:
            return _style(value, background, foreground)
        except WrongValueError as error:
            raise self.file.error([table, key], error.sentence) from None


def parse(name: str, text: str, file: str) -> Palette:
    """Return the palette that a theme file's text describes; raise `ThemeError` if something is wrong."""
    reader = _ThemeReader(text, file)
    reader.check_keys()
    background, color = reader.color("background"), reader.color("text")
    return Palette(
        name=name,
        background=background,
        foreground=color,
        text=Style(color=color, bgcolor=background),
        table={key: reader.style("table", key, background, color) for key in TABLE_KEYS},
        cards=tuple(reader.style("cards", key, background, color) for key in CARD_KEYS),
        dimmed=tuple(reader.style("cards", key + "-dim", background, color) for key in CARD_KEYS),
    )


def load(name: str, folder: Path | None = None) -> Palette:
    """Return the theme with the given name; raise `ThemeError` if there is none or its file is invalid."""
    themes = available(folder)
    if name not in themes:
        raise ThemeError(unknown_theme_sentence(name, themes))
    return _load(name, themes[name])


def preload() -> None:
    """Read all themes now, so that no key press takes the time for that; invalid ones are reported when chosen."""
    for name in available():
        with suppress(ThemeError):
            load(name)


def source(name: str, folder: Path | None = None) -> str:
    """Return the text of the file of the theme with the given name; raise `ThemeError` as `load` does."""
    load(name, folder)
    return read_text(available(folder)[name], ThemeError)


def _load(name: str, path: Path) -> Palette:
    return _parsed(name, read_text(path, ThemeError), str(path))


@lru_cache(maxsize=32)
def _parsed(name: str, text: str, file: str) -> Palette:
    """Return the palette of a file's text, the same object for equal arguments.

    The text is part of the key, so an edited file gives a new palette.
    """
    return parse(name, text, file)


def load_or_default(name: str, folder: Path | None, words: Words) -> tuple[Palette, str]:
    """Return a theme by name with an empty text; if it fails, the default theme with the error text."""
    try:
        return load(name, folder), ""
    except ThemeError as error:
        return _load(DEFAULT, shipped_folder() / f"{DEFAULT}.toml"), error.text(words)


def next_theme(name: str, folder: Path | None, words: Words) -> tuple[Palette, str]:
    """Return the theme after the named one with an empty text; if it fails, the default theme with the error text."""
    names = list(available(folder))
    place = names.index(name) + 1 if name in names else 0
    return load_or_default(names[place % len(names)], folder, words)
