"""A terminal on a line is asked about itself, outside of any screen."""

import asyncio
from codecs import getincrementaldecoder
from typing import Final

from uno_server.line.dialog import PATIENCE, Dialog
from uno_server.line.lexer import InputLexer, Kind
from uno_server.line.line import Line
from uno_server.line.timers import call_later
from uno_tui.local.terminal import ALTERNATE_SCREEN, MAIN_SCREEN
from uno_tui.local.terminal_questions import MODES, TerminalAnswers

CLEAR: Final = "\x1b[H\x1b[2J"
INTERRUPT: Final = "\x03"


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
