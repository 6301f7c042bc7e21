"""The app that shows screens of canvas widgets, and the screens on which a person types."""

import asyncio
import time
from collections.abc import Callable
from inspect import isawaitable
from typing import Any, Final, Generic, Self

from textual import events
from textual.geometry import Offset
from textual.screen import ScreenResultType

from uno_tui.library_internals import require
from uno_tui.tui.base_screen import BaseScreen
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.frame_screen import FrameOutput, FrameScreen, raise_error
from uno_tui.tui.line_input import LineInput

require("textual")

HELD: Final = 1.0
"""Seconds within which a second press of a key may be an automatic repeat: the longest usual repeat delay."""

_OPENING: Final = {"/": "slash", ":": "colon"}
"""The keys that open an input line, by the first character of a pasted text."""

REPAINT_PRICE: Final = 12
"""Rate limit cost of redrawing everything in another appearance, in keys."""

_VARIABLES: dict[str, dict[str, str]] = {}


class FrameApp(FrameOutput):
    """An app of screens that draw their own frames."""

    cursor_always = False
    """Whether the terminal's cursor is visible on what is selected, not only while a person types."""
    clock: Callable[[], float] = staticmethod(time.monotonic)
    key_is_held = False
    """Whether the last key press may be an automatic repeat of a key that is held down."""
    _last_key = ("", 0.0)
    """The last key, and the time when it was pressed."""

    def get_css_variables(self) -> dict[str, str]:
        """Return the style sheet variables of Textual's current theme, cached for each theme."""
        if self.theme not in _VARIABLES:
            _VARIABLES[self.theme] = super().get_css_variables()
        self.theme_variables = dict(_VARIABLES[self.theme])
        return self.theme_variables

    async def on_event(self, event: events.Event) -> None:
        """Handle a key completely before the next one, and let other sessions run after it.

        Textual would put keys that arrive together into the screen's queue: characters after a key that opens an input
        line would be handled as commands, not typed into the line.
        """
        if isinstance(event, events.Key) and not event.is_forwarded:
            self._note_key(event.key)
        if isinstance(event, events.Key) and event.key == "ctrl+z":
            self.action_suspend_process()
            return
        screen = self.screen_stack[-1] if self.screen_stack else None
        if screen is not None and not screen.is_mounted and isinstance(event, events.InputEvent):
            await screen._mounted_event.wait()  # noqa: SLF001 -- input that came along with the key that opened it
        if isinstance(screen, CanvasScreen) and isinstance(event, events.Paste):
            await screen.paste(event.text)
        elif isinstance(screen, FrameScreen) and isinstance(event, events.Key) and screen.takes(event):
            await screen.type_or_press(event)
            if screen in self.screen_stack:  # else the screen closes, and what comes next belongs to the same frame
                await screen.drawn()
        else:
            await super().on_event(event)

    def _note_key(self, key: str) -> None:
        now = self.clock()
        self.key_is_held = key == self._last_key[0] and now - self._last_key[1] < HELD
        self._last_key = key, now

    def can_animate(self, round_trip: float | None) -> bool:
        """Return whether the line and this process are fast enough for animations.

        `round_trip`: seconds until the terminal answered a question; None if it answered none.
        """
        del round_trip
        return True

    travel_steps = 1
    """Steps in which a card moves. Over a network it is one, because each is a frame to draw and send."""

    @property
    def is_animated(self) -> bool:
        """Whether the person wants animations and they are possible now."""
        return False

    def show_cursor(self, *, visible: bool) -> None:
        """Show the terminal's cursor while a person types, or hide it unless it is always shown."""

    def charge(self, price: float) -> None:
        """Charge the key rate limit for a key that costs as much as several ordinary keys."""

    def open_settings(self) -> None:
        """Open the page of settings, if the app has one."""

    def notify_desktop(self, text: str) -> None:
        """Send a desktop notification if the terminal is in the background."""

    @property
    def cursor_position(self) -> Offset:  # in Textual an attribute that inputs set
        """Where Textual leaves the cursor after its frames: at the caret of the line, else on what is selected."""
        screen = self.screen_stack[-1] if self._running and self.screen_stack else None
        return screen.cursor_cell() if isinstance(screen, BaseScreen) else Offset(0, 0)

    @cursor_position.setter
    def cursor_position(self, position: Offset) -> None:
        """Ignore the position; Textual sets one when the app is created."""

    def send_title(self, text: str) -> None:
        """Set the terminal window's title, if the terminal supports titles."""

    def refresh(self, *, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Redraw the app, except for a request for a new layout, which Textual makes when an upper screen closes."""
        return self if layout else super().refresh(repaint=repaint, layout=layout, recompose=recompose)


class CanvasScreen(FrameScreen[ScreenResultType], Generic[ScreenResultType]):
    """A screen of canvas widgets with keys, and with an input line over one of the widgets."""

    line_host: CanvasWidget[Any] | None = None
    """The widget with the open input line; None if none is open."""

    def cursor_cell(self) -> Offset:
        """Return the cell of the selected item; if several widgets have one, the last widget decides."""
        for widget in [self.line_host] if self.line_host is not None else reversed(self.children):
            canvas = widget.canvas if isinstance(widget, CanvasWidget) and widget.region_given.area else None
            if isinstance(widget, CanvasWidget) and canvas is not None and canvas.cursor is not None:
                return widget.region_given.offset + canvas.cursor
        return super().cursor_cell()

    def restyle(self, appearance: Appearance) -> None:
        """Use another theme or language from now on, which draws everything again."""
        del appearance
        self.charge(REPAINT_PRICE)
        self.show()

    def after(self, seconds: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Call a function after some seconds, unless the screen has ended then; Textual's timer would be a task.

        An error in it ends the session, like an error in a message.
        """

        def call() -> None:
            try:
                if self.is_running:
                    callback()
            except Exception as error:  # noqa: BLE001 -- whatever it is, it is raised again
                self.call_later(raise_error, error)

        return asyncio.get_running_loop().call_later(seconds, call)

    def charge(self, price: float) -> None:
        """Charge the key rate limit for a key that costs as much as several ordinary keys."""
        if isinstance(self.app, FrameApp):
            self.app.charge(price)

    async def press(self, key: str) -> None:
        """Handle a key press and wait for the result."""
        if isawaitable(done := self.action_press(key)):
            await done

    async def press_usual(self, key: str) -> None:
        """Handle a key as in the default key table, even if the person has given the key to another command."""
        await self.press(key)

    def action_press(self, key: str) -> Any:
        """Handle a key press; the result may be an awaitable."""
        raise NotImplementedError

    # Typing

    def open_line(self, line: LineInput, host: CanvasWidget[Any]) -> None:
        """Open an input line over the last row of a widget; the next `show` draws it. Close the previous one."""
        self.close_line()
        self.line_host, host.line_input = host, line
        self.show_cursor(visible=True)

    def close_line(self) -> None:
        """Close the input line, if one is open, and discard its text."""
        if self.line_host is not None:
            self.line_host.line_input = None
            self.line_host = None
            self.show_cursor(visible=False)

    def on_screen_suspend(self) -> None:
        """Hide the cursor of an open line: a page has opened, or the table has ended while the person typed."""
        if self.line_host is not None:
            self.show_cursor(visible=False)

    def on_screen_resume(self) -> None:
        """Show the cursor of an open line again."""
        if self.line_host is not None:
            self.show_cursor(visible=True)

    @property
    def line_input(self) -> LineInput | None:
        """The open input line; None if none is open."""
        return None if self.line_host is None else self.line_host.line_input

    def takes(self, event: events.Key) -> bool:
        """Return whether a key is not for the app, which has a key that quits."""
        return super().takes(event) and event.key != "ctrl+q"

    async def type_or_press(self, event: events.Key) -> None:
        """Handle a key: as input of the open line, if it edits or ends the line, else as a command."""
        line = self.line_input
        typed = event.character if event.is_printable else None
        if line is None or event.key == "escape":
            await self.press(event.key)
        elif event.key == "enter":
            if isawaitable(done := self.line_entered(line.text)):
                await done
        elif (changed := line.typed(typed) if typed else line.edited(event.key)) is not None:
            self._change_line(changed)
        else:
            await self.press(event.key)

    async def paste(self, text: str) -> None:
        """Type a pasted text as one line. If no line is open, the text must start with a key that opens one."""
        if self.line_input is None and text[:1] in _OPENING:
            await self.press_usual(_OPENING[text[0]])
            text = text[1:]
        if (line := self.line_input) is not None and text:
            self._change_line(line.typed(" ".join(filter(None, text.splitlines()))))

    def on_canvas_widget_pointed(self, message: CanvasWidget.Pointed) -> None:
        """Move the caret to where the line was clicked."""
        if (line := self.line_input) is not None and self.line_host is not None:
            self._change_line(line.pointed(message.column, self.line_host.region_given.width - 2))

    def _change_line(self, line: LineInput) -> None:
        """Replace the open line and draw it."""
        if (host := self.line_host) is not None and host.line_input != line:
            host.line_input = line
            host.draw_line()
            self.send_widgets(host)

    def line_entered(self, text: str) -> Any:
        """Close the input line and handle its text; the result may be an awaitable."""
        raise NotImplementedError

    def show_cursor(self, *, visible: bool) -> None:
        """Show or hide the terminal's cursor."""
        if isinstance(self.app, FrameApp):
            self.app.show_cursor(visible=visible)

    def request_settings(self) -> None:
        """Ask the app to open the page of settings, before the next key is handled."""
        if isinstance(self.app, FrameApp):
            self.app.open_settings()
