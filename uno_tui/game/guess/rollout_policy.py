"""The rollout policy: how every seat plays in a playout, quickly and sensibly, by its own hand and public facts.

It plays the card with the highest worth, a sum of a few weights (rollout_weights.py). It names the color held most,
always calls UNO, and stacks when it can. It never jumps in and rarely challenges.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from uno_tui.game.actions import Action, NameColor, Play
from uno_tui.game.cards import Card, Rank
from uno_tui.game.deck import BITS, Deck
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.guess.rollout_weights import DUEL, TABLE, RolloutWeights
from uno_tui.game.legal import CHALLENGE, DRAW, KEEP, TAKE
from uno_tui.game.play_lists import plays_of
from uno_tui.game.state import State
from uno_tui.game.view import ANSWER, DRAWN, PLAY

CHALLENGES: Final = 0.1
"""Probability of challenging a Wild Draw Four."""
FEW: Final = 2
"""A seat with this many cards or fewer is about to go out."""
KEEPS: Final = 3
"""Among three or more players, a drawn wild is kept in a hand of more cards than this, unless the next seat has `FEW`.
"""
MANY: Final = 4
"""Hands of other seats of this size or larger are treated alike."""

_RANKS: Final = (Rank.SKIP, Rank.REVERSE, Rank.DRAW_TWO, Rank.WILD, Rank.WILD_DRAW_FOUR)
_NUMBER: Final = (0.0,) * MANY


def rollout_action(state: State, seat: int, rng: RandomSource) -> Action:
    """Return a legal action for the seat on turn, chosen by a fast rule."""
    hand = state.hands[seat]
    phase = state.phase
    if phase is PLAY:
        cards = state.face_up.playable(hand)
        return _play(state, seat, _choose(state, seat, cards)) if cards else DRAW
    if phase is DRAWN:
        return KEEP if _keeps(state, seat) else _play(state, seat, state.drawn)
    if phase is ANSWER:
        if stacks := hand & state.face_up.stacks:
            return _play(state, seat, _choose(state, seat, stacks))
        return CHALLENGE if state.trial and rng.random() < CHALLENGES else TAKE
    return NameColor(state.setup.deck.most_held(hand))


def _choose(state: State, seat: int, cards: int) -> int:
    """Return the id of the card with the highest worth, from a set of cards that may be played."""
    if not cards & (cards - 1):
        return cards.bit_length() - 1
    setup, order, hand = state.setup, state.order, state.hands[seat]
    deck, following = setup.deck, order.after[seat]
    two = order.players == 2
    weights, held, worths, colors, mates = tables(deck, two)
    near = state.hands[following].bit_count()
    base = worths[MANY if near > MANY or setup.allies[seat] >> following & 1 else near]
    by_color = [held[(hand & of_color).bit_count()] for of_color in deck.of_color]
    by_color[state.face_up.color] += weights.stays
    by_color.append(0.0)
    same = weights.same_rank
    moving = cards & (setup.exchanging if two else setup.exchanging | deck.of_rank[Rank.REVERSE])
    best, most = -1, -1e9
    while cards:
        card = cards.bit_length() - 1
        cards ^= BITS[card]
        worth = base[card] + by_color[colors[card]]
        if others := hand & mates[card]:
            worth += same * others.bit_count()
        if moving and moving >> card & 1:
            worth += _moved(state, seat, weights, card)
        if worth > most:
            best, most = card, worth
    return best


class Tables(NamedTuple):
    """The weights for one deck, ready to be looked up."""

    weights: RolloutWeights
    held: tuple[float, ...]
    """By number of cards of a color in the hand, the worth of a card of that color."""
    worths: tuple[tuple[float, ...], ...]
    """By number of cards of the next seat, at most `MANY`, and by card id: the worth of the card's rank."""
    colors: tuple[int, ...]
    """By card id, the color; 4 for wilds."""
    mates: tuple[int, ...]
    """By card id, the other cards with the same rank; none for wilds."""


@lru_cache(maxsize=128)
def tables(deck: Deck, two: bool) -> Tables:
    """Return the tables for a deck, between two players or among more."""
    return tables_for(deck, DUEL if two else TABLE)


def tables_for(deck: Deck, weights: RolloutWeights) -> Tables:
    """Return the tables for a deck by the given weights."""
    rows: dict[int, tuple[float, ...]] = dict(zip(_RANKS, weights.ranks, strict=True))
    held = (0.0, *weights.held, *(deck.size - len(weights.held)) * weights.held[-1:])
    worths = tuple(tuple(rows.get(rank, _NUMBER)[near - 1] for rank in deck.ranks) for near in (1, *range(1, MANY + 1)))
    colors = tuple(4 if color is None else int(color) for color in deck.colors)
    mates = tuple(
        0 if deck.colors[card] is None else deck.of_rank[rank] & ~BITS[card] for card, rank in enumerate(deck.ranks)
    )
    return Tables(weights, held, worths, colors, mates)


def _moved(state: State, seat: int, weights: RolloutWeights, card: int) -> float:
    """Return what it is worth that a Reverse changes the next seat, or that a 7 or a 0 moves hands (R11.2)."""
    setup, order = state.setup, state.order
    rank = setup.deck.ranks[card]
    before = order.turned().after[seat]
    if rank == Rank.REVERSE:
        spared = setup.allies[seat] >> before & 1
        return weights.turned[MANY - 1 if spared else min(state.hands[before].bit_count(), MANY) - 1]
    hand = state.hands[seat]
    double = bool(setup.twins) and (hand & setup.deck.of_face[setup.deck.cards[card]]).bit_count() > 1
    left = hand.bit_count() - 1 - double
    if not left:
        return 0.0
    if rank == Rank.SEVEN:
        return weights.swap * (left - min([state.hands[one].bit_count() for one in order.seats if one != seat]))
    return weights.passed * (left - state.hands[before].bit_count())


def _keeps(state: State, seat: int) -> bool:
    """Return whether a drawn card that can be played is kept: a wild, among three or more players."""
    order = state.order
    if order.players == 2 or not state.setup.deck.wilds >> state.drawn & 1:
        return False
    return state.hands[seat].bit_count() > KEEPS and state.hands[order.after[seat]].bit_count() > FEW


def _play(state: State, seat: int, card: int) -> Action:
    """Return the play of a card: wilds name the color held most, a due UNO call is included, a double is preferred."""
    setup = state.setup
    hand = state.hands[seat]
    face = setup.deck.cards[card]
    left = hand.bit_count() - 1
    if face.color is None:
        if not left:
            return plays_of(face, 0)[0]
        color = state.setup.deck.most_held(hand & ~(1 << card))
        return plays_of(face, 1)[2 * color + 1] if left == 1 else plays_of(face, 2)[color]
    if not setup.has_doubles_or_exchanges:
        return plays_of(face, 2)[0] if left > 1 else plays_of(face, left)[left]
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
