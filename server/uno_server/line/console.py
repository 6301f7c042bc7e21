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
from collections.abc import AsyncIterator, Mapping
from typing import Final

from uno_server.line.line import Line
from uno_server.line.terminal import Terminal

HIGH: Final = 64 * 1024
"""Bytes waiting for the terminal from which on frames are dropped, until all of them are written."""
CHUNK: Final = 4096
FAREWELL_SECONDS: Final = 1.0
"""How long a terminal is given to take the last bytes."""


class Console:
    """Carries a line over this process's own terminal."""

    def __init__(self, path: str) -> None:
        self.line: Line | None = None
        self.finished: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """The exit status, once everything was written or the terminal is gone."""
        self._fd = _opened(path)
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
        if self._fd >= 0:
            self._waiting += data
            self._push()

    def finish(self, status: int) -> None:
        """Let `finished` tell the status when all is written."""
        self._status = status
        if self._fd >= 0:
            self._push()

    def abort(self) -> None:
        """Give up on a terminal that is gone."""
        self._waiting.clear()
        self.pause_reading()
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
        if not self._reading and self._fd >= 0:
            self._reading = True
            asyncio.get_running_loop().add_reader(self._fd, self._read)

    def close(self) -> None:
        """Let go of the terminal, with whatever it has not taken."""
        self.pause_reading()
        asyncio.get_running_loop().remove_writer(self._fd)
        fd, self._fd = self._fd, -1  # the number will be somebody else's
        os.close(fd)

    def _read(self) -> None:
        try:
            data = os.read(self._fd, CHUNK)
        except BlockingIOError:
            return
        except OSError:  # the terminal was closed
            data = b""
        if not data:
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
            loop.remove_writer(self._fd)
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


def _opened(path: str) -> int:
    """The terminal, opened anew; by its other name for who became another user in it."""
    how = os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK
    try:
        return os.open(path, how)
    except PermissionError:
        return os.open("/dev/tty", how)


@contextlib.asynccontextmanager
async def console(environment: Mapping[str, str], fd: int = 0) -> AsyncIterator[tuple[Line, Console]]:
    """This process's terminal, raw, as a line; given back as it was, once it took everything, or soon.

    Resizing reaches the line. `OSError` if `fd` is no terminal.
    """
    before = termios.tcgetattr(fd)
    carrier = Console(os.ttyname(fd))
    line = carrier.line = Line(carrier, Terminal.from_client(environment.get("TERM", ""), environment), carrier.size)
    loop = asyncio.get_running_loop()

    def resized() -> None:
        with contextlib.suppress(OSError):  # the terminal may be gone
            line.resized(*carrier.size)

    try:
        tty.setraw(fd, termios.TCSANOW)
        loop.add_signal_handler(signal.SIGWINCH, resized)
        carrier.resume_reading()
        yield line, carrier
    finally:
        line.close(1)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(carrier.finished), FAREWELL_SECONDS)
        loop.remove_signal_handler(signal.SIGWINCH)
        carrier.close()
        with contextlib.suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(fd, termios.TCSANOW, before)
