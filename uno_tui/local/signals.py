"""Signals as callbacks of the event loop, and stopping this process as Ctrl-Z does."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

HANGUP: Final = getattr(signal, "SIGHUP", signal.SIGTERM)
QUIT: Final = getattr(signal, "SIGQUIT", signal.SIGTERM)
ENDING: Final = (signal.SIGTERM, signal.SIGINT, HANGUP, QUIT)
"""Signals that ask a program to end."""


SIGNALED: Final = 128
"""Base of the exit status after a signal: the status is this plus the signal's number."""


def exit_status(number: int) -> int:
    """Return the exit status after a signal, as shells define it."""
    return SIGNALED + number


@contextmanager
def handled(handlers: Mapping[int, Callable[[], object]]) -> Iterator[None]:
    """Call these on the running loop inside the ``with`` block, each for its signal.

    A signal that was ignored when the program started stays ignored: `nohup` and shells rely on that.
    """
    loop = asyncio.get_running_loop()
    numbers = [] if sys.platform == "win32" else [one for one in handlers if signal.getsignal(one) != signal.SIG_IGN]
    for number in numbers:
        loop.add_signal_handler(number, handlers[number])
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)


def stop_group() -> None:
    """Suspend this program and the processes started with it, as a terminal does after Ctrl-Z."""
    os.kill(0, signal.SIGTSTP)


def stop_here() -> None:
    """Stop this process until it is continued.

    Nothing happens if nobody could continue it, as in a window of its own or a container.
    """
    before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    try:
        os.kill(os.getpid(), signal.SIGTSTP)
    finally:
        signal.signal(signal.SIGTSTP, before)
