"""`uno`: the one command line, and its commands by which people play; the others are in `sidecommands`."""

import os
import sys
from pathlib import Path

import click

from uno_tui.bots import LEVELS
from uno_tui.cli.help import SpokenGroup
from uno_tui.cli.options import (
    asked_for,
    check_code,
    check_level,
    check_seats,
    common_options,
    is_given,
    is_terminal,
    kept_settings,
    login_name,
    need_terminal,
    own_name,
    person,
    read_rules,
    read_table,
    rules_options,
    session_words,
)
from uno_tui.cli.tools import replay, rules, simulate, themes
from uno_tui.cli.types import Measure, Place, Whole
from uno_tui.i18n import mark
from uno_tui.local.last_used import remember
from uno_tui.local.output import put
from uno_tui.table.options import TableOptions


@click.group(cls=SpokenGroup, invoke_without_command=True, context_settings={"max_content_width": 100})
@common_options
@click.pass_context
def main(context: click.Context) -> None:
    """UNO in the terminal: against bots, or with others over ssh. Without a command: the start screen."""
    if context.invoked_subcommand is not None:
        return
    if not is_terminal():
        click.echo(context.get_help(), err=True)
        sys.exit(2)
    from uno_tui.cli.home import Home  # noqa: PLC0415  # only what a command needs is loaded

    settings = kept_settings()
    complaint = context.find_root().meta.get("uno.complaint", "")
    sys.exit(Home(os.environ, settings, asked_for(), login_name(), complaint).stay())


@main.command()
@click.option(
    "--bots", type=Whole(1, 9), default=3, show_default=True, metavar="N",
    help=mark("How many bots to play against, 1 to 9."),
)  # fmt: skip  # one thought
@click.option("--level", default="fair", show_default=True, metavar="|".join(LEVELS), help=mark("How well they play."))
@click.option("--name", help=mark("Your name at the table; else your login name."))
@click.option("--seed", metavar="TEXT", help=mark("Choose the cards: the same text gives the same deal."))
@click.option(
    "--plain", is_flag=True, help=mark("Play in plain lines: for screen readers, braille displays and pipes.")
)
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
    from uno_tui.cli.play import own_tutor, play_in_lines, play_on_screen  # noqa: PLC0415  # only when needed
    from uno_tui.local.record_folder import own_record_folder  # noqa: PLC0415  # only when needed

    rules = read_rules(preset, settings)
    check_level(level, "--level")
    check_seats(rules, bots + 1, "--bots")
    options = TableOptions(rules=rules, seats=bots + 1, bots=bots, level=level, seed=seed)
    words, records = session_words(), own_record_folder()
    if plain or os.environ.get("TERM") == "dumb":
        remember(play=options)
        tutor = own_tutor(person()) if is_terminal() else None
        sys.exit(play_in_lines(options, own_name(name), words, sys.stdin, sys.stdout, records, tutor))
    need_terminal(mark("the game's screen needs a terminal; through a pipe, play with --plain"))
    remember(play=options)
    sys.exit(play_on_screen(options, own_name(name), words, os.environ, person(), records))


@main.command()
@click.option(
    "--port", type=Whole(0, 65535), default=2222, show_default=True, metavar="N",
    help=mark("The port; 0: any free one."),
)  # fmt: skip  # one thought
@click.option("--listen", metavar="ADDR", help=mark("Listen on this address only; else on those of local networks."))
@click.option("--name", help=mark("Your name at the table; else your login name."))
@click.option("--players", type=Whole(2, 10), default=4, show_default=True, metavar="N", help=mark("Seats, 2 to 10."))
@click.option("--bots", type=Whole(0, 9), default=0, metavar="N", help=mark("Bots that sit down at once."))
@click.option(
    "--announce/--no-announce", default=True, help=mark("Tell the local network of the game (on unless said).")
)
@click.option("--keep", is_flag=True, help=mark("The table goes on for the others when you leave it."))
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
    from uno_server.lan.host import HostOptions, run_host  # noqa: PLC0415  # the same
    from uno_server.lan.lan_server import Network  # noqa: PLC0415  # only what a command needs is loaded
    from uno_server.ssh.listener import AddressError, look_up, way_on  # noqa: PLC0415  # the same

    rules, looks, words = read_rules(preset, settings), person(), session_words()
    seats = players if is_given("players") else max(players, bots + 1)
    options = read_table(rules, seats, bots)
    try:
        if listen is not None:
            look_up(listen, port)
    except AddressError as error:
        raise click.BadParameter(f"{error}; {way_on(words, error, port)}", param_hint="--listen") from error
    need_terminal()
    remember(host=options)
    sys.exit(run_host(HostOptions(options, own_name(name), words, looks, Network(listen, port, announce), keep)))


@main.command()
@click.argument("place", type=Place(), required=False, metavar="[HOST[:PORT]]")
@click.option("--room", metavar="CODE", help=mark("The table to sit down at."))
@click.option("--list", "listing", is_flag=True, help=mark("Print the games that are found, and end."))
@click.option(
    "--seconds", type=Measure(0.1, 60), default=3, show_default=True, metavar="N", help=mark("How long --list looks.")
)
@click.option("--name", help=mark("Your name at the table; else your login name."))
@common_options
def join(place: tuple[str, int] | None, room: str | None, listing: bool, seconds: float, name: str | None) -> None:
    """Find a game on this network and play it; no ssh client is needed."""
    from uno_tui.net.join import JoinError, look_up, run_join, run_list  # noqa: PLC0415  # as above

    check_code(room, "--room")
    if listing and place is not None:
        raise click.UsageError(session_words()(mark("--list looks on this network; an address has no place beside it")))
    try:
        if listing:
            sys.exit(run_list(seconds))
        if place is not None:
            look_up(*place, session_words())
        need_terminal()
        sys.exit(run_join(place, room, own_name(name), session_words()))
    except JoinError as error:
        click.echo(f"uno join: {error.spoken(session_words())}", err=True)
        sys.exit(1)


@main.command()
@click.option(
    "--config", type=click.Path(path_type=Path), metavar="FILE", help=mark("What else is set, in TOML; see --sample.")
)
@click.option("--listen", metavar="ADDR", help=mark("The address to listen on.  [default: 127.0.0.1]"))
@click.option("--port", type=Whole(0, 65535), metavar="N", help=mark("The port; 0 for any free one.  [default: 2222]"))
@click.option("--data", type=click.Path(file_okay=False), metavar="DIR", help=mark("Where the server keeps its data."))
@click.option(
    "--check", is_flag=True, help=mark("Check the configuration, log in to a server like it, and say how that went.")
)
@click.option(
    "--sample", is_flag=True, help=mark("Print a configuration file with every key, its default and its reason.")
)
@common_options
def serve(
    config: Path | None, listen: str | None, port: int | None, data: str | None, check: bool, sample: bool
) -> None:
    """Let people play over ssh. SIGHUP has the configuration read again."""
    from uno_server.config import sample as sample_text  # noqa: PLC0415  # only what a command needs is loaded
    from uno_server.running import ConfigSource, run_server  # noqa: PLC0415  # the same

    if sample:
        put(sample_text())
        return
    sys.exit(run_server(ConfigSource(config, listen=listen, port=port, data=data), only_check=check))


for one in (simulate, replay, rules, themes):
    main.add_command(one)
