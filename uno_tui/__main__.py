"""`uno`: the one command line."""

import getpass
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from uno_tui import __version__
from uno_tui.bots import LEVELS
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import OPTIONS, PRESETS, Rules, near
from uno_tui.game.shuffle import new_seed
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.lobbyview import LobbyError, TableOptions
from uno_tui.names import clean_name

Command = TypeVar("Command", bound=Callable[..., Any])

DEFAULT_THEME: Final = "classic"


def rules_options(command: Command) -> Command:
    """Add the options that choose the rules."""
    preset = click.option("--preset", default="classic", metavar="|".join(PRESETS), help="The rules to start from.")
    setting = click.option(
        "--set", "settings", multiple=True, metavar="OPTION=VALUE",
        help=f"Change one rule; may be given more than once. Options: {', '.join(OPTIONS)}.",
    )  # fmt: skip  # one thought
    return preset(setting(command))


def common_options(command: Command) -> Command:
    """Add the options that every command takes."""
    lang = click.option(
        "--lang", type=click.Choice(list(LANGUAGES)), expose_value=False, callback=_remember, help="The language."
    )
    theme = click.option(
        "--theme", expose_value=False, callback=_remember, metavar="NAME", help="The colors; see uno themes."
    )
    version = click.version_option(__version__, prog_name="uno-tui")
    return version(lang(theme(click.help_option()(command))))


def _remember(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Keep an option that may stand before the command's name or after it; after it counts."""
    if value is not None:
        context.find_root().meta[f"uno.{parameter.name}"] = value


def chosen(what: str, default: str) -> str:
    """The language or the theme that was asked for."""
    value = click.get_current_context().find_root().meta.get(f"uno.{what}", default)
    assert isinstance(value, str), "options are texts"
    return value


def session_words() -> Words:
    """The language of this person: what was asked for, else what the environment says."""
    language = chosen("lang", "")
    return Words(language) if language else Words.of_environment(os.environ)


def read_rules(preset: str, settings: tuple[str, ...]) -> Rules:
    """The rules of a command line; a wrong word is a usage error."""
    try:
        return Rules.parse(preset, settings)
    except RulesError as error:
        raise click.UsageError(str(error)) from error


def own_name(name: str | None) -> str:
    """The name to play under: what was asked for, else the login name."""
    try:
        return clean_name(name if name is not None else getpass.getuser())
    except (OSError, KeyError):  # no login name to be had
        return clean_name("")


def need_terminal(instead: str = "") -> None:
    """Refuse to open a screen where there is no terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError(f"the game's screen needs a terminal{instead}")


def read_theme() -> str:
    """The theme that was asked for, if it can be read."""
    from uno_tui.tui.theme import ThemeError, load, user_folder  # noqa: PLC0415  # only what a command needs is loaded

    theme = chosen("theme", DEFAULT_THEME)
    try:
        load(theme, user_folder())
    except ThemeError as error:
        raise click.BadParameter(str(error), param_hint="--theme") from error
    return theme


class Group(click.Group):
    """A group whose commands stand in the help in the order they were made."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """The names of the commands."""
        return list(self.commands)


@click.group(cls=Group, invoke_without_command=True, context_settings={"max_content_width": 100})
@common_options
@click.pass_context
def main(context: click.Context) -> None:
    """UNO in the terminal: against bots, or with others over ssh."""
    if context.invoked_subcommand is None:
        context.invoke(play)


@main.command()
@click.option("--bots", default=3, show_default=True, metavar="N", help="How many bots to play against, 1 to 9.")
@click.option("--level", type=click.Choice(list(LEVELS)), default="fair", show_default=True, help="How well they play.")
@click.option("--name", help="Your name at the table; else your login name.")
@click.option("--seed", metavar="TEXT", help="Choose the cards: the same text gives the same deal.")
@click.option("--plain", is_flag=True, help="Play in plain lines: for screen readers, braille displays and pipes.")
@rules_options
@common_options
def play(
    bots: int = 3,
    level: str = "fair",
    name: str | None = None,
    seed: str | None = None,
    plain: bool = False,
    preset: str = "classic",
    settings: tuple[str, ...] = (),
) -> None:
    """Play in this terminal against bots."""
    from uno_tui.play import play_in_lines, play_on_screen  # noqa: PLC0415  # only what a command needs is loaded
    from uno_tui.tui.theme import user_folder  # noqa: PLC0415  # the same

    rules = read_rules(preset, settings)
    try:
        rules.check_seats(bots + 1)
    except RulesError as error:
        raise click.BadParameter(str(error), param_hint="--bots") from error
    options = TableOptions(rules=rules, seats=bots + 1, bots=bots, level=level, seed=seed)
    words = session_words()
    if plain or os.environ.get("TERM") == "dumb":
        sys.exit(play_in_lines(options, own_name(name), words, sys.stdin, sys.stdout))
    need_terminal("; through a pipe, play with --plain")
    sys.exit(play_on_screen(options, own_name(name), words, os.environ, read_theme(), user_folder()))


@main.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=2222, show_default=True, help="The port; 0: any free one."
)
@click.option("--listen", metavar="ADDR", help="Listen on this address only; else on those of local networks.")
@click.option("--name", help="Your name at the table; else your login name.")
@click.option(
    "--players", type=click.IntRange(2, 10), default=4, show_default=True, metavar="N", help="Seats, 2 to 10."
)
@click.option("--bots", type=click.IntRange(0, 9), default=0, metavar="N", help="Bots that sit down at once.")
@click.option("--announce/--no-announce", default=True, help="Tell the local network of the game (on unless said).")
@click.option("--keep", is_flag=True, help="The table goes on for the others when you leave it.")
@rules_options
@common_options
def host(
    port: int,
    listen: str | None,
    name: str | None,
    players: int,
    bots: int,
    announce: bool,
    keep: bool,
    preset: str,
    settings: tuple[str, ...],
) -> None:
    """Host a game for everybody on this network, and play in this terminal."""
    from server.host import Hosting, run_host  # noqa: PLC0415  # only what a command needs is loaded

    rules = read_rules(preset, settings)
    try:
        options = TableOptions(rules=rules, seats=max(players, bots + 1), bots=bots)
    except LobbyError as error:
        raise click.UsageError(error.detail) from error
    need_terminal()
    words, theme = session_words(), read_theme()
    sys.exit(run_host(Hosting(options, own_name(name), words, theme, listen, port, announce, keep)))


@main.command()
@click.argument("address", required=False, metavar="[HOST[:PORT]]")
@click.option("--room", metavar="CODE", help="The table to sit down at.")
@click.option("--list", "listing", is_flag=True, help="Print the games that are found, and end.")
@click.option("--seconds", type=click.FloatRange(0.1, 60), default=3, show_default=True, help="How long --list looks.")
@click.option("--name", help="Your name at the table; else your login name.")
@common_options
def join(address: str | None, room: str | None, listing: bool, seconds: float, name: str | None) -> None:
    """Find a game on this network and play it; no ssh client is needed."""
    from uno_tui.join import JoinError, run_join, run_list, split_address  # noqa: PLC0415  # as above

    if room is not None and not (room.isascii() and room.isalnum() and 3 <= len(room) <= 12):
        raise click.BadParameter(f"{room!r}: a code is 3 to 12 letters or digits", param_hint="--room")
    try:
        place = split_address(address) if address else None
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="HOST[:PORT]") from error
    try:
        if listing:
            sys.exit(run_list(seconds))
        need_terminal()
        sys.exit(run_join(place, room, own_name(name), session_words()))
    except JoinError as error:
        click.echo(f"uno join: {error}", err=True)
        sys.exit(1)


@main.command()
@click.option("--listen", default="127.0.0.1", show_default=True, metavar="ADDR", help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=2222, show_default=True, help="The port; 0 for any free one."
)
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Where the server keeps its data."
)
@common_options
def serve(listen: str, port: int, data: Path | None) -> None:
    """Let people play over ssh."""
    from server.serve import run_server  # noqa: PLC0415  # only what a command needs is loaded

    sys.exit(run_server(listen, port, data))


@main.command()
@click.option("--games", type=click.IntRange(min=1), required=True, metavar="N", help="How many games.")
@click.option("--players", type=int, metavar="N", help="How many play, 2 to 10; else as many as --bots names, or 4.")
@click.option(
    "--bots", default="fair", show_default=True, metavar="LEVEL,LEVEL,...",
    help=f"Who plays: {', '.join(LEVELS)}. Fewer than players are repeated around the table.",
)  # fmt: skip  # one thought
@click.option("--seed", metavar="TEXT", help="The same text gives the same games.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Processes to use.")
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
    """Let bots play many games and count who wins.

    A game is one round; with --set target=N it is a match.
    """
    from uno_tui.simulate import Plan, simulate  # noqa: PLC0415  # only what a command needs is loaded
    from uno_tui.simulationtext import simulation_text, watched  # noqa: PLC0415  # the same

    rules = read_rules(preset, settings)
    levels = read_bots(bots, players)
    try:
        rules.check_seats(len(levels))
    except RulesError as error:
        raise click.BadParameter(str(error), param_hint="--players") from error
    matches = any(setting.startswith("target=") for setting in settings)
    plan = Plan(rules, levels, games, seed if seed is not None else new_seed(), matches, preset)
    try:
        with watched(games, sys.stderr) as told:
            report = simulate(plan, jobs, told)
    except KeyboardInterrupt:
        sys.exit(130)
    click.echo(json.dumps(report.json) if as_json else simulation_text(report, session_words()))


def read_bots(text: str, players: int | None) -> tuple[str, ...]:
    """The level of each player; a wrong word is a usage error."""
    levels = [level.strip() for level in text.split(",")]
    for level in levels:
        if level not in LEVELS:
            said = f"no bot {level!r}{near(level, LEVELS)}: the levels are {', '.join(LEVELS)}"
            raise click.BadParameter(said, param_hint="--bots")
    count = players if players is not None else len(levels) if len(levels) > 1 else 4
    if len(levels) > count > 1:
        raise click.BadParameter(f"{len(levels)} bots and {count} players disagree", param_hint="--bots")
    return tuple(levels[place % len(levels)] for place in range(max(count, 0)))


@main.command()
@rules_options
@common_options
def rules(preset: str, settings: tuple[str, ...]) -> None:
    """Print the rules in force as a text to play by."""
    from uno_tui.rulestext import rules_text  # noqa: PLC0415  # only what a command needs is loaded

    click.echo(rules_text(read_rules(preset, settings), session_words()))


@main.command()
@click.option("--show", metavar="NAME", help="Print the colors of one theme.")
@common_options
def themes(show: str | None) -> None:
    """List the themes, or show one."""
    from uno_tui.tui.theme import ThemeError, available, load, user_folder  # noqa: PLC0415  # the same

    if show is None:
        for name, place in available(user_folder()).items():
            click.echo(name if not isinstance(place, Path) or place.parent != user_folder() else f"{name}  {place}")
        return
    try:
        palette = load(show, user_folder())
    except ThemeError as error:
        raise click.BadParameter(str(error), param_hint="--show") from error
    click.echo(palette)


if __name__ == "__main__":
    main(prog_name="uno")
