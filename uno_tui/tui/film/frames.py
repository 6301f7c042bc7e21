"""The frames of a replay: the whole screen after each action, drawn without a terminal."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from textual.geometry import Region

from uno_tui.local.replay import Replay
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas import Canvas, Row
from uno_tui.tui.draw.canvas_widget import CanvasWidget, Drawing
from uno_tui.tui.replay.board import ReplayBoard, open_view_of
from uno_tui.tui.replay.scene import ReplayScene
from uno_tui.tui.table.animations import Animation, animation_steps

SIZE: Final = (100, 30)
"""Columns and rows of a film."""
PAUSE: Final = 1.2
"""Seconds for which a film shows an action."""
LONG_PAUSE: Final = 3.0
"""Seconds for which a film shows the first position, the end of a round, and the last position."""


STEPS: Final = 3
"""Steps in which a card moves."""


class Frame(NamedTuple):
    """A picture of a film, and the number of seconds for which it is shown."""

    canvas: Canvas
    seconds: float


class Film:
    """A replay seen from one seat, or with all hands, in one appearance."""

    def __init__(
        self, appearance: Appearance, replay: Replay, seat: int | None = None, *, size: tuple[int, int] = SIZE
    ) -> None:
        self.appearance = appearance
        self.replay = replay
        self.seat = seat
        """The seat whose view is shown; None to show all hands."""
        self.size = size
        self._board = ReplayBoard(appearance)
        self._drawn: dict[CanvasWidget[Any], tuple[object, Drawing]] = {}
        """The newest look of each widget, and the drawing of that look."""

    @property
    def title(self) -> str:
        """The players' names."""
        return f"UNO: {', '.join(self.replay.names)}"

    def frames(self, last: int | None = None) -> Iterator[Frame]:
        """Yield frames for each position up to `last`; by default, up to the end of the replay.

        The last frame of a position is the position itself; those before it are the steps of the move that led to it.
        """
        end = self.replay.last if last is None else min(last, self.replay.last)
        long = {0, end, *(one.end for one in self.replay.rounds)}
        for number in range(end + 1):
            seconds = LONG_PAUSE if number in long else PAUSE
            for step in self._steps(number):
                yield Frame(self.canvas(number, step), step.seconds)
                seconds -= step.seconds
            yield Frame(self.canvas(number), seconds)

    def _steps(self, number: int) -> Iterator[Animation]:
        """Yield the animations of the move that leads to a position."""
        views = (self.replay.open_view(one, self.seat).view.game for one in (max(number - 1, 0), number))
        old, new = views
        if old is not None and new is not None:
            yield from animation_steps(old, new, STEPS)

    def canvas(self, number: int, animation: Animation | None = None) -> Canvas:
        """Return the screen at a position, or at a step of the move that leads to it."""
        scene = ReplayScene(self.replay, number, self.seat, filmed=True, animation=animation)
        open_view, board = open_view_of(scene), self._board
        width, height = self.size
        table_scene = board.table_scene(scene, open_view, width)
        board.lay_out(scene, table_scene, (width, height + 1), self._place)  # the key bar is below the last row
        table_scene = board.with_selection(scene, table_scene)
        whole = Canvas(width, height, self.appearance.palette.text)
        for widget, look in board.looks(scene, table_scene, open_view):
            _paste(whole, self._drawing(widget, look).canvas, widget.region_given)
        return whole

    def _place(self, widget: CanvasWidget[Any], region: Region) -> None:
        widget.region_given = region
        self._drawn.pop(widget, None)

    def _drawing(self, widget: CanvasWidget[Any], look: object) -> Drawing:
        known = self._drawn.get(widget)
        if known is None or known[0] != look:
            known = self._drawn[widget] = look, widget.draw(look, *widget.region_given.size)
        return known[1]


def _paste(whole: Canvas, part: Canvas, region: Region) -> None:
    """Copy a widget's cells to their place on the screen."""
    for y, row in enumerate(part.rows[: whole.height - region.y], region.y):
        before = whole.rows[y]
        new = whole.rows[y] = Row(before.chars[:], before.styles[:])
        new.chars[region.x : region.right] = row.chars
        new.styles[region.x : region.right] = row.styles
