"""Screens on this process's own terminal, run by the same driver as the sessions over ssh."""

import contextlib
import io
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Generic, TypeVar

from uno_server.limits import Limits
from uno_server.line.console import console
from uno_server.line.driver.app import SessionApp, run
from uno_tui.i18n import Words
from uno_tui.local.signals import ENDING, HANGUP, exit_status, handled
from uno_tui.tui.app import UnoApp
from uno_tui.tui.single_screen_app import SingleScreenApp

LOCAL_STEPS = 3
"""Steps in which a card moves in this terminal."""

FOREVER = 10.0**8
"""Seconds for which a terminal may read nothing; long enough that the person's own terminal is never dropped."""

Result = TypeVar("Result")


class LocalApp(SessionApp, UnoApp):
    """A table in this terminal."""

    is_local = True
    travel_steps = LOCAL_STEPS


class LocalScreenApp(SessionApp, SingleScreenApp[Result], Generic[Result]):
    """An app that shows a single screen in this terminal."""

    is_local = True
    travel_steps = LOCAL_STEPS


async def run_screen(app: SessionApp, words: Words, environment: Mapping[str, str], terminal: int = 0) -> int:
    """Run an app on the terminal of that file descriptor until it ends, and return the exit status.

    After a signal that asks the program to end, the status is the one that shells give it.
    """
    ended: list[int] = []
    app.CRASH_NOTICE = words("Something went wrong on this screen, and it was closed.")
    async with console(environment, terminal) as (line, carrier):

        def end(number: int) -> None:
            ended.append(exit_status(number))
            if number == HANGUP:
                carrier.abort()
            line.hang_up()

        line.limits = Limits(stall_seconds=FOREVER)
        status = 1
        try:
            with handled({number: partial(end, number) for number in ENDING}), _stderr_afterwards():
                status = await run(app, line)
        finally:
            line.close(status)
    if line.gone and not ended:
        return exit_status(HANGUP)
    return ended[0] if ended else status


@contextlib.contextmanager
def _stderr_afterwards() -> Iterator[None]:
    """Hold back stderr output until the ``with`` block ends; printed earlier, the text would overwrite the screen."""
    written = io.StringIO()
    try:
        with contextlib.redirect_stderr(written):
            yield
    finally:
        if sys.stderr is not None and written.getvalue():
            with contextlib.suppress(OSError):
                sys.stderr.write(written.getvalue())
