"""Lines typed on this terminal, echoed by the program, so that output never interrupts a half-typed line.

The terminal stops echoing and editing; everything else, such as the signals of Ctrl-C and Ctrl-Z, is unchanged.
"""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, TextIO

from uno_tui.local.signals import HANGUP, QUIT, handled, is_handled, stop_here
from uno_tui.plain.keyboard import Keyboard
from uno_tui.plain.streams import LineQueue, LineReader, LineWriter

_ENDS: Final = (signal.SIGTERM, HANGUP, QUIT)
"""Signals that would end the program without restoring the terminal's echo."""


class EchoedLines:
    """The lines that a person types on a terminal; use it only inside `typed_lines`."""

    def __init__(self, number: int, queue: LineQueue, writer: LineWriter, repeat: Callable[[], None]) -> None:
        """`repeat` is called when the program continues after Ctrl-Z."""
        import termios  # noqa: PLC0415  # there is none on Windows

        self._termios: Any = termios
        self._number = number
        self._queue = queue
        self._repeat = repeat
        self._keyboard = Keyboard(lambda text: writer.show(text.replace("\r\n", "\n")))
        self._before: list[Any] = termios.tcgetattr(number)
        self._loop = asyncio.get_running_loop()
        writer.around = self._around

    async def next(self, waits: Callable[[], bool], over: Callable[[], bool]) -> str | None:
        """Return the next line as `LineQueue.next` does."""
        return await self._queue.next(waits, over)

    async def secret(self) -> str | None:
        """Return the next line, which is not shown while it is typed; None at the end of the input."""
        self._keyboard.hidden = True
        try:
            return await self.next(lambda: True, lambda: False)
        finally:
            self._keyboard.hidden = False

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Read lines until the end of the ``with`` block; then let the terminal echo input again."""
        self._take_over()
        self._loop.add_reader(self._number, self._read)
        ends = [number for number in _ENDS if not is_handled(number)]  # a host first takes leave of the guests
        signals: dict[int, Callable[[], object]] = {number: partial(self._end, number) for number in ends}
        signals |= {signal.SIGTSTP: self._suspend, signal.SIGCONT: self._take_over}
        try:
            with handled(signals):
                yield
        finally:
            self._loop.remove_reader(self._number)
            self._keyboard.rest()  # not to be printed again behind the last line
            self._give_back()

    def _take_over(self) -> None:
        mode = [*self._before]
        mode[3] &= ~(self._termios.ECHO | self._termios.ICANON)
        self._set(mode)

    def _give_back(self) -> None:
        self._set(self._before)

    def _set(self, mode: list[Any]) -> None:
        with contextlib.suppress(self._termios.error):  # the terminal may be gone
            self._termios.tcsetattr(self._number, self._termios.TCSADRAIN, mode)

    def _suspend(self) -> None:
        self._give_back()
        stop_here()
        self._take_over()
        self._keyboard.begun = False
        self._repeat()
        self._keyboard.show_again()

    def _end(self, number: int) -> None:
        """End this process by the given signal, as if the program did not handle that signal."""
        self._give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def _read(self) -> None:
        try:
            data = os.read(self._number, 4096)
        except OSError:
            data = b""
        self._keyboard.show_again()
        for line in self._keyboard.lines(data):
            self._queue.put(line)
        if not data or self._keyboard.ended:
            self._loop.remove_reader(self._number)
            self._queue.end()

    def _around(self) -> str:
        """Return what to print before an output line; schedule printing the unfinished typed line again after it."""
        if not self._keyboard.begun:
            return ""
        self._keyboard.begun = False
        self._loop.call_soon(self._keyboard.show_again)
        return "\n"


@contextlib.contextmanager
def typed_lines(
    typed: TextIO | None, shown: TextIO, queue: LineQueue, writer: LineWriter, repeat: Callable[[], None]
) -> Iterator[EchoedLines | LineReader]:
    """Read lines in a ``with`` block; on a terminal, echo typed text here, so that output does not break it up.

    `repeat` is called when the program continues after Ctrl-Z.
    """
    number = _terminal(typed)
    if number is None or _terminal(shown) is None or sys.platform == "win32":
        yield LineReader(typed, queue)
        return
    lines = EchoedLines(number, queue, writer, repeat)
    with lines.reading():
        yield lines


def _terminal(stream: TextIO | None) -> int | None:
    """Return a stream's file descriptor if it is a terminal, else None."""
    try:
        return stream.fileno() if stream is not None and stream.isatty() else None
    except (OSError, ValueError):
        return None
