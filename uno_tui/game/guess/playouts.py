"""Playouts: the value of actions, by playing guessed rounds to their end with a rollout policy.

Bots look ahead only through this module: they pass a view and the actions to compare, and get numbers. They never hold
a round, and the numbers depend on the view alone. All actions are tried in the same guessed rounds, so that luck
affects them equally, and the worse ones are dropped early. The effort is counted in playouts, never in time, so the
same view and random numbers give the same result everywhere.
"""

from collections.abc import Sequence
from typing import Final

from uno_tui.game.actions import Action
from uno_tui.game.effects import act
from uno_tui.game.events import RoundEnded
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.guess.determinize import Determinizer
from uno_tui.game.guess.rollout_policy import rollout_action
from uno_tui.game.round import Round
from uno_tui.game.rules import Rules
from uno_tui.game.teams import team_of
from uno_tui.game.view import OVER, PlayerView

MAX_PLAYOUT_ACTIONS: Final = 400
"""Number of actions after which a playout counts as undecided."""

POINT_VALUE: Final = 1 / 250
"""Value of one point, in rounds won."""


def estimate(
    view: PlayerView,
    actions: Sequence[Action],
    samples: int,
    rng: RandomSource,
    *,
    points: float = POINT_VALUE,
    drop: bool = True,
    prior: Sequence[float] = (),
    trust: int = 0,
) -> list[float]:
    """Return the mean value of each action for the seat, over playouts in up to `samples` guessed rounds.

    Args:
        view: The view of a seat in a running round.
        actions: The actions to compare.
        samples: Number of guessed rounds.
        rng: The source of all random numbers.
        points: Value of one point; see `round_value`.
        drop: Whether to drop the worse half of the actions after a quarter and after half of the samples. A dropped
            action gets a value below those of all that were kept.
        prior: An earlier estimate of each action; only the differences between them matter.
        trust: Number of playouts that have as much influence as `prior`.

    Raises:
        ValueError: The view is a spectator's, or the round is over.
    """
    determinizer = Determinizer(view)
    worth = 0.0 if view.rules.target == 1 else points
    sums = [trust * thought for thought in prior] or [0.0] * len(actions)
    counts = [trust] * len(actions)
    left = list(range(len(actions)))
    for number in range(samples):
        guess = determinizer.round(rng)
        for place in left:
            result = play_out(guess, determinizer.seat, actions[place], rng)
            sums[place] += round_value(result, determinizer.seat, view.rules, worth)
            counts[place] += 1
        if drop and number + 1 in (samples // 4, samples // 2) and len(left) > 2:
            left = sorted(left, key=lambda place: -sums[place])[: (len(left) + 1) // 2]
    means = [total / max(1, count) for total, count in zip(sums, counts, strict=True)]
    worst = min(means[place] for place in left)
    return [mean if place in left else min(mean, worst) - 1e-6 for place, mean in enumerate(means)]


def play_out(round_: Round, seat: int, action: Action, rng: RandomSource) -> RoundEnded | None:
    """Carry out the action and play on by the rollout policy; return how the round ended, None if it did not end."""
    # One draft for the whole playout: no round between two actions is needed, which saves most of the time.
    state = round_.draft()
    act(state, seat, action)
    for _ in range(MAX_PLAYOUT_ACTIONS):
        if state.phase is OVER:
            return state.result
        state.events = ()
        act(state, state.turn, rollout_action(state, state.turn, rng))
    return None


def round_value(result: RoundEnded | None, seat: int, rules: Rules, points: float) -> float:
    """Return the value of a round's end for a seat: 1 for a round that its team won, 0 for one lost, +/- points.

    A dead or undecided round is worth 1/4. `points` is the value of one point.
    """
    if result is None or result.winner is None:
        return 1 / 4
    teams = rules.teams_of(len(result.points))
    wins = team_of(result.winner, teams) == team_of(seat, teams)
    gained = result.gained(rules)[:teams]
    if rules.scoring == "caught":
        return wins + points * (sum(gained) / teams - gained[team_of(seat, teams)])
    won = sum(gained)
    return 1 + points * won if wins else -points * won / (teams - 1)
