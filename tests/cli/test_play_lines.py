"""`uno play --plain` in a terminal, through pipes and from a file, also if either end closes early."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.terminals import Terminal
from tests.waiting import until, within

UNO = [sys.executable, "-m", "uno_tui", "play", "--plain", "--bots", "1", "--seed", "evening 17"]
SHORT = "round 11"
"""With it a round of two cards each takes seconds."""
LEFT = ["You left the table.", "The match is saved. To continue it: uno play --continue"]
FOLDERS = {name: os.environ[name] for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME")}
ENVIRONMENT = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color", **FOLDERS}


def played(typed: bytes | None, *words: str, **environment: str) -> tuple[list[str], str, int]:
    """Run a game on some input; return its output, its errors and its status."""
    done = subprocess.run(
        [*UNO, *words],
        input=typed, capture_output=True, timeout=60, env={**ENVIRONMENT, **environment}, check=False,
    )  # fmt: skip  # one command
    return done.stdout.decode().splitlines(), done.stderr.decode(), done.returncode


@asynccontextmanager
async def playing(*words: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start a game on pipes."""
    process = await asyncio.create_subprocess_exec(
        *UNO, *words,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env=ENVIRONMENT,
    )  # fmt: skip  # one command
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await within(process.wait())


def test_a_script() -> None:
    """Every input line is answered in plain lines; the error stream is empty and the status 0."""
    lines, errors, status = played(b"draw\nhand\nscore\nfly\nquit\nhand\n", "--name", "Άννα")
    assert ("", 0) == (errors, status)
    assert ["Round 1, playing to 500 points", "you: 0 points", "Ada: 0 points"] == lines[-6:-3]
    assert lines[-3].startswith("fly is not a command or a card. ")
    assert LEFT == lines[-2:]
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("typed", [b"", b"\n\n", b"hand", b"\xff\xfe\n", b"x" * 500_000])
@pytest.mark.parametrize(("move", "left"), [(b"", LEFT[:1]), (b"draw\n", LEFT)])
def test_the_end_of_the_input_ends(typed: bytes, move: bytes, left: list[str]) -> None:
    """The end of the input, with or without a last newline, ends the game with status 0 and keeps a match in play."""
    lines, errors, status = played(move + typed)
    assert ("", 0, left) == (errors, status, lines[-len(left) :])


def test_a_dumb_terminal_gets_lines() -> None:
    """With TERM=dumb the game is played in lines without an option."""
    done = subprocess.run(
        [*UNO[:4], "--bots", "1"],
        input=b"draw\nquit\n",
        capture_output=True,
        env={**ENVIRONMENT, "TERM": "dumb"},
        check=True,
    )
    assert LEFT == done.stdout.decode().splitlines()[-2:]


def test_no_input_at_all() -> None:
    """A closed standard input counts as an empty one."""
    command = ["sh", "-c", 'exec "$@" <&-', "sh", *UNO]
    done = subprocess.run(command, capture_output=True, timeout=60, env=ENVIRONMENT, check=False)
    assert (b"", 0) == (done.stderr, done.returncode)


async def test_nobody_reads() -> None:
    """When the reader of the output closes it, the game ends silently with status 1."""
    async with playing() as process:
        assert process.stdin
        assert process.stdout
        await within(process.stdout.readline())
        process._transport.get_pipe_transport(1).close()  # type: ignore[attr-defined]  # as `| head -1` does
        for _ in range(50):
            process.stdin.write(b"help\n")
        assert 1 == await within(process.wait())
        assert process.stderr
        assert b"" == await within(process.stderr.read())


async def test_quitting_while_more_could_be_typed() -> None:
    """`quit` ends the game at once, although the input is still open."""
    async with playing() as process:
        assert process.stdin
        process.stdin.write(b"quit\n")
        assert 0 == await within(process.wait())
        assert process.stderr
        assert b"" == await within(process.stderr.read())


async def test_a_whole_round_by_a_program() -> None:
    """A program that reads and writes lines on two pipes plays a round to its end."""
    async with playing("--preset", "quick", "--set", "hand_size=2", "--seed", SHORT) as process:
        assert process.stdin
        assert process.stdout
        heard: list[str] = []
        while not heard or "won the match" not in heard[-1]:
            heard.append((await within(process.stdout.readline(), deadline=60)).decode().rstrip("\n"))
            assert heard[-1], heard
            if told := re.match(r"Playable: (\d+): ([^,]+)", heard[-1]):
                process.stdin.write(f"{told[1]}{' g' * told[2].startswith('Wild')}\n".encode())
            elif heard[-1].startswith("Your turn: no card matches"):
                process.stdin.write(b"draw\n")
            elif heard[-1].endswith("lay it or keep it"):
                process.stdin.write(b"keep\n")
            elif "takes no color" in heard[-1]:
                process.stdin.write(b"1\n")
        process.stdin.write(b"again\n")
        while "dealt everyone 2 cards" not in heard[-1]:
            heard.append((await within(process.stdout.readline())).decode().rstrip("\n"))
        process.stdin.close()
        assert 0 == await within(process.wait())


@pytest.mark.parametrize("key", [b"\x04", b"quit\r"])
async def test_in_a_terminal(key: bytes) -> None:
    """In a terminal, lines are answered as they are typed, and Ctrl-D ends the game."""
    async with Terminal(UNO) as terminal:
        await terminal.shows("Draw pile")
        terminal.type(b"hand\r")
        await terminal.shows("7 cards: 1: ")
        terminal.type(key)
        assert 0 == await terminal.exits()
        assert b"\x1b" not in terminal.data


async def test_news_does_not_break_what_is_half_typed() -> None:
    """News comes on a line of its own, and what was typed so far is written again after it and can be finished."""
    async with Terminal([*UNO, "--seed", "evening 18"]) as terminal:
        await terminal.shows("Draw pile")
        terminal.type(b"zzz")
        await until(lambda: re.search(rb"zzz\r\n[^\r\n]+\r\n(?:[^\r\n]+\r\n)*zzz$", terminal.data) is not None)
        terminal.type(b"\x7fy\r")
        await terminal.shows("zzy")
        await terminal.shows("zzy is not a command or a card")
        terminal.type(b"quit\r")
        assert 0 == await terminal.exits()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_a_signal_gives_the_echo_back(number: signal.Signals) -> None:
    """A signal that ends the game leaves the terminal echoing and editing, as it was."""
    async with Terminal(UNO, controlling=True) as terminal:
        await terminal.shows("Draw pile")
        terminal.type(b"hand\r")
        await terminal.shows("7 cards: 1: ")
        assert not termios.tcgetattr(terminal._kept)[3] & termios.ECHO
        terminal.process.send_signal(number)
        assert -number == await terminal.exits()
        assert terminal.clean


async def test_after_a_stop_the_question_is_repeated() -> None:
    """After Ctrl-Z and `fg` the question with the hand is printed again, and then what was typed so far."""
    shell = ["bash", "--norc", "-ic", 'set -m; "$@"; echo stopped; read -r _; fg; exit', "bash", *UNO]
    async with Terminal(shell, controlling=True, size=(100, 40)) as terminal:
        await terminal.shows("Not playable: 1: ")
        terminal.type(b"dra")
        await terminal.shows("dra")
        terminal.type(b"\x1a")
        await terminal.shows("stopped")
        terminal.data = b""
        terminal.type(b"\n")
        await terminal.shows("Not playable: 1: ")
        await until(lambda: terminal.data.endswith(b"dra"))
        terminal.type(b"\x15quit\r")
        await terminal.shows(LEFT[0])


@pytest.mark.parametrize(("typed", "kept"), [(b"", False), (b"dra", False), (b"draw\r", True), (b"draw\rdra", True)])
async def test_an_interrupt(typed: bytes, kept: bool) -> None:
    """Ctrl-C in a terminal ends the game at once, with status 130, and prints how to continue what was begun."""
    async with Terminal(UNO) as terminal:
        await terminal.shows("Not playable: 1: ")
        terminal.type(typed)
        await terminal.shows("You drew" if kept else "Draw pile")
        terminal.process.send_signal(signal.SIGINT)
        assert 130 == await terminal.exits()
        assert kept == (LEFT[-1] == terminal.text.strip().splitlines()[-1])
        assert b"Traceback" not in terminal.data
        assert b"server" not in terminal.data


def test_a_file_is_a_script(tmp_path: Path) -> None:
    """Input from a file is read like input from a pipe."""
    (tmp_path / "script").write_text("score\nquit\n")
    with (tmp_path / "script").open("rb") as script:
        done = subprocess.run(UNO, stdin=script, capture_output=True, timeout=60, env=ENVIRONMENT, check=False)
    assert (b"", 0) == (done.stderr, done.returncode)
    assert b"Round 1, playing to 500 points" in done.stdout


def children(pid: int) -> list[str]:
    """Return the ids of a process's children."""
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL, None])
async def test_an_expert_s_worker_ends_with_the_game(end: signal.Signals | None) -> None:
    """A game against an expert starts a worker at once; however the game ends, the worker is gone."""
    async with playing("--level", "expert") as game:
        await until(lambda: children(game.pid))
        worker = Path(f"/proc/{children(game.pid)[0]}")
        if end is None:
            await within(game.communicate(b"quit\n"))
        else:
            game.send_signal(end)
        await within(game.wait())
    await until(lambda: not worker.exists())
