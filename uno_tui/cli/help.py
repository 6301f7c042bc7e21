"""The help of `uno`, in the language of who asks.

click fixes its texts as the commands are made, before anything is known of the person; so commands keep their English,
which are messages like any other, and are put into words only as the help is shown.
"""

import inspect
import sys
from itertools import pairwise
from typing import Any, Final

import click

from uno_tui.bots import LEVELS
from uno_tui.cli.options import session_words
from uno_tui.game.rules import OPTIONS, near
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.library_internals import LibraryError
from uno_tui.local.output import OutputError

_NAMED: Final = {"options": ", ".join(OPTIONS), "levels": ", ".join(LEVELS)}
"""What help texts may name."""


class TranslatedCommand(click.Command):
    """A command whose help is told in the person's language."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Tell usage, what it does, its options and its commands."""
        words = session_words()
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), words("Usage:") + " ")
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(words(inspect.cleandoc(self.help or "")))
        with formatter.section(words("Options")):
            formatter.write_dl([row for one in self.get_params(ctx) if (row := _option(words, ctx, one))])
        rows = [(name, _first(words, one)) for name, one in getattr(self, "commands", {}).items()]
        if rows:
            with formatter.section(words("Commands")):
                formatter.write_dl(rows)


class TranslatedGroup(TranslatedCommand, click.Group):
    """A group of such commands, in the order they were made."""

    command_class = TranslatedCommand

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """The names of the commands."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that a word names; a word that names none is a usage error."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            if args[0] in self.commands or args[0].startswith("-"):
                raise
            words, known = session_words(), ", ".join(self.commands)
            hint = words(" (did you mean {near}?)", near=meant) if (meant := near(args[0], self.commands)) else ""
            said = words(
                "no command {word}{hint}: the commands are {known}", word=repr(args[0]), hint=hint, known=known
            )
            raise click.UsageError(said, ctx) from error

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Look for the language first, since help is shown as soon as it is asked for."""
        for word, following in pairwise([*args, ""]):
            option, _, value = word.partition("=")
            if option == "--lang" and (value or following) in LANGUAGES:
                ctx.meta["uno.lang"] = value or following
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Do what was asked; that standard output is closed or cannot be written is told like any other failure."""
        if sys.stdout is None:
            words = session_words()
            raise click.ClickException(words("standard output is closed"))
        try:
            return super().invoke(ctx)
        except LibraryError as error:
            raise click.ClickException(str(error)) from error
        except OutputError as error:
            words = session_words()
            raise click.ClickException(words("standard output cannot be written: {reason}", reason=error)) from error


def _option(words: Words, ctx: click.Context, one: click.Parameter) -> tuple[str, str] | None:
    """An option and what it is for, with what click says of it: default, range, required."""
    row = one.get_help_record(ctx)
    if row is None or not isinstance(one, click.Option):
        return None
    help_text = one.help or ""
    extra = row[1].removeprefix(help_text)
    extra = extra.replace("[default: ", f"[{words('default: {value}', value='')}")
    extra = extra.replace("required]", f"{words('required')}]")
    return row[0], words(help_text, **_NAMED) + extra


def _first(words: Words, command: click.Command) -> str:
    """The first sentence about a command."""
    return words(inspect.cleandoc(command.help or "")).split(". ")[0].split("\n")[0].rstrip(".")
