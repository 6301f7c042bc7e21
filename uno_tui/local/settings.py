"""A person's settings for this terminal, stored as ``settings.toml`` in the configuration folder.

Every setting has a default, and the file may be missing. If the file is wrong, the error names file, line, key and
reason, and the defaults apply. Saving changes only the lines of changed settings, so comments survive.
"""

import contextlib
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct, structs

from uno_tui.game.options import near
from uno_tui.i18n import LANGUAGES, Sentence, TranslatableError
from uno_tui.local.files import config_folder, replace_file
from uno_tui.local.own_keys import OwnKeys
from uno_tui.local.toml_file import TomlError, TomlFile, placed, read_text, with_values
from uno_tui.local.toml_values import Problem, WrongValueError, hint, shown
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
            raise _unknown("language", self.language, LANGUAGES)
        if self.pace not in PACES:
            raise _unknown("pace", self.pace, PACES)
        if self.table not in SHAPES:
            raise _unknown("table", self.table, SHAPES)
        if self.name and self.name != clean_name(self.name):
            raise WrongValueError(Sentence("it would be shown as {name}", name=repr(clean_name(self.name))), "name")
        OwnKeys.of(self.keys)


def _unknown(key: str, value: str, known: Iterable[str]) -> WrongValueError:
    return WrongValueError(
        Sentence("expected one of {known}, not {value}", known=", ".join(known), value=shown(value)), key
    )


KEYS: Final = Settings.__struct_fields__


class SettingsError(TomlError):
    """A settings file that cannot be used; the text names the file, line, key and reason."""

    language = ""
    """The language that the file asks for, in which the error should be shown; empty if it names none."""


class UnsavedSettingsError(TranslatableError, OSError):
    """Settings that cannot be written to the file, because its format is newer."""


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
    try:
        return _converted(file)
    except SettingsError as error:
        if isinstance(language := file.data.get("language"), str) and language in LANGUAGES:
            error.language = language
        raise


def _converted(file: TomlFile[SettingsError]) -> Settings:
    """Return the settings of a parsed file; raise as `parse` does."""
    number = file.data.pop("format", FORMAT)
    if type(number) is not int or number < 1:
        raise file.error(["format"], Sentence("expected a whole number that is 1 or more"))
    if number > FORMAT:
        reason = Sentence(
            "{number} is newer than {known}, the newest that this program reads; the file is left as it is",
            number=number, known=FORMAT,
        )  # fmt: skip  # one sentence
        raise NewerSettingsError(file.error(["format"], reason).sentence)
    try:
        return msgspec.convert(file.data, Settings)
    except msgspec.ValidationError as error:
        problem = Problem(error, Settings, file.data)
        raise file.error(problem.path, _unknown_key(problem.unknown) or problem.reason) from None


def _unknown_key(name: str) -> Sentence | None:
    """Return what to say of a key that settings do not have; None for no key."""
    if not name:
        return None
    known = ", ".join(KEYS)
    return Sentence("unknown setting{hint}; choose from {known}", hint=hint(near(name, KEYS)), known=known)


def load(path: Path) -> Settings:
    """Read a settings file; return the defaults if no file exists. Raise `SettingsError` for an unusable file."""
    text = read_text(path, SettingsError, missing="")
    if (size := len(text.encode())) > MAX_BYTES:
        raise SettingsError(placed(f"{path}:1", Sentence("the file is too large ({size} bytes)", size=size)))
    return parse(text, str(path))


def load_or_default(path: Path) -> tuple[Settings, SettingsError | None]:
    """Return a file's settings; if that fails, the defaults with the error."""
    try:
        return load(path), None
    except SettingsError as error:
        return Settings(), error


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
        raise UnsavedSettingsError(error.sentence) from error
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
