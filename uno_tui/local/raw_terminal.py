"""This terminal in raw mode: each key is read as bytes at once, and each byte is shown unchanged."""

import asyncio
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from uno_tui.local.output import is_tty
from uno_tui.local.signals import ENDING, handled
from uno_tui.local.terminal import DEFAULT_SIZE, terminal_size

OnBytes = Callable[[bytes], None]
OnResize = Callable[[int, int], None]
OnEnd = Callable[[], None]


def size() -> tuple[int, int]:
    """Return columns and rows."""
    columns, rows = terminal_size(sys.stdin.fileno(), os.environ)
    return columns or DEFAULT_SIZE[0], rows or DEFAULT_SIZE[1]


def show(data: bytes) -> None:
    """Write bytes to the terminal; do nothing if the terminal is closed."""
    with contextlib.suppress(OSError):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


class TypedLines:
    """The lines that a person types; no thread is used for reading, because it would delay the program's exit."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._begun = b""

    def take(self, data: bytes) -> None:
        """Add bytes from the terminal; empty bytes mark the end of the input."""
        *whole, self._begun = (self._begun + data).split(b"\n")
        for line in whole:
            self._lines.put_nowait(line.decode("utf-8", "replace"))
        if not data:
            self._lines.put_nowait(None)

    async def line(self) -> str | None:
        """Return the next line without its line end; None at the end of the input."""
        return await self._lines.get()


@contextlib.contextmanager
def typed_lines() -> Iterator[TypedLines]:
    """Read typed lines until the end of the ``with`` block; lines that were not awaited are lost."""
    typing = TypedLines()
    loop = asyncio.get_running_loop()
    if sys.platform == "win32":  # pragma: no cover  # where the loop cannot watch a terminal

        def wait() -> None:
            for line in sys.stdin:
                loop.call_soon_threadsafe(typing.take, line.encode())

        threading.Thread(target=wait, daemon=True).start()
        yield typing
        return
    fd = sys.stdin.fileno()

    def read() -> None:
        data = _read(fd)
        if not data:
            loop.remove_reader(fd)
        typing.take(data)

    loop.add_reader(fd, read)
    try:
        yield typing
    finally:
        loop.remove_reader(fd)


async def typed_secret(question: str) -> str | None:
    """Ask for a secret line without showing what is typed; return None without a terminal or if the input ends."""
    if not is_tty(sys.stdin) or sys.platform == "win32":
        return None
    import termios  # noqa: PLC0415  # there is none on Windows

    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    hidden = [*before[:3], (before[3] & ~termios.ECHO) | termios.ECHONL, *before[4:]]
    try:
        termios.tcsetattr(fd, termios.TCSADRAIN, hidden)
        show(question.encode())
        with typed_lines() as lines:
            line = await lines.line()
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)
    return None if line is None else line.removesuffix("\r")


def _read(fd: int) -> bytes:
    """Return bytes typed at the terminal; empty if the terminal is closed."""
    try:
        return os.read(fd, 4096)
    except OSError:
        return b""


@contextlib.contextmanager
def raw_terminal(on_bytes: OnBytes, on_resize: OnResize, on_end: OnEnd) -> Iterator[None]:
    """Read keys until the end of the block, then restore the terminal's modes.

    `on_end` is called when the terminal is gone, and on signals that end a program.
    """
    with (_windows if sys.platform == "win32" else _posix)(on_bytes, on_resize, on_end):
        yield


@contextlib.contextmanager
def _posix(on_bytes: OnBytes, on_resize: OnResize, on_end: OnEnd) -> Iterator[None]:
    import termios  # noqa: PLC0415  # there is none on Windows
    import tty  # noqa: PLC0415  # the same

    fd = sys.stdin.fileno()
    loop = asyncio.get_running_loop()
    before = termios.tcgetattr(fd)
    signals: dict[int, Callable[[], None]] = dict.fromkeys(ENDING, on_end)
    signals[signal.SIGWINCH] = lambda: on_resize(*size())

    def read() -> None:
        if data := _read(fd):
            on_bytes(data)
        else:
            loop.remove_reader(fd)
            on_end()

    try:
        tty.setraw(fd)
        loop.add_reader(fd, read)
        with handled(signals):
            yield
    finally:
        loop.remove_reader(fd)
        with contextlib.suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(fd, termios.TCSANOW, before)


@contextlib.contextmanager
def _windows(on_bytes: OnBytes, on_resize: OnResize, on_end: OnEnd) -> Iterator[None]:  # pragma: no cover
    """Read keys as `raw_terminal` does, on a Windows console; written from the documentation, untested."""
    import ctypes  # noqa: PLC0415  # only here

    kernel: Any = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]  # there on Windows
    raw_input, raw_output = 0x0200, 0x0001 | 0x0004  # virtual terminal input; processed output and its sequences
    handles = [kernel.GetStdHandle(-10), kernel.GetStdHandle(-11)]
    before = [ctypes.c_uint32(), ctypes.c_uint32()]
    for handle, mode in zip(handles, before, strict=True):
        kernel.GetConsoleMode(handle, ctypes.byref(mode))
    loop = asyncio.get_running_loop()
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            data = os.read(0, 4096)
            loop.call_soon_threadsafe(on_bytes, data) if data else loop.call_soon_threadsafe(on_end)
            if not data:
                return

    def watch(last: tuple[int, int]) -> None:
        if not done.is_set():
            now = size()
            if now != last:
                on_resize(*now)
            loop.call_later(0.5, watch, now)

    try:
        kernel.SetConsoleMode(handles[0], raw_input)
        kernel.SetConsoleMode(handles[1], raw_output)
        threading.Thread(target=read, daemon=True).start()
        watch(size())
        yield
    finally:
        done.set()
        for handle, mode in zip(handles, before, strict=True):
            kernel.SetConsoleMode(handle, mode)
