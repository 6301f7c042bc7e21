"""Bare `uno` and `uno replay` in a real terminal, which is restored each time."""

import re
import shlex
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.replays import record
from tests.terminals import Terminal
from uno_tui.local.last_used import LastUsed, StoredOptions
from uno_tui.local.settings import Settings, load
from uno_tui.table.options import TableOptions

UNO = [sys.executable, "-m", "uno_tui"]


def folders(tmp_path: Path) -> dict[str, Any]:
    return {"LANG": "C.UTF-8", "XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}


async def test_a_record_from_a_pipe_is_shown_and_gone_through(tmp_path: Path) -> None:
    """The record comes from standard input and keys from the terminal, which is restored at the end."""
    path = tmp_path / "a.uno"
    path.write_text(record().text)
    line = f"cat {path} | {shlex.join(UNO)} replay - --until 3"
    async with Terminal(["sh", "-c", line], controlling=True, **folders(tmp_path)) as terminal:
        await terminal.shows("all hands shown")
        terminal.type(b"l")
        await terminal.shows("4/")
        terminal.type(b"2")
        await terminal.shows("Ann's view")
        terminal.type(b"q")
        assert 0 == await terminal.exits()
        assert terminal.clean


@pytest.mark.parametrize(
    ("words", "shown"), [([], "New to UNO?"), (["play"], "round 1"), (["replay", "{record}"], "all hands shown")]
)
async def test_sigterm_gives_the_terminal_back(words: list[str], shown: str, tmp_path: Path) -> None:
    """SIGTERM ends a screen with status 143 and the terminal restored."""
    path = tmp_path / "a.uno"
    path.write_text(record().text)
    command = [*UNO, *(word.format(record=path) for word in words)]
    async with Terminal(command, controlling=True, **folders(tmp_path)) as terminal:
        await terminal.shows(shown)
        terminal.process.send_signal(signal.SIGTERM)
        assert 128 + signal.SIGTERM == await terminal.exits()
        assert terminal.clean
        last = {switch: terminal.data.rfind(switch) for switch in (b"\x1b[?1049", b"\x1b[?1000", b"\x1b[?25")}
        assert [b"l", b"l", b"h"] == [terminal.data[at + len(switch) :][:1] for switch, at in last.items()]


async def test_sigterm_in_a_game_begun_at_the_start_screen_ends_both(tmp_path: Path) -> None:
    """After SIGTERM in a game the start screen does not open again."""
    async with Terminal(UNO, controlling=True, **folders(tmp_path)) as terminal:
        await terminal.shows("New to UNO?")
        terminal.type(b"p")
        await terminal.shows("round 1")
        terminal.process.send_signal(signal.SIGTERM)
        assert 128 + signal.SIGTERM == await terminal.exits()
        assert terminal.clean


async def test_a_damaged_record_is_told_on_the_screen_and_behind_it(tmp_path: Path) -> None:
    """The fault is shown on the screen and printed after it; the status is 1."""
    path = tmp_path / "a.uno"
    path.write_text(record().text.replace('"Ann"', '"Bob"'))
    async with Terminal([*UNO, "replay", str(path)], controlling=True, **folders(tmp_path)) as terminal:
        await terminal.shows("The record has been altered.")
        terminal.type(b"q")
        assert 1 == await terminal.exits()
        assert b"the lines above are not those that were written" in terminal.data
        assert terminal.clean


async def test_from_the_start_screen_into_a_game_and_back(tmp_path: Path) -> None:
    """A setting is saved, a game has the last options, leaving it leads back, and q ends with status 0."""
    data = tmp_path / "data" / "uno-tui" / "last_used.json"
    LastUsed(play=StoredOptions.of(TableOptions(seats=2, bots=1))).save(data)
    async with Terminal(UNO, controlling=True, **folders(tmp_path)) as terminal:
        await terminal.shows("1 bot, medium")
        terminal.type(b"s")
        await terminal.shows("your login name")
        terminal.type(b"\r")
        await terminal.shows("What is your name?")
        terminal.type(b"Zoe\r")
        await terminal.shows("Saved.")
        assert Settings(name="Zoe") == load(tmp_path / "config" / "uno-tui" / "settings.toml")
        terminal.type(b"qp")
        await terminal.shows("round 1")
        terminal.type(b"q")
        await terminal.shows("Leave the match?")
        terminal.data = b""
        terminal.type(b"y")
        await terminal.shows("UNO in the terminal")
        terminal.type(b"q")
        assert 0 == await terminal.exits()
        assert terminal.clean


async def test_a_saved_match_is_told_once_behind_the_start_screen(tmp_path: Path) -> None:
    """Each game that is left says on the start screen that it is saved; the terminal says so once, at the end."""
    saved = "The match is saved. To continue it: uno play --continue"
    async with Terminal(UNO, controlling=True, **folders(tmp_path)) as terminal:
        await terminal.shows("New to UNO?")
        for key in (b"p", b"p", b"c\r"):
            terminal.type(key)
            await terminal.shows("round 1")
            terminal.type(b"a")
            await terminal.shows("A bot is playing")
            terminal.type(b"qy")
            await terminal.shows(saved)
        terminal.type(b"q")
        assert 0 == await terminal.exits()
        behind = re.split(rb"\x1b\[\?1049[hl]", terminal.data)[::2]
        assert 1 == sum(part.count(saved.encode()) for part in behind)


async def test_what_is_wrong_with_the_settings_is_told_there(tmp_path: Path) -> None:
    """The start screen shows the error of the settings file, and a game can be played."""
    path = tmp_path / "config" / "uno-tui" / "settings.toml"
    path.parent.mkdir(parents=True)
    path.write_text("bell = 7\n")
    async with Terminal(UNO, size=(200, 30), controlling=True, **folders(tmp_path)) as terminal:
        await terminal.shows("settings.toml:1: bell: expected true or false")
        await terminal.shows("UNO in the terminal")
        terminal.type(b"q")
        assert 0 == await terminal.exits()
