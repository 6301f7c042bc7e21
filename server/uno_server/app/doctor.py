"""The command `doctor`: what a terminal answered about itself, and what follows from it."""

from uno_server.line.line import Line
from uno_server.line.terminal_dialog import examined
from uno_tui.i18n import Words
from uno_tui.tui.doctor.checkup import Checkup
from uno_tui.tui.doctor.report import report
from uno_tui.tui.draw.theme import load_or_default
from uno_tui.tui.session import SessionOptions

DOCTOR = "doctor"
"""Word of an ssh command line that runs the terminal check: `ssh HOST doctor`."""


async def checked_up(line: Line, session: SessionOptions, again: str = "") -> Checkup:
    """Query the terminal of a line for its features; return the checkup of the terminal and of a session on it.

    `again` is the command line for another report over ssh; empty for the terminal of this process.
    """
    answers = await examined(line)
    session = session.answered(answers, answers.depth_of(line.terminal))
    return Checkup(line.terminal, line.size, session, answers, asked=line.pty, again=again)


async def run_doctor(line: Line, words: Words, session: SessionOptions, again: str) -> int:
    """Print the report on a client's terminal, and return the exit status; `again` as of `checked_up`."""
    checkup = await checked_up(line, session, again)
    shown = line.pty and not line.terminal.dumb
    palette = load_or_default(checkup.session.palette_name, None, words)[0] if shown else None
    line.write(line.newline.join([*report(checkup, words, palette), ""]).encode("utf-8", "replace"))
    return 0
