"""Option values: types for numbers and addresses, rules, bots, seats and codes.

A wrong value is a usage error that says what would be right.
"""

import math
from typing import Any

import click

from uno_tui.bots import LEVELS, current_level
from uno_tui.cli.meant_options import meant_option
from uno_tui.cli.options import session_words
from uno_tui.cli.rule_options import COMMAND
from uno_tui.cli.usage import near_hint
from uno_tui.game.errors import RulesError
from uno_tui.game.options import near
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.names import is_table_code
from uno_tui.speech import entry_error_sentence
from uno_tui.speech.errors import entry_error_detail, rules_error_sentence, with_bots
from uno_tui.table.options import EntryError, EntryProblem, TableOptions


class WholeNumber(click.IntRange):
    """Parameter type of a whole number, at least `min`, and at most `max` if `max` is set."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Parse the number; anything else is a usage error."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter as error:
            is_number = str(value).lstrip("-").isdecimal()
            meant = "" if is_number or ctx is None else meant_option(ctx.command, str(value))
            text = _not_a_number(value, self.min, self.max) + near_hint(session_words(), meant)
            raise click.BadParameter(text, ctx, param) from error


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
            raise click.BadParameter(error.text(session_words()), ctx, param, "HOST[:PORT]") from error


def _not_a_number(value: Any, low: float | None, high: float | None) -> str:
    words = session_words()
    if high is None:
        return words("{word} is not a number that is {low} or more", word=repr(value), low=low)
    return words("{word} is not a number from {low} to {high}", word=repr(value), low=low, high=high)


def read_rules(preset: str, settings: tuple[str, ...]) -> Rules:
    """Parse the rules options; an error is a usage error."""
    try:
        return Rules.parse(preset, settings)
    except RulesError as error:
        if preset not in PRESETS:
            error.near = error.near or meant_option(click.get_current_context().command, preset)
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
    """Return the bot level with the given name; for an unknown name, raise a usage error that names the option."""
    level = current_level(word)
    if level not in LEVELS:
        known = ", ".join(LEVELS)
        meant = near(level, LEVELS) or meant_option(click.get_current_context().command, word)
        error = RulesError("unknown bot level {word}{hint}; choose from {known}", meant, word=repr(level), known=known)
        raise usage_error(error, option)
    return level


def check_code(code: str | None, option: str) -> None:
    """Check the form of a table code, if one is given; otherwise raise a usage error that names the option."""
    if code is not None and not is_table_code(code):
        message = entry_error_sentence(session_words(), EntryError(EntryProblem.BAD_CODE, code))
        raise click.BadParameter(message, param_hint=option)


def check_seats(rules: Rules, count: int, option: str) -> None:
    """Check that the rules allow this number of players; if not, raise a usage error that names the option."""
    try:
        rules.check_seats(count)
    except RulesError as error:
        raise usage_error(error, option) from error


def check_bots(rules: Rules, bots: int) -> None:
    """Check that the rules allow a person to play against that many bots; if not, raise a usage error."""
    try:
        rules.check_seats(bots + 1)
    except RulesError as error:
        words = session_words()
        message = with_bots(words, rules_error_sentence(words, error), bots)
        raise click.BadParameter(message, param_hint="--bots") from error


def read_table(rules: Rules, seats: int, bots: int) -> TableOptions:
    """Return the options of a table that other people can join; raise a usage error for impossible numbers."""
    try:
        return TableOptions(rules=rules, seats=seats, bots=bots)
    except EntryError as error:
        raise click.UsageError(entry_error_detail(session_words(), error)) from error


def usage_error(error: RulesError, option: str | None = None) -> click.UsageError:
    """Return a usage error with the text of a rules error, naming the option if one is given."""
    message = rules_error_sentence(session_words(), error)
    return click.UsageError(message) if option is None else click.BadParameter(message, param_hint=option)
