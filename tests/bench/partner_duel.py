"""How much it helps a team of bots to know partners: such teams against teams of the same bots that do not.

    python -m tests.bench.partner_duel --rounds 1200

A bot that does not know partners gets its view with the rules and seats of a match without teams. Each deal is played
twice, with the sides exchanged.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import click

from uno_tui.bots import LEVELS, Bot
from uno_tui.cli.simulate import wilson
from uno_tui.cli.simulated_games import next_action
from uno_tui.game.actions import Action
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.match import Match
from uno_tui.game.rules import Rules
from uno_tui.game.view import Phase, PlayerView

TABLES = ((4, "pairs"), (6, "halves"), (8, "pairs"))


def alone(bot: Bot) -> Bot:
    """Return the bot with a view in which every seat plays for itself."""

    def choose(view: PlayerView, rng: RandomSource) -> Action | None:
        seats = tuple(replace(seat, team=None) for seat in view.seats)
        return bot(replace(view, rules=replace(view.rules, teams="off"), seats=seats), rng)

    return choose


def winner(rules: Rules, bots: Sequence[Bot], deal: int) -> int | None:
    """Play one round and return the seat that won it; None if the round is dead."""
    match, _ = Match.start(rules, len(bots), f"partners {deal}")
    rngs = [Random(f"{deal}/{seat}") for seat in range(len(bots))]
    while match.round.phase is not Phase.OVER:
        match, _ = match.apply(*next_action(match, bots, rngs))
    assert match.round.result
    return match.round.result.winner


@click.command()
@click.option("--rounds", default=1200, help="Number of rounds for each row.")
@click.option("--level", default="hard", help="Level of all bots.")
def main(rounds: int, level: str) -> None:
    """Print the share of rounds won by teams that know partners, with its 95% interval."""
    for preset in ("official", "party"):
        for seats, kind in TABLES:
            rules = Rules.parse(preset, [f"teams={kind}", "target=1"])
            teams = rules.teams_of(seats)
            won = played = 0
            for number in range(rounds):
                knowing = [seat % teams % 2 == number % 2 for seat in range(seats)]
                bots = [LEVELS[level] if knows else alone(LEVELS[level]) for knows in knowing]
                if (found := winner(rules, bots, number // 2)) is not None:
                    won += knowing[found]
                    played += 1
            share, low, high = (100 * part for part in wilson(won, played))
            click.echo(f"{preset}, {seats} seats, {kind}: {share:.1f}% ({low:.1f}-{high:.1f})")


if __name__ == "__main__":
    main()
