"""This terminal, raw: every key as bytes at once, and every byte shown as it is."""

import asyncio
import contextlib
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from uno_tui.local import window_title as windowtitle

OnBytes = Callable[[bytes], None]
OnResize = Callable[[int, int], None]
OnEnd = Callable[[], None]

RESTORE = (
    b"\x1b[<u\x1b[?2026l\x1b[?2004l\x1b[?1004l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l"
    + windowtitle.RESTORE.encode()
    + b"\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h"
)
"""Undoes whatever a screen may have switched on, for a line that was cut before the other side could."""


def size() -> tuple[int, int]:
    """Columns and rows."""
    columns, rows = shutil.get_terminal_size()
    return columns, rows


def show(data: bytes) -> None:
    """Write bytes to the terminal, if it is still there."""
    with contextlib.suppress(OSError):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


class TypedLines:
    """The lines that a person types, awaited; no thread waits for one more when the program ends."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._begun = b""

    def take(self, data: bytes) -> None:
        """Take bytes of the terminal; none means that no more will come."""
        *whole, self._begun = (self._begun + data).split(b"\n")
        for line in whole:
            self._lines.put_nowait(line.decode("utf-8", "replace"))
        if not data:
            self._lines.put_nowait(None)

    async def line(self) -> str | None:
        """The next line without its end; None if there is no more."""
        return await self._lines.get()


@contextlib.contextmanager
def typed_lines() -> Iterator[TypedLines]:
    """Read lines until the end of the block; what was typed but not asked for is lost."""
    typing = TypedLines()
    loop = asyncio.get_running_loop()
    if sys.platform == "win32":  # pragma: no cover  # there a terminal cannot be watched by the loop

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


def _read(fd: int) -> bytes:
    """What was typed; nothing if the terminal has gone."""
    try:
        return os.read(fd, 4096)
    except OSError:
        return b""


@contextlib.contextmanager
def raw_terminal(on_bytes: OnBytes, on_resize: OnResize, on_end: OnEnd) -> Iterator[None]:
    """Read keys until the end of the block; the terminal is given back as it was.

    `on_end` is called when the terminal has gone, or the program is told to end.
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
    signals = {signal.SIGWINCH: lambda: on_resize(*size()), signal.SIGTERM: on_end, signal.SIGHUP: on_end}

    def read() -> None:
        if data := _read(fd):
            on_bytes(data)
        else:
            loop.remove_reader(fd)
            on_end()

    try:
        tty.setraw(fd)
        loop.add_reader(fd, read)
        for number, callback in signals.items():
            loop.add_signal_handler(number, callback)
        yield
    finally:
        loop.remove_reader(fd)
        for number in signals:
            loop.remove_signal_handler(number)
        with contextlib.suppress(termios.error):  # the terminal may have gone
            termios.tcsetattr(fd, termios.TCSANOW, before)


@contextlib.contextmanager
def _windows(on_bytes: OnBytes, on_resize: OnResize, on_end: OnEnd) -> Iterator[None]:  # pragma: no cover
    """The same on a Windows console with virtual terminal sequences; written by the documentation, not tried."""
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
