"""Plain mode's two ends in a program of one's own: standard input and output, be they a terminal, a pipe or a file."""

import asyncio
import contextlib
import os
import threading
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from typing import Final, TextIO

from uno_tui.local.output import forget
from uno_tui.plain.script import Script
from uno_tui.plain.session import MAX_LINE

AHEAD: Final = 100
"""Lines that are read ahead of the game; the rest stays where it comes from."""


class Printer:
    """Shows lines, until nobody reads them any more."""

    def __init__(self, shown: TextIO, broken: Callable[[], None]) -> None:
        self.broken = False
        """The other end is gone."""
        self._shown = shown
        self._when_broken = broken
        with contextlib.suppress(AttributeError, ValueError):  # not every stream can be told
            shown.reconfigure(errors="replace")  # type: ignore[attr-defined]  # those that have one

    def __call__(self, line: str) -> None:
        """Show a line."""
        if self.broken:
            return
        try:
            self._shown.write(line + "\n")
            self._shown.flush()
        except OSError:
            self.broken = True
            forget(self._shown)
            self._when_broken()


class Typed:
    """Reads lines in a thread, for neither a file nor a terminal can be waited for everywhere; only so many ahead."""

    def __init__(self, typed: TextIO | None, script: Script) -> None:
        self._typed = typed
        self._script = script
        self._room = threading.Semaphore(AHEAD)
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, daemon=True).start()

    async def next(self, waits: Callable[[], bool], over: Callable[[], bool]) -> str | None:
        """The next line, see `Script.next`."""
        await asyncio.sleep(0)  # whoever sends without end shall not keep the bots from playing
        line = await self._script.next(waits, over)
        self._room.release()
        return line

    def _read(self) -> None:
        with contextlib.suppress(OSError, RuntimeError):  # the terminal went, or the game is over already
            for line in self._lines():
                self._room.acquire()
                self._loop.call_soon_threadsafe(self._script.put, line)
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._script.end)

    def _lines(self) -> Iterator[str]:
        """The lines as they come, without their ends; of a long one the beginning."""
        decode = getincrementaldecoder("utf-8")(errors="replace").decode
        begun = ""
        for data in self._pieces():
            *lines, begun = (begun + decode(data)).split("\n")
            begun = begun[:MAX_LINE]
            yield from (line for line in lines if line.strip())
        if begun.strip():
            yield begun

    def _pieces(self) -> Iterator[bytes]:
        """The bytes as they come; read past Python's own buffer, whose lock would outlive the game."""
        if self._typed is None:
            return
        try:
            number = self._typed.fileno()
        except (OSError, ValueError):
            yield self._typed.read().encode("utf-8", "replace")
            return
        while data := os.read(number, 4096):
            yield data
