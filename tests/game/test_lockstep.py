"""The engine and the naive program agree on states and legal actions at every step of the same matches."""

from random import Random

import pytest

from tests.game import naive
from tests.game.anyrules import any_rules, both_legal, facts, moves, options
from tests.game.games import ruled
from uno_tui.game.match import Match
from uno_tui.game.rules import PRESETS, Rules

LEAVING = 0.01
"""How often somebody leaves instead of acting."""


def in_step(
    rules: Rules, seats: int, chance: Random, steps: int, leaving: float = LEAVING, match_name: str = ""
) -> None:
    """Play up to `steps` steps, and compare all states and all legal actions."""
    seed = f"{rules.text}, {seats}{match_name}"
    match, _ = Match.start(rules, seats, seed)
    second = naive.new_match(options(rules), seats, seed)
    for step in range(steps):
        told = f"{rules.text}, {seats} seats, step {step}"
        assert facts(match) == naive.summary(second), told
        assert match.winning_team == naive.winning_team(second), told
        ours, naives = both_legal(match, second)
        assert ours == naives, told
        assert sum(map(len, ours.values())) == len(moves(match)), told
        if match.over:
            return
        if chance.random() < leaving:
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
    """Both programs agree under each preset, also when players leave."""
    in_step(PRESETS[preset], seats, Random(seats), 150)


@pytest.mark.parametrize("seats", [4, 6, 10])
@pytest.mark.parametrize("settings", ["teams=pairs", "teams=halves", "teams=pairs scoring=caught"])
@pytest.mark.parametrize("leaving", [0, 0.05])
def test_teams(settings: str, seats: int, leaving: float) -> None:
    """Both programs agree on matches of teams, to their end or until one team is left."""
    rules = ruled(f"party {settings} hand_size=3 target=100")
    for number in range(3):
        in_step(rules, seats, Random(number), 600, leaving, f"match {number}")


@pytest.mark.parametrize("number", range(40))
def test_any_rules(number: int) -> None:
    """Both programs agree under random options with two to ten seats."""
    chance = Random(number)
    rules, seats = any_rules(chance)
    in_step(rules, seats, chance, 120)
