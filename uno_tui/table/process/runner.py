"""The runner of a table: it times events on this process's clock, and requests their entries when they are due.

Seconds are counted from the moment when this process folded the entry, took over or started; no date is compared. A
bot chooses once after each entry (`choices`). Its choice and its pause come from a hash of the match's seed and the
number of actions so far. So two runners of one table request the same entry, and the log stores it once. For the same
reason, the same seed and actions give the same choices, unless an expert's stand-in chooses.
"""

from functools import partial
from typing import Final

from uno_tui.bots.chance import VisibleChance, chance_digest
from uno_tui.table.entries.entry import What
from uno_tui.table.entries.match import BotPlayed, ClockPlayed, clock_play
from uno_tui.table.entries.people import GraceOver
from uno_tui.table.entries.transition import EntryRefusedError, Ignored
from uno_tui.table.process.choices import Choice, Choices
from uno_tui.table.process.replica import Replica
from uno_tui.table.process.services import TableServices
from uno_tui.table.protocol import Deadline
from uno_tui.table.state.due import Due, DueKind, due
from uno_tui.table.state.table_state import TableState
from uno_tui.table.timers import Timers

BREATH: Final = 0.005
"""Minimum seconds between two bot moves at a table where only programs play."""
SHARE: Final = 4.0
"""Where only programs play, bots rest this many times their thinking time, so they use a fifth of a CPU core."""


class Runner:
    """The timers of one table."""

    def __init__(self, replica: Replica, timers: Timers, services: TableServices) -> None:
        """Run the table of the given replica."""
        self.deadline: Deadline | None = None
        """When the turn clock runs out; None while the turn clock is stopped."""
        self._replica = replica
        self._timers = timers
        self._services = services
        self._armed: dict[tuple[DueKind, int], tuple[int, int]] = {}
        """By timed event: the entry from which the time is counted; the entry after which it was requested, or 0."""
        self.active = not services.shared_log
        """Whether this process requests timed events; if False, another one does, and this one only sets `deadline`."""
        self._paused = False
        self.choices = Choices(services, timers)

    def follow(self) -> None:
        """Set the timers for the table's current state. Call this after each entry."""
        state = self._replica.state
        if self._paused or (not self.active and state.options.turn_seconds is None):
            return
        if self.active:
            self.choices.prepare(state)
        wanted = {(one.kind, one.subject): one for one in due(state, self._services.tempo)}
        for key in [key for key in self._armed if key not in wanted]:
            del self._armed[key]
            self._timers.cancel(_name(key))
        if not any(kind is DueKind.CLOCK for kind, _ in wanted):
            self.deadline = None
        for key, one in wanted.items():
            after, asked = self._armed.get(key, (-1, 0))
            if after != one.after or (asked and asked != state.number):
                self._arm(key, one, state)

    def run(self, on: bool) -> None:
        """Start or stop requesting timed events from this process."""
        if on is not self.active:
            self.active = on
            if self._replica.loaded:
                self._again()

    def pause(self, on: bool) -> None:
        """Stop all timers, or start them again from the beginning."""
        if on is not self._paused:
            self._paused = on
            self._again()

    def stop(self) -> None:
        """Cancel all pending choices and hints, because the table ends in this process."""
        self.choices.drop(hints=True)

    def _again(self) -> None:
        self.choices.drop(hints=False)
        for key in self._armed:
            self._timers.cancel(_name(key))
        self._armed.clear()
        self.deadline = None
        self.follow()

    def _arm(self, key: tuple[DueKind, int], one: Due, state: TableState) -> None:
        self._armed[key] = one.after, 0
        seconds = self._seconds(one, state)
        if one.kind is DueKind.CLOCK:
            self.deadline = Deadline(seconds, self._timers.now())
        if not self.active:
            return
        if one.kind is DueKind.START:
            self._replica.request(lambda now: (0, self._services.next_start(now, 0)))
        else:
            if one.kind is DueKind.TURN:
                self.choices.begin(state, one.subject)
            self._timers.set(_name(key), seconds, lambda: self._ring(key, one))

    def _seconds(self, one: Due, state: TableState) -> float:
        if one.at_once:
            return max(BREATH, SHARE * self.choices.seconds)
        low, high = one.span
        if low == high or state.match is None:
            return low
        digest = chance_digest("pace", state.match.seed, state.match.version, one.subject)
        return low + (high - low) * VisibleChance(digest).random()

    def _ring(self, key: tuple[DueKind, int], one: Due) -> None:
        state = self._replica.state
        self._armed[key] = one.after, state.number
        if one.kind in (DueKind.TURN, DueKind.NOTICE):
            self.choices.choose(state, one.subject, partial(self._chosen, one, state))
        else:
            self._ask(one, self._wanted(one, state))

    def _chosen(self, one: Due, asked: TableState, choice: Choice) -> None:
        """Make the move that a bot has chosen for a state, unless the match has gone on meanwhile."""
        state = self._replica.state
        assert asked.match
        if state.match is None or (state.matches, state.match.version) != (asked.matches, asked.match.version):
            return  # its time is counted again, from a later entry
        action = choice.action
        if action is None and one.kind is DueKind.TURN:
            action = state.match.idle(one.subject)
        if action is not None:
            self._ask(one, BotPlayed(one.subject, action.text, choice.level))

    def _ask(self, one: Due, what: What) -> None:
        def make(now: TableState) -> tuple[int, What]:
            counted = now.acted if one.kind is DueKind.NOTICE else now.turn_entry
            if one.kind is not DueKind.GRACE and counted != one.after:  # another turn, which has its own time
                raise EntryRefusedError(Ignored.LATE)
            return 0, what

        self._replica.request(make)

    def _wanted(self, one: Due, state: TableState) -> What:
        """Return the requested change that is now due and needs no choice."""
        if one.kind is DueKind.GRACE:
            return GraceOver(one.subject, one.after)
        assert state.match
        if one.kind is DueKind.CLOCK:
            return ClockPlayed(one.subject, clock_play(state.match))
        return BotPlayed(one.subject, state.answers()[0].text)


def _name(key: tuple[DueKind, int]) -> str:
    return f"{key[0]}:{key[1]}"
