"""A person's tries at the daily deals: one a day, continued after an interruption, in one process at a time."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from tests.local.test_kept_matches import quit_match, state
from tests.tables import Person
from uno_tui.cli.daily_game import DailyGame
from uno_tui.daily import seed_of
from uno_tui.i18n import Words
from uno_tui.local.daily_tries import DailyTries, NoTryError
from uno_tui.local.folder_lock import lock_folder
from uno_tui.local.record_folder import RecordFolder
from uno_tui.speech.daily import daily_lines, daily_row
from uno_tui.table.options import TableOptions
from uno_tui.table.protocol import Stage
from uno_tui.table.state.due import DueKind, due

NOON = 1_796_126_400
"""Noon of 1 December 2026 in UTC."""
DAY = 86400


class Days:
    """One person's tries on one machine; `now` is its clock."""

    def __init__(self, folder: Path) -> None:
        self.now = float(NOON)
        self.said = ""
        """The notice shown when the newest try was begun or continued."""
        self.folder = folder / "daily"
        self.tries = DailyTries(self.folder, lambda: self.now)

    def play(self, do: Callable[[Person], Awaitable[None] | None]) -> DailyGame:
        """Play the next try until `do` is done."""
        game = DailyGame(TableOptions(), "Ann", Words("en"), RecordFolder(self.folder / "records"), tries=self.tries)

        async def play() -> None:
            async with game.table() as (connect, _):
                self.said = game.notice
                person = Person("Ann")
                person.holds(connect(person))
                if (doing := do(person)) is not None:
                    await doing

        asyncio.run(play())
        return game


def to_turn(person: Person) -> None:
    """Let the bots play until it is the person's turn or the match is over, as fast as they can think."""
    table = person.handle._table
    while not person.on_turn and person.handle.view.stage is not Stage.OVER:
        for one in due(table.state, table.services.tempo):
            if one.kind in (DueKind.TURN, DueKind.ANSWER):
                table.runner._ring((one.kind, one.subject), one)


async def finish(person: Person) -> None:
    """Play to the end."""
    while person.handle.view.stage is not Stage.OVER:
        to_turn(person)
        if person.on_turn:
            person.move()
    person.handle.leave()


@pytest.fixture
def days(tmp_path: Path) -> Days:
    return Days(tmp_path)


def test_one_try_a_day(days: Days) -> None:
    """A finished try is stored with its record. That day's deal cannot be played again, but the next day's can."""
    game = days.play(finish)
    history = days.tries.history()
    assert [date(2026, 12, 1)] == [one.day for one in history.tries]
    assert history.over
    record = days.tries.record()
    assert record
    assert seed_of(date(2026, 12, 1)) == record.seed
    assert game.report[0].startswith("UNO daily 2026-12-01: ")
    assert "uno replay" in game.report[-1]
    with pytest.raises(NoTryError, match="You have played today's deal already"):
        days.play(quit_match)
    days.now += DAY
    assert not days.tries.history().over
    days.play(finish)
    assert 2 == days.tries.history().streak.now


def test_an_interrupted_try_goes_on_also_after_midnight(days: Days) -> None:
    """It is continued where it stood, before the next day's deal, and counts for its own day."""
    seen: list[object] = []

    async def leave(person: Person) -> None:
        if not seen:
            to_turn(person)
            person.move()
        seen.append(state(person.view))
        person.handle.leave()

    game = days.play(leave)
    assert ("The match is saved. To continue it: uno daily",) == game.report
    days.now += DAY
    assert "Continue the deal of 2026-12-01." == daily_row(Words("en"), days.tries.history())
    days.play(leave)
    assert seen[0] == seen[1]
    days.play(finish)
    assert [date(2026, 12, 1)] == [one.day for one in days.tries.history().tries]
    assert days.tries.history().begun is None
    assert not days.tries.history().over


def test_a_try_begins_with_the_first_move(days: Days) -> None:
    """Leaving before it keeps nothing and reports nothing; the same cards are dealt again on that day."""
    seen = []

    def look(person: Person) -> None:
        seen.append(person.view.game)
        person.handle.leave()

    assert () == days.play(look).report
    assert days.tries.history().begun is None
    days.play(look)
    assert seen[0] == seen[1]


def test_a_second_window_is_refused_at_once(days: Days) -> None:
    """While one process plays the try, another gets an error, but can still show the history."""
    days.play(finish)
    days.now += DAY
    with lock_folder(days.folder / "1"):
        with pytest.raises(NoTryError, match="being played in another window"):
            days.play(quit_match)
        assert 1 == len(days.tries.history().tries)


def test_a_try_that_cannot_be_stored_is_not_begun(days: Days) -> None:
    """A try without a place for its result would be a second one later."""
    days.folder.write_text("no folder")
    with pytest.raises(NoTryError, match="The try could not be saved, so it was not begun: "):
        days.play(quit_match)


def test_a_wrong_clock_only_chooses_another_deal(days: Days) -> None:
    """A try of the future counts when its day has come; going back in time gives no second try."""
    days.play(finish)
    days.now += 5 * DAY
    days.play(finish)
    days.now -= 5 * DAY
    history = days.tries.history()
    assert history.over
    assert 1 == history.streak.now
    days.now += 5 * DAY
    assert days.tries.history().over


def test_the_page_of_the_deal(days: Days) -> None:
    """It has the line to share, streaks, the time of the next deal, earlier tries, and how the deal is made."""
    words = Words("en")
    assert "Not played yet today; the same cards for everyone" == daily_row(words, days.tries.history())
    days.play(finish)
    days.now += DAY
    assert "Not played yet today; streak 1" == daily_row(words, days.tries.history())
    days.play(finish)
    lines = daily_lines(words, days.tries.history())
    assert lines[0].startswith("UNO daily 2026-12-02: ")
    assert lines[0].endswith(", streak 2")
    assert "Streak of days: 2; best: 2" == lines[1]
    assert "The next deal comes at midnight UTC, in 12 h 0 min." == lines[2]
    assert lines[3].startswith("2026-12-01: ")
    assert "Everyone gets the same cards and bots. The date decides them, so anyone can look ahead." == lines[-1]
    assert daily_row(words, days.tries.history()).startswith("Today: ")


class TestDamage:
    """A damaged try is put aside, and blocks nothing."""

    @staticmethod
    def begin(days: Days) -> Path:
        """Begin a try, and return the file that keeps it."""

        async def leave(person: Person) -> None:
            for _ in range(2):
                to_turn(person)
                person.move()
            person.handle.leave()

        days.play(leave)
        assert days.tries.history().begun
        return days.folder / "1" / "uno.db"

    @pytest.mark.parametrize(
        "damage",
        [
            "UPDATE entries SET text = '{' WHERE position = (SELECT max(position) - 1 FROM entries)",
            "UPDATE entries SET text = '{}' WHERE position = (SELECT min(position) FROM entries)",
            "DELETE FROM entries WHERE position = (SELECT min(position) + 1 FROM entries)",
        ],
    )
    def test_a_damaged_try_is_put_aside(self, days: Days, damage: str) -> None:
        """A new one begins, with a sentence; the finished ones stay, and the day counts once."""
        days.play(finish)
        days.now += DAY
        file = self.begin(days)
        with closing(sqlite3.connect(file)) as journal, journal:
            journal.execute(damage)
        days.play(finish)
        aside = days.folder / "damaged-2026-12-02.db"
        assert f"A damaged try was put aside: {aside}" == days.said
        assert aside.exists()
        assert [date(2026, 12, 1), date(2026, 12, 2)] == [one.day for one in days.tries.history().tries]
        with pytest.raises(NoTryError, match="played today's deal already"):
            days.play(quit_match)

    @pytest.mark.parametrize("start", [0, 4096])
    def test_a_damaged_file_is_put_aside(self, days: Days, start: int) -> None:
        """The try and the history start from the beginning; the next day's try shows no notice."""
        file = self.begin(days)
        with file.open("r+b") as opened:
            opened.seek(start)
            opened.write(b"\xff" * 4096)
        days.play(finish)
        assert "was damaged" in days.said
        assert [days.folder / "damaged-2026-12-01.db"] == [*days.folder.glob("damaged-*.db")]
        assert 1 == len(days.tries.history().tries)
        days.now += DAY
        days.play(finish)
        assert "" == days.said

    def test_a_try_of_a_newer_program_is_left_alone(self, days: Days) -> None:
        """It is refused with a sentence, and not put aside."""
        file = self.begin(days)
        with closing(sqlite3.connect(file)) as journal, journal:
            journal.execute("UPDATE entries SET text = json_set(text, '$.format', 999)")
        with pytest.raises(NoTryError, match="A newer program began the try"):
            days.play(quit_match)
        assert [] == [*days.folder.glob("damaged-*")]
