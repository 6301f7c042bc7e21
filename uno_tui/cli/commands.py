"""The command `uno`: the start screen without a command, its commands, completion and help."""

import os
import sys

import click

from uno_tui.cli.completion import SHELLS, complete_command, fitting, script
from uno_tui.cli.daily import daily
from uno_tui.cli.game_commands import host, join, play, serve
from uno_tui.cli.help import TranslatedCommand, TranslatedGroup
from uno_tui.cli.options import (
    common_options,
    is_terminal,
    login_name,
    plain_option,
    saved_settings,
    setting_overrides,
    settings_complaint,
    wants_lines,
)
from uno_tui.cli.tool_commands import doctor, replay, rules, simulate, themes
from uno_tui.local.output import write_stdout


@click.group(
    cls=TranslatedGroup,
    invoke_without_command=True,
    subcommand_metavar="[COMMAND] [ARGS]...",  # click's own text depends on its version, and is translated
    context_settings={"max_content_width": 100},
)
@plain_option
@common_options
@click.pass_context
def main(context: click.Context, plain: bool) -> None:
    """Play UNO in the terminal, against bots or with others over ssh. Without a command, the start screen opens."""
    if context.invoked_subcommand is not None:
        return
    if wants_lines(plain):
        from uno_tui.cli.start_lines import run_start_lines  # noqa: PLC0415  # only what a command needs is loaded

        sys.exit(run_start_lines(saved_settings(), setting_overrides(), login_name()))
    if not is_terminal():
        click.echo(context.get_help(), err=True)
        sys.exit(2)
    from uno_tui.cli.start_menu import StartMenu  # noqa: PLC0415  # only what a command needs is loaded

    settings = saved_settings()
    sys.exit(StartMenu(os.environ, settings, setting_overrides(), login_name(), settings_complaint()).run())


@click.command(cls=TranslatedCommand)
@click.argument(
    "shell", metavar="|".join(SHELLS), type=click.Choice(SHELLS),
    shell_complete=lambda _context, _parameter, incomplete: fitting(incomplete, SHELLS),
)  # fmt: skip  # one thought
@common_options
def completion(shell: str) -> None:
    """Print a script with which the shell completes the command line.

    For bash, put this into ~/.bashrc: eval "$(uno completion bash)". For zsh, the same with zsh into ~/.zshrc. For
    fish: mkdir -p ~/.config/fish/completions; uno completion fish > ~/.config/fish/completions/uno.fish
    """
    write_stdout(script(main, shell))


@click.command(name="help", cls=TranslatedCommand)
@click.argument("command", required=False, metavar="[COMMAND]", shell_complete=complete_command)
@common_options
@click.pass_context
def help_command(context: click.Context, command: str | None) -> None:
    """Show the options of a command, or all commands."""
    root = context.find_root()
    if command is None:
        write_stdout(root.get_help() + "\n")
        return
    _, found, _ = main.resolve_command(root, [command])
    assert found is not None, "an unknown command is a usage error"
    with found.make_context(command, [], root, resilient_parsing=True) as own:
        write_stdout(own.get_help() + "\n")


for _command in (play, daily, host, join, serve, simulate, replay, rules, completion, help_command, themes, doctor):
    main.add_command(_command)  # in the order in which help lists them
