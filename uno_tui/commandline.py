"""What the commands of `uno` have in common: options, and what a person chose by them or by settings."""

import getpass
import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click
from msgspec.structs import replace

from uno_tui import __version__
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import OPTIONS, PRESETS, Rules
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.names import clean_name
from uno_tui.settings import Settings, load_or_default, settings_file

Command = TypeVar("Command", bound=Callable[..., Any])


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


def kept_settings() -> Settings:
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


def asked_for() -> dict[str, str]:
    """The settings that options of the command line go before."""
    asked = {"theme": read_theme(), "language": chosen("lang", "")}
    return {name: value for name, value in asked.items() if value}


def person() -> Settings:
    """What this person chose: by options of the command line, else by their settings."""
    return replace(kept_settings(), **asked_for())


def session_words() -> Words:
    """The language of this person: what they chose, else what the environment says."""
    language = chosen("lang", "") or kept_settings().language
    return Words(language) if language else Words.of_environment(os.environ)


def read_rules(preset: str, settings: tuple[str, ...]) -> Rules:
    """The rules of a command line; a wrong word is a usage error."""
    try:
        return Rules.parse(preset, settings)
    except RulesError as error:
        raise click.UsageError(str(error)) from error


def own_name(name: str | None) -> str:
    """The name to play under: what was asked for or is set, else the login name."""
    wanted = name if name is not None else kept_settings().name
    return clean_name(wanted) if wanted or name is not None else login_name()


def login_name() -> str:
    """The name under which this person is logged in."""
    try:
        return clean_name(getpass.getuser())
    except (OSError, KeyError):  # there is none to be had
        return clean_name("")


def is_terminal() -> bool:
    """Whether there are a screen and a keyboard."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def need_terminal(instead: str = "") -> None:
    """Refuse to open a screen where there is no terminal."""
    if not is_terminal():
        raise click.UsageError(f"the game's screen needs a terminal{instead}")


def read_theme() -> str:
    """The theme that was asked for, which must be one that can be read; empty if none was."""
    theme = chosen("theme", "")
    if not theme:
        return ""
    from uno_tui.tui.theme import ThemeError, load, user_folder  # noqa: PLC0415  # only what a command needs is loaded

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
