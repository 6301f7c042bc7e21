"""The options of a new table as a person types them: rules, counts, switches and the bots' level in one line."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final

from uno_tui.bots import LEVELS, current_level
from uno_tui.game.errors import RulesError
from uno_tui.game.options import near
from uno_tui.game.rules import OPTIONS
from uno_tui.i18n import Words
from uno_tui.speech.errors import rules_error_sentence
from uno_tui.table.options import RANGES, TableOptions
from uno_tui.typed.parser import ParseError, hint, read_rules

_NUMBERS: Final = ("seats", "bots", "spectators", "turn_seconds", "pace")
_ON_OFF: Final = ("on", "off")
_WORDS: Final[Mapping[str, Collection[str]]] = {"public": _ON_OFF, "fill": _ON_OFF, "level": LEVELS}
"""By name of an option whose values are words: the values."""


def table_options(words: Words, defaults: TableOptions, text: str) -> TableOptions:
    """Parse rules, ``level=NAME``, and numbers and switches of a table, such as ``seats=3 public=off``, in any order.

    Raises:
        ParseError: A value is not a number, a switch is not on or off, the level is unknown, or the rules cannot be
            read.
        EntryError: The options are not possible.
    """
    changes: dict[str, Any] = {}
    rules = []
    for part in text.split():
        name, _, value = part.partition("=")
        if name in _NUMBERS:
            if not (value.isascii() and value.isdecimal() and len(value) < 5):
                raise _not_in_range(words, name, value)
            changes[name] = int(value)
        elif name in _WORDS:
            if current_level(value) not in _WORDS[name]:
                raise _not_one_of(words, name, value, _WORDS[name])
            changes[name] = value if name == "level" else value == "on"
        elif "=" in part and name not in OPTIONS:
            known = (*_NUMBERS, *_WORDS, *OPTIONS)
            named = {"word": ascii(name[:40]), "hint": hint(words, near(name, known)), "known": ", ".join(known)}
            raise ParseError(words("unknown option {word}{hint}; choose from {known}", **named))
        else:
            rules.append(part)
    if rules:
        changes["rules"] = read_rules(words, " ".join(rules))
    if changes.get("turn_seconds") == 0:
        changes["turn_seconds"] = None
    return replace(defaults, **changes)


def _not_in_range(words: Words, name: str, value: str) -> ParseError:
    """Return the error for a value of a number option that is not a whole number; it names the option's range."""
    low, high = RANGES[name]
    error = RulesError(
        "{name} cannot be {word}; it must be {low} to {high}", name=name, word=_typed(value), low=low, high=high
    )
    return ParseError(rules_error_sentence(words, error))


def _not_one_of(words: Words, name: str, value: str, known: Collection[str]) -> ParseError:
    """Return the error for an unknown value of an option, with the similar value and all known ones."""
    error = RulesError(
        "{name} cannot be {word}{hint}; choose from {known}",
        near(value, known),
        name=name,
        word=_typed(value),
        known=", ".join(known),
    )
    return ParseError(rules_error_sentence(words, error))


def _typed(value: str) -> str:
    return value[:40] or "''"
