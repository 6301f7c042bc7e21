"""Search for better weights of the rollout policy, by rounds between variants of it.

A step compares variants of the weights in pairs, the same random change added to one and subtracted from the other, in
the same deals on every seat. It then moves the weights along the estimated gradient, as far for each weight (evolution
strategies: Salimans and others 2017; Adam: Kingma, Ba 2015). Run it and copy the output into
uno_tui/game/guess/rollout_weights.py::

    python -m tests.bench.fit_rollout --seats 2 --steps 75 --rounds 8000

That takes about two hours. The present weights were found by the same search, with a copy of the engine and the policy
in C that is not kept here and plays a round in a few microseconds.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random

from uno_tui.game.deck import Deck
from uno_tui.game.effects import act
from uno_tui.game.guess import rollout_policy
from uno_tui.game.guess.playouts import POINT_VALUE, round_value
from uno_tui.game.guess.rollout_weights import DUEL, TABLE, RolloutWeights
from uno_tui.game.match import Match
from uno_tui.game.rules import PRESETS
from uno_tui.game.view import OVER

LONGEST = 400
"""Number of actions after which a round counts as undecided."""
SIGMA = 0.6
"""Standard deviation of the changes."""
STEP = 0.1
"""Size of a step for each weight."""
RULES = [PRESETS[name] for name in ("classic", "official", "irish", "party")]


def flat(value: float | Sequence[object]) -> Iterator[float]:
    """Yield the numbers of nested tuples, in order."""
    if isinstance(value, float):
        yield value
    else:
        assert isinstance(value, tuple)
        for one in value:
            yield from flat(one)


def rebuilt(weights: RolloutWeights, numbers: Iterator[float]) -> RolloutWeights:
    """Return weights of the same shape with other numbers."""

    def like(value: object) -> object:
        return next(numbers) if isinstance(value, float) else tuple(like(one) for one in value)  # type: ignore[attr-defined]  # a tuple

    return RolloutWeights(*(like(value) for value in weights))  # type: ignore[arg-type]  # of the same shape


Tables = Callable[..., rollout_policy.Tables]


def mean_value(ours: Tables, theirs: Tables, seats: Sequence[int], rounds: int, seed: int) -> float:
    """Return the mean value of rounds for one seat with our tables against seats with theirs, on every seat in turn."""
    total = 0.0
    for number in range(rounds):
        players = seats[number % len(seats)]
        block, me = divmod(number // len(seats), players)
        rules = RULES[block % len(RULES)]
        match, _ = Match.start(rules, players, f"fit {seed} {block}")
        state, chance = match.round.draft(), Random(f"{seed} {number}")
        for _ in range(LONGEST):
            if state.phase is OVER:
                break
            state.events = ()
            rollout_policy.tables = ours if state.turn == me else theirs  # type: ignore[assignment]  # for one action
            act(state, state.turn, rollout_policy.rollout_action(state, state.turn, chance))
        total += round_value(state.result, me, rules, POINT_VALUE)
    return total / rounds


def tables_of(weights: RolloutWeights) -> Tables:
    """Return the tables for these weights; `rollout_policy.tables` looks up the present ones."""
    kept: dict[object, rollout_policy.Tables] = {}

    def tables(deck: Deck, two: bool) -> rollout_policy.Tables:
        del two
        if deck not in kept:
            kept[deck] = rollout_policy.tables_for(deck, weights)
        return kept[deck]

    return tables


def search(weights: RolloutWeights, seats: Sequence[int], steps: int, pairs: int, rounds: int) -> RolloutWeights:
    """Return weights after some steps of the search."""
    now = list(flat(weights))
    before = tables_of(weights)
    mean, square = [0.0] * len(now), [0.0] * len(now)
    chance = Random("fit")
    for step in range(1, steps + 1):
        slope = [0.0] * len(now)
        last = tables_of(rebuilt(weights, iter(now)))
        for pair in range(pairs):
            change = [chance.gauss(0.0, 1.0) for _ in now]
            rivals = last if pair % 2 else before
            values = [
                mean_value(
                    tables_of(rebuilt(weights, iter([a + sign * SIGMA * b for a, b in zip(now, change, strict=True)]))),
                    rivals, seats, rounds, step * pairs + pair,
                )
                for sign in (1, -1)
            ]  # fmt: skip  # one change, both ways
            slope = [a + (values[0] - values[1]) * b / pairs for a, b in zip(slope, change, strict=True)]
        mean = [0.9 * a + 0.1 * b for a, b in zip(mean, slope, strict=True)]
        square = [0.99 * a + 0.01 * b * b for a, b in zip(square, slope, strict=True)]
        even, wide = 1 - 0.9**step, 1 - 0.99**step
        now = [
            a + STEP * m / even / (sqrt(q / wide) + 1e-9) for a, m, q in zip(now, mean, square, strict=True)
        ]  # fmt: skip  # one step of Adam
        gain = mean_value(tables_of(rebuilt(weights, iter(now))), before, seats, rounds, 0)
        print(f"step {step}: {gain:.4f} against the present weights", flush=True)
    return rebuilt(weights, iter(now))


def main() -> None:
    """Search and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", default="2", help="2, or numbers of seats from 3 on")
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--pairs", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=8000)
    asked = parser.parse_args()
    seats = [int(one) for one in asked.seats.split(",")]
    found = search(DUEL if seats == [2] else TABLE, seats, asked.steps, asked.pairs, asked.rounds)
    print("RolloutWeights(")
    for name, value in zip(RolloutWeights._fields, found, strict=True):
        print(f"    {name}={rebuilt_text(value)},")
    print(")")


def rebuilt_text(value: object) -> str:
    """Return nested tuples of numbers as Python text, with two digits after the point."""
    return f"{value:.2f}" if isinstance(value, float) else f"({', '.join(map(rebuilt_text, value))})"  # type: ignore[call-overload]  # a tuple


if __name__ == "__main__":
    main()
