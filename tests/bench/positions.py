"""Positions from games between bots in which there is a choice, for fitting weights and timing bots."""

from collections.abc import Iterator, Sequence
from random import Random

from uno_tui.bots import LEVELS
from uno_tui.bots.plays import called
from uno_tui.cli.simulated_games import next_action
from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Deal, Play
from uno_tui.game.cards import Color, count_colors
from uno_tui.game.match import Match
from uno_tui.game.rules import PRESETS
from uno_tui.game.view import Phase, PlayerView


def decisions(
    seats: Sequence[int], count: int, presets: Sequence[str] = tuple(PRESETS)
) -> Iterator[tuple[PlayerView, list[Action]]]:
    """Yield `count` views with the actions to choose from, about a third of the decisions of each game."""
    game = 0
    levels = ("medium", "hard")
    while count > 0:
        chance = Random(f"positions {game}")
        players = seats[game % len(seats)]
        match, _ = Match.start(PRESETS[presets[game % len(presets)]], players, f"positions {game}")
        bots = [LEVELS[levels[-1 - int(chance.random() < 0.4)]] for _ in range(players)]
        game += 1
        while match.round.phase is not Phase.OVER:
            view = match.view(match.turn)
            actions = choices(view)
            if len(actions) > 1 and chance.random() < 0.33 and count > 0:
                count -= 1
                yield view, actions
            seat, action = next_action(match, bots, [chance] * players)
            match, _ = match.apply(seat, action)


def choices(view: PlayerView) -> list[Action]:
    """Return the actions to compare: no play without a due call, none that ends the round, wilds in two colors."""
    if any(isinstance(one, Play) and len(view.hand) == 1 + one.double for one in view.legal):
        return []
    plays = called([one for one in view.legal if isinstance(one, Play)])
    held = count_colors(view.hand)
    most = sorted(Color, key=lambda color: -held[color])[:2]
    plays = [one for one in plays if one.color is None or one.color in most]
    rest = [one for one in view.legal if not isinstance(one, Play | CallUno | CatchUno | Challenge | Deal)]
    return [*plays, *rest]
