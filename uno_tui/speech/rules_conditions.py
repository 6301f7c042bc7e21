"""A clause of the rules text, and the conditions under which it applies."""

from collections.abc import Callable
from dataclasses import dataclass

from uno_tui.game.cards import Rank
from uno_tui.game.rules import Rules
from uno_tui.i18n import Plural

Condition = Callable[[Rules], bool]


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence of the rules text; its placeholders are names of options."""

    text: str | Plural
    """The sentence; if it has plural forms, the option named `count` supplies the number."""
    when: Condition = lambda _: True
    count: str = ""


def is_(**options: object) -> Condition:
    """Return a condition that each option has the given value, or one of a tuple of values."""
    wanted = {name: value if isinstance(value, tuple) else (value,) for name, value in options.items()}
    return lambda rules: all(getattr(rules, name) in values for name, values in wanted.items())


def has(*ranks: Rank, **options: object) -> Condition:
    """Return a condition that the deck has one of the ranks, and each option has the given value."""
    as_wanted = is_(**options)
    return lambda rules: as_wanted(rules) and any(int(rank) in rules.deck_for(2).ranks for rank in ranks)
