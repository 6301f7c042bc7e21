"""Output to the terminal that is not Textual's own: frames, title, cursor, bell and desktop notifications."""

import asyncio
from typing import TYPE_CHECKING, Any

from textual.app import App

from uno_server.line.driver.driver import HIDE_CURSOR, SHOW_CURSOR, SessionDriver
from uno_server.line.line import Line
from uno_tui.local.notification import notification
from uno_tui.local.window_title import set_title

if TYPE_CHECKING:
    _AnyApp = App[Any]
else:
    _AnyApp = object  # at run time no DOM node: Textual takes the default styles from the first base that is one


class TerminalOutput(_AnyApp):
    """Mixin for an app over a line: output that Textual would not send, and the terminal's cursor between frames."""

    cursor_always = False
    """Whether the cursor is visible after every frame, not only while a person types; an app may change it."""

    sends_frames = True
    """Whether the driver accepts frames that a screen has drawn itself."""

    line: Line
    _typing: bool

    def send_frame(self, text: str) -> bool:
        """Send the text of a frame; return False if that is impossible now, so that Textual must draw instead."""
        if self._driver is None or self._batch_count or not self._running:
            return False
        self._begin_update()
        self._driver.write(text)
        self._end_update()
        self._driver.flush()
        return True

    def send_title(self, text: str) -> None:
        """Set the terminal window's title, if the terminal supports titles; a frame that follows carries the title."""
        if self.line.terminal.titled and self._driver is not None:
            self._driver.write(set_title(text))
            asyncio.get_running_loop().call_soon(self._driver.flush)

    def show_cursor(self, *, visible: bool) -> None:
        """Show the terminal's cursor while a person types, or hide it unless it is always shown."""
        self._typing = visible
        self._settle_cursor()
        self._write_now("")

    def _settle_cursor(self) -> None:
        """Show or hide the cursor, as required between two frames."""
        driver = self._driver
        if isinstance(driver, SessionDriver) and driver.cursor_visible != (
            wanted := self._typing or self.cursor_always
        ):
            driver.write(SHOW_CURSOR if wanted else HIDE_CURSOR)
            driver.cursor_visible = wanted

    def _begin_update(self) -> None:
        """Begin a frame. If the terminal shows partial frames, hide the cursor so that it does not jump."""
        super()._begin_update()
        driver = self._driver
        if isinstance(driver, SessionDriver) and driver.cursor_visible and not self._sync_available:
            driver.write(HIDE_CURSOR)
            driver.cursor_visible = False

    def _end_update(self) -> None:
        self._settle_cursor()
        super()._end_update()

    def notify_desktop(self, text: str) -> None:
        """Send a desktop notification if the terminal has reported that its window lost the focus."""
        driver = self._driver
        if isinstance(driver, SessionDriver) and not driver.dialog.focused:
            self._write_now(notification(text, self.line.terminal, driver.dialog.answers.name))

    def bell(self) -> None:
        """Ring the terminal's bell."""
        self._write_now("\a")

    def copy_to_clipboard(self, text: str) -> None:
        """Copy a text to the clipboard of the person's own terminal."""
        super().copy_to_clipboard(text)
        self._write_now("")

    def _write_now(self, text: str) -> None:
        if self._driver is not None:
            self._driver.write(text)
            self._driver.flush()

    def _set_pointer_shape(self, shape: str) -> None:
        """Do nothing: Textual would send a pointer shape sequence at every hover."""
