"""Popular advice about UNO, tested: the hard bot against itself with one habit changed.

It prints one line for each piece of advice: the share of rounds won by a bot that follows it, between two players and
against three, and the points per round of a bot that follows it and of one that does not, with 95% intervals::

    python -m tests.bench.tips --games 2000
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tests.bench.bot_table import points, shares, table
from uno_tui.bots import hard
from uno_tui.bots.hard import candidates, immediate_action, ranked_actions, weights
from uno_tui.bots.position import Position
from uno_tui.cli.simulate import Report
from uno_tui.cli.simulated_games import Counts, Simulation, play_game
from uno_tui.game.actions import Action, Challenge, Play, Take
from uno_tui.game.cards import Rank
from uno_tui.game.guess.bot import Bot, RandomSource
from uno_tui.game.rules import Rules
from uno_tui.game.view import PlayerView

Wish = Callable[[PlayerView, Action], bool]


@dataclass(frozen=True)
class Saying:
    """A piece of advice, the rules it is about, a bot that follows it and one that does not."""

    text: str
    rules: tuple[str, ...]
    follower: Bot
    other: Bot


def wishing(wish: Wish, *, against: bool = False) -> Bot:
    """Return a hard bot that takes the best wished action if there is one; with `against`, never one."""

    def choose(view: PlayerView, chance: RandomSource) -> Action | None:
        if not view.on_turn or immediate_action(view) or Challenge() in view.legal:
            return hard(view, chance)
        ranked = [action for _, action in ranked_actions(Position(view))]
        wished = [action for action in ranked if wish(view, action) != against]
        return wished[0] if wished else ranked[0]

    return choose


def plays_four(view: PlayerView, action: Action) -> bool:
    """Return whether the action plays a Wild Draw Four."""
    del view
    return isinstance(action, Play) and action.card.rank is Rank.WILD_DRAW_FOUR


def plays_wild(view: PlayerView, action: Action) -> bool:
    """Return whether the action plays a wild."""
    del view
    return isinstance(action, Play) and action.card.is_wild


def wild_without_need(view: PlayerView, action: Action) -> bool:
    """Return whether the action plays a wild although another card may be played."""
    return plays_wild(view, action) and any(isinstance(one, Play) and not one.card.is_wild for one in view.legal)


def sheds_wild_in_time(view: PlayerView, action: Action) -> bool:
    """Return whether the action plays a wild from a hand of four cards or fewer."""
    return plays_wild(view, action) and len(view.hand) <= 4


def doubles(view: PlayerView, action: Action) -> bool:
    """Return whether the action plays a double."""
    del view
    return isinstance(action, Play) and action.double


def stacks(view: PlayerView, action: Action) -> bool:
    """Return whether the action stacks."""
    return view.penalty > 0 and isinstance(action, Play)


def plays(view: PlayerView, action: Action) -> bool:
    """Return whether the action plays a card."""
    del view
    return isinstance(action, Play)


def sheds_points(view: PlayerView, action: Action) -> bool:
    """Return whether the action plays the card of most points, except wilds."""
    fitting = [one.card.points for one in view.legal if isinstance(one, Play) and not one.card.is_wild]
    return isinstance(action, Play) and not action.card.is_wild and action.card.points == max(fitting)


def blind(view: PlayerView, chance: RandomSource) -> Action | None:
    """Choose like the hard bot, but ignore what the next player lacks."""
    if not view.on_turn or immediate_action(view) or Challenge() in view.legal:
        return hard(view, chance)
    position = Position(view)
    own = weights(position)._replace(stuck=0.0, stuck_late=0.0, color_out=0.0)
    return max(candidates(view), key=lambda one: sum(a * b for a, b in zip(own, position.features(one), strict=True)))


def challenging(always: bool) -> Bot:
    """Return a hard bot that challenges always, or never."""

    def choose(view: PlayerView, chance: RandomSource) -> Action | None:
        if not view.on_turn or Challenge() not in view.legal:
            return hard(view, chance)
        return Challenge() if always else Take()

    return choose


SAYINGS = (
    Saying("Play a Wild Draw Four as soon as you may", ("irish",), wishing(plays_four), hard),
    Saying("The same with rules classic", ("classic",), wishing(plays_four), hard),
    Saying("Keep wilds while anything else fits", ("classic",), wishing(wild_without_need, against=True), hard),
    Saying(
        "Keep a wild for the last card",
        ("irish",),
        wishing(sheds_wild_in_time, against=True),
        wishing(sheds_wild_in_time),
    ),
    Saying("Get rid of the highest cards first", ("classic",), wishing(sheds_points), hard),
    Saying("Turn to a color the next player lacks", ("classic",), hard, blind),
    Saying("Play doubles whenever you can", ("irish",), wishing(doubles), wishing(doubles, against=True)),
    Saying("Stack whenever you can", ("irish",), wishing(stacks), wishing(stacks, against=True)),
    Saying("Play whenever you can, never draw", ("classic",), wishing(plays), hard),
    Saying("Challenge every Wild Draw Four", ("official",), challenging(always=True), challenging(always=False)),
    Saying("Challenge by the odds, not always", ("official",), hard, challenging(always=True)),
)


def share(saying: Saying, players: int, games: int) -> Report:
    """Return the results of one bot that follows the advice against one or three that do not."""
    levels = {"follower": saying.follower, "other": saying.other}
    simulation = Simulation(
        Rules.parse(*saying.rules), ("follower", *["other"] * (players - 1)), games, f"tips {saying.text}"
    )
    counts = Counts.none(players)
    for one in map(partial(play_game, simulation, levels=levels), range(games)):
        counts.add(one)
    return Report(simulation, counts, 1.0)


def main() -> None:
    """Play the games and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--only", default="", help="only advice that contains this text")
    asked = parser.parse_args()
    found = {
        f"{saying.text} (`{saying.rules[0]}`)": [share(saying, players, asked.games) for players in (2, 4)]
        for saying in SAYINGS
        if asked.only in saying.text
    }
    table(
        "rounds",
        ("2 players: even 50%", "4 players: even 25%"),
        {name: [shares(report) for report in reports] for name, reports in found.items()},
    )
    table(
        "points a round, of a bot that follows it and one that does not",
        ("2 players", "4 players"),
        {name: [points(report) for report in reports] for name, reports in found.items()},
    )


if __name__ == "__main__":
    main()
