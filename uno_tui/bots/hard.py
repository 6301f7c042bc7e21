"""The hard bot: a linear evaluation of each action, with weights fitted to playouts.

It calls and catches at once, ends the round when it can, and challenges by probability. Otherwise it takes the action
whose features (features.py), multiplied by their weights (weights.py), have the largest sum, with its worth to partners
added. It uses no random number.
"""

from typing import Final

from uno_tui.bots.features import Features
from uno_tui.bots.plays import called, catches_of, is_double, of_kind
from uno_tui.bots.position import Position
from uno_tui.bots.weights import DUEL, TABLE
from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Deal, JumpIn, Play
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.view import PlayerView

BLUFFERS: Final = 0.2
"""Probability that a seat with a card of the color in force plays a Wild Draw Four anyway."""
PRESSED: Final = 0.6
"""Same as `BLUFFERS`, when the next seat is about to go out."""
HONEST: Final = 0.7
"""Probability that a seat without a card of the color in force plays a Wild Draw Four that it holds."""
MIN_GUILT: Final = 0.3
"""Smallest probability of guilt at which challenging a Wild Draw Four is worth the risk."""


def hard(view: PlayerView, rng: RandomSource) -> Action | None:
    """Choose the action with the highest worth, computed from the weights without playouts."""
    del rng
    if action := immediate_action(view):
        return action
    position = Position(view)
    if not view.on_turn:
        return best_jump_in(position)
    if Challenge() in view.legal and guilt_probability(position) > MIN_GUILT:
        return Challenge()
    ranked = ranked_actions(position)
    return ranked[0][1]


def immediate_action(view: PlayerView) -> Action | None:
    """Return an action that needs no evaluation: a call, a catch, the deal or the last card; else None."""
    for found in (of_kind(view.legal, CallUno), catches_of(view), of_kind(view.legal, Deal)):
        if found:
            return found[0]
    return next((one for one in view.legal if isinstance(one, Play | JumpIn) and empties_hand(view, one)), None)


def empties_hand(view: PlayerView, play: Play | JumpIn) -> bool:
    """Return whether the play leaves no card in the seat's hand."""
    return len(view.hand) == 1 + is_double(play)


def candidates(view: PlayerView) -> list[Action]:
    """Return the actions that the seat on turn should compare: all legal ones except plays without a due UNO call."""
    rest = [one for one in view.legal if not isinstance(one, Play | JumpIn | CallUno | CatchUno | Challenge)]
    return [*called(of_kind(view.legal, Play)), *rest]


def worth(position: Position, action: Action) -> float:
    """Return the worth of an action, in rounds won; only differences between actions mean anything."""
    own = sum(
        [weight * value for weight, value in zip(weights(position), position.features(action), strict=True) if value]
    )
    return own + position.for_partners(action) if position.partners else own


def weights(position: Position) -> Features:
    """Return the weights for the number of players."""
    return DUEL if position.two else TABLE


def ranked_actions(position: Position) -> list[tuple[float, Action]]:
    """Return pairs (worth, candidate), best first; pairs of equal worth stay in the order of the legal list."""
    return sorted(((worth(position, one), one) for one in candidates(position.view)), key=lambda pair: -pair[0])


def best_jump_in(position: Position) -> Action | None:
    """Return the jump-in with the highest worth; None if there is none or if it would leave a larger hand."""
    jumps = called(of_kind(position.view.legal, JumpIn))
    if not jumps:
        return None
    best = max(jumps, key=lambda one: worth(position, one))
    return best if position.features(best).gain >= 0 else None


def guilt_probability(position: Position) -> float:
    """Return the probability that a challenge of the newest Wild Draw Four succeeds (R7.4); 0 for a partner's."""
    inference, view = position.inference, position.view
    if inference.offender < 0 or inference.before < 0 or inference.offender in position.partners:
        return 0.0
    held = position.holds_color(inference.offender, inference.before, inference.evidence)
    bluffs = held * (PRESSED if len(view.hand) <= 2 else BLUFFERS)
    return bluffs / (bluffs + (1 - held) * HONEST + 1e-9)
