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
from uno_tui.game.cards import BITS, Rank
from uno_tui.game.events import Called, Caught, Cause, Challenged, ColorNamed, Drew, HandsPassed, Reversed, Swapped
from uno_tui.game.prepared import FaceUp
from uno_tui.game.state import NOBODY, State, Trial
from uno_tui.game.view import ANSWER, COLOR, DRAWN, OVER, PLAY

MAX_DRAWN: Final = 10
"""Cards one ``until_playable`` draw takes at most (R4.3)."""


def _play(state: State, seat: int, action: Any) -> None:
    """Put a card, or two, on the discard pile and let it act (R4.1, R6, R7, R11).

    A jump-in takes the turn over; who was deciding on a drawn card keeps it (R11.1).
    """
    table = state.setup
    deed = table.deeds[action]
    before = state.face_up
    hand = state.hands[seat]
    for card, face_up in deed.copies:  # pragma: no branch  # a legal play is of a card that is held
        if hand & card:
            state.face_up = face_up
            break
    if deed.color is None:
        state.face_up = table.tops[before.color][card]
    rest = hand ^ card
    state.discards |= before.bit
    if deed.double:
        second = next(copy for copy, _ in deed.copies if rest & copy)
        state.discards |= second
        rest ^= second
    state.blank = 0
    state.told += deed.told[seat]
    state.hold(seat, rest)
    if not rest:
        _go_out(state, seat, deed.rank)
        return
    if card & table.exchanging:
        _move_hands(state, seat, deed.swap)
    if deed.uno:
        state.call(seat)
    effect = _EFFECTS[deed.rank]
    if effect is None:
        state.pass_turn(seat)
    else:
        effect(state, seat, before)


def _skip(state: State, seat: int, _before: FaceUp) -> None:
    """The next player loses a turn (R6.1)."""
    lost = state.order.after[seat]
    state.told += state.setup.skipped[lost]
    state.pass_turn(lost)


def _reverse(state: State, seat: int, before: FaceUp) -> None:
    """The direction turns; between two it is a Skip (R6.1, R6.2)."""
    if state.order.players == 2:
        _skip(state, seat, before)
        return
    state.order = state.order.turned()
    state.told += _REVERSED[state.direction]
    state.pass_turn(seat)


def _draw_two(state: State, seat: int, _before: FaceUp) -> None:
    """The next player must answer (R6.1)."""
    state.pass_turn(seat)
    state.phase = ANSWER
    state.penalty += 2
    state.trial = None


def _wild_draw_four(state: State, seat: int, before: FaceUp) -> None:
    """The next player must answer; under ``bluff`` the hand is frozen as evidence (R7.2, R7.4, R10.2)."""
    state.pass_turn(seat)
    state.phase = ANSWER
    state.penalty += 4
    state.trial = None
    if state.setup.rules.draw_four == "bluff":
        evidence = state.hands[seat]
        state.trial = Trial(seat, evidence, bool(evidence & state.setup.deck.of_color[before.color]))


_REVERSED: Final = {direction: (Reversed(direction),) for direction in (1, -1)}
_PENALTIES: Final = {int(Rank.DRAW_TWO): 2, int(Rank.WILD_DRAW_FOUR): 4}
_BY_RANK: Final[dict[int, Callable[[State, int, FaceUp], None]]] = {
    Rank.SKIP: _skip,
    Rank.REVERSE: _reverse,
    Rank.DRAW_TWO: _draw_two,
    Rank.WILD_DRAW_FOUR: _wild_draw_four,
}
_EFFECTS: Final = tuple(_BY_RANK.get(int(rank)) for rank in Rank)
"""By rank: what the card does beyond passing the turn, given what was face up before it."""


def _go_out(state: State, seat: int, rank: int) -> None:
    """The last card is played: a penalty it opens or adds to is drawn at once, and the round ends (R9.1)."""
    if rank in _PENALTIES:
        state.give(state.order.after[seat], state.penalty + _PENALTIES[rank], Cause.PENALTY)
    state.turn = seat
    state.end(seat)


def _move_hands(state: State, seat: int, swap: int | None) -> None:
    """A 7 swaps two hands, a 0 passes all along (R11.2)."""
    deck = state.setup.deck
    hands = state.hands
    if swap is not None:
        state.told += (Swapped(seat, swap, (deck.list(hands[seat]), deck.list(hands[swap]))),)
        state.hold(seat, hands[swap])
        state.hold(swap, hands[seat])
        return
    after = state.order.after
    passed = tuple((giver, after[giver], deck.list(hands[giver])) for giver in state.order.seats)
    state.told += (HandsPassed(state.direction, passed),)
    for giver in state.order.seats:
        state.hold(after[giver], hands[giver])


def _draw(state: State, seat: int, _action: Any) -> None:
    """Draw one card, or until one can be played; it may then be played or kept (R4.2, R4.3)."""
    table = state.setup
    if table.rules.draw == "until_playable":
        _draw_on(state, seat)
        return
    card = state.draw()
    if card == NOBODY:
        state.told += (Drew(seat, 0, 1, Cause.TURN, ()), *table.passed[seat])
        state.pass_turn(seat)
        return
    hand = state.hands[seat] | BITS[card]
    state.hold(seat, hand)
    state.blank = 0
    state.told += table.drew[seat][card]
    _judge(state, seat, card)


def _draw_on(state: State, seat: int) -> None:
    """Draw until a card can be played, judged against the hand as it then is (R4.3)."""
    hand = state.hands[seat]
    taken: list[int] = []
    while len(taken) < MAX_DRAWN and (card := state.draw()) != NOBODY:
        taken.append(card)
        hand |= BITS[card]
        if state.face_up.playable(hand) & BITS[card]:
            break
    state.receive(seat, taken, 1, Cause.TURN)
    _judge(state, seat, taken[-1] if taken else NOBODY)


def _judge(state: State, seat: int, card: int) -> None:
    """Let the seat play or keep the card it drew, or pass the turn if that cannot be played (R4.2)."""
    if card != NOBODY and state.face_up.playable(state.hands[seat]) & BITS[card]:
        state.phase = DRAWN
        state.drawn = card
    else:
        state.told += state.setup.passed[seat]
        state.pass_turn(seat)


def _keep(state: State, seat: int, _action: Any) -> None:
    state.told += state.setup.kept[seat]
    state.pass_turn(seat)


def _take(state: State, seat: int, _action: Any) -> None:
    _pay(state, seat, state.penalty)


def _pay(state: State, seat: int, count: int) -> None:
    """Draw the penalty and lose the turn (R6.1)."""
    state.penalty = 0
    state.trial = None
    state.give(seat, count, Cause.PENALTY)
    state.pass_turn(seat)


def _challenge(state: State, seat: int, _action: Any) -> None:
    """Judge the newest Wild Draw Four by the evidence frozen when it was played (R7.4, R10.2)."""
    assert state.trial, "a challenge is legal only with something to judge"
    (offender, evidence, guilty), owed = state.trial, state.penalty
    state.told += (Challenged(seat, offender, guilty, state.setup.deck.list(evidence)),)
    if not guilty:
        _pay(state, seat, owed + 2)
        return
    state.penalty = 0
    state.trial = None
    state.give(offender, owed, Cause.GUILTY)
    state.phase = PLAY


def _name_color(state: State, seat: int, action: Any) -> None:
    state.face_up = state.setup.tops[action.color][state.face_up.bit]
    state.phase = PLAY
    state.told += (ColorNamed(seat, action.color),)


def _call(state: State, seat: int, _action: Any) -> None:
    state.call(seat)
    state.told += (Called(seat),)


def _catch(state: State, seat: int, action: Any) -> None:
    """The one who forgot draws; turn, phase and debts stay, and the offence is settled (R8.4)."""
    offender = action.seat
    state.told += (Caught(seat, offender),)
    state.give(offender, state.setup.rules.uno_penalty, Cause.CAUGHT)
    state.owing &= ~BITS[offender]


def act(state: State, seat: int, action: Action) -> None:
    """Let a seat do something that is legal; any action but a call or a catch shuts ``next_turn`` windows (R8.3)."""
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
    """Take a seat out of the round: hand under the discards, turn on by seat, its debts gone (R9.5)."""
    after = state.order.after[seat]
    state.discards |= state.hands[seat]
    state.hold(seat, 0)
    state.order = state.order.without(seat)
    state.blank = min(state.blank, 1)
    if state.phase is OVER:
        return
    if state.order.players == 1:
        state.end(None)
        return
    if state.trial and seat == state.trial.offender:
        state.trial = None
    if seat == state.turn:
        state.turn = after
        state.blank = 1
        state.drawn = NOBODY
        state.penalty = 0
        state.trial = None
        if state.phase is not COLOR:
            state.phase = PLAY
