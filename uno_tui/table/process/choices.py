"""The choices of one table's bots: quick bots choose at once, experts in a worker process.

The request for an expert's choice is sent when its turn begins, so the answer has usually come before the bot's pause
ends. If it comes more than `PATIENCE` late, or no worker is available, the stand-in chooses instead (`bots.STAND_INS`).
After a late answer the table sends no requests for a while. A busy server can then serve the experts of some tables
all the time, rather than those of all tables now and then.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from uno_tui.bots import STAND_INS
from uno_tui.bots.chance import VisibleChance, chance_digest
from uno_tui.faults import log_fault
from uno_tui.game.actions import Action
from uno_tui.game.view import PlayerView
from uno_tui.table.process.services import TableServices
from uno_tui.table.state.table_state import TableState
from uno_tui.table.timers import Timers
from uno_tui.thinking.thinkers import Thinking, Thought

FOR_PEOPLE: Final = "medium"
"""Level of the bot that plays a seat for a person (autopilot, or after a lost connection)."""
PATIENCE: Final = 1.5
"""Seconds to wait for a choice after it is due."""
REST_SECONDS: Final = 30.0
"""Seconds without requests for a table's experts after one of them was late or failed."""


_BOT: Final = "bot"
"""First part of the name of a request for a bot's choice; the second part is the seat."""
_HINT: Final = "hint"
"""First part of the name of a request for a person's hint; the second part is the seat."""


class Choice(NamedTuple):
    """A bot's choice, and which level of bot made it."""

    action: Action | None
    """The chosen action; None if the bot does nothing or failed."""
    level: str = ""
    """Level of the bot that chose; empty if the seat's bot has no stand-in or had only one legal action."""


Chosen = Callable[[Choice], object]
"""Receives a choice."""


class _Question:
    """A request to a worker for one state of a match."""

    def __init__(self, key: tuple[int, int]) -> None:
        self.key = key
        """Number of the match and number of actions in it."""
        self.thinking: Thinking | None = None
        self.answers: list[Thought | None] = []
        """The answer, once it is there."""
        self.wanted: Callable[[Thought | None], object] | None = None
        """Receives the answer; None as long as it is not due."""


class Choices:
    """The bots of one table, and the hints for its people."""

    def __init__(self, services: TableServices, timers: Timers) -> None:
        self.seconds = 0.0
        """Seconds that a bot needed for its latest choice."""
        self._services = services
        self._timers = timers
        self._questions: dict[str, _Question] = {}
        """By name, such as ``bot:2``: the newest request that is unanswered, or answered before the choice is due."""
        self._rests_until = float("-inf")

    def prepare(self, state: TableState) -> None:
        """Start a worker ahead of time if the table has an expert."""
        if any(seat.level in STAND_INS for seat in state.seats):
            self._services.thinkers.prepare()

    def begin(self, state: TableState, seat: int) -> None:
        """Send the request for an expert's choice at the start of its turn; other bots choose later, at once."""
        assert state.match
        level = state.seats[seat].level
        if level in STAND_INS and len((view := state.match.view(seat)).legal) > 1:
            self._ask(f"{_BOT}:{seat}", level, state, view)

    def choose(self, state: TableState, seat: int, chosen: Chosen) -> None:
        """Choose for a seat; `chosen` is called at once or later, with a choice that is legal in `state`."""
        assert state.match
        level = state.seats[seat].level or FOR_PEOPLE
        view = state.match.view(seat)
        if level not in STAND_INS:
            chosen(Choice(self._now(level, state, view)))
        elif view.on_turn and len(view.legal) == 1:
            chosen(Choice(view.legal[0]))
        else:
            self._think(f"{_BOT}:{seat}", level, state, view, chosen)

    def suggest(self, level: str, state: TableState, seat: int, chosen: Chosen) -> None:
        """Choose what a bot of that level would do in a person's seat, as a hint; see `choose`."""
        assert state.match
        name, view = f"{_HINT}:{seat}", state.match.view(seat)
        if level in STAND_INS:
            self._think(name, level, state, view, chosen)
        else:
            self._close(name)
            chosen(Choice(self._now(level, state, view), level))

    def drop(self, *, hints: bool) -> None:
        """Cancel the requests for bots' choices; with `hints`, also those for hints. Their callbacks are not called."""
        for name in tuple(self._questions):
            if hints or name.startswith(_BOT):
                self._close(name)

    def _think(self, name: str, level: str, state: TableState, view: PlayerView, chosen: Chosen) -> None:
        def answered(thought: Thought | None) -> None:
            self._close(name)
            if thought is not None:
                chosen(Choice(thought.action, level))
                return
            if name.startswith(_BOT):
                self._rests_until = self._timers.now() + REST_SECONDS
            instead()

        def instead() -> None:
            stand_in = STAND_INS[level]
            chosen(Choice(self._now(stand_in, state, view), stand_in))

        question = self._ask(name, level, state, view)
        if question is None:
            instead()
        elif question.answers:
            answered(question.answers[0])
        else:
            question.wanted = answered
            self._timers.set(f"patience:{name}", PATIENCE, lambda: answered(None))

    def _ask(self, name: str, level: str, state: TableState, view: PlayerView) -> _Question | None:
        """Return the request for this state, sent now or earlier; None if no worker is available."""
        assert state.match
        key = state.matches, state.match.version
        if (known := self._questions.get(name)) and known.key == key:
            return known
        self._close(name)
        began = self._timers.now()
        if began < self._rests_until:
            return None
        question = _Question(key)

        def answered(thought: Thought | None) -> None:
            self.seconds = self._timers.now() - began
            question.answers.append(thought)
            if question.wanted:
                question.wanted(thought)

        digest = self._digest(name.partition(":")[0], state, view)
        question.thinking = self._services.thinkers.ask(level, view, digest, answered)
        if question.thinking is None:
            return None
        self._questions[name] = question
        return question

    def _close(self, name: str) -> None:
        """Forget a request, and cancel it if it is unanswered."""
        self._timers.cancel(f"patience:{name}")
        if question := self._questions.pop(name, None):
            question.wanted = None
            if question.thinking and not question.answers:
                question.thinking.cancel()

    def _now(self, level: str, state: TableState, view: PlayerView) -> Action | None:
        """Return a quick bot's choice; None if it does nothing or fails."""
        began = self._timers.now()
        try:
            action = self._services.bots[level](view, VisibleChance(self._digest(_BOT, state, view)))
            if action is not None and action not in view.legal:
                raise ValueError("a bot chose what is not legal")  # noqa: TRY301  # the same fault, the same cure
        except Exception as error:  # noqa: BLE001  # a bot's fault must not stop the table
            log_fault("a bot failed; the idle action is played", error)
            return None
        self.seconds = self._timers.now() - began
        return action

    @staticmethod
    def _digest(purpose: str, state: TableState, view: PlayerView) -> bytes:
        assert state.match
        assert view.seat is not None
        return chance_digest(purpose, state.match.seed, state.match.version, view.seat)
