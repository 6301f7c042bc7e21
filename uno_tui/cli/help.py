"""Command classes whose help and errors are in the person's language.

click takes its texts when the commands are declared, before the language is known. So commands keep English texts,
which are messages like any other, and translate them when help is shown.
"""

import inspect
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from threading import current_thread, main_thread
from typing import Any, Final

import click

from uno_tui import INTERRUPTED
from uno_tui.bots import LEVELS
from uno_tui.cli.options import session_words
from uno_tui.cli.usage import SpokenError, SpokenUsageError
from uno_tui.game.options import near
from uno_tui.game.rules import OPTIONS
from uno_tui.i18n import LANGUAGES, Words, mark
from uno_tui.i18n.system_reasons import system_reason
from uno_tui.library_internals import LibraryError
from uno_tui.local.files import ensure_user
from uno_tui.local.output import OutputError

_RANGE: Final = re.compile(r"(?P<low>[\d.]+)<=x<=(?P<high>[\d.]+)|x>=(?P<least>[\d.]+)")
"""How click shows the range of an option."""
# Translators: in the line on how a command is typed.
_USAGE: Final = (mark("[OPTIONS]"), mark("[COMMAND] [ARGS]..."))
PLACEHOLDERS: Final = {"options": ", ".join(OPTIONS), "levels": ", ".join(LEVELS)}
"""Text that replaces each placeholder in help texts, by name of the placeholder."""


# Translators: headings and remarks of the help of the command line.
class TranslatedCommand(click.Command):
    """A command with translated help and errors."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; an error names this command."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the usage line of the command."""
        words = session_words()
        pieces = " ".join(self.collect_usage_pieces(ctx))
        for piece in _USAGE:
            pieces = pieces.replace(piece, words(piece))
        formatter.write_usage(ctx.command_path, pieces, words("Usage:") + " ")

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's help: usage, description, options and commands."""
        words = session_words()
        self.format_usage(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(words(inspect.cleandoc(self.help or "")))
        with formatter.section(words("Options")):
            formatter.write_dl([row for one in self.get_params(ctx) if (row := _option(words, ctx, one))])
        rows = [(name, _first(words, one)) for name, one in getattr(self, "commands", {}).items()]
        if rows:
            with formatter.section(words("Commands")):
                formatter.write_dl(rows)


# Translators: headings and remarks of the help of the command line.
class TranslatedGroup(TranslatedCommand, click.Group):
    """A group of translated commands, listed in the order of their declaration."""

    command_class = TranslatedCommand

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Return the names of the commands."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command by name; for an unknown name, raise a usage error that suggests a similar one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            if args[0] in self.commands or args[0].startswith("-"):
                raise
            words, known = session_words(), ", ".join(self.commands)
            hint = words(" (did you mean {near}?)", near=meant) if (meant := near(args[0], self.commands)) else ""
            said = words(
                "unknown command {word}{hint}; choose from {known}", word=repr(args[0]), hint=hint, known=known
            )
            raise click.UsageError(said, ctx) from error

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read ``--lang`` before the other options, because ``--help`` prints before later options are read."""
        for word, following in pairwise([*args, ""]):
            option, _, value = word.partition("=")
            if option == "--lang" and (value or following) in LANGUAGES:
                ctx.meta["uno.lang"] = value or following
        ensure_user(os.environ)
        with _failures_reported():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _failures_reported(), _interruptible():
            return super().invoke(ctx)


@contextmanager
def _failures_reported() -> Iterator[None]:
    """Report closed or unwritable standard output, and an unfit library, as one line with exit status 1.

    Errors are in the person's language. Ctrl-C ends the program with its own status and without a word.
    """
    try:
        with _failures_raised():
            yield
    except (SpokenUsageError, SpokenError):
        raise
    except click.UsageError as error:
        raise SpokenUsageError(session_words(), error) from error
    except click.ClickException as error:
        raise SpokenError(session_words(), error) from error


@contextmanager
def _failures_raised() -> Iterator[None]:
    """Raise failures in the ``with`` block as errors of click, which prints them."""
    try:
        if sys.stdout is None:
            raise click.ClickException(session_words()(mark("standard output is closed")))
        yield
    except LibraryError as error:
        raise click.ClickException(_library_problem(session_words(), error)) from error
    except OutputError as error:
        words = session_words()
        message = words(
            "cannot write to standard output: {reason}", reason=system_reason(words, error.__cause__ or error)
        )
        raise click.ClickException(message) from error
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


# Translators: an error of the installation: a library such as "rich 15.0.0", and names of its parts.
def _library_problem(words: Words, error: LibraryError) -> str:
    """Return the error message about an incompatible library."""
    if not error.tested:
        return words("{library} has no {names}", library=error.library, names=error.names)
    message = mark("{library} has no {names}; uno-tui works with {tested}")
    return words(message, library=error.library, names=error.names, tested=error.tested)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C raise `KeyboardInterrupt` inside the ``with`` block, unless the process ignores Ctrl-C."""
    before = signal.getsignal(signal.SIGINT)
    if before in (signal.SIG_IGN, signal.default_int_handler) or current_thread() is not main_thread():
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# Translators: headings and remarks of the help of the command line.
def _option(words: Words, ctx: click.Context, one: click.Parameter) -> tuple[str, str] | None:
    """Return an option with its translated help and click's notes on default, range and required."""
    row = one.get_help_record(ctx)
    if row is None or not isinstance(one, click.Option):
        return None
    help_text = one.help or ""
    extra = row[1].removeprefix(help_text)
    extra = extra.replace("[default: ", f"[{words('default: {value}', value='')}")
    extra = extra.replace("required]", f"{words('required')}]")
    return row[0], words(help_text, **PLACEHOLDERS) + with_ranges(words, extra)


def with_ranges(words: Words, text: str) -> str:
    """Replace click's ranges, such as ``1<=x<=9``, with words in a help text."""
    return _RANGE.sub(partial(_range, words), text)


# Translators: the numbers that an option accepts, in brackets behind its help.
def _range(words: Words, found: re.Match[str]) -> str:
    """Return the words for a range that click wrote: ``1<=x<=9`` or ``x>=1``."""
    low, high = found["low"] or found["least"], found["high"]
    return words("{low} or more", low=low) if high is None else words("{low} to {high}", low=low, high=high)


# Translators: headings and remarks of the help of the command line.
def _first(words: Words, command: click.Command) -> str:
    """Return the first sentence of a command's help."""
    return words(inspect.cleandoc(command.help or "")).split(". ")[0].split("\n")[0].rstrip(".")
