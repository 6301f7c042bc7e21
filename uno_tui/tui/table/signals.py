"""The parts of a table screen with timers, and its notifications: clock, bell and window title.

No timer runs while none of it changes.
"""

import math
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

from textual.timer import Timer

from uno_tui.tui.base_screen import BaseScreen
from uno_tui.tui.draw.frames import FrameApp
from uno_tui.tui.table.state import TableScreenState

MARKS: Final = (30, 20, 10, 5, 4, 3, 2, 1)
"""Seconds left at which the displayed clock changes; only a few, because each change is sent to everybody at the
table."""

SetTimer = Callable[[float, Callable[[], None]], Timer]
"""Type of `Screen.set_timer` and `Screen.set_interval`."""


def shown_seconds(left: float) -> int | None:
    """Return the seconds that the clock shows; None while there is enough time.

    >>> shown_seconds(31.0), shown_seconds(29.5), shown_seconds(12), shown_seconds(4.2), shown_seconds(0)
    (None, 30, 20, 5, 1)
    """
    return min((mark for mark in MARKS if mark >= math.ceil(left)), default=None)


def seconds_to_change(left: float) -> float | None:
    """Return the seconds until the clock shows something else; None if it shows its last mark.

    >>> seconds_to_change(35.0), seconds_to_change(29.5), seconds_to_change(0.5)
    (5.0, 9.5, None)
    """
    now = shown_seconds(left)
    later = [mark for mark in MARKS if now is None or mark < now]
    return max(left - later[0], 0.01) if later else None


class TurnClock:
    """The seconds left for a turn."""

    def __init__(self, state: TableScreenState, set_timer: SetTimer, draw: Callable[[], None]) -> None:
        self.state = state
        self.set_timer = set_timer
        self.draw = draw
        self.timer: Timer | None = None
        self.wakes = 0.0
        """Time at which the timer runs out, in seconds of `monotonic`."""

    def update(self) -> None:
        """Set the seconds that are shown, and a timer for their next change.

        A timer that would run out too early is left running, and is set again then. So a table whose clock restarts
        with every move does not start a timer with every move.
        """
        deadline = self.state.scene.view.deadline
        if deadline is None:
            if self.state.scene.seconds is not None:
                self.state.change(seconds=None)
            return
        now = monotonic()
        left = deadline.seconds - (now - deadline.said_at)
        if (shown := shown_seconds(left)) != self.state.scene.seconds:
            self.state.change(seconds=shown)
        pause = seconds_to_change(left)
        if pause is None or (self.timer is not None and now < self.wakes <= now + pause):
            return
        if self.timer is not None:
            self.timer.stop()
        self.timer, self.wakes = self.set_timer(pause, self._wake), now + pause

    def _wake(self) -> None:
        self.timer = None
        self.update()
        self.draw()


# Translators: the title of the terminal's window, or a desktop notice.
class TurnNotice:
    """Notifies a person that it is their turn: by bell, desktop notification, window title and page notice."""

    def __init__(self, state: TableScreenState, screen: BaseScreen[Any]) -> None:
        self.state = state
        self.screen = screen
        self.titled: bool | None = None
        """Whether the window title shows that it is this person's turn; None before the title is first set."""

    def ring(self) -> None:
        """Ring the bell and notify the desktop if the person's settings ask for it; called once a turn."""
        app = self.screen.app
        if self.state.session.bell:
            app.bell()
        if self.state.session.notify and isinstance(app, FrameApp):
            app.notify_desktop(self.state.appearance.words("UNO: your turn"))

    def update(self) -> None:
        """Update the window title, and the notice on any page that covers the table."""
        words, mine, app = self.state.appearance.words, self.state.scene.on_turn, self.screen.app
        if mine is not self.titled and isinstance(app, FrameApp):
            self.titled = mine
            app.send_title(words("UNO: your turn") if mine else words("UNO"))
        if not self.screen.is_active and isinstance(app.screen, BaseScreen):
            app.screen.show_notice(words("Your turn") if mine else "")
