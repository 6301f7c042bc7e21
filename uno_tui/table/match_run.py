"""A match being played at a table: the turn clock, the bots, and the moves of people who are away.

After every action one timer is set for the seat on turn: a bot's time to think, the moment before an only answer is
given, or the turn clock. Each seat that a bot plays and that may call, catch or jump in has a timer of its own. The
timers follow whoever plays a seat, so a person who is back is not played for.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Final

from uno_tui.faults import log_fault
from uno_tui.game.actions import Action, CallUno, CatchUno, Deal, JumpIn, Keep, Take
from uno_tui.game.events import Event
from uno_tui.game.guess.bot import Bot
from uno_tui.game.match import Match
from uno_tui.game.view import Phase
from uno_tui.table.options import Medium
from uno_tui.table.pace import Pace, Tempo
from uno_tui.table.protocol import Happening, TableNote
from uno_tui.table.roster import Roster, TableSeat
from uno_tui.table.storage import LEAVE, MatchStart, Standing, Step, TableWriter
from uno_tui.table.timers import Timers

OFF_TURN = (CallUno, CatchUno, JumpIn)
"""Actions allowed out of turn; they are only checked for legality."""

IDLE_TURNS = 2
"""Turns in a row played by the clock after which a seat goes on autopilot."""

STAND_IN = "medium"
"""Level of the bot that plays for people."""


BREATH: Final = 0.005
"""Least seconds between two moves of bots at a table of programs."""
SHARE: Final = 4.0
"""Bots at a table of programs rest this many times as long as they thought, so that they use a fifth of a core."""


def visible_chance(seed: str, purpose: str) -> Random:
    """Return the random numbers for something that people can watch, such as how long a bot takes.

    They come from a hash, because a generator's seed can be computed back from enough of its numbers, and the match's
    own seed is a secret. The purpose stands first, so this is never the hash that the record shows before the deal.
    """
    return Random(int.from_bytes(sha256(f"{purpose}\n{seed}".encode()).digest()))  # noqa: S311  # no secret


class MatchRun:
    """One match at a table, from the draw for the dealer to its winner."""

    def __init__(
        self,
        start: MatchStart,
        roster: Roster,
        timers: Timers,
        *,
        writer: TableWriter,
        turn_seconds: float | None,
        bots: Mapping[str, Bot],
        tempo: Tempo,
        may_hurry: bool = False,
        changed: Callable[[int | None, tuple[Event | TableNote, ...]], None],
    ) -> None:
        self.match, self.opening = Match.start(start.rules, start.seats, start.seed, start.typed)
        self.turn_version = 0
        """Number of match actions after the last one that was not a call or a catch."""
        self.deadline: float | None = None
        """When the turn clock runs out, on the timers' clock; None if the clock is stopped."""
        self._roster = roster
        self._timers = timers
        self._writer = writer
        self._turn_seconds = turn_seconds
        self._bots = bots
        self._tempo = tempo
        self._may_hurry = may_hurry
        self._thought = 0.0
        self._changed = changed
        self._chances = [visible_chance(start.seed, f"bot {seat}") for seat in range(self.match.seats)]
        self._delays = visible_chance(start.seed, "pace")
        self._timed: tuple[int, bool, bool] | None = None

    @property
    def between_rounds(self) -> bool:
        """Whether a round is over and the next one is not dealt yet."""
        return self.match.round.phase is Phase.OVER and not self.match.over

    def replay(self, steps: Iterable[Step]) -> tuple[Event, ...]:
        """Replay the stored steps of a match that has just started, and return the events."""
        happened: list[Event] = []
        for step in steps:
            self.match, events = step.play(self.match)
            happened += events
            if not isinstance(step.action, CallUno | CatchUno):
                self.turn_version = self.match.version
        return tuple(happened)

    def act(self, seat: int, action: Action) -> None:
        """Make a move for the person in a seat; raise `IllegalAction` if the rules forbid it."""
        match, events = self.match.apply(seat, action)
        mine = self._roster.seats[seat]
        notes = (TableNote(Happening.AUTOPILOT_OFF, mine.name),) if mine.autopilot else ()
        mine.attend()
        self._go_on(seat, match, (action,), (*notes, *events))

    def leave(self, seat: int) -> tuple[Event, ...]:
        """Take a seat out of the match, and return the events for the caller to announce."""
        leaver = self._roster.seats[seat].leaver
        self._writer.step(Step(seat, LEAVE, leaver.identity if leaver else ""))
        self.match, events = self.match.leave(seat)
        self.turn_version = self.match.version
        self.follow()
        return events

    def standings(self) -> tuple[Standing, ...]:
        """Return each seat's result: first the winner, then by points, and players who left last."""
        match = self.match
        lowest = match.rules.scoring == "caught"

        def key(seat: int) -> tuple[bool, bool, int]:
            points = match.scores[seat]
            return not match.live >> seat & 1, seat != match.winner, points if lowest else -points

        ranked = sorted(map(key, range(match.seats)))
        return tuple(
            _standing(seat, number, ranked.index(key(number)) + 1, match.scores[number])
            for number, seat in enumerate(self._roster.seats)
        )

    def stop(self) -> None:
        """Cancel all timers of the match."""
        self.deadline = self._timed = None
        self._timers.cancel("turn")
        for number in range(self.match.seats):
            self._timers.cancel(f"notice:{number}")

    def follow(self) -> None:
        """Set the timers for the current turn and players. Call it after any change to them."""
        if self.match.over:
            self.stop()
            return
        by_bot = self._roster.seats[self.match.turn].by_bot
        if not by_bot or self.between_rounds:
            self._tempo.hurried = False
        timed = (self.turn_version, by_bot, self._grace > 0)
        if timed != self._timed:
            self._timed = timed
            self._time_turn()
        for number, seat in enumerate(self._roster.seats):
            self._time_notice(number, seat)

    def hurry(self) -> None:
        """Let the bots play at once until a person's next turn or the end of the round.

        At the end of a round the next one is dealt at once.
        """
        if self.match.over or self._tempo.hurried or not self._roster.seats[self.match.turn].by_bot:
            return
        if self.between_rounds:
            self._timers.set("turn", self._pace.moment, self._play_bot)
            return
        self._tempo.hurried = True
        if not self._person_owes:  # else the bots' time to catch the person would start again
            self.stop()
            self.follow()

    @property
    def _pace(self) -> Pace:
        alone = sum(seat.member is not None for seat in self._roster.seats) == 1
        return self._tempo.now(alone=alone, person_owes=self._person_owes, call_due=bool(self.match.round.owing))

    @property
    def _person_owes(self) -> bool:
        owing = self.match.round.owing
        return any(owing >> number & 1 and seat.member for number, seat in enumerate(self._roster.seats))

    def _time_turn(self) -> None:
        self.deadline = None
        seat = self._roster.seats[self.match.turn]
        answers = self._answers()
        if seat.by_bot:
            self._timers.set("turn", self._bot_wait(answers), self._play_bot)
        elif len(answers) == 1 and isinstance(answers[0], Take):
            self._timers.set("turn", self._pace.moment, self._play_only)
        elif self._turn_seconds is not None:
            self.deadline = self._timers.now() + self._turn_seconds
            self._timers.set("turn", self._turn_seconds, self._run_out)
        else:
            self._timers.cancel("turn")

    def _bot_wait(self, answers: Sequence[Action]) -> float:
        """Return the seconds to wait before the bot on turn plays."""
        wait = self._between(self._pace.think)
        if self._hurries:
            return max(BREATH, SHARE * self._thought)
        if isinstance(answers[0], Deal):
            return self._pace.scores
        if len(answers) == 1 and isinstance(answers[0], Take):
            return self._pace.moment
        return wait * self._pace.spoken + self._grace if self._roster.has_seated(Medium.LINES) else wait

    @property
    def _grace(self) -> float:
        """Additional seconds before a bot acts, while an UNO call is owed and a seated person uses text mode."""
        return self._pace.grace if self.match.round.owing and self._roster.has_seated(Medium.LINES) else 0.0

    @property
    def _hurries(self) -> bool:
        return self._may_hurry and self._roster.only_programs

    def _notice_wait(self) -> float:
        """Return the seconds to wait before a bot calls, catches or jumps in."""
        wait = self._between(self._pace.notice)
        if self._hurries:
            return max(BREATH, SHARE * self._thought)
        return wait + self._grace

    def _time_notice(self, number: int, seat: TableSeat) -> None:
        name = f"notice:{number}"
        on_turn = number == self.match.turn
        if not (seat.taken and seat.by_bot and not on_turn and self.match.legal(number)):
            self._timers.cancel(name)
        elif name not in self._timers:
            self._timers.set(name, self._notice_wait(), lambda: self._notice(number))

    def _answers(self) -> list[Action]:
        """Return the actions that can end the current turn."""
        return [action for action in self.match.legal(self.match.turn) if not isinstance(action, OFF_TURN)]

    def _between(self, span: tuple[float, float]) -> float:
        return span[0] + (span[1] - span[0]) * self._delays.random()

    def _choose(self, number: int) -> Action | None:
        """Return the action that a seat's bot chooses; None if it does not act or has failed."""
        began = self._timers.now()
        view = self.match.view(number)
        bot = self._bots[self._roster.seats[number].level or STAND_IN]
        try:
            action = bot(view, self._chances[number])
            if action is not None and action not in view.legal:
                raise ValueError("a bot chose what is not legal")  # noqa: TRY301  # the same fault, the same cure
        except Exception as error:  # noqa: BLE001  # a bot's fault must not stop the table
            log_fault("a bot failed; the idle action is played", error)
            return None
        self._thought = self._timers.now() - began
        return action

    def _play_bot(self) -> None:
        self._timed = None
        number = self.match.turn
        self._play(number, self._choose(number) or self.match.idle(number))

    def _play_only(self) -> None:
        answers = self._answers()
        self._timed = None
        if len(answers) == 1:
            self._play(self.match.turn, answers[0])
        else:
            self.follow()
            self._changed(None, ())

    def _notice(self, number: int) -> None:
        if action := self._choose(number):
            self._play(number, action)

    def _run_out(self) -> None:
        """Play the whole turn of a player whose time is up, as the turn clock does."""
        number = self.match.turn
        seat = self._roster.seats[number]
        seat.idled += 1
        notes = [TableNote(Happening.TIMEOUT, seat.name)]
        if seat.idled >= IDLE_TURNS:
            seat.autopilot = True
            notes.append(TableNote(Happening.AUTOPILOT_ON, seat.name))
        actions = [self.match.idle(number)]
        match, events = self.match.apply(number, actions[0])
        if not match.over and match.turn == number and match.round.phase is Phase.DRAWN:
            actions.append(Keep())
            match, more = match.apply(number, actions[1])
            events += more
        self._go_on(number, match, actions, (*notes, *events))

    def _play(self, number: int, action: Action) -> None:
        match, events = self.match.apply(number, action)
        self._go_on(number, match, (action,), events)

    def _go_on(
        self, mover: int, match: Match, actions: Sequence[Action], happened: tuple[Event | TableNote, ...]
    ) -> None:
        self.match = match
        for action in actions:
            self._writer.step(Step(mover, action.text))
        if not isinstance(actions[0], CallUno | CatchUno):
            self.turn_version = match.version
        self.follow()
        self._changed(mover, happened)


def _standing(seat: TableSeat, number: int, place: int, points: int) -> Standing:
    owner = seat.member or seat.leaver
    return Standing(
        seat=number,
        owner=owner.identity if owner else "",
        guest=owner is not None and owner.guest,
        name=seat.name,
        level="" if owner else seat.level,
        place=place,
        points=points,
        left=seat.leaver is not None,
        present=seat.leaver is not None or (seat.member is not None and seat.member.listener is not None),
    )
