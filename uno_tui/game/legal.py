"""The legal actions of a seat (R4, R6, R7, R8, R10, R11).

Hints, bots, clocks and refusals all use this list. It is computed only from what the seat may see: its own hand, the
table, and how many cards the others hold.
"""

from typing import Final

from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Draw, JumpIn, Keep, NameColor, Play, Take
from uno_tui.game.cards import Card, Color, Rank
from uno_tui.game.deck import BITS
from uno_tui.game.play_lists import Actions, plays_of
from uno_tui.game.rules import MAX_SEATS
from uno_tui.game.state import State
from uno_tui.game.view import ANSWER, COLOR, DRAWN, PLAY

DRAW: Final = Draw()
KEEP: Final = Keep()
TAKE: Final = Take()
CHALLENGE: Final = Challenge()
CALL: Final = CallUno()

ONLY_DRAW: Final = (DRAW,)
ONLY_KEEP: Final = (KEEP,)
COLORS: Final = tuple(NameColor(color) for color in Color)
CATCHES: Final = tuple(CatchUno(seat) for seat in range(MAX_SEATS))
"""The catch of each seat, by the seat that is caught."""


def on_turn(state: State) -> Actions:
    """Return every action that the seat on turn may take now."""
    seat = state.turn
    phase = state.phase
    if phase is PLAY:
        setup = state.setup
        hand = state.hands[seat]
        cards = state.face_up.playable(hand)
        if setup.has_doubles_or_exchanges:
            moves = _plays_with_house_rules(state, seat, cards, hand.bit_count() - 1)
        else:
            moves = setup.turn_lists[hand.bit_count()][cards] or ONLY_DRAW
    elif phase is DRAWN:
        moves = _singles(state, seat, BITS[state.drawn], state.hands[seat].bit_count() - 1) + ONLY_KEEP
    elif phase is ANSWER:
        moves = _answers(state, seat)
    else:
        moves = COLORS if phase is COLOR else ()
    return moves + _calls(state, seat) if state.owing else moves


def off_turn(state: State, seat: int) -> Actions:
    """Return every action that a seat not on turn may take now; none if the seat is not in the round."""
    if seat not in state.order.seats:
        return ()
    jumps = state.setup.rules.jump_in and state.phase in (PLAY, DRAWN)
    moves = _jump_ins(state, seat) if jumps else ()
    return moves + _calls(state, seat) if state.owing else moves


def _calls(state: State, seat: int) -> Actions:
    """Return the seat's own UNO call, if one is due, and the catches of other seats that owe a call (R8.4)."""
    owing = state.owing
    catches = tuple([CATCHES[other] for other in state.order.seats if owing >> other & 1 and other != seat])
    return (CALL, *catches) if owing >> seat & 1 else catches


def _answers(state: State, seat: int) -> Actions:
    hand = state.hands[seat]
    stacks = _singles(state, seat, hand & state.face_up.stacks, hand.bit_count() - 1)
    return (TAKE, CHALLENGE, *stacks) if state.trial else (TAKE, *stacks)


def _singles(state: State, seat: int, cards: int, left: int) -> Actions:
    """Return the plays of single cards from a set; `left` is the number of cards that stay in the hand."""
    setup = state.setup
    if not cards & setup.exchanging:
        return setup.play_lists[left][cards]
    return tuple([play for face in setup.faces(cards) for play in _plays(state, seat, face, left)])


def _plays_with_house_rules(state: State, seat: int, cards: int, left: int) -> Actions:
    """Return single plays, doubles and the draw; after a single play, `left` cards stay (R10.4, R10.5, R11.2)."""
    setup = state.setup
    pairs = cards & state.hands[seat] >> 1 & setup.twins
    doubles = [play for face in setup.faces(pairs) for play in _plays(state, seat, face, left - 1, double=True)]
    plays = (*_singles(state, seat, cards, left), *doubles)
    return plays if plays and setup.must_play else plays + ONLY_DRAW


def _plays(state: State, seat: int, face: Card, left: int, double: bool = False) -> Actions:
    """Return the plays of one card, or of two as a double; a 7 or 0 may move hands (R11.2)."""
    if face.is_wild:
        return plays_of(face, left)
    plays: list[Action] = []
    for swap, after in _exchanges(state, seat, face.rank, left):
        plays.append(Play(face, swap=swap, double=double))
        if after == 1:
            plays.append(Play(face, swap=swap, double=double, uno=True))
    return tuple(plays)


def _exchanges(state: State, seat: int, rank: Rank, left: int) -> list[tuple[int | None, int]]:
    """Return, for each seat a play may name (or None), how many cards the player then holds (R8.2, R11.2)."""
    if left and state.setup.exchanging:
        if rank is Rank.SEVEN:
            return [(other, state.hands[other].bit_count()) for other in state.order.seats if other != seat]
        if rank is Rank.ZERO:
            return [(None, state.hands[state.order.turned().after[seat]].bit_count())]
    return [(None, left)]


def _jump_ins(state: State, seat: int) -> Actions:
    cards = state.hands[seat] & state.face_up.same
    if not cards:
        return ()
    left = state.hands[seat].bit_count() - 1
    moves: list[Action] = []
    for face in state.setup.faces(cards):
        for swap, after in _exchanges(state, seat, face.rank, left):
            moves.append(JumpIn(face, swap))
            if after == 1:
                moves.append(JumpIn(face, swap, uno=True))
    return tuple(moves)
