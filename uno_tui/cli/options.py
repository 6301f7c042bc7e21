"""Shared options of the commands of `uno`, their types and checks, and the settings that they override."""

import getpass
import math
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource
from msgspec.structs import replace

from uno_tui import __version__
from uno_tui.bots import LEVELS, current_level
from uno_tui.cli.completion import complete_preset, complete_setting, complete_theme
from uno_tui.cli.rule_options import COMMAND
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import PRESETS, Rules, near
from uno_tui.i18n import LANGUAGES, Words, mark
from uno_tui.local.output import is_tty, write_stdout
from uno_tui.local.settings import AUTO, Settings, load_or_default, settings_file
from uno_tui.local.terminal import Terminal
from uno_tui.names import clean_name, is_table_code
from uno_tui.speech import entry_error_sentence
from uno_tui.speech.errors import entry_error_detail, rules_error_sentence
from uno_tui.table.options import EntryError, EntryProblem, TableOptions

if TYPE_CHECKING:
    from uno_tui.tui.draw.theme import ThemeError

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


def common_options(command: Command) -> Command:
    """Add the options of every command: ``--lang``, ``--theme``, ``--version`` and ``--help``."""
    lang = click.option(
        "--lang", type=click.Choice(list(LANGUAGES)), expose_value=False, callback=_store, help=mark("Language.")
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
    """Store an option that may stand before or after the command's name; the latter has priority."""
    if value is not None:
        context.find_root().meta[f"uno.{parameter.name}"] = value


def _store_theme(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Store the theme, after checking that it can be read."""
    if value:
        from uno_tui.local.theme_files import user_folder  # noqa: PLC0415  # only what is needed is loaded
        from uno_tui.tui.draw.theme import ThemeError, load  # noqa: PLC0415  # only what is needed is loaded

        try:
            if value != AUTO:
                load(value, user_folder())
        except ThemeError as error:
            raise click.BadParameter(theme_error_text(error), context, parameter, "--theme") from error
    _store(context, parameter, value)


def theme_error_text(error: "ThemeError") -> str:
    """Return the text about a theme that cannot be used."""
    from uno_tui.tui.draw.theme import UnknownThemeError  # noqa: PLC0415  # only what is needed is loaded

    if not isinstance(error, UnknownThemeError):
        return str(error)
    words, known = session_words(), ", ".join(error.known)
    hint = words(" (did you mean {near}?)", near=error.near) if error.near else ""
    return words("unknown theme {word}{hint}; choose from {known}", word=repr(error.name), hint=hint, known=known)


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
        meta["uno.settings"], complaint = load_or_default(settings_file())
        if complaint:
            meta["uno.complaint"] = f"{complaint}; the defaults are used"
            click.echo(f"uno: {meta['uno.complaint']}", err=True)
    settings = meta["uno.settings"]
    assert isinstance(settings, Settings), "kept above"
    return settings


def setting_overrides() -> dict[str, str]:
    """Return the settings that the command line overrides."""
    asked = {"theme": stored_option("theme", ""), "language": stored_option("lang", "")}
    return {name: value for name, value in asked.items() if value}


def effective_settings() -> Settings:
    """Return the settings with the options of the command line applied."""
    return replace(saved_settings(), **setting_overrides())


def session_words() -> Words:
    """Return the language: from the command line, the settings or the environment, in this order.

    Where the locale cannot show its letters, it is English, as on screens.
    """
    return words_in(stored_option("lang", "") or saved_settings().language)


def words_in(language: str) -> Words:
    """Return a language as this terminal can show it; without a name, the one of the environment."""
    words = Words(language) if language else Words.of_environment(os.environ)
    return words if own_terminal().is_utf8 else words.in_ascii


def read_rules(preset: str, settings: tuple[str, ...]) -> Rules:
    """Parse the rules options; an error is a usage error."""
    try:
        return Rules.parse(preset, settings)
    except RulesError as error:
        if preset not in PRESETS:
            raise usage_error(error) from error
        words = session_words()
        hint = words("For every option and what it means: {command}", command=COMMAND)
        raise click.UsageError(f"{rules_error_sentence(words, error)}\n{hint}") from error


def read_bots(text: str, players: int | None) -> tuple[str, ...]:
    """Parse the bot level of each player; raise a usage error if one is invalid."""
    levels = [read_level(level.strip(), "--bots") for level in text.split(",")]
    count = players if players is not None else len(levels) if len(levels) > 1 else 4
    if len(levels) > count > 1:
        raise usage_error(
            RulesError("--bots names {bots} bots, but there are {players} players", bots=len(levels), players=count),
            "--bots",
        )
    return tuple(levels[place % len(levels)] for place in range(max(count, 0)))


def read_level(word: str, option: str) -> str:
    """Return the bot level with the given name; raise a usage error that names the option if it is unknown."""
    level = current_level(word)
    if level not in LEVELS:
        known = ", ".join(LEVELS)
        error = RulesError(
            "unknown bot level {word}{hint}; choose from {known}", near(level, LEVELS), word=repr(level), known=known
        )
        raise usage_error(error, option)
    return level


def check_code(code: str | None, option: str) -> None:
    """Check the form of a table code, if one is given; otherwise raise a usage error that names the option."""
    if code is not None and not is_table_code(code):
        message = entry_error_sentence(session_words(), EntryError(EntryProblem.BAD_CODE, code))
        raise click.BadParameter(message, param_hint=option)


def check_seats(rules: Rules, count: int, option: str) -> None:
    """Check that the rules allow this number of players; otherwise raise a usage error that names the option."""
    try:
        rules.check_seats(count)
    except RulesError as error:
        raise usage_error(error, option) from error


def read_table(rules: Rules, seats: int, bots: int) -> TableOptions:
    """Return the options of a table for others; impossible numbers are a usage error."""
    try:
        return TableOptions(rules=rules, seats=seats, bots=bots)
    except EntryError as error:
        raise click.UsageError(entry_error_detail(session_words(), error)) from error


def usage_error(error: RulesError, option: str | None = None) -> click.UsageError:
    """Return a usage error for an error in the rules, naming the option if one is given."""
    message = rules_error_sentence(session_words(), error)
    return click.UsageError(message) if option is None else click.BadParameter(message, param_hint=option)


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
    """Return whether to use text mode: because of the option, the settings, or a terminal that cannot show a screen."""
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


def need_cursor() -> None:
    """Raise a usage error if the terminal cannot show a full screen."""
    if own_terminal().dumb:
        term = os.environ.get("TERM", "")
        message = mark("TERM={term}: this terminal cannot show the full screen. To play in plain text: {command}")
        raise click.UsageError(session_words()(message, term=term, command="uno play --plain"))


def need_terminal(without: str = mark("this screen needs a terminal")) -> None:
    """Raise a usage error with the given message if there is no terminal."""
    if not is_terminal():
        raise click.UsageError(session_words()(without))


class WholeNumber(click.IntRange):
    """Parameter type of a whole number from `min` up to `max`, if `max` is set."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Parse the number; anything else is a usage error."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter as error:
            raise click.BadParameter(_not_a_number(value, self.min, self.max), ctx, param) from error


class Number(click.FloatRange):
    """Parameter type of a number from `min` to `max`, with or without a fraction."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Parse the number; anything else is a usage error."""
        try:
            number = float(super().convert(value, param, ctx))
        except click.BadParameter as error:
            raise click.BadParameter(_not_a_number(value, self.min, self.max), ctx, param) from error
        if math.isnan(number):  # NaN passes every range check
            raise click.BadParameter(_not_a_number(value, self.min, self.max), ctx, param)
        return number


class GameAddress(click.ParamType):  # type: ignore[type-arg]  # generic in the newest click only
    """Parameter type of a game's address, parsed to (host, port)."""

    name = "place"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, int]:
        """Parse the address; anything else is a usage error."""
        from uno_tui.net.join import JoinError, split_address  # noqa: PLC0415  # its client takes a while to load

        try:
            return split_address(value)
        except JoinError as error:
            raise click.BadParameter(error.spoken(session_words()), ctx, param, "HOST[:PORT]") from error


def _not_a_number(value: Any, low: float | None, high: float | None) -> str:
    words = session_words()
    if high is None:
        return words("{word} is not a number that is {low} or more", word=repr(value), low=low)
    return words("{word} is not a number from {low} to {high}", word=repr(value), low=low, high=high)
