"""The widget of a menu: title, cards if there is room, rows, and an explanation of the selected one."""

from typing import Final, NamedTuple

from rich.cells import cell_len

from uno_tui.game.cards import card
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.card_faces import COMPACT, HUGE, LARGE, CardSize, draw_back, draw_card
from uno_tui.tui.draw.prompt import paint_answer, paint_foot, paint_question
from uno_tui.tui.draw.text import cut, fit, shortened, wrap
from uno_tui.tui.menu.scene import MenuRow, MenuScene
from uno_tui.tui.table.layout import MIN_HEIGHT, MIN_WIDTH

CARDS: Final = tuple(map(card, ("r7", "yS", "g+2", "b4", "W4")))
"""Cards drawn above the rows of the start screen."""
LABEL: Final = 18
VALUE: Final = 22
"""Width of a row's value, in cells; `LABEL` is the width of its label."""
ABOUT: Final = 50
"""Minimum number of free cells beside a value in which the explanation of its row is shown."""


class MenuLayout(NamedTuple):
    """Positions of the parts of a menu, in screen rows."""

    cards: CardSize | None
    """Size of the cards above the rows; None for no cards."""
    rows: int
    """Screen row of the first menu row."""
    step: int
    """Distance between two menu rows, in screen rows."""
    room: int
    """Number of menu rows that fit on the screen."""

    @classmethod
    def of(cls, width: int, height: int, count: int, *, logo: bool) -> "MenuLayout":
        """Return the layout for `count` rows, with card pictures and blank rows if they fit."""
        free = height - 4
        fitting = [size for size in (HUGE, LARGE, COMPACT) if count + size.height + 2 <= free]
        size = next((one for one in fitting if logo and 6 * (one.width + 1) <= width - 4), None)
        top = size.height + 4 if size else 2 if count <= free else 1
        step = 2 if 2 * count <= height - 2 - top else 1
        return cls(size, top, step, max((height - 2 - top) // step, 1))


class MenuWidget(CanvasWidget[MenuScene]):
    """The menu, except the key bar below it."""

    def paint(self, canvas: Canvas, look: MenuScene) -> None:
        """Draw title, cards, rows and foot."""
        words, palette = self.appearance.words, self.appearance.palette
        if canvas.width < MIN_WIDTH or canvas.height < MIN_HEIGHT - 1:
            text = words("Make the terminal larger: {width} by {height} at least.", width=MIN_WIDTH, height=MIN_HEIGHT)
            for y, line in enumerate(wrap(text, max(canvas.width, 8))):
                canvas.put(0, y, line, palette.text)
            return
        canvas.fill(0, 0, canvas.width, 1, palette["title"])
        canvas.put(1, 0, cut(look.title, canvas.width - 2), palette["title"])
        layout = MenuLayout.of(canvas.width, canvas.height, len(look.rows), logo=look.logo)
        if layout.cards:
            self._cards(canvas, layout.cards)
        for place, line in enumerate([] if look.rows else wrap(look.empty, canvas.width - 4)):
            canvas.put(2, layout.rows + place, line, palette["next"])
        first = max(min(look.selected - layout.room // 2, len(look.rows) - layout.room), 0)
        for place, row in enumerate(look.rows[first : first + layout.room], first):
            y = layout.rows + (place - first) * layout.step
            self._row(canvas, y, row, selected=place == look.selected, place=place)
        more = len(look.rows) - first - layout.room
        if more > 0:
            text = words.n("{count} more below", "{count} more below", more)
            canvas.put(canvas.width - cell_len(text) - 1, 0, text, palette["title"])
        self._foot(canvas, look, canvas.height - 2)

    def _cards(self, canvas: Canvas, size: CardSize) -> None:
        """Draw a face-down card and five others, side by side."""
        x = (canvas.width - 6 * (size.width + 1) + 1) // 2
        draw_back(canvas, (x, 2), size, self.appearance, self.appearance.words("UNO"))
        for place, face in enumerate(CARDS, 1):
            draw_card(canvas, (x + place * (size.width + 1), 2), face, size, self.appearance, bright=True)

    def _row(self, canvas: Canvas, y: int, row: MenuRow, *, selected: bool, place: int) -> None:
        palette = self.appearance.palette
        style = palette["turn"] if selected else palette.text
        canvas.fill(0, y, canvas.width, 1, style)
        if selected:
            canvas.cursor = 0, y
            canvas.put(0, y, self.appearance.glyphs.turn, style)
        x = 2
        if row.key:
            x = canvas.put(2, y, f" {row.key} ", palette["key"]) + 1
        end = canvas.put(x, y, cut(row.label, canvas.width - x), style)
        self.target((0, y, canvas.width, 1), "row", place)
        at = max(x + LABEL, end + 2)
        if row.value is not None:
            less, more = self.appearance.glyphs.sides
            canvas.put(at, y, less, style if selected else palette["dim"])
            width = min(VALUE, canvas.width - at - 4)
            canvas.put(at + 2, y, fit(cut(row.value, width - 1), width), style if selected else palette["next"])
            canvas.put(at + width + 2, y, more, style if selected else palette["dim"])
            self.target((at - 1, y, 3, 1), "row_less", place)
            self.target((at + 2, y, width + 2, 1), "row_more", place)
            at += width + 5
        room = canvas.width - at - 1
        if room < (LABEL if row.value is None else ABOUT):
            return  # the foot shows it
        text = shortened(row.about, room)
        canvas.put(at, y, text, style if selected else palette["dim"])

    def _foot(self, canvas: Canvas, look: MenuScene, y: int) -> None:
        palette = self.appearance.palette
        line = look.question or (look.row.about if look.row else "")
        if look.question:
            paint_question(canvas, y, line, palette["turn"])
        elif look.answer:
            answer = look.answer, palette["error" if look.bad else "next"]
            paint_answer(canvas, y, (line, palette["wait"]), answer, whole=look.bad)
        else:
            paint_foot(canvas, y, line, palette["wait"])
