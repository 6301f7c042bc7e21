"""Warnings before the time for a person's turn is up."""

from collections.abc import Callable
from functools import partial
from typing import Final

from uno_tui.i18n import Words
from uno_tui.plain.answers import seconds_left
from uno_tui.table.protocol import TableView
from uno_tui.table.timers import CallLater, Timers

WARNINGS: Final = (20, 10)
"""Numbers of seconds before the end of the person's time at which a warning is printed."""


# Translators: a warning before the time for a turn is up.
class TurnWarnings:
    """The warnings before a turn's time runs out, for one session at one table."""

    def __init__(
        self, words: Words, write: Callable[[str], None], call_later: CallLater, clock: Callable[[], float]
    ) -> None:
        self._words = words
        self._write = write
        self._timers = Timers(call_later, clock)

    def follow(self, view: TableView) -> None:
        """Set the timers for a new view."""
        game, deadline = view.game, view.deadline
        for seconds in WARNINGS:
            self._timers.cancel(str(seconds))
            if deadline is not None and game is not None and game.on_turn and game.seat is not None:
                wait = seconds_left(deadline, self._timers.now()) - seconds
                if wait > 0:
                    self._timers.set(str(seconds), wait, partial(self._warn, seconds))

    def stop(self) -> None:
        """Cancel the warnings."""
        self._timers.stop()

    def _warn(self, seconds: int) -> None:
        self._write(self._words.n("{count} second left", "{count} seconds left", seconds))
