"""The app in the terminal that the game was started from, whose window it names."""

from typing import Any, cast

from textual.driver import Driver

from uno_tui.local.window_title import KEEP, RESTORE, naming
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
        self.write(KEEP)
        if self.named:
            self.name(self.named)

    def stop_application_mode(self) -> None:
        """Give the window back, then the terminal."""
        self.write(RESTORE)
        super().stop_application_mode()  # type: ignore[safe-super]  # the same

    def name(self, text: str) -> None:
        """Give the window a title."""
        self.named = text
        self.write(naming(text))
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
