"""The journal: changes are stored before they are shown, and tables outlive their process."""

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.journals import StoredHouse, entries_of, views_of
from tests.memory_log import MemoryLog
from tests.tables import QUICK, Clock, Noting, Person, bots_play_out, finish, now
from uno_tui.game.events import Event
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.journal import Journal
from uno_tui.journal.layout.schema import FORMATS, VERSION
from uno_tui.journal.store import JournalError
from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.match import IDLE_TURNS, TableStart
from uno_tui.table.entries.people import Restarted
from uno_tui.table.options import EntryError, EntryProblem, TableOptions, User
from uno_tui.table.process.log import Log, LogKey, Outcome, Stale, Stored
from uno_tui.table.protocol import Ending, Happening, Sitter, Stage

LONG = Rules(target=5000)
DAILY_AND_LOOK = 2
"""Timers of a journal: its daily round, and its look at the file."""


class TestBeforeItIsShown:
    def test_every_view_is_stored_when_it_is_sent(self, tmp_path: Path) -> None:
        """At the moment a listener gets a view, replaying the stored match gives the same view."""
        house = StoredHouse(tmp_path)
        people = house.people("Ann", "Bob", "Cat", rules=LONG)
        checked = []

        def check(person: Person) -> None:
            view = person.handle.view
            if view.game:
                assert views_of(entries_of(house.folder))(view.version, view.you) == view.game
                checked.append(view.version)

        for person in people:
            person.told = Noting(person.told, lambda person=person: check(person))
        for _ in range(25):
            house.turn_of(*people).move()
            house.clock.pass_(2)
        assert len(checked) > 3 * 25

    def test_the_whole_turn_that_the_clock_plays_is_stored(self, tmp_path: Path) -> None:
        """A turn played by the clock is stored as its actions, a draw as well as keeping the card."""
        house = StoredHouse(tmp_path)
        ann, _bob = house.people("Ann", "Bob", rules=LONG, turn_seconds=15)
        house.clock.pass_(15 * 2 * IDLE_TURNS + 60)
        view = ann.handle.view
        assert view.version > 2 * IDLE_TURNS
        assert views_of(entries_of(house.folder))(view.version, view.you) == view.game


class TestRestart:
    def test_people_come_back_to_seats_hands_and_scores(self, tmp_path: Path) -> None:
        """After the process is killed, everybody gets the same view of the match and plays on."""
        house = StoredHouse(tmp_path / "a", new_seed=lambda: "family evening")
        ann, bob = house.people("Ann", "Bob", rules=Rules(target=60))
        finish(house, ann, bob, rounds=1)
        for _ in range(5):
            house.turn_of(ann, bob).move()
        later = house.dead(tmp_path / "b")
        assert 1 == later.lobby.restore()
        again = [later.back(person) for person in (ann, bob)]
        for before, after in zip((ann, bob), again, strict=True):
            assert (before.view.you, before.view.version) == (after.view.you, after.view.version)
            assert before.view.game == after.view.game
        finish(later, *again)
        assert Stage.OVER is again[0].view.stage

    def test_the_log_of_the_match_is_there_again(self, tmp_path: Path) -> None:
        """A person who comes back reads the log of the match, with their own cards and nobody else's."""
        house = StoredHouse(tmp_path / "a")
        ann, bob = house.people("Ann", "Bob", rules=LONG)
        for _ in range(6):
            house.turn_of(ann, bob).move()
        later = house.dead(tmp_path / "b")
        later.lobby.restore()
        again = later.back(ann)
        before = [entry.what for entry in ann.view.log if isinstance(entry.what, Event)]
        assert before == [entry.what for entry in again.view.log if isinstance(entry.what, Event)]

    def test_b2_another_person_of_the_same_name_gets_no_seat(self, tmp_path: Path) -> None:
        """After a restart a seat still belongs to its owner: the same name with another identity watches."""
        house = StoredHouse(tmp_path / "a")
        house.people("Ann", "Bob")
        later = house.dead(tmp_path / "b")
        later.lobby.restore()
        thief = later.join(Person("Ann", "ssh:thief"))
        known = later.table().state.known("ssh:thief")
        assert known
        assert (None, "Ann-2") == (thief.view.you, known.name)

    def test_seats_wait_for_the_grace_time_then_bots_hold_them(self, tmp_path: Path) -> None:
        """After a restart a bot plays for a person who is not back in time, and the person still gets the seat back."""
        house = StoredHouse(tmp_path / "a")
        ann, bob = house.people("Ann", "Bob", rules=LONG)
        later = house.dead(tmp_path / "b")
        later.lobby.restore()
        ann = later.back(ann)
        later.clock.pass_(59)
        assert not ann.view.seats[1].autopilot
        later.clock.pass_(2)
        assert (Sitter.HUMAN, True, True) == (
            ann.view.seats[1].sitter, ann.view.seats[1].away, ann.view.seats[1].autopilot
        )  # fmt: skip  # one fact
        assert not later.back(bob).view.seats[1].autopilot

    def test_nobody_comes_back(self, tmp_path: Path) -> None:
        """A table to which nobody comes back ends after the grace time and is deleted with its match."""
        house = StoredHouse(tmp_path / "a")
        house.people("Ann", "Bob")
        later = house.dead(tmp_path / "b")
        later.lobby.restore()
        later.clock.pass_(61)
        assert ({}, 0) == (later.lobby.tables, later.clock.waiting - DAILY_AND_LOOK)
        assert [] == later.journal.store.read("SELECT code FROM entries UNION SELECT code FROM matches")

    def test_the_host_is_the_host_again(self, tmp_path: Path) -> None:
        """The first person back is the host until the old host is back."""
        house = StoredHouse(tmp_path / "a")
        ann, bob = house.people("Ann", "Bob")
        later = house.dead(tmp_path / "b")
        later.lobby.restore()
        bob = later.back(bob)
        assert bob.view.seats[1].host
        ann = later.back(ann)
        assert [True, False] == [seat.host for seat in ann.view.seats]
        assert ["Bob", "Ann"] == ann.saw(Happening.HOST)

    def test_a_waiting_table_waits_again(self, tmp_path: Path) -> None:
        """A table that had not started is restored with options, rules and people, and can be started."""
        house = StoredHouse(tmp_path / "a")
        ann = house.open(Person("Ann"), seats=3, public=False, turn_seconds=30)
        ann.handle.change_rules(LONG)
        later = house.dead(tmp_path / "b")
        later.lobby.restore()
        ann = later.back(ann)
        assert (Stage.WAITING, LONG, 3) == (ann.view.stage, ann.view.rules, len(ann.view.seats))
        assert house.table().state.options == later.table().state.options
        ann.handle.start()
        assert Stage.PLAYING is ann.view.stage

    def test_a_finished_match_is_shown_and_played_again(self, tmp_path: Path) -> None:
        """A table whose match is over shows it after a restart and allows a rematch; versions go on."""
        house = StoredHouse(tmp_path / "a")
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        finish(house, ann, bob)
        later = house.dead(tmp_path / "b")
        later.lobby.restore()
        again = [later.back(one) for one in (ann, bob)]
        assert (Stage.OVER, ann.view.game) == (again[0].view.stage, again[0].view.game)
        again[0].handle.rematch()
        assert (Stage.PLAYING, ann.view.version + 1) == (again[0].view.stage, again[0].view.version)
        finish(later, *again)
        assert [(1,), (2,)] == later.journal.store.read("SELECT number FROM matches")

    def test_leaving_sitting_down_and_bots_are_kept(self, tmp_path: Path) -> None:
        """Leavers, people who took a bot's seat, and bots are restored as they were."""
        house = StoredHouse(tmp_path / "a")
        ann = house.open(Person("Ann"), seats=4, bots=2, rules=LONG)
        bob = house.join(Person("Bob"))
        zoe = house.watch(Person("Zoe"))
        finish(house, ann, bob, rounds=1)
        zoe.handle.sit(3)
        bob.handle.leave()
        later = house.dead(tmp_path / "b")
        later.lobby.restore()
        before, after = ann.view, later.back(ann).view
        assert [(seat.sitter, seat.name) for seat in before.seats] == [(seat.sitter, seat.name) for seat in after.seats]
        assert before.game == after.game
        assert 3 == later.back(zoe).seat
        assert now(later.lobby.resume(bob.user, Person("Bob"))) is None

    def test_who_was_sent_away_stays_away(self, tmp_path: Path) -> None:
        """A person who was sent away is refused after a restart too."""
        house = StoredHouse(tmp_path / "a")
        ann, bob, _cat = house.people("Ann", "Bob", "Cat")
        ann.handle.kick(bob.seat)
        later = house.dead(tmp_path / "b")
        later.lobby.restore()
        with pytest.raises(EntryError) as caught:
            later.join(Person("Bob"))
        assert EntryProblem.SENT_AWAY is caught.value.problem

    def test_a_guest_who_was_sent_away_stays_away(self, tmp_path: Path) -> None:
        """After a restart a new guest from the same network is refused too, and the network itself is in no file."""
        house = StoredHouse(tmp_path / "a")
        house.open(Person("Ann"))
        gus, again = Person("Gus", "guest:1"), Person("Gus", "guest:2")
        gus.user, again.user = (User(f"guest:{one}", "Gus", guest=True, origin="192.0.2.77") for one in (1, 2))
        house.join(gus)
        ann = Person("Ann")
        ann.holds(now(house.lobby.join(ann.user, ann, "FAM")))
        ann.handle.kick(1)
        later = house.dead(tmp_path / "b")
        later.lobby.restore()
        with pytest.raises(EntryError) as caught:
            later.join(again)
        assert EntryProblem.SENT_AWAY is caught.value.problem
        assert not [one for one in house.folder.iterdir() if b"192.0.2.77" in one.read_bytes()]

    def test_stopping_keeps_the_tables(self, tmp_path: Path) -> None:
        """When the program stops in order, everybody is notified, and the tables are restored at the next start."""
        house = StoredHouse(tmp_path)
        ann, bob = house.people("Ann", "Bob", rules=LONG)
        house.turn_of(ann, bob).move()
        version = ann.view.version
        now(house.lobby.close())
        house.journal.close()
        assert (Ending.SERVER_STOPPED, 0) == (ann.ending, house.clock.waiting)
        later = StoredHouse(tmp_path)
        assert 1 == later.lobby.restore()
        assert version == later.back(ann).view.version

    def test_one_broken_table_does_not_take_the_others_along(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A table whose stored match cannot be replayed is skipped and logged; the others are restored."""
        house = StoredHouse(tmp_path / "a")
        house.people("Ann", "Bob")
        house.open(Person("Cat"), "OTHER")
        seed = house.table().state.match.seed  # type: ignore[union-attr]  # it is being played
        house.journal.store.connection.execute("UPDATE entries SET text = '{}' WHERE code = 'FAM' AND position = 4")
        house.journal.store.connection.execute("INSERT INTO entries VALUES ('BAD', 'x', 1, 'no entry')")
        later = house.dead(tmp_path / "b")
        assert 1 == later.lobby.restore()
        assert ["OTHER"] == list(later.lobby.tables)
        assert 2 == caplog.text.count("a stored table is not served: an entry cannot be read")
        assert not [secret for secret in ("FAM", "BAD", seed) if secret in caplog.text]


class TestForgetting:
    def test_a_match_nobody_finished_leaves_nothing(self, tmp_path: Path) -> None:
        """When everybody has left, neither the table nor its unfinished match is stored."""
        house = StoredHouse(tmp_path)
        ann, bob = house.people("Ann", "Bob", rules=LONG)
        bots_left = house.open(Person("Cat"), "SOLO", seats=2, bots=1)
        bots_left.handle.start()
        bots_left.handle.leave()
        house.turn_of(ann, bob).move()
        assert [("FAM",)] == house.journal.store.read("SELECT DISTINCT code FROM entries")
        bob.handle.leave()
        ann.handle.leave()
        assert [] == house.journal.store.read("SELECT code FROM entries")
        assert [("FAM",)] == house.journal.store.read("SELECT code FROM matches")

    def test_nothing_grows(self, tmp_path: Path) -> None:
        """Hundreds of tables that were opened and left leave no rows, nothing in memory and no timers."""
        house = StoredHouse(tmp_path)
        for number in range(300):
            house.open(Person(f"P{number}"), f"T{number:03}", seats=2, bots=1).handle.leave()
        assert [] == house.journal.store.read("SELECT 1 FROM entries UNION SELECT 1 FROM matches")
        log = house.journal.log
        assert ({}, {}, set()) == (log._last, log._followers, log._unwritten)
        assert DAILY_AND_LOOK == house.clock.waiting

    def test_a_table_keeps_the_log_of_one_match(self, tmp_path: Path) -> None:
        """However many matches are played at a table, its log begins with the start of the newest one."""
        house = StoredHouse(tmp_path)
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        for _ in range(3):
            finish(house, ann, bob)
            ann.handle.rematch()
        first, *rest = entries_of(house.folder)
        assert isinstance(first.what, TableStart)
        assert (4, [], ann.view.version) == (first.what.matches, rest, first.what.base)
        assert 3 == len(house.journal.results.of(ann.user.identity))


class TestEntries:
    def test_only_the_entry_that_follows_the_last_one_is_stored(self, tmp_path: Path) -> None:
        """The log stores an entry at a position once; whoever asks for it again learns that it is taken."""
        journal = StoredHouse(tmp_path).journal
        key, entry = LogKey("FAM", "x"), Entry(number=1, what=Restarted())
        answers: list[Outcome] = []
        for position in (0, 0, 1, 3, 1):
            journal.log.append(key, entry, position, answers.append)
        assert [Stored(1), Stale(), Stored(2), Stale(), Stale()] == answers
        assert [(1,), (2,)] == journal.store.read("SELECT position FROM entries")

    def test_an_entry_of_another_process_is_not_overwritten(self, tmp_path: Path) -> None:
        """A row that another process has written counts: the entry is stale, and the next one follows that row."""
        journal = StoredHouse(tmp_path).journal
        key, entry = LogKey("FAM", "x"), Entry(number=1, what=Restarted())
        answers: list[Outcome] = []
        journal.log.append(key, entry, 0, answers.append)
        journal.store.connection.execute("INSERT INTO entries VALUES ('FAM', 'x', 2, 'theirs')")
        for position in (1, 2):
            journal.log.append(key, entry, position, answers.append)
        assert [Stored(1), Stale(), Stored(3)] == answers
        assert [("theirs",)] == journal.store.read("SELECT text FROM entries WHERE position = 2")

    @given(
        st.lists(
            st.tuples(st.sampled_from("AB"), st.sampled_from(["append", "start", "read", "close"]), st.integers(0, 6)),
            max_size=40,
        )
    )
    def test_it_answers_as_a_log_in_memory(self, asked: list[tuple[str, str, int]]) -> None:
        """For any requests in any order, the journal answers like the log in memory."""
        start = TableStart(code="", options=TableOptions(), rules=Rules(), seats=(), salt="")
        answers: list[list[object]] = [[], []]
        logs: tuple[Log, ...] = (Journal(None, Clock().call_later).log, MemoryLog())
        for log, told in zip(logs, answers, strict=True):
            for life, what, position in asked:
                key = LogKey("FAM", life)
                if what == "close":
                    log.close(key)
                elif what == "read":
                    log.read(key, position, told.append)
                else:
                    entry = Entry(number=position + 1, what=start if what == "start" else Restarted())
                    log.append(key, entry, position, told.append)
                told.append(sorted(log.tables()))
        assert answers[0] == answers[1]

    def test_unfinished_matches_are_in_the_order_of_their_starts(self, tmp_path: Path) -> None:
        """The match that started last comes first, even if the clock was set back in between."""
        house = StoredHouse(tmp_path)
        clock = [100, 50, 70, 10]
        for code in ("ONE", "TWO", "SIX"):
            house.today = clock.pop(0)
            one = Person(code)
            house.open(one, code, seats=2, bots=1, rules=QUICK)
            for on in (True, False):
                one.handle.autopilot(on)
        house.today = clock.pop(0)
        one = Person("One", "ssh:ONE")
        one.holds(now(house.lobby.resume(one.user, one)))
        bots_play_out(house, one)
        one.handle.rematch()
        assert ["SIX", "TWO"] == [key.code for key, _ in house.journal.log.unfinished()]
        assert ["ONE"] == [key.code for key in house.journal.log.unplayed()]
        one.handle.autopilot(True)
        assert ["ONE", "SIX", "TWO"] == [key.code for key, _ in house.journal.log.unfinished()]
        assert [10, 70, 50] == [start.at for _, start in house.journal.log.unfinished()]

    @pytest.mark.parametrize(("number", "known"), [("format", 2), ("engine", 2)])
    def test_a_table_of_a_newer_program_is_not_served(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture, number: str, known: int
    ) -> None:
        """An entry with a newer number ends its table here: the log names the number, and the rows stay as they are."""
        house = StoredHouse(tmp_path / "a")
        house.people("Ann", "Bob")
        house.open(Person("Cat"), "OTHER")
        last = entries_of(house.folder)[-1]
        house.journal.store.connection.execute(
            "UPDATE entries SET text = ? WHERE code = 'FAM' AND position = ?",
            (replace(last, **{number: 99}).text, last.number),
        )
        rows = house.journal.store.read("SELECT * FROM entries WHERE code = 'FAM'")
        later = house.dead(tmp_path / "b")
        assert 1 == later.lobby.restore()
        assert ["OTHER"] == list(later.lobby.tables)
        assert f"a stored table is not served: it has {number} 99, newer than {known}, the newest" in caplog.text
        later.open(Person("Dan"))
        assert set(rows) < set(later.journal.store.read("SELECT * FROM entries WHERE code = 'FAM'"))


class TestSchema:
    @pytest.mark.parametrize("table", FORMATS)
    def test_values_of_a_newer_format_are_refused_and_left_alone(self, tmp_path: Path, table: str) -> None:
        """The error names the file, what is in the newer format, and what would be right; nothing is changed."""
        house = StoredHouse(tmp_path)
        finish(house, *house.people("Ann", "Bob", rules=QUICK))
        house.journal.people.set("ssh:Ann", "theme", '"dark"')
        house.journal.close()
        with sqlite3.connect(tmp_path / "uno.db") as newer:
            newer.execute(f"UPDATE {table} SET format = ?", (FORMATS[table] + 1,))
            content = list(newer.iterdump())
        wanted = FORMATS[table] + 1
        said = rf"uno\.db cannot be used: the format of its {table} is {wanted}, newer .* start the uno-tui that"
        with pytest.raises(JournalError, match=said):
            StoredHouse(tmp_path)
        assert content == list(newer.iterdump())
        newer.close()

    def test_a_match_does_not_change_when_a_preset_is_edited(
        self, tmp_path: Path, edited_presets: dict[str, Rules]
    ) -> None:
        """A restored table plays by the rules it started with, even if presets have been edited."""
        house = StoredHouse(tmp_path / "a")
        ann, bob = house.people("Ann", "Bob", rules=PRESETS["party"])
        for _ in range(5):
            house.turn_of(ann, bob).move()
        for preset in ("party", "classic"):
            edited_presets[preset] = Rules(hand_size=3, target=1, stacking="same")
        later = house.dead(tmp_path / "b")
        assert 1 == later.lobby.restore()
        again = later.back(ann)
        assert (ann.view.rules, ann.view.game) == (again.view.rules, again.view.game)

    def test_a_newer_file_is_refused_and_left_alone(self, tmp_path: Path) -> None:
        """A file written by a newer program is refused and not changed."""
        with sqlite3.connect(tmp_path / "uno.db") as newer:
            newer.execute(f"PRAGMA user_version = {VERSION + 1}")
        with pytest.raises(JournalError, match="version"):
            StoredHouse(tmp_path)
        assert [(VERSION + 1,)] == newer.execute("PRAGMA user_version").fetchall()
        newer.close()

    @pytest.mark.parametrize("content", [b"not a database at all, but long enough to be looked at" * 20])
    def test_a_file_that_is_no_database_is_refused_and_left_alone(self, tmp_path: Path, content: bytes) -> None:
        """A file that is not a database is neither used nor overwritten."""
        (tmp_path / "uno.db").write_bytes(content)
        with pytest.raises(JournalError, match=r"uno\.db"):
            StoredHouse(tmp_path)
        assert content == (tmp_path / "uno.db").read_bytes()

    def test_only_the_owner_can_read_it(self, tmp_path: Path) -> None:
        """Seeds of unfinished matches are secret: only the owner can read the file and its companions."""
        house = StoredHouse(tmp_path)
        house.people("Ann", "Bob")
        assert {0o600} == {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}

    def test_it_is_in_wal_mode(self, tmp_path: Path) -> None:
        """The file is in WAL mode with synchronous NORMAL, and the program does not wait for a locked file."""
        store = StoredHouse(tmp_path).journal.store
        modes = [store.read(f"PRAGMA {name}")[0][0] for name in ("journal_mode", "synchronous", "busy_timeout")]
        assert ["wal", 1, 0] == modes
