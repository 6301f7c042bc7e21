"""Ctrl-C at any moment, output that cannot be written, and a user whom the system does not know."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminals import Terminal

UNO = [sys.executable, "-m", "uno_tui"]
INTERRUPTED_AT = """
import os, signal, sys
from uno_tui.__main__ import start

def count(event, _):
    global imports
    if event == "import":
        imports -= 1
        if not imports:
            os.kill(os.getpid(), signal.SIGINT)

if __name__ == "__main__":
    imports = int(sys.argv.pop(1))
    sys.addaudithook(count)
    start()
"""
"""`uno` that gets Ctrl-C at its n-th import."""


@pytest.mark.parametrize("number", [1, 100, 300, 600])
@pytest.mark.parametrize("words", [["rules"], ["play", "--plain"], ["simulate", "--games", "9", "--jobs", "2"]])
def test_ctrl_c_while_a_command_loads_ends_it_quietly(words: list[str], number: int, tmp_path: Path) -> None:
    """Ctrl-C during the imports ends a command with status 130 and without a traceback."""
    (tmp_path / "main.py").write_text(INTERRUPTED_AT)
    done = subprocess.run(
        [sys.executable, tmp_path / "main.py", str(number), *words],
        stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False,
    )  # fmt: skip  # one thought

    assert b"" == done.stderr.strip()
    assert done.returncode in (130, 0)  # 0: it imported less


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["play", "-h"], ["rules"], ["help"], ["play", "--plain"], ["--plain"]]
)
def test_output_that_cannot_be_written_is_one_line(words: list[str]) -> None:
    """A full disk behind standard output gives a one-line error and status 1."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*UNO, *words], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )

    assert 1 == done.returncode
    assert ["cannot write to standard output: No space left on device"] == [
        line.removeprefix("Error: ") for line in done.stderr.decode().splitlines()
    ]


def nobody(*words: str) -> list[str]:
    """Return the command line of `uno` as a user whom the system does not know, without HOME."""
    if shutil.which("unshare") is None or os.geteuid() != 0:
        pytest.skip("a user of a test's own needs root and unshare (util-linux)")
    drop = [
        "env",
        "--unset=HOME",
        "--unset=LOGNAME",
        "--unset=USER",
        "--unset=XDG_CONFIG_HOME",
        "--unset=XDG_DATA_HOME",
    ]
    return ["unshare", "--user", "--map-user=54321", *drop, *UNO, *words]


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["rules"], 0, "Rules: classic"),
        (["themes"], 0, "classic"),
        (["play", "--plain"], 0, "You left the table."),
        (["serve", "--port", "0"], 2, "name a folder with --data DIR"),
    ],
)
def test_a_user_without_a_home_plays_and_nothing_is_kept(
    words: list[str], status: int, said: str, tmp_path: Path
) -> None:
    """Without HOME and an entry in the system's list of users, commands run and write no file."""
    done = subprocess.run(
        nobody(*words), cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False
    )

    assert status == done.returncode
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("nope", 2),
        ("play --nope", 2),
        ("rules --preset nope", 2),
        ("replay /nope", 1),
        ("join 127.0.0.1:1", 2),
        ("host --listen 127.0.0.1 --port 0 --no-announce", 2),
        ("serve --nope", 2),
    ],
)
def test_errors_without_standard_error_are_silent(words: str, status: int) -> None:
    """With standard error closed, an error is its exit status alone: nothing of it gets into the output."""
    command = f"{' '.join(UNO)} {words} 2>&- </dev/null"
    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, timeout=60, check=False)

    assert (b"", status) == (done.stdout, done.returncode)


def test_commands_work_without_standard_error() -> None:
    """A command that usually shows progress on standard error works without standard error."""
    command = f"{' '.join(UNO)} simulate --games 2 --json 2>&- </dev/null"
    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, timeout=60, check=True)

    assert 2 == json.loads(done.stdout)["games"]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ([], "New to UNO?"),
        (["host", "--listen", "127.0.0.1", "--port", "0", "--no-announce"], "Waiting for players"),
    ],
)
async def test_a_user_without_a_home_gets_screens(words: list[str], shown: str) -> None:
    """The start screen and `uno host` work for such a user."""
    async with Terminal(nobody(*words), controlling=True, LANG="C.UTF-8") as terminal:
        await terminal.shows(shown)
        terminal.process.send_signal(signal.SIGTERM)
        assert await terminal.exits() in (0, 128 + signal.SIGTERM)
        assert b"Traceback" not in terminal.data
