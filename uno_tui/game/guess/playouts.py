"""What comes of an action, by playing on: many imagined rounds, each played to its end by a habit.

This is the door through which bots look ahead: they give a view and the actions to compare, and get figures. They
never hold a round, and the figures rest on the view alone. Every action is tried in the same imagined rounds, so that
luck disturbs all alike; those that fall behind are dropped early. What is spent is counted in playouts, never in time,
so the same view and random numbers give the same figures everywhere.
"""

from collections.abc import Sequence
from typing import Final

from uno_tui.game.actions import Action
from uno_tui.game.events import RoundEnded
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.guess.determinize import Imagination
from uno_tui.game.guess.rollout_policy import habit
from uno_tui.game.round import Round
from uno_tui.game.rules import Rules
from uno_tui.game.turns import act
from uno_tui.game.view import OVER, PlayerView

FAR: Final = 400
"""Actions after which a playout counts as undecided."""

POINTS: Final = 1 / 250
"""What a point is worth, in rounds won: a round won counts 1."""


def weigh(
    view: PlayerView,
    actions: Sequence[Action],
    worlds: int,
    chance: RandomSource,
    *,
    points: float = POINTS,
    drop: bool = True,
    prior: Sequence[float] = (),
    trust: int = 0,
) -> list[float]:
    """What each action is worth to the seat, by playouts of it in up to that many imagined rounds.

    1 is a round won with nothing in the others' hands, 0 one lost. With `drop`, after a quarter and after half of the
    rounds the worse half of the actions is dropped; those keep their figure, less than any that was not dropped.
    `prior` is what each was thought worth before, which counts as much as `trust` playouts; its level does not matter.
    """
    imagination = Imagination(view)
    worth = 0.0 if view.rules.target == 1 else points
    sums = [trust * thought for thought in prior] or [0.0] * len(actions)
    counts = [trust] * len(actions)
    left = list(range(len(actions)))
    for number in range(worlds):
        world = imagination.round(chance)
        for place in left:
            result = play_out(world, imagination.seat, actions[place], chance)
            sums[place] += value(result, imagination.seat, view.rules, worth)
            counts[place] += 1
        if drop and number + 1 in (worlds // 4, worlds // 2) and len(left) > 2:
            left = sorted(left, key=lambda place: -sums[place])[: (len(left) + 1) // 2]
    means = [total / max(1, count) for total, count in zip(sums, counts, strict=True)]
    worst = min(means[place] for place in left)
    return [mean if place in left else min(mean, worst) - 1e-6 for place, mean in enumerate(means)]


def play_out(world: Round, seat: int, action: Action, chance: RandomSource) -> RoundEnded | None:
    """Let the seat do that and everybody go on by habit; the end, or None if it is far."""
    state = world.draft()
    act(state, seat, action)
    for _ in range(FAR):
        if state.phase is OVER:
            return state.result
        state.events = ()
        act(state, state.turn, habit(state, state.turn, chance))
    return None


def value(result: RoundEnded | None, seat: int, rules: Rules, points: float) -> float:
    """What the end of a round is worth to a seat; `points` is the worth of one point."""
    if result is None or result.winner is None:
        return 1 / 4
    if rules.scoring == "caught":
        mean = sum(result.points) / len(result.points)
        return (result.winner == seat) + points * (mean - result.points[seat])
    won = sum(result.points)
    if result.winner == seat:
        return 1 + points * won
    return -points * won / (len(result.points) - 1)
