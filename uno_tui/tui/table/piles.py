"""The middle of the table: draw pile, discard pile, color in force, penalty, and the colors to choose from."""

from typing import Any, NamedTuple

from rich.cells import cell_len
from textual.geometry import Region

from uno_tui.game.cards import Card, Color
from uno_tui.game.events import Dealt, Played, Turned
from uno_tui.game.view import PlayerView
from uno_tui.speech import color_name
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget, Drawing
from uno_tui.tui.draw.card_faces import LARGE, LINE, CardSize, corner, draw_back, draw_card
from uno_tui.tui.draw.text import capitals, cut, fit, wrap
from uno_tui.tui.keyboard.labels import command_key
from uno_tui.tui.table.animations import AnimationKind
from uno_tui.tui.table.felt import BORDERED, felt
from uno_tui.tui.table.flight import Flight, edge_point, paint_flight, paint_uno
from uno_tui.tui.table.keys import TABLE, colors_wanted
from uno_tui.tui.table.layout import TableLayout
from uno_tui.tui.table.scene import TableMode, TableScene
from uno_tui.tui.table.seat_facts import seats_from
from uno_tui.tui.table.waiting_room import center_lines, paint_waiting

PEEKING = 3
"""Number of discarded cards that are visible."""


class PilesLook(NamedTuple):
    """The content of the piles."""

    pile: int
    discards: tuple[Card, ...]
    """The newest discards, top card last; empty before the first match."""
    color: Color | None
    penalty: int
    choosing: TableMode | None
    flights: tuple[Flight, ...] = ()
    """The cards that are moving now."""
    uno: tuple[int, int] | None = None
    """Column and row where a call of UNO is shown."""
    run: int = 0
    """Animation of the arrows on the border: number of cells by which they are shifted."""
    code: str = ""
    """The table's code before the first match; empty afterwards."""
    invitation: tuple[str, ...] = ()
    direction: int = 0
    """Direction of play, shown by arrows on the border; 0 if it is shown elsewhere."""
    landing: bool = False
    """Whether the top card is one of the moving cards, so that it does not lie on the pile yet."""

    @property
    def below(self) -> "PilesLook":
        """The look without the drawings over the table; it is the same for all viewers."""
        return self._replace(flights=(), uno=None)


def newest(game: PlayerView) -> tuple[Card, ...]:
    """Return the newest discards, the top card last; fewer if this round's history is shorter."""
    found: list[Card] = []
    for event in reversed(game.history):
        if isinstance(event, Played):
            found += [event.card] * (2 if event.double else 1)
        elif isinstance(event, Turned) and not event.back:
            found.append(event.card)
        if len(found) >= PEEKING or isinstance(event, Dealt):
            break
    found = found[:PEEKING]
    return tuple(reversed(found)) if found and found[0] is game.top else (game.top,)


# Translators: a caption of 16 letters at most under the draw pile, or a sentence in the middle of the table.
class Piles(CanvasWidget[PilesLook]):
    """The two piles; in other modes the colors to choose from, or the invitation before the first match."""

    shared = True

    def __init__(self, appearance: Appearance, id: str) -> None:  # noqa: A002  # Textual's name for it
        super().__init__(appearance, id)
        self.card_size: CardSize = LARGE
        self.track = False
        """Whether arrows on the border show the direction of play."""
        self.below: Drawing | None = None
        """The drawing of the cards at rest. Holding a reference keeps it in the cache while others move over it."""
        self.landed: Drawing | None = None
        """The drawing of the cards at rest after a card has landed, held for the same reason."""
        self.edges: tuple[tuple[int, int], ...] = ()
        """For each seat, clockwise from the person's own: the cell at the felt's edge that is nearest to the seat."""

    def look_at(self, scene: TableScene) -> PilesLook:
        """Return the piles and the open choice."""
        game = scene.game
        if game is None:
            return PilesLook(0, (), None, 0, None, code=scene.view.code, invitation=scene.invitation)
        naming = colors_wanted(scene)
        choosing = TableMode.COLOR if naming else TableMode.SEAT if scene.mode is TableMode.SEAT else None
        return PilesLook(
            pile=game.pile,
            discards=newest(game),
            color=game.color,
            penalty=game.penalty,
            choosing=choosing,
            direction=game.direction if self.track else 0,
            **(self._moving(scene) if choosing is None else {}),
        )

    def _moving(self, scene: TableScene) -> dict[str, Any]:
        """Return the fields of the look that the current animation changes."""
        animation = scene.animation
        if animation is None or self.card_size is LINE:
            return {}
        order = seats_from(scene)
        edge = self.edges[order.index(animation.seat)] if animation.seat < len(self.edges) else (0, 0)
        way = animation.left, animation.steps
        match animation.kind:
            case AnimationKind.PLAY:
                return {"flights": (Flight(*edge, *way, animation.card),), "landing": True}
            case AnimationKind.DRAW:
                return {"flights": (Flight(*edge, *way, None),)}
            case AnimationKind.DEAL:
                return {"flights": tuple(Flight(*one, *way, None) for one in self.edges[: len(order)])}
            case AnimationKind.UNO:
                return {"uno": edge}
            case AnimationKind.TURN:
                return {"run": animation.left}
        return {}

    def take_layout(self, layout: TableLayout) -> None:
        """Set the cells at the edge of the felt that are nearest to the seats."""
        felt, placement, before = layout.piles, layout.placement, (self.track, self.edges)
        self.track = placement is not None
        if placement is None:
            others = (0, felt.height // 2) if layout.seats.area else (felt.width // 2, 0)
            self.edges = ((felt.width // 2, felt.height - 1) if layout.hand.area else others, *[others] * 9)
        else:
            self.edges = tuple(edge_point(felt, seat.translate((0, 1))) for seat in placement.seats)
        if before != (self.track, self.edges):
            self.outdate()

    def draw(self, look: PilesLook, width: int, height: int) -> Drawing:
        """Return a drawing of the look; moving cards are drawn over the shared drawing of what lies still."""
        self.below = super().draw(look.below, width, height)
        if not look.flights and look.uno is None:
            self.landed = None
            return self.below
        canvas = self.below.canvas.copy()
        for flight in look.flights:
            pile = self._places(canvas)[flight.card is not None]
            paint_flight(canvas, self.appearance, flight, Region(*pile, self.card_size.width, self.card_size.height))
        if look.uno is not None:
            paint_uno(canvas, self.appearance, look.uno)
        return Drawing(canvas, self.below.targets)

    def _paint_lifted(self, canvas: Canvas, look: PilesLook) -> None:
        """Draw the piles without the top card."""
        self.landed = super().draw(look._replace(landing=False), canvas.width, canvas.height)
        canvas.rows, self._new_targets = self.landed.canvas.rows[:], [*self.landed.targets]
        size, (x, y) = self.card_size, self._places(canvas)[1]
        canvas.fill(x, y, size.width, size.height, self.appearance.palette["felt"])
        if len(look.discards) > 1:
            draw_card(canvas, (x - 2, y), look.discards[-2], size, self.appearance, bright=True)

    def paint(self, canvas: Canvas, look: PilesLook) -> None:
        """Draw the felt, and on it the piles, the colors to choose from, or the request for a seat."""
        if look.landing:
            self._paint_lifted(canvas, look)
            return
        canvas.rows = felt(self.appearance, canvas.width, canvas.height, look.direction, look.run).rows[:]
        if not look.discards:
            if paint_waiting(canvas, self.appearance, look.code, look.invitation):
                self.target((0, 0, canvas.width, canvas.height), "invitation")
        elif look.choosing is TableMode.COLOR and not self._color_rows(canvas)[1]:
            self._paint_colors(canvas)
        elif look.choosing is TableMode.SEAT:
            self._paint_question(
                canvas, self.appearance.words("Choose a player: press the seat's number, or click it.")
            )
        elif self.card_size is LINE:
            self._paint_lines(canvas, look)
        else:
            self._paint_piles(canvas, look)
            if look.choosing is TableMode.COLOR:
                self._paint_colors(canvas)

    def _top(self, canvas: Canvas) -> int:
        """Return the first row of the piles."""
        return max((canvas.height - self.card_size.height - 3) // 2, int(canvas.width >= BORDERED))

    def _places(self, canvas: Canvas) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return column and row of the draw pile and of the top card."""
        size = self.card_size
        used = size.width * 2 + 3 + 2 * (PEEKING - 1)
        x, y = max((canvas.width - used + 1) // 2, 0), self._top(canvas)
        return (x, y), (x + size.width + 3 + 2 * (PEEKING - 1), y)

    def _paint_piles(self, canvas: Canvas, look: PilesLook) -> None:
        words, palette = self.appearance.words, self.appearance.palette
        size = self.card_size
        used = size.width * 2 + 3 + 2 * (PEEKING - 1)
        (x, y), _discards = self._places(canvas)
        draw_back(canvas, (x, y), size, self.appearance, words.p("on a card's back, at most 5 letters", "UNO"))
        left = words.n("{count} card", "{count} cards", look.pile)
        canvas.put(max(x + (size.width - cell_len(left)) // 2, 0), y + size.height, left, palette["felt"])
        self.target((x, y, size.width, size.height), "draw_or_take")
        first = x + size.width + 3 + 2 * (PEEKING - len(look.discards))
        for place, card in enumerate(look.discards):
            bright = place == len(look.discards) - 1
            at = first + 2 * place, y
            draw_card(canvas, at, card, size, self.appearance, bright=bright, covered=not bright)
        if look.color is not None:
            self._paint_color(canvas, x + size.width + 3, y + size.height, size.width + 2 * (PEEKING - 1), look.color)
        if look.penalty:
            # Translators: in the middle of the table, below the piles; at most 20 cells.
            owed = words.n("{count} card to take", "{count} cards to take", look.penalty)
            canvas.put(x, min(y + size.height + 2, canvas.height - 1), fit(f" {owed}", used), palette["penalty"])

    def _paint_color(self, canvas: Canvas, x: int, y: int, width: int, color: Color) -> None:
        """Draw the color in force as patch, letter and word; a word longer than `width` makes the patch wider."""
        word = capitals(color_name(self.appearance.words, color))
        width = min(max(width, cell_len(word) + 4), canvas.width)
        x = min(x, canvas.width - width)
        name = cut(word, width - 4)
        style = self.appearance.palette.card(color)
        gap = width - 3 - cell_len(name)
        canvas.put(x, y, f" {color.letter} {name}{' ' * gap}", style)

    def _paint_lines(self, canvas: Canvas, look: PilesLook) -> None:
        words, palette = self.appearance.words, self.appearance.palette
        top = look.discards[-1]
        canvas.put(1, 1, f"  {corner(top, self.appearance.glyphs):<3}  ", palette.card(top.color))
        if look.color is not None:
            self._paint_color(canvas, 1, 2, canvas.width - 2, look.color)
        canvas.put(1, 3, words.n("{count} card", "{count} cards", look.pile), palette["felt"])
        self.target((0, 3, canvas.width, 1), "draw_or_take")
        if look.penalty:
            canvas.put(1, 4, f" +{look.penalty} ", palette["penalty"])

    def _paint_question(self, canvas: Canvas, text: str) -> None:
        lines = wrap(text, canvas.width - 6)
        center_lines(canvas, (canvas.height - len(lines)) // 2, lines, self.appearance.palette["felt"])

    def _color_rows(self, canvas: Canvas) -> tuple[int, int, int]:
        """Return the first row of the colors to choose from, the rows of each, and the rows between them.

        The colors are below the piles. If there is no room, all three are 0.
        """
        below = self._top(canvas) + self.card_size.height + 2
        end = canvas.height - (1 if canvas.width >= BORDERED else 0)
        height = min((end - below) // 2, 3) if self.card_size is not LINE else 0
        gap = min(end - below - 2 * height, 1)
        return (end - 2 * height - gap, height, gap) if height > 1 else (0, 0, 0)

    def _paint_colors(self, canvas: Canvas) -> None:
        """Draw four color blocks with key and name; on the whole felt if there is no room below the piles."""
        margin = 2 if canvas.width >= BORDERED else 0
        top, height, gap = self._color_rows(canvas)
        if not height:
            rows = max(min((canvas.height - 3) // 2, 6), 1)
            top, gap = max((canvas.height - 2 * rows) // 2, 0), 1 if rows > 2 else 0
            height = rows - gap
        width = (canvas.width - 1) // 2 - margin
        for color in Color:
            x, y = margin + (color % 2) * (width + 1), top + (color // 2) * (height + gap)
            style = self.appearance.palette.card(color)
            canvas.fill(x, y, width, height, style)
            name = cut(color_name(self.appearance.words, color), width - 4)
            key = command_key(self.appearance, TABLE, color.name.lower())
            canvas.put(x + 1, y + (height - 1) // 2, f"{key}  {name}"[: width - 1], style)
            self.target((x, y, width, height), color.name.lower(), int(color))
