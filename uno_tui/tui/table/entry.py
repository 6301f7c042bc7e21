"""The line in which a person types."""

from typing import Final

from textual import events
from textual.widgets import Input

from uno_tui.tui.draw.appearance import Appearance

LAST_KEYS: Final = ("enter", "escape")


class Entry(Input):
    """A line to type in, until Enter or Esc; keys that come behind those wait and are pressed when it is gone."""

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
        """`where`: column, row and width on the screen; `asked` stands in it while it is empty."""
        super().__init__(
            text, id="talk", placeholder=asked, max_length=longest, restrict=restrict, select_on_focus=False
        )
        x, y, width = where
        self.styles.offset, self.styles.width = (x, y), width
        self.styles.background, self.styles.color = appearance.palette.background, appearance.palette.foreground
        self.cursor_blink = False
        self.closing: list[events.Key] | None = None
        """What was pressed since the last key of the line; None before that."""

    async def on_key(self, event: events.Key) -> None:
        """Take keys in the order in which they came: what is sent is what was there at Enter."""
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
        """Press what came behind the last key."""
        for event in self.closing or ():
            self.app.post_message(events.Key(event.key, event.character))
