"""A worker process: it reads positions from standard input, lets a bot choose, and writes the choices.

It imports the game and the bots alone. It ends when its input does, so no worker outlives the program that started it.
"""

import os
import pickle
import signal
import sys
from contextlib import suppress
from typing import BinaryIO, Final

from uno_tui.bots import LEVELS
from uno_tui.bots.chance import VisibleChance
from uno_tui.game.actions import Action
from uno_tui.game.view import PlayerView

NICENESS: Final = 10
"""Added to the process's nice value, so that a bot's thinking never delays a person's key press."""
LENGTH: Final = 4
"""Number of bytes, big-endian, that give the length of a request."""
FAILED: Final = "!"
"""Begins an answer if the bot raised an error; the error's type and places follow."""
NOTHING: Final = -1
"""The answer of a bot that does nothing now; any other answer is an index into `PlayerView.legal`."""


def request(level: str, view: PlayerView, digest: bytes) -> bytes:
    """Return a request as bytes; `digest` determines the bot's random numbers (`VisibleChance`)."""
    body = pickle.dumps((level, view, digest), pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(LENGTH) + body


def chosen(answer: str, view: PlayerView) -> Action | None:
    """Return the action of an answer about a view, None for no action now.

    Raises:
        ValueError: It is no answer about this view; after an error of the bot, this says which.
    """
    number = int(answer)
    if number == NOTHING:
        return None
    if not 0 <= number < len(view.legal):
        raise ValueError("the answer names no legal action")
    return view.legal[number]


def main() -> None:
    """Answer requests until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started this one
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(NICENESS)
    serve(sys.stdin.buffer, sys.stdout.buffer)


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer each request with a line of text."""
    while head := requests.read(LENGTH):
        body = requests.read(int.from_bytes(head))
        answers.write(f"{_answer(body)}\n".encode())
        answers.flush()


def _answer(body: bytes) -> str:
    level, view, digest = pickle.loads(body)  # noqa: S301  # from the program that started this process
    try:
        action = LEVELS[level](view, VisibleChance(digest))
        return str(NOTHING if action is None else view.legal.index(action))
    except Exception as error:  # noqa: BLE001  # the next request may succeed
        from uno_tui.faults import describe  # noqa: PLC0415  # a worker that never fails does without `logging`

        return FAILED + describe(error)


if __name__ == "__main__":
    main()
