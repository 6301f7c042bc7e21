"""The text of canvas widgets, and clicks on it."""

from collections.abc import Iterable
from typing import Any

from textual.pilot import Pilot

from uno_tui.tui.draw.canvas_widget import CanvasWidget


def drawn_rows(widgets: Iterable[CanvasWidget[Any]], width: int, height: int) -> list[str]:
    """Return the rows of a screen of that size, as the widgets cover it."""
    rows = [[" "] * width for _ in range(height)]
    for widget in widgets:
        if widget.region_given.area and widget.canvas is not None:
            x, y = widget.region_given.offset
            for place, chars in enumerate(widget.canvas.chars):
                rows[y + place][x : x + len(chars)] = chars
    return ["".join(row) for row in rows]


async def click(
    pilot: Pilot[Any], widgets: Iterable[CanvasWidget[Any]], command: str, number: int | None = None
) -> None:
    """Click where a command can be clicked, and wait until it is done; fail if there is no such place."""
    for widget in widgets:
        for region, name, about in widget.targets:
            if widget.region_given.area and (name, about) == (command, number):
                await pilot.click(widget, offset=region.offset)
                await pilot.pause()
                return
    raise AssertionError(f"nothing to click for {command} {number}")
