"""The sharp bot: weighs what each action leads to, by weights fitted to playouts.

It calls and catches at once, ends the round when it can, challenges by the odds, and otherwise takes the action whose
features (features.py) add up to most under the weights of the number of players (weights.py). It draws no
random number.
"""

from typing import Final

from uno_tui.bots.features import Features, Position
from uno_tui.bots.plays import called, is_double, of_kind
from uno_tui.bots.weights import DUEL, TABLE
from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Deal, JumpIn, Play
from uno_tui.game.guess.bot import Bot, RandomSource
from uno_tui.game.guess.playouts import POINTS, weigh
from uno_tui.game.view import PlayerView

BLUFFERS: Final = 0.2
"""How often somebody who has the color plays a Wild Draw Four all the same."""
PRESSED: Final = 0.6
"""The same when the next player is about to go out."""
HONEST: Final = 0.7
"""How often somebody who has not the color plays a Wild Draw Four that is held."""
ODDS: Final = 0.3
"""A challenge is worth it from this chance of guilt on."""


def sharp(view: PlayerView, chance: RandomSource) -> Action | None:
    """Play as well as can be weighed in a moment."""
    del chance
    if prompt := at_once(view):
        return prompt
    position = Position(view)
    if not view.on_turn:
        return jump(position)
    if Challenge() in view.legal and guilt(position) > ODDS:
        return Challenge()
    ranked = rank(position)
    return ranked[0][1]


def at_once(view: PlayerView) -> Action | None:
    """What needs no weighing: a call, a catch, the deal, the last card."""
    for kind in (CallUno, CatchUno, Deal):
        if found := of_kind(view.legal, kind):
            return found[0]
    return next((one for one in view.legal if isinstance(one, Play | JumpIn) and ends(view, one)), None)


def ends(view: PlayerView, play: Play | JumpIn) -> bool:
    """Whether the play empties the hand."""
    return len(view.hand) == 1 + is_double(play)


def candidates(view: PlayerView) -> list[Action]:
    """What is worth comparing on turn: never a play that forgets its call."""
    rest = [one for one in view.legal if not isinstance(one, Play | JumpIn | CallUno | CatchUno | Challenge)]
    return [*called(of_kind(view.legal, Play)), *rest]


def worth(position: Position, action: Action) -> float:
    """What an action is worth, in rounds won."""
    return sum(
        [weight * value for weight, value in zip(weights(position), position.features(action), strict=True) if value]
    )


def weights(position: Position) -> Features:
    """The weights for the number of players."""
    return DUEL if position.two else TABLE


def rank(position: Position) -> list[tuple[float, Action]]:
    """The candidates with their worth, the best first; of equals the first listed."""
    return sorted(((worth(position, one), one) for one in candidates(position.view)), key=lambda pair: -pair[0])


def jump(position: Position) -> Action | None:
    """The jump-in worth most, unless it brings a fuller hand."""
    jumps = called(of_kind(position.view.legal, JumpIn))
    if not jumps:
        return None
    best = max(jumps, key=lambda one: worth(position, one))
    return best if position.features(best).gain >= 0 else None


def guilt(position: Position) -> float:
    """How likely the newest Wild Draw Four was a bluff (R7.4)."""
    reading, view = position.reading, position.view
    if reading.offender < 0 or reading.before < 0:
        return 0.0
    held = position.holds_color(reading.offender, reading.before, reading.evidence)
    bluffs = held * (PRESSED if len(view.hand) <= 2 else BLUFFERS)
    return bluffs / (bluffs + (1 - held) * HONEST + 1e-9)


CANDIDATES: Final = 6
"""The most actions that playouts compare."""
TRUST: Final = 60
"""The weighing counts as much as so many playouts."""


def deep(worlds: int, points: float = POINTS) -> Bot:
    """The sharp bot that also looks ahead: so many imagined rounds a decision, for where time does not matter."""

    def choose(view: PlayerView, chance: RandomSource) -> Action | None:
        if at_once(view) or not view.on_turn:
            return sharp(view, chance)
        position = Position(view)
        if Challenge() in view.legal and guilt(position) > ODDS:
            return Challenge()
        best = rank(position)[:CANDIDATES]
        if len(best) == 1:
            return best[0][1]
        thought, actions = zip(*best, strict=True)
        found = weigh(view, actions, worlds, chance, points=points, prior=thought, trust=TRUST)
        return best[max(range(len(best)), key=lambda place: found[place])][1]

    return choose
