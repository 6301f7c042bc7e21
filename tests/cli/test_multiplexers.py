"""The full screen inside tmux and screen: no question is printed, and a turn is notified through tmux."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.terminals import Terminal
from tests.waiting import until

UNO = f"{sys.executable} -m uno_tui"
PARTS_OF_QUESTIONS = ("$q", "+q", "qm", "]11", "$p")


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[list[str]]:
    """The command line of a tmux of its own, which passes on focus and notifications."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed")
    configuration = tmp_path / "tmux.conf"
    configuration.write_text("set -g focus-events on\nset -g allow-passthrough on\nset -g status off\n")
    command = ["tmux", "-L", f"uno{os.getpid()}", "-f", str(configuration)]
    yield command
    subprocess.run([*command, "kill-server"], check=False, capture_output=True)


async def test_tmux_shows_the_screen_alone(tmux: list[str], tmp_path: Path) -> None:
    """Inside tmux the start screen has no part of a question on it, and its cursor is on the selected row."""
    command, data = [*tmux, "new-session", UNO], str(tmp_path / "data")
    async with Terminal(command, controlling=True, LANG="C.UTF-8", XDG_DATA_HOME=data) as terminal:
        await terminal.shows("New to UNO?")
        await until(lambda: terminal.text.split("\n")[terminal.cursor[1]].startswith("»"))

        assert [] == [part for part in PARTS_OF_QUESTIONS if part in terminal.text]
        assert terminal.cursor[2]


async def test_screen_shows_the_screen_alone(tmp_path: Path) -> None:
    """Inside screen, which passes unknown strings on, the start screen has no part of a question on it either."""
    command = ["screen", "-c", "/dev/null", *UNO.split()]
    async with Terminal(command, controlling=True, LANG="C.UTF-8", XDG_DATA_HOME=str(tmp_path)) as terminal:
        await terminal.shows("New to UNO?")

        assert [] == [part for part in PARTS_OF_QUESTIONS if part in terminal.text]
        terminal.type(b"q")  # screen would go on without its terminal
        await terminal.exits()


async def test_a_turn_is_notified_through_tmux(tmux: list[str], tmp_path: Path) -> None:
    """When the window around tmux loses the focus, the next turn is a notification of that window's terminal."""
    game, data = f"{UNO} play --bots 1 --seed a", str(tmp_path / "data")
    command = [*tmux, "new-session", game]
    async with Terminal(command, controlling=True, LANG="C.UTF-8", XDG_DATA_HOME=data) as terminal:
        await terminal.shows("Your turn")
        terminal.type(b"\x1b[O")
        while b"\x1b]9;" not in terminal.data:
            await terminal.shows("play a card or draw")
            received = len(terminal.data)
            terminal.type(b"dk")  # draw, and keep the card
            await until(partial(_received_more, terminal, received))

        assert b"\x1b]9;UNO: your turn\x1b\\" in terminal.data


def _received_more(terminal: Terminal, than: int) -> bool:
    return len(terminal.data) > than
