"""Themes: every color of the game, read from TOML files.

A file has two tables. ``[table]`` styles what lies around the cards, ``[cards]`` the cards, each with its dimmed form.
A style is words: ``bold``, ``dim``, ``italic``, ``underline``, ``reverse``, a color ``#rrggbb``, and ``on #rrggbb``.
``background`` and ``text`` of ``[table]`` are what a style falls back to.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from platformdirs import user_config_path
from rich.style import Style

from uno_tui.game.cards import Color

DEFAULT: Final = "classic"
MONO: Final = "mono"

TABLE_KEYS: Final = (
    "dim", "title", "turn", "wait", "row", "next", "key", "label", "back", "uno", "owes", "penalty", "error", "note",
    "mark", "bar", "win",
)  # fmt: skip
"""The styles of ``[table]`` beside ``background`` and ``text``."""
CARD_KEYS: Final = ("red", "yellow", "green", "blue", "wild")
"""The styles of ``[cards]``; each has a ``-dim`` beside it."""


class ThemeError(ValueError):
    """A theme file that cannot be used; the text names the file, line, key and reason."""


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """A theme, ready to draw with."""

    name: str
    background: str
    foreground: str
    text: Style
    table: dict[str, Style]
    cards: tuple[Style, ...]
    """By color in card order, wilds last."""
    dimmed: tuple[Style, ...]

    def __getitem__(self, key: str) -> Style:
        return self.table[key]

    def card(self, color: Color | None, bright: bool = True) -> Style:
        """The style of a card of that color, None for wilds."""
        return (self.cards if bright else self.dimmed)[4 if color is None else color]


_COLOR: Final = re.compile(r"#[0-9a-fA-F]{6}")
_ATTRIBUTES: Final = frozenset({"bold", "dim", "italic", "underline", "reverse"})


def _style(text: object, background: str, foreground: str) -> Style:
    if not isinstance(text, str):
        raise ValueError("a style is a text")  # noqa: TRY004  # one kind of error for all that a file can have wrong
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
            raise ValueError(f"{word!r} is neither a color #rrggbb nor one of {', '.join(sorted(_ATTRIBUTES))}, on")
    if place:
        raise ValueError("'on' wants a color #rrggbb behind it")
    return Style(color=colors[""], bgcolor=colors["on"], **attributes)  # type: ignore[arg-type]  # named attributes


def parse(name: str, text: str, file: str) -> Palette:
    """The palette of a theme file's text; a wrong one raises `ThemeError`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise ThemeError(f"{file}:{found[1] if found else 1}: not TOML: {error}") from None

    def fail(table: str, key: str, reason: str) -> ThemeError:
        return ThemeError(f"{file}:{_line(text, table, key)}: {table}.{key}: {reason}")

    def wanted(table: str, key: str) -> Any:
        inside = data.get(table)
        if not isinstance(inside, dict):
            raise ThemeError(f"{file}:1: {table}: the table [{table}] is missing")
        if key not in inside:
            raise fail(table, key, "missing")
        return inside[key]

    def color(key: str) -> str:
        value = wanted("table", key)
        if not isinstance(value, str) or not _COLOR.fullmatch(value):
            raise fail("table", key, f"{value!r} is no color #rrggbb")
        return value

    background, foreground = color("background"), color("text")

    def style(table: str, key: str) -> Style:
        try:
            return _style(wanted(table, key), background, foreground)
        except ThemeError:
            raise
        except ValueError as error:
            raise fail(table, key, str(error)) from None

    known = {"table": {"background", "text", *TABLE_KEYS}, "cards": {k + d for k in CARD_KEYS for d in ("", "-dim")}}
    for table, inside in data.items():
        if table not in known or not isinstance(inside, dict):
            raise fail(table, "", "the tables are [table] and [cards]")
        for key in inside:
            if key not in known[table]:
                raise fail(table, key, "no such key")
    return Palette(
        name=name,
        background=background,
        foreground=foreground,
        text=Style(color=foreground, bgcolor=background),
        table={key: style("table", key) for key in TABLE_KEYS},
        cards=tuple(style("cards", key) for key in CARD_KEYS),
        dimmed=tuple(style("cards", key + "-dim") for key in CARD_KEYS),
    )


def _line(text: str, table: str, key: str) -> int:
    """The line a key stands on, else its table's, else the first."""
    inside, line = False, 1
    for number, content in enumerate(text.splitlines(), 1):
        content = content.strip()
        if content.startswith("["):
            inside = content.startswith(f"[{table}]")
            line = number if inside else line
        elif inside and re.match(rf"[\"']?{re.escape(key)}[\"']?\s*=", content):
            return number
    return line


def user_folder() -> Path:
    """Where people put their own themes."""
    return user_config_path("uno-tui", appauthor=False) / "themes"


def available(folder: Path | None = None) -> dict[str, Path | Traversable]:
    """All themes by name; a person's own stands before one of the same name that came with the game."""
    found: dict[str, Path | Traversable] = {
        entry.name.removesuffix(".toml"): entry for entry in files("themes").iterdir() if entry.name.endswith(".toml")
    }
    folder = user_folder() if folder is None else folder
    if folder.is_dir():
        found.update({path.stem: path for path in sorted(folder.glob("*.toml"))})
    return dict(sorted(found.items()))


def load(name: str, folder: Path | None = None) -> Palette:
    """The theme of that name; one that does not exist or is wrong raises `ThemeError`."""
    themes = available(folder)
    if name not in themes:
        raise ThemeError(f"no theme {name!r}: the themes are {', '.join(themes)}")
    return _load(name, themes[name])


@lru_cache(maxsize=32)
def _load(name: str, path: Path | Traversable) -> Palette:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ThemeError(f"{path}:1: cannot be read: {error}") from None
    return parse(name, text, str(path))


def load_or_default(name: str, folder: Path | None = None) -> tuple[Palette, str]:
    """The theme of that name and no complaint, or the default one and what was wrong."""
    try:
        return load(name, folder), ""
    except ThemeError as error:
        return _load(DEFAULT, files("themes") / f"{DEFAULT}.toml"), str(error)
