"""Fit the weights of the hard bot to the results of playouts.

For many positions of games between bots, playouts (uno_tui/game/guess/playouts.py) estimate the value of every action.
The weights then minimize the squared error of the differences between the actions of a position, with a small penalty
on large weights. Run it and copy the output into uno_tui/bots/weights.py::

    python -m tests.bench.fit_hard --seats 2 --positions 1500 --worlds 60
"""

import argparse
import pickle
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.bench.positions import decisions
from uno_tui.bots.features import Features
from uno_tui.bots.position import Position
from uno_tui.game.guess.playouts import estimate

Row = tuple[list[float], float]
RIDGE = 2.0


def rows(seats: Sequence[int], positions: int, worlds: int, presets: Sequence[str]) -> list[list[Row]]:
    """Return for each position its actions, each as its features and its value by playouts."""
    found: list[list[Row]] = []
    chance = Random("fit")
    for view, actions in decisions(seats, positions, presets):
        position = Position(view)
        worths = estimate(view, actions, worlds, chance, drop=False)
        found.append([(list(position.features(one)), worth) for one, worth in zip(actions, worths, strict=True)])
    return found


def fit(positions: Sequence[Sequence[Row]]) -> list[float]:
    """Return the weights, by least squares on the differences within each position."""
    size = len(Features._fields)
    matrix = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
    vector = [0.0] * size
    for position in positions:
        count = len(position)
        middle = [sum(row[0][i] for row in position) / count for i in range(size)]
        level = sum(row[1] for row in position) / count
        for features, worth in position:
            apart = [value - mean for value, mean in zip(features, middle, strict=True)]
            near = [i for i in range(size) if apart[i]]
            for i in near:
                vector[i] += apart[i] * (worth - level)
                for j in near:
                    matrix[i][j] += apart[i] * apart[j]
    return solve(matrix, vector)


def solve(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """Solve linear equations by elimination."""
    size = len(vector)
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(matrix[k][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        vector[i], vector[pivot] = vector[pivot], vector[i]
        for k in range(i + 1, size):
            factor = matrix[k][i] / matrix[i][i]
            if factor:
                matrix[k] = [a - factor * b for a, b in zip(matrix[k], matrix[i], strict=True)]
                vector[k] -= factor * vector[i]
    for i in range(size - 1, -1, -1):
        vector[i] = (vector[i] - sum(matrix[i][j] * vector[j] for j in range(i + 1, size))) / matrix[i][i]
    return vector


def regret(positions: Sequence[Sequence[Row]], weights: Sequence[float]) -> float:
    """Return the mean value, by playouts, that a choice by the weights loses against the best action."""
    lost = 0.0
    for position in positions:
        chosen = max(position, key=lambda row: sum(a * b for a, b in zip(row[0], weights, strict=True)))
        lost += max(worth for _, worth in position) - chosen[1]
    return lost / len(positions)


def main() -> None:
    """Fit and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", default="2")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--worlds", type=int, default=60)
    parser.add_argument("--presets", default="classic,official,irish,party")
    parser.add_argument("--keep", type=Path, help="file to save the results of the playouts in, or to read them from")
    asked = parser.parse_args()
    began = time.process_time()
    if asked.keep and asked.keep.exists():
        found: list[list[Row]] = pickle.loads(asked.keep.read_bytes())
    else:
        found = rows(
            [int(one) for one in asked.seats.split(",")], asked.positions, asked.worlds, asked.presets.split(",")
        )
        if asked.keep:
            asked.keep.write_bytes(pickle.dumps(found))
    half = len(found) // 2
    weights = fit(found[:half])
    print(f"regret of the other half {regret(found[half:], weights):.4f}")
    print(f"regret of no weights     {regret(found[half:], [0.0] * len(Features._fields)):.4f}")
    weights = fit(found)
    print("Features(")
    for name, weight in zip(Features._fields, weights, strict=True):
        print(f"    {name}={weight:.4f},")
    print(")")
    print(f"{time.process_time() - began:.0f} s of CPU")


if __name__ == "__main__":
    main()
