"""How likely each seat is to win a round whose cards are all known, as in the middle of a playout.

The model is a multinomial logit: a seat's strength is a sum of weights, looked up by a few facts about its hand and its
place in the order of play, and its chance is its part of the sum of exp(strength) over all seats. It holds at the start
of a turn; the weights (chance_weights.py) are fitted to how playouts end.
"""

from functools import lru_cache
from math import exp
from typing import Final

from uno_tui.game.cards import Rank
from uno_tui.game.deck import Deck
from uno_tui.game.guess.chance_weights import DUEL_CHANCES, DUEL_POINTS, TABLE_CHANCES, TABLE_POINTS
from uno_tui.game.rules import Rules
from uno_tui.game.state import State
from uno_tui.game.teams import team_of

SIZES: Final = 4
"""Hands of this size or larger share the weights that depend on both the size and something else."""
MOST_CARDS: Final = 9
MOST_WILDS: Final = 3
MOST_ACTIONS: Final = 3
MOST_FITTING: Final = 4
PLACES: Final = 4
"""Places in the order of play: on turn, next, in between, last."""

_WILDS: Final = MOST_CARDS + 1
_TURN: Final = _WILDS + SIZES * (MOST_WILDS + 1)
_COLORS: Final = _TURN + SIZES * PLACES * 2
_ACTIONS: Final = _COLORS + SIZES * 5
_FITTING: Final = _ACTIONS + MOST_ACTIONS + 1
WEIGHTS: Final = _FITTING + 2 * (MOST_FITTING + 1)
"""Number of weights."""


@lru_cache(maxsize=64)
def _action_cards(deck: Deck) -> int:
    """Return the set of Skips, Reverses and Draw Twos."""
    return deck.of_rank[Rank.SKIP] | deck.of_rank[Rank.REVERSE] | deck.of_rank[Rank.DRAW_TWO]


def weight_indexes(state: State) -> list[tuple[int, tuple[int, int, int, int, int, int]]]:
    """Return, from the seat on turn on, each seat with the indexes of the weights that add up to its strength.

    They stand for: the number of cards; wilds by size of the hand; place and whether a card fits, by size; colors by
    size; action cards; colored cards that fit, on turn and not.
    """
    deck, order, face_up = state.setup.deck, state.order, state.face_up
    wilds, of_color, special = deck.wilds, deck.of_color, _action_cards(deck)
    seat, players = state.turn, order.players
    found = []
    for steps in range(players):
        hand = state.hands[seat]
        count = hand.bit_count()
        size = min(count, SIZES) - 1
        fitting = face_up.playable(hand)
        place = steps if steps < 2 else 2 + (steps == players - 1)
        colors = sum([1 for one in of_color if hand & one])
        found.append((
            seat,
            (
                min(count, MOST_CARDS),
                _WILDS + size * (MOST_WILDS + 1) + min((hand & wilds).bit_count(), MOST_WILDS),
                _TURN + (size * PLACES + place) * 2 + (fitting != 0),
                _COLORS + size * 5 + colors,
                _ACTIONS + min((hand & special).bit_count(), MOST_ACTIONS),
                _FITTING + (steps == 0) * (MOST_FITTING + 1) + min((fitting & ~wilds).bit_count(), MOST_FITTING),
            ),
        ))  # fmt: skip  # one seat
        seat = order.after[seat]
    return found


def expected_value(state: State, seat: int, rules: Rules, points: float) -> float:
    """Return the expected `round_value` for a seat at the start of a turn.

    The points that a hand will cost if it loses are estimated from the cards that it holds now.
    """
    weights, cost = (DUEL_CHANCES, DUEL_POINTS) if state.order.players == 2 else (TABLE_CHANCES, TABLE_POINTS)
    teams = rules.teams_of(len(state.hands))
    mine = team_of(seat, teams)
    chances = [0.0] * teams
    for one, (a, b, c, d, e, f) in weight_indexes(state):
        chances[team_of(one, teams)] += exp(weights[a] + weights[b] + weights[c] + weights[d] + weights[e] + weights[f])
    total = sum(chances)
    win = chances[mine] / total
    if not points:
        return win
    deck = state.setup.deck
    caught = [0.0] * teams
    for one in state.order.seats:
        colored, wilds = hand_points(deck, state.hands[one])
        caught[team_of(one, teams)] += cost[0] + cost[1] * colored + cost[2] * wilds
    everything = sum(caught)
    if rules.scoring == "caught":
        return win + points * (everything / teams - caught[mine])
    lost = sum([part * (everything - its) for part, its in zip(chances, caught, strict=True)]) / total
    won = win * (everything - caught[mine])
    return win + points * (won - (lost - won) / (teams - 1))


def hand_points(deck: Deck, hand: int) -> tuple[int, int]:
    """Return the points of a hand's colored cards, and the number of its wilds."""
    return deck.points(hand & ~deck.wilds), (hand & deck.wilds).bit_count()
