"""The terminal this process was started from, as a line like any other.

So every screen, local or over ssh, has the same driver, and frames are dropped while the terminal does not read,
instead of blocking the process. The terminal is opened again by its path: non-blocking mode belongs to the open file,
which standard input shares with the shell.
"""

import asyncio
import contextlib
import os
import signal
import termios
import tty
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Final

from uno_server.line.line import Line
from uno_tui.local.signals import handled, stop_group, stop_here
from uno_tui.local.terminal import Terminal, terminal_size

HIGH: Final = 64 * 1024
"""Number of unsent bytes above which frames for the terminal are dropped until all bytes are written."""
CHUNK: Final = 4096
FAREWELL_SECONDS: Final = 1.0
"""Seconds to wait, when the session ends, until the terminal has accepted the last output."""


class Console:
    """A line's transport over the terminal of this process."""

    def __init__(self, path: str, environment: Mapping[str, str]) -> None:
        self.line: Line | None = None
        self.finished: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Resolves to the exit status after all output is written or the terminal is lost."""
        self._environment = environment
        self._fd = _opened(path)
        self._waiting = bytearray()
        self._status: int | None = None
        self._reading = False
        self._aborted = False

    @property
    def size(self) -> tuple[int, int]:
        """The terminal's current columns and rows; 0 if unknown."""
        return terminal_size(self._fd, self._environment)

    # The carrier of a line.

    def write(self, data: bytes) -> None:
        """Write as much as the terminal accepts now, and queue the rest."""
        if self._fd >= 0:
            self._waiting += data
            self._push()

    def finish(self, status: int) -> None:
        """Set the exit status; `finished` resolves to it once all output is written."""
        self._status = status
        if self._fd >= 0:
            self._push()

    def abort(self) -> None:
        """End the line at once, because the terminal is lost or takes no output.

        It may still be there, as after a hang-up that somebody sent by hand, so it is asked to restore its screen.
        """
        if self._aborted:  # restoring failed
            return
        self._aborted = True
        self._waiting.clear()
        self.pause_reading()
        if self.line is not None:
            self.line.restore()
            self.line.lost()
        self._end(1)

    def pause_reading(self) -> None:
        """Stop reading input."""
        if self._reading:
            self._reading = False
            asyncio.get_running_loop().remove_reader(self._fd)

    def resume_reading(self) -> None:
        """Start reading input, or start again."""
        if not self._reading and self._fd >= 0:
            self._reading = True
            asyncio.get_running_loop().add_reader(self._fd, self._read)

    def close(self) -> None:
        """Close the terminal; queued output is lost."""
        self.pause_reading()
        asyncio.get_running_loop().remove_writer(self._fd)
        fd, self._fd = self._fd, -1  # the number may soon be another file's
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
                self.line.pause_writing()
            return
        except OSError:
            loop.remove_writer(self._fd)
            self.abort()
            return
        loop.remove_writer(self._fd)
        if self.line is not None:
            self.line.resume_writing()
        if self._status is not None:
            self._end(self._status)

    def _end(self, status: int) -> None:
        if not self.finished.done():
            self.finished.set_result(status)


def _opened(path: str) -> int:
    """Return a new file descriptor of the terminal, by /dev/tty if its own path is forbidden, as after `su`."""
    how = os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK
    try:
        return os.open(path, how)
    except PermissionError:
        return os.open("/dev/tty", how)


@contextlib.asynccontextmanager
async def console(environment: Mapping[str, str], fd: int = 0) -> AsyncIterator[tuple[Line, Console]]:
    """Yield this process's terminal as a line, in raw mode; restore its mode at the end.

    Raises:
        OSError: `fd` is no terminal.
    """
    before = termios.tcgetattr(fd)
    carrier = Console(os.ttyname(fd), environment)
    line = carrier.line = Line(carrier, Terminal.of_process(environment), carrier.size)
    line.on_suspend = stop_group

    def set_raw() -> None:
        with contextlib.suppress(termios.error):  # the terminal may be gone
            tty.setraw(fd, termios.TCSANOW)

    def continued() -> None:
        set_raw()
        line.resized(*carrier.size)
        line.take_screen()

    def stopped() -> None:
        line.give_screen_back()
        _set_modes(fd, before)
        stop_here()
        continued()  # before anything else is drawn: in the background it waits for the terminal

    signals: dict[int, Callable[[], None]] = {
        signal.SIGWINCH: lambda: line.resized(*carrier.size), signal.SIGTSTP: stopped, signal.SIGCONT: continued,
    }  # fmt: skip  # a table
    try:
        set_raw()
        with handled(signals):
            carrier.resume_reading()
            yield line, carrier
    finally:
        line.close(1)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(carrier.finished), FAREWELL_SECONDS)
        carrier.close()
        _set_modes(fd, before)


def _set_modes(fd: int, modes: list[Any]) -> None:
    with contextlib.suppress(termios.error):  # the terminal may be gone
        termios.tcsetattr(fd, termios.TCSANOW, modes)
