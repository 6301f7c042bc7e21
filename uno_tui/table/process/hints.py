"""Hints for the people at a table whom this process serves: an expert's choice in their seat, made by a worker."""

from typing import Final

from uno_tui.bots import STAND_INS
from uno_tui.table.process.audience import Audience
from uno_tui.table.process.choices import Choice, Choices
from uno_tui.table.process.delivery import Attendee
from uno_tui.table.process.replica import Replica
from uno_tui.table.protocol import Notice, NoticeKind, Suggestion
from uno_tui.table.timers import Timers

LEVEL: Final = "expert"
"""Level of the bot that gives hints."""


class Hints:
    """The hints at one table. A hint depends only on what the person can see."""

    def __init__(self, replica: Replica, choices: Choices, audience: Audience, timers: Timers) -> None:
        self._replica = replica
        self._choices = choices
        self._audience = audience
        self._timers = timers

    def answer(self, attendee: Attendee) -> None:
        """Send a person a suggestion, now or when the worker has answered.

        If the match has changed by then, nothing is sent. A second request in the same position gets the same answer.
        """
        state = self._replica.state
        seat = state.seat_of(attendee.member)
        known = attendee.suggestion
        if state.options.once:  # a try at the daily deal has no hints
            self._audience.tell(attendee, Notice(NoticeKind.NOT_ALLOWED))
        elif state.match is None or seat is None or not state.match.legal(seat):
            self._audience.tell(attendee, Suggestion(state.version, None))
        elif known and known.version == state.version:
            self._audience.tell(attendee, known)
        else:
            often = not attendee.hint_limit.try_take(1, self._timers.now())

            def chosen(choice: Choice) -> None:
                if self._replica.state.version == state.version:
                    attendee.suggestion = Suggestion(state.version, choice.action, choice.level)
                    self._audience.tell(attendee, attendee.suggestion)

            self._choices.suggest(STAND_INS[LEVEL] if often else LEVEL, state, seat, chosen)
