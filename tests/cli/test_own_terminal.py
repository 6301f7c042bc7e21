"""Screens on the terminal of this process: its size, its streams, its colors, and signals."""

import re
import shlex
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.replays import record
from tests.terminals import Terminal
from tests.waiting import until

UNO = [sys.executable, "-m", "uno_tui"]
HOST = ["host", "--listen", "127.0.0.1", "--port", "0", "--no-announce"]
SCREENS = {
    "start": ([], "New to UNO?"),
    "play": (["play"], "round 1"),
    "replay": (["replay", "a.uno"], "all hands shown"),
    "host": (HOST, "Waiting for players"),
}
"""Every command with a screen, and what that shows."""
COLOR = re.compile(rb"\x1b\[[0-9;]*\b(?:3[0-7]|4[0-7]|38;[25];[0-9;]+|48;[25];[0-9;]+|9[0-7]|10[0-7])m")


@asynccontextmanager
async def running(
    name: str,
    folder: Path,
    environment: Mapping[str, str] = {},  # never changed
    *,
    size: tuple[int, int] = (80, 24),
    redirected: str = "",
) -> AsyncIterator[Terminal]:
    """Start a command on a terminal, with redirections as a shell has them, until it shows its screen."""
    (folder / "a.uno").write_text(record().text)
    words, shows = SCREENS[name]
    line = f"cd {folder} && exec {shlex.join([*UNO, *words])} {redirected}"
    environment = {"LANG": "C.UTF-8", "XDG_DATA_HOME": str(folder / "data"), **environment}
    async with Terminal(["sh", "-c", line], size=size, controlling=True, **environment) as terminal:
        if not all(size):
            terminal.size = (80, 24)
        await terminal.shows(shows)
        yield terminal


def log_of(folder: Path) -> bytes:
    """Return what a command wrote to the file ``log``."""
    path = folder / "log"
    return path.read_bytes() if path.exists() else b""


@pytest.mark.parametrize("size", [(20, 5), (8, 3)])
async def test_a_tiny_terminal_shows_the_first_words(tmp_path: Path, size: tuple[int, int]) -> None:
    """The first frame is as high as the terminal, so that it does not scroll."""
    folder = str(tmp_path)
    folders = {f"XDG_{one}_HOME": folder for one in ("DATA", "CONFIG", "STATE")}
    async with Terminal([*UNO], size=size, controlling=True, **folders) as terminal:
        await until(lambda: terminal.text.startswith("Make") or terminal.ended)
        assert terminal.text.startswith("Make")
        terminal.resize(80, 24)
        await terminal.shows("New to UNO?")


@pytest.mark.parametrize(
    ("name", "size", "environment"),
    [
        *((name, (80, 0), {}) for name in SCREENS),
        ("play", (0, 0), {}),
        ("play", (80, 24), {"COLUMNS": "7", "LINES": "0"}),
    ],
)
async def test_an_unknown_size_is_80_by_24(
    name: str, size: tuple[int, int], environment: dict[str, str], tmp_path: Path
) -> None:
    """A terminal without a size is drawn at 80x24; a size that it knows counts before COLUMNS and LINES."""
    async with running(name, tmp_path, environment, size=size) as terminal:
        assert b"\x1b[25;" not in terminal.data
        terminal.process.terminate()
        await terminal.exits()
        assert terminal.clean


async def test_a_size_lost_later_is_80_by_24(tmp_path: Path) -> None:
    """A window whose size becomes 0 is drawn at 80x24, and keys still act."""
    async with running("play", tmp_path, size=(120, 40)) as terminal:
        terminal.resize(0, 0)
        terminal.size = (80, 24)
        terminal.data = b""
        await terminal.shows("round 1")
        terminal.type(b"q")
        await terminal.shows("Leave the match?")


@pytest.mark.parametrize(
    ("name", "redirected"),
    [*((name, "2>log") for name in SCREENS), ("host", "2>&-"), ("play", "2>&-"), ("play", "2>/dev/full")],
)
async def test_standard_error_is_not_the_terminal(name: str, redirected: str, tmp_path: Path) -> None:
    """The screen is drawn although standard error goes elsewhere, is full or is closed."""
    async with running(name, tmp_path, redirected=redirected) as terminal:
        terminal.process.terminate()
        await terminal.exits()
        assert terminal.clean


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("redirected", [">log", "</dev/null", "<&- >&- 2>&-"])
async def test_without_keys_or_display_a_screen_is_refused(name: str, redirected: str, tmp_path: Path) -> None:
    """Without standard input or output on the terminal, a command with a screen ends at once and draws nothing."""
    (tmp_path / "a.uno").write_text(record().text)
    line = f"cd {tmp_path} && exec {shlex.join([*UNO, *SCREENS[name][0]])} {redirected}"
    async with Terminal(["sh", "-c", line], controlling=True, LANG="C.UTF-8") as terminal:
        assert await terminal.exits() in (1, 2)
        assert b"\x1b" not in terminal.data
        assert b"Traceback" not in terminal.data + log_of(tmp_path)


@pytest.mark.parametrize(
    ("name", "number"),
    [*((name, signal.SIGHUP) for name in SCREENS), ("play", signal.SIGQUIT), ("start", signal.SIGINT)],
)
async def test_a_signal_gives_the_terminal_back(name: str, number: signal.Signals, tmp_path: Path) -> None:
    """Signals that end a program restore the terminal's modes first, and nothing is printed as a traceback."""
    async with running(name, tmp_path) as terminal:
        terminal.process.send_signal(number)
        status = await terminal.exits()
        assert status in ((0, 1) if name == "host" else (128 + number,))
        assert terminal.clean
        assert b"Traceback" not in terminal.data


@pytest.mark.parametrize("name", ["play", "host"])
async def test_an_ignored_hangup_stays_ignored(name: str, tmp_path: Path) -> None:
    """A screen started with SIGHUP ignored, as by `nohup`, continues after SIGHUP."""
    (tmp_path / "a.uno").write_text(record().text)
    words, shows = SCREENS[name]
    line = f"trap '' HUP; cd {tmp_path} && exec {shlex.join([*UNO, *words])}"
    async with Terminal(["sh", "-c", line], controlling=True, LANG="C.UTF-8") as terminal:
        await terminal.shows(shows)
        terminal.process.send_signal(signal.SIGHUP)
        terminal.data = b""
        terminal.type(b"?")
        await until(lambda: bool(terminal.data))
        assert terminal.process.returncode is None


@pytest.mark.parametrize("name", SCREENS)
async def test_ctrl_z_stops_and_fg_draws_again(name: str, tmp_path: Path) -> None:
    """Ctrl-Z leaves the screen and stops the program; `fg` in the shell draws it again, and keys act."""
    (tmp_path / "a.uno").write_text(record().text)
    words, shows = SCREENS[name]
    settings: dict[str, Any] = {"LANG": "C.UTF-8", "PS1": "$ ", "XDG_DATA_HOME": str(tmp_path / "data")}
    async with Terminal(["bash", "--norc", "-i"], controlling=True, **settings) as terminal:
        await terminal.shows("$")
        terminal.type(f"cd {tmp_path}; {shlex.join([*UNO, *words])}\n".encode())
        await terminal.shows(shows)
        terminal.type(b"\x1a")
        await terminal.shows("Stopped")
        assert terminal.data.rfind(b"\x1b[?1049l") > terminal.data.rfind(b"\x1b[?1049h")
        terminal.data = b""
        terminal.type(b"fg\n")
        await terminal.shows(shows)
        assert b"\x1b[?1049h" in terminal.data
        terminal.data = b""
        terminal.type(b"?")
        await until(lambda: b"\x1b[" in terminal.data)


@pytest.mark.parametrize(
    ("name", "variable", "value"), [("start", "NO_COLOR", "1"), ("play", "NO_COLOR", "1"), ("replay", "TERM", "vt100")]
)
async def test_no_colors_are_sent_where_none_are_wanted(name: str, variable: str, value: str, tmp_path: Path) -> None:
    """NO_COLOR and a terminal without colors mean that no color code is sent, as over ssh."""
    async with running(name, tmp_path, {variable: value}) as terminal:
        assert [] == COLOR.findall(terminal.data)


async def test_an_empty_no_color_means_nothing(tmp_path: Path) -> None:
    """NO_COLOR counts only with a value (https://no-color.org)."""
    async with running("play", tmp_path, {"NO_COLOR": ""}) as terminal:
        assert COLOR.findall(terminal.data)


@pytest.mark.parametrize(("name", "term"), [*((name, "dumb") for name in SCREENS), ("play", "")])
async def test_a_terminal_without_a_screen_gets_lines_or_is_refused(name: str, term: str, tmp_path: Path) -> None:
    """Where the cursor cannot be placed, nothing is drawn: the game is in lines, or an error names `--plain`."""
    (tmp_path / "a.uno").write_text(record().text)
    words = SCREENS[name][0]
    line = f"cd {tmp_path} && exec {shlex.join([*UNO, *words])}"
    async with Terminal(["sh", "-c", line], controlling=True, LANG="C.UTF-8", TERM=term) as terminal:
        await until(lambda: b"\n" in terminal.data or terminal.process.returncode is not None)
        terminal.type(b"\x04")
        await terminal.exits()
        assert b"\x1b" not in terminal.data
        assert b"Traceback" not in terminal.data


async def test_own_keys_work_on_a_real_terminal(tmp_path: Path) -> None:
    """Keys of settings.toml work and are shown; a key that is already in use is reported; F1 always shows the keys."""
    folder = tmp_path / "config" / "uno-tui"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text('[keys]\nchat = "k"\nsort = "F4"\n')
    environment = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    async with running("play", tmp_path, environment) as terminal:
        await terminal.shows("k is already used: Keep the card you drew. chat keeps its usual key.")
        terminal.type(b"\x1bOP")
        await terminal.shows("Keys that work now")
        sorting = [row.split() for row in terminal.text.splitlines() if "Sort your hand" in row]
        assert ["F4", "Sort", "your", "hand", "by", "color", "or", "by", "rank."] in sorting
        terminal.process.terminate()
        await terminal.exits()
        assert terminal.clean
