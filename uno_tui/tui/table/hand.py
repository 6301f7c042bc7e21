"""The hand of the person."""

from operator import eq
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Region

from uno_tui.game.cards import Card
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.card_faces import LINE, CardPosition, draw_card, fan, lefts, line_text, spacing
from uno_tui.tui.table.scene import TableScene, labels

Hand = tuple[tuple[Card, bool], ...]
"""The cards in display order, each with whether it can be played now."""


class HandPanelLook(NamedTuple):
    """The content of the hand."""

    cards: tuple[Card, ...]
    playable: frozenset[Card]
    selected: int
    watching: bool
    left: int | None
    """Column of the first card if the cards lie side by side; None if they overlap or are one line of text."""


# Translators: shown in place of the hand.
class HandPanel(CanvasWidget[HandPanelLook]):
    """The hand's cards: playable ones bright, the selected one raised, with digit labels below.

    A hand that gains or loses a card moves so that most cards stay where they are, and are not sent again.
    """

    def __init__(self, appearance: Appearance, id: str) -> None:  # noqa: A002  # Textual's name for it
        super().__init__(appearance, id)
        self.remembers = True
        """Whether the place of a hand depends on the hand before, so that fewer cards move."""
        self.placed: tuple[Hand, int | None] = (), None
        """The newest hand, and the column of its first card; None as in `HandPanelLook`."""

    def look_at(self, scene: TableScene) -> HandPanelLook:
        """Return the sorted hand, the playable cards, and the selection."""
        cards, playable = scene.cards, scene.playable
        hand = tuple([(card, card in playable) for card in cards])
        if hand != self.placed[0] or self.placed[1] is None:
            self.placed = hand, self._left(hand)
        return HandPanelLook(cards, playable, scene.selected, scene.view.you is None, self.placed[1])

    def place(self, region: Region) -> None:
        """Set the widget's screen region, and center the hand in it."""
        self.placed = (), None
        super().place(region)

    def _left(self, hand: Hand) -> int | None:
        """Return the column for the first card at which most cards stay where they were drawn before."""
        width, size = self.region_given.width - 2, self.card_size
        if size is LINE or not (found := lefts(len(hand), width, size)):
            return None
        (before, left), step = self.placed, spacing(len(hand), width, size)
        if left is None or not self.remembers or step != spacing(len(before), width, size):
            return found[0]
        return max(found, key=lambda one: _kept(before, hand, (one - left) // step))

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
        places = fan(len(look.cards), canvas.width - 2, size, look.selected, look.left)
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


def _kept(before: Hand, hand: Hand, shift: int) -> int:
    """Return how many cards look as before in a hand that begins `shift` places to the right of the one before.

    >>> from uno_tui.game.cards import card
    >>> red, blue = (card("r5"), False), (card("b5"), True)
    >>> _kept((red, blue), (blue,), 0), _kept((red, blue), (blue,), 1)
    (0, 1)
    """
    first, second = (before[shift:], hand) if shift > 0 else (before, hand[-shift:])
    return sum(map(eq, first, second))


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
