"""`uno daily` in real processes: a script, two windows, a killed one, the full screen."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

from tests.cli.test_continue import done, environment
from tests.terminals import Terminal
from tests.waiting import within

UNO = [sys.executable, "-m", "uno_tui"]
DAILY = [*UNO, "daily", "--plain"]
SAVED = "The match is saved. To continue it: uno daily"


def hand(lines: list[str]) -> str:
    """Return the hand that was read last."""
    return [line for line in lines if re.match(r"\d+ cards?: ", line)][-1]


def test_everyone_gets_the_same_hand(tmp_path: Path) -> None:
    """Two people with folders of their own are dealt the same cards; quitting keeps the try."""
    found = [done([*DAILY, "--name", name], "hand\ndraw\ntake\nquit\n", tmp_path / name) for name in ("Ann", "Bob")]
    assert [("", 0)] * 2 == [(errors, status) for _, errors, status in found]
    assert [SAVED] * 2 == [lines[-1] for lines, _, _ in found]
    assert hand(found[0][0]) == hand(found[1][0])


async def test_a_second_window_is_told_and_a_killed_one_is_continued(tmp_path: Path) -> None:
    """While one process plays, another ends with status 1; after kill -9 the next process continues the try."""
    process = await asyncio.create_subprocess_exec(
        *DAILY, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=environment(tmp_path)
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"draw\ntake\nhand\n")
    before: list[str] = []
    while not before or not re.match(r"\d+ cards?: ", before[-1]):
        before.append((await within(process.stdout.readline())).decode().rstrip("\n"))
    refused = done(DAILY, "", tmp_path)
    process.kill()
    await process.wait()
    assert ([], "uno daily: The daily deal is being played in another window.\n", 1) == refused
    lines, errors, status = done(DAILY, "hand\nquit\n", tmp_path)
    assert ("", 0) == (errors, status)
    assert hand(lines) == hand(before)


def test_a_damaged_file_is_put_aside_in_words(tmp_path: Path) -> None:
    """A message says where the file was moved, and the deal of the day starts again; the next run shows no message."""
    assert SAVED == done(DAILY, "draw\ntake\nquit\n", tmp_path)[0][-1]
    [file] = tmp_path.rglob("uno.db")
    file.write_bytes(b"no database at all, but a longer text " * 200)
    lines, errors, status = done(DAILY, "draw\ntake\nhand\nquit\n", tmp_path)
    assert ("", 0, SAVED) == (errors, status, lines[-1])
    [aside] = tmp_path.rglob("damaged-*.db")
    said = "The file of your daily deals was damaged. It was put aside, and your history starts over"
    assert f"{said}: {aside}" == lines[0]
    again, errors, status = done(DAILY, "hand\nquit\n", tmp_path)
    assert ("", 0) == (errors, status)
    assert hand(lines) == hand(again)
    assert said not in again[0]


def test_without_a_finished_try_there_is_no_record(tmp_path: Path) -> None:
    """`--record` then fails with status 1 and one line."""
    assert ([], "uno daily: No finished tries yet.\n", 1) == done([*UNO, "daily", "--record"], "", tmp_path)


def test_the_full_screen_needs_a_terminal(tmp_path: Path) -> None:
    """Through a pipe `uno daily` is a usage error that names --plain."""
    ran = subprocess.run(
        [*UNO, "daily"], input="", capture_output=True, text=True, env=environment(tmp_path), check=False
    )
    assert (2, "") == (ran.returncode, ran.stdout)
    assert "--plain" in ran.stderr


async def test_the_start_screen_plays_it(tmp_path: Path) -> None:
    """`d` opens the table of the day; left before a move, the try is still to be played."""
    async with Terminal(UNO, controlling=True, **environment(tmp_path)) as terminal:
        await terminal.shows("Not played yet today")
        terminal.type(b"d")
        await terminal.shows("round 1")
        terminal.type(b"qy")
        await terminal.shows("Not played yet today")
        terminal.type(b"q")
        assert 0 == await terminal.exits()
