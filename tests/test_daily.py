"""The daily deal: the same seed, rules and bots for everybody on a day, and what counts as a try."""

from datetime import date, timedelta
from hashlib import sha256
from typing import Any

import pytest

from tests.pseudo import PseudoWords, unmarked
from tests.tables import House, Person
from tests.tables import now as at_once
from uno_tui.daily import (
    BoardEntry,
    DailyHistory,
    DailyPage,
    DailyTry,
    Streak,
    day_at,
    day_of,
    options_of,
    seed_of,
    tries_of,
    until_next,
)
from uno_tui.game.actions import Play
from uno_tui.game.record import Record
from uno_tui.i18n import Words
from uno_tui.plain import PlainSession
from uno_tui.speech.daily import daily_row, page_lines
from uno_tui.table.entries.entry import ENGINE
from uno_tui.table.protocol import BotPace, Happening, Right, Stage
from uno_tui.table.results import SeededResult

DAY = date(2026, 12, 1)
NOON = 1_796_126_400
"""Noon of that day in UTC, in seconds since 1970."""


def result(day: date, match: int = 1, began: int | None = None, **changes: Any) -> SeededResult:
    """Return a finished match of a day's deal; without a time it began at noon."""
    noon = NOON + (day - DAY).days * 86400
    values = {"won": True, "points": 40, "moves": 9, **changes}
    return SeededResult(match=match, began=noon if began is None else began, seed=seed_of(day), **values)


def test_the_seed_is_a_hash_of_date_and_engine() -> None:
    """Anybody can compute it with a usual tool; another date or engine gives another seed."""
    assert sha256(f"uno-tui daily\n2026-12-01\n{ENGINE}".encode()).hexdigest() == seed_of(DAY)
    assert 3 == len({seed_of(DAY), seed_of(DAY + timedelta(days=1)), seed_of(DAY, ENGINE + 1)})


@pytest.mark.parametrize(
    ("seconds", "day"), [(NOON - 43200, DAY), (NOON + 43199.9, DAY), (NOON + 43200, date(2026, 12, 2))]
)
def test_the_day_changes_at_midnight_utc(seconds: float, day: date, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time zone of the machine does not matter."""
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    assert day == day_at(seconds)


@pytest.mark.parametrize(("seconds", "left"), [(NOON, (12, 0)), (NOON + 1, (12, 0)), (NOON + 43199, (0, 1))])
def test_the_time_to_the_next_deal(seconds: float, left: tuple[int, int]) -> None:
    """It is rounded up, so it is never 0."""
    assert left == until_next(seconds)


def test_a_try_belongs_to_the_day_of_its_seed() -> None:
    """A match that began just after midnight may still have the deal of the day before; other seeds are no try."""
    assert DAY == day_of(seed_of(DAY), NOON)
    assert DAY == day_of(seed_of(DAY), NOON + 43_201)
    assert DAY == day_of(seed_of(DAY, 1), NOON)
    assert None is day_of(seed_of(DAY), NOON + 3 * 86400)
    assert None is day_of("family evening", NOON)


def test_the_first_try_of_a_day_counts() -> None:
    """Later ones and other matches are left out; a lost try has no points."""
    other = SeededResult(match=2, began=NOON, seed="family", won=True, points=3, moves=4)
    lost = result(DAY + timedelta(days=1), 4, won=False, points=0)
    found = tries_of([lost, result(DAY, 1), other, result(DAY, 3, points=90)])
    assert (DailyTry(DAY, True, 40, 9, 1), DailyTry(DAY + timedelta(days=1), False, 0, 9, 4)) == found


@pytest.mark.parametrize(
    ("ago", "now", "best"),
    [
        ([], 0, 0),
        ([0], 1, 1),
        ([1], 1, 1),
        ([2], 0, 1),
        ([0, 1, 2, 4, 5, 6, 7], 3, 4),
        ([1, 2], 2, 2),
        ([-1, -2, 0], 1, 1),
        ([0, 0, 1], 2, 2),
    ],
)
def test_streaks(ago: list[int], now: int, best: int) -> None:
    """Today may still be to play; days in the future, from a clock that was ahead, do not count before they come."""
    assert Streak(now, best) == Streak.of([DAY - timedelta(days=days) for days in ago], DAY)


class TestTable:
    """The table of a day's deal."""

    @staticmethod
    def open(person: Person) -> tuple[House, list[Record]]:
        records: list[Record] = []
        house = House(over=lambda result: records.append(result.record))
        person.holds(at_once(house.lobby.open(person.user, person, options_of(DAY), "FAM")))
        return house, records

    def play(self, name: str, *, disturbed: bool) -> Record:
        """Return the record of a try in which the person plays the first card that fits, with UNO."""
        ann = Person(name)
        house, records = self.open(ann)
        for count in range(100_000):
            if records:
                return records[0]
            if disturbed and count % 3 == 0:
                ann.handle.set_pace((BotPace.SLOW, BotPace.BRISK)[count % 2])
                ann.handle.hurry()
            if ann.on_turn:
                plays = [one for one in ann.legal if isinstance(one, Play)]
                ann.act(plays[-1] if plays else ann.legal[0])
            else:
                house.clock.pass_(0.1)
        raise AssertionError("the try never ends")

    def test_the_same_play_meets_the_same_bots(self) -> None:
        """Names, pace and haste do not matter: the same choices give the same record."""
        calm, other = self.play("Ann", disturbed=False), self.play("Bob", disturbed=True)
        assert calm.moves == other.moves
        assert (calm.scores, calm.seed) == (other.scores, seed_of(DAY))

    def test_there_is_one_try_and_no_help(self) -> None:
        """Bots can be hurried; there is no autopilot, and no match after this one."""
        ann = Person("Ann")
        house, _ = self.open(ann)
        assert {Right.HURRY} == ann.view.rights
        ann.handle.autopilot(True)
        assert [] == ann.saw(Happening.AUTOPILOT_ON)
        while ann.view.stage is not Stage.OVER:
            if ann.on_turn:
                ann.move()
            else:
                house.clock.pass_(0.1)
        assert frozenset() == ann.view.rights
        ann.handle.rematch()
        assert Stage.OVER is ann.view.stage

    def test_lines_refuse_help_in_a_try(self) -> None:
        """The greeting says that there are no hints; `hint` and `auto` answer so, and the help does not list them."""
        ann = Person("Ann")
        self.open(ann)
        lines: list[str] = []
        session = PlainSession(lambda _listener: ann.handle, Words("en"), lines.append)
        refusal = "In the daily deal you play alone, without hints and autopilot."
        assert refusal == lines[1]
        for command in ("hint", "auto"):
            session.feed(command)
            assert refusal == lines[-1]
        session.feed("help")
        assert not {"hint", "auto", "again"} & {line.partition(":")[0].partition(" ")[0] for line in lines}


def test_every_letter_is_translatable() -> None:
    """In the pseudo-language every letter of row, page and share line is marked, except names and the time zone."""
    done = DailyTry(DAY, won=True, points=40, moves=9, match=1)
    lost = DailyTry(DAY - timedelta(days=1), won=False, points=0, moves=7, match=2)
    board = (BoardEntry(1, "Άννα", won=True, points=40, moves=9),)
    words, lines = PseudoWords(), list[str]()
    for history in (
        DailyHistory((), NOON), DailyHistory((done, lost), NOON), DailyHistory((done,), NOON + 86400),
        DailyHistory((), NOON, left=True), DailyHistory((), NOON, begun=DAY),
    ):  # fmt: skip  # a list
        lines += [daily_row(words, history), *page_lines(words, DailyPage(history, board, guest=True))]
    assert [] == [line for line in lines if unmarked(line)]
