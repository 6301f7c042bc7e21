"""The journal while the disk is full or the file locked: play continues, people are notified, and it recovers."""

import logging
import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from tests.journals import StoredHouse, entries_of, views_of
from tests.tables import QUICK, Person, finish, now
from uno_tui.game.rules import Rules
from uno_tui.journal.store import RETRY_SECONDS, statement
from uno_tui.table.entries.match import TableStart
from uno_tui.table.protocol import Happening, Stage

LONG = Rules(target=5000)

Fault = Callable[[StoredHouse], AbstractContextManager[None]]


@contextmanager
def locked(house: StoredHouse) -> Iterator[None]:
    """Lock the file as another program would."""
    other = sqlite3.connect(house.folder / "uno.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


@contextmanager
def full(house: StoredHouse) -> Iterator[None]:
    """Fill the disk: no file of this process can grow."""
    size = max(path.stat().st_size for path in house.folder.iterdir())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def readonly(house: StoredHouse) -> Iterator[None]:
    """Make the file read-only."""
    connection = house.journal.store.connection
    connection.execute("PRAGMA query_only = ON")
    yield
    connection.execute("PRAGMA query_only = OFF")


FAULTS = pytest.mark.parametrize("fault", [locked, full, readonly])


def play(house: StoredHouse, *people: Person, moves: int) -> None:
    for _ in range(moves):
        house.turn_of(*people).move()
        house.clock.pass_(0.001)


@FAULTS
def test_play_goes_on_and_everybody_is_notified_once(
    tmp_path: Path, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    """During the fault the game continues; tables and the operator are notified at its beginning and its end."""
    house = StoredHouse(tmp_path)
    ann, bob = house.people("Ann", "Bob", rules=LONG)
    play(house, ann, bob, moves=3)
    with caplog.at_level(logging.WARNING), fault(house):
        play(house, ann, bob, moves=60)
        assert 63 <= ann.view.version
        assert 1 == len(ann.saw(Happening.UNSTORED)) == len(bob.saw(Happening.UNSTORED))
        house.clock.pass_(10 * RETRY_SECONDS)
        assert [] == ann.saw(Happening.STORED)
    house.clock.pass_(RETRY_SECONDS)
    assert 1 == len(ann.saw(Happening.STORED)) == len(bob.saw(Happening.STORED))
    assert (1, 1) == (caplog.text.count("cannot be written"), caplog.text.count("is written again"))


@FAULTS
def test_when_it_ends_nothing_is_missing(tmp_path: Path, fault: Fault) -> None:
    """After the fault everything played during it is stored without any further move."""
    house = StoredHouse(tmp_path / "a")
    ann, bob = house.people("Ann", "Bob", rules=LONG)
    with fault(house):
        play(house, ann, bob, moves=60)
    house.clock.pass_(RETRY_SECONDS)
    later = house.dead(tmp_path / "b")
    later.lobby.restore()
    assert ann.view.game == later.back(ann).view.game


@FAULTS
def test_nothing_is_half_written(tmp_path: Path, fault: Fault) -> None:
    """After a kill during the fault, the table is restored whole, as it was before the fault."""
    house = StoredHouse(tmp_path / "a")
    ann, bob = house.people("Ann", "Bob", rules=LONG)
    play(house, ann, bob, moves=5)
    before = ann.view
    with fault(house):
        play(house, ann, bob, moves=60)
        shutil.copytree(house.folder, tmp_path / "b")
    later = StoredHouse(tmp_path / "b")
    assert 1 == later.lobby.restore()
    again = later.back(ann)
    assert before.version <= again.view.version < ann.view.version
    assert again.view.game == views_of(entries_of(later.folder))(again.view.version, again.view.you)


@FAULTS
def test_a_whole_life_during_a_fault(tmp_path: Path, fault: Fault) -> None:
    """Tables opened or closed, matches finished and people who came during a fault are all stored after it."""
    house = StoredHouse(tmp_path)
    with fault(house):
        guest = now(house.journal.people.welcome("guest:1", "Gus"))
        assert "guest:1" == getattr(now(house.journal.guest_of(guest.resume_code)), "identity", None)
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        finish(house, ann, bob)
        ann.handle.rematch()
        assert Stage.PLAYING is ann.view.stage
        house.open(Person("Cat"), "OTHER", seats=2, bots=1).handle.leave()
        assert ann.saw(Happening.UNSTORED)
    house.clock.pass_(RETRY_SECONDS)
    assert [("FAM",)] == house.journal.store.read("SELECT DISTINCT code FROM entries")
    assert 1 == len(house.journal.results.of(ann.user.identity))
    assert 1 == len(house.journal.store.read("SELECT 1 FROM matches"))
    assert "guest:1" == getattr(now(house.journal.guest_of(guest.resume_code)), "identity", None)
    assert {} == house.journal.people._unstored


def test_what_can_never_be_stored_does_not_block_the_rest(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A work that fails by itself is dropped and logged; the works before and after it are stored."""
    house = StoredHouse(tmp_path)
    store = house.journal.store
    with locked(house):
        assert not store.write(1, statement("INSERT INTO settings VALUES ('a', 'theme', 'dark', 1)"))
        assert not store.write(2, statement("INSERT INTO settings VALUES (NULL, NULL, NULL, 1)"))
        assert not store.write(3, lambda _connection: 1 // 0)
        assert not store.write(4, statement("INSERT INTO settings VALUES ('b', 'theme', 'light', 1)"))
    house.clock.pass_(RETRY_SECONDS)
    assert [("a",), ("b",)] == store.read("SELECT identity FROM settings ORDER BY 1")
    assert 2 == caplog.text.count("given up")
    assert not store.write(5, statement("INSERT INTO settings VALUES (NULL, NULL, NULL, 1)"))


def test_a_start_on_a_full_disk(tmp_path: Path) -> None:
    """On a full disk the program starts, restores the tables, and lets people play."""
    house = StoredHouse(tmp_path / "a")
    ann, bob = house.people("Ann", "Bob", rules=LONG)
    play(house, ann, bob, moves=3)
    shutil.copytree(house.folder, tmp_path / "b")
    with full(house):
        later = StoredHouse(tmp_path / "b")
        assert 1 == later.lobby.restore()
        again = [later.back(one) for one in (ann, bob)]
        play(later, *again, moves=3)
        assert 6 <= again[0].view.version
    later.clock.pass_(RETRY_SECONDS)


def test_closing_during_a_fault(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """If the program ends during a fault, the log reports unstored changes; the stored state is whole."""
    house = StoredHouse(tmp_path / "a")
    ann, bob = house.people("Ann", "Bob", rules=LONG)
    with locked(house):
        play(house, ann, bob, moves=3)
        now(house.lobby.close())
        house.journal.close()
    assert "not stored" in caplog.text
    assert 0 == house.clock.waiting
    later = house.dead(tmp_path / "b")
    assert 1 == later.lobby.restore()


def test_nothing_can_be_read(tmp_path: Path) -> None:
    """If even reading fails, people still come in under the names they ask for."""
    house = StoredHouse(tmp_path)
    house.journal.store.connection.execute("DROP TABLE names")
    house.journal.store.connection.execute("DROP TABLE results")
    assert "Ann" == now(house.journal.people.welcome("ssh:ann", "Ann")).name
    assert () == house.journal.results.of("ssh:ann")


def test_a_table_whose_log_cannot_be_read_opens_no_half_table(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A new table is played as usual; a stored one whose beginning is missing is not served, and its log stays."""
    house = StoredHouse(tmp_path / "a")
    ann, bob = house.people("Ann", "Bob", rules=LONG)
    house.turn_of(ann, bob).move()
    later = house.dead(tmp_path / "b")
    kept = entries_of(later.folder)[1:]
    with closing(sqlite3.connect(later.folder / "uno.db")) as other, other:
        other.execute("DELETE FROM entries WHERE text LIKE '%\"start\"%'")
    assert 0 == later.lobby.restore()
    assert "its beginning is missing" in caplog.text
    assert later.lobby.tables == {}
    assert [one for one in kept if not isinstance(one.what, TableStart)] == entries_of(later.folder)
    eve = later.open(Person("Eve"), "EVE")
    assert "EVE" == eve.view.code


def test_a_table_that_nobody_had_reached_is_not_restored(tmp_path: Path) -> None:
    """If the program died between opening a table and letting its first person in, nobody would ever close it."""
    house = StoredHouse(tmp_path / "a")
    house.open(Person("Ann"))
    with closing(sqlite3.connect(house.folder / "uno.db")) as other, other:
        other.execute("DELETE FROM entries WHERE position > 1")
    assert 1 == len(entries_of(house.folder))
    later = house.dead(tmp_path / "b")
    assert 0 == later.lobby.restore()
    assert [] == entries_of(later.folder)


def test_a_table_opens_while_nothing_can_be_read(tmp_path: Path) -> None:
    """Its entries are then placed as in an empty log."""
    house = StoredHouse(tmp_path)

    def denied(action: int, *_: object) -> int:
        return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_READ else sqlite3.SQLITE_OK

    house.journal.store.connection.set_authorizer(denied)
    assert "FAM" == house.open(Person("Ann")).view.code


class TestLostFiles:
    """The data folder is removed, moved or replaced while the server runs."""

    def playing(self, tmp_path: Path) -> tuple[StoredHouse, Person, Person]:
        """Return two people in a match, in a folder of its own."""
        house = StoredHouse(tmp_path / "data")
        ann, bob = house.people("Ann", "Bob")
        house.turn_of(ann, bob).move()
        return house, ann, bob

    def lost(self, house: StoredHouse, ann: Person, bob: Person) -> None:
        """Pass less than a minute, after which the loss is announced, and play on."""
        house.clock.pass_(30)
        assert [""] == ann.saw(Happening.UNSTORED) == bob.saw(Happening.UNSTORED)
        house.turn_of(ann, bob).move()

    def back(self, house: StoredHouse, ann: Person, bob: Person, later: Path) -> None:
        """Pass a moment, after which everything is stored: a new process continues where people are now."""
        house.clock.pass_(3)
        assert [""] == ann.saw(Happening.STORED) == bob.saw(Happening.STORED)
        house.turn_of(ann, bob).move()
        again = house.dead(later)
        assert 1 == again.lobby.restore()
        assert ann.view.game == again.back(ann).view.game

    def test_a_removed_folder(self, tmp_path: Path) -> None:
        """When the folder exists again, the whole database is written to it, with everything stored before."""
        house, ann, bob = self.playing(tmp_path)
        house.journal.people.set("ssh:Ann", "theme", "dark")
        shutil.rmtree(house.folder)
        self.lost(house, ann, bob)
        house.folder.mkdir()
        self.back(house, ann, bob, tmp_path / "later")
        assert {"theme": "dark"} == now(house.journal.people.settings("ssh:Ann"))
        assert 0o600 == (house.folder / "uno.db").stat().st_mode & 0o777
        assert {"uno.db", "uno.db-wal", "uno.db-shm"} == {one.name for one in house.folder.iterdir()}

    @pytest.mark.parametrize("name", ["uno.db", "uno.db-wal"])
    def test_a_removed_file(self, tmp_path: Path, name: str) -> None:
        """The removal of a database or log is noticed, and the file is written again."""
        house, ann, bob = self.playing(tmp_path)
        (house.folder / name).unlink()
        self.lost(house, ann, bob)
        self.back(house, ann, bob, tmp_path / "later")

    def test_a_folder_that_is_moved_and_comes_back(self, tmp_path: Path) -> None:
        """The file is used again, and what happened meanwhile is added."""
        house, ann, bob = self.playing(tmp_path)
        house.folder.rename(tmp_path / "moved")
        self.lost(house, ann, bob)
        (tmp_path / "moved").rename(house.folder)
        self.back(house, ann, bob, tmp_path / "later")

    def test_a_folder_that_is_replaced(self, tmp_path: Path) -> None:
        """A different database in its place stays as it is, also when the server ends; once it is gone, all is back."""
        house, ann, bob = self.playing(tmp_path)
        other = StoredHouse(tmp_path / "other")
        other.journal.people.set("ssh:zoe", "theme", "light")
        house.folder.rename(tmp_path / "moved")
        shutil.copytree(other.folder, house.folder)
        content = {one.name: one.read_bytes() for one in house.folder.iterdir()}
        self.lost(house, ann, bob)
        house.clock.pass_(60)
        assert content == {one.name: one.read_bytes() for one in house.folder.iterdir()}
        shutil.rmtree(house.folder)
        house.folder.mkdir()
        self.back(house, ann, bob, tmp_path / "later")

    def test_the_end_of_the_server_leaves_a_different_database_alone(self, tmp_path: Path) -> None:
        """Moves made meanwhile are written to the server's own file, even if it was moved."""
        house, ann, bob = self.playing(tmp_path)
        other = StoredHouse(tmp_path / "other")
        other.journal.people.set("ssh:zoe", "theme", "light")
        house.folder.rename(tmp_path / "moved")
        shutil.copytree(other.folder, house.folder)
        self.lost(house, ann, bob)
        game = ann.view.game
        now(house.lobby.close())
        house.journal.close()
        assert {"theme": "light"} == now(StoredHouse(house.folder).journal.people.settings("ssh:zoe"))
        later = StoredHouse(tmp_path / "moved")
        later.lobby.restore()
        assert game == later.back(ann).view.game


def test_a_file_system_without_shared_memory_is_enough(tmp_path: Path) -> None:
    """Where SQLite can map no file, tables are stored, other programs can read them, and a restart finds them."""
    (tmp_path / "a" / "uno.db-shm").mkdir(parents=True)  # in the place of the mapped file
    house = StoredHouse(tmp_path / "a")
    ann, bob = house.people("Ann", "Bob", rules=LONG)
    play(house, ann, bob, moves=20)
    assert [] == ann.saw(Happening.UNSTORED)
    assert ann.view.game == views_of(entries_of(house.folder))(ann.view.version, ann.view.you)
    later = house.dead(tmp_path / "b")
    assert 1 == later.lobby.restore()
    assert ann.view.game == later.back(ann).view.game
