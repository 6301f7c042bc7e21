"""A bot against rlcard's rule agent, ported to this engine: one against one, and one against three.

The agent plays a Wild Draw Four when it has one and names the color it holds most. Else it plays any other card at
random, wilds last. It draws when no card may be played, plays the drawn card if it can, and never challenges::

    python -m tests.bench.ported_duel --preset official --games 1000
    python -m tests.bench.ported_duel --preset official --games 1000 --level expert
"""

import argparse

from uno_tui.bots import LEVELS
from uno_tui.bots.hard import immediate_action
from uno_tui.bots.plays import called, favorite, of_kind
from uno_tui.cli.simulate import Report
from uno_tui.cli.simulated_games import Counts, Simulation, play_game
from uno_tui.game.actions import Action, NameColor, Play
from uno_tui.game.cards import Rank
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.rules import Rules
from uno_tui.game.view import Phase, PlayerView


def rule_agent(view: PlayerView, chance: RandomSource) -> Action | None:
    """Choose as rlcard's rule agent does."""
    if (prompt := immediate_action(view)) or not view.on_turn:
        return prompt
    color = favorite(view.hand)
    if view.phase is Phase.COLOR:
        return NameColor(color)
    plays = [one for one in called(of_kind(view.legal, Play)) if one.color in (None, color)]
    fours = [one for one in plays if one.card.rank is Rank.WILD_DRAW_FOUR]
    numbers = [one for one in plays if not one.card.is_wild]
    wanted = fours or numbers or plays
    if wanted and not view.penalty:
        return wanted[int(chance.random() * len(wanted))]
    return next(one for one in view.legal if not isinstance(one, Play))


def main() -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="official")
    parser.add_argument("--seats", default="2,4")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--level", choices=tuple(LEVELS), default="hard")
    asked = parser.parse_args()
    levels = {**LEVELS, "rule": rule_agent}
    rules = Rules.parse(asked.preset, ["target=1"])  # a round is a match, so that points mean nothing
    for players in map(int, asked.seats.split(",")):
        simulation = Simulation(rules, (asked.level, *["rule"] * (players - 1)), asked.games, "ported")
        counts = Counts.none(players)
        for number in range(asked.games):
            counts.add(play_game(simulation, number, levels))
        share, low, high = Report(simulation, counts, 1.0).share(asked.level)
        print(f"{asked.preset}, {players} seats: {share:.1f}% ({low:.1f} to {high:.1f})", flush=True)


if __name__ == "__main__":
    main()
