"""Who speaks to whom: the words, the names of the seats, and which seat is "you"."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from uno_tui.game.rules import PRESETS, Rules
from uno_tui.i18n import Words
from uno_tui.table.protocol import TableView


@dataclass(frozen=True, slots=True)
class Sentences:
    """A message in its persons: you do it, somebody else does it, somebody does it to you.

    Each is a whole sentence, so that translators are free in their grammar.
    """

    you: str
    other: str
    """With ``{name}``, who does it, and perhaps ``{other}``, who it befalls."""
    to_you: str = ""
    """Empty where nobody else is concerned."""


@dataclass(frozen=True, slots=True)
class PluralSentences:
    """A message in its persons, each with plural forms."""

    you: tuple[str, str]
    other: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Voice:
    """Speaks to one person of one table."""

    words: Words
    names: Sequence[str]
    """By seat, cleaned; an empty one is spoken of as its seat."""
    you: int | None = None
    """The listener's seat; None for a spectator."""
    rules: Rules = PRESETS["classic"]

    @classmethod
    def of(cls, words: Words, view: TableView) -> Self:
        """The voice for the person who has this picture."""
        return cls(words, tuple(seat.name for seat in view.seats), view.you, view.rules)

    def name(self, seat: int) -> str:
        """The name of who sits there, or the seat, counted from 1."""
        name = self.names[seat] if seat < len(self.names) else ""
        return name or self.words("seat {number}", number=seat + 1)

    def who(self, seat: int) -> str:
        """The name, or "you", in a list of people."""
        return self.words.p("in a list of players", "you") if seat == self.you else self.name(seat)

    def say(self, said: Sentences, seat: int, other: int | None = None, /, **named: object) -> str:
        """The sentence in the right person: `seat` does it, to `other` if there is one."""
        names = {"name": self.name(seat), "other": "" if other is None else self.name(other)}
        if seat == self.you:
            message = said.you
        elif other is not None and other == self.you:
            message = said.to_you
        else:
            message = said.other
        return self.words(message, **names, **named)

    def say_n(self, said: PluralSentences, seat: int, count: int, /, **named: object) -> str:
        """The sentence with a count, in the right person."""
        one, many = said.you if seat == self.you else said.other
        return self.words.n(one, many, count, name=self.name(seat), **named)
