"""`uno doctor` shows what the terminal answered, and real terminals answer it."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.line.answering import TERMINALS
from tests.terminals import Terminal, ran
from tests.waiting import until

UNO = [sys.executable, "-m", "uno_tui"]
LAST_QUESTION = b"\x1b[c"
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


async def report_of(terminal: Terminal, answer: bytes) -> str:
    """Answer a doctor's questions and return its report, without colors."""
    await until(lambda: LAST_QUESTION in terminal.data or terminal.ended)
    terminal.type(answer)
    assert 0 == await terminal.exits()
    assert terminal.clean
    return ESCAPES.sub("", terminal.data.decode().partition("\x1b[?1049l")[2])


async def test_the_report_says_what_was_decided_from_what() -> None:
    """A terminal that proves true color on a light background gets a report with that, and nothing to change."""
    async with Terminal([*UNO, "doctor"], LANG="C.UTF-8") as terminal:
        report = await report_of(terminal, TERMINALS["foot"].data.replace(b"2424/2424/2424", b"ffff/ffff/ffff"))

    for line in (
        "foot(1.16.2), TERM=xterm-256color",
        "80x24",
        "16 million colors, the terminal answered so",
        "light, the background #ffffff is light",
        "the locale is UTF-8",
        "Nothing needs to be changed.",
    ):
        assert line in report
    assert re.search(r"answer after +\d+ ms", report)
    assert b"48;2;" in terminal.data.partition(b"\x1b[?1049l")[2], "the swatches"


@pytest.mark.parametrize(
    ("term", "environment", "said"),
    [
        ("linux", {}, "16 colors, because of TERM"),
        ("xterm-256color", {"NO_COLOR": "1"}, "For colors, unset NO_COLOR."),
        ("xterm-256color", {"NO_MOTION": "1"}, "off, because of NO_MOTION"),
        ("xterm-256color", {"LC_ALL": "C"}, "For all characters, choose a UTF-8 locale"),
        ("screen-256color", {}, "screen does not report the focus"),
        ("xterm", {}, "COLORTERM=truecolor"),
        ("dumb", {}, "you play in lines of text"),
        ("", {}, "TERM is not set"),
    ],
)
async def test_the_report_says_what_to_change(term: str, environment: dict[str, str], said: str) -> None:
    """Each obstacle is named with its remedy; terminals that might print the questions are not asked."""
    settings: dict[str, Any] = {"LANG": "C.UTF-8", "TERM": term, **environment}
    async with Terminal([*UNO, "doctor"], **settings) as terminal:
        if term not in ("linux", "dumb", ""):
            await until(lambda: LAST_QUESTION in terminal.data or terminal.ended)
            terminal.type(b"\x1b[?6c" + b"\x1b]11;rgb:0000/0000/0000\x07")
        assert 0 == await terminal.exits()

    assert said in terminal.data.decode()
    assert (LAST_QUESTION in terminal.data) == (term not in ("linux", "dumb", ""))


async def test_without_a_terminal_the_report_is_plain_text() -> None:
    """Through a pipe there are no escape sequences, and the report says how to ask a terminal."""
    out, err, status = await ran([*UNO, "doctor"], LANG="C.UTF-8", TERM="xterm-256color")

    assert ("", 0) == (err, status)
    assert "\x1b" not in out
    assert "In a terminal, type: uno doctor" in out


async def test_a_theme_that_does_not_exist_is_told_by_file_and_line(tmp_path: Path) -> None:
    """The error names file and line, in the report and before a game; the report has the theme that is used."""
    (tmp_path / "uno-tui").mkdir()
    file = tmp_path / "uno-tui" / "settings.toml"
    file.write_text('bell = true\ntheme = "drak"\n')
    where: dict[str, Any] = {"XDG_CONFIG_HOME": str(tmp_path), "LANG": "C.UTF-8"}
    told = f"{file}:2: theme: unknown theme 'drak' (did you mean dark?)"
    for words in (["doctor"], ["play", "--plain"], ["--plain"]):
        out, err, status = await ran([*UNO, *words], **where)
        assert (True, 0) == (told in err, status), err
        assert "chosen by you" not in out
    for words in (["play"], []):
        async with Terminal([*UNO, *words], size=(200, 24), **where) as terminal:
            await terminal.shows("settings.toml:2: theme: unknown theme 'drak'")


async def test_the_report_can_be_saved_while_the_terminal_answers(tmp_path: Path) -> None:
    """With its output in a file, the terminal is asked nevertheless, and the file has no escape sequences."""
    command = f"{' '.join(UNO)} doctor > {tmp_path}/report"
    async with Terminal(["sh", "-c", command], LANG="C.UTF-8") as terminal:
        await report_of(terminal, TERMINALS["kitty"].data)

    report = (tmp_path / "report").read_text()
    assert "kitty(0.35.2)" in report
    assert "\x1b" not in report


async def test_a_silent_terminal_ends_nothing() -> None:
    """A terminal that never answers gets a report after a second, and Ctrl-C one at once."""
    for typed in (b"", b"\x03"):
        async with Terminal([*UNO, "doctor"], LANG="C.UTF-8") as terminal:
            report = await report_of(terminal, typed or b"x")
        assert "The terminal did not answer, so TERM alone decides." in report


# Real terminals. Each runs the doctor inside, whose report is a file.


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A program that runs the doctor for a file named report beside it."""
    path = tmp_path / "examine"
    path.write_text(
        f"#!/bin/sh\n{' '.join(UNO)} doctor > {tmp_path}/unfinished\nmv {tmp_path}/unfinished {tmp_path}/report\n"
    )
    path.chmod(0o755)
    return path


def needs(*programs: str) -> None:
    """Skip the test if one of the programs is missing."""
    if missing := [one for one in programs if shutil.which(one) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")


async def reported(script: Path) -> str:
    """Return the report, once it is there."""
    path = script.with_name("report")
    await until(path.exists)
    return path.read_text()


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program to its end."""
    own = {**os.environ, "LANG": "C.UTF-8", "TERM": "xterm-256color", **environment}
    return subprocess.run(command, env=own, capture_output=True, text=True, check=True)


@contextlib.contextmanager
def started(*command: str, **environment: str) -> Iterator[None]:
    """Run a program until the end of the ``with`` block."""
    process = subprocess.Popen(command, env={**os.environ, "LANG": "C.UTF-8", **environment}, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


@contextlib.contextmanager
def display() -> Iterator[str]:
    """Yield the name of an X display of its own."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x600x24"]
    process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            yield f":{told.readline().strip()}"
    finally:
        process.kill()
        process.wait()


async def test_tmux_says_its_name(script: Path) -> None:
    """Inside tmux the name is known, and no question is printed."""
    needs("tmux")
    tmux = ("tmux", "-L", f"uno{os.getpid()}", "-f", "/dev/null")
    run(*tmux, "new-session", "-d", "-x", "80", "-y", "24", f"{script}; cat")
    try:
        report = await reported(script)
        shown = run(*tmux, "capture-pane", "-p").stdout
    finally:
        run(*tmux, "kill-server")

    assert re.search(r"tmux \d.*, TERM=(tmux|screen)", report)
    assert "allow-passthrough" in report
    assert "" == shown.strip()


async def test_screen_passes_no_question_on_to_be_printed(script: Path) -> None:
    """Inside screen its answer comes, and what the terminal around it shows holds no part of a question."""
    needs("screen")
    command = ["screen", "-c", "/dev/null", str(script)]
    async with Terminal(command, LANG="C.UTF-8", HOME=str(script.parent)) as terminal:
        report = await reported(script)
        await terminal.exits()

    assert "TERM=screen" in report
    assert re.search(r"answer after +\d+ ms", report)
    assert b"$qm" not in terminal.data
    assert b"+q" not in terminal.data


async def test_xterm_proves_its_colors(script: Path) -> None:
    """A window of xterm answers everything: true color, a light background, mouse and focus."""
    needs("xterm", "Xvfb")
    with display() as name, started("xterm", "-geometry", "80x24", "-e", str(script), DISPLAY=name):
        report = await reported(script)

    assert "XTerm(" in report
    assert "16 million colors, the terminal answered so" in report
    assert "light, the background #ffffff is light" in report
    assert re.search(r"mouse +yes\nfocus +yes", report)


async def test_mosh_answers_for_itself(script: Path) -> None:
    """Behind mosh only the kind of terminal is answered, so TERM decides the colors; nothing is printed."""
    needs("mosh-server", "mosh-client")
    server = run("mosh-server", "new", "-i", "127.0.0.1", "-p", "0", "-c", "256", "--", "sh", "-c", f"{script}; cat")
    found, process = re.search(r"MOSH CONNECT (\d+) (\S+)", server.stdout), re.search(r"pid = (\d+)", server.stderr)
    assert found
    assert process
    try:
        client = ["mosh-client", "127.0.0.1", found[1]]
        async with Terminal(client, controlling=True, LANG="C.UTF-8", MOSH_KEY=found[2]) as terminal:
            report = await reported(script)
            assert "$qm" not in terminal.text
    finally:
        os.kill(int(process[1]), signal.SIGTERM)

    assert "256 colors, because of TERM" in report
    assert re.search(r"answer after +\d+ ms", report)
