"""The reasons of refusals, for actions that are not legal; they reveal nothing that the asking seat may not see."""

from collections.abc import Callable
from typing import Any, Final

from uno_tui.game.actions import (
    Action,
    CallUno,
    CatchUno,
    Challenge,
    Deal,
    Draw,
    JumpIn,
    Keep,
    NameColor,
    Play,
    Take,
)
from uno_tui.game.cards import Card, Rank
from uno_tui.game.errors import Reason, Why
from uno_tui.game.state import State
from uno_tui.game.view import ANSWER, COLOR, DRAWN, OVER, PLAY


def explain(state: State, seat: int, action: Action) -> Why:
    """Return why that seat may not take this action now, which must not be legal.

    Raises:
        ValueError: `action` is no action of this engine.
    """
    if type(action) not in _KINDS:
        raise ValueError(f"no action {action!r}: make one by action() or by its class")
    if type(seat) is not int or not 0 <= seat < state.setup.seats or not state.live >> seat & 1:
        return Why(Reason.NOT_SEATED)
    if isinstance(action, Deal):
        return Why(Reason.ROUND_GOING)
    if state.phase is OVER:
        return Why(Reason.ROUND_OVER)
    if isinstance(action, CallUno):
        return Why(Reason.NO_CALL_DUE)
    if isinstance(action, CatchUno):
        return Why(Reason.CATCH_SELF) if action.seat == seat else Why(Reason.NO_CATCH, seat=action.seat)
    if isinstance(action, JumpIn):
        return _jump_in(state, seat, action)
    if seat != state.turn:
        return Why(Reason.NOT_YOUR_TURN, seat=state.turn)
    return _WHY[type(action)](state, seat, action)


def _jump_in(state: State, seat: int, action: JumpIn) -> Why:
    rules, deck = state.setup.rules, state.setup.deck
    if not rules.jump_in:
        return Why(Reason.NO_JUMP_IN)
    if seat == state.turn:
        return Why(Reason.JUMP_TURN)
    if state.phase not in (PLAY, DRAWN):
        return Why(Reason.JUMP_CLOSED)
    held = state.hands[seat] & deck.of_face.get(action.card, 0)
    if not held:
        return Why(Reason.NOT_HELD, card=action.card)
    if not held & state.face_up.same:
        return Why(Reason.JUMP_CARD, card=action.card, other=deck.cards[state.top])
    return _manner(state, seat, action)


def _play(state: State, seat: int, action: Play) -> Why:
    deck = state.setup.deck
    face = action.card
    held = state.hands[seat] & deck.of_face.get(face, 0)
    if state.phase is COLOR:
        return Why(Reason.COLOR_OWED)
    if not held:
        return Why(Reason.NOT_HELD, card=face)
    if state.phase is ANSWER:
        return _stack(state, seat, action, held)
    if state.phase is DRAWN and (action.double or face is not deck.cards[state.drawn]):
        return Why(Reason.ONLY_DRAWN, card=deck.cards[state.drawn])
    if state.phase is PLAY and not held & state.face_up.playable(state.hands[seat]):
        return _unplayable(state, face, state.hands[seat])
    if action.double:
        if not state.setup.rules.doubles or not face.rank.is_number:
            return Why(Reason.NO_DOUBLES, card=face)
        if held.bit_count() < 2:
            return Why(Reason.NOT_HELD, card=face)
    return _manner(state, seat, action)


def _stack(state: State, seat: int, action: Play, held: int) -> Why:
    if held & state.face_up.stacks and not action.double:
        return _manner(state, seat, action)
    if state.setup.rules.stacking == "off":
        return Why(Reason.PENALTY_OPEN, count=state.penalty)
    return Why(Reason.NO_STACK, card=action.card, other=state.setup.deck.cards[state.top])


def _unplayable(state: State, face: Card, hand: int) -> Why:
    deck = state.setup.deck
    if face.rank == Rank.WILD_DRAW_FOUR:
        reason = Reason.FOUR_COLOR if state.setup.by_color else Reason.FOUR_MATCH
        return Why(reason, card=face, other=deck.list(hand & state.face_up.bars)[0])
    return Why(Reason.NO_MATCH, card=face, other=deck.cards[state.top], color=int(state.color))


def _manner(state: State, seat: int, action: Play | JumpIn) -> Why:
    """Return why a playable card may not be played in the requested way: its color, seat or UNO call is wrong."""
    face, swap = action.card, action.swap
    color, count = (action.color, 1 + action.double) if isinstance(action, Play) else (None, 1)
    left = state.hands[seat].bit_count() - count
    if color is None and face.is_wild and left:
        return Why(Reason.COLOR_MISSING, card=face)
    if color is not None and not (face.is_wild and left):
        return Why(Reason.COLOR_GIVEN, card=face)
    names_seat = state.setup.rules.seven_zero and face.rank == Rank.SEVEN and left > 0
    if swap is None and names_seat:
        return Why(Reason.SWAP_MISSING, card=face)
    if swap is not None and not names_seat:
        return Why(Reason.SWAP_GIVEN, card=face)
    if swap is not None and (swap == seat or swap not in state.order.seats):
        return Why(Reason.SWAP_SEAT, card=face)
    assert action.uno, "everything else about the play is legal"
    return Why(Reason.NO_CALL_DUE)


def _draw(state: State, seat: int, _action: Action) -> Why:
    deck = state.setup.deck
    if state.phase is ANSWER:
        return Why(Reason.PENALTY_OPEN, count=state.penalty)
    if state.phase is COLOR:
        return Why(Reason.COLOR_OWED)
    if state.phase is DRAWN:
        return Why(Reason.ALREADY_DREW, card=deck.cards[state.drawn])
    return Why(Reason.MUST_PLAY, other=deck.list(state.face_up.playable(state.hands[seat]))[0])


def _keep(state: State, _seat: int, _action: Action) -> Why:
    if state.phase is ANSWER:
        return Why(Reason.PENALTY_OPEN, count=state.penalty)
    return Why(Reason.COLOR_OWED if state.phase is COLOR else Reason.NOTHING_DRAWN)


_WHY: Final[dict[type[Action], Callable[[State, int, Any], Why]]] = {
    Play: _play,
    Draw: _draw,
    Keep: _keep,
    Take: lambda *_: Why(Reason.NO_PENALTY),
    Challenge: lambda *_: Why(Reason.NO_CHALLENGE),
    NameColor: lambda *_: Why(Reason.NO_COLOR_OWED),
}

_KINDS: Final = {*_WHY, CallUno, CatchUno, Deal, JumpIn}
