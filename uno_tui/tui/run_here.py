"""A screen in this process's own terminal, which is given back however the screen ends."""

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from textual.app import App

TERMINATED: Final = 128 + signal.SIGTERM
"""The exit status after SIGTERM, as shells have it."""


async def run_here(app: App[Any]) -> int:
    """Run an app on this terminal until it ends; the exit status."""
    with _ended_by_sigterm(app):
        await app.run_async()
    return app.return_code or 0


@contextmanager
def _ended_by_sigterm(app: App[Any]) -> Iterator[None]:
    """Have SIGTERM end the app, not the process, whose terminal would stay as the screen left it."""
    if sys.platform == "win32":  # where no loop takes signals
        yield
        return
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, lambda: app.exit(return_code=TERMINATED))
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGTERM)
