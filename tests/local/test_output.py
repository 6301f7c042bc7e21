"""Standard output that cannot be written, as people's shells make it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

UNO = f"{sys.executable} -m uno_tui"
FOLDERS = {name: os.environ[name] for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME")}


def shell(line: str, **environment: str) -> tuple[bytes, str, int]:
    """What a line of a shell prints, what it complains, and its status."""
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **FOLDERS, **environment}
    done = subprocess.run(["sh", "-c", line], capture_output=True, timeout=60, env=environment, check=False)
    return done.stdout, done.stderr.decode(), done.returncode


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize(
    "command", ["rules", "themes", "themes --show light", "simulate --games 1", "simulate --games 1 --json",
                "serve --sample", "serve --port 0 --data {folder}"]
)  # fmt: skip  # a list of commands
def test_a_full_disk_is_told_in_one_line(command: str, tmp_path: Path) -> None:
    """Whatever cannot be printed ends with status 1 and the reason, without a trace of the program."""
    _, errors, status = shell(f"{UNO} {command.format(folder=tmp_path)} >/dev/full")

    said = [line for line in errors.splitlines() if not line[:4].isdecimal()]
    assert (["Error: standard output cannot be written: No space left on device"], 1) == (said, status)


@pytest.mark.parametrize("command", ["rules", "play --plain", "serve --port 0"])
def test_a_closed_output_is_told(command: str) -> None:
    """Without any standard output nothing begins; the reason is told in the person's language."""
    assert (b"", "Error: standard output is closed\n", 1) == shell(f"{UNO} {command} <&- >&-")


def test_a_reader_that_goes_is_no_fault() -> None:
    """Of a reader that stops early nobody complains."""
    assert (b"Rules: party\n", "") == shell(f"{UNO} rules --preset party | head -n 1")[:2]


def test_what_an_output_cannot_show_is_replaced() -> None:
    """Letters that the output's encoding has not got are question marks there."""
    out, errors, status = shell(f"{UNO} rules --lang ka", PYTHONIOENCODING="ascii")

    assert (True, "", 0) == (out.startswith(b"??????: classic\n"), errors, status)
