"""Standard output that cannot be written, as shells set it up."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

UNO = f"{sys.executable} -m uno_tui"
FOLDERS = {name: os.environ[name] for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME")}


def shell(line: str, **environment: str) -> tuple[bytes, str, int]:
    """Run a shell command; return its output, its errors and its status."""
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **FOLDERS, **environment}
    done = subprocess.run(["sh", "-c", line], capture_output=True, timeout=60, env=environment, check=False)
    return done.stdout, done.stderr.decode(), done.returncode


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize(
    "command", ["rules", "themes", "themes --show light", "simulate --games 1", "simulate --games 1 --json",
                "serve --sample", "serve --port 0 --data {folder}"]
)  # fmt: skip  # a list of commands
def test_a_full_disk_is_told_in_one_line(command: str, tmp_path: Path) -> None:
    """If the output cannot be written, the reason is one line, the status is 1, and there is no traceback."""
    _, errors, status = shell(f"{UNO} {command.format(folder=tmp_path)} >/dev/full")

    said = [line for line in errors.splitlines() if not line[:4].isdecimal()]
    assert (["Error: cannot write to standard output: No space left on device"], 1) == (said, status)


@pytest.mark.parametrize("command", ["rules", "play --plain", "serve --port 0"])
def test_a_closed_output_is_told(command: str) -> None:
    """With a closed standard output no command runs; the reason is in the person's language."""
    assert (b"", "Error: standard output is closed\n", 1) == shell(f"{UNO} {command} <&- >&-")


def test_a_reader_that_goes_is_no_fault() -> None:
    """A reader that closes the pipe early causes no error message."""
    assert (b"Rules: party\n", "") == shell(f"{UNO} rules --preset party | head -n 1")[:2]


def test_what_an_output_cannot_show_is_replaced() -> None:
    """Characters that the output's encoding lacks become question marks."""
    out, errors, status = shell(f"{UNO} rules --lang ka", PYTHONIOENCODING="ascii")

    assert (True, "", 0) == (out.startswith(b"??????: classic\n"), errors, status)


def test_accents_that_an_output_cannot_show_are_left_out() -> None:
    """Lines and errors on a terminal without UTF-8 show letters without their accents, as the full screen does."""
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    out, _, _ = shell(f"{UNO} rules --lang ga", **ascii_only)
    assert b"- Bi ar an gcead duine a imrionn a chartai go leir." in out.splitlines()
    out, _, _ = shell(f"{UNO} --lang ga play --plain --name Se\u0301amas </dev/null", **ascii_only)
    assert out.startswith(b"Closcriobh cabhair")
    assert b"?" not in out
    _, errors, _ = shell(f"{UNO} --lang ga replay /nowhere", **ascii_only)
    assert errors.startswith("uno replay: /nowhere: ni")
