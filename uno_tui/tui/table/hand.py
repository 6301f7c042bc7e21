"""The hand of the person."""

from typing import NamedTuple

from rich.cells import cell_len

from uno_tui.game.cards import Card
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.card_faces import LINE, CardPosition, draw_card, fan, line_text
from uno_tui.tui.table.scene import TableScene, labels


class HandPanelLook(NamedTuple):
    """The content of the hand."""

    cards: tuple[Card, ...]
    playable: frozenset[Card]
    selected: int
    watching: bool


# Translators: shown in place of the hand.
class HandPanel(CanvasWidget[HandPanelLook]):
    """The hand's cards: playable ones bright, the selected one raised, with digit labels below."""

    def look_at(self, scene: TableScene) -> HandPanelLook:
        """Return the sorted hand, the playable cards, and the selection."""
        return HandPanelLook(scene.cards, scene.playable, scene.selected, scene.view.you is None)

    def paint(self, canvas: Canvas, look: HandPanelLook) -> None:
        """Draw the cards, overlapping if needed, with the selected one on top."""
        size = self.card_size
        if not look.cards:
            if look.watching:
                text = self.appearance.words("You are watching.")
                x = max((canvas.width - cell_len(text)) // 2, 0)
                canvas.put(x, canvas.height // 2, text, self.appearance.palette["dim"])
            return
        if size is LINE:
            self._paint_line(canvas, look)
            return
        places = fan(len(look.cards), canvas.width - 2, size, look.selected)
        for place in places:
            raised = 0 if place.index == look.selected else 1
            card = look.cards[place.index]
            if not raised:
                canvas.cursor = place.x + 1, 0
            bright = card in look.playable
            draw_card(canvas, (place.x + 1, raised), card, size, self.appearance, bright=bright, shown=place.shown)
            self.target((place.x + 1, 0, place.shown, size.height + 2), "card", place.index)
        self._paint_labels(canvas, look, places, size.height + 1)

    def _paint_labels(self, canvas: Canvas, look: HandPanelLook, places: tuple[CardPosition, ...], y: int) -> None:
        palette = self.appearance.palette
        digits = labels(look.cards, look.playable)
        for place in places:
            x = place.x + 1 + min(place.shown // 2, 3)
            canvas.put(x, y, digits[place.index], palette["label"])
        self._paint_ends(canvas, places[0].index, len(look.cards) - 1 - places[-1].index, y)

    def _paint_ends(self, canvas: Canvas, before: int, behind: int, y: int) -> None:
        """Draw the number of hidden cards at each side."""
        dim = self.appearance.palette["dim"]
        left, right = self.appearance.glyphs.sides
        if before:
            canvas.put(0, y, f"{left}{before}", dim)
            self.target((0, y, 4, 1), "left")
        if behind:
            text = f"{behind}{right}"
            canvas.put(canvas.width - len(text), y, text, dim)
            self.target((canvas.width - 4, y, 4, 1), "right")

    def _paint_line(self, canvas: Canvas, look: HandPanelLook) -> None:
        """Draw the cards as one line of text, as many as fit around the selected card."""
        palette, glyphs = self.appearance.palette, self.appearance.glyphs
        texts = [line_text(card, glyphs) for card in look.cards]
        first, last = _window([len(text) + 3 for text in texts], look.selected, canvas.width - 1)
        digits = labels(look.cards, look.playable)
        x = 1
        for index in range(first, last):
            card, text = look.cards[index], texts[index]
            shown = f"[{text}]" if index == look.selected else f" {text} "
            if index == look.selected:
                canvas.cursor = x, 0
            canvas.put(x, 0, shown, palette.card(card.color, card in look.playable))
            canvas.put(x + 1, 1, digits[index], palette["label"])
            self.target((x, 0, len(shown), 2), "card", index)
            x += len(shown) + 1
        self._paint_ends(canvas, first, len(texts) - last, 1)


def _window(widths: list[int], selected: int, room: int) -> tuple[int, int]:
    """Return the range of cards around the selected one that fits on the screen."""
    first = last = min(selected, len(widths) - 1)
    last += 1
    used = widths[first]
    grown = True
    while grown:
        grown = False
        if last < len(widths) and used + widths[last] <= room:
            used += widths[last]
            last, grown = last + 1, True
        if first > 0 and used + widths[first - 1] <= room:
            first -= 1
            used += widths[first]
            grown = True
    return first, last
