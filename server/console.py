"""The terminal this process was started from, as a line like any other.

So a host plays through the same driver as the guests, and a terminal that stops reading drops frames instead of
stopping the process. The terminal is opened anew, for whether a file may block is shared by all who inherited it.
"""

import asyncio
import contextlib
import os
import signal
import termios
import tty
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from server.line import Line
from server.terminal import Terminal

HIGH: Final = 64 * 1024
"""Bytes waiting for the terminal from which on frames are dropped, until all of them are written."""
CHUNK: Final = 4096


class Console:
    """Carries a line over this process's own terminal."""

    def __init__(self, path: str) -> None:
        self.line: Line | None = None
        self.finished: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """The exit status, once everything was written or the terminal is gone."""
        self._fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._waiting = bytearray()
        self._status: int | None = None
        self._reading = False

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows now."""
        width, height = os.get_terminal_size(self._fd)
        return width, height

    # What a line asks of its carrier.

    def write(self, data: bytes) -> None:
        """Write as much as the terminal takes now, and the rest when it takes more."""
        self._waiting += data
        self._push()

    def finish(self, status: int) -> None:
        """Let `finished` tell the status when all is written."""
        self._status = status
        self._push()

    def abort(self) -> None:
        """Give up on a terminal that is gone."""
        self._waiting.clear()
        if self.line is not None:
            self.line.lost()
        self._end(1)

    def pause_reading(self) -> None:
        """Take no input."""
        if self._reading:
            self._reading = False
            asyncio.get_running_loop().remove_reader(self._fd)

    def resume_reading(self) -> None:
        """Take input."""
        if not self._reading:
            self._reading = True
            asyncio.get_running_loop().add_reader(self._fd, self._read)

    def close(self) -> None:
        """Let go of the terminal."""
        self.pause_reading()
        asyncio.get_running_loop().remove_writer(self._fd)
        os.close(self._fd)

    def _read(self) -> None:
        try:
            data = os.read(self._fd, CHUNK)
        except BlockingIOError:
            return
        except OSError:  # the terminal was closed
            data = b""
        if not data:
            self.pause_reading()
            self.abort()
        elif self.line is not None:
            self.line.received(data)

    def _push(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                del self._waiting[: os.write(self._fd, self._waiting[:CHUNK])]
        except BlockingIOError:
            loop.add_writer(self._fd, self._push)
            if len(self._waiting) > HIGH and self.line is not None:
                self.line.choked()
            return
        except OSError:
            self.abort()
            return
        loop.remove_writer(self._fd)
        if self.line is not None:
            self.line.freed()
        if self._status is not None:
            self._end(self._status)

    def _end(self, status: int) -> None:
        if not self.finished.done():
            self.finished.set_result(status)


@contextlib.contextmanager
def console(environment: Mapping[str, str], fd: int = 0) -> Iterator[tuple[Line, Console]]:
    """This process's terminal, raw, as a line; given back as it was.

    Resizing and the terminal's going away reach the line. `OSError` if `fd` is no terminal.
    """
    path = os.ttyname(fd)
    before = termios.tcgetattr(fd)
    carrier = Console(path)
    line = carrier.line = Line(carrier, Terminal.from_client(environment.get("TERM", ""), environment), carrier.size)
    loop = asyncio.get_running_loop()
    changed: dict[signal.Signals, Callable[[], None]] = {
        signal.SIGWINCH: lambda: line.resized(*carrier.size),
        signal.SIGHUP: carrier.abort,
    }
    try:
        tty.setraw(fd)
        for number, callback in changed.items():
            loop.add_signal_handler(number, callback)
        carrier.resume_reading()
        yield line, carrier
    finally:
        for number in changed:
            loop.remove_signal_handler(number)
        carrier.close()
        with contextlib.suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(fd, termios.TCSADRAIN, before)
