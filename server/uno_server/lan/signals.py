"""What a signal means to a host: the evening is over, or only the host's terminal has gone."""

import asyncio
import signal
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

from uno_server.line.line import Line

ENDING: Final = (signal.SIGTERM, signal.SIGINT)


class HostSignals:
    """Takes SIGTERM, SIGINT and SIGHUP for as long as it is entered, so that none of them cuts the goodbye short."""

    def __init__(self) -> None:
        self.stopped = asyncio.Event()
        """SIGTERM or SIGINT came: the evening is over for all."""
        self.gone = False
        """SIGHUP came: the host's terminal was closed."""
        self._line: Line | None = None
        self._abort: Callable[[], None] | None = None

    def __enter__(self) -> Self:
        loop = asyncio.get_running_loop()
        for number in ENDING:
            loop.add_signal_handler(number, self._stop)
        loop.add_signal_handler(signal.SIGHUP, self._hang_up)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number in (*ENDING, signal.SIGHUP):
            asyncio.get_running_loop().remove_signal_handler(number)

    def guard(self, line: Line, abort: Callable[[], None]) -> None:
        """Tell a line of signals, until `release`; `abort` gives up on its terminal."""
        self._line, self._abort = line, abort
        if self.stopped.is_set():
            line.hang_up()

    def release(self) -> None:
        """Tell no line any more."""
        self._line = self._abort = None

    def _stop(self) -> None:
        self.stopped.set()
        if self._line is not None:
            self._line.hang_up()

    def _hang_up(self) -> None:
        self.gone = True
        if self._abort is not None:
            self._abort()
