"""`uno serve --backup FILE`, and restoring as server/README.md describes it."""

import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests import ROOT
from tests.server.clients import said
from tests.server.test_running import running
from tests.terminals import ran

UNO = [sys.executable, "-m", "uno_tui"]


def names(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}


async def test_a_backup_is_restored(tmp_path: Path) -> None:
    """A backup made while people play has their table; restored by the README's commands, the table is back."""
    backup = tmp_path / "backup.db"
    async with running(tmp_path) as program:
        connection = await program.connect()
        viewer = await program.screen(connection, "join FAM1")
        command = [*UNO, "serve", "--data", str(tmp_path / "data"), "--backup", str(backup)]
        out, err, status = await ran(command)
        assert ("", 0) == (err, status)
        assert re.fullmatch(rf"backed up to {backup}: 1 table, 0 matches, 1 person, \d+ bytes\n", out)
        assert 0 == (await ran(command))[2]
        assert not viewer.closed
        connection.abort()
    assert 0o600 == backup.stat().st_mode & 0o777
    assert {"backup.db", "data", "log", "uno.toml"} == names(tmp_path)
    shutil.rmtree(tmp_path / "data")
    (tmp_path / "data").mkdir(mode=0o700)
    (text,) = re.findall(r"To restore.*?```sh\n(.*?)```", (ROOT / "server" / "README.md").read_text(), re.DOTALL)
    lines = [line for line in text.splitlines() if "systemctl" not in line]
    script = "\n".join(lines).replace("/var/lib/uno-tui", str(tmp_path / "data")).replace("/backup/uno.db", str(backup))
    _, err, status = await ran(["sh", "-ec", script])
    assert ("", 0) == (err, status)
    async with running(tmp_path) as program:
        assert "restored tables=1" in program.log
        connection = await program.connect()
        assert "FAM1" in (await said(connection, "rooms"))[0]
        connection.abort()


@pytest.mark.parametrize("content", [b"port = 2222\n", None])
def test_a_backup_replaces_only_a_backup(tmp_path: Path, content: bytes | None) -> None:
    """A file that is something else, or the database itself, is an error, and stays as it is."""
    with sqlite3.connect(tmp_path / "uno.db") as database:
        database.execute("CREATE TABLE people (name)")
    target = tmp_path / ("uno.db" if content is None else "uno.toml")
    if content is not None:
        target.write_bytes(content)
    before = target.read_bytes()
    done = subprocess.run(
        [*UNO, "serve", "--data", str(tmp_path), "--backup", str(target)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip  # one call
    assert (1, "", 1) == (done.returncode, done.stdout, len(done.stderr.splitlines()))
    assert done.stderr.endswith("name another file\n")
    assert before == target.read_bytes()


def test_without_a_database_there_is_no_backup(tmp_path: Path) -> None:
    """An empty folder is an error, and no file is written."""
    done = subprocess.run(
        [*UNO, "serve", "--data", str(tmp_path), "--backup", str(tmp_path / "backup.db")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip  # one call
    assert (1, True) == (done.returncode, done.stderr.startswith("uno serve: there is no database"))
    assert [] == list(tmp_path.iterdir())


def test_a_database_of_an_older_version_is_backed_up_as_it_is(tmp_path: Path) -> None:
    """A new program backs up what an old one has stored, before it takes that over."""
    old_database = ROOT / "tests" / "journal" / "old_databases" / "version_6.sql"
    with closing(sqlite3.connect(tmp_path / "uno.db")) as database:
        database.executescript(old_database.read_text(encoding="utf-8"))
        content = list(database.iterdump())
    target = tmp_path / "backup.db"
    command = [*UNO, "serve", "--data", str(tmp_path), "--backup", str(target)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "6 tables, 7 matches, 18 people" in done.stdout
    with closing(sqlite3.connect(target)) as copy:
        assert content == list(copy.iterdump())
