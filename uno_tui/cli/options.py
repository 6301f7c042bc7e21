"""What the commands of `uno` have in common: options, and what a person chose by them or by settings."""

import getpass
import math
import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.core import ParameterSource
from msgspec.structs import replace

from uno_tui import __version__
from uno_tui.bots import LEVELS
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import PRESETS, Rules, near
from uno_tui.i18n import LANGUAGES, Words, mark
from uno_tui.local.settings import Settings, load_or_default, settings_file
from uno_tui.names import clean_name, is_table_code
from uno_tui.speech import entry_error_sentence
from uno_tui.speech.errors import entry_error_detail, rules_error_sentence
from uno_tui.table.options import EntryError, EntryProblem, TableOptions

Command = TypeVar("Command", bound=Callable[..., Any])


def rules_options(command: Command) -> Command:
    """Add the options that choose the rules."""
    preset = click.option(
        "--preset", default="classic", metavar="|".join(PRESETS), help=mark("The rules to start from.")
    )
    setting = click.option(
        "--set", "settings", multiple=True, metavar="OPTION=VALUE",
        help=mark("Change one rule; may be given more than once. Options: {options}."),
    )  # fmt: skip  # one thought
    return preset(setting(command))


def common_options(command: Command) -> Command:
    """Add the options that every command takes."""
    lang = click.option(
        "--lang", type=click.Choice(list(LANGUAGES)), expose_value=False, callback=_remember, help=mark("The language.")
    )
    theme = click.option(
        "--theme", expose_value=False, callback=_remember_theme, metavar="NAME",
        help=mark("The colors; see uno themes."),
    )  # fmt: skip  # one thought
    version = click.version_option(__version__, prog_name="uno-tui", help=mark("Show the version and exit."))
    return version(lang(theme(click.help_option(help=mark("Show this text and exit."))(command))))


def _remember(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Keep an option that may stand before the command's name or after it; after it counts."""
    if value is not None:
        context.find_root().meta[f"uno.{parameter.name}"] = value


def _remember_theme(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Keep the theme, which must be one that can be read."""
    if value:
        from uno_tui.tui.draw.theme import ThemeError, load, user_folder  # noqa: PLC0415  # only what is needed is loaded

        try:
            load(value, user_folder())
        except ThemeError as error:
            raise click.BadParameter(str(error), context, parameter, "--theme") from error
    _remember(context, parameter, value)


def is_given(option: str) -> bool:
    """Whether an option of the command stands on the command line."""
    return click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE


def chosen(what: str, default: str) -> str:
    """The language or the theme that was asked for."""
    value = click.get_current_context().find_root().meta.get(f"uno.{what}", default)
    assert isinstance(value, str), "options are texts"
    return value


def saved_settings() -> Settings:
    """This person's settings; of a file that cannot be used its fault is told, once, and the defaults are used."""
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
    """The settings that options of the command line go before."""
    asked = {"theme": chosen("theme", ""), "language": chosen("lang", "")}
    return {name: value for name, value in asked.items() if value}


def effective_settings() -> Settings:
    """What this person chose: by options of the command line, else by their settings."""
    return replace(saved_settings(), **setting_overrides())


def session_words() -> Words:
    """The language of this person: what they chose, else what the environment says."""
    language = chosen("lang", "") or saved_settings().language
    return Words(language) if language else Words.of_environment(os.environ)


def read_rules(preset: str, settings: tuple[str, ...]) -> Rules:
    """The rules of a command line; a wrong word is a usage error."""
    try:
        return Rules.parse(preset, settings)
    except RulesError as error:
        raise wrong(error) from error


def read_bots(text: str, players: int | None) -> tuple[str, ...]:
    """The level of each player; a wrong word is a usage error."""
    levels = [level.strip() for level in text.split(",")]
    for level in levels:
        check_level(level, "--bots")
    count = players if players is not None else len(levels) if len(levels) > 1 else 4
    if len(levels) > count > 1:
        raise wrong(RulesError("{bots} bots and {players} players disagree", bots=len(levels), players=count), "--bots")
    return tuple(levels[place % len(levels)] for place in range(max(count, 0)))


def check_level(level: str, option: str) -> None:
    """Go on if bots have such a level; else it is a usage error, and the option is to blame."""
    if level not in LEVELS:
        known = ", ".join(LEVELS)
        error = RulesError(
            "no bot {word}{hint}: the levels are {known}", near(level, LEVELS), word=repr(level), known=known
        )
        raise wrong(error, option)


def check_code(code: str | None, option: str) -> None:
    """Go on if a table may have that code, or none is named; else it is a usage error, and the option is to blame."""
    if code is not None and not is_table_code(code):
        said = entry_error_sentence(session_words(), EntryError(EntryProblem.BAD_CODE, code))
        raise click.BadParameter(said, param_hint=option)


def check_seats(rules: Rules, count: int, option: str) -> None:
    """Go on if so many can play by the rules; else it is a usage error, and the option is to blame."""
    try:
        rules.check_seats(count)
    except RulesError as error:
        raise wrong(error, option) from error


def read_table(rules: Rules, seats: int, bots: int) -> TableOptions:
    """How a table is opened for others; numbers that cannot be are a usage error."""
    try:
        return TableOptions(rules=rules, seats=seats, bots=bots)
    except EntryError as error:
        raise click.UsageError(entry_error_detail(session_words(), error)) from error


def wrong(error: RulesError, option: str | None = None) -> click.UsageError:
    """The usage error of rules that cannot be, in this person's language; `option`: what to blame."""
    said = rules_error_sentence(session_words(), error)
    return click.UsageError(said) if option is None else click.BadParameter(said, param_hint=option)


def own_name(name: str | None) -> str:
    """The name to play under: what was asked for or is set, else the login name."""
    wanted = name if name is not None else saved_settings().name
    return clean_name(wanted) if wanted or name is not None else login_name()


def login_name() -> str:
    """The name under which this person is logged in."""
    try:
        return clean_name(getpass.getuser())
    except (OSError, KeyError):  # there is none to be had
        return clean_name("")


def is_terminal() -> bool:
    """Whether there are a screen and a keyboard."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def need_terminal(without: str = mark("the game's screen needs a terminal")) -> None:
    """Refuse to open a screen where there is no terminal."""
    if not is_terminal():
        raise click.UsageError(session_words()(without))


class WholeNumber(click.IntRange):
    """A whole number from `min`, to `max` if there is a greatest."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; a word that is none is a usage error."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter as error:
            raise click.BadParameter(_none_of(value, self.min, self.max), ctx, param) from error


class Number(click.FloatRange):
    """A number from `min` to `max`, whole or not."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; a word that is none is a usage error."""
        try:
            number = float(super().convert(value, param, ctx))
        except click.BadParameter as error:
            raise click.BadParameter(_none_of(value, self.min, self.max), ctx, param) from error
        if math.isnan(number):  # which is within any range
            raise click.BadParameter(_none_of(value, self.min, self.max), ctx, param)
        return number


class GameAddress(click.ParamType):  # type: ignore[type-arg]  # generic in the newest click only
    """Where a game is: host and port."""

    name = "place"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, int]:
        """Host and port; a word that is no address is a usage error."""
        from uno_tui.net.join import JoinError, split_address  # noqa: PLC0415  # its client takes a while to load

        try:
            return split_address(value)
        except JoinError as error:
            raise click.BadParameter(error.spoken(session_words()), ctx, param, "HOST[:PORT]") from error


def _none_of(value: Any, low: float | None, high: float | None) -> str:
    words = session_words()
    if high is None:
        return words("{word} is no number from {low} on", word=repr(value), low=low)
    return words("{word} is no number from {low} to {high}", word=repr(value), low=low, high=high)
