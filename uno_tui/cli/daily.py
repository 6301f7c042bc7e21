"""The command `uno daily`: the deal of the day, in this terminal."""

import os
import sys
from typing import TYPE_CHECKING, NoReturn

import click

from uno_tui.cli.help import TranslatedCommand
from uno_tui.cli.options import (
    common_options,
    effective_settings,
    is_terminal,
    line_settings,
    need_terminal,
    own_name,
    plain_option,
    session_words,
    wants_lines,
)
from uno_tui.i18n import mark
from uno_tui.local.output import write_stdout
from uno_tui.table.options import Medium

if TYPE_CHECKING:
    from uno_tui.cli.daily_game import DailyGame


@click.command(cls=TranslatedCommand)
@click.option("--name", help=mark("Your name at the table (default: your login name)."))
@click.option("--record", is_flag=True, help=mark("Print the record of your latest finished try, for uno replay."))
@plain_option
@common_options
def daily(name: str | None, record: bool, plain: bool) -> None:
    """Play the deal of the day: the same cards and bots for everyone, one try."""
    from uno_tui.cli.daily_game import DailyGame  # noqa: PLC0415  # only when needed
    from uno_tui.speech.daily import daily_lines  # noqa: PLC0415  # the same

    game = DailyGame.of(own_name(name), session_words())
    if record:
        _print_record(game)
    history = game.tries.history()
    if history.over:
        write_stdout("\n".join(daily_lines(game.words, history)) + "\n")
        return
    in_lines = wants_lines(plain)
    if not in_lines:
        need_terminal()
    sys.exit(_play(game, in_lines))


def _print_record(game: "DailyGame") -> NoReturn:
    found = game.tries.record()
    if found is None:
        click.echo(f"uno daily: {game.words(mark('No finished tries yet.'))}", err=True)
        sys.exit(1)
    write_stdout(found.text)
    sys.exit(0)


def _play(game: "DailyGame", in_lines: bool) -> int:
    """Play the try; return the exit status, 1 if it cannot be played."""
    from uno_tui.cli.play import MatchLostError, play_in_lines, play_on_screen, print_report  # noqa: PLC0415  # only when needed
    from uno_tui.local.daily_tries import NoTryError  # noqa: PLC0415  # the same

    try:
        if in_lines:
            game.medium = Medium.LINES if is_terminal() else Medium.PROGRAM
            return play_in_lines(game, line_settings())
        status = play_on_screen(game, os.environ, effective_settings())
    except NoTryError as error:
        click.echo(f"uno daily: {error.text(game.words)}", err=True)
        return 1
    except MatchLostError:
        click.echo(f"uno daily: {game.words(mark('The match cannot be continued.'))}", err=True)
        return 1
    print_report(game)
    return status
