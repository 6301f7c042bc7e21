"""The line in which a person types."""

from typing import Final

from rich.cells import cell_len
from textual import events
from textual.geometry import Offset
from textual.widgets import Input

from uno_tui.tui.draw.appearance import Appearance

LAST_KEYS: Final = ("enter", "escape")


class LineInput(Input):
    """A one-line text input, closed by Enter or Esc. Keys typed after Enter are delivered after it closes."""

    def __init__(
        self,
        appearance: Appearance,
        where: tuple[int, int, int],
        longest: int,
        *,
        text: str = "",
        asked: str = "",
        restrict: str | None = None,
    ) -> None:
        """`where`: column, row and width on the screen; `asked`: placeholder text."""
        super().__init__(text, placeholder=asked, max_length=longest, restrict=restrict, select_on_focus=False)
        x, y, width = where
        self.styles.offset, self.styles.width = (x, y), width
        self.styles.background, self.styles.color = appearance.palette.background, appearance.palette.foreground
        self.cursor_blink = False
        self.closing: list[events.Key] | None = None
        """Keys typed after Enter or Esc; None while the input is open."""

    @property
    def cursor_screen_offset(self) -> Offset:
        """Return the cell of the caret on the screen; Textual's own is one cell further at the end of the text."""
        x, y = self.content_region.offset
        return Offset(x + cell_len(self.value[: self.cursor_position]) - self.scroll_offset.x, y)

    async def on_key(self, event: events.Key) -> None:
        """Handle keys in order, so that the submitted text is the text at the moment of Enter."""
        if self.closing is not None:
            self.closing.append(event)
            event.stop()
            event.prevent_default()
        elif event.key in LAST_KEYS:
            self.closing = []
            if event.key == "enter":
                event.stop()
                event.prevent_default()
                await self.action_submit()

    def on_unmount(self) -> None:
        """Deliver the keys that were typed after Enter or Esc."""
        for event in self.closing or ():
            self.app.post_message(events.Key(event.key, event.character))
