"""Levels of bots by the names of version 0.1.0: what was stored under them goes on under today's."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from uno_tui.bots import LEVELS
from uno_tui.journal.schema import MIGRATIONS, migrate
from uno_tui.local.last_used import StoredOptions
from uno_tui.table.options import TableOptions

BEFORE = next(number for number, steps in enumerate(MIGRATIONS) if "sharp" in "".join(steps))
"""Version of a database whose levels have the old names."""


@pytest.fixture
def database(tmp_path: Path) -> sqlite3.Connection:
    """An old database with a table, a result and a rating of each level."""
    connection = sqlite3.connect(tmp_path / "uno.db", isolation_level=None)
    for steps in MIGRATIONS[:BEFORE]:
        for step in steps:
            connection.execute(step)
    connection.execute(f"PRAGMA user_version = {BEFORE}")
    state = {"options": {"level": "fair"}, "seats": [{"name": '"level":"fair"', "level": "sharp"}, {"level": "easy"}]}
    text = json.dumps(state, separators=(",", ":"))
    connection.execute("INSERT INTO tables (code, state) VALUES ('OLD', ?)", (text,))
    for seat, level in enumerate(("easy", "fair", "sharp", "")):
        connection.execute(
            "INSERT INTO results (match, seat, owner, guest, name, level, place, points, gone, seen) "
            "VALUES (1, ?, '', 0, '', ?, 1, 0, 0, 1)",
            (seat, level),
        )
        connection.execute("INSERT INTO ratings VALUES (?, 'classic', 1, 25, 8, 1, 0)", (f"bot:{level}",))
    return connection


def test_stored_levels_are_renamed(database: sqlite3.Connection) -> None:
    """Tables, results and ratings have today's names after the database was brought up to date; texts stay."""
    with closing(database):
        migrate(database)

        (text,) = database.execute("SELECT state FROM tables").fetchone()
        assert "medium" == json.loads(text)["options"]["level"]
        assert [('"level":"fair"', "hard"), (None, "easy")] == [
            (seat.get("name"), seat["level"]) for seat in json.loads(text)["seats"]
        ]
        levels = [level for (level,) in database.execute("SELECT level FROM results ORDER BY seat")]
        assert ["easy", "medium", "hard", ""] == levels
        owners = {owner for (owner,) in database.execute("SELECT owner FROM ratings")}
        assert {"bot:easy", "bot:medium", "bot:hard", "bot:"} == owners


@pytest.mark.parametrize(("old", "new"), [("fair", "medium"), ("sharp", "hard"), ("easy", "easy")])
def test_old_names_are_understood(old: str, new: str) -> None:
    """Table options take an old name of a level, from people, programs and files, and have today's."""
    assert new == TableOptions(level=old).level
    assert new == StoredOptions(level=old).options.level
    assert new in LEVELS
