"""The commands of `uno` that seat nobody: bots' games counted, a finished match shown, the rules and themes told."""

import json
import os
import sys

import click

from uno_tui.cli.help import SpokenCommand
from uno_tui.cli.options import check_seats, common_options, person, read_bots, read_rules, rules_options, session_words
from uno_tui.cli.types import Whole
from uno_tui.game.shuffle import new_seed
from uno_tui.i18n import mark
from uno_tui.local.output import put


@click.command(cls=SpokenCommand)
@click.option("--games", type=Whole(1), required=True, metavar="N", help=mark("How many games."))
@click.option(
    "--players",
    type=Whole(2, 10),
    metavar="N",
    help=mark("How many play, 2 to 10; else as many as --bots names, or 4."),
)
@click.option(
    "--bots", default="fair", show_default=True, metavar="LEVEL,LEVEL,...",
    help=mark("Who plays: {levels}. Fewer than players are repeated around the table."),
)  # fmt: skip  # one thought
@click.option("--seed", metavar="TEXT", help=mark("The same text gives the same games."))
@click.option("--json", "as_json", is_flag=True, help=mark("Print one JSON object."))
@click.option("--jobs", type=Whole(1), default=1, show_default=True, metavar="N", help=mark("Processes to use."))
@click.option(
    "--playouts", type=Whole(0), default=0, metavar="N",
    help=mark("Let sharp bots play out each decision in N imagined rounds: stronger, and slow."),
)  # fmt: skip  # one thought
@rules_options
@common_options
def simulate(
    games: int,
    players: int | None,
    bots: str,
    seed: str | None,
    as_json: bool,
    jobs: int,
    playouts: int,
    preset: str,
    settings: tuple[str, ...],
) -> None:
    """Let bots play many games and count who wins.

    A game is one round; with --set target=N it is a match.
    """
    from uno_tui.cli.simulate import Plan, simulate  # noqa: PLC0415  # only what a command needs is loaded
    from uno_tui.cli.simulation_text import simulation_text, watched  # noqa: PLC0415  # the same

    rules = read_rules(preset, settings)
    levels = read_bots(bots, players)
    check_seats(rules, len(levels), "--players")
    matches = any(setting.startswith("target=") for setting in settings)
    plan = Plan(rules, levels, games, seed if seed is not None else new_seed(), matches, preset, playouts)
    try:
        with watched(games, sys.stderr) as told:
            report = simulate(plan, jobs, told)
    except KeyboardInterrupt:
        sys.exit(130)
    put((json.dumps(report.json) if as_json else simulation_text(report, session_words())) + "\n")


@click.command(cls=SpokenCommand)
@click.argument("file", metavar="FILE|-")
@click.option("--until", type=Whole(0), metavar="N", help=mark("Begin after so many actions; else at the start."))
@click.option(
    "--json", "as_json", is_flag=True, help=mark("Print the end, or what is after N actions, as one JSON object.")
)
@click.option("--verify", is_flag=True, help=mark("Say whether the record is right: seed, actions and end."))
@common_options
def replay(file: str, until: int | None, as_json: bool, verify: bool) -> None:
    """Show a finished match again: its record from FILE, or - for standard input.

    Records of matches played here are kept, the last 20; where, is told when you leave the table.
    """
    from uno_tui.cli.replay import Asked, WrongWords, run_replay, show_replay  # noqa: PLC0415  # as above

    asked, words = Asked(file, until, as_json, verify), session_words()
    try:
        done = run_replay(asked, words)
    except WrongWords as error:
        raise click.UsageError(str(error)) from error
    sys.exit(done if isinstance(done, int) else show_replay(asked, done, words, os.environ, person()))


@click.command(cls=SpokenCommand)
@rules_options
@common_options
def rules(preset: str, settings: tuple[str, ...]) -> None:
    """Print the rules in force as a text to play by."""
    from uno_tui.speech.rules_text import rules_text  # noqa: PLC0415  # only what a command needs is loaded

    put(rules_text(read_rules(preset, settings), session_words()) + "\n")


@click.command(cls=SpokenCommand)
@click.option("--show", metavar="NAME", help=mark("Print the colors of one theme."))
@common_options
def themes(show: str | None) -> None:
    """List the themes, or show one."""
    from uno_tui.tui.draw.theme import ThemeError, available, source, user_folder  # noqa: PLC0415  # the same

    if show is None:
        for name, place in available(user_folder()).items():
            put(f"{name}\n" if place.parent != user_folder() else f"{name}  {place}\n")
        return
    try:
        text = source(show, user_folder())
    except ThemeError as error:
        raise click.BadParameter(str(error), param_hint="--show") from error
    put(text)
