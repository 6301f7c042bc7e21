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


_handlers: Final[dict[int, Callable[[], object]]] = {}
"""The callbacks of `handled` in force now, by signal; only the main thread's loop handles signals."""


def is_handled(number: int) -> bool:
    """Return whether a `handled` block handles this signal now."""
    return number in _handlers


@contextmanager
def handled(handlers: Mapping[int, Callable[[], object]]) -> Iterator[None]:
    """Call these on the running loop inside the ``with`` block, each for its signal; blocks can be nested.

    A signal that was ignored when the program started stays ignored: `nohup` and shells rely on that.
    """
    numbers = [] if sys.platform == "win32" else [one for one in handlers if signal.getsignal(one) != signal.SIG_IGN]
    before = {number: _handlers.get(number) for number in numbers}
    for number in numbers:
        _handle(number, handlers[number])
    try:
        yield
    finally:
        for number, handler in before.items():
            _handle(number, handler)


def _handle(number: int, handler: Callable[[], object] | None) -> None:
    """Call this on the running loop after a signal; None restores the default action."""
    loop = asyncio.get_running_loop()
    if handler is None:
        del _handlers[number]
        loop.remove_signal_handler(number)
    else:
        _handlers[number] = handler
        loop.add_signal_handler(number, handler)


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
