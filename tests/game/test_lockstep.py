"""The engine and the naive second program play the same matches and agree on everything at every step."""

from random import Random

import pytest

from tests.game import naive
from tests.game.anyrules import any_rules, both_legal, facts, moves, options
from uno_tui.game.match import Match
from uno_tui.game.rules import PRESETS, Rules

LEAVING = 0.01
"""How often somebody leaves instead of acting."""


def in_step(rules: Rules, seats: int, chance: Random, steps: int) -> None:
    """Play that many steps, or to the end of the match, comparing all states and all legal actions."""
    seed = f"{rules.text}, {seats}"
    match, _ = Match.start(rules, seats, seed)
    second = naive.new_match(options(rules), seats, seed)
    for step in range(steps):
        told = f"{rules.text}, {seats} seats, step {step}"
        assert facts(match) == naive.summary(second), told
        ours, naives = both_legal(match, second)
        assert ours == naives, told
        assert sum(map(len, ours.values())) == len(moves(match)), told
        if match.over:
            return
        if chance.random() < LEAVING:
            seat = chance.choice([seat for seat in range(seats) if match.live >> seat & 1])
            match, _ = match.leave(seat)
            second = naive.leave(second, seat)
        else:
            seat, action = chance.choice(moves(match))
            match, _ = match.apply(seat, action)
            second = naive.act(second, seat, action.text)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 10])
def test_presets(preset: str, seats: int) -> None:
    """Under each preset both programs agree for a whole stretch of play, players leaving now and then."""
    in_step(PRESETS[preset], seats, Random(seats), 150)


@pytest.mark.parametrize("number", range(40))
def test_any_rules(number: int) -> None:
    """Under options by chance, two to ten seats, both programs agree at every step."""
    chance = Random(number)
    rules, seats = any_rules(chance)
    in_step(rules, seats, chance, 120)
