"""The daily deal: one seed a day for everybody, computed from the date, with the same rules and bots.

Nobody chooses the seed, and anybody can compute the seed of another day. A bot's choice depends only on the seed and
the actions so far, so two people who play the same cards see the same replies. Only UNO calls and catches also depend
on who is faster.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Final, Self

from uno_tui.game.errors import IllegalAction
from uno_tui.game.record import Record
from uno_tui.game.rules import PRESETS
from uno_tui.i18n import TranslatableError
from uno_tui.table.entries.entry import ENGINE
from uno_tui.table.options import TableOptions
from uno_tui.table.results import SeededResult

BOTS: Final = 3
LEVEL: Final = "medium"
RULES: Final = PRESETS["quick"]
GRACE: Final = 3600
"""Seconds for which a server keeps the seat of a person whose connection is lost; then the try is over."""
_PURPOSE: Final = "uno-tui daily"


def seed_of(day: date, engine: int = ENGINE) -> str:
    """Return the seed of a day's deal: SHA-256 of the purpose, the ISO date and the engine's number, one a line.

    >>> seed_of(date(2026, 12, 1), 2)[:16]
    'c3e0dbd90e1a73db'
    """
    return sha256(f"{_PURPOSE}\n{day.isoformat()}\n{engine}".encode()).hexdigest()


def day_at(seconds: float) -> date:
    """Return the day in UTC at a time in seconds since 1970; days before 1970 and after 9999 do not occur.

    >>> day_at(86399.9), day_at(86400)
    (datetime.date(1970, 1, 1), datetime.date(1970, 1, 2))
    """
    return datetime.fromtimestamp(seconds, UTC).date()


def until_next(seconds: float) -> tuple[int, int]:
    """Return the hours and minutes until the next day in UTC, rounded up to a minute.

    >>> until_next(0), until_next(86399)
    ((24, 0), (0, 1))
    """
    left = -int(seconds) % 86400 or 86400
    return divmod(-(-left // 60), 60)


def options_of(day: date) -> TableOptions:
    """Return the options of the table at which a day's deal is played: one round against three medium bots."""
    return TableOptions(
        rules=RULES,
        seats=BOTS + 1,
        bots=BOTS,
        level=LEVEL,
        grace_seconds=GRACE,
        public=False,
        spectators=0,
        seed=seed_of(day),
        solo=True,
        once=True,
    )


def day_of(seed: str, began: int) -> date | None:
    """Return the day whose deal has this seed, for a match that began at a time in seconds since 1970; None for others.

    A match can begin just after the midnight at which its deal was replaced, so the day before is possible too.
    """
    newest = day_at(began)
    for day in (newest, newest - timedelta(days=1)):
        if any(seed == seed_of(day, engine) for engine in range(1, ENGINE + 1)):
            return day
    return None


@dataclass(frozen=True, slots=True)
class DailyTry:
    """A person's finished try at a day's deal."""

    day: date
    won: bool
    points: int
    """The points of the cards that the others held, or 0 for a lost try."""
    moves: int
    """Number of the person's actions."""
    match: int
    """Number of the match in the journal."""

    @classmethod
    def of(cls, result: SeededResult) -> Self | None:
        """Return the try that a finished match was; None if it was no daily deal."""
        day = day_of(result.seed, result.began)
        if day is None:
            return None
        return cls(day, result.won, result.points if result.won else 0, result.moves, result.match)


def tries_of(results: Iterable[SeededResult]) -> tuple[DailyTry, ...]:
    """Return the tries among finished matches, sorted by day; of several on one day, the first counts."""
    first: dict[date, DailyTry] = {}
    for one in map(DailyTry.of, results):
        if one is not None:
            first.setdefault(one.day, one)
    return tuple(first[day] for day in sorted(first))


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row on which a person finished a try."""

    now: int
    """Days up to today; up to yesterday if today's deal is still to be played."""
    best: int

    @classmethod
    def of(cls, days: Iterable[date], today: date) -> Self:
        """Return the streaks of some days; days after today, which a wrong clock leaves, do not count yet.

        >>> Streak.of([date(2026, 1, 1), date(2026, 1, 2), date(2026, 1, 4)], date(2026, 1, 5))
        Streak(now=1, best=2)
        """
        run = best = 0
        last = date.min
        for day in sorted({day for day in days if day <= today}):
            run = run + 1 if day - last == timedelta(days=1) else 1
            best, last = max(best, run), day
        return cls(run if today - last <= timedelta(days=1) else 0, best)


@dataclass(frozen=True, slots=True)
class DailyHistory:
    """A person's tries, as seen at one moment."""

    tries: tuple[DailyTry, ...]
    """The finished tries, sorted by day."""
    now: float
    """The moment, in seconds since 1970."""
    begun: date | None = None
    """The day of a try that was begun and can be continued; None if there is none."""
    left: bool = False
    """Whether the try of today was left before its end, so that it has no result."""

    @property
    def today(self) -> date:
        """The day whose deal is played now."""
        return day_at(self.now)

    @property
    def played(self) -> DailyTry | None:
        """The finished try of today; None if there is none."""
        return next((one for one in self.tries if one.day == self.today), None)

    @property
    def over(self) -> bool:
        """Whether there is nothing to play until the next day."""
        return self.begun is None and (self.left or self.played is not None)

    @property
    def latest(self) -> DailyTry | None:
        """The try that was finished last; None if there is none."""
        return max(self.tries, key=lambda one: one.match, default=None)

    @property
    def streak(self) -> Streak:
        """The days in a row."""
        return Streak.of((one.day for one in self.tries), self.today)


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """A line of a server's board of the day: a person's first try, as its record tells it."""

    match: int
    """Number of the match in the journal."""
    name: str
    won: bool
    points: int
    """The points of the cards that the others held, or 0 for a lost try."""
    moves: int
    """Number of the person's actions."""

    @classmethod
    def of(cls, match: int, name: str, record: Record) -> Self | None:
        """Return the entry for a record, which is played again; None if it is no whole try at a deal.

        The person of a try has the first seat.
        """
        if record.rules != RULES or len(record.names) != BOTS + 1:
            return None
        try:
            *_, (end, _events) = record.play()
        except (IllegalAction, ValueError):
            return None
        if not end.over or end.winner != record.winner or end.scores != record.scores:
            return None
        won = end.winner == 0
        return cls(match, name, won, end.scores[0] if won else 0, sum(move.seat == 0 for move in record.moves))


@dataclass(frozen=True, slots=True)
class DailyPage:
    """Snapshot of a server's daily deal for one person: their own tries, and the board of the day."""

    history: DailyHistory
    board: tuple[BoardEntry, ...]
    """The finished tries of today, best first."""
    guest: bool
    """Whether the person has no key, so that their tries are not on the board."""
    seated: bool = False
    """Whether the person has a seat at the table of a try, which may be over."""


class NoReplayError(TranslatableError):
    """The best try of the day cannot be shown; the text says why."""
