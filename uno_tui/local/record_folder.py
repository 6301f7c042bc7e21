"""The shelf: the records of the last matches finished in this terminal, a file each.

A match on its way to the shelf is in memory alone; its file is written when it is over, for until then the cards are a
secret. A match that is not finished is not kept.
"""

import shlex
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from uno_tui.faults import log_fault
from uno_tui.game.errors import IllegalAction
from uno_tui.game.match import Match
from uno_tui.game.record import Move, Record, unquoted
from uno_tui.i18n import Words
from uno_tui.local.settings import replace_file
from uno_tui.names import clean_name
from uno_tui.table.storage import SIT, Book, Keeper, KeepsNothing, KeptMatch, KeptTable, MatchStart, Standing, Step

MOST: Final = 20
"""So many records are kept."""
SUFFIX: Final = ".uno"
MAX_BYTES: Final = 16_000_000
"""A record is not read further than that."""
_BRIEF_BYTES: Final = 4096


@dataclass(frozen=True, slots=True)
class Kept:
    """A record on the shelf, as a list shows it; nothing of it is checked."""

    path: Path
    played: str
    """When, by this machine's clock: ``2026-11-30 20:15``; empty if the file's name does not tell."""
    rules: str
    names: tuple[str, ...]


class Shelf:
    """A folder of records; the oldest go when there are more than so many."""

    def __init__(self, folder: Path, most: int = MOST, now: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self.newest: Path | None = None
        """What was kept last by this object."""
        self.trouble = ""
        """Why the last match was not kept, in the operating system's words; empty while all is well."""
        self._most = most
        self._now = now

    def keep(self, record: Record) -> Path:
        """Keep the record of a finished match; `ValueError` for any other, `OSError` if it cannot be kept."""
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
        for old in self._files()[self._most :]:
            old.unlink(missing_ok=True)
        return taken

    def _path(self, stamp: str) -> Path:
        return self.folder / f"match-{stamp}{SUFFIX}"

    def _files(self) -> list[Path]:
        """The records, the newest first."""
        return sorted(self.folder.glob(f"match-*{SUFFIX}"), key=_order, reverse=True)

    def kept(self) -> tuple[Kept, ...]:
        """What is on the shelf, the newest first; what cannot be read is left out."""
        found = []
        for path in self._files() if self.folder.is_dir() else ():
            try:
                with path.open(encoding="utf-8", errors="replace") as file:
                    found.append(_brief(path, file.read(_BRIEF_BYTES).splitlines()))
            except OSError as error:
                log_fault(f"{path} cannot be read", error)
        return tuple(found)


def _order(path: Path) -> tuple[str, int]:
    day, _, rest = path.stem.removeprefix("match-").partition("-")
    clock, _, number = rest.partition("-")
    return day + clock, int(number) if number.isdecimal() else 1


def _brief(path: Path, lines: Iterable[str]) -> Kept:
    rules, names = "", []
    for line in lines:
        name, _, told = line.partition(": ")
        if name == "rules":
            rules = told[:60]
        elif name.startswith("seat "):
            try:
                names.append(clean_name(unquoted(told)))
            except ValueError:
                names.append("?")
    stamp = path.stem.removeprefix("match-")
    try:
        played = time.strftime("%Y-%m-%d %H:%M", time.strptime(stamp[:15], "%Y%m%d-%H%M%S"))
    except ValueError:
        played = ""
    return Kept(path, played, rules, tuple(names))


class Shelved:
    """A `Keeper` that puts finished matches on a shelf, beside what another keeper does."""

    def __init__(self, shelf: Shelf, beside: Keeper | None = None) -> None:
        self._shelf = shelf
        self._beside = beside or KeepsNothing()

    def book(self, code: str, changed: Callable[[], None]) -> Book:
        """The book of a new table."""
        return _Book(self._shelf, self._beside.book(code, changed))

    def kept(self) -> Iterable[tuple[KeptTable, KeptMatch | None]]:
        """The tables that the other keeper has kept."""
        return self._beside.kept()


class _Book:
    """Collects a match until it is over."""

    def __init__(self, shelf: Shelf, beside: Book) -> None:
        self._shelf = shelf
        self._beside = beside
        self._start: MatchStart | None = None
        self._steps: list[Step] = []

    def begin(self, start: MatchStart) -> None:
        """Enter that a match begins."""
        self._start, self._steps = start, []
        self._beside.begin(start)

    def step(self, step: Step) -> None:
        """Enter what happened in the match."""
        self._steps.append(step)
        self._beside.step(step)

    def finish(self, standings: tuple[Standing, ...]) -> None:
        """Put the match on the shelf; if that cannot be, the log tells, and play goes on."""
        self._beside.finish(standings)
        if self._start is None:
            return
        try:
            names = [one.name for one in sorted(standings, key=lambda one: one.seat)]
            self._shelf.keep(record_of(KeptMatch(self._start, tuple(self._steps)), names))
        except (OSError, ValueError, IllegalAction) as error:
            self._shelf.trouble = getattr(error, "strerror", None) or str(error)
            log_fault("the record of a match cannot be kept", error)
        self._start = None

    def save(self, table: KeptTable) -> bool:
        """Store what the other book stores."""
        return self._beside.save(table)

    def close(self) -> None:
        """Forget a match that is not over."""
        self._start = None
        self._beside.close()

    def release(self) -> None:
        """Forget a match that is not over; the other book may keep it."""
        self._start = None
        self._beside.release()


def record_of(kept: KeptMatch, names: list[str]) -> Record:
    """The record of a match that is over; `IllegalAction` or `ValueError` if it could not have been so."""
    start = kept.start
    match, _ = Match.start(start.rules, start.seats, start.seed, start.typed)
    moves = []
    for step in kept.steps:
        after, _ = step.play(match)
        if step.what != SIT and after is not match:
            moves.append(Move(step.seat, step.action))
        match = after
    return Record.of(match, names, moves)


def own_shelf() -> Shelf:
    """Where the records of matches finished in this terminal are kept."""
    return Shelf(user_data_path("uno-tui", appauthor=False) / "records")


def told_of(shelf: Shelf, words: Words) -> str:
    """Where the record of the last match is, or why it was not kept; nothing if none was finished."""
    if shelf.trouble:
        return words("The record of the match could not be kept: {reason}.", reason=shelf.trouble)
    if shelf.newest is None:
        return ""
    return words("To see the match again: {command}", command=f"uno replay {shlex.quote(str(shelf.newest))}")
