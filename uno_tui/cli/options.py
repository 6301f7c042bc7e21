"""Shared options of the commands of `uno`, and the settings that they override."""

import getpass
import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.core import ParameterSource
from msgspec.structs import replace

from uno_tui import __version__
from uno_tui.cli.completion import complete_preset, complete_setting, complete_theme
from uno_tui.game.rules import PRESETS
from uno_tui.i18n import LANGUAGES, Words, mark
from uno_tui.local.output import is_tty, write_stdout
from uno_tui.local.settings import AUTO, Settings, load_or_default, settings_file
from uno_tui.local.terminal import Terminal
from uno_tui.local.theme_files import unknown_theme
from uno_tui.names import clean_name

Command = TypeVar("Command", bound=Callable[..., Any])


def rules_options(command: Command) -> Command:
    """Add the options ``--preset`` and ``--set``."""
    preset = click.option(
        "--preset",
        default="classic",
        metavar="|".join(PRESETS),
        shell_complete=complete_preset,
        help=mark("The preset to start from."),
    )
    setting = click.option(
        "--set", "settings", multiple=True, metavar="OPTION=VALUE", shell_complete=complete_setting,
        help=mark("Change one rule; can be repeated. Options: {options}."),
    )  # fmt: skip  # one thought
    return preset(setting(command))


def teams_option(command: Command) -> Command:
    """Add the option ``--teams``, whose value is a tuple of settings as ``--set`` gives them."""
    return click.option(
        "--teams", is_flag=False, flag_value="pairs", metavar="[pairs|halves]", callback=_as_settings,
        help=mark(
            "Play in teams: without a value or with pairs, partners sit opposite; with halves, two teams sit in turn. "
            "The same as --set teams=pairs."
        ),
    )(command)  # fmt: skip  # one thought


def _as_settings(_context: click.Context, _parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
    return () if value is None else (f"teams={value}",)


def common_options(command: Command) -> Command:
    """Add the options of every command: ``--lang``, ``--theme``, ``--version`` and ``--help``."""
    lang = click.option(
        "--lang",
        type=click.Choice(list(LANGUAGES)),
        metavar="|".join(LANGUAGES),
        expose_value=False,
        callback=_store,
        help=mark("Language."),
    )
    theme = click.option(
        "--theme", expose_value=False, callback=_store_theme, metavar="NAME", shell_complete=complete_theme,
        help=mark("Color theme; see uno themes."),
    )  # fmt: skip  # one thought
    version = click.option(
        "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version,
        help=mark("Show the version and exit."),
    )  # fmt: skip  # one thought
    show_help = click.option(
        "-h", "--help", is_flag=True, is_eager=True, expose_value=False, callback=_show_help,
        help=mark("Show this text and exit."),
    )  # fmt: skip  # one thought
    return version(lang(theme(show_help(command))))


def _show_version(context: click.Context, _parameter: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        write_stdout(f"uno-tui, version {__version__}\n")
        context.exit()


def _show_help(context: click.Context, _parameter: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        write_stdout(context.get_help() + "\n")
        context.exit()


def _store(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Store an option that may stand before or after the command's name; an option after the name has priority."""
    if value is not None:
        context.find_root().meta[f"uno.{parameter.name}"] = value


def _store_theme(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Store the chosen theme, after checking that the theme can be read."""
    if value:
        from uno_tui.local.theme_files import user_folder  # noqa: PLC0415  # only what is needed is loaded
        from uno_tui.tui.draw.theme import ThemeError, load  # noqa: PLC0415  # only what is needed is loaded

        try:
            if value != AUTO:
                load(value, user_folder())
        except ThemeError as error:
            raise click.BadParameter(error.text(session_words()), context, parameter, "--theme") from error
    _store(context, parameter, value)


def is_given(option: str) -> bool:
    """Return whether this option of the current command was given on the command line."""
    return click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE


def stored_option(what: str, default: str) -> str:
    """Return the stored ``lang`` or ``theme`` option."""
    value = click.get_current_context().find_root().meta.get(f"uno.{what}", default)
    assert isinstance(value, str), "options are texts"
    return value


def saved_settings() -> Settings:
    """Return this person's settings; if the file is invalid, report that once and return the defaults."""
    meta = click.get_current_context().find_root().meta
    if "uno.settings" not in meta:
        meta["uno.settings"], wrong = load_or_default(settings_file())
        # Translators: what is wrong with the file of settings, by file, line and key.
        text = mark("{complaint}; the defaults are used")
        if wrong is None and (wrong := unknown_theme(settings_file(), meta["uno.settings"].theme)):
            # Translators: what is wrong with the file of settings, by file, line and key.
            text = mark("{complaint}; the default theme is used")
            wrong.language = meta["uno.settings"].language
        if wrong is not None:
            words = words_in(stored_option("lang", "") or wrong.language)
            meta["uno.complaint"] = words(text, complaint=wrong.text(words))
            click.echo(f"uno: {meta['uno.complaint']}", err=True)
    settings = meta["uno.settings"]
    assert isinstance(settings, Settings), "kept above"
    return settings


def settings_complaint() -> str:
    """Return what `saved_settings` reported about the file; empty if nothing is wrong."""
    return str(click.get_current_context().find_root().meta.get("uno.complaint", ""))


def setting_overrides() -> dict[str, str]:
    """Return the settings that the command line overrides."""
    asked = {"theme": stored_option("theme", ""), "language": stored_option("lang", "")}
    return {name: value for name, value in asked.items() if value}


def effective_settings() -> Settings:
    """Return this person's settings, overridden by the options of the command line."""
    return replace(saved_settings(), **setting_overrides())


def session_words() -> Words:
    """Return the language: from the command line, the settings or the environment, in this order.

    Where the locale cannot show its letters, it is English, as on screens.
    """
    return words_in(stored_option("lang", "") or saved_settings().language)


def words_in(language: str) -> Words:
    """Return the texts of a language, as this terminal can show them; without a name, the environment's language."""
    words = Words(language) if language else Words.of_environment(os.environ)
    return words if own_terminal().is_utf8 else words.in_ascii


def own_name(name: str | None) -> str:
    """Return the name to play under: the given name, or the one in the settings, or the login name."""
    wanted = name if name is not None else saved_settings().name
    return clean_name(wanted) if wanted or name is not None else login_name()


def login_name() -> str:
    """Return the cleaned login name."""
    return clean_name(getpass.getuser())


def is_terminal() -> bool:
    """Return whether standard input and output are a terminal."""
    return is_tty(sys.stdin) and is_tty(sys.stdout)


def own_terminal() -> Terminal:
    """Return the facts about this process's terminal."""
    return Terminal.of_process(os.environ)


def wants_lines(plain: bool) -> bool:
    """Return whether to use text mode, because of an option, a setting, or a terminal that cannot show a screen."""
    return plain or saved_settings().plain or own_terminal().dumb


def plain_option(command: Command) -> Command:
    """Add the option ``--plain``."""
    return click.option(
        "--plain", is_flag=True, help=mark("Play in plain text: for screen readers, braille displays and pipes.")
    )(command)


def line_settings() -> Settings:
    """Return the settings for a game in text mode; scripts get no lessons."""
    chosen = effective_settings()
    return chosen if is_terminal() else replace(chosen, lessons=False)


def need_terminal() -> None:
    """Raise a usage error if there is no terminal."""
    if not is_terminal():
        raise click.UsageError(session_words()("the full screen needs a terminal; with a pipe, use --plain"))
