"""The commands that open a game: `uno play`, `host`, `join` and `serve`.

Each imports what it needs when it runs, so that help and errors appear at once.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uno_tui import DEFAULT_PORT
from uno_tui.bots import LEVELS
from uno_tui.cli.completion import complete_level
from uno_tui.cli.help import TranslatedCommand
from uno_tui.cli.option_values import (
    GameAddress,
    Number,
    WholeNumber,
    check_bots,
    check_code,
    read_level,
    read_rules,
    read_table,
)
from uno_tui.cli.options import (
    common_options,
    effective_settings,
    is_given,
    is_terminal,
    line_settings,
    need_terminal,
    own_name,
    plain_option,
    rules_options,
    session_words,
    teams_option,
    wants_lines,
)
from uno_tui.i18n import mark
from uno_tui.local.last_used import save_last_used
from uno_tui.local.output import write_stdout
from uno_tui.table.options import Medium, TableOptions

if TYPE_CHECKING:
    from uno_tui.local.kept_matches import InterruptedMatch


@click.command(cls=TranslatedCommand)
@click.option(
    "--bots", type=WholeNumber(1, 9), default=3, show_default=True, metavar="N",
    help=mark("How many bots to play against."),
)  # fmt: skip  # one thought
@click.option(
    "--level",
    default="medium",
    show_default=True,
    metavar="|".join(LEVELS),
    shell_complete=complete_level,
    help=mark("How strong the bots are."),
)
@click.option("--name", help=mark("Your name at the table (default: your login name)."))
@click.option("--seed", metavar="TEXT", help=mark("Seed for the shuffle: the same text gives the same deal."))
@plain_option
@click.option("--continue", "continued", is_flag=True, help=mark("Continue the latest interrupted match."))
@teams_option
@rules_options
@common_options
def play(
    bots: int,
    level: str,
    name: str | None,
    seed: str | None,
    plain: bool,
    continued: bool,
    teams: tuple[str, ...],
    preset: str,
    settings: tuple[str, ...],
) -> None:
    """Play in this terminal against bots."""
    from uno_tui.cli.play import (  # noqa: PLC0415  # only when needed
        MatchLostError,
        OwnGame,
        play_in_lines,
        play_on_screen,
        print_report,
    )

    if continued:
        for option in ("bots", "level", "seed", "teams", "preset", "settings"):
            if is_given(option):
                raise click.UsageError(
                    session_words()(mark("--continue keeps the settings of the match; do not give others"))
                )
    else:
        rules = read_rules(preset, (*settings, *teams))
        level = read_level(level, "--level")
        check_bots(rules, bots)
    in_lines = wants_lines(plain)
    if not in_lines:
        need_terminal()
    wish: TableOptions | InterruptedMatch
    if continued:
        wish = interrupted_match()
    else:
        wish = TableOptions(rules=rules, seats=bots + 1, bots=bots, level=level, seed=seed)
    game = OwnGame(wish, own_name(name), session_words())
    try:
        if in_lines:
            game.medium = Medium.LINES if is_terminal() else Medium.PROGRAM
            sys.exit(play_in_lines(game, line_settings()))
        status = play_on_screen(game, os.environ, effective_settings())
        print_report(game)
        sys.exit(status)
    except MatchLostError:
        click.echo(f"uno play: {session_words()(mark('The match cannot be continued.'))}", err=True)
        sys.exit(1)


def interrupted_match() -> "InterruptedMatch":
    """Return the newest interrupted match; without one, report that and exit with status 1."""
    from uno_tui.local.kept_matches import own_matches  # noqa: PLC0415  # only when needed

    found = own_matches().interrupted()
    if not found:
        click.echo(f"uno play: {session_words()(mark('There is no interrupted match to continue.'))}", err=True)
        sys.exit(1)
    return found[0]


@click.command(cls=TranslatedCommand)
@click.option(
    "--port", type=WholeNumber(0, 65535), default=DEFAULT_PORT, show_default=True, metavar="N",
    help=mark("Port to listen on; 0 for any free one."),
)  # fmt: skip  # one thought
@click.option(
    "--listen", metavar="ADDR", help=mark("Listen on this address only (default: all addresses of local networks).")
)
@click.option("--name", help=mark("Your name at the table (default: your login name)."))
@click.option(
    "--players",
    type=WholeNumber(2, 10),
    default=4,
    show_default=True,
    metavar="N",
    help=mark("Number of seats."),
)
@click.option(
    "--bots",
    type=WholeNumber(0, 9),
    default=0,
    metavar="N",
    help=mark("Bots seated from the start. When the match begins, bots take the free seats as well."),
)
@click.option(
    "--announce/--no-announce", default=True, help=mark("Announce the game on the local network (default: on).")
)
@click.option(
    "--web/--no-web",
    default=True,
    help=mark("Let phones join in a browser (default: on, if the extra web is installed)."),
)
@plain_option
@click.option("--keep", is_flag=True, help=mark("Keep the table open for the others when you leave."))
@teams_option
@rules_options
@common_options
def host(
    port: int,
    listen: str | None,
    name: str | None,
    players: int,
    bots: int,
    announce: bool,
    web: bool,
    plain: bool,
    keep: bool,
    teams: tuple[str, ...],
    preset: str,
    settings: tuple[str, ...],
) -> None:
    """Host a game on this network and play in this terminal."""
    from uno_server.lan.host import HostOptions, run_host  # noqa: PLC0415  # the same
    from uno_server.lan.lan_server import Network  # noqa: PLC0415  # only what a command needs is loaded
    from uno_server.ssh.listener import AddressError, listen_hint, look_up  # noqa: PLC0415  # the same

    rules, looks, words = read_rules(preset, (*settings, *teams)), effective_settings(), session_words()
    seats = players if is_given("players") else max(players, bots + 1)
    options = read_table(rules, seats, bots)
    try:
        if listen is not None:
            look_up(listen, port)
    except AddressError as error:
        raise click.BadParameter(
            f"{error.text(words)}; {listen_hint(words, error, port)}", param_hint="--listen"
        ) from error
    in_lines = wants_lines(plain)
    if in_lines:
        looks = line_settings()
    else:
        need_terminal()
    save_last_used(host=options)
    network = Network(listen, port, announce, web)
    sys.exit(run_host(HostOptions(options, own_name(name), words, looks, network, keep, in_lines=in_lines)))


@click.command(cls=TranslatedCommand)
@click.argument("place", type=GameAddress(), required=False, metavar="[HOST[:PORT]]")
@click.option("--room", metavar="CODE", help=mark("The table to join."))
@click.option("--list", "listing", is_flag=True, help=mark("List the games found, then exit."))
@click.option(
    "--seconds", type=Number(0.1, 60), default=3, show_default=True, metavar="N", help=mark("How long --list searches.")
)
@click.option("--name", help=mark("Your name at the table (default: your login name)."))
@plain_option
@common_options
def join(
    place: tuple[str, int] | None, room: str | None, listing: bool, seconds: float, name: str | None, plain: bool
) -> None:
    """Find a game on this network and join it; no ssh client needed."""
    from uno_tui.net.join import JoinError, look_up, run_join, run_list  # noqa: PLC0415  # as above

    check_code(room, "--room")
    if listing and place is not None:
        raise click.UsageError(session_words()(mark("--list searches this network; do not give an address with it")))
    try:
        if listing:
            sys.exit(run_list(seconds))
        if place is not None:
            look_up(*place)
        in_lines = wants_lines(plain)
        if not in_lines:
            need_terminal()
        sys.exit(run_join(place, room, own_name(name), session_words(), in_lines=in_lines))
    except JoinError as error:
        click.echo(f"uno join: {error.text(session_words())}", err=True)
        sys.exit(1)


@click.command(cls=TranslatedCommand)
@click.option(
    "--config", type=click.Path(path_type=Path), metavar="FILE", help=mark("Configuration file (TOML); see --sample.")
)
@click.option("--listen", metavar="ADDR", help=mark("Address to listen on.  [default: 127.0.0.1]"))
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    metavar="N",
    help=mark("Port to listen on; 0 for any free one.  [default: 2222]"),
)
@click.option("--data", type=click.Path(file_okay=False), metavar="DIR", help=mark("Where the server keeps its data."))
@click.option(
    "--cluster",
    metavar="URL[,URL]",
    help=mark("Addresses of NATS brokers: be one of many servers with the same tables and people."),
)
@click.option(
    "--check",
    is_flag=True,
    help=mark("Check the configuration: start a server with it, log in, and report the result."),
)
@click.option("--sample", is_flag=True, help=mark("Print a sample configuration: every key, its default and why."))
@click.option(
    "--backup", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help=mark("Copy the database to FILE, also while the server runs, then exit."),
)  # fmt: skip  # one thought
@common_options
def serve(
    config: Path | None,
    listen: str | None,
    port: int | None,
    data: str | None,
    cluster: str | None,
    check: bool,
    sample: bool,
    backup: Path | None,
) -> None:
    """Run a server for people to play on over ssh. SIGHUP reloads the configuration."""
    from uno_server.config import sample as sample_text  # noqa: PLC0415  # only what a command needs is loaded
    from uno_server.running import ConfigSource, run_server  # noqa: PLC0415  # the same

    if sample:
        write_stdout(sample_text())
        return
    source = ConfigSource(config, cluster, listen=listen, port=port, data=data)
    sys.exit(run_server(source, session_words(), only_check=check, backup=backup))
