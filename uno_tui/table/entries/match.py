"""The entries about the match at a table: its start, moves, and whether a bot plays a seat."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from uno_tui.game.actions import Action, CallUno, CatchUno, Keep
from uno_tui.game.actions import action as parse_action
from uno_tui.game.errors import IllegalAction, Reason, RulesError, Why
from uno_tui.game.events import Event
from uno_tui.game.match import Match
from uno_tui.game.view import Phase
from uno_tui.table.entries.transition import Change, Content, EntryRefusedError, Ignored, Line, need, need_players
from uno_tui.table.protocol import BotPace, Happening, Right, Stage, TableNote
from uno_tui.table.state.facts import Seat, TableFacts
from uno_tui.table.state.table_state import OFF_TURN, TableState, facts_of, only_take

LEAVE: Final = "leave"
"""Text in place of an action when a player leaves the match."""
IDLE_TURNS: Final = 2
"""Number of turns in a row played by the turn clock after which a bot plays the seat (autopilot)."""


@lru_cache(maxsize=4096)
def action_of(text: str) -> Action:
    """Return the action in the given notation; raise `ValueError` if the text is not an action."""
    return parse_action(text)


# The start


class TableStart(TableFacts, Content, frozen=True, kw_only=True, tag="start"):
    """The table opens, or a match starts. It depends on no earlier entry, so reading begins at the newest one."""

    seed: str | None = None
    """Seed of the match that starts; None when the table opens."""
    typed: bool = False
    """Whether a person chose the seed of the match."""
    moves: tuple[tuple[int, str], ...] = ()
    """Moves already made in a match taken over from an older version, each as (seat, action or `LEAVE`); else empty."""

    @classmethod
    def of(cls, facts: TableFacts, **changes: object) -> "TableStart":
        """Return the start of a table with these facts, except for the given changes."""
        return cls(**{**facts_of(facts), **changes})  # type: ignore[arg-type]  # its own fields

    def opened(self, number: int) -> Change:
        """Return the table that begins with this, as the entry of the given number.

        Raises:
            EntryRefusedError: Its values do not make a match.
        """
        state = TableState(**facts_of(self), number=number)  # type: ignore[arg-type]  # its own fields
        if self.seed is None:
            return state, ()
        try:
            match, lines = Match.start(self.rules, len(self.seats), self.seed, self.typed)
            for seat, text in self.moves:
                match, events = match.leave(seat) if text == LEAVE else match.apply(seat, action_of(text))
                lines += events
        except (RulesError, IllegalAction, ValueError) as error:
            raise EntryRefusedError(Ignored.NEEDLESS) from error
        turn = {"turn_version": match.version, "turn_entry": number, "acted": number}
        return replace(state, match=match, stage=Stage.OVER if match.over else Stage.PLAYING, **turn), lines

    def apply(self, state: TableState, who: int) -> Change:
        """Start a match, requested by the host, or by the table itself once every seat is taken."""
        need_start(state, who)
        if self.seed is None or self.moves or self.matches != state.matches + 1:
            raise EntryRefusedError(Ignored.LATE)
        return self.opened(state.number + 1)


def need_start(state: TableState, who: int) -> None:
    """Raise `EntryRefusedError` if a match cannot start now or this person may not start it; 0 means the table."""
    if state.stage is Stage.PLAYING:
        raise EntryRefusedError(Ignored.LATE)
    if who:
        need(state, who, Right.START if state.stage is Stage.WAITING else Right.REMATCH)
    elif state.stage is Stage.OVER or state.free() is not None:
        raise EntryRefusedError(Ignored.LATE)


def start_of(state: TableState, seed: str, typed: bool, bot_names: Sequence[str]) -> TableStart:
    """Return the start of the next match with the players on the seats.

    If `options.fill` is set, bots take the empty seats; otherwise those are removed. People whose grace time is over
    lose their seats.

    Raises:
        EntryRefusedError: The rules do not allow that many players.
    """
    people = tuple(one for one in state.people if not one.gone)
    numbers = {one.number for one in people}
    seats = tuple(seat if seat.level or seat.member in numbers else Seat() for seat in state.seats)
    state = replace(state, people=people, seats=seats)
    need_players(state.rules, len(seats) if state.options.fill else sum(seat.taken for seat in seats))
    for index, seat in enumerate(seats):
        if state.options.fill and not seat.taken:
            state = with_bot(state, index, bot_names)
    return TableStart.of(
        state,
        stage=Stage.PLAYING,
        seats=tuple(replace(seat, autopilot=False, idled=0, plays_as="") for seat in state.seats if seat.taken),
        matches=state.matches + 1,
        base=state.version + 1 if state.match else 0,
        seed=seed,
        typed=typed,
    )


def with_bot(state: TableState, index: int, bot_names: Sequence[str]) -> TableState:
    """Return the table with a bot on an empty seat; the bot gets the first of these names that nobody uses."""
    name = next((one for one in bot_names if state.is_unused(one)), None) or state.unused("Bot")
    return state.with_seat(index, Seat(level=state.options.level, name=name))


# Moves


class Acted(Content, frozen=True, tag="act"):
    """A person makes a move."""

    action: str
    """The action in the notation of `uno_tui.game.actions`."""
    version: int
    """Version of the view in which the person chose the action."""

    def apply(self, state: TableState, who: int) -> Change:
        """Make the move. Calls, catches and jump-ins are never refused as late, only as illegal."""
        index = state.seat_of(who)
        if state.match is None or index is None:
            raise EntryRefusedError(Why(Reason.NOT_SEATED))
        action = _action(self.action)
        if not isinstance(action, OFF_TURN) and not state.base + state.turn_version <= self.version <= state.version:
            raise EntryRefusedError(Ignored.LATE)
        match, lines = _applied(state.match, index, action)
        seat = state.seats[index]
        if not seat.autopilot and not seat.idled:
            return _after(state, match, action), lines
        notes = (TableNote(Happening.AUTOPILOT_OFF, seat.name),) if seat.autopilot else ()
        state = state.with_seat(index, replace(seat, autopilot=False, idled=0))
        return _after(state, match, action), (*notes, *lines)


class BotPlayed(Content, frozen=True, tag="bot"):
    """A bot makes a move for a seat, or the table makes the only move that a seat can make."""

    seat: int
    action: str
    level: str = ""
    """Level of the bot that chose, where it may differ from the level of the seat; else empty."""

    def apply(self, state: TableState, _who: int) -> Change:
        """Make the move, if a bot plays the seat or the seat is on turn and can only take the penalty."""
        match = _playing(state, self.seat)
        if not state.by_bot(self.seat) and not (self.seat == match.turn and only_take(state.answers())):
            raise EntryRefusedError(Ignored.LATE)
        action = _action(self.action)
        match, lines = _applied(match, self.seat, action)
        seat = state.seats[self.seat]
        plays_as = self.level if self.level != seat.level else ""
        if not self.level or not seat.level or plays_as == seat.plays_as:
            return _after(state, match, action), lines
        note = TableNote(Happening.PLAYS_AS if plays_as else Happening.PLAYS_FULLY, seat.name)
        state = state.with_seat(self.seat, replace(seat, plays_as=plays_as))
        return _after(state, match, action), (note, *lines)


class ClockPlayed(Content, frozen=True, tag="clock"):
    """The turn clock plays the whole turn of a seat."""

    seat: int
    actions: tuple[str, ...]

    def apply(self, state: TableState, _who: int) -> Change:
        """Play for a person whose time is up; after `IDLE_TURNS` such turns in a row, turn the autopilot on."""
        match = _playing(state, self.seat)
        clock = state.options.turn_seconds
        if self.seat != match.turn or state.by_bot(self.seat) or clock is None or not self.actions:
            raise EntryRefusedError(Ignored.LATE)
        seat = state.seats[self.seat]
        seat = replace(seat, idled=seat.idled + 1, autopilot=seat.idled + 1 >= IDLE_TURNS)
        lines: tuple[Line, ...] = (TableNote(Happening.TIMEOUT, seat.name),)
        if seat.autopilot:
            lines = (*lines, TableNote(Happening.AUTOPILOT_ON, seat.name))
        for text in self.actions:
            match, events = _applied(match, self.seat, _action(text))
            lines += events
        return _after(state.with_seat(self.seat, seat), match, _action(self.actions[0])), lines


def clock_play(match: Match) -> tuple[str, ...]:
    """Return the actions that the turn clock plays for the seat on turn; a card just drawn is always kept."""
    idle = match.idle(match.turn)
    after, _ = match.apply(match.turn, idle)
    drew = not after.over and after.turn == match.turn and after.round.phase is Phase.DRAWN
    return (idle.text, Keep().text) if drew else (idle.text,)


def _action(text: str) -> Action:
    try:
        return action_of(text)
    except ValueError:
        raise EntryRefusedError(Ignored.NEEDLESS) from None


def _playing(state: TableState, seat: int) -> Match:
    """Return the match in progress; raise `EntryRefusedError` if no match is in progress or the seat is not in it."""
    match = state.match
    if match is None or match.over or not 0 <= seat < match.seats:
        raise EntryRefusedError(Ignored.LATE)
    return match


def _applied(match: Match, seat: int, action: Action) -> tuple[Match, tuple[Event, ...]]:
    try:
        return match.apply(seat, action)
    except IllegalAction as error:
        raise EntryRefusedError(error.why) from None


def _after(state: TableState, match: Match, action: Action) -> TableState:
    same_turn = isinstance(action, CallUno | CatchUno)
    version = state.turn_version if same_turn else match.version
    return replace(state, match=match, acted=state.number + 1, turn_version=version)


# Autopilot and pace


class AutopilotSet(Content, frozen=True, tag="autopilot"):
    """A person hands their seat to a bot, or takes it back."""

    on: bool

    def apply(self, state: TableState, who: int) -> Change:
        """Turn the seat's autopilot on or off; needs `Right.AUTOPILOT`."""
        index = state.seat_of(who)
        if index is None or state.seats[index].autopilot is self.on or not state.allows(who, Right.AUTOPILOT):
            raise EntryRefusedError(Ignored.NEEDLESS)
        seat = state.seats[index]
        happening = Happening.AUTOPILOT_ON if self.on else Happening.AUTOPILOT_OFF
        return state.with_seat(index, replace(seat, autopilot=self.on, idled=0)), (TableNote(happening, seat.name),)


class PaceSet(Content, frozen=True, tag="pace"):
    """A person chooses the speed of the bots, which applies while only one person has a seat."""

    pace: BotPace

    def apply(self, state: TableState, who: int) -> Change:
        """Set the speed; the person must have a seat."""
        if state.pace is self.pace or state.seat_of(who) is None:
            raise EntryRefusedError(Ignored.NEEDLESS)
        return replace(state, pace=self.pace), ()


class Hurried(Content, frozen=True, tag="hurry"):
    """The only person in a match asks the bots not to wait until that person's next turn or the end of the round."""

    def apply(self, state: TableState, who: int) -> Change:
        """Make the bots play at once; if the person owes an UNO call, the time to catch them does not restart."""
        match = state.match
        if match is None or match.over or state.hurried or not state.by_bot(match.turn):
            raise EntryRefusedError(Ignored.NEEDLESS)
        if not state.allows(who, Right.HURRY):
            raise EntryRefusedError(Ignored.NEEDLESS)
        if state.person_owes:
            return replace(state, hurried=True), ()
        return replace(state, hurried=True, turn_entry=state.number + 1, acted=state.number + 1), ()
