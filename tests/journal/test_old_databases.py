"""Databases of older versions are taken over: their tables go on as their people left them.

The files in `old_databases` were made by the programs of their versions: tables that wait, in a match where people sat
down, left, were sent away and let a bot play, between two rounds, and over. Version 3 wrote rules as a preset and what
differs from it; version 6 is the last one without logs. Beside each database stands what its program showed.
"""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from signal import SIGKILL
from typing import Any, Final

import pytest

from tests.journals import StoredHouse, entries_of
from tests.tables import Person, finish, now
from uno_tui.bots import LEVELS
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.game.verify import read_record
from uno_tui.journal.layout import schema
from uno_tui.journal.layout.old_format import LAST_OLD, OLD_MIGRATIONS, old_rules, take_over
from uno_tui.journal.layout.schema import VERSION
from uno_tui.journal.store import JournalError, Store
from uno_tui.local.last_used import StoredOptions
from uno_tui.table.entries.host import RulesSet
from uno_tui.table.options import EntryError, EntryProblem, TableOptions, User
from uno_tui.table.protocol import Right, Stage, TableView
from uno_tui.table.timers import Timers

FOLDER: Final = Path(__file__).parent / "old_databases"
VERSIONS: Final = pytest.mark.parametrize("version", [3, 6])


def old(folder: Path, version: int) -> Path:
    """Write the database of an older version; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(folder / "uno.db")) as connection:
        connection.executescript((FOLDER / f"version_{version}.sql").read_text(encoding="utf-8"))
    return folder / "uno.db"


def shown(version: int) -> dict[str, Any]:
    """Return what the program of that version showed."""
    found: dict[str, Any] = json.loads((FOLDER / f"version_{version}.json").read_text(encoding="utf-8"))
    return found


def facts(view: TableView) -> dict[str, Any]:
    """Return what a view shows, in the form of the files."""
    found: dict[str, Any] = {
        "version": view.version,
        "stage": view.stage.value,
        "rules": view.rules.text,
        "you": view.you,
        "seats": [[one.sitter.value, one.name, one.autopilot, one.level, one.guest] for one in view.seats],
        "turn_seconds": view.turn_seconds,
    }
    if game := view.game:
        found |= {
            "round": game.round,
            "phase": game.phase.name,
            "turn": game.turn,
            "top": str(game.top),
            "hand": list(map(str, game.hand)),
            "scores": [seat.score for seat in game.seats],
            "cards": [seat.cards for seat in game.seats],
            "pile": game.pile,
            "winner": game.winner,
            "legal": [action.text for action in game.legal],
            "history": len(game.history),
        }
    return found


def person(name: str) -> Person:
    return Person(name, "guest:1" if name == "Gus" else "")


@VERSIONS
def test_everybody_finds_what_they_left(tmp_path: Path, version: int) -> None:
    """Each person is back at their table with the same seat, hand, scores, rules and choices.

    Coming back ends one's own autopilot, as ever.
    """
    old(tmp_path, version)
    house = StoredHouse(tmp_path)
    views = shown(version)["views"]
    assert len(views) == house.lobby.restore()
    back = set()
    for people in views.values():
        for name, expected in people.items():
            found = facts(house.back(person(name)).view)
            back.add(name)
            for seat in expected["seats"]:
                seat[2] = seat[2] and seat[1] not in back
            assert expected == {key: found[key] for key in expected}


@VERSIONS
def test_matches_are_played_to_their_end_and_again(tmp_path: Path, version: int) -> None:
    """A match that is taken over is finished, with its record and results, and followed by another one."""
    old(tmp_path, version)
    house = StoredHouse(tmp_path)
    house.lobby.restore()
    eve, fay = (house.back(person(name)) for name in ("Eve", "Fay"))
    finish(house, eve, fay)
    (result,) = house.journal.results.of("ssh:Eve")
    record = read_record(house.journal.results.record(result.match).text)
    assert (("Eve", "Fay"), eve.view.game and eve.view.game.winner) == (record.names, record.winner)
    eve.handle.rematch()
    assert (Stage.PLAYING, 1) == (eve.view.stage, eve.view.game and eve.view.game.round)
    ian = house.back(person("Ian"))
    house.back(person("Joe")).handle.rematch()
    assert Stage.PLAYING is ian.view.stage


@VERSIONS
def test_a_host_is_the_host_and_who_was_sent_away_stays_away(tmp_path: Path, version: int) -> None:
    """The host's rights, and the refusal of people sent away, hold as before."""
    old(tmp_path, version)
    house = StoredHouse(tmp_path)
    house.lobby.restore()
    assert Right.KICK in house.back(person("Ann")).view.rights
    assert Right.KICK in house.back(person("Joe")).view.rights
    again = Person("Gus", "guest:9")
    again.user = User("guest:9", "Gus", guest=True, origin="192.0.2.7")
    for one in [Person("Dan"), person("Gus"), *([again] if version > 3 else [])]:
        with pytest.raises(EntryError) as caught:
            house.watch(one, "PLAY")
        assert EntryProblem.SENT_AWAY is caught.value.problem


@VERSIONS
def test_results_records_and_people_are_kept(tmp_path: Path, version: int) -> None:
    """Results, ratings, settings, resume codes and records of finished matches are those from before."""
    old(tmp_path, version)
    journal, expected = StoredHouse(tmp_path).journal, shown(version)
    for name, texts in expected["results"].items():
        identity = person(name).user.identity
        assert texts == [one.text for one in journal.results.of(identity)]
        assert expected["ranks"][name] == [
            [one.preset, one.bots, one.rating, one.matches, one.wins] for one in journal.results.ranks(identity)
        ]
    for name, settings in expected["settings"].items():
        assert settings == now(journal.people.settings(person(name).user.identity))
    guest = now(journal.guest_of(expected["codes"]["Gus"]))
    assert guest
    assert "guest:1" == guest.identity
    for (match,) in journal.store.read("SELECT id FROM matches"):
        text = journal.results.record(match).text
        assert read_record(text).text == text == expected.get("records", {}).get(str(match), text)


@VERSIONS
def test_other_rules_of_the_next_match_are_kept(tmp_path: Path, version: int) -> None:
    """A table whose match is over continues with the rules that its host has chosen since."""
    path = old(tmp_path, version)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE tables SET state = json_set(state, '$.rules.target', 61) WHERE code = 'OVER'")
        connection.commit()
    house = StoredHouse(tmp_path)
    assert isinstance(entries_of(tmp_path, "OVER")[-1].what, RulesSet)
    house.lobby.restore()
    ian = house.back(person("Ian"))
    assert (61, 60) == (ian.view.rules.target, ian.view.game and ian.view.game.rules.target)


@VERSIONS
def test_a_copy_is_made_first_and_once(tmp_path: Path, version: int) -> None:
    """Before anything is changed, the database is copied for its owner only; a second start changes no copy."""
    path = old(tmp_path, version)
    with closing(sqlite3.connect(path)) as before:
        content = list(before.iterdump())
    StoredHouse(tmp_path).journal.close()
    copy = tmp_path / "uno.db.v3"
    assert 0o600 == copy.stat().st_mode & 0o777
    with closing(sqlite3.connect(copy)) as kept:
        assert (content, [(version,)]) == (list(kept.iterdump()), kept.execute("PRAGMA user_version").fetchall())
    written = copy.stat().st_mtime_ns
    StoredHouse(tmp_path).journal.close()
    assert written == copy.stat().st_mtime_ns
    assert {"uno.db", "uno.db.v3"} == {one.name for one in tmp_path.iterdir()}


def test_without_a_copy_nothing_is_changed(tmp_path: Path) -> None:
    """If the copy cannot be made, the program says why and leaves the database as it is."""
    path = old(tmp_path, 6)
    (tmp_path / "uno.db.v3").mkdir()
    before = path.read_bytes()
    with pytest.raises(JournalError, match=r"uno\.db cannot be used: .*directory"):
        StoredHouse(tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        assert [(6,)] == connection.execute("PRAGMA user_version").fetchall()
        connection.execute("PRAGMA journal_mode = DELETE")
    assert len(before) == path.stat().st_size


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_kill_while_it_is_taken_over_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that dies before the end leaves the old database; the next one takes it over whole."""
    path = old(tmp_path, 6)
    with closing(sqlite3.connect(path)) as before:
        content = list(before.iterdump())

    def dies(connection: sqlite3.Connection) -> None:
        take_over(connection)
        os.kill(os.getpid(), SIGKILL)

    monkeypatch.setattr(schema, "take_over", dies)
    child = os.fork()
    if child == 0:
        StoredHouse(tmp_path)
        os._exit(1)
    assert -SIGKILL == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    monkeypatch.undo()
    with closing(sqlite3.connect(path)) as after:
        assert content == list(after.iterdump())
    assert len(shown(6)["views"]) == StoredHouse(tmp_path).lobby.restore()


def test_whoever_only_reads_takes_nothing_over(tmp_path: Path) -> None:
    """Reading an older database is refused, for another process may have it open."""
    old(tmp_path, 6)
    with pytest.raises(JournalError, match="an older program wrote it"):
        Store(tmp_path / "uno.db", Timers(lambda *_: None, lambda: 0.0), reading=True)  # type: ignore[arg-type]  # never called
    assert not (tmp_path / "uno.db.v3").exists()


def test_a_table_that_cannot_be_taken_over_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A table with an impossible move, and one that is no table, are logged; the others are taken over."""
    path = old(tmp_path, 6)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE actions SET what = 'r0' WHERE match = 3 AND number = 5")
        connection.execute("INSERT INTO tables VALUES ('BAD', '{}', NULL, 1)")
        connection.commit()
    house = StoredHouse(tmp_path)
    assert len(shown(6)["views"]) - 1 == house.lobby.restore()
    assert not {"PAUSE", "BAD"} & set(house.lobby.tables)
    assert ["match 3", "match None"] == [
        one for one in ("match 3", "match None") if f"the stored table of {one} cannot be taken over" in caplog.text
    ]
    assert not [secret for secret in ("PAUSE", "Eve", "old evening") if secret in caplog.text]


@pytest.mark.parametrize("version", range(1, LAST_OLD + 1))
def test_every_older_layout_is_taken_over(tmp_path: Path, version: int) -> None:
    """A file of any earlier version is brought to today's layout, with the levels of bots by their names of today."""
    with closing(sqlite3.connect(tmp_path / "uno.db")) as connection:
        for statements in OLD_MIGRATIONS[:version]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("INSERT INTO matches (id, code, rules, seats, seed, typed, base, began, ended) "
                           "VALUES (7, 'FAM', 'classic', 2, 's', 0, 0, 1, 2)")  # fmt: skip
        if version > 2:
            level = "sharp" if version < LAST_OLD else "hard"
            values = "match, seat, owner, guest, name, level, place, points, gone, seen"
            connection.execute(f"INSERT INTO results ({values}) VALUES (7, 0, '', 0, 'Ada', '{level}', 1, 0, 0, 1)")
        connection.commit()
    house = StoredHouse(tmp_path)
    fresh = StoredHouse(tmp_path / "fresh")
    layout = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY 1"
    assert [(VERSION,)] == house.journal.store.read("PRAGMA user_version")
    assert fresh.journal.store.read(layout) == house.journal.store.read(layout)
    assert [(7, Rules().full_text, "")] == house.journal.store.read("SELECT id, rules, moves FROM matches")
    assert [("hard",)] * (version > 2) == house.journal.store.read("SELECT level FROM results")


PARTY: Final = Rules(
    first_wild="choose", draw_four="bluff", catch_window="next_turn", stacking="cross", doubles=True,
    draw="until_playable", jump_in=True, seven_zero=True, target=200,
)  # fmt: skip  # the preset of version 0.1.0, in full


def test_old_rules_are_read_with_the_presets_of_their_time(edited_presets: dict[str, Rules]) -> None:
    """A preset that is edited changes no stored rules; every option by name is read as it stands."""
    assert [PRESETS[name] for name in PRESETS] == [old_rules(name) for name in PRESETS]
    edited_presets["party"] = Rules(hand_size=3, stacking="same")
    assert PARTY == old_rules("party target=200") == old_rules(PARTY.full_text)
    assert Rules(deck="regular", jack="wild", hand_size=5) == old_rules("classic deck=regular jack=wild hand_size=5")


@pytest.mark.parametrize(("name", "new"), [("fair", "medium"), ("sharp", "hard"), ("easy", "easy")])
def test_old_names_of_levels_are_understood(name: str, new: str) -> None:
    """Table options take an old name of a level, from people, programs and files, and have today's."""
    assert new == TableOptions(level=name).level
    assert new == StoredOptions(level=name).options.level
    assert new in LEVELS
