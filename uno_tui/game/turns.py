"""What each action does to a round (R4-R9, R11): one transition an action, and leaving."""

from collections.abc import Callable
from typing import Any, Final

from uno_tui.game.actions import (
    Action,
    CallUno,
    CatchUno,
    Challenge,
    Draw,
    JumpIn,
    Keep,
    NameColor,
    Play,
    Take,
)
from uno_tui.game.cards import Card, Rank
from uno_tui.game.events import (
    Called,
    Caught,
    Cause,
    Challenged,
    ColorNamed,
    Event,
    HandsPassed,
    Kept,
    Passed,
    Played,
    Reversed,
    Swapped,
)
from uno_tui.game.legal import playable
from uno_tui.game.state import NOBODY, State, Trial, event
from uno_tui.game.view import Phase

MAX_DRAWN: Final = 10
"""Cards one ``until_playable`` draw takes at most (R4.3)."""


def _play(state: State, seat: int, action: Play, events: list[Event]) -> None:
    """Put a card, or two, on the discard pile and let it act (R4.1, R6, R7, R11)."""
    face = action.card
    before = state.color
    _put(state, seat, face, action.double)
    if face.color is not None:
        state.color = face.color
    elif action.color is not None:
        state.color = action.color
    events.append(event(_played, seat, action))
    _act(state, seat, action, before, events)


def _jump_in(state: State, seat: int, action: JumpIn, events: list[Event]) -> None:
    """A jump-in takes the turn over; who was deciding on a drawn card keeps it (R11.1)."""
    _put(state, seat, action.card, double=False)
    events.append(event(_played, seat, action))
    _act(state, seat, action, state.color, events)


def _played(seat: int, action: Play | JumpIn) -> Played:
    if isinstance(action, JumpIn):
        return Played(seat, action.card, uno=action.uno, jump=True)
    return Played(seat, action.card, action.color, action.double, action.uno)


def _put(state: State, seat: int, face: Card, double: bool) -> None:
    """Move a card, or two equal ones, from the hand to the discard pile."""
    held = state.hands[seat] & state.setup.deck.of_face[face]
    bit = held & -held
    state.discards |= 1 << state.top
    state.top = bit.bit_length() - 1
    if double:
        second = (held ^ bit) & -(held ^ bit)
        state.discards |= second
        bit |= second
    if state.setup.next_turn:
        state.owing = 0
    state.hold(seat, state.hands[seat] ^ bit)
    state.moved = True


def _act(state: State, seat: int, action: Play | JumpIn, before: int, events: list[Event]) -> None:
    """Carry out what a card on the table does: `before` is the color in force before it was played."""
    rank = action.card.rank
    if not state.hands[seat]:
        _go_out(state, seat, rank, events)
        return
    if state.setup.exchanging and rank in (Rank.SEVEN, Rank.ZERO):
        _move_hands(state, seat, action.swap, events)
    if action.uno:
        state.owing &= ~(1 << seat)
        state.called |= 1 << seat
    if rank == Rank.SKIP or (rank == Rank.REVERSE and state.two_left):
        state.skip(seat, events)
        return
    if rank == Rank.REVERSE:
        state.direction = -state.direction
        events.append(event(Reversed, state.direction))
    state.pass_turn(state.neighbor(seat, state.direction), events)
    if rank in _PENALTIES:
        _open_penalty(state, seat, rank, before)


_PENALTIES: Final = {Rank.DRAW_TWO: 2, Rank.WILD_DRAW_FOUR: 4}


def _open_penalty(state: State, seat: int, rank: Rank, before: int) -> None:
    """The next seat must answer (R6.1); under ``bluff`` the hand is frozen as evidence (R7.4, R10.2)."""
    state.penalty += _PENALTIES[rank]
    state.phase = Phase.ANSWER
    state.trial = None
    if rank == Rank.WILD_DRAW_FOUR and state.setup.rules.draw_four == "bluff":
        evidence = state.hands[seat]
        state.trial = Trial(seat, evidence, bool(evidence & state.setup.deck.of_color[before]))


def _go_out(state: State, seat: int, rank: Rank, events: list[Event]) -> None:
    """The last card is played: a penalty it opens or adds to is drawn at once, and the round ends (R9.1)."""
    if rank in _PENALTIES:
        owed = state.penalty + _PENALTIES[rank]
        state.give(state.neighbor(seat, state.direction), owed, Cause.PENALTY, events)
    state.turn = seat
    state.end(seat, events)


def _move_hands(state: State, seat: int, swap: int | None, events: list[Event]) -> None:
    """A 7 swaps two hands, a 0 passes all along (R11.2)."""
    deck = state.setup.deck
    hands = state.hands
    if swap is not None:
        events.append(Swapped(seat, swap, (deck.list(hands[seat]), deck.list(hands[swap]))))
        state.hold(seat, hands[swap])
        state.hold(swap, hands[seat])
        return
    moves = [(giver, state.neighbor(giver, state.direction)) for giver in state.seats_live()]
    events.append(HandsPassed(state.direction, tuple((a, b, deck.list(hands[a])) for a, b in moves)))
    for giver, taker in moves:
        state.hold(taker, hands[giver])


def _draw(state: State, seat: int, _action: Any, events: list[Event]) -> None:
    """Draw one card, or until one can be played; it may then be played or kept (R4.2, R4.3)."""
    _shut_window(state)
    taken, fits = _draw_cards(state, state.hands[seat], events)
    state.receive(seat, taken, 1, Cause.TURN, events)
    if fits:
        state.phase = Phase.DRAWN
        state.drawn = taken[-1]
    else:
        events.append(event(Passed, seat))
        state.pass_turn(state.neighbor(seat, state.direction), events)


def _draw_cards(state: State, hand: int, events: list[Event]) -> tuple[list[int], bool]:
    """The cards of a turn's draw and whether the newest can be played, judged against the hand as it then is."""
    most = MAX_DRAWN if state.setup.rules.draw == "until_playable" else 1
    taken: list[int] = []
    fits = False
    while not fits and len(taken) < most and (card := state.take(1, events)):
        taken += card
        hand |= 1 << card[0]
        fits = bool(playable(state, hand) >> card[0] & 1)
    return taken, fits


def _keep(state: State, seat: int, _action: Any, events: list[Event]) -> None:
    _shut_window(state)
    events.append(event(Kept, seat))
    state.pass_turn(state.neighbor(seat, state.direction), events)


def _take(state: State, seat: int, _action: Any, events: list[Event]) -> None:
    _shut_window(state)
    _pay(state, seat, state.penalty, events)


def _pay(state: State, seat: int, count: int, events: list[Event]) -> None:
    """Draw the penalty and lose the turn (R6.1)."""
    state.penalty = 0
    state.trial = None
    state.give(seat, count, Cause.PENALTY, events)
    state.pass_turn(state.neighbor(seat, state.direction), events)


def _challenge(state: State, seat: int, _action: Any, events: list[Event]) -> None:
    """Judge the newest Wild Draw Four by the evidence frozen when it was played (R7.4, R10.2)."""
    _shut_window(state)
    assert state.trial, "a challenge is legal only with something to judge"
    (offender, evidence, guilty), owed = state.trial, state.penalty
    events.append(Challenged(seat, offender, guilty, state.setup.deck.list(evidence)))
    if not guilty:
        _pay(state, seat, owed + 2, events)
        return
    state.penalty = 0
    state.trial = None
    state.give(offender, owed, Cause.GUILTY, events)
    state.phase = Phase.PLAY


def _name_color(state: State, seat: int, action: Any, events: list[Event]) -> None:
    _shut_window(state)
    state.color = action.color
    state.phase = Phase.PLAY
    events.append(ColorNamed(seat, action.color))


def _call(state: State, seat: int, _action: Any, events: list[Event]) -> None:
    state.owing &= ~(1 << seat)
    state.called |= 1 << seat
    events.append(event(Called, seat))


def _catch(state: State, seat: int, action: Any, events: list[Event]) -> None:
    """The one who forgot draws; turn, phase and debts stay, and the offence is settled (R8.4)."""
    offender = action.seat
    moved = state.moved
    events.append(event(Caught, seat, offender))
    state.give(offender, state.setup.rules.uno_penalty, Cause.CAUGHT, events)
    state.owing &= ~(1 << offender)
    state.moved = moved or state.moved


def _shut_window(state: State) -> None:
    """Under ``next_turn`` any action but a call or a catch shuts every catch window (R8.3)."""
    if state.setup.next_turn:
        state.owing = 0


TRANSITIONS: Final[dict[type[Action], Callable[[State, int, Any, list[Event]], None]]] = {
    Play: _play,
    JumpIn: _jump_in,
    Draw: _draw,
    Keep: _keep,
    Take: _take,
    Challenge: _challenge,
    NameColor: _name_color,
    CallUno: _call,
    CatchUno: _catch,
}


def leave(state: State, seat: int, events: list[Event]) -> None:
    """Take a seat out of the round: hand under the discards, turn on by seat, its debts gone (R9.5)."""
    after = state.neighbor(seat, state.direction)
    state.discards |= state.hands[seat]
    state.hold(seat, 0)
    state.live &= ~(1 << seat)
    state.blank = 0
    if state.phase is Phase.OVER:
        return
    if state.live.bit_count() == 1:
        state.end(None, events)
        return
    if state.trial and seat == state.trial.offender:
        state.trial = None
    if seat == state.turn:
        state.turn = after
        state.moved = False
        state.drawn = NOBODY
        state.penalty = 0
        state.trial = None
        if state.phase is not Phase.COLOR:
            state.phase = Phase.PLAY
