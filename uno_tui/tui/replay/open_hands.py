"""All hands of a finished match, one or two rows for each seat."""

from typing import NamedTuple

from rich.cells import cell_len

from uno_tui.game.cards import Card
from uno_tui.game.view import Phase
from uno_tui.local.replay import OpenView
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.card_faces import line_text
from uno_tui.tui.draw.text import cut, fit
from uno_tui.tui.table.seat_facts import team_mark


class HandRow(NamedTuple):
    """A seat and its hand."""

    seat: int
    name: str
    team: int | None
    """The seat's team, from 0; None without teams."""
    cards: tuple[Card, ...]
    score: int
    playing: bool
    called: bool
    owes: bool
    turn: bool
    next: bool


class OpenHandsLook(NamedTuple):
    """The content of the open hands."""

    rows: tuple[HandRow, ...]
    direction: int


# Translators: a narrow column next to the players' hands: the direction of play, the head of the scores.
class OpenHands(CanvasWidget[OpenHandsLook]):
    """All seats with their cards. A click on a seat switches to that seat's view of the table."""

    def look_for(self, open_view: OpenView) -> OpenHandsLook:
        """Return the content of the open hands for a position in the replay."""
        game = open_view.view.game
        assert game is not None, "a replay begins with the deal"
        running = game.winner is None and game.phase is not Phase.OVER
        after = game.next_seat(game.turn) if running else None
        rows = [
            HandRow(
                seat=seat,
                name=open_view.view.seats[seat].name,
                team=state.team,
                cards=open_view.hands[seat],
                score=state.score,
                playing=state.playing,
                called=state.called,
                owes=state.owes_call,
                turn=running and game.turn == seat,
                next=after == seat and game.turn != seat,
            )
            for seat, state in enumerate(game.seats)
        ]
        return OpenHandsLook(tuple(rows), game.direction)

    def paint(self, canvas: Canvas, look: OpenHandsLook) -> None:
        """Draw a header if it fits, then the seats that fit; the seat on turn is always visible."""
        words, palette, glyphs = self.appearance.words, self.appearance.palette, self.appearance.glyphs
        count = len(look.rows)
        top = int(canvas.height > count)
        if top:
            arrow = glyphs.down if look.direction > 0 else glyphs.up
            way = words("clockwise") if look.direction > 0 else words("counterclockwise")
            canvas.fill(0, 0, canvas.width, 1, palette["row"])
            canvas.put(0, 0, f"{arrow} {way}", palette["row"])
            title = words("score")
            canvas.put(canvas.width - cell_len(title) - 1, 0, title, palette["row"])
        lines = max((canvas.height - top) // count, 1)
        lines = min(lines, 2)
        room = (canvas.height - top) // lines
        turn = next((place for place, row in enumerate(look.rows) if row.turn), 0)
        first = max(min(turn - room // 2, count - room), 0)
        for place, row in enumerate(look.rows[first : first + room]):
            y = top + place * lines
            self._paint_row(canvas, y, row, lines)
            self.target((0, y, canvas.width, lines), "seat", row.seat)

    def _paint_row(self, canvas: Canvas, y: int, row: HandRow, lines: int) -> None:
        words, palette, glyphs = self.appearance.words, self.appearance.palette, self.appearance.glyphs
        style = palette["turn"] if row.turn else palette.text if row.playing else palette["dim"]
        name_width = 10 if canvas.width < 72 else 16
        canvas.fill(0, y, name_width + 5, 1, style)
        canvas.put(0, y, glyphs.turn if row.turn else glyphs.next if row.next else " ", style)
        canvas.put(1, y, f"{row.seat + 1:>2} ", style)
        team = "" if row.team is None else team_mark(words, row.team)
        canvas.put(4, y, cut(row.name, name_width - cell_len(team) - bool(team)), style)
        canvas.put(4 + name_width - cell_len(team), y, team, style)
        canvas.put(canvas.width - 5, y, f"{row.score:>4}", palette.text if row.playing else palette["dim"])
        badge_x = canvas.width - 9
        if row.called or row.owes:
            badge = words.p("badge of a seat, at most 3 letters", "UNO") if row.called else "!!!"
            canvas.put(badge_x, y, fit(badge, 3), palette["uno" if row.called else "owes"])
        if row.playing:
            canvas.put(badge_x - 3, y, f"{len(row.cards):>2}", palette["dim"])
            self._paint_cards(canvas, (name_width + 6, y), badge_x - 4, row.cards, lines)

    def _paint_cards(self, canvas: Canvas, at: tuple[int, int], end: int, cards: tuple[Card, ...], lines: int) -> None:
        """Draw the cards, overlapping if there are many; a plus sign stands for cards that do not fit."""
        texts = [line_text(card, self.appearance.glyphs) for card in cards]
        places: list[tuple[int, int]] = []
        pad = ""
        for pad in (" ", ""):
            places = _places([cell_len(text) + 2 * len(pad) for text in texts], end - at[0] - 2, lines)
            if len(places) == len(cards):
                break
        for (x, y), text, card in zip(places, texts, cards, strict=False):
            canvas.put(at[0] + x, at[1] + y, f"{pad}{text}{pad}", self.appearance.palette.card(card.color))
        if len(places) < len(cards):
            canvas.put(end - 1, at[1] + lines - 1, "+", self.appearance.palette["next"])


def _places(widths: list[int], room: int, lines: int) -> list[tuple[int, int]]:
    """Return column and line of each card that fits, with a gap after each.

    >>> _places([4, 4, 4], 9, 1), _places([4, 4, 4], 9, 2)
    ([(0, 0), (5, 0)], [(0, 0), (5, 0), (0, 1)])
    """
    places = []
    x = y = 0
    for width in widths:
        if x and x + width > room:
            x, y = 0, y + 1
        if y == lines:
            break
        places.append((x, y))
        x += width + 1
    return places
