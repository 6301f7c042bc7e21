"""The time that a server needs to start again with running tables, each in its 20th match.

    python -m tests.bench.restart [--tables 200]

One table is played through the journal and then stored as often as wanted, under other codes. The times are those of
opening the journal and folding all logs, and of `uno serve` until it listens.
"""

import argparse
import asyncio
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from tests.journals import StoredHouse, entries_of
from tests.server.app.test_restart_over_ssh import started
from tests.tables import QUICK, Person, finish, now
from uno_tui.game.rules import Rules

MATCHES = 20
MOVES = 200
"""Moves made in the last match."""
FOLD = """
import sys, time
from pathlib import Path
from tests.journals import StoredHouse
began, worked = time.perf_counter(), time.process_time()
tables = StoredHouse(Path(sys.argv[1])).lobby.restore()
print(tables, time.perf_counter() - began, time.process_time() - worked)
"""


def play(folder: Path) -> int:
    """Play one table into its 20th match; return the number of entries in its log."""
    house = StoredHouse(folder)
    people: list[Person] = house.people("Ann", "Bob", "Cat", "Dan", rules=QUICK)
    host = people[0]
    for _ in range(MATCHES - 1):
        finish(house, *people)
        if house.table().state.matches == MATCHES - 1:
            host.handle.change_rules(Rules(target=5000))
        host.handle.rematch()
    for _ in range(MOVES):
        mover = next((one for one in people if one.on_turn), None)
        assert mover
        mover.move()
    assert MATCHES == house.table().state.matches
    now(house.lobby.close())
    house.journal.close()
    return len(entries_of(folder))


def multiply(folder: Path, tables: int) -> None:
    """Store the table of the folder `tables` times, with its finished matches."""
    with closing(sqlite3.connect(folder / "uno.db")) as connection:
        for number in range(1, tables):
            code = f"T{number:03}"
            connection.execute(
                'INSERT INTO entries SELECT ?, life, position, replace(text, \'"code":"FAM"\', ?) FROM entries '
                "WHERE code = 'FAM'",
                (code, f'"code":"{code}"'),
            )
            connection.execute(
                "INSERT INTO matches SELECT NULL, ?, life, number, rules, seats, seed, typed, moves, began, ended, "
                "format FROM matches WHERE code = 'FAM'",
                (code,),
            )
        connection.commit()


async def serve(folder: Path) -> float:
    """Return the seconds until `uno serve` listens."""
    began = time.perf_counter()
    async with started(folder):
        return time.perf_counter() - began


def main() -> None:
    """Build the data, start again, and print the times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    tables = parser.parse_args().tables
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        entries = play(folder / "data")
        multiply(folder / "data", tables)
        size = (folder / "data" / "uno.db").stat().st_size / 1e6
        print(f"{tables} tables in their {MATCHES}th match, {entries} entries each, {size:.1f} MB")
        (folder / "empty").mkdir()
        empty = asyncio.run(serve(folder / "empty"))
        for _ in range(3):
            command = [sys.executable, "-c", FOLD, str(folder / "data")]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            restored, seconds, cpu = done.stdout.split()
            print(f"folded {restored} tables in {float(seconds):.2f} s, {float(cpu):.2f} s of CPU")
        print(f"uno serve listens after {asyncio.run(serve(folder)):.2f} s; without tables after {empty:.2f} s")


if __name__ == "__main__":
    main()
