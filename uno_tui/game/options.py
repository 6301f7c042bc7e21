"""An option of the rules: its name, its values, and how they are read from text."""

import difflib
from collections.abc import Iterable
from dataclasses import MISSING, Field, dataclass
from typing import Any, Self, get_args

from uno_tui.game.errors import RulesError


def near(word: str, known: Iterable[str]) -> str:
    """Return the known word that is most similar to `word`, ignoring case; empty if none is similar."""
    return next(iter(difflib.get_close_matches(str(word).casefold(), list(known), n=1)), "")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the rules: its name, values and default."""

    name: str
    values: tuple[Any, ...]
    """The possible values, the default first; for a range of numbers the lowest and the highest."""
    default: Any
    is_range: bool = False
    """Whether the values are all numbers from the lowest to the highest."""

    @classmethod
    def of(cls, of: "Field[Any]") -> Self:
        """Return the rules option that a field of the dataclass `Rules` describes by its type, default and metadata."""
        assert of.default is not MISSING
        if "range" in of.metadata:
            return cls(of.name, of.metadata["range"], of.default, is_range=True)
        return cls(of.name, (False, True) if of.type is bool else get_args(of.type), of.default)

    @staticmethod
    def text(value: object) -> str:
        """Return a value as text, in the form that `parse` accepts."""
        return ("on" if value else "off") if isinstance(value, bool) else str(value)

    def check(self, value: Any) -> None:
        """Check that `value` is a value of this option, of the right type.

        Raises:
            RulesError: It is not; the error lists the values.
        """
        if self.is_range:
            good = type(value) is int and self.values[0] <= value <= self.values[1]
        else:
            good = any(type(value) is type(one) and value == one for one in self.values)
        if not good:
            raise self._wrong(self.text(value))

    def parse(self, word: str) -> Any:
        """Return the value of a text.

        Raises:
            RulesError: The option has no such value; the error lists the values and suggests a similar one.
        """
        if self.is_range:
            if str(word) == word and word.isascii() and word.removeprefix("-").isdigit() and len(word) < 10:
                self.check(int(word))
                return int(word)
        else:
            for value in self.values:
                if self.text(value) == word:
                    return value
        raise self._wrong(word, "" if self.is_range else near(word, map(self.text, self.values)))

    def _wrong(self, word: str, meant: str = "") -> RulesError:
        if self.is_range:
            low, high = self.values
            return RulesError(
                "{name} cannot be {word}; it must be {low} to {high}", name=self.name, word=word, low=low, high=high
            )
        known = ", ".join(map(self.text, self.values))
        return RulesError(
            "{name} cannot be {word}{hint}; choose from {known}", meant, name=self.name, word=word, known=known
        )
