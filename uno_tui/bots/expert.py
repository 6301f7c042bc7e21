"""The expert bot: the hard bot that also looks ahead, by playing on in guessed rounds.

A choice takes 8 to 15 ms of CPU on average, and at most 100 with two to four seats.
"""

from typing import Final

from uno_tui.bots.hard import MIN_GUILT, guilt_probability, hard, immediate_action, ranked_actions
from uno_tui.bots.position import Position
from uno_tui.game.actions import Action, Challenge
from uno_tui.game.guess.bot import Bot, RandomSource
from uno_tui.game.guess.playouts import POINT_VALUE, estimate
from uno_tui.game.view import PlayerView

SAMPLES: Final = 200
"""Largest number of guessed rounds for each decision of the expert bot."""
HORIZON: Final = 8
"""Number of actions after which a playout is valued by the chances of the seats."""
CANDIDATES: Final = 6
"""Largest number of actions that playouts compare."""
TRUST: Final = 60
"""Number of playouts that have as much influence as the linear evaluation."""


def lookahead(samples: int, points: float = POINT_VALUE) -> Bot:
    """Return the hard bot with lookahead: it also compares the best actions by playouts.

    Args:
        samples: Largest number of guessed rounds for each decision.
        points: Value of one point, in rounds won.
    """

    def choose(view: PlayerView, rng: RandomSource) -> Action | None:
        if immediate_action(view) or not view.on_turn:
            return hard(view, rng)
        position = Position(view)
        if Challenge() in view.legal and guilt_probability(position) > MIN_GUILT:
            return Challenge()
        best = ranked_actions(position)[:CANDIDATES]
        if len(best) == 1:
            return best[0][1]
        prior, actions = zip(*best, strict=True)
        found = estimate(view, actions, samples, rng, points=points, horizon=HORIZON, prior=prior, trust=TRUST)
        return best[max(range(len(best)), key=lambda place: found[place])][1]

    return choose


expert: Final[Bot] = lookahead(SAMPLES)
"""The bot of the level `expert`."""
