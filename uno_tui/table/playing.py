"""What becomes of the match at a table: its start, and the moves of people, bots and the turn clock."""

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
from uno_tui.table.entry import (
    LEAVE,
    Acted,
    BotPlayed,
    ClockPlayed,
    Entry,
    Hurried,
    TableStart,
)
from uno_tui.table.facts import Seat
from uno_tui.table.protocol import Happening, Right, Stage, TableNote
from uno_tui.table.state import OFF_TURN, TableState, facts_of, only_take
from uno_tui.table.transition import Change, EntryRefusedError, Ignored, Line, need
from uno_tui.table.wishes import check_players

IDLE_TURNS: Final = 2
"""Number of turns in a row played by the turn clock after which a bot plays the seat (autopilot)."""


@lru_cache(maxsize=4096)
def action_of(text: str) -> Action:
    """Return the action in the given notation; raise `ValueError` if the text is not an action."""
    return parse_action(text)


# The start


def open_table(entry: Entry, start: TableStart) -> Change:
    """Return the table after a `TableStart`, which may be its first entry.

    Raises:
        EntryRefusedError: Its values do not make a match.
    """
    number = entry.number
    state = TableState(**facts_of(start), number=number, began=entry.at)  # type: ignore[arg-type]  # its own fields
    if start.seed is None:
        return state, ()
    try:
        match, lines = Match.start(start.rules, len(start.seats), start.seed, start.typed)
        for seat, text in start.moves:
            match, events = match.leave(seat) if text == LEAVE else match.apply(seat, action_of(text))
            lines += events
    except (RulesError, IllegalAction, ValueError) as error:
        raise EntryRefusedError(Ignored.NEEDLESS) from error
    stage = Stage.OVER if match.over else Stage.PLAYING
    return replace(state, match=match, stage=stage, turn_version=match.version, turn_entry=number, acted=number), lines


def start(state: TableState, entry: Entry, what: TableStart) -> Change:
    """Start a match, requested by the host, or by the table itself once every seat is taken."""
    need_start(state, entry.who)
    if what.seed is None or what.moves or what.matches != state.matches + 1:
        raise EntryRefusedError(Ignored.LATE)
    return open_table(entry, what)


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
    players = len(seats) if state.options.fill else sum(seat.taken for seat in seats)
    check_players(state.rules.check_seats, players)
    for index, seat in enumerate(seats):
        if state.options.fill and not seat.taken:
            state = with_bot(state, index, bot_names)
    facts: dict[str, object] = {
        **facts_of(state),
        "stage": Stage.PLAYING,
        "seats": tuple(replace(seat, autopilot=False, idled=0) for seat in state.seats if seat.taken),
        "matches": state.matches + 1,
        "base": state.version + 1 if state.match else 0,
    }
    return TableStart(**facts, seed=seed, typed=typed)  # type: ignore[arg-type]  # its own fields


def with_bot(state: TableState, index: int, bot_names: Sequence[str]) -> TableState:
    """Return the table with a bot on an empty seat; the bot gets the first of these names that nobody uses."""
    name = next((one for one in bot_names if state.is_unused(one)), None) or state.unused("Bot")
    return state.with_seat(index, Seat(level=state.options.level, name=name))


# Moves


def act(state: TableState, entry: Entry, what: Acted) -> Change:
    """Make a person's move. Calls, catches and jump-ins are never refused as late, only as illegal."""
    index = state.seat_of(entry.who)
    if state.match is None or index is None:
        raise EntryRefusedError(Why(Reason.NOT_SEATED))
    action = _action(what.action)
    if not isinstance(action, OFF_TURN) and not state.base + state.turn_version <= what.version <= state.version:
        raise EntryRefusedError(Ignored.LATE)
    match, lines = _applied(state.match, index, action)
    seat = state.seats[index]
    if not seat.autopilot and not seat.idled:
        return _after(state, entry, match, action), lines
    notes = (TableNote(Happening.AUTOPILOT_OFF, seat.name),) if seat.autopilot else ()
    state = state.with_seat(index, replace(seat, autopilot=False, idled=0))
    return _after(state, entry, match, action), (*notes, *lines)


def play_bot(state: TableState, entry: Entry, what: BotPlayed) -> Change:
    """Make a move for a seat that a bot plays, or the only possible move of the seat on turn."""
    match = _playing(state, what.seat)
    if not state.by_bot(what.seat) and not (what.seat == match.turn and only_take(state.answers())):
        raise EntryRefusedError(Ignored.LATE)
    action = _action(what.action)
    match, lines = _applied(match, what.seat, action)
    return _after(state, entry, match, action), lines


def play_clock(state: TableState, entry: Entry, what: ClockPlayed) -> Change:
    """Play a whole turn for a person whose time is up; after too many such turns the seat goes on autopilot."""
    match = _playing(state, what.seat)
    if what.seat != match.turn or state.by_bot(what.seat) or state.options.turn_seconds is None or not what.actions:
        raise EntryRefusedError(Ignored.LATE)
    seat = state.seats[what.seat]
    seat = replace(seat, idled=seat.idled + 1, autopilot=seat.idled + 1 >= IDLE_TURNS)
    lines: tuple[Line, ...] = (TableNote(Happening.TIMEOUT, seat.name),)
    if seat.autopilot:
        lines = (*lines, TableNote(Happening.AUTOPILOT_ON, seat.name))
    for text in what.actions:
        match, events = _applied(match, what.seat, _action(text))
        lines += events
    return _after(state.with_seat(what.seat, seat), entry, match, _action(what.actions[0])), lines


def clock_play(match: Match) -> tuple[str, ...]:
    """Return the actions that the turn clock plays for the seat on turn; a card just drawn is always kept."""
    idle = match.idle(match.turn)
    after, _ = match.apply(match.turn, idle)
    drew = not after.over and after.turn == match.turn and after.round.phase is Phase.DRAWN
    return (idle.text, Keep().text) if drew else (idle.text,)


def hurry(state: TableState, entry: Entry, _what: Hurried) -> Change:
    """Make the bots play without waiting; if the person owes an UNO call, the time to catch them does not restart."""
    match = state.match
    if match is None or match.over or not state.allows(entry.who, Right.HURRY):
        raise EntryRefusedError(Ignored.NEEDLESS)
    if state.hurried or not state.by_bot(match.turn):
        raise EntryRefusedError(Ignored.NEEDLESS)
    if state.person_owes:
        return replace(state, hurried=True), ()
    return replace(state, hurried=True, turn_entry=entry.number, acted=entry.number), ()


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


def _after(state: TableState, entry: Entry, match: Match, action: Action) -> TableState:
    same_turn = isinstance(action, CallUno | CatchUno)
    version = state.turn_version if same_turn else match.version
    return replace(state, match=match, acted=entry.number, turn_version=version)
