"""The score board after a round and after the match."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from uno_tui.game.cards import Card, Color
from uno_tui.game.events import RoundEnded
from uno_tui.game.view import PlayerView
from uno_tui.table.protocol import TableView
from uno_tui.tui.draw.block_text import is_drawn, small
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.card_faces import line_text
from uno_tui.tui.draw.text import cut
from uno_tui.tui.table.animations import AnimationKind
from uno_tui.tui.table.scene import TableScene

LETTER: Final = 4
"""Width of a large letter with the gap after it, in columns."""


class ScoreRow(NamedTuple):
    """A seat and its score."""

    number: int
    name: str
    you: bool
    caught: int
    counts: bool
    """Whether the cards left in the hand score for somebody; those of the winner's partner do not."""
    gained: int
    """Points gained by the round's winner, also for partners."""
    cards: tuple[Card, ...]
    score: int | None
    """Total score; None if an earlier row shows it for the whole team."""
    won: bool


class ScoreBoardLook(NamedTuple):
    """The content of the score board."""

    round: int
    winner: str | None
    """Name of the winner of the match or else of the round; all names if a team won the match."""
    match: str | None
    you_won: bool
    """Whether this person won, or this person's team."""
    teams: bool
    dead: bool
    target: int
    rows: tuple[ScoreRow, ...]
    flash: int = 0
    """Animation steps until the celebration of the win is over."""


def _rows(view: TableView, game: PlayerView, end: RoundEnded | None, won: Sequence[int]) -> Iterator[ScoreRow]:
    """Yield a row for each player, in the order of the scores, partners below each other; `won`: the winning seats."""
    rules = game.rules
    gained = end.gained(rules) if end and rules.scoring == "winner_takes" else (0,) * len(game.seats)
    sign = 1 if rules.scoring == "caught" else -1

    def place(seat: int) -> tuple[bool, int, int, int]:
        one = game.seats[seat]
        wins = game.winner is not None and seat in won
        return game.winner is not None and not wins, sign * one.score, seat if one.team is None else one.team, seat

    scored: set[int] = set()
    for seat in sorted((seat for seat, one in enumerate(game.seats) if one.playing or seat in won), key=place):
        state = game.seats[seat]
        yield ScoreRow(
            number=seat + 1,
            name=view.seats[seat].name,
            you=seat == view.you,
            caught=end.points[seat] if end else 0,
            counts=end is None or end.winner == seat or not gained[seat],
            gained=gained[seat],
            cards=end.hands[seat] if end else (),
            score=None if state.team in scored else state.score,
            won=seat in won,
        )
        if state.team is not None:
            scored.add(state.team)


# Translators: the scores after a round: heads of columns (left in hand: the points of cards not played), then the
# title.
class ScoreBoard(CanvasWidget[ScoreBoardLook | None]):
    """The winner, the points of each seat's remaining hand, and the total scores."""

    shared = True

    def look_at(self, scene: TableScene) -> ScoreBoardLook | None:
        """Return the result of the last round; None during a round."""
        game = scene.game
        if game is None or not scene.over:
            return None
        view = scene.view
        end = next((event for event in reversed(game.history) if isinstance(event, RoundEnded)), None)
        winner = game.winner if game.winner is not None else end.winner if end else None
        ended = game.winner is not None
        team = () if winner is None else (winner, *game.partners(winner))
        names = [view.seats[seat].name for seat in sorted(team if ended else team[:1])]
        name = " & ".join(names) or None
        flash = scene.animation
        return ScoreBoardLook(
            round=game.round,
            winner=name,
            match=None if game.winner is None else name,
            you_won=view.you is not None and view.you in team,
            teams=game.rules.teams != "off",
            dead=bool(end and end.dead),
            target=view.rules.target,
            rows=tuple(_rows(view, game, end, team if ended else team[:1])),
            flash=flash.left if flash is not None and flash.kind is AnimationKind.WIN else 0,
        )

    def paint(self, canvas: Canvas, look: ScoreBoardLook | None) -> None:
        """Draw a headline, and for each seat a bar that shows its score relative to the target."""
        if look is None:
            return
        palette, words = self.appearance.palette, self.appearance.words
        style = palette["win" if look.match is not None or look.you_won else "wait"]
        canvas.fill(0, 0, canvas.width, 1, style)
        if look.flash:
            self._paint_flash(canvas, look.flash)
        canvas.put(2, 0, f"{self._headline(look)} ", style)
        top = self._paint_winner(canvas, look)
        name_width = 12 if canvas.width < 100 else 18
        caught_x = name_width + 6
        bar_x = self._bar_x(canvas.width, caught_x)
        canvas.put(caught_x, top, cut(words("left in hand"), bar_x - caught_x - 1), palette["dim"])
        score = words.n("score (of {count})", "score (of {count})", look.target)
        if look.target == 1 or cell_len(score) > canvas.width - bar_x:
            score = words("score")
        canvas.put(min(bar_x, canvas.width - cell_len(score) - 1), top, score, palette["dim"])
        step = max(min((canvas.height - top - 2) // max(len(look.rows), 1), 3), 1)
        for place, row in enumerate(look.rows):
            self._paint_row(canvas, top + 1 + place * step, row, (name_width, caught_x, bar_x), look.target)

    def _paint_flash(self, canvas: Canvas, step: int) -> None:
        """Draw a band of the four colors along the headline; the colors move with each step."""
        width = canvas.width // (2 * len(Color)) + 1
        for place in range(2 * len(Color)):
            color = Color((place + step) % len(Color))
            canvas.fill(place * width, 0, width, 1, self.appearance.palette.card(color))

    @staticmethod
    def _bar_x(width: int, caught_x: int) -> int:
        """Return the column of the scores, to the left of the bars; narrow screens have no bars."""
        if width < 56:
            return width - 6
        return caught_x + (36 if width >= 100 else 28 if width >= 72 else 20)

    def _paint_winner(self, canvas: Canvas, look: ScoreBoardLook) -> int:
        """Draw the winner's name, in large letters if it fits; return the first free row below it."""
        if look.winner is None or not self.appearance.glyphs.blocks or canvas.height < len(look.rows) + 8:
            return 2
        if not all(is_drawn(char) for char in look.winner):
            return 2
        picture = small(look.winner)
        if cell_len(picture[0]) > canvas.width - 4:
            return 2
        for y, line in enumerate(picture, 2):
            canvas.put(4, y, line, self.appearance.palette["next"])
            for place in range(0, len(line) if look.flash else 0, LETTER):
                color = Color((place // LETTER + look.flash) % len(Color))
                canvas.put(4 + place, y, line[place : place + LETTER], self.appearance.palette.card(color))
        return 6

    def _headline(self, look: ScoreBoardLook) -> str:
        words = self.appearance.words
        if look.match is not None:
            if look.teams:
                return (
                    words("Your team won the match!")
                    if look.you_won
                    else words("{names} won the match", names=look.match)
                )
            return words("You won the match!") if look.you_won else words("{name} won the match", name=look.match)
        if look.winner is None or look.dead:
            return words("Round {number}: stalemate, nobody scores", number=look.round)
        if look.you_won and look.teams:
            return words("Your team won round {number}!", number=look.round)
        if look.you_won:
            return words("You won round {number}!", number=look.round)
        return words("{name} won round {number}", name=look.winner, number=look.round)

    def _paint_row(self, canvas: Canvas, y: int, row: ScoreRow, where: tuple[int, int, int], target: int) -> None:
        words, palette, glyphs = self.appearance.words, self.appearance.palette, self.appearance.glyphs
        name_width, caught_x, bar_x = where
        style = palette["next"] if row.won else palette.text
        name = words("{name} (you)", name=row.name) if row.you else row.name
        if row.score is None:
            name = f"& {name}"
        canvas.put(0, y, glyphs.turn if row.won else " ", style)
        canvas.put(1, y, f"{row.number:>2}  ", palette["dim"])
        canvas.put(4, y, cut(name, name_width), style)
        points = f"+{row.gained}" if row.gained and row.counts else f"{row.caught}" if row.counts else "-"
        x = canvas.put(caught_x, y, f"{points:>4} ", style)
        for card in row.cards:
            text = line_text(card, glyphs)
            if x + cell_len(text) + 3 > bar_x:
                canvas.put(x, y, "..", palette["dim"])
                break
            x = canvas.put(x, y, text, palette.card(card.color)) + 1
        if row.score is None:
            return
        room = canvas.width - bar_x - 7
        canvas.put(bar_x, y, f"{row.score:>4} ", style)
        if room <= 0:
            return
        canvas.fill(bar_x + 5, y, room, 1, palette["row"])
        length = min(max(row.score, 0) * room // max(target, 1), room)
        canvas.fill(bar_x + 5, y, length, 1, palette["win" if row.won else "bar"])
        canvas.put(bar_x + 5 + room, y, glyphs.side, palette["dim"])
