"""The options with which this person last played and hosted, stored as JSON so that the start screen offers them again.

Nobody edits this file by hand, so an unreadable one counts as missing.
"""

import contextlib
import logging
from pathlib import Path
from typing import Final, Self

import msgspec
from msgspec import Struct

from uno_tui.bots import LEVELS
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import Rules
from uno_tui.local.files import data_folder, replace_file
from uno_tui.table.options import EntryError, TableOptions

logger = logging.getLogger(__name__)

FILE: Final = "last_used.json"
FORMAT: Final = 1
"""Newest file format that this program reads; a file that states no format has format 1."""


def last_used_file() -> Path:
    """Return the path of ``last_used.json``."""
    return data_folder() / FILE


class StoredOptions(Struct, frozen=True, kw_only=True):
    """Table options as the file stores them."""

    seats: int = 4
    bots: int = 0
    level: str = "medium"
    rules: str = "classic"

    @classmethod
    def of(cls, options: TableOptions) -> Self:
        """Return the stored form of table options."""
        return cls(seats=options.seats, bots=options.bots, level=options.level, rules=options.rules.full_text)

    @property
    def options(self) -> TableOptions:
        """Return the table options; raise `EntryError` or `RulesError` if this version cannot use them."""
        return TableOptions(rules=Rules.read(self.rules), seats=self.seats, bots=self.bots, level=self.level)


class _Header(Struct, frozen=True):
    format: int = 1


class LastUsed(Struct, frozen=True, kw_only=True):
    """The most recent table options for playing and for hosting."""

    format: int = FORMAT
    play: StoredOptions = StoredOptions(bots=3)
    host: StoredOptions = StoredOptions()

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read the file; use the defaults for options that are missing, unreadable, newer or invalid."""
        stored = cls()
        with contextlib.suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
            if not _is_newer(path):
                stored = msgspec.json.decode(path.read_bytes(), type=cls)
        playable = stored.play.bots == stored.play.seats - 1  # nobody else can take a seat
        play = _possible(stored.play, cls().play) if playable else cls().play
        return cls(play=play, host=_possible(stored.host, cls().host))

    def save(self, path: Path) -> None:
        """Write the file, unless the existing file has a newer format; ignore a failure silently."""
        with contextlib.suppress(OSError):
            if _is_newer(path):
                return
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            replace_file(path, msgspec.json.encode(self).decode() + "\n")


def _is_newer(path: Path) -> bool:
    """Return whether the file has a newer format, and log a warning if so."""
    try:
        number = msgspec.json.decode(path.read_bytes(), type=_Header).format
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return False
    if number > FORMAT:
        logger.warning(
            "%s has format %d, newer than %d, the newest that this program reads; the file is left as it is",
            path, number, FORMAT,
        )  # fmt: skip  # one sentence
    return number > FORMAT


def _possible(stored: StoredOptions, default: StoredOptions) -> StoredOptions:
    try:
        level = stored.options.level
    except (EntryError, RulesError, ValueError):
        return default
    return stored if level in LEVELS else default


def save_last_used(*, play: TableOptions | None = None, host: TableOptions | None = None) -> None:
    """Store the options of a match in which this person played, or of a table that is about to be opened for others."""
    path = last_used_file()
    last = LastUsed.load(path)
    LastUsed(
        play=StoredOptions.of(play) if play else last.play, host=StoredOptions.of(host) if host else last.host
    ).save(path)
