"""The seats on one side of a round table."""

from typing import NamedTuple

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.table.round.last_move import last_move, seat_note
from uno_tui.tui.table.round.placement import CARD_HEIGHT, RoundPlacement
from uno_tui.tui.table.round.seat_card import SeatCard, paint_seat
from uno_tui.tui.table.scene import TableScene
from uno_tui.tui.table.seat_facts import seat_facts, seats_from

SIDES = ("north", "west", "east", "south")
"""The sides of a round table, which are also the names of their regions and widgets."""


def seat_strips(appearance: Appearance) -> tuple["SeatStrip", ...]:
    """Return the widgets of the four sides."""
    return tuple(SeatStrip(appearance, side) for side in SIDES)


class PlacedSeat(NamedTuple):
    """A seat's card, and the card's position on one side of a round table."""

    x: int
    y: int
    width: int
    card: SeatCard


class SeatStripLook(NamedTuple):
    """The content of one side of the table."""

    seats: tuple[PlacedSeat, ...]


class SeatStrip(CanvasWidget[SeatStripLook]):
    """One side of a round table, with a card for each seat on that side."""

    shared = True

    def __init__(self, appearance: Appearance, id: str) -> None:  # noqa: A002  # Textual's name for it
        super().__init__(appearance, id)
        self.spots: tuple[tuple[int, int, int, int], ...] = ()
        """For each seat on this side: its place clockwise from the person's own seat, and column, row and width of its
        card."""

    def take_placement(self, placement: RoundPlacement | None) -> None:
        """Set the seats on this side and the positions of their cards."""
        spots = []
        if placement is not None:
            strip = getattr(placement, self.id or "")
            for step, seat in enumerate(placement.seats):
                if strip.contains_region(seat):
                    spots.append((step, seat.x - strip.x, seat.y - strip.y, seat.width))
        if self.spots != tuple(spots):
            self.spots = tuple(spots)
            self.outdate()

    def look_at(self, scene: TableScene) -> SeatStripLook:
        """Return the cards of the seats on this side."""
        order = seats_from(scene)
        seats = [order[step] for step, *_where in self.spots if step < len(order)]
        words = self.appearance.words
        told = last_move(scene.game) if scene.game is not None and seats else {}
        found = []
        for (_step, x, y, width), seat, facts in zip(self.spots, seats, seat_facts(words, scene, seats), strict=False):
            note = seat_note(words, told[seat]) if seat in told else ""
            found.append(PlacedSeat(x, y, width, SeatCard(facts, note, scene.seconds if facts.turn else None)))
        return SeatStripLook(tuple(found))

    def paint(self, canvas: Canvas, look: SeatStripLook) -> None:
        """Draw the cards."""
        for x, y, width, card in look.seats:
            paint_seat(canvas, self.appearance, (x, y), width, card)
            facts = card.facts
            if facts.wanted or facts.catchable:
                region = x, y, width, CARD_HEIGHT
                self.target(region, "seat" if facts.wanted else "catch", facts.number - 1)
