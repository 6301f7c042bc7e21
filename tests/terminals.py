"""Terminal emulators, and programs that run on a terminal of their own."""

import asyncio
import fcntl
import os
import pty
import re
import shutil
import struct
import termios
from collections.abc import Sequence

import pyte
import pytest

from tests.waiting import until, within

_UNKNOWN_TO_PYTE = re.compile(rb"\x1b\[[<>=]\d*u|\x1b\[\?2026[hl]|\x1b\[\?2026\$p")
_BEGUN = re.compile(rb"\x1b(\[[<>=?]?[0-9;$]*)?\Z")
_PASSED_ON = ("PATH", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
"""Environment variables that every program inherits: tests/conftest.py gives the last two folders of nobody."""


def _environment(*names: str) -> dict[str, str]:
    return {name: os.environ[name] for name in (*_PASSED_ON, *names) if name in os.environ}


class Emulator:
    """A terminal that takes its bytes in pieces, split anywhere."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._begun = b""

    def feed(self, data: bytes) -> None:
        data = self._begun + data
        cut = _BEGUN.search(data)
        end = cut.start() if cut else len(data)
        self._begun = data[end:]
        self._stream.feed(_UNKNOWN_TO_PYTE.sub(b"", data[:end]))

    @property
    def rows(self) -> list[str]:
        return [row.rstrip() for row in self._screen.display]

    @property
    def cursor(self) -> tuple[int, int, bool]:
        """Column and row of the cursor, and whether it is visible."""
        return self._screen.cursor.x, self._screen.cursor.y, not self._screen.cursor.hidden


def rows(data: bytes, size: tuple[int, int] = (80, 24)) -> list[str]:
    """Return what a terminal of that size shows after some bytes."""
    terminal = Emulator(size)
    terminal.feed(data)
    return terminal.rows


def cursor(data: bytes, size: tuple[int, int] = (80, 24)) -> tuple[int, int, bool]:
    """Return column and row of a terminal's cursor after some bytes, and whether it is visible."""
    terminal = Emulator(size)
    terminal.feed(data)
    return terminal.cursor


def shown(data: bytes, size: tuple[int, int] = (80, 24)) -> str:
    """Return the rows as one text."""
    return "\n".join(rows(data, size))


class Terminal:
    """A program on a terminal of its own, and what that terminal received."""

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        size: tuple[int, int] = (80, 24),
        controlling: bool = False,
        **environment: str,
    ) -> None:
        """Prepare to start a program; a controlling terminal also tells it of resizing, Ctrl-C and its own end."""
        if shutil.which(arguments[0]) is None:
            pytest.skip(f"{arguments[0]} is not installed")
        self.data = b""
        self.size = size
        self._emulator, self._fed = Emulator(size), 0
        self.ended = False
        self.clean = False
        """Once it has exited: the terminal's modes are as it found them."""
        self._master, slave = pty.openpty()
        self.resize(*size)
        self._starting = asyncio.create_subprocess_exec(
            *arguments,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**_environment("LANG"), "TERM": "xterm-256color", **environment},
            start_new_session=True,
            preexec_fn=_take_control if controlling else None,
        )
        self._slave = slave
        self._kept = os.dup(slave) if controlling else -1  # a terminal that nobody has open forgets its modes
        self._found = termios.tcgetattr(slave)

    async def __aenter__(self) -> "Terminal":
        self.process = await self._starting
        os.close(self._slave)
        os.set_blocking(self._master, False)
        asyncio.get_running_loop().add_reader(self._master, self._read)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await within(self.process.wait())
        self._clean()
        if not self.ended:
            self._end()

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65536)
        except BlockingIOError:
            return
        except OSError:  # what Linux says when the other side of a terminal is closed
            data = b""
        self.data += data
        if not data:
            self._end()

    def _end(self) -> None:
        self.ended = True
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)

    def resize(self, width: int, height: int) -> None:
        """Change the size and notify the program."""
        self.size = (width, height)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def type(self, data: bytes) -> None:
        os.write(self._master, data)

    def stop_reading(self) -> None:
        """Stop reading, like a suspended terminal."""
        asyncio.get_running_loop().remove_reader(self._master)

    def read_on(self) -> None:
        asyncio.get_running_loop().add_reader(self._master, self._read)

    def hang_up(self) -> None:
        """Close the terminal's window."""
        os.close(self._kept)
        self._kept = -1
        self._end()

    async def shows(self, text: str) -> None:
        await until(lambda: text in self.text or self.ended or self.process.returncode is not None)
        assert text in self.text

    @property
    def text(self) -> str:
        """The text on the screen now."""
        if self._emulator.size != self.size or self._fed > len(self.data):
            self._emulator, self._fed = Emulator(self.size), 0
        if self._fed < len(self.data):
            self._emulator.feed(self.data[self._fed :])
            self._fed = len(self.data)
        return "\n".join(self._emulator.rows)

    @property
    def cursor(self) -> tuple[int, int, bool]:
        """Column and row of the cursor now, and whether it is visible."""
        assert self.text
        return self._emulator.cursor

    async def exits(self) -> int:
        """Wait for the end and return the exit status."""
        status = await within(self.process.wait())
        self.clean = self._clean()
        await until(lambda: self.ended)
        return int(status)

    def _clean(self) -> bool:
        """Close the terminal; return whether its modes are those it had at the start."""
        if self._kept < 0:
            return True
        kept, self._kept = self._kept, -1
        same = termios.tcgetattr(kept) == self._found
        os.close(kept)
        return same


def _take_control() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


async def ran(arguments: Sequence[str], *, stdin: bytes = b"", **environment: str) -> tuple[str, str, int]:
    """Run a client without a terminal; return its output, its errors and its status."""
    if shutil.which(arguments[0]) is None:
        pytest.skip(f"{arguments[0]} is not installed")
    process = await asyncio.create_subprocess_exec(
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**_environment(), **environment},
        start_new_session=True,
    )
    try:
        out, err = await within(process.communicate(stdin))
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return out.decode(errors="replace"), err.decode(errors="replace"), process.returncode or 0
