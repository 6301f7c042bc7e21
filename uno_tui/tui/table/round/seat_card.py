"""A seat of a round table as a small card: name, score, cards, what just happened, and its marks."""

from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.text import cut, fit, shortened
from uno_tui.tui.draw.theme import on_ground, panel
from uno_tui.tui.table.seat_facts import SeatFacts

NAME: Final = 4
"""Column of the name within a seat's card."""


class SeatCard(NamedTuple):
    """The content of a seat's card."""

    facts: SeatFacts
    note: str
    """The effect of the last move on this seat, in a few words; empty if there was none."""
    seconds: int | None
    """Seconds left on the clock, for the seat on turn while the clock is shown; else None."""


def paint_seat(canvas: Canvas, appearance: Appearance, at: tuple[int, int], width: int, card: SeatCard) -> None:
    """Draw a seat's card, three rows high, with its top left corner at a column and row."""
    painter = SeatPainter(canvas, appearance, at, width, card)
    painter.paint_name()
    painter.paint_cards()
    painter.paint_note()


# Translators: a player at a round table, in a card of 18 letters.
class SeatPainter:
    """Draws one seat's card; each method draws one row."""

    def __init__(self, canvas: Canvas, appearance: Appearance, at: tuple[int, int], width: int, card: SeatCard) -> None:
        palette, facts = appearance.palette, card.facts
        self.canvas, self.appearance, self.width, self.card = canvas, appearance, width, card
        self.x, self.y = at
        self.loud = facts.turn or facts.wanted
        """Whether the whole card is highlighted, so that nothing on it has a style of its own."""
        self.ground = palette["turn"] if facts.turn else palette["key"] if facts.wanted else panel(palette)
        self.quiet = self._marked("dim")
        if not facts.playing:
            self.ground = self.quiet
        canvas.fill(*at, width, 3, self.ground)

    def _marked(self, key: str) -> Style:
        """Return the style of a mark on this card; on a highlighted card, it is the style of the card."""
        return self.ground if self.loud else on_ground(self.appearance.palette[key], self.ground)

    def paint_name(self) -> None:
        """Draw the row of turn mark, number, name and score."""
        words, glyphs, facts = self.appearance.words, self.appearance.glyphs, self.card.facts
        style = self._marked("next") if facts.next and facts.playing else self.ground
        if facts.turn or facts.next:
            self.canvas.put(self.x, self.y, glyphs.turn if facts.turn else glyphs.next, style)
        self.canvas.put(self.x + 1, self.y, f"{facts.number:>2}", self.quiet)
        name = facts.shown_name(words)
        score = f" {facts.score}" if facts.score is not None and facts.playing else ""
        with_unit = f"{score} {words.p('after a number of points', 'pts')}" if score else ""
        if NAME + cell_len(name) + cell_len(with_unit) < self.width:
            score = with_unit
        used = cell_len(score) + 1
        self.canvas.put(self.x + NAME, self.y, shortened(name, self.width - NAME - used), style)
        self.canvas.put(self.x + self.width - used, self.y, score, self.quiet)

    def paint_cards(self) -> None:
        """Draw the row of card backs, badge and count."""
        palette, glyphs, facts = self.appearance.palette, self.appearance.glyphs, self.card.facts
        if facts.cards is None:
            return
        end, y = self.width - 4, self.y + 1
        if facts.called or facts.owes:
            badge = self.appearance.words.p("badge of a seat, at most 3 letters", "UNO") if facts.called else "!!!"
            end -= 6
            self.canvas.put(self.x + end + 1, y, f" {fit(badge, 3)} ", palette["uno" if facts.called else "owes"])
        backs = glyphs.cards * min(facts.cards, (end - NAME) // 2)
        self.canvas.put(self.x + NAME, y, backs, palette["back"])
        self.canvas.put(self.x + self.width - 4, y, f"{facts.cards:>3}", self.ground)

    def paint_note(self) -> None:
        """Draw the last row: the last event, or that the seat is next; on the right the seat's mark or clock."""
        (facts, note, seconds), words, y = self.card, self.appearance.words, self.y + 2
        mark = facts.tag if seconds is None else words("{count} s", count=seconds)
        end, room = self.x + NAME, self.width - NAME - 1
        if note:
            end = self.canvas.put(end, y, shortened(note, room), self.ground)
        elif facts.next:
            end = self.canvas.put(end, y, cut(words.p("a seat", "next"), room), self._marked("next"))
        start = self.x + self.width - cell_len(mark) - 1
        if mark and end < start:
            self.canvas.put(start, y, mark, self._marked("mark") if facts.playing else self.quiet)
