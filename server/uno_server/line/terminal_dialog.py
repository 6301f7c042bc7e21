"""The questions that a session asks its terminal, and when the answers count.

They are asked once, with the first bytes of the screen. Nobody waits for the answers: they are collected until the last
one or for a second, and are then reported once. Later ones are dropped, except changes of focus and of light and dark.
Answers never act as keys: the lexer takes them out of the input.
"""

import asyncio
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from typing import Final

from uno_server.line.lexer import InputLexer, Kind
from uno_server.line.line import Line
from uno_server.line.timers import Cancellable, Later, call_later
from uno_tui.local.terminal import ALTERNATE_SCREEN, MAIN_SCREEN, Terminal
from uno_tui.local.terminal_questions import (
    FOCUS_IN,
    FOCUS_OUT,
    MODES,
    SYNCHRONIZED,
    TerminalAnswers,
    is_multiplexer,
    questions,
)

PATIENCE: Final = 1.0
"""Timeout for the terminal's answers, in seconds."""
CLEAR: Final = "\x1b[H\x1b[2J"
INTERRUPT: Final = "\x03"


class Dialog:
    """Queries that the server sends to one terminal about its features, and the terminal's answers."""

    def __init__(self, terminal: Terminal, clock: Callable[[], float], later: Later) -> None:
        self.answers = TerminalAnswers()
        self.focused = True
        """Whether the terminal's window has the focus; True until the terminal reports otherwise."""
        self.on_answers: Callable[[TerminalAnswers], None] | None = None
        """Called once when the terminal's answers are complete or the timeout is over, and again after each change
        between light and dark; never if the terminal answered nothing."""
        self._terminal, self._clock, self._later = terminal, clock, later
        self._asked = 0.0
        self._deadline: Cancellable | None = None

    @property
    def is_closed(self) -> bool:
        """Whether this dialog is not waiting for answers from the terminal."""
        return self._deadline is None

    def ask(self, modes: Iterable[int] = (SYNCHRONIZED,)) -> str:
        """Return the queries for the terminal, including those about `modes`, and start the timeout for its answers."""
        text = questions(self._terminal, modes)
        if text:
            self._asked = self._clock()
            self._deadline = self._later(PATIENCE, self._close)
        return text

    def hear(self, report: str) -> bool:
        """Process a report from the terminal; return whether the report changed the answers."""
        if report in (FOCUS_IN, FOCUS_OUT):
            self.focused = report == FOCUS_IN
            return False
        before = self.answers
        heard = before.hear(report)
        if heard is before or (self.is_closed and heard.scheme is before.scheme):
            return False
        if heard.round_trip is None:
            heard = heard.timed(self._clock() - self._asked)
        self.answers = heard
        if self.is_closed:
            self._tell()
        elif heard.complete and (heard.background is not None or not is_multiplexer(self._terminal)):
            self._close()  # screen passes a question on, and the answer comes after its own
        return True

    def stop(self) -> None:
        """Stop waiting for answers."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        self.on_answers = None

    def _close(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
            self._tell()

    def _tell(self) -> None:
        if self.on_answers is not None and self.answers.round_trip is not None:
            self.on_answers(self.answers)


async def examined(line: Line) -> TerminalAnswers:
    """Ask a terminal all questions; return its answers after the last one, after a second, or after Ctrl-C.

    It happens on the alternate screen, because some terminals print the questions.
    """
    ended = asyncio.Event()
    dialog = Dialog(line.terminal, asyncio.get_running_loop().time, call_later)
    questions = dialog.ask(MODES) if line.pty else ""
    if not questions:
        return dialog.answers
    lexer, decode = InputLexer(), getincrementaldecoder("utf-8")(errors="replace").decode

    def take(data: bytes) -> None:
        for token in lexer.feed(decode(data)):
            if token.kind is Kind.REPORT:
                dialog.hear(token.text)
            elif INTERRUPT in token.text:
                ended.set()

    dialog.on_answers = lambda _: ended.set()
    line.on_closed = ended.set
    line.set_restore_sequence(MAIN_SCREEN.encode())
    line.write(f"{ALTERNATE_SCREEN}{questions}{CLEAR}".encode())
    line.listen(take)
    try:
        async with asyncio.timeout(PATIENCE):
            await ended.wait()
    except TimeoutError:
        pass
    finally:
        dialog.stop()
        line.unlisten()
        line.write(MAIN_SCREEN.encode())
        line.set_restore_sequence(b"")
    return dialog.answers
