"""The runner of a table: it counts what falls due on this process's clock, and asks for it when the time has come.

Seconds are counted from the moment at which this process folded the entry, took over or started; no date is compared.
A bot is asked once after each entry. What it chooses and how long it takes come from a hash of the match's seed and the
number of actions so far. So two runners of one table would ask for the same, and the log takes it once; and a match of
the same seed and actions has the same bots, whatever else happened at the table.
"""

from hashlib import sha256
from random import Random
from typing import Final

from uno_tui.faults import log_fault
from uno_tui.game.actions import Action
from uno_tui.table.entries.entry import What
from uno_tui.table.entries.match import BotPlayed, ClockPlayed, clock_play
from uno_tui.table.entries.people import GraceOver
from uno_tui.table.entries.transition import EntryRefusedError, Ignored
from uno_tui.table.process.replica import Replica
from uno_tui.table.process.services import TableServices
from uno_tui.table.protocol import Deadline
from uno_tui.table.state.due import Due, DueKind, due
from uno_tui.table.state.table_state import TableState
from uno_tui.table.timers import Timers

STAND_IN: Final = "medium"
"""Level of the bot that plays a seat for a person (autopilot, or after a lost connection)."""
BREATH: Final = 0.005
"""Minimum seconds between two bot moves at a table where only programs play."""
SHARE: Final = 4.0
"""Where only programs play, bots rest this many times their thinking time, so they use a fifth of a CPU core."""


class VisibleChance:
    """Random numbers for something that people can watch, such as how long a bot takes.

    They come from a hash, because a generator's seed can be computed back from enough of its numbers, and the match's
    own seed is a secret. The purpose stands first, so this is never the hash that the record shows before the deal.
    """

    def __init__(self, purpose: str, seed: str, version: int, seat: int) -> None:
        self._digest = sha256(f"{purpose}\n{seed}\n{version}\n{seat}".encode()).digest()
        self._used = 0
        self._more: Random | None = None
        """Generator for the numbers after the first four, made only when needed: its seeding is slow."""

    def random(self) -> float:
        """Return the next number, at least 0 and less than 1."""
        if self._used < len(self._digest):
            self._used += 8
            return (int.from_bytes(self._digest[self._used - 8 : self._used]) >> 11) / (1 << 53)
        if self._more is None:
            self._more = Random(int.from_bytes(self._digest))  # noqa: S311  # no secret
        return self._more.random()


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
        self._thought = 0.0
        """Seconds that a bot needed for its latest choice."""

    def follow(self) -> None:
        """Set the timers for the table's current state. Call this after each entry."""
        state = self._replica.state
        if self._paused or (not self.active and state.options.turn_seconds is None):
            return
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

    def _again(self) -> None:
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
            self._timers.set(_name(key), seconds, lambda: self._ring(key, one))

    def _seconds(self, one: Due, state: TableState) -> float:
        if one.at_once:
            return max(BREATH, SHARE * self._thought)
        low, high = one.span
        if low == high or state.match is None:
            return low
        return low + (high - low) * VisibleChance("pace", state.match.seed, state.match.version, one.subject).random()

    def _ring(self, key: tuple[DueKind, int], one: Due) -> None:
        state = self._replica.state
        self._armed[key] = one.after, state.number
        if (what := self._wanted(one, state)) is None:
            return

        def make(now: TableState) -> tuple[int, What]:
            counted = now.acted if one.kind is DueKind.NOTICE else now.turn_entry
            if one.kind is not DueKind.GRACE and counted != one.after:  # another turn, which has its own time
                raise EntryRefusedError(Ignored.LATE)
            return 0, what

        self._replica.request(make)

    def _wanted(self, one: Due, state: TableState) -> What | None:
        """Return the requested change that is now due; None if a bot does nothing."""
        if one.kind is DueKind.GRACE:
            return GraceOver(one.subject, one.after)
        assert state.match
        if one.kind is DueKind.CLOCK:
            return ClockPlayed(one.subject, clock_play(state.match))
        action = state.answers()[0] if one.kind is DueKind.ANSWER else self._choose(state, one.subject)
        if action is None and one.kind is DueKind.TURN:
            action = state.match.idle(one.subject)
        return BotPlayed(one.subject, action.text) if action else None

    def _choose(self, state: TableState, seat: int) -> Action | None:
        """Return the action that a seat's bot chooses; None if the bot does nothing or fails."""
        assert state.match
        began = self._timers.now()
        view = state.match.view(seat)
        bot = self._services.bots[state.seats[seat].level or STAND_IN]
        try:
            action = bot(view, VisibleChance("bot", state.match.seed, state.match.version, seat))
            if action is not None and action not in view.legal:
                raise ValueError("a bot chose what is not legal")  # noqa: TRY301  # the same fault, the same cure
        except Exception as error:  # noqa: BLE001  # a bot's fault must not stop the table
            log_fault("a bot failed; the idle action is played", error)
            return None
        self._thought = self._timers.now() - began
        return action


def _name(key: tuple[DueKind, int]) -> str:
    return f"{key[0]}:{key[1]}"
