"""Fit the weights of uno_tui/game/guess/chances.py, and the points of losing hands, to how playouts end.

From rounds that the rollout policy plays at every seat, under every preset, about a quarter of the turns are taken. The
weights minimize the logarithmic loss of the winner, by stochastic gradient descent (AdaGrad: Duchi, Hazan, Singer 2011)
with a small penalty on large weights. Run it and copy the output into uno_tui/game/guess/chance_weights.py::

    python -m tests.bench.fit_chances --seats 2 --rounds 60000
    python -m tests.bench.fit_chances --seats 3,4,6 --rounds 45000
"""

import argparse
from math import exp, log, sqrt
from random import Random
from typing import NamedTuple

from tests.bench.fit_hard import solve
from uno_tui.game.effects import act
from uno_tui.game.guess.chances import WEIGHTS, hand_points, weight_indexes
from uno_tui.game.guess.rollout_policy import rollout_action
from uno_tui.game.match import Match
from uno_tui.game.rules import PRESETS
from uno_tui.game.view import OVER, PLAY

PENALTY = 1e-5
STEP = 0.15
EPOCHS = 6
LONGEST = 600
"""Number of actions after which a round is left out."""


class Turn(NamedTuple):
    """The start of a turn."""

    seats: list[tuple[int, ...]]
    """For each seat the indexes of its weights."""
    winner: int
    """The place in `seats` of the seat that won."""
    costs: list[tuple[int, int, int]]
    """For each hand that lost: the points of its colored cards and its wilds now, and its points in the end."""


def turns(seats: list[int], rounds: int) -> list[Turn]:
    """Play rounds and return some of their turns."""
    found: list[Turn] = []
    presets = list(PRESETS.values())
    for number in range(rounds):
        chance = Random(f"chances {number}")
        match, _ = Match.start(presets[number % len(presets)], seats[number % len(seats)], f"chances {number}")
        state, taken = match.round.draft(), []
        for _ in range(LONGEST):
            if state.phase is OVER:
                break
            if state.phase is PLAY and chance.random() < 0.25:
                hands = [hand_points(state.setup.deck, hand) for hand in state.hands]
                taken.append((weight_indexes(state), hands))
            state.events = ()
            act(state, state.turn, rollout_action(state, state.turn, chance))
        if state.result is not None and state.result.winner is not None:
            winner, points = state.result.winner, state.result.points
            for one, hands in taken:
                costs = [(*hands[seat], points[seat]) for seat in range(len(hands)) if seat != winner]
                order = [seat for seat, _ in one]
                found.append(Turn([indexes for _, indexes in one], order.index(winner), costs))
    return found


def shares(weights: list[float], turn: Turn) -> list[float]:
    """Return the chance of each seat."""
    raw = [exp(sum(weights[one] for one in indexes)) for indexes in turn.seats]
    total = sum(raw)
    return [one / total for one in raw]


def fit(found: list[Turn]) -> list[float]:
    """Return the fitted weights."""
    weights, squares = [0.0] * WEIGHTS, [1.0] * WEIGHTS
    chance = Random("fit")
    for _ in range(EPOCHS):
        chance.shuffle(found)
        for turn in found:
            for place, share in enumerate(shares(weights, turn)):
                slope = share - (place == turn.winner)
                for one in turn.seats[place]:
                    full = slope + PENALTY * weights[one]
                    squares[one] += full * full
                    weights[one] -= STEP * full / sqrt(squares[one])
    return weights


def fit_points(found: list[Turn]) -> list[float]:
    """Return by least squares what a losing hand costs in the end: always, for each point now, for each wild."""
    matrix, vector = [[0.0] * 3 for _ in range(3)], [0.0] * 3
    for turn in found:
        for colored, wilds, points in turn.costs:
            row = (1, colored, wilds)
            for i in range(3):
                vector[i] += row[i] * points
                for j in range(3):
                    matrix[i][j] += row[i] * row[j]
    return solve(matrix, vector)


def loss(weights: list[float], found: list[Turn]) -> float:
    """Return the mean logarithmic loss of the winner, in nats."""
    return -sum(log(shares(weights, turn)[turn.winner]) for turn in found) / len(found)


def main() -> None:
    """Fit and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", default="2")
    parser.add_argument("--rounds", type=int, default=60000)
    asked = parser.parse_args()
    found = turns([int(one) for one in asked.seats.split(",")], asked.rounds)
    tenth = len(found) // 10
    tested, learned = found[:tenth], found[tenth:]
    weights = fit(learned)
    print(f"loss {loss(weights, tested):.4f}; with equal chances {loss([0.0] * WEIGHTS, tested):.4f}")
    print("points of losing hands: {:.1f}, {:.2f}, {:.1f}".format(*fit_points(learned)))
    for first in range(0, WEIGHTS, 8):
        print("    " + " ".join(f"{one:.3f}," for one in weights[first : first + 8]))


if __name__ == "__main__":
    main()
