"""The commands that open no game: `uno simulate`, `replay`, `rules`, `themes` and `doctor`.

Each imports what it needs when it runs, so that help and errors appear at once.
"""

import json
import os
import sys

import click

from uno_tui.cli.completion import complete_level, complete_record, complete_theme
from uno_tui.cli.help import TranslatedCommand
from uno_tui.cli.option_values import WholeNumber, check_seats, read_bots, read_rules
from uno_tui.cli.options import (
    common_options,
    effective_settings,
    plain_option,
    rules_options,
    session_words,
    wants_lines,
)
from uno_tui.game.shuffle import new_seed
from uno_tui.i18n import mark
from uno_tui.local.output import write_stdout


@click.command(cls=TranslatedCommand)
@click.option("--games", type=WholeNumber(1), required=True, metavar="N", help=mark("Number of games."))
@click.option(
    "--players",
    type=WholeNumber(2, 10),
    metavar="N",
    help=mark("Number of players (default: as many as --bots names, or 4)."),
)
@click.option(
    "--bots", default="medium", show_default=True, metavar="LEVEL,LEVEL,...", shell_complete=complete_level,
    help=mark("Bot levels: {levels}. If there are fewer than players, they repeat around the table."),
)  # fmt: skip  # one thought
@click.option("--seed", metavar="TEXT", help=mark("The same text gives the same games."))
@click.option("--json", "as_json", is_flag=True, help=mark("Print the result as JSON."))
@click.option(
    "--jobs", type=WholeNumber(1), default=1, show_default=True, metavar="N", help=mark("Number of processes.")
)
@rules_options
@common_options
def simulate(
    games: int,
    players: int | None,
    bots: str,
    seed: str | None,
    as_json: bool,
    jobs: int,
    preset: str,
    settings: tuple[str, ...],
) -> None:
    """Let bots play many games and count the wins.

    A game is one round; with --set target=N it is a match.
    """
    from uno_tui.cli.simulate import simulate  # noqa: PLC0415  # only what a command needs is loaded
    from uno_tui.cli.simulated_games import Simulation  # noqa: PLC0415  # only what a command needs is loaded
    from uno_tui.cli.simulation_text import progress, simulation_text  # noqa: PLC0415  # the same

    rules = read_rules(preset, settings)
    levels = read_bots(bots, players)
    check_seats(rules, len(levels), "--players")
    matches = any(setting.startswith("target=") for setting in settings)
    simulation = Simulation(rules, levels, games, seed if seed is not None else new_seed(), matches, preset)
    with progress(games, sys.stderr) as told:
        report = simulate(simulation, jobs, told)
    write_stdout((json.dumps(report.json) if as_json else simulation_text(report, session_words())) + "\n")


@click.command(cls=TranslatedCommand)
@click.argument("file", metavar="FILE|-", shell_complete=complete_record)
@click.option(
    "--until",
    type=WholeNumber(0),
    metavar="N",
    help=mark("Start after N actions (default: at the beginning); with --json, --cast or --svg end there."),
)
@click.option("--json", "as_json", is_flag=True, help=mark("Print the end, or the state after N actions, as JSON."))
@click.option("--verify", is_flag=True, help=mark("Check the record: seed, actions and result."))
@click.option(
    "--cast", type=click.Path(dir_okay=False, allow_dash=True), metavar="OUT",
    help=mark("Write a film for asciinema to the file OUT, or - for standard output."),
)  # fmt: skip  # one thought
@click.option(
    "--svg", type=click.Path(dir_okay=False, allow_dash=True), metavar="OUT",
    help=mark("Write a film for web pages to OUT: an animated SVG."),
)  # fmt: skip  # one thought
@click.option(
    "--seat", type=WholeNumber(1, 10), metavar="N", help=mark("Show the film as the player on seat N saw it.")
)
@click.option("--open", "opened", is_flag=True, help=mark("Show all hands in the film, as it does without --seat."))
@plain_option
@common_options
def replay(
    file: str,
    until: int | None,
    as_json: bool,
    verify: bool,
    cast: str | None,
    svg: str | None,
    seat: int | None,
    opened: bool,
    plain: bool,
) -> None:
    """Replay a finished match from FILE, or - for standard input.

    The last 20 matches played here are saved; the path is shown when you leave the table.
    """
    from uno_tui.cli.replay import (  # noqa: PLC0415  # as above
        ReplayRequest,
        ReplayUsageError,
        film_replay,
        replay_in_lines,
        run_replay,
        show_replay,
    )

    in_lines, words = wants_lines(plain), session_words()
    films = {form: out for form, out in (("cast", cast), ("svg", svg)) if out is not None}
    if (seat is not None or opened) and not films:
        raise click.UsageError(words("--seat and --open need --cast or --svg"))
    if seat is not None and opened:
        raise click.UsageError(words("--seat and --open exclude each other"))
    asked = ReplayRequest(file, until, as_json, verify, in_lines, films, seat)
    try:
        done = run_replay(asked, words)
    except ReplayUsageError as error:
        raise click.UsageError(str(error)) from error
    if isinstance(done, int):
        sys.exit(done)
    if films:
        sys.exit(film_replay(asked, done, words, effective_settings()))
    if in_lines:
        sys.exit(replay_in_lines(asked, done, words))
    sys.exit(show_replay(asked, done, words, os.environ, effective_settings()))


@click.command(cls=TranslatedCommand)
@rules_options
@click.option("--options", is_flag=True, help=mark("Print every option of the rules, its values and what they mean."))
@click.option("--json", "as_json", is_flag=True, help=mark("With --options: print them as one JSON object."))
@common_options
def rules(preset: str, settings: tuple[str, ...], options: bool, as_json: bool) -> None:
    """Print the rules."""
    from uno_tui.cli.rule_options import options_json, options_text  # noqa: PLC0415  # only what a command needs
    from uno_tui.speech.rules_text import rules_text  # noqa: PLC0415  # is loaded

    if as_json and not options:
        raise click.UsageError(session_words()(mark("--json needs --options beside it")))
    if options:
        chosen, words = read_rules(preset, settings), session_words()
        text = json.dumps(options_json(chosen, words)) if as_json else options_text(chosen, words)
        write_stdout(text + "\n")
        return
    write_stdout(rules_text(read_rules(preset, settings), session_words()) + "\n")


@click.command(cls=TranslatedCommand)
@common_options
def doctor() -> None:
    """Check what this terminal supports, and suggest changes.

    With a pipe or a file, the report is plain text.
    """
    from uno_tui.cli.doctor import doctor_text  # noqa: PLC0415  # only what a command needs is loaded

    write_stdout(doctor_text(os.environ, session_words(), effective_settings()))


@click.command(cls=TranslatedCommand)
@click.option("--show", metavar="NAME", shell_complete=complete_theme, help=mark("Print the colors of this theme."))
@common_options
def themes(show: str | None) -> None:
    """List the themes, or show one."""
    from uno_tui.local.theme_files import available, user_folder  # noqa: PLC0415  # as above
    from uno_tui.tui.draw.theme import ThemeError, source  # noqa: PLC0415  # as above

    if show is None:
        for name, place in available(user_folder()).items():
            write_stdout(f"{name}\n" if place.parent != user_folder() else f"{name}  {place}\n")
        return
    try:
        text = source(show, user_folder())
    except ThemeError as error:
        raise click.BadParameter(error.text(session_words()), param_hint="--show") from error
    write_stdout(text)
