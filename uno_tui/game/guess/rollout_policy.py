"""The rollout policy: how every seat plays in a playout, quickly and sensibly, by its own hand and public facts.

It plays the color held most, action cards first when the next seat has few cards, wilds last. It names the color held
most, always calls UNO, and stacks when it can. It never jumps in and rarely challenges.
"""

from typing import Final

from uno_tui.game.actions import Action, NameColor, Play
from uno_tui.game.cards import Card, Rank
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.legal import CHALLENGE, DRAW, KEEP, TAKE
from uno_tui.game.play_lists import plays_of
from uno_tui.game.state import State
from uno_tui.game.view import ANSWER, DRAWN, PLAY

FEW: Final = 2
"""A seat with this many cards or fewer is about to go out."""
MANY: Final = 5
"""With more cards than this in the hand, a drawn wild is not played."""

_ACTIONS: Final = (Rank.SKIP, Rank.REVERSE, Rank.DRAW_TWO)


def rollout_action(state: State, seat: int, rng: RandomSource) -> Action:
    """Return a legal action for the seat on turn, chosen by a fast rule."""
    hand = state.hands[seat]
    phase = state.phase
    if phase is PLAY:
        cards = state.face_up.playable(hand)
        return _play(state, seat, _choose(state, seat, cards, rng)) if cards else DRAW
    if phase is DRAWN:
        if state.setup.deck.wilds >> state.drawn & 1 and hand.bit_count() > MANY:
            return KEEP
        return _play(state, seat, state.drawn)
    if phase is ANSWER:
        if stacks := hand & state.face_up.stacks:
            return _play(state, seat, (stacks & -stacks).bit_length() - 1)
        return CHALLENGE if state.trial and rng.random() < 0.1 else TAKE
    return NameColor(state.setup.deck.most_held(hand))


def _choose(state: State, seat: int, cards: int, rng: RandomSource) -> int:
    """Return the id of the card to play, from a set of playable cards."""
    deck = state.setup.deck
    hand = state.hands[seat]
    colored = cards & ~deck.wilds
    if not colored:
        wild = cards & ~deck.fours or cards
        return wild.bit_length() - 1
    if not colored & (colored - 1):
        return colored.bit_length() - 1
    following = state.order.after[seat]
    hurry = state.hands[following].bit_count() <= FEW and not state.setup.allies[seat] >> following & 1
    counts = [(hand & of_color).bit_count() for of_color in deck.of_color]
    best, most = -1, -1.0
    ranks, values, colors = deck.ranks, deck.values, deck.colors
    random = rng.random
    while colored:
        card = colored.bit_length() - 1
        colored ^= 1 << card
        worth = 2 * counts[colors[card]] + values[card] / 10 + random()  # type: ignore[index]  # no wild is among them
        if hurry and ranks[card] >= Rank.SKIP:
            worth += 10
        if worth > most:
            best, most = card, worth
    return best


def _play(state: State, seat: int, card: int) -> Action:
    """Return the play of a card: wilds name the color held most, a due UNO call is included, a double is preferred."""
    setup = state.setup
    hand = state.hands[seat]
    face = setup.deck.cards[card]
    left = hand.bit_count() - 1
    if face.is_wild:
        if not left:
            return plays_of(face, 0)[0]
        color = state.setup.deck.most_held(hand & ~(1 << card))
        return plays_of(face, 1)[2 * color + 1] if left == 1 else plays_of(face, 2)[color]
    double = bool(
        setup.twins and state.phase is PLAY and face.rank.is_number
        and (hand & setup.deck.of_face[face]).bit_count() > 1
    )  # fmt: skip
    if setup.exchanging >> card & 1 and left > double:
        return _exchange(state, seat, face, double)
    if double:
        return Play(face, double=True, uno=left == 2)
    return plays_of(face, min(2, left))[left == 1]


def _exchange(state: State, seat: int, face: Card, double: bool) -> Action:
    """Return the play of a 7 or a 0: a 7 swaps with the smallest hand; UNO is called if one card is left (R11.2)."""
    if face.rank is Rank.SEVEN:
        others = [other for other in state.order.seats if other != seat]
        swap = min(others, key=lambda other: state.hands[other].bit_count())
        return Play(face, swap=swap, double=double, uno=state.hands[swap].bit_count() == 1)
    giver = state.order.turned().after[seat]
    return Play(face, double=double, uno=state.hands[giver].bit_count() == 1)
