"""What tells a person of their turn where they do not look, and what moves on the screen."""

from dataclasses import replace
from time import monotonic
from typing import Final

from textual.timer import Timer

from uno_tui.tui.draw.frames import FrameApp
from uno_tui.tui.menu.page import PageScreen
from uno_tui.tui.table import clock
from uno_tui.tui.table.bars import Title
from uno_tui.tui.table.hosting import Hosting
from uno_tui.tui.table.piles import Piles
from uno_tui.tui.table.scene import Scene
from uno_tui.tui.table.seats import Seats

STEPS: Final = 3
"""Steps in which a card arrives."""
STEP_SECONDS: Final = 0.06


class Signals(Hosting):
    """Clock, window title, bell, the sign on pages, motion. No timer runs while nothing of it changes."""

    title_bar: Title
    piles: Piles
    seats: Seats
    timer: Timer | None = None
    wakes: float = 0.0
    """When the clock's timer runs out."""
    mover: Timer | None = None
    signaled: bool | None = None
    """Whether it was this person's turn when the window's title was set last."""

    def ring(self) -> None:
        """It has become this person's turn: ring if that is wished."""
        if self.session.bell:
            self.app.bell()

    def signal(self) -> None:
        """Say in the window's title, and on a page that lies above, whether it is this person's turn."""
        words, mine = self.appearance.words, self.scene.on_turn
        if mine is not self.signaled and isinstance(self.app, FrameApp):
            self.signaled = mine
            self.app.send_title(words("UNO: your turn") if mine else words("UNO"))
        if not self.is_active and isinstance(self.app.screen, PageScreen):
            self.app.screen.tell(words("Your turn") if mine else "")

    # The clock

    def wind_clock(self) -> None:
        """Show the seconds left when they run short, and look again when that changes.

        A timer that wakes too early is left alone: it looks, and sleeps on. So a table whose clock starts anew with
        every move does not start a timer with every move.
        """
        deadline = self.scene.view.deadline
        if deadline is None:
            if self.scene.seconds is not None:
                self.scene = replace(self.scene, seconds=None)
            return
        now = monotonic()
        left = deadline.seconds - (now - deadline.said_at)
        if (shown := clock.shown(left)) != self.scene.seconds:
            self.scene = replace(self.scene, seconds=shown)
        pause = clock.wait(left)
        if pause is None or (self.timer is not None and now < self.wakes <= now + pause):
            return
        if self.timer is not None:
            self.timer.stop()
        self.timer, self.wakes = self.set_timer(pause, self.tick), now + pause

    def tick(self) -> None:
        """The clock changed, or did not yet."""
        self.timer = None
        self.wind_clock()
        self.send([(self.title_bar, self.title_bar.show(self.scene))])

    # Motion

    def start_motion(self, old: Scene) -> None:
        """Let the card that was played last arrive, if things may move here and one was."""
        new = self.scene
        if not self.session.motion or new.game is None or old.game is None or new.over or not self.is_active:
            return
        if (new.game.round, new.game.top, new.game.discards) != (old.game.round, old.game.top, old.game.discards):
            self.scene = replace(new, motion=STEPS)
            if self.mover is None:
                self.mover = self.set_interval(STEP_SECONDS, self.move_on)

    def move_on(self) -> None:
        """One step."""
        self.scene = replace(self.scene, motion=max(self.scene.motion - 1, 0))
        if not self.scene.motion and self.mover is not None:
            self.mover.stop()
            self.mover = None
        self.send([(self.piles, self.piles.show(self.scene)), (self.seats, self.seats.show(self.scene))])
