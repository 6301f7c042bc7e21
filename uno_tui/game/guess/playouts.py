"""Playouts: the value of actions, by playing on in guessed rounds with a rollout policy.

Bots look ahead only through this module: they pass a view and the actions to compare, and get numbers. They never hold
a round, and the numbers depend on the view alone. All actions are tried in the same guessed rounds, so that luck
affects them equally, and an action that is clearly worse than the best is dropped. A playout may stop after some
actions, and is then valued by the chances of the seats to win (chances.py): that varies less than the end of the round
does, and takes a third of the time. The effort is counted in playouts, never in time, so the same view and random
numbers give the same result everywhere.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from uno_tui.game.actions import Action
from uno_tui.game.effects import act
from uno_tui.game.events import RoundEnded
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.guess.chances import expected_value
from uno_tui.game.guess.determinize import Determinizer
from uno_tui.game.guess.rollout_policy import rollout_action
from uno_tui.game.round import Round
from uno_tui.game.rules import Rules
from uno_tui.game.state import State
from uno_tui.game.teams import team_of
from uno_tui.game.view import OVER, PLAY, PlayerView

MAX_PLAYOUT_ACTIONS: Final = 400
"""Number of actions after which a playout counts as undecided."""

POINT_VALUE: Final = 1 / 250
"""Value of one point, in rounds won."""

BATCH: Final = 12
"""Number of guessed rounds after which actions may be dropped, again and again."""
CLEARLY: Final = 2.0
"""Standard errors of the difference by which an action must be worse than the best to be dropped."""


def estimate(
    view: PlayerView,
    actions: Sequence[Action],
    samples: int,
    rng: RandomSource,
    *,
    points: float = POINT_VALUE,
    horizon: int = MAX_PLAYOUT_ACTIONS,
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
        horizon: Number of actions after which a playout stops at the next start of a turn.
        drop: Whether to drop actions that are clearly worse than the best, and to stop when one is left. A dropped
            action gets a value below those of all that were kept.
        prior: An earlier estimate of each action; only the differences between them matter.
        trust: Number of playouts that have as much influence as `prior`.

    Raises:
        ValueError: The view is a spectator's, or the round is over.
    """
    determinizer = Determinizer(view)
    seat = determinizer.seat
    worth = 0.0 if view.rules.target == 1 else points
    thought = list(prior) or [0.0] * len(actions)
    found: list[list[float]] = [[] for _ in actions]
    left = list(range(len(actions)))

    def mean(place: int) -> float:
        return (trust * thought[place] + sum(found[place])) / max(1, trust + len(found[place]))

    for number in range(1, samples + 1):
        guess = determinizer.round(rng)
        for place in left:
            state = play_out(guess, seat, actions[place], rng, horizon)
            found[place].append(value(state, seat, view.rules, worth))
        if drop and number % BATCH == 0:
            best = max(left, key=mean)
            left = [
                place for place in left
                if place == best or mean(best) - mean(place) < CLEARLY * _error(found[best], found[place], trust)
            ]  # fmt: skip  # one condition
            if len(left) == 1:
                break
    worst = min(map(mean, left))
    return [mean(place) if place in left else min(mean(place), worst) - 1e-6 for place in range(len(actions))]


def _error(ones: Sequence[float], others: Sequence[float], trust: int) -> float:
    """Return the standard error of the difference of two means in the same guessed rounds."""
    apart = [one - other for one, other in zip(ones, others, strict=True)]
    middle = sum(apart) / len(apart)
    variance = sum([(one - middle) ** 2 for one in apart]) / (len(apart) - 1)
    return sqrt(variance / (len(apart) + trust)) + 1e-9


def play_out(round_: Round, seat: int, action: Action, rng: RandomSource, horizon: int = MAX_PLAYOUT_ACTIONS) -> State:
    """Carry out the action, play on by the rollout policy, and return the state in the end.

    The end is that of the round, or the first start of a turn after `horizon` actions.
    """
    # One draft for the whole playout: no round between two actions is needed, which saves most of the time.
    state = round_.draft()
    act(state, seat, action)
    for number in range(MAX_PLAYOUT_ACTIONS):
        if state.phase is OVER or (number >= horizon and state.phase is PLAY):
            break
        state.events = ()
        act(state, state.turn, rollout_action(state, state.turn, rng))
    return state


def value(state: State, seat: int, rules: Rules, points: float) -> float:
    """Return the value of a playout's end for a seat, by `round_value`, or the expected value if the round goes on."""
    if state.phase is PLAY:
        return expected_value(state, seat, rules, points)
    return round_value(state.result, seat, rules, points)


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
