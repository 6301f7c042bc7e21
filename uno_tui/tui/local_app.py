"""The app in this process's own terminal: it sets the window's title and restores the terminal when it ends."""

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


class TitleDriver(Driver):
    """A mixin before a driver class of Textual that sets the title of the terminal's window.

    The previous title is restored whenever the driver leaves application mode, also while the program is suspended.
    """

    named = ""

    def __init__(self, app: "LocalApp", **options: Any) -> None:
        super().__init__(app, **options)
        app.window = self

    def start_application_mode(self) -> None:
        """Enter application mode, save the previous title and set ours."""
        super().start_application_mode()  # type: ignore[safe-super]  # the next class of the MRO is a driver
        self.write(SAVE)
        if self.named:
            self.name(self.named)

    def stop_application_mode(self) -> None:
        """Restore the title, then leave application mode."""
        self.write(RESTORE)
        super().stop_application_mode()  # type: ignore[safe-super]  # the same

    def name(self, text: str) -> None:
        """Set the title of the window."""
        self.named = text
        self.write(set_title(text))
        self.flush()


class LocalApp(UnoApp):
    """The app in this process's terminal."""

    window: TitleDriver | None = None
    """The driver, if it sets the window's title."""

    def get_driver_class(self) -> type[Driver]:
        """Return Textual's driver class, extended to set the window's title if the terminal has one."""
        found = super().get_driver_class()
        return cast("type[Driver]", type("TitledDriver", (TitleDriver, found), {})) if self.session.titled else found

    def send_title(self, text: str) -> None:
        """Set the title of the window, if there is one."""
        if self.window is not None:
            self.window.name(text)


TERMINATED: Final = 128 + signal.SIGTERM
"""Exit status after SIGTERM, by the convention of shells."""


async def run_here(app: App[Any]) -> int:
    """Run an app on this process's terminal until it ends; return the exit status."""
    with _ended_by_sigterm(app):
        await app.run_async()
    return app.return_code or 0


@contextmanager
def _ended_by_sigterm(app: App[Any]) -> Iterator[None]:
    """Let SIGTERM end the app. By default it would end the process and leave the terminal in application mode."""
    if sys.platform == "win32":  # event loops have no signal handlers there
        yield
        return
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, lambda: app.exit(return_code=TERMINATED))
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGTERM)
