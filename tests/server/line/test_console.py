"""The host's terminal as a line: writing never blocks, and closing takes a bounded time."""

import contextlib
import os
import pty
import termios
from collections.abc import Iterator

import pytest

from tests.waiting import until, within
from uno_server.line.console import CHUNK, HIGH, console
from uno_server.line.line import Line

SCREEN = {"TERM": "xterm-256color"}


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    """A pseudo-terminal: the end of the window and the end of the program."""
    master, slave = pty.openpty()
    os.set_blocking(master, False)
    yield master, slave
    for fd in (master, slave):
        with contextlib.suppress(OSError):
            os.close(fd)


def take(master: int) -> bytes:
    """Return what the window can read now."""
    with contextlib.suppress(BlockingIOError):
        return os.read(master, 1 << 16)
    return b""


def fill(line: Line) -> None:
    """Write frames without waiting until the line is paused."""
    for _ in range(1000):
        line.write(b"x" * CHUNK)
        if line.paused:
            return
    raise AssertionError("a terminal takes everything")


async def test_writing_never_waits(ends: tuple[int, int]) -> None:
    """A window that does not read pauses the line; once it reads again, writing continues and nothing was lost."""
    master, slave = ends
    async with console(SCREEN, slave) as (line, _):
        fill(line)
        written, seen = line.written, b""

        def writable() -> bool:
            nonlocal seen
            seen += take(master)
            return not line.paused

        await until(writable)
        await until(lambda: writable() and len(seen) == written)
        assert written > HIGH


async def test_a_window_that_takes_nothing_does_not_keep_the_program(ends: tuple[int, int]) -> None:
    """Closing waits a limited time for the last bytes, and restores the terminal's modes in any case."""
    _, slave = ends
    before = termios.tcgetattr(slave)
    async with console(SCREEN, slave) as (line, _):
        assert termios.tcgetattr(slave) != before
        fill(line)
    assert termios.tcgetattr(slave) == before


async def test_an_error_gives_the_terminal_back(ends: tuple[int, int]) -> None:
    """After any error the restore sequence is written and the terminal's modes are restored."""
    master, slave = ends
    before = termios.tcgetattr(slave)

    async def fail() -> None:
        async with console(SCREEN, slave) as (line, _):
            line.set_restore_sequence(b"given back")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert b"given back" == take(master)
    assert termios.tcgetattr(slave) == before


async def test_a_hang_up_gives_a_terminal_back_that_is_still_there(ends: tuple[int, int]) -> None:
    """After a hang-up that was sent by hand the screen is restored; a terminal that is gone does no harm."""
    master, slave = ends
    async with console(SCREEN, slave) as (line, carrier):
        line.set_restore_sequence(b"given back")
        carrier.abort()
        assert line.gone
        carrier.abort()
    assert b"given back" == take(master)
    async with console(SCREEN, slave) as (line, carrier):
        line.set_restore_sequence(b"given back")
        os.close(master)
        carrier.abort()
        assert line.gone


async def test_keys_come_one_by_one_and_an_end_is_an_end(ends: tuple[int, int]) -> None:
    """Every key arrives at once, also Ctrl-C; closing the window ends the line."""
    master, slave = ends
    typed: list[bytes] = []
    async with console(SCREEN, slave) as (line, carrier):
        line.listen(typed.append)
        os.write(master, b"q\x03")
        await until(lambda: b"".join(typed) == b"q\x03")
        os.close(master)
        await until(lambda: line.gone)
        assert 1 == await within(carrier.finished)
        line.write(b"nobody reads this")


async def test_no_terminal_is_an_error() -> None:
    """A pipe is no terminal."""
    read, write = os.pipe()
    with pytest.raises((OSError, termios.error)):
        await console(SCREEN, read).__aenter__()
    os.close(read)
    os.close(write)
