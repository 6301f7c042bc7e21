"""`uno play --continue` in real processes, after a match was quit, killed or its terminal closed."""

import asyncio
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.terminals import Terminal
from tests.waiting import within

UNO = [sys.executable, "-m", "uno_tui"]
PLAY = [*UNO, "play", "--plain", "--bots", "2", "--seed", "evening 17"]
CONTINUE = [*UNO, "play", "--plain", "--continue"]


def environment(folder: Path) -> dict[str, Any]:
    return {"LANG": "C.UTF-8", "TERM": "xterm", "XDG_DATA_HOME": f"{folder}/d", "XDG_CONFIG_HOME": f"{folder}/c"}


def done(command: list[str], typed: str, folder: Path) -> tuple[list[str], str, int]:
    """Run a command on some input; return its output, its errors and its status."""
    ran = subprocess.run(
        command, input=typed, capture_output=True, text=True, timeout=60, env=environment(folder), check=False
    )
    return ran.stdout.splitlines(), ran.stderr, ran.returncode


async def test_a_killed_match_has_every_action_that_was_shown(tmp_path: Path) -> None:
    """After kill -9 during bots' turns, the continued match repeats all that had been shown."""
    process = await asyncio.create_subprocess_exec(
        *PLAY, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=environment(tmp_path)
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"auto\n")
    shown: list[str] = []
    while sum(bool(re.match(r"(Ada|Bran|You) (played|drew)", line)) for line in shown) < 3:
        shown.append((await within(process.stdout.readline())).decode().rstrip("\n"))
    process.kill()
    shown += (await within(process.stdout.read())).decode().splitlines()
    await process.wait()
    acted = [line for line in shown if re.match(r"(Ada|Bran|You) (played|drew)", line)]
    lines, errors, status = done(CONTINUE, "log\nquit\n", tmp_path)
    assert ("", 0) == (errors, status)
    found = [line for line in lines if line in acted]
    assert acted == list(dict.fromkeys(found)) or set(acted) <= set(found)


async def test_a_match_whose_terminal_was_closed_is_continued(tmp_path: Path) -> None:
    """SIGHUP in the full screen keeps the match; the next process continues it."""
    async with Terminal([*UNO, "play", "--bots", "2"], controlling=True, **environment(tmp_path)) as terminal:
        await terminal.shows("round 1")
        terminal.type(b"a")
        await terminal.shows("A bot is playing")
        terminal.process.send_signal(signal.SIGHUP)
        await terminal.exits()
    lines, errors, status = done(CONTINUE, "quit\n", tmp_path)
    assert ("", 0) == (errors, status)
    assert any("3: Bran" in line for line in lines)
    assert "The match is saved. To continue it: uno play --continue" == lines[-1]


def test_without_an_interrupted_match_there_is_nothing_to_continue(tmp_path: Path) -> None:
    """The command fails with status 1 and one line on the error stream."""
    assert ([], "uno play: There is no interrupted match to continue.\n", 1) == done(CONTINUE, "", tmp_path)


@pytest.mark.parametrize("words", [["--bots", "2"], ["--preset", "party"], ["--set", "target=50"], ["--seed", "a"]])
def test_what_a_match_has_already_cannot_be_chosen_again(words: list[str], tmp_path: Path) -> None:
    """--continue beside options of a new match is a usage error."""
    lines, errors, status = done([*CONTINUE, *words], "", tmp_path)
    assert ([], 2) == (lines, status)
    assert "--continue keeps the settings of the match" in errors


async def test_the_start_screen_offers_the_interrupted_match(tmp_path: Path) -> None:
    """After a match was quit, `c` at the start screen continues it; leaving it leads back there."""
    done(PLAY, "draw\nquit\n", tmp_path)
    async with Terminal(UNO, controlling=True, **environment(tmp_path)) as terminal:
        await terminal.shows("with Ada, Bran")
        terminal.type(b"c")
        await terminal.shows("round 1")
        terminal.type(b"qy")
        await terminal.shows("uno play --continue")
        terminal.type(b"q")
        assert 0 == await terminal.exits()


async def test_no_match_is_promised_to_be_kept_where_nothing_can_be_stored(tmp_path: Path) -> None:
    """If the data folder cannot be used, the question before leaving says that the match ends."""
    (tmp_path / "d").write_text("a file where the folder should be")
    lines, _, _ = done(PLAY, "q\nyes\n", tmp_path)
    assert any(line.startswith("This match will not be saved") for line in lines)
    assert "It ends unfinished and cannot be continued. To leave, type yes or quit." in lines
    async with Terminal([*UNO, "play", "--bots", "2"], controlling=True, **environment(tmp_path)) as terminal:
        await terminal.shows("will not be saved")
        terminal.type(b"q")
        await terminal.shows("It ends unfinished and cannot be continued.")
