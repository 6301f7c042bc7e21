"""Cards in the air over the felt, and the large letters of a call of UNO."""

from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Region

from uno_tui.game.cards import Card
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.block_text import is_drawn, small
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.card_faces import COMPACT, draw_back, draw_card


class Flight(NamedTuple):
    """A card that moves between a player and a pile, as an animation."""

    x: int
    """Column of the cell at the felt's edge that is nearest to the card's player."""
    y: int
    left: int
    """Animation steps until the card arrives."""
    steps: int
    """Animation steps of the whole way."""
    card: Card | None
    """The played card, drawn face up; None for a card that a player draws from the pile."""


def edge_point(felt: Region, seat: Region) -> tuple[int, int]:
    """Return the cell of the felt, counted from its corner, that is nearest to the middle of a seat."""
    x = min(max(seat.x + seat.width // 2, felt.x), felt.right - 1) - felt.x
    y = min(max(seat.y + seat.height // 2, felt.y), felt.bottom - 1) - felt.y
    return x, y


def paint_flight(canvas: Canvas, appearance: Appearance, flight: Flight, pile: Region) -> None:
    """Draw a moving card, in a small size, at its current position between the felt's edge and its pile."""
    size = COMPACT
    done = flight.steps + 1 - flight.left if flight.card is not None else flight.left
    middle = pile.x + pile.width // 2, pile.y + pile.height // 2
    x, y = (
        min(max(start + (end - start) * done // (flight.steps + 1) - length // 2, 0), room - length)
        for start, end, length, room in (
            (flight.x, middle[0], size.width, canvas.width),
            (flight.y, middle[1], size.height, canvas.height),
        )
    )
    if flight.card is not None:
        draw_card(canvas, (x, y), flight.card, size, appearance, bright=True)
    else:
        draw_back(canvas, (x, y), size, appearance, "")


# Translators: a call on the table, in large letters if the alphabet allows.
def paint_uno(canvas: Canvas, appearance: Appearance, at: tuple[int, int]) -> None:
    """Draw the word UNO, when a player calls it, as near as possible to a cell."""
    style = appearance.palette["uno"]
    call = appearance.words.p("badge of a seat, at most 3 letters", "UNO")
    large = appearance.glyphs.blocks and canvas.height >= 7 and all(map(is_drawn, call))
    rows = small(call) if large else (call,)
    width, height = cell_len(rows[0]) + 4, len(rows) + 2
    x = min(max(at[0] - width // 2, 0), max(canvas.width - width, 0))
    y = min(max(at[1] - height // 2, 0), max(canvas.height - height, 0))
    canvas.fill(x, y, width, height, style)
    for row, text in enumerate(rows, y + 1):
        canvas.put(x + 2, row, text, style)
