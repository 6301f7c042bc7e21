"""What the words of a command line are read as, numbers and places, and what is said of a word that is neither."""

import math
from typing import Any

import click

from uno_tui.cli.options import session_words


class Whole(click.IntRange):
    """A whole number from `min`, to `max` if there is a greatest."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; a word that is none is a usage error."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter as error:
            raise click.BadParameter(_none_of(value, self.min, self.max), ctx, param) from error


class Measure(click.FloatRange):
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


class Place(click.ParamType):  # type: ignore[type-arg]  # generic in the newest click only
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
