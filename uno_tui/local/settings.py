"""What a person has chosen for their games in this terminal: a TOML file in the configuration folder.

Everything has a default, so no file at all is a choice too. A file that is wrong is told by file, line, key and reason,
and the defaults are used. A file is replaced whole or not at all, and lines that did not change stay as they were
written, remarks among them.
"""

import contextlib
import difflib
import json
import logging
import re
import tomllib
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct, structs

from uno_tui.i18n import LANGUAGES
from uno_tui.local.files import config_folder, replace_file
from uno_tui.names import clean_name

logger = logging.getLogger(__name__)

FILE: Final = "settings.toml"
MAX_BYTES: Final = 65_536
"""No settings are as long as that."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody chose; options of the command line go before it."""

    name: Annotated[str, Meta(max_length=200)] = ""
    """At the table; empty for the login name."""
    theme: Annotated[str, Meta(min_length=1, max_length=200)] = "classic"
    language: str = ""
    """One of `LANGUAGES`; empty for what the environment asks for."""
    motion: bool = False
    """Things may move on the screen."""
    bell: bool = False
    """Ring when it is this person's turn."""
    ascii: bool = False
    """Draw with ASCII alone, also where the terminal could do more."""
    lessons: bool = True
    """Explain the game while it is played, until it was."""

    def __post_init__(self) -> None:
        if self.language and self.language not in LANGUAGES:
            raise ValueError(f"language: {self.language!r} is none of {', '.join(LANGUAGES)}")
        if self.name and self.name != clean_name(self.name):
            raise ValueError(f"name: this would be shown as {clean_name(self.name)!r}")


KEYS: Final = Settings.__struct_fields__
_SAID: Final = {"`bool`": "true or false", "`str`": "text in quotes", "Expected": "expected"}


class SettingsError(ValueError):
    """A settings file that cannot be used; the text names the file, line, key and reason."""


def settings_file() -> Path:
    """Where the settings are kept."""
    return config_folder() / FILE


def parse(text: str, where: str) -> Settings:
    """The settings of a file's text; `SettingsError` for a wrong one."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        reason = str(error)[: found.start()] if found else str(error)
        raise SettingsError(f"{where}:{line}: not TOML: {reason[:1].lower()}{reason[1:]}") from None
    try:
        return msgspec.convert(table, Settings)
    except msgspec.ValidationError as error:
        key, reason = _explained(str(error))
        raise SettingsError(f"{where}:{_line(text, key)}: {key}: {reason}") from None


def _explained(error: str) -> tuple[str, str]:
    """The key and the reason."""
    reason, _, path = error.partition(" - at `$")
    if unknown := re.match(r"Object contains unknown field `(.*)`", reason):
        near = difflib.get_close_matches(unknown[1], KEYS, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        return unknown[1], f"there is no such setting{hint}; there is: {', '.join(KEYS)}"
    if own := re.match(rf"({'|'.join(KEYS)}): (.*)", reason, re.DOTALL):
        return own[1], own[2]
    for machine, human in _SAID.items():
        reason = reason.replace(machine, human)
    return path.strip(".`"), reason


def _line(text: str, key: str) -> int:
    """The line on which a key stands, else the first."""
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if _sets(line, key)), 1)


def _sets(line: str, key: str) -> bool:
    return re.match(rf"\s*(?:\[\s*)?[\"']?{re.escape(key)}[\"']?\s*[=.\]]", line) is not None


def load(path: Path) -> Settings:
    """The settings of a file; the defaults if there is none, `SettingsError` for one that cannot be used."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise SettingsError(f"{path}:1: cannot be read: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise SettingsError(f"{path}:1: {len(data)} bytes are too many for settings")
    try:
        return parse(data.decode("utf-8-sig"), str(path))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise SettingsError(f"{path}:{line}: not UTF-8 text") from None


def load_or_default(path: Path) -> tuple[Settings, str]:
    """The settings of a file and no complaint, or the defaults and what is wrong with it."""
    try:
        return load(path), ""
    except SettingsError as error:
        return Settings(), str(error)


def save(path: Path, settings: Settings) -> None:
    """Keep settings; `OSError` if they cannot be kept, and then the file is as it was.

    A file that cannot be used is put aside as ``settings.toml.wrong``.
    """
    path = path.resolve()  # the file may be a link to where somebody keeps such files
    path.parent.mkdir(parents=True, exist_ok=True)
    text = ""
    try:
        if path.exists():
            load(path)
            text = path.read_text(encoding="utf-8-sig")
    except SettingsError:
        path.replace(path.with_name(path.name + ".wrong"))
    replace_file(path, changed(text, settings))


class SettingsWriter:
    """Keeps what a person changes while they play; what was so before is not taken for their choice."""

    def __init__(self, path: Path, shown: Settings) -> None:
        self._path = path
        self._shown = shown

    def keep(self, now: Settings) -> None:
        """Keep what is different from before, but never the name; if that cannot be, the log tells."""
        before, self._shown = self._shown, now
        different = {key: getattr(now, key) for key in KEYS if getattr(now, key) != getattr(before, key)}
        different.pop("name", None)
        if not different:
            return
        try:
            save(self._path, structs.replace(load_or_default(self._path)[0], **different))
        except OSError as error:
            logger.error("the settings %s cannot be kept: %s", self._path, error)  # noqa: TRY400  # no trace is wanted


def changed(text: str, settings: Settings) -> str:
    """The text of a file, with these settings in it; lines that say the same already stay as they are."""
    before = parse(text, FILE)
    lines = text.splitlines()
    for key in KEYS:
        value = getattr(settings, key)
        if value == getattr(before, key):
            continue
        line = f"{key} = {json.dumps(value, ensure_ascii=False)}"
        places = [place for place, old in enumerate(lines) if _sets(old, key)]
        if places:
            lines[places[0]] = line
        else:
            lines.append(line)
    written = "\n".join([*lines, ""])
    with contextlib.suppress(SettingsError):
        if parse(written, FILE) == settings:
            return written
    # Somebody writes TOML in more ways than lines show: then all of it is written anew.
    return "".join(f"{key} = {json.dumps(getattr(settings, key), ensure_ascii=False)}\n" for key in KEYS)
