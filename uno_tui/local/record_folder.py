"""The folder with the records of the last matches played in this terminal, one file a match.

A record shows every hand, so a match is only written to the folder when it is over. Until then its moves are in memory,
and a match that never ends leaves no record.
"""

import shlex
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uno_tui.faults import log_fault
from uno_tui.game.errors import RulesError
from uno_tui.game.record import Record, unquoted
from uno_tui.game.rules import Rules
from uno_tui.i18n import Words
from uno_tui.i18n.system_reasons import system_reason
from uno_tui.local.files import data_folder, replace_file
from uno_tui.names import clean_name
from uno_tui.table.results import MatchResult

MAX_RECORDS: Final = 20
SUFFIX: Final = ".uno"
MAX_BYTES: Final = 16_000_000
"""Maximum number of bytes read from a record file; the rest of a longer file is ignored."""
_SUMMARY_BYTES: Final = 4096
"""Number of bytes read from the beginning of a record file for a summary."""


@dataclass(frozen=True, slots=True)
class RecordSummary:
    """The header of a record, as shown in the list of matches; the record itself is not verified."""

    path: Path
    played: str
    """Local end time from the file name, such as ``2026-11-30 20:15``; empty if the file was renamed."""
    rules: str
    names: tuple[str, ...]


class RecordFolder:
    """A folder that keeps the newest `most` game records and deletes older ones."""

    def __init__(self, folder: Path, most: int = MAX_RECORDS, now: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self.newest: Path | None = None
        """The file that this object wrote most recently; None before the first."""
        self.error: OSError | ValueError | None = None
        """Why the last record could not be written; None if it was written."""
        self._most = most
        self._now = now

    def add(self, record: Record) -> Path:
        """Write the record of a finished match and return its path.

        Raises:
            ValueError: The match is not over.
            OSError: The file cannot be written.
        """
        if record.winner is None:
            raise ValueError("the match is not over: its cards are a secret")
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(self._now()))
        taken, number = self._path(stamp), 1
        while taken.exists():
            number += 1
            taken = self._path(f"{stamp}-{number}")
        replace_file(taken, record.text)
        self.newest = taken
        # Records from the future were written while the clock was ahead; they must not push out the newest ones.
        past = [path for path in self._files() if _order(path) <= _order(taken)]
        for old in past[self._most :]:
            old.unlink(missing_ok=True)
        return taken

    def add_result(self, result: MatchResult) -> None:
        """Write the record of a finished match; after a failure, log the error and store it in `error`."""
        try:
            self.add(result.record)
        except (OSError, ValueError) as error:
            self.error = error
            log_fault("the record of a match cannot be kept", error)

    def _path(self, stamp: str) -> Path:
        return self.folder / f"match-{stamp}{SUFFIX}"

    def _files(self) -> list[Path]:
        """Return the paths of all records, newest first."""
        return sorted(self.folder.glob(f"match-*{SUFFIX}"), key=_order, reverse=True)

    def summaries(self) -> tuple[RecordSummary, ...]:
        """Return a summary of each record, newest first; unreadable files are logged and left out."""
        found = []
        for path in self._files() if self.folder.is_dir() else ():
            try:
                with path.open(encoding="utf-8", errors="replace") as file:
                    found.append(_summary(path, file.read(_SUMMARY_BYTES).splitlines()))
            except OSError as error:
                log_fault(f"{path} cannot be read", error)
        return tuple(found)


def _order(path: Path) -> tuple[str, int]:
    day, _, rest = path.stem.removeprefix("match-").partition("-")
    clock, _, number = rest.partition("-")
    return day + clock, int(number) if number.isdecimal() else 1


def _summary(path: Path, lines: Iterable[str]) -> RecordSummary:
    rules, names = "", []
    for line in lines:
        name, _, value = line.partition(": ")
        if name == "rules":
            rules = _short_rules(value)
        elif name.startswith("seat "):
            try:
                names.append(clean_name(unquoted(value)))
            except ValueError:
                names.append("?")
    stamp = path.stem.removeprefix("match-")
    try:
        played = time.strftime("%Y-%m-%d %H:%M", time.strptime(stamp[:15], "%Y%m%d-%H%M%S"))
    except ValueError:
        played = ""
    return RecordSummary(path, played, rules, tuple(names))


def _short_rules(text: str) -> str:
    """Return a stored rules text in short form; damaged or newer rules unchanged, cut to 60 characters."""
    try:
        return Rules.read(text).text
    except RulesError:
        return text[:60]


def own_record_folder() -> RecordFolder:
    """Return the record folder of this user."""
    return RecordFolder(data_folder() / "records")


def record_message(records: RecordFolder, words: Words) -> str:
    """Return how to replay the last match, or why the match has no record; empty if no match was finished."""
    if records.error:
        return words(
            "The record of the match could not be saved: {reason}.", reason=system_reason(words, records.error)
        )
    if records.newest is None:
        return ""
    return words("To replay this match: {command}", command=f"uno replay {shlex.quote(str(records.newest))}")
