"""The app in the terminal that the game was started from, whose window it names."""

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, cast

from textual.app import App
from textual.driver import Driver

from uno_tui.local.window_title import RESTORE, SAVE, set_title
from uno_tui.tui.app import UnoApp


class Naming(Driver):
    """Put before a driver of Textual's: keeps the window's title, and restores it wherever the terminal is given back.

    So it is also restored while the program is stopped, and set again when it goes on.
    """

    named = ""

    def __init__(self, app: "LocalApp", **options: Any) -> None:
        super().__init__(app, **options)
        app.window = self

    def start_application_mode(self) -> None:
        """Take the terminal, then its window."""
        super().start_application_mode()  # type: ignore[safe-super]  # the driver's behind this one
        self.write(SAVE)
        if self.named:
            self.name(self.named)

    def stop_application_mode(self) -> None:
        """Give the window back, then the terminal."""
        self.write(RESTORE)
        super().stop_application_mode()  # type: ignore[safe-super]  # the same

    def name(self, text: str) -> None:
        """Give the window a title."""
        self.named = text
        self.write(set_title(text))
        self.flush()


class LocalApp(UnoApp):
    """The app as it runs in this terminal."""

    window: Naming | None = None
    """The window, where the terminal has one."""

    def get_driver_class(self) -> type[Driver]:
        """Textual's driver, which also names the window where there is one."""
        found = super().get_driver_class()
        return cast("type[Driver]", type("Named", (Naming, found), {})) if self.session.titled else found

    def send_title(self, text: str) -> None:
        """Name the window."""
        if self.window is not None:
            self.window.name(text)


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
