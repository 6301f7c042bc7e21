"""The widgets of a table and their placement, for the table's screen and for the screen and films of replays."""

from collections.abc import Callable, Iterator
from typing import Any

from textual.geometry import Region

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.table.bars import PromptBar, SizeNotice, TitleBar
from uno_tui.tui.table.hand import HandPanel
from uno_tui.tui.table.layout import TableLayout
from uno_tui.tui.table.log import LogPanel
from uno_tui.tui.table.piles import Piles
from uno_tui.tui.table.round.seat_strip import seat_strips
from uno_tui.tui.table.scores import ScoreBoard
from uno_tui.tui.table.seats import SeatList

PlaceWidget = Callable[[CanvasWidget[Any], Region], None]
"""Function that sets a widget's region."""


def place_widget(widget: CanvasWidget[Any], region: Region) -> None:
    """Place a widget of a screen."""
    widget.place(region)


class TableBoard:
    """The widgets of a table, except the key bar; the id of each is the name of its region in the layout."""

    def __init__(self, appearance: Appearance) -> None:
        self.title, self.prompt = TitleBar(appearance, "title"), PromptBar(appearance, "prompt")
        self.seats, self.piles = SeatList(appearance, "seats"), Piles(appearance, "piles")
        self.log, self.hand = LogPanel(appearance, "log"), HandPanel(appearance, "hand")
        self.scores, self.strips = ScoreBoard(appearance, "scores"), seat_strips(appearance)
        self.widgets: tuple[CanvasWidget[Any], ...] = (
            self.title, self.seats, self.piles, self.log, self.prompt, self.hand, self.scores,
            SizeNotice(appearance, "small"), *self.strips,
        )  # fmt: skip

    def take_layout(self, layout: TableLayout, place: PlaceWidget = place_widget) -> None:
        """Place every widget."""
        for cards, size in ((self.hand, layout.card), (self.piles, layout.pile)):
            if cards.card_size is not size:
                cards.card_size = size
                cards.outdate()
        self.piles.take_layout(layout)
        self.seats.lent = layout.lent
        for strip in self.strips:
            strip.take_placement(layout.placement)
        for widget in self.widgets:
            place(widget, getattr(layout, widget.id or ""))

    def placed(self, *widgets: CanvasWidget[Any]) -> Iterator[CanvasWidget[Any]]:
        """Yield the widgets with a region; of the given widgets, or by default of all."""
        return (widget for widget in widgets or self.widgets if widget.region_given.area)

    def restyle(self, appearance: Appearance) -> None:
        """Draw everything with another appearance from now on."""
        for widget in self.widgets:
            widget.restyle(appearance)
