"""Frames of changed cells, past Textual's compositor: most of what a move costs otherwise.

A screen of painted widgets that lie beside each other knows by itself which cells changed. Where the app's driver has a
way for it (`FrameApp.send_frame`), it sends those cells and nothing else: no refresh, no timer, no composition. Where
it has none, and whenever something lies on top, Textual draws. Textual keeps no copy of the terminal, so the two ways
never disagree: whatever either draws comes from the widgets' canvases.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from inspect import isawaitable
from typing import Any, Generic

from textual import events
from textual.app import App
from textual.geometry import Region
from textual.message import Message
from textual.screen import ScreenResultType
from textual.strip import Strip

from uno_tui.library_internals import require
from uno_tui.tui.app_screen import AppScreen
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.color_depth import style_filter_for
from uno_tui.tui.draw.frame_writer import Changes, FrameWriter
from uno_tui.tui.line_input import LineInput

require("rich")
require("textual")


class FrameApp(App[int]):
    """An app whose driver may have a way for frames that a screen made itself."""

    async def on_event(self, event: events.Event) -> None:
        """Do what a key means before the next one is looked at: what is typed behind one that opens a line goes there.

        Textual would send a key around by the screen, and all that came with it before the first is done. Text that is
        pasted means nothing, unless it begins like a line of chat.
        """
        screen = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(screen, CanvasScreen) and screen.focused is None and self.app_focus:
            if isinstance(event, events.Paste) and event.text.startswith("/"):
                await screen.press("slash")
                event = events.Paste(event.text[1:])
            elif isinstance(event, events.Key) and event.key != "ctrl+q" and not event.is_forwarded:
                await screen.press(event.key)
                return
        await super().on_event(event)

    def send_frame(self, text: str) -> bool:
        """Send text that draws cells; False if there is no way for it, so that Textual must draw."""
        del text
        return False

    def send_title(self, text: str) -> None:
        """Name the terminal's window; nothing happens if there is no way for it."""


class CanvasScreen(AppScreen[ScreenResultType], Generic[ScreenResultType]):
    """A screen of painted widgets that cover it, each cell once."""

    AUTO_FOCUS = None
    appearance: Appearance

    class SettingsRequested(Message):
        """The person wants to set things."""

    def __init__(self) -> None:
        super().__init__()
        self.startup_batch: ExitStack | None = ExitStack()
        """Hides the screen until it is whole; None since then."""

    def on_mount(self) -> None:
        """Draw nothing until all widgets have their places: Textual would draw every step to there, in full."""
        if self.startup_batch is not None:
            self.startup_batch.enter_context(self.app.batch_update())
            self.set_timer(0.1, self.reveal)  # should nobody say that the screen is the one to be seen

    def on_screen_resume(self) -> None:
        """The screen is the one to be seen; what places its widgets is under way."""
        if self.startup_batch is not None:
            self.set_timer(0.001, self.reveal)

    def on_unmount(self) -> None:
        """End the batch if the screen goes before it was shown."""
        if self.startup_batch is not None:
            self.startup_batch.close()

    def reveal(self) -> None:
        """Show the whole screen, once."""
        if self.startup_batch is not None:
            self.startup_batch.close()
            self.startup_batch = None
            self.refresh()

    async def press(self, key: str) -> None:
        """Do what the key means here."""
        if isawaitable(done := self.action_press(key)):
            await done

    def action_press(self, key: str) -> Any:
        """Do what the key means here; it may be something to be awaited."""
        raise NotImplementedError

    def open_line(self, entry: LineInput) -> None:
        """Open a line to type in; it has the very next key."""
        self.mount(entry)
        self.set_focus(entry, scroll_visible=False)

    def close_lines(self) -> None:
        """Close the line to type in, if there is one."""
        for entry in self.query(LineInput):
            entry.remove()

    def request_settings(self) -> None:
        """Ask the app to open the page of settings."""
        self.post_message(self.SettingsRequested())

    def send(self, changed: Sequence[tuple[CanvasWidget[Any], Changes]]) -> None:
        """Bring the changed cells to the terminal."""
        if self.startup_batch is not None or not self.is_active or not any(changes for _widget, changes in changed):
            return
        app = self.app
        if self.focused is None and isinstance(app, FrameApp):
            writer = FrameWriter()
            style_filter = style_filter_for(tuple(app.get_line_filters()), self.appearance.palette.background)
            for widget, changes in changed:
                if widget.canvas is not None and changes:
                    writer.draw(widget.canvas, widget.region_given.offset, changes, style_filter)
            if app.send_frame(writer.text):
                return
        self.refresh(*(
            Region(runs[0][0], y, runs[-1][1] - runs[0][0], 1).translate(widget.region_given.offset)
            for widget, changes in changed
            for y, runs in changes.items()
        ))  # fmt: skip  # one expression

    def render_lines(self, crop: Region) -> list[Strip]:
        """Nothing of the screen itself is ever seen: its widgets cover all of it."""
        return [Strip.blank(crop.width, self.appearance.palette.text)] * crop.height
