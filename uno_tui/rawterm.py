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

OnBytes = Callable[[bytes], None]
OnResize = Callable[[int, int], None]

RESTORE = (
    b"\x1b[<u\x1b[?2026l\x1b[?2004l\x1b[?1004l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l"
    b"\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h"
)
"""Undoes whatever a screen may have switched on, for a line that was cut before the other side could."""


def size() -> tuple[int, int]:
    """Columns and rows."""
    columns, rows = shutil.get_terminal_size()
    return columns, rows


def show(data: bytes) -> None:
    """Write bytes to the terminal."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


@contextlib.contextmanager
def raw_terminal(on_bytes: OnBytes, on_resize: OnResize) -> Iterator[None]:
    """Read keys until the end of the block; the terminal is given back as it was."""
    with (_windows if sys.platform == "win32" else _posix)(on_bytes, on_resize):
        yield


@contextlib.contextmanager
def _posix(on_bytes: OnBytes, on_resize: OnResize) -> Iterator[None]:
    import termios  # noqa: PLC0415  # there is none on Windows
    import tty  # noqa: PLC0415  # the same

    fd = sys.stdin.fileno()
    loop = asyncio.get_running_loop()
    before = termios.tcgetattr(fd)

    def read() -> None:
        if data := os.read(fd, 4096):
            on_bytes(data)
        else:
            loop.remove_reader(fd)

    try:
        tty.setraw(fd)
        loop.add_reader(fd, read)
        loop.add_signal_handler(signal.SIGWINCH, lambda: on_resize(*size()))
        yield
    finally:
        loop.remove_reader(fd)
        loop.remove_signal_handler(signal.SIGWINCH)
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


@contextlib.contextmanager
def _windows(on_bytes: OnBytes, on_resize: OnResize) -> Iterator[None]:  # pragma: no cover  # never tried on Windows
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
            loop.call_soon_threadsafe(on_bytes, data)

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
