"""What a terminal shows that is too small for a table."""

from typing import NamedTuple

from uno_tui.tui.draw.canvas import Canvas, wrap
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.table.layout import MIN_HEIGHT, MIN_WIDTH
from uno_tui.tui.table.scene import Mode, Scene


class SmallLook(NamedTuple):
    """Whose turn it is must be known even here."""

    on_turn: bool
    leaving: bool


class Small(CanvasWidget[SmallLook]):
    """Asks for a larger terminal; the table comes back by itself when there is room."""

    def look_at(self, scene: Scene) -> SmallLook:
        """Whether it is this person's turn."""
        return SmallLook(scene.on_turn, scene.mode is Mode.LEAVE)

    def paint(self, canvas: Canvas, look: SmallLook) -> None:
        """As many of the lines as fit."""
        words, palette = self.appearance.words, self.appearance.palette
        text = words("Make the terminal larger: {width} by {height} at least.", width=MIN_WIDTH, height=MIN_HEIGHT)
        lines = wrap(text, max(canvas.width, 8))
        if look.leaving:
            lines = wrap(words("Leave the table?"), max(canvas.width, 8))
        elif look.on_turn:
            lines.insert(0, words("Your turn"))
        for y, line in enumerate(lines):
            canvas.put(0, y, line, palette["turn"] if look.on_turn and y == 0 else palette.text)
