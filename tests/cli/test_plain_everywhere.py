"""`--plain`, `plain = true` and TERM=dumb: the start menu, hosting, joining and replay all work in lines of text."""

import asyncio
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.replays import record
from tests.waiting import within

UNO = [sys.executable, "-m", "uno_tui"]


def environment(folder: Path, **changes: str) -> dict[str, Any]:
    here = {"LANG": "C.UTF-8", "TERM": "xterm", "XDG_DATA_HOME": f"{folder}/d", "XDG_CONFIG_HOME": f"{folder}/c"}
    return {"PATH": "/usr/bin:/bin", **here, **changes}


def lines_of(words: list[str], typed: str, folder: Path, **changes: str) -> list[str]:
    """Return what a command writes for some typed lines; it must end with status 0 and no escape sequence."""
    done = subprocess.run(
        [*UNO, *words], input=typed, capture_output=True, text=True, timeout=60, check=False,
        env=environment(folder, **changes),
    )  # fmt: skip  # one command
    assert ("", 0) == (done.stderr, done.returncode)
    assert "\x1b" not in done.stdout
    return done.stdout.splitlines()


@pytest.mark.parametrize("way", ["--plain", "TERM=dumb", "plain = true"])
def test_the_start_menu_in_lines(way: str, tmp_path: Path) -> None:
    """A game is played, left and continued from the menu, and statistics, rules and settings are heard."""
    (tmp_path / "c" / "uno-tui").mkdir(parents=True)
    if way == "plain = true":
        (tmp_path / "c" / "uno-tui" / "settings.toml").write_text("plain = true\n")
    words = ["--plain"] if way == "--plain" else []
    typed = "play\nred\ndraw\nquit\n1\nhand\nquit\nstatistics\nrules\n5\nsettings\nreplay\nquit\n"
    heard = lines_of(words, typed, tmp_path, **({"TERM": "dumb"} if way == "TERM=dumb" else {}))
    assert 2 == sum("uno play --continue" in line for line in heard)
    assert any(line.startswith("1: continue: ") for line in heard)
    assert any(re.match(r"\d+ cards: ", line) for line in heard)  # a first Draw Two deals nine
    assert "No finished matches yet." in heard
    assert "Rules: quick" in heard
    assert "theme: automatic" in heard


def test_a_replay_in_lines(tmp_path: Path) -> None:
    """A replay is stepped through, followed from a seat and jumped in, and its hands are heard."""
    path = tmp_path / "a.uno"
    path.write_text(record().text)
    heard = lines_of(
        ["replay", "--plain", str(path)], "next 3\n\nback 2\nround 2\nseat 2\ngo\nscore\nfly\nquit\n", tmp_path
    )
    positions = [line for line in heard if re.match(r"Action \d+ of \d+", line)]
    last = record().moves
    assert [f"Action {number} of {len(last)}" for number in (0, 2)] == positions[:2]
    assert f"Action {len(last)} of {len(last)}" == positions[-1]
    assert any(line.startswith("Unknown command: fly.") for line in heard)


async def test_hosting_and_joining_in_lines(tmp_path: Path) -> None:
    """The host hears how to join; a guest joins by address in lines; both are at one table until its end."""
    host = await asyncio.create_subprocess_exec(
        *UNO, "host", "--plain", "--listen", "127.0.0.1", "--port", "0", "--no-announce", "--name", "Ann",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=environment(tmp_path / "host"),
    )  # fmt: skip  # one command
    assert host.stdin
    assert host.stdout
    try:
        told = ""
        while not (found := re.search(r"-p (\d+) 127.0.0.1 join (\w+)", told)) or "SHA256:" not in told:
            told += (await within(host.stdout.readline())).decode()
        guest = await asyncio.create_subprocess_exec(
            *UNO, "join", f"127.0.0.1:{found[1]}", "--plain", "--name", "Bob", stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, env=environment(tmp_path / "guest"),
        )  # fmt: skip  # one command
        assert guest.stdin
        assert guest.stdout
        guest.stdin.write(b"y\nsay hello\n")
        while "hello" not in told:
            told += (await within(host.stdout.readline())).decode()
        host.stdin.write(b"invite\n")
        again = ""
        while found[0] not in again or "SHA256:" not in again:
            again += (await within(host.stdout.readline())).decode()
        host.send_signal(signal.SIGINT)
        heard = (await within(guest.stdout.read())).decode()
        assert found[2] in heard
        assert "\x1b" not in heard + told
        await within(guest.wait())
        await within(host.wait())
    finally:
        for process in (host,):
            if process.returncode is None:
                process.kill()
