"""Plain mode's two ends in a program of one's own: standard input and output, be they a terminal, a pipe or a file."""

import asyncio
import contextlib
import os
import threading
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final, TextIO

from uno_tui.local.output import discard_output
from uno_tui.plain.session import MAX_LINE

AHEAD: Final = 100
"""Lines that are read ahead of the game; the rest stays where it comes from."""
MOMENT: Final = 0.05
"""Seconds in which more of a script would have come; too short for a person to notice."""


class LineQueue:
    """The lines that came and were not read yet."""

    def __init__(self, moment: float = MOMENT) -> None:
        self.ended = False
        """Nothing more will come."""
        self._lines: deque[str] = deque()
        self._moment = moment
        self._alone = False
        self._woken = asyncio.Event()
        self._more = asyncio.Event()

    def __len__(self) -> int:
        return len(self._lines)

    def put(self, line: str) -> None:
        """Take a line."""
        self._lines.append(line)
        self._more.set()
        self._woken.set()

    def end(self) -> None:
        """Take the end."""
        self.ended = True
        self._more.set()
        self._woken.set()

    def nudge(self) -> None:
        """Learn that the reader may wait for a line now, or want none any more."""
        self._woken.set()

    async def next(self, waits: Callable[[], bool], over: Callable[[], bool]) -> str | None:
        """The next line, when its time has come; None after the last, or as soon as the reader wants none.

        Args:
            waits: whether the reader waits for a line; asked again after each `nudge`.
            over: whether the reader wants none any more; the same.
        """
        while not over():
            self._woken.clear()
            if self._lines and (waits() or (self._alone and not self._ahead)):
                self._alone = False
                return self._lines.popleft()
            if self._lines and not self._ahead:
                await self._see_what_follows()
                self._alone = not self._ahead
            elif self.ended and not self._lines:
                return None
            else:
                await self._woken.wait()
        return None

    @property
    def _ahead(self) -> bool:
        return self.ended or len(self._lines) > 1

    async def _see_what_follows(self) -> None:
        self._more.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._moment):
                await self._more.wait()


class LineWriter:
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
            discard_output(self._shown)
            self._when_broken()


class LineReader:
    """Reads lines in a thread, for neither a file nor a terminal can be waited for everywhere; only so many ahead."""

    def __init__(self, typed: TextIO | None, script: LineQueue) -> None:
        self._typed = typed
        self._script = script
        self._room = threading.Semaphore(AHEAD)
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, daemon=True).start()

    async def next(self, waits: Callable[[], bool], over: Callable[[], bool]) -> str | None:
        """The next line, see `LineQueue.next`."""
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
