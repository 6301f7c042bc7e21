"""The middle of the table: draw pile, discards, color in force, penalty; and where a color is chosen."""

from typing import NamedTuple

from rich.cells import cell_len

from uno_tui.game.cards import Card, Color
from uno_tui.game.events import Dealt, Played, Turned
from uno_tui.game.view import PlayerView
from uno_tui.speech import color_name
from uno_tui.tui.brush import Brush
from uno_tui.tui.canvas import Canvas, cut, fit, wrap
from uno_tui.tui.faces import LARGE, LINE, Size, corner, draw_back, draw_card
from uno_tui.tui.keys import colors_wanted
from uno_tui.tui.scene import Mode, Scene
from uno_tui.tui.widgets.painted import Painted

PEEKING = 3
"""How many of the discards are seen."""


class PilesLook(NamedTuple):
    """What the widget shows."""

    pile: int
    discards: tuple[Card, ...]
    """The newest last; none before the start."""
    color: Color | None
    penalty: int
    choosing: Mode | None
    colors: tuple[Color, ...]


def newest(game: PlayerView) -> tuple[Card, ...]:
    """The top card and those that were last before it, as far as this round's history tells."""
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


class Piles(Painted[PilesLook]):
    """The piles, or what to choose from."""

    def __init__(self, brush: Brush, id: str) -> None:  # noqa: A002  # Textual's name for it
        super().__init__(brush, id)
        self.card_size: Size = LARGE

    def look_at(self, scene: Scene) -> PilesLook:
        """The piles, and whether something is being chosen."""
        game = scene.game
        if game is None:
            return PilesLook(0, (), None, 0, None, ())
        naming = colors_wanted(scene)
        seat = scene.mode is Mode.SEAT
        return PilesLook(
            pile=game.pile,
            discards=newest(game),
            color=game.color,
            penalty=game.penalty,
            choosing=Mode.COLOR if naming else Mode.SEAT if seat else None,
            colors=tuple(Color) if naming else (),
        )

    def paint(self, canvas: Canvas, look: PilesLook) -> None:
        """The piles, the colors to choose from, or the request to name a seat."""
        if not look.discards:
            self._paint_question(canvas, self.brush.words("Others join with the code above."))
        elif look.choosing is Mode.COLOR:
            self._paint_colors(canvas)
        elif look.choosing is Mode.SEAT:
            self._paint_question(canvas, self.brush.words("Name a seat: press its number, or click it."))
        elif self.card_size is LINE:
            self._paint_lines(canvas, look)
        else:
            self._paint_piles(canvas, look)

    def _paint_piles(self, canvas: Canvas, look: PilesLook) -> None:
        words, palette = self.brush.words, self.brush.palette
        size = self.card_size
        used = size.width * 2 + 3 + 2 * (PEEKING - 1)
        x = max((canvas.width - used + 1) // 2, 0)
        y = max((canvas.height - size.height - 3) // 2, 0)
        draw_back(canvas, (x, y), size, self.brush, words.p("on a card's back, at most 5 letters", "UNO"))
        left = words.n("{count} card", "{count} cards", look.pile)
        canvas.put(x, y + size.height, fit(f"{left:^{size.width + 1}}", size.width + 2), palette["dim"])
        self.target((x, y, size.width, size.height), "draw_or_take")
        first = x + size.width + 3 + 2 * (PEEKING - len(look.discards))
        for place, card in enumerate(look.discards):
            bright = place == len(look.discards) - 1
            draw_card(canvas, (first + 2 * place, y), card, size, self.brush, bright=bright)
        if look.color is not None:
            self._paint_color(canvas, x + size.width + 3, y + size.height, size.width + 2 * (PEEKING - 1), look.color)
        if look.penalty:
            owed = words.n("{count} card to take", "{count} cards to take", look.penalty)
            canvas.put(x, y + size.height + 2, fit(f" {owed}", used), palette["penalty"])

    def _paint_color(self, canvas: Canvas, x: int, y: int, width: int, color: Color) -> None:
        """The color in force, as color, letter and word."""
        name = cut(color_name(self.brush.words, color).upper(), width - 4)
        style = self.brush.palette.card(color)
        gap = width - 3 - cell_len(name)
        canvas.put(x, y, f" {color.letter} {name}{' ' * gap}", style)

    def _paint_lines(self, canvas: Canvas, look: PilesLook) -> None:
        words, palette = self.brush.words, self.brush.palette
        top = look.discards[-1]
        canvas.put(1, 1, f"  {corner(top, self.brush.glyphs):<3}  ", palette.card(top.color))
        if look.color is not None:
            self._paint_color(canvas, 1, 2, canvas.width - 2, look.color)
        canvas.put(1, 3, words.n("{count} card", "{count} cards", look.pile), palette["dim"])
        self.target((0, 3, canvas.width, 1), "draw_or_take")
        if look.penalty:
            canvas.put(1, 4, f" +{look.penalty} ", palette["penalty"])

    def _paint_question(self, canvas: Canvas, text: str) -> None:
        lines = wrap(text, canvas.width - 2)
        for y, line in enumerate(lines, max((canvas.height - len(lines)) // 2, 0)):
            canvas.put(1, y, line, self.brush.palette["next"])

    def _paint_colors(self, canvas: Canvas) -> None:
        """Four blocks, each with its letter, which is its key, and its word."""
        width, height = (canvas.width - 1) // 2, max(min((canvas.height - 1) // 2, 4), 1)
        top = max((canvas.height - 2 * height - 1) // 2, 0)
        for color in Color:
            x, y = (color % 2) * (width + 1), top + (color // 2) * (height + (1 if canvas.height > 4 else 0))
            style = self.brush.palette.card(color)
            canvas.fill(x, y, width, height, style)
            name = cut(color_name(self.brush.words, color), width - 4)
            canvas.put(x + 1, y + height // 2, f"{color.letter}  {name}"[: width - 1], style)
            self.target((x, y, width, height), color.name.lower(), int(color))
