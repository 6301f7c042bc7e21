"""The line in which a person types."""

from typing import Final

from textual import events
from textual.widgets import Input

from uno_tui.tui.draw.appearance import Appearance

LAST_KEYS: Final = ("enter", "escape")


class LineInput(Input):
    """A line to type in, closed by Enter or Esc. Keys pressed after those are delivered once it is gone."""

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
        """`where`: column, row and width on the screen; `asked`: the placeholder."""
        super().__init__(text, placeholder=asked, max_length=longest, restrict=restrict, select_on_focus=False)
        x, y, width = where
        self.styles.offset, self.styles.width = (x, y), width
        self.styles.background, self.styles.color = appearance.palette.background, appearance.palette.foreground
        self.cursor_blink = False
        self.closing: list[events.Key] | None = None
        """Keys pressed after the last key of the line; None before that one."""

    async def on_key(self, event: events.Key) -> None:
        """Handle keys in the order of their arrival, so that what is submitted is the text at Enter."""
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
        """Deliver the keys pressed after the last one."""
        for event in self.closing or ():
            self.app.post_message(events.Key(event.key, event.character))
