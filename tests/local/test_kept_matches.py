"""Matches against bots are kept until they are finished, and each process has a journal of its own."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests import ROOT
from tests.tables import Person
from uno_tui.cli.play import MatchLostError, OwnGame
from uno_tui.game.rules import Rules
from uno_tui.i18n import Words
from uno_tui.journal.table_log import JournalLog
from uno_tui.lobby.relay import ConnectTable
from uno_tui.local.kept_matches import JOURNALS, MAX_INTERRUPTED, InterruptedMatch, KeptMatches, _reading
from uno_tui.local.record_folder import RecordFolder
from uno_tui.speech.results import statistics_lines
from uno_tui.table.options import TableOptions
from uno_tui.table.process.log import LogKey
from uno_tui.table.protocol import Stage, TableView
from uno_tui.table.results import FinishedMatch, Tally
from uno_tui.table.state.due import DueKind, due

SHORT = TableOptions(rules=Rules.parse("quick", ["hand_size=2"]), seats=2, bots=1, seed="evening 3")


class Games:
    """One person's games on one machine; `today` is the wall clock."""

    def __init__(self, folder: Path) -> None:
        self.today = 1_700_000_000.0
        self.records = RecordFolder(folder / "records")
        self.matches = KeptMatches(folder / "matches", lambda: self.today)

    def game(self, wish: TableOptions | InterruptedMatch = SHORT) -> OwnGame:
        return OwnGame(wish, "Ann", Words("en"), self.records, self.matches)

    def play(self, wish: TableOptions | InterruptedMatch, do: Callable[[Person], Awaitable[None] | None]) -> OwnGame:
        """Play a game until `do` is done; return it with its end."""
        game = self.game(wish)

        async def play() -> None:
            async with game.table() as (connect, complaint):
                assert "" == complaint
                person = Person("Ann")
                person.holds(connect(person))
                if (doing := do(person)) is not None:
                    await doing

        asyncio.run(play())
        return game

    def tables(self) -> tuple[LogKey, ...]:
        """Return all tables in the first journal."""
        with _reading(self.matches._folders[0]) as store:
            return tuple(JournalLog(store).tables())


def quit_match(person: Person) -> None:
    person.handle.leave()


def let_bot_play(person: Person) -> None:
    """Let the bot that is on turn play, as fast as it can think."""
    table = person.handle._table
    (turn,) = (one for one in due(table.state, table.services.tempo) if one.kind is DueKind.TURN)
    table.runner._ring((turn.kind, turn.subject), turn)


def move(person: Person) -> None:
    """Make a move, once it is the person's turn."""
    while not person.on_turn:
        let_bot_play(person)
    person.move()


def sit_and_move(connect: ConnectTable) -> None:
    person = Person("Ann")
    person.holds(connect(person))
    move(person)


def move_and_quit(person: Person) -> None:
    move(person)
    person.handle.leave()


async def finish(person: Person) -> None:
    """Let a bot play until the match is over."""
    person.handle.autopilot(on=True)
    while person.handle.view.stage is not Stage.OVER:
        let_bot_play(person)
    person.handle.leave()


def state(view: TableView) -> tuple[object, ...]:
    """Return what a continued match must show again."""
    return view.version, view.game, view.rules, [seat.name for seat in view.seats]


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return Games(tmp_path)


def test_a_match_that_was_left_is_continued_where_it_stood(games: Games) -> None:
    """Leaving keeps the match with every card; continuing and finishing it leaves its record and its result."""
    seen = []

    def move_and_leave(person: Person) -> None:
        move(person)
        seen.append(state(person.view))
        person.handle.leave()

    left = games.play(SHORT, move_and_leave)
    assert "The match is saved. To continue it: uno play --continue" == left.message
    (match,) = games.matches.interrupted()
    assert (SHORT.rules, ("Ada",), 1_700_000_000) == (match.options.rules, match.others, match.began)

    async def look_and_finish(person: Person) -> None:
        seen.append(state(person.handle.view))
        await finish(person)

    done = games.play(match, look_and_finish)
    assert seen[0] == seen[1]
    assert not done.kept
    assert () == games.matches.interrupted()
    assert 1 == len(games.matches.finished()) == len(games.records.summaries())


def test_a_program_that_stops_keeps_the_match(games: Games) -> None:
    """A match is also saved if its screen ends without a command to leave."""
    assert games.play(SHORT, move).kept
    assert 1 == len(games.matches.interrupted())


@pytest.mark.parametrize("do", [quit_match, lambda _person: None])
def test_a_match_without_a_move_of_the_person_is_not_kept(games: Games, do: Callable[[Person], None]) -> None:
    """It is not offered, no message says that it is saved, and nothing of it stays in the journal."""
    left = games.play(SHORT, do)
    assert (False, "") == (left.kept, left.message)
    assert () == games.matches.interrupted()
    assert () == games.tables()


def test_a_match_without_a_move_is_not_offered_after_a_crash(games: Games, tmp_path: Path) -> None:
    """A journal that a crash left with such a match does not list it, and the next match deletes it."""
    folder = games.matches._folders[0]

    def copy_journal(_person: Person) -> None:
        with (
            closing(sqlite3.connect(folder / "uno.db")) as journal,
            closing(sqlite3.connect(tmp_path / "copy")) as copy,
        ):
            journal.backup(copy)

    games.play(SHORT, copy_journal)
    (tmp_path / "copy").replace(folder / "uno.db")
    assert () == games.matches.interrupted()
    games.play(SHORT, move_and_quit)
    (kept,) = games.matches.interrupted()
    assert (kept.key,) == games.tables()


def test_the_newest_match_is_first_and_the_oldest_are_deleted(games: Games) -> None:
    """The newest twenty interrupted matches are saved; finished ones are not offered."""
    for number in range(MAX_INTERRUPTED + 3):
        games.today += 60
        games.play(TableOptions(seats=2 + number % 3, bots=1 + number % 3), move_and_quit)
    games.play(SHORT, finish)
    found = games.matches.interrupted()
    assert MAX_INTERRUPTED - 1 == len(found)
    assert [match.began for match in found] == sorted((match.began for match in found), reverse=True)
    assert games.today == found[0].began


def test_the_oldest_matches_of_all_journals_are_deleted(games: Games) -> None:
    """The limit counts the matches of all journals together, whichever process kept them."""

    async def two_at_once() -> None:
        async with games.game().table() as (one, _), games.game().table() as (other, _):
            for connect in (one, other):
                sit_and_move(connect)

    for _ in range(MAX_INTERRUPTED):
        games.today += 60
        asyncio.run(two_at_once())
    games.today += 60
    games.play(SHORT, move_and_quit)
    found = games.matches.interrupted()
    assert MAX_INTERRUPTED == len(found)
    assert 2 == len({match.folder for match in found})
    assert games.today == found[0].began


def test_a_match_that_is_open_in_another_process_is_not_offered(games: Games) -> None:
    """A second process keeps its own match, and continues only what nobody has open."""
    games.play(SHORT, move_and_quit)
    (old,) = games.matches.interrupted()

    async def two() -> None:
        async with games.game(old).table():
            assert () == games.matches.interrupted()
            with pytest.raises(MatchLostError):
                async with games.game(old).table():
                    pass
            async with games.game().table() as (connect, complaint):
                assert "" == complaint
                sit_and_move(connect)
            assert [old.folder.parent / "2"] == [match.folder for match in games.matches.interrupted()]

    asyncio.run(two())
    assert 2 == len(games.matches.interrupted())


def test_when_all_journals_are_in_use_play_goes_on_without_keeping(games: Games) -> None:
    """One line says that the match is not kept."""

    async def crowd(others: int) -> None:
        async with games.game().table() as (connect, complaint):
            if others:
                sit_and_move(connect)
                await crowd(others - 1)
                return
            assert "UNO is open in too many other windows, so this match will not be saved." == complaint
            person = Person("Ann")
            person.holds(connect(person))
            person.handle.autopilot(on=True)
            assert person.view.seats[person.seat].autopilot

    asyncio.run(crowd(JOURNALS))
    assert JOURNALS == len(games.matches.interrupted())


def newer(folder: Path) -> None:
    connection = sqlite3.connect(folder / "uno.db")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def damaged(folder: Path) -> None:
    (folder / "uno.db").write_bytes(b"no database" * 1000)


@pytest.mark.parametrize(("harm", "reason"), [(newer, "version is 99"), (damaged, "not a database")])
def test_a_journal_that_cannot_be_used_is_left_alone(
    games: Games, tmp_path: Path, harm: Callable[[Path], None], reason: str
) -> None:
    """A newer or damaged database is not changed; the match continues, and one line says why it is not saved."""
    folder = tmp_path / "matches" / "1"
    folder.mkdir(parents=True)
    harm(folder)
    before = (folder / "uno.db").read_bytes()

    async def play() -> None:
        async with games.game().table() as (connect, complaint):
            assert complaint.startswith("This match will not be saved: ")
            assert reason in complaint
            person = Person("Ann")
            person.holds(connect(person))
            person.handle.leave()

    asyncio.run(play())
    assert before == (folder / "uno.db").read_bytes()
    assert ((), ()) == (games.matches.interrupted(), games.matches.finished())


def test_a_folder_that_cannot_be_written_keeps_nothing(games: Games, tmp_path: Path) -> None:
    """The match continues, and one line says why it is not saved."""
    (tmp_path / "matches").write_text("not a folder")

    async def play() -> str:
        async with games.game().table() as (_, complaint):
            return complaint

    assert "cannot use the folder" in asyncio.run(play())
    assert ((), ()) == (games.matches.interrupted(), games.matches.finished())


def test_statistics_count_matches_wins_and_streaks() -> None:
    """The totals stand first, then those of each preset and level, the most played one first."""
    won = [
        FinishedMatch(ended=number, preset=preset, level="medium", won=result == "w")
        for number, (preset, result) in enumerate(
            [("quick", "w"), ("classic", "w"), ("classic", "w"), ("classic", "l"), ("quick", "w")]
        )
    ]
    assert Tally(5, 4, 1, 3) == Tally.of(won)
    assert [
        "All matches: 5 matches, 4 wins; current streak 1, best streak 3",
        "classic, medium bot: 3 matches, 2 wins; current streak 0, best streak 2",
        "quick, medium bot: 2 matches, 2 wins; current streak 2, best streak 2",
    ] == statistics_lines(Words("en"), won)
    assert ["No finished matches yet."] == statistics_lines(Words("en"), ())


def test_a_journal_of_an_older_version_is_taken_over_only_while_no_other_process_has_it(games: Games) -> None:
    """Reading results leaves a match that an older program may have open; listing interrupted matches takes it over."""
    folder = games.matches._folders[0]
    folder.mkdir(parents=True)
    old_database = (ROOT / "tests" / "journal" / "old_databases" / "version_6.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(folder / "uno.db")) as connection:
        connection.executescript(old_database.replace("ssh:Ian", "local"))
    assert () == games.matches.finished()
    assert not (folder / "uno.db.v3").exists()
    assert {"AGAIN", "PAUSE", "PLAY"} == {match.key.code for match in games.matches.interrupted()}
    assert ["irish", "irish"] == [match.preset for match in games.matches.finished()]
