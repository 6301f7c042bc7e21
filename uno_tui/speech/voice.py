"""The listener's point of view: language, player names, and which seat is "you"."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from uno_tui.game.rules import PRESETS, Rules
from uno_tui.game.teams import seats_of, team_of
from uno_tui.i18n import Words
from uno_tui.table.protocol import TableView


@dataclass(frozen=True, slots=True)
class Sentences:
    """A message's forms by grammatical person. Each is a whole sentence, so that it can be translated freely."""

    you: str
    """The form of the sentence when the listener acts."""
    other: str
    """The form of the sentence when somebody else, ``{name}``, acts, perhaps on ``{other}``."""
    to_you: str = ""
    """The form of the sentence when somebody acts on the listener; empty if the action affects nobody else."""


@dataclass(frozen=True, slots=True)
class PluralSentences:
    """The forms of a message by grammatical person, each as (singular, plural)."""

    you: tuple[str, str]
    other: tuple[str, str]


@dataclass(frozen=True, slots=True)
# Translators: a seat without a name.
class Voice:
    """One person's point of view at one table, for choosing sentence forms."""

    words: Words
    names: Sequence[str]
    """Player names by seat, cleaned; for an empty name, the seat's number is used."""
    you: int | None = None
    """The listener's seat; None for a spectator."""
    rules: Rules = PRESETS["classic"]

    @classmethod
    def of(cls, words: Words, view: TableView) -> Self:
        """Return the point of view of the person who owns a view."""
        return cls(words, tuple(seat.name for seat in view.seats), view.you, view.rules)

    def team(self, seat: int) -> tuple[int, ...]:
        """Return all seats of a seat's team, in ascending order; without teams only the seat."""
        seats = len(self.names)
        if self.rules.teams == "off" or not self.rules.divides(seats):
            return (seat,)
        teams = self.rules.teams_of(seats)
        return tuple(seats_of(team_of(seat, teams), teams, seats))

    @property
    def partners(self) -> tuple[int, ...]:
        """The listener's partners; empty without teams and for a spectator."""
        return () if self.you is None else tuple(seat for seat in self.team(self.you) if seat != self.you)

    def together(self, seats: Sequence[int]) -> str:
        """Return the names of players who belong together: ``Ann & Cat``; the listener is "you"."""
        return " & ".join(map(self.who, seats))

    def name(self, seat: int) -> str:
        """Return a player's name; for an empty name, the seat's number, counted from 1."""
        name = self.names[seat] if seat < len(self.names) else ""
        return name or self.words("seat {number}", number=seat + 1)

    def who(self, seat: int) -> str:
        """Return a player's name for a list of players: "you" for the listener."""
        return self.words.p("in a list of players", "you") if seat == self.you else self.name(seat)

    def say(self, sentences: Sentences, seat: int, other: int | None = None, /, **named: object) -> str:
        """Return the form of a sentence for this listener; `seat` acts, on the seat `other` if given."""
        names = {"name": self.name(seat), "other": "" if other is None else self.name(other)}
        if seat == self.you:
            message = sentences.you
        elif other is not None and other == self.you:
            message = sentences.to_you
        else:
            message = sentences.other
        return self.words(message, **names, **named)

    def say_n(self, sentences: PluralSentences, seat: int, count: int, /, **named: object) -> str:
        """Return the form of a sentence for this listener and a count; `seat` acts."""
        one, many = sentences.you if seat == self.you else sentences.other
        return self.words.n(one, many, count, name=self.name(seat), **named)
