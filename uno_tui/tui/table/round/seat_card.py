"""A seat of a round table as a small card: name, score, cards, what just happened, and its marks."""

from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas import Canvas, cut, fit, shortened
from uno_tui.tui.draw.theme import on_ground, panel
from uno_tui.tui.table.seat_facts import SeatFacts

NAME: Final = 4
"""Column of the name."""


ROOMY: Final = 24
"""Fewest columns of a card on which the score has a unit."""


class SeatCard(NamedTuple):
    """The content of a seat's card."""

    facts: SeatFacts
    note: str
    """What the last move did here, or empty."""
    seconds: int | None
    """Seconds left, on the card of the seat on turn if the clock is shown."""


def paint_seat(canvas: Canvas, appearance: Appearance, at: tuple[int, int], width: int, card: SeatCard) -> None:
    """Draw a card, three rows high, at a column and row."""
    palette, facts = appearance.palette, card.facts
    ground = palette["turn"] if facts.turn else palette["key"] if facts.wanted else panel(palette)
    marked = facts.next and not facts.wanted
    name = on_ground(palette["next"], ground) if marked else ground
    quiet = ground if facts.turn or facts.wanted else on_ground(palette["dim"], ground)
    if not facts.playing:
        ground = name = quiet
    canvas.fill(*at, width, 3, ground)
    _paint_name(canvas, appearance, at, width, (card, name, quiet))
    if facts.cards is not None:
        _paint_cards(canvas, appearance, (at[0], at[1] + 1), width, (card, ground))
    _paint_note(canvas, appearance, (at[0], at[1] + 2), width, (card, ground, quiet))


# Translators: a player at a round table, in a card of 18 letters.
def _paint_name(
    canvas: Canvas, appearance: Appearance, at: tuple[int, int], width: int, look: tuple[SeatCard, Style, Style]
) -> None:
    """Draw the row of turn mark, number, name and score."""
    (x, y), ((facts, _note, _seconds), style, quiet) = at, look
    words, glyphs = appearance.words, appearance.glyphs
    if facts.turn or facts.next:
        canvas.put(x, y, glyphs.turn if facts.turn else glyphs.next, style)
    canvas.put(x + 1, y, f"{facts.number:>2}", quiet)
    name = words.p("a row of the seats", "You") if facts.you else facts.name or words("free seat")
    score = f" {facts.score}" if facts.score is not None and facts.playing else ""
    if score and width >= ROOMY:
        score += " " + words.p("after a number of points", "pts")
    used = cell_len(score) + 1
    canvas.put(x + NAME, y, shortened(name, width - NAME - used), style)
    canvas.put(x + width - used, y, score, quiet)


def _paint_cards(
    canvas: Canvas, appearance: Appearance, at: tuple[int, int], width: int, look: tuple[SeatCard, Style]
) -> None:
    """Draw the row of card backs, badge and count."""
    (x, y), ((facts, _note, _seconds), style) = at, look
    palette, glyphs, cards = appearance.palette, appearance.glyphs, facts.cards or 0
    end = width - 4
    if facts.called or facts.owes:
        badge = appearance.words.p("badge of a seat, at most 3 letters", "UNO") if facts.called else "!!!"
        end -= 6
        canvas.put(x + end + 1, y, f" {fit(badge, 3)} ", palette["uno" if facts.called else "owes"])
    room = end - NAME
    canvas.put(x + NAME, y, glyphs.cards * min(cards, room // 2), palette["back"])
    canvas.put(x + width - 4, y, f"{cards:>3}", style)


# Translators: a player at a round table, in a card of 18 letters.
def _paint_note(
    canvas: Canvas, appearance: Appearance, at: tuple[int, int], width: int, look: tuple[SeatCard, Style, Style]
) -> None:
    """Draw the row of what just happened, or that the seat is next, and of its mark or clock."""
    (x, y), ((facts, note, seconds), style, quiet) = at, look
    words, palette = appearance.words, appearance.palette
    mark = facts.tag if seconds is None else words("{count} s", count=seconds)
    room = width - NAME - 1
    if note:
        end = canvas.put(x + NAME, y, shortened(note, room), style)
    elif facts.next:
        mark_style = style if facts.wanted else on_ground(palette["next"], style)
        end = canvas.put(x + NAME, y, cut(words.p("a seat", "next"), room), mark_style)
    else:
        end = x + NAME
    if mark and end < x + width - cell_len(mark) - 1:
        marked = style if facts.turn or facts.wanted else on_ground(palette["mark"], style)
        canvas.put(x + width - cell_len(mark) - 1, y, mark, marked if facts.playing else quiet)
