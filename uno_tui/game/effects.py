"""The effects of actions on a round, including challenges, penalties and leaving (R4-R9, R11).

Each function takes the state, the acting seat and a legal action, and changes the state in place.
"""

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
from uno_tui.game.cards import Rank
from uno_tui.game.deck import BITS
from uno_tui.game.events import Called, Caught, Cause, Challenged, ColorNamed, Drew, HandsPassed, Reversed, Swapped
from uno_tui.game.rule_tables import NOTHING, FaceUp, ResolvedPlay
from uno_tui.game.rules import FAILED_CHALLENGE_CARDS, MAX_DRAWN
from uno_tui.game.state import State, Trial
from uno_tui.game.view import ANSWER, COLOR, DRAWN, OVER, PLAY


def _play(state: State, seat: int, action: Any) -> None:
    """Put a card, or two, on the discard pile and carry out its effect (R4.1, R6, R7, R11).

    A jump-in also ends the turn of a seat that is deciding on a drawn card; that seat keeps the card (R11.1).
    """
    played = state.setup.resolved[action]
    before = state.face_up
    hand = state.hands[seat]
    for card, face_up in played.copies:  # pragma: no branch  # a legal play is of a card that is held
        if hand & card:
            state.face_up = face_up
            break
    rest = hand ^ card
    state.discards |= before.bit
    state.idle_turns = 0
    state.events += played.events[seat]
    state.hold(seat, rest)
    if rest and played.plain:
        state.pass_turn(seat)
    else:
        _carry_out(state, seat, played, before)


def _carry_out(state: State, seat: int, played: ResolvedPlay, before: FaceUp) -> None:
    """Carry out what follows from a play, once the card is on the discard pile (R4.4, R6, R8.2, R9.1, R11.2)."""
    setup = state.setup
    card = state.face_up.bit
    if played.color is None:
        state.face_up = setup.tops[before.color][card]
    if played.double:
        _play_second(state, seat, played)
    if not state.hands[seat]:
        _go_out(state, seat, played.rank)
        return
    if card & setup.exchanging:
        _move_hands(state, seat, played.swap)
    if played.uno:
        state.call(seat)
    _EFFECTS.get(played.rank, _pass)(state, seat, before)


def _play_second(state: State, seat: int, played: ResolvedPlay) -> None:
    """Put the second card of a double on the discard pile (R10.4)."""
    hand = state.hands[seat]
    second = next(copy for copy, _ in played.copies if hand & copy)
    state.discards |= second
    state.hold(seat, hand ^ second)


def _pass(state: State, seat: int, _before: FaceUp) -> None:
    state.pass_turn(seat)


def _skip(state: State, seat: int, _before: FaceUp) -> None:
    """Skip the next seat (R6.1)."""
    lost = state.order.after[seat]
    state.events += state.setup.skipped[lost]
    state.pass_turn(lost)


def _reverse(state: State, seat: int, before: FaceUp) -> None:
    """Reverse the direction of play; with two players, skip the other player instead (R6.1, R6.2)."""
    if state.order.players == 2:
        _skip(state, seat, before)
        return
    state.order = state.order.turned()
    state.events += _REVERSED[state.direction]
    state.pass_turn(seat)


def _draw_two(state: State, seat: int, _before: FaceUp) -> None:
    """Make the next seat owe a penalty of two more cards (R6.1)."""
    state.pass_turn(seat)
    state.phase = ANSWER
    state.penalty += 2
    state.trial = None


def _wild_draw_four(state: State, seat: int, before: FaceUp) -> None:
    """Make the next seat owe a penalty; under ``bluff``, store the hand for a challenge (R7.2, R7.4, R10.2)."""
    state.pass_turn(seat)
    state.phase = ANSWER
    state.penalty += 4
    state.trial = None
    if state.setup.rules.draw_four == "bluff":
        evidence = state.hands[seat]
        state.trial = Trial(seat, evidence, bool(evidence & state.setup.deck.of_color[before.color]))


_REVERSED: Final = {direction: (Reversed(direction),) for direction in (1, -1)}
_PENALTIES: Final = {int(Rank.DRAW_TWO): 2, int(Rank.WILD_DRAW_FOUR): 4}
_EFFECTS: Final[dict[int, Callable[[State, int, FaceUp], None]]] = {
    Rank.SKIP: _skip,
    Rank.REVERSE: _reverse,
    Rank.DRAW_TWO: _draw_two,
    Rank.WILD_DRAW_FOUR: _wild_draw_four,
}
"""By rank, the function that carries out the card's effect, given the card face up before."""


def _go_out(state: State, seat: int, rank: int) -> None:
    """End the round after a seat's last card; first, the next seat draws any penalty that is still owed (R9.1)."""
    if rank in _PENALTIES:
        state.give(state.order.after[seat], state.penalty + _PENALTIES[rank], Cause.PENALTY)
    state.turn = seat
    state.end(seat)


def _move_hands(state: State, seat: int, swap: int | None) -> None:
    """Swap two hands for a 7, or pass all hands along for a 0 (R11.2)."""
    deck = state.setup.deck
    hands = state.hands
    if swap is not None:
        state.events += (Swapped(seat, swap, (deck.list(hands[seat]), deck.list(hands[swap]))),)
        state.hold(seat, hands[swap])
        state.hold(swap, hands[seat])
        return
    after = state.order.after
    passed = tuple((giver, after[giver], deck.list(hands[giver])) for giver in state.order.seats)
    state.events += (HandsPassed(state.direction, passed),)
    for giver in state.order.seats:
        state.hold(after[giver], hands[giver])


def _draw(state: State, seat: int, _action: Any) -> None:
    """Draw one card, or cards until one can be played; the seat may play or keep the newest card (R4.2, R4.3)."""
    setup = state.setup
    if setup.draws_on:
        _draw_on(state, seat)
        return
    card = state.draw()
    if card < 0:
        state.events += (Drew(seat, 0, 1, Cause.TURN, ()), *setup.passed[seat])
        state.pass_turn(seat)
        return
    hand = state.hands[seat] | BITS[card]
    state.hold(seat, hand)
    state.idle_turns = 0
    if state.face_up.accepts(card, hand):
        state.phase = DRAWN
        state.drawn = card
        state.events += setup.drew[seat][card]
    else:
        state.events += setup.drew_and_passed[seat][card]
        state.pass_turn(seat)


def _draw_on(state: State, seat: int) -> None:
    """Draw cards until the newest one can be played, given the hand at that moment (R4.3)."""
    hand = state.hands[seat]
    taken: list[int] = []
    while len(taken) < MAX_DRAWN and (card := state.draw()) != NOTHING:
        taken.append(card)
        hand |= BITS[card]
        if state.face_up.accepts(card, hand):
            break
    state.receive(seat, taken, 1, Cause.TURN)
    if taken and state.face_up.accepts(taken[-1], hand):
        state.phase = DRAWN
        state.drawn = taken[-1]
    else:
        state.events += state.setup.passed[seat]
        state.pass_turn(seat)


def _keep(state: State, seat: int, _action: Any) -> None:
    state.events += state.setup.kept[seat]
    state.pass_turn(seat)


def _take(state: State, seat: int, _action: Any) -> None:
    _pay(state, seat, state.penalty)


def _pay(state: State, seat: int, count: int) -> None:
    """Make a seat draw the penalty, which ends its turn (R6.1)."""
    state.penalty = 0
    state.trial = None
    state.give(seat, count, Cause.PENALTY)
    state.pass_turn(seat)


def _challenge(state: State, seat: int, _action: Any) -> None:
    """Judge the newest Wild Draw Four by the offender's hand when it was played (R7.4, R10.2)."""
    assert state.trial, "a challenge is legal only with something to judge"
    (offender, evidence, guilty), owed = state.trial, state.penalty
    state.events += (Challenged(seat, offender, guilty, state.setup.deck.list(evidence)),)
    if not guilty:
        _pay(state, seat, owed + FAILED_CHALLENGE_CARDS)
        return
    state.penalty = 0
    state.trial = None
    state.give(offender, owed, Cause.GUILTY)
    state.phase = PLAY


def _name_color(state: State, seat: int, action: Any) -> None:
    state.face_up = state.setup.tops[action.color][state.face_up.bit]
    state.phase = PLAY
    state.events += (ColorNamed(seat, action.color),)


def _call(state: State, seat: int, _action: Any) -> None:
    state.call(seat)
    state.events += (Called(seat),)


def _catch(state: State, seat: int, action: Any) -> None:
    """Make the caught seat draw; afterwards the seat owes no UNO call. The turn and phase stay the same (R8.4)."""
    offender = action.seat
    state.events += (Caught(seat, offender),)
    state.give(offender, state.setup.rules.uno_penalty, Cause.CAUGHT)
    state.owing &= ~BITS[offender]


def act(state: State, seat: int, action: Action) -> None:
    """Carry out a legal action; any but a call or a catch shuts ``next_turn`` catch windows (R8.3)."""
    if state.owing and state.setup.next_turn and not isinstance(action, CallUno | CatchUno):
        state.owing = 0
    _TRANSITIONS[type(action)](state, seat, action)


_TRANSITIONS: Final[dict[type[Action], Callable[[State, int, Any], None]]] = {
    Play: _play,
    JumpIn: _play,
    Draw: _draw,
    Keep: _keep,
    Take: _take,
    Challenge: _challenge,
    NameColor: _name_color,
    CallUno: _call,
    CatchUno: _catch,
}


def leave(state: State, seat: int) -> None:
    """Take a seat out of the round: the hand goes under the discard pile, and what the seat owes is dropped (R9.5)."""
    after = state.order.after[seat]
    state.discards |= state.hands[seat]
    state.hold(seat, 0)
    state.order = state.order.without(seat)
    state.idle_turns = min(state.idle_turns, 1)
    if state.phase is OVER:
        return
    if not state.order.live & ~state.setup.allies[after]:
        state.end(None)
        return
    if state.trial and seat == state.trial.offender:
        state.trial = None
    if seat == state.turn:
        state.turn = after
        state.idle_turns = 1
        state.drawn = NOTHING
        state.penalty = 0
        state.trial = None
        if state.phase is not COLOR:
            state.phase = PLAY
