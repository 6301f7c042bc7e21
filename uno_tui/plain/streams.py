"""Standard input and output as lines, for plain mode on a terminal, a pipe or a file.

A person types a line at any time and is answered at once, also out of turn. A script sends all its lines in advance, so
each is held back until the session waits for one. The two differ in one thing: after a script's line something more is
known to follow, a further line or the end of the input.
"""

import asyncio
import contextlib
import os
import threading
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final, TextIO

from uno_tui.local.output import discard_output, show_all
from uno_tui.plain.session import MAX_LINE

AHEAD: Final = 100
"""Maximum number of lines read in advance; when it is reached, reading waits for the session."""
MOMENT: Final = 0.05
"""Seconds without further input after which a line counts as typed by a person, who does not notice the wait."""


class LineQueue:
    """Lines that were received but not yet read by the session."""

    def __init__(self, moment: float = MOMENT) -> None:
        self.ended = False
        """Whether the input has ended."""
        self._lines: deque[str] = deque()
        self._moment = moment
        self._alone = False
        self._woken = asyncio.Event()
        self._more = asyncio.Event()

    def __len__(self) -> int:
        return len(self._lines)

    def put(self, line: str) -> None:
        """Add a line."""
        self._lines.append(line)
        self._more.set()
        self._woken.set()

    def end(self) -> None:
        """Mark the end of the input."""
        self.ended = True
        self._more.set()
        self._woken.set()

    def nudge(self) -> None:
        """Check again whether the session waits for a line or has ended."""
        self._woken.set()

    async def next(self, waits: Callable[[], bool], over: Callable[[], bool]) -> str | None:
        """Return the next line as soon as it may be read; None after the last one, or when the session is over.

        Args:
            waits: Returns whether the session waits for a line; called again after each `nudge`.
            over: Returns whether the session is over; called again after each `nudge`.
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
    """Writes lines to a stream until the stream's reader is closed."""

    def __init__(self, shown: TextIO, broken: Callable[[], None]) -> None:
        self.broken = False
        """Whether writing has failed; later lines are dropped."""
        self.error: OSError | None = None
        """The error of the failed write; None if the reader of the output closed its pipe."""
        self.around: Callable[[], str] = str
        """Returns what to print before a line: a line end if the terminal's last line shows an unfinished typed line.
        """
        self._shown = shown
        self._when_broken = broken
        show_all(shown)

    def __call__(self, line: str) -> None:
        """Write a line. The first failure calls the `broken` callback of the constructor; later lines are dropped."""
        self.show(self.around() + line + "\n")

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self.show("\a")

    def show(self, text: str) -> None:
        """Write a text as it is."""
        if self.broken:
            return
        try:
            self._shown.write(text)
            self._shown.flush()
        except OSError as error:
            self.broken = True
            self.error = None if isinstance(error, BrokenPipeError) else error
            discard_output(self._shown)
            self._when_broken()


class LineReader:
    """Reads lines in a thread, because an event loop cannot wait for files, nor for terminals on every system."""

    def __init__(self, typed: TextIO | None, queue: LineQueue) -> None:
        self._typed = typed
        self._queue = queue
        self._room = threading.Semaphore(AHEAD)
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, daemon=True).start()

    async def next(self, waits: Callable[[], bool], over: Callable[[], bool]) -> str | None:
        """Return the next line as `LineQueue.next` does."""
        await asyncio.sleep(0)  # without this, endless input would keep the bots from playing
        line = await self._queue.next(waits, over)
        self._room.release()
        return line

    def _read(self) -> None:
        with contextlib.suppress(OSError, RuntimeError):  # the terminal is gone, or the loop is closed
            for line in self._lines():
                self._room.acquire()
                self._loop.call_soon_threadsafe(self._queue.put, line)
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._queue.end)

    def _lines(self) -> Iterator[str]:
        """Yield lines without line ends, cut at about `MAX_LINE` characters."""
        decode = getincrementaldecoder("utf-8")(errors="replace").decode
        begun = ""
        for data in self._pieces():
            *lines, begun = (begun + decode(data)).split("\n")
            begun = begun[:MAX_LINE]
            yield from lines
        if begun.strip():
            yield begun

    def _pieces(self) -> Iterator[bytes]:
        """Yield bytes as they arrive, bypassing Python's buffer, whose lock would delay the program's exit."""
        if self._typed is None:
            return
        try:
            number = self._typed.fileno()
        except (OSError, ValueError):
            yield self._typed.read().encode("utf-8", "replace")
            return
        while data := os.read(number, 4096):
            yield data
