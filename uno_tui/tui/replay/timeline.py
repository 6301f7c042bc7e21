"""The timeline of a replay: shows the position, and can be clicked."""

from typing import Final, NamedTuple

from rich.cells import cell_len

from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.text import cut
from uno_tui.tui.replay.scene import SPEEDS, ReplayScene


class TimelineLook(NamedTuple):
    """The content of the timeline."""

    number: int
    last: int
    starts: tuple[int, ...]
    """Positions at which rounds begin."""
    filmed: bool
    playing: bool
    speed: float
    name: str
    """Name of the seat whose view is shown; empty if all hands are shown."""
    damaged: bool
    """Whether the record ends early because its next step is invalid."""


LEAST: Final = 8
"""Minimum width of the bar, in cells."""


# Translators: the bar of a replay: its state and speed, and whose view is shown; 16 letters at most each.
class Timeline(CanvasWidget[TimelineLook]):
    """A one-line bar with the play state, the position, and the seat whose view is shown."""

    def look_for(self, scene: ReplayScene) -> TimelineLook:
        """Return the content of the timeline for a position in the replay."""
        replay = scene.replay
        return TimelineLook(
            number=scene.number,
            last=replay.last,
            starts=tuple(one.start for one in replay.rounds[1:]),
            filmed=scene.filmed,
            playing=scene.playing,
            speed=SPEEDS[scene.speed],
            name="" if scene.seat is None else replay.names[scene.seat],
            damaged=replay.fault is not None,
        )

    def paint(self, canvas: Canvas, look: TimelineLook) -> None:
        """Draw the numbers on the left, the seat on the right, and the bar between them."""
        words, palette = self.appearance.words, self.appearance.palette
        canvas.fill(0, 0, canvas.width, 1, palette.text)
        x = 1
        if not look.filmed:
            state = words("playing x{speed}", speed=f"{look.speed:g}") if look.playing else words("paused")
            x = canvas.put(1, 0, state, palette["next"]) + 2
            self.target((0, 0, x - 2, 1), "play")
        x = canvas.put(x, 0, f"{look.number}/{look.last}", palette.text)
        if look.damaged:
            x = canvas.put(x + 1, 0, words("damaged record"), palette["error"])
        view = words("{name}'s view", name=look.name) if look.name else words("all hands shown")
        view = cut(view, max(canvas.width - x - LEAST - 4, 0))
        right = canvas.width - cell_len(view) - 1
        canvas.put(right, 0, view, palette["next"])
        self.target((right, 0, canvas.width - right, 1), "view")
        self._bar(canvas, x + 2, right - 2, look)

    def _bar(self, canvas: Canvas, start: int, end: int, look: TimelineLook) -> None:
        palette, glyphs = self.appearance.palette, self.appearance.glyphs
        width = end - start
        if width < LEAST:
            return
        last = max(look.last, 1)
        done = look.number * (width - 1) // last
        marks = {one * (width - 1) // last for one in look.starts}
        for place in range(width):
            char = glyphs.side if place in marks else "=" if place < done else glyphs.rule
            if place == done:
                canvas.put(start + place, 0, glyphs.turn, palette["turn"])
            else:
                canvas.put(start + place, 0, char, palette["next"] if place < done else palette["dim"])
            self.target((start + place, 0, 1, 1), "jump", place * last // (width - 1))
