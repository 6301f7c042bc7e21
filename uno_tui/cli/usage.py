"""Usage errors in the person's language: the mistake on the command line, and the right form.

click's own errors are in English. They are recognized here and translated; a text of a newer click that is not
recognized is shown unchanged.
"""

import difflib
import re
from typing import IO, Any, Final

import click

from uno_tui.cli.meant_options import meant_option
from uno_tui.i18n import Words, mark, mark_n

_NEEDS_VALUE: Final = re.compile(r"requires (an argument|\d+ arguments)")
_NO_VALUE: Final = re.compile(r"does not take a value")
_EXTRA: Final = re.compile(r"^Got unexpected extra arguments? \((.*)\)$", re.DOTALL)
_CHOICE: Final = re.compile(r"^(.+) is not one of (.+?)\.?$", re.DOTALL)
_NEAR: Final = 0.7
_SYNONYMS: Final = {"--seats": ("--players", "--bots"), "--rules": ("--preset",), "--strength": ("--level",)}
"""By an option named as a row of the form: the options of commands that mean it, the likeliest first."""
"""Similarity, from 0 to 1, above which an option is suggested for a typed one."""

# Translators: an error on the command line; {option} is an option such as --bots, {text} what was typed.
_UNEXPECTED: Final = mark_n("Unexpected argument: {text}{hint}.", "Unexpected arguments: {text}{hint}.")
# Translators: an error on the command line: an argument is missing.
_MISSING: Final = {
    "file": mark(
        "Which match? Name its FILE, or - for standard input. To choose a saved match: start uno, then press r."
    ),
    "shell": mark("Which shell? Name one of {option}."),
}
"""Sentences for arguments whose name in help says too little, by parameter."""


class SpokenUsageError(click.UsageError):
    """A usage error in the person's language; create it only while the failing command's context is the current one."""

    def __init__(self, words: Words, error: click.UsageError) -> None:
        super().__init__(_sentence(words, error), error.ctx)
        usage = "" if error.ctx is None else f"{error.ctx.get_usage()}\n\n"
        self.shown = usage + _headed(words, self.message)
        """The lines that were printed for the error."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the usage of the command and the error."""
        click.echo(self.shown, file=file, err=file is None)


class SpokenError(click.ClickException):
    """A program error whose heading is in the person's language."""

    def __init__(self, words: Words, error: click.ClickException) -> None:
        super().__init__(error.format_message())
        self.shown = _headed(words, self.message)
        """The line that was printed for the error."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the error."""
        click.echo(self.shown, file=file, err=file is None)


def _headed(words: Words, message: str) -> str:
    # Translators: a word before an error on the command line, then the error.
    return words("Error: {message}", message=message)


# Translators: an error on the command line; {option} is an option such as --bots, {text} what was typed.
def _sentence(words: Words, error: click.UsageError) -> str:
    """Return the text of a usage error."""
    match error:
        case click.MissingParameter():
            named = "" if error.param is None else error.param.name or ""
            return words(_MISSING.get(named, mark("{option} is missing.")), option=_named(error.param, error.ctx))
        case click.BadParameter():
            reason = _reason(words, error.message)
            hint = error.param_hint or (error.param and _option(error.param))
            return f"{hint}: {reason}" if isinstance(hint, str) else reason
        case click.NoSuchOption():
            return _unknown(words, error)
        case click.BadOptionUsage():
            if _NO_VALUE.search(error.message):
                return words("{option} takes no value.", option=error.option_name)
            if _NEEDS_VALUE.search(error.message):
                return words("A value is missing: {option}", option=_typed(error))
    if extra := _EXTRA.match(error.message):
        return _unexpected(words, extra[1], error.ctx)
    return error.format_message()


def _unexpected(words: Words, text: str, context: click.Context | None) -> str:
    """Return the error for words without an option: with the options that may be meant, or where to find all."""
    typed = text.split()
    meant = [found for word in typed if context and (found := meant_option(context.command, word))]
    sentence = words.n(*_UNEXPECTED, len(typed), text=text, hint=near_hint(words, " ".join(meant)))
    return sentence if meant else f"{sentence}{_where_all(words, context)}"


# Translators: an error on the command line; {option} is an option such as --bots, {text} what was typed.
def _unknown(words: Words, error: click.NoSuchOption) -> str:
    meant = _synonyms(error) or [one for one in error.possibilities or () if _is_near(error.option_name, one)]
    hint = near_hint(words, ", ".join(meant))
    text = words("There is no option {option}{hint}.", option=error.option_name, hint=hint)
    return text if meant else f"{text}{_where_all(words, error.ctx)}"


def _synonyms(error: click.NoSuchOption) -> list[str]:
    """Return the command's option that menus and forms call by the typed name; empty if there is none."""
    known = {name for one in error.ctx.command.params for name in one.opts} if error.ctx else set()
    return [name for name in _SYNONYMS.get(error.option_name, ()) if name in known][:1]


# Translators: an error on the command line; {option} is an option such as --bots, {text} what was typed.
def _where_all(words: Words, context: click.Context | None) -> str:
    """Return a space and a sentence on where the command's options are listed; empty without a command."""
    command = "" if context is None else f"{context.command_path} --help"
    return f" {words('For all options: {command}', command=command)}" if command else ""


# Translators: an error on the command line; {option} is an option such as --bots, {text} what was typed.
def near_hint(words: Words, near: str) -> str:
    """Return what a person may have meant, in brackets behind a blank; empty for an empty text."""
    return words(" (did you mean {near}?)", near=near) if near else ""


def _is_near(typed: str, known: str) -> bool:
    """Return whether an option may be meant by a typed one; the dashes, which all options share, do not count."""
    typed, known = typed.lstrip("-"), known.lstrip("-")
    return known.startswith(typed) or difflib.SequenceMatcher(None, typed, known).ratio() > _NEAR


def _reason(words: Words, text: str) -> str:
    """Return why a value is wrong; click's own text about a wrong choice is replaced."""
    if choice := _CHOICE.match(text):
        known = ", ".join(part.strip("'\"") for part in choice[2].split(", "))
        return words("{word} is not possible; choose from {known}", word=choice[1], known=known)
    return text


def _typed(error: click.BadOptionUsage) -> str:
    """Return an option with its value as in the help, such as ``--bots N``."""
    parameters = error.ctx.command.params if error.ctx is not None else ()
    found = next((one for one in parameters if error.option_name in one.opts), None)
    return error.option_name if found is None else _named(found, error.ctx)


def _named(parameter: click.Parameter | None, context: click.Context | None) -> str:
    """Return a parameter as in the help, such as ``--games N`` or ``FILE|-``."""
    if parameter is None:
        return ""
    shown = parameter.make_metavar(context or click.get_current_context()).strip("[]")
    return f"{_option(parameter)} {shown}" if isinstance(parameter, click.Option) else shown


def _option(parameter: click.Parameter) -> str:
    """Return the longest name of an option, or the name of an argument as in the help."""
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    return parameter.metavar or (parameter.name or "").upper()
