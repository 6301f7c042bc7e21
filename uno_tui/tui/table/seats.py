"""The seats, a row each: whose turn, who is next, how many cards, who called UNO, the score."""

from typing import NamedTuple

from uno_tui.game.view import Phase
from uno_tui.table.protocol import SeatInfo, Sitter, TableView
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.table.scene import Scene
from uno_tui.tui.table.seat import Seat, SeatLook, header_row, seat_row


class SeatsLook(NamedTuple):
    """What the widget shows."""

    seats: tuple[Seat, ...]
    direction: int
    running: bool
    moving: bool = False
    """What was played last has not arrived yet."""


class Seats(CanvasWidget[SeatsLook]):
    """All seats, this person's own first, in the order of play when it goes clockwise."""

    def look_at(self, scene: Scene) -> SeatsLook:
        """The seats, rotated so that this person's is the first."""
        view = scene.view
        count, first = len(view.seats), view.you or 0
        order = [(first + step) % count for step in range(count)]
        game = view.game
        running = game is not None and game.winner is None and not scene.over
        after = game.next_seat(game.turn) if game is not None and running else None
        wanted = scene.seats_wanted
        seats = tuple([self._seat(view, seat, running, after, seat in wanted) for seat in order])
        return SeatsLook(seats, game.direction if game else 1, running, scene.motion > 0)

    def _seat(self, view: TableView, seat: int, running: bool, after: int | None, wanted: bool) -> Seat:
        game, info = view.game, view.seats[seat]
        state = game.seats[seat] if game else None
        return Seat(
            number=seat + 1,
            name=info.name,
            you=seat == view.you,
            tag=self._tag(info),
            cards=state.cards if state and state.playing else None,
            score=state.score if state else None,
            playing=state.playing if state else info.sitter is not Sitter.NOBODY,
            called=bool(state and state.called),
            owes=bool(state and state.owes_call),
            turn=running and game is not None and game.turn == seat and game.phase is not Phase.OVER,
            next=seat == after and game is not None and game.turn != seat,
            wanted=wanted,
            catchable=bool(state and state.owes_call and seat != view.you),
        )

    def _tag(self, info: SeatInfo) -> str:
        words = self.appearance.words
        if info.away:
            return words.p("mark of a seat, at most 4 letters", "away")
        if info.autopilot:
            return words.p("mark of a seat, at most 4 letters", "auto")
        if info.sitter is Sitter.BOT:
            return words.p("mark of a seat, at most 4 letters", "bot")
        return words.p("mark of a seat, at most 4 letters", "host") if info.host else ""

    def paint(self, canvas: Canvas, look: SeatsLook) -> None:
        """The header, then the seats: two rows each and apart where there is room, else apart, else close."""
        room, count = canvas.height - 1, len(look.seats)
        arrow = self.appearance.glyphs.down if look.direction > 0 else self.appearance.glyphs.up
        scores = any(seat.score is not None for seat in look.seats)
        canvas.lay(0, header_row(self.appearance, canvas.width, self._told(look, arrow), scores))
        plates = 3 * count <= room
        step = min(room // count, 5) if plates else 2 if 2 * count <= room else 1
        first = self._first(look.seats, room)
        for place, seat in enumerate(look.seats[first : first + room]):
            y = 1 + place * step
            one = SeatLook(seat, canvas.width, plates, arrow if look.running else "", look.moving and seat.turn)
            row = seat_row(self.appearance, one)
            rows = row, *row.below
            for below, each in enumerate(rows):
                canvas.lay(y + below, each)
            if seat.wanted or seat.catchable:
                self.target((0, y, canvas.width, len(rows)), "seat" if seat.wanted else "catch", seat.number - 1)

    def _told(self, look: SeatsLook, arrow: str) -> str:
        """Which way it goes, and who is next."""
        words = self.appearance.words
        after = next((seat for seat in look.seats if seat.next), None)
        if not look.running or after is None:
            return " " + words("seats")
        return f"{arrow} " + (words("next: you") if after.you else words("next: {name}", name=after.name))

    @staticmethod
    def _first(seats: tuple[Seat, ...], room: int) -> int:
        """The first seat to show where not all fit: the one on turn stays in sight."""
        turn = next((place for place, seat in enumerate(seats) if seat.turn), 0)
        return max(min(turn - room // 2, len(seats) - room), 0)
