"""A person's settings for this terminal, stored as ``settings.toml`` in the configuration folder.

Every setting has a default, and the file may be missing. If the file is wrong, the error names file, line, key and
reason, and the defaults apply. Saving changes only the lines of changed settings, so comments survive.
"""

import contextlib
import difflib
import logging
import re
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct, structs

from uno_tui.i18n import LANGUAGES
from uno_tui.local.files import config_folder, replace_file
from uno_tui.local.own_keys import OwnKeys
from uno_tui.local.toml_file import KeyPath, TomlError, TomlFile, read_text, validation_problem, with_values
from uno_tui.names import clean_name
from uno_tui.table.protocol import BotPace

logger = logging.getLogger(__name__)

FILE: Final = "settings.toml"
MAX_BYTES: Final = 65_536
"""Maximum size of a settings file in bytes; a longer file is not read."""
FORMAT: Final = 1
"""Newest settings file format that this program reads; the key ``format`` states a file's format, by default 1."""


AUTO: Final = "auto"
"""Value of `theme` that means: choose the default theme that suits the terminal's colors and background."""
PACES: Final = tuple(pace.value for pace in BotPace)
ROUND: Final = "round"
LIST: Final = "list"
SHAPES: Final = (AUTO, ROUND, LIST)
"""Values of `table`: chosen by screen size, seats around the piles if they fit, or a list."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person's settings. Options on the command line override them for one run."""

    name: Annotated[str, Meta(max_length=200)] = ""
    """Name at the table, at most 200 characters; if empty, the login name is used."""
    theme: Annotated[str, Meta(min_length=1, max_length=200)] = AUTO
    """Name of a theme, or `AUTO`."""
    language: str = ""
    """A key of `LANGUAGES`; if empty, the environment decides."""
    motion: bool = True
    """Whether to show animations when the connection is fast enough."""
    bell: bool = False
    """Whether the terminal bell rings when this person's turn begins."""
    notify: bool = True
    """Whether a desktop notification tells this person of their turn while the terminal is in the background."""
    cursor: bool = True
    """Whether the terminal's cursor is shown on the selected item, or only while the person types."""
    plain: bool = False
    """Whether text mode replaces the full screen."""
    brief: bool = False
    """Whether each turn is described in only one line in text mode."""
    ascii: bool = False
    """Whether only ASCII is drawn, even if the terminal supports more."""
    table: str = AUTO
    """How the table is shown; a value of `SHAPES`."""
    pace: str = BotPace.BRISK.value
    """How fast bots play when this person is the only human player; a value of `BotPace`."""
    lessons: bool = True
    """Whether lessons are shown during play."""
    taught: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=100)] = ()
    """Names of the lessons already given, sorted; names from a newer version are kept."""

    keys: dict[str, Any] = {}
    """Custom keys of commands, in the form of `OwnKeys.settings`; commands not listed have their default keys."""

    def __post_init__(self) -> None:
        if self.language and self.language not in LANGUAGES:
            raise ValueError(f"language: {self.language!r} is not a language; choose from {', '.join(LANGUAGES)}")
        if self.pace not in PACES:
            raise ValueError(f"pace: {self.pace!r} is not a pace; choose from {', '.join(PACES)}")
        if self.table not in SHAPES:
            raise ValueError(f"table: {self.table!r} is not a table view; choose from {', '.join(SHAPES)}")
        if self.name and self.name != clean_name(self.name):
            raise ValueError(f"name: it would be shown as {clean_name(self.name)!r}")
        OwnKeys.of(self.keys)


KEYS: Final = Settings.__struct_fields__
_TYPE_NAMES: Final = {
    "`bool`": "true or false",
    "`str`": "text in quotes",
    "`object`": "a table",
    "Expected": "expected",
}


class SettingsError(TomlError):
    """A settings file that cannot be used; the text names the file, line, key and reason."""


class NewerSettingsError(SettingsError):
    """A settings file written by a newer version of the program."""


def settings_file() -> Path:
    """Return the path of the settings file."""
    return config_folder() / FILE


def parse(text: str, where: str) -> Settings:
    """Parse the text of a settings file; `where` names it in errors.

    Raises:
        NewerSettingsError: The format is newer than `FORMAT`.
        SettingsError: Anything else is wrong.
    """
    file = TomlFile(text, where, SettingsError)
    number = file.data.pop("format", FORMAT)
    if type(number) is not int or number < 1:
        raise file.error(["format"], "expected a whole number from 1 on")
    if number > FORMAT:
        reason = f"{number} is newer than {FORMAT}, the newest that this program reads; the file is left as it is"
        raise NewerSettingsError(str(file.error(["format"], reason)))
    try:
        return msgspec.convert(file.data, Settings)
    except msgspec.ValidationError as error:
        raise file.error(*_explained(error)) from None


def _explained(error: msgspec.ValidationError) -> tuple[KeyPath, str]:
    """Return the key and the reason of a msgspec error, worded for people."""
    path, reason, unknown = validation_problem(error)
    if unknown:
        near = difflib.get_close_matches(unknown, KEYS, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        return [unknown], f"unknown setting{hint}; choose from {', '.join(KEYS)}"
    if own := re.match(rf"({'|'.join(KEYS)})((?:\.\S+?)?): (.*)", reason, re.DOTALL):
        return [own[1], *([own[2][1:]] if own[2] else [])], own[3]
    for machine, human in _TYPE_NAMES.items():
        reason = reason.replace(machine, human)
    return path, reason


def load(path: Path) -> Settings:
    """Read a settings file; return the defaults if no file exists. Raise `SettingsError` for an unusable file."""
    text = read_text(path, SettingsError, missing="")
    if (size := len(text.encode())) > MAX_BYTES:
        raise SettingsError(f"{path}:1: the file is too large ({size} bytes)")
    return parse(text, str(path))


def load_or_default(path: Path) -> tuple[Settings, str]:
    """Return a file's settings with an empty error; if that fails, the defaults with the error text."""
    try:
        return load(path), ""
    except SettingsError as error:
        return Settings(), str(error)


def save(path: Path, settings: Settings) -> None:
    """Write settings to a file.

    A file that cannot be used is first renamed to ``settings.toml.wrong``.

    Raises:
        OSError: They cannot be written, or the file has a newer format; the file is unchanged.
    """
    path = path.resolve()  # a link is followed, so that it stays a link to the file in, say, a dotfiles repository
    path.parent.mkdir(parents=True, exist_ok=True)
    text = ""
    try:
        if path.exists():
            load(path)
            text = path.read_text(encoding="utf-8-sig")
    except NewerSettingsError as error:
        raise OSError(str(error)) from error
    except SettingsError:
        path.replace(path.with_name(path.name + ".wrong"))
    replace_file(path, updated_text(text, settings))


class SettingsWriter:
    """Saves settings that a person changes during play; overrides from the command line are not saved."""

    def __init__(self, path: Path, shown: Settings) -> None:
        self._path = path
        self._shown = shown

    def save(self, now: Settings) -> None:
        """Save the settings that differ from the previous call, except the name; log an error if that fails."""
        before, self._shown = self._shown, now
        different = {key: getattr(now, key) for key in KEYS if getattr(now, key) != getattr(before, key)}
        different.pop("name", None)
        if not different:
            return
        try:
            save(self._path, structs.replace(load_or_default(self._path)[0], **different))
        except OSError as error:
            logger.error("the settings %s cannot be kept: %s", self._path, error)  # noqa: TRY400  # a traceback would not help


def updated_text(text: str, settings: Settings) -> str:
    """Return a settings file's text with new values; lines with unchanged values stay the same."""
    before = parse(text, FILE)
    changed = {key: getattr(settings, key) for key in KEYS if getattr(settings, key) != getattr(before, key)}
    own_keys = changed.pop("keys", before.keys)
    written = with_values(text or f"format = {FORMAT}\n", changed)
    moved = {key: own_keys.get(key) for key in {**before.keys, **own_keys} if own_keys.get(key) != before.keys.get(key)}
    written = with_values(written, moved, "keys")
    with contextlib.suppress(SettingsError):
        if parse(written, FILE) == settings:
            return written
    # A value over several lines, say, cannot be replaced line by line; then the whole file is written again.
    values = {"format": FORMAT} | {key: getattr(settings, key) for key in KEYS if key != "keys"}
    return with_values(with_values("", values), settings.keys, "keys")
