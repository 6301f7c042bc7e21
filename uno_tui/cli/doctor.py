"""`uno doctor`: the report on this process's terminal."""

import asyncio
import os
import sys
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from uno_server.app.doctor import checked_up
from uno_server.line.console import console
from uno_tui.i18n import Words
from uno_tui.local.output import is_tty
from uno_tui.local.settings import AUTO, Settings
from uno_tui.local.terminal import Terminal, clamp_size, terminal_size
from uno_tui.local.terminal_questions import TerminalAnswers
from uno_tui.local.theme_files import available, user_folder
from uno_tui.tui.doctor.checkup import Checkup
from uno_tui.tui.doctor.report import report
from uno_tui.tui.draw.theme import load_or_default
from uno_tui.tui.session import SessionOptions

STANDARD: Final = (0, 1, 2)
"""The file descriptors of the standard streams."""


def doctor_text(environment: Mapping[str, str], words: Words, chosen: Settings) -> str:
    """Return the report: with colors if it is printed on the terminal, as plain text if not.

    The terminal is asked even if the report goes elsewhere, as long as one of the standard streams is the terminal.
    """
    if chosen.theme not in available():
        chosen = replace(chosen, theme=AUTO)  # what the settings name is reported when they are read
    session = SessionOptions.local(environment, words, chosen)
    checkup = asyncio.run(_checkup(environment, session))
    shown = is_tty(sys.stdout) and not checkup.terminal.dumb
    palette = load_or_default(checkup.session.palette_name, user_folder(), words)[0] if shown else None
    return "\n".join([*report(checkup, words, palette), ""])


async def _checkup(environment: Mapping[str, str], session: SessionOptions) -> Checkup:
    fd = next(filter(os.isatty, STANDARD), None)
    terminal = Terminal.of_process(environment)
    if fd is None:
        size = clamp_size(*terminal_size(0, environment))
        return Checkup(terminal, size, session, TerminalAnswers(), asked=False)
    async with console(environment, fd) as (line, _carrier):
        return await checked_up(line, session)
