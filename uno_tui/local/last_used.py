"""How this person played and hosted last, so that the start screen can do it again.

Nobody writes this file by hand: one that cannot be read is as good as none.
"""

import contextlib
from pathlib import Path
from typing import Final, Self

import msgspec
from msgspec import Struct

from uno_tui.bots import LEVELS
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import Rules
from uno_tui.local.files import data_folder, replace_file
from uno_tui.table.options import EntryError, TableOptions

FILE: Final = "last_used.json"


def last_used_file() -> Path:
    """Where it is kept."""
    return data_folder() / FILE


class StoredOptions(Struct, frozen=True, kw_only=True):
    """How a table was opened."""

    seats: int = 4
    bots: int = 0
    level: str = "fair"
    rules: str = "classic"

    @classmethod
    def of(cls, options: TableOptions) -> Self:
        """The way of those options."""
        return cls(seats=options.seats, bots=options.bots, level=options.level, rules=options.rules.text)

    @property
    def options(self) -> TableOptions:
        """The options; `EntryError` or `RulesError` if there are none like that, or no more."""
        preset, *settings = self.rules.split()
        level = self.level if self.level in LEVELS else "fair"
        return TableOptions(rules=Rules.parse(preset, settings), seats=self.seats, bots=self.bots, level=level)


class LastUsed(Struct, frozen=True, kw_only=True):
    """The last ways."""

    play: StoredOptions = StoredOptions(bots=3)
    host: StoredOptions = StoredOptions()

    @classmethod
    def load(cls, path: Path) -> Self:
        """What is kept in that file, as far as it can still be done."""
        kept = cls()
        with contextlib.suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
            kept = msgspec.json.decode(path.read_bytes(), type=cls)
        return cls(play=_possible(kept.play, cls().play), host=_possible(kept.host, cls().host))

    def save(self, path: Path) -> None:
        """Keep it; if that cannot be, the next start begins as before."""
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            replace_file(path, msgspec.json.encode(self).decode() + "\n")


def _possible(way: StoredOptions, otherwise: StoredOptions) -> StoredOptions:
    try:
        _ = way.options
    except (EntryError, RulesError, ValueError):
        return otherwise
    return way


def save_last_used(*, play: TableOptions | None = None, host: TableOptions | None = None) -> None:
    """Keep how a table is opened now."""
    path = last_used_file()
    last = LastUsed.load(path)
    LastUsed(
        play=StoredOptions.of(play) if play else last.play, host=StoredOptions.of(host) if host else last.host
    ).save(path)
