"""The record folder: which matches are written to it, and how it lists them."""

import errno
from pathlib import Path

import pytest

from tests.replays import record
from tests.tables import QUICK, House, Person, now
from uno_tui.game.match import Match
from uno_tui.game.record import Record
from uno_tui.game.rules import Rules
from uno_tui.game.verify import RecordError, read_record
from uno_tui.local.record_folder import RecordFolder
from uno_tui.local.replay import Replay


def played(house: House) -> Person:
    """Play a match of one round against a bot to its end, and return the person."""
    person = house.open(Person("Zoe"), seats=2, bots=1, rules=QUICK)
    person.handle.start()
    while person.view.game is None or person.view.game.winner is None:
        if person.on_turn:
            person.move()
        else:
            house.clock.pass_(1)
    return person


def test_a_finished_match_is_written_to_the_folder(tmp_path: Path) -> None:
    """The written record is the match that was played; nothing is written before the match is over."""
    records = RecordFolder(tmp_path / "records")
    house = House(over=records.add_result)
    person = house.open(Person("Zoe"), seats=2, bots=1, rules=QUICK)
    person.handle.start()
    while person.view.game is None or person.view.game.winner is None:
        assert not records.folder.exists()
        if person.on_turn:
            person.move()
        else:
            house.clock.pass_(1)

    assert records.newest is not None
    kept = read_record(records.newest.read_text())
    game = person.view.game
    assert game is not None
    assert (game.winner, game.seed, game.seed_hash) == (kept.winner, kept.seed, kept.seed_hash)
    assert tuple(seat.name for seat in person.view.seats) == kept.names
    assert game == Replay(kept).open_view(len(kept.moves), person.view.you).view.game


def test_a_match_that_is_left_is_not_kept(tmp_path: Path) -> None:
    """A match that the person leaves, or whose program ends, writes no record."""
    house = House(over=RecordFolder(tmp_path / "records").add_result)
    person = house.open(Person("Zoe"), seats=3, bots=2)
    person.handle.start()
    person.handle.leave()
    now(house.lobby.close())

    assert not (tmp_path / "records").exists()


def test_the_last_twenty_are_kept(tmp_path: Path) -> None:
    """The oldest are deleted, matches of one second have different names, and the list begins with the newest."""
    times = iter([1_700_000_000.0 + number // 2 for number in range(24)])
    records = RecordFolder(tmp_path, now=lambda: next(times))
    paths = [records.add(record()) for _ in range(24)]

    assert list(reversed(paths[4:])) == [one.path for one in records.summaries()]
    assert 20 == len(list(tmp_path.iterdir()))
    first = records.summaries()[0]
    assert (record().rules.text, record().names) == (first.rules, first.names)
    assert first.played.startswith("2023-11-1")


def test_a_record_of_a_match_that_goes_on_is_refused(tmp_path: Path) -> None:
    """The record of an unfinished match is refused, because its cards are secret."""
    match, _ = Match.start(Rules(), 2, "secret")
    with pytest.raises(ValueError, match="not over"):
        RecordFolder(tmp_path).add(Record.of(match, ["Ann", "Ben"]))

    assert [] == list(tmp_path.iterdir())


def test_a_record_folder_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    """If the record cannot be written the match still ends, and the reason can be shown."""
    (tmp_path / "records").write_text("no folder")
    records = RecordFolder(tmp_path / "records")
    person = played(House(over=records.add_result))

    assert person.view.game is not None
    assert (None, errno.EEXIST) == (records.newest, getattr(records.error, "errno", None))


def test_strange_files_in_the_record_folder_do_no_harm(tmp_path: Path) -> None:
    """A file that is no record is listed without names, and its name cannot act on a terminal."""
    (tmp_path / "match-x.uno").write_bytes(b'\xff\x00\nseat 1: "\\u{1b}[2J"\nseat 2: x\nrules: a')
    (only,) = RecordFolder(tmp_path).summaries()

    assert ("", ("[2J", "?"), "a") == (only.played, only.names, only.rules)
    with pytest.raises(RecordError):
        Replay.read(only.path.read_text(errors="replace"))


def test_a_clock_that_was_ahead_deletes_nothing_new(tmp_path: Path) -> None:
    """Records written while the clock was two months ahead do not push out those written after it was set right."""
    ahead = RecordFolder(tmp_path, now=lambda: 1_705_000_000.0)
    future = [ahead.add(record()) for _ in range(20)]
    right = RecordFolder(tmp_path, now=lambda: 1_700_000_000.0)
    present = [right.add(record()) for _ in range(20)]

    assert set(future + present) == set(tmp_path.iterdir())
