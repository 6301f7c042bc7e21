"""The listener's point of view: language, player names, and which seat is "you"."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from uno_tui.game.rules import PRESETS, Rules
from uno_tui.i18n import Words
from uno_tui.table.protocol import TableView


@dataclass(frozen=True, slots=True)
class Sentences:
    """The forms of a message by grammatical person. Each is a whole sentence, so that every grammar can express it."""

    you: str
    """The listener acts."""
    other: str
    """Somebody else acts: ``{name}``, perhaps on ``{other}``."""
    to_you: str = ""
    """Somebody acts on the listener; empty if the action concerns nobody else."""


@dataclass(frozen=True, slots=True)
class PluralSentences:
    """The forms of a message by grammatical person, each as (singular, plural)."""

    you: tuple[str, str]
    other: tuple[str, str]


@dataclass(frozen=True, slots=True)
# Translators: a seat without a name.
class Voice:
    """The point of view of one person at one table."""

    words: Words
    names: Sequence[str]
    """Player names by seat, cleaned; an empty one is replaced by the seat's number."""
    you: int | None = None
    """Seat of the listener; None for a spectator."""
    rules: Rules = PRESETS["classic"]

    @classmethod
    def of(cls, words: Words, view: TableView) -> Self:
        """Return the point of view of the person who has this view."""
        return cls(words, tuple(seat.name for seat in view.seats), view.you, view.rules)

    def name(self, seat: int) -> str:
        """Return the player's name, or the seat counted from 1 if it has no name."""
        name = self.names[seat] if seat < len(self.names) else ""
        return name or self.words("seat {number}", number=seat + 1)

    def who(self, seat: int) -> str:
        """Return the name as it stands in a list of players: "you" for the listener."""
        return self.words.p("in a list of players", "you") if seat == self.you else self.name(seat)

    def say(self, sentences: Sentences, seat: int, other: int | None = None, /, **named: object) -> str:
        """Return the sentence for this listener: `seat` acts, on `other` if it is given."""
        names = {"name": self.name(seat), "other": "" if other is None else self.name(other)}
        if seat == self.you:
            message = sentences.you
        elif other is not None and other == self.you:
            message = sentences.to_you
        else:
            message = sentences.other
        return self.words(message, **names, **named)

    def say_n(self, sentences: PluralSentences, seat: int, count: int, /, **named: object) -> str:
        """Return the sentence for this listener and count: `seat` acts."""
        one, many = sentences.you if seat == self.you else sentences.other
        return self.words.n(one, many, count, name=self.name(seat), **named)
