"""Choices that a person still has to make: a card's color or seat, or the seat that a command is about.

The choice exists only on the screen. The request is sent to the table once everything is chosen, so going back leaves
the card in the hand.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from uno_tui.game.actions import Action, CatchUno, JumpIn, NameColor, Play
from uno_tui.game.cards import Card, Color
from uno_tui.i18n import Words, mark
from uno_tui.table.protocol import Right, Sitter, TableView
from uno_tui.table.state import rights

ActionOption = Play | JumpIn | NameColor | CatchUno
"""Type of an action that may leave a color or a seat to choose."""


def color_of(option: ActionOption) -> Color | None:
    """Return the color that an action names."""
    return option.color if isinstance(option, Play | NameColor) else None


def seat_of(option: ActionOption) -> int | None:
    """Return the seat that an action names."""
    return option.seat if isinstance(option, CatchUno) else option.swap if isinstance(option, Play | JumpIn) else None


@dataclass(frozen=True, slots=True)
class ActionChoice:
    """The legal actions that remain while a person chooses a color or seat."""

    options: tuple[ActionOption, ...]

    @classmethod
    def of_card(cls, legal: Iterable[Action], card: Card, *, double: bool = False) -> Self:
        """Return the choice between all ways to play a card."""
        return cls(
            tuple(
                one
                for one in legal
                if (isinstance(one, Play) and one.card is card and one.double == double)
                or (isinstance(one, JumpIn) and one.card is card and not double)
            )
        )

    @classmethod
    def of_kind(cls, legal: Iterable[Action], kind: type[JumpIn] | type[NameColor] | type[CatchUno]) -> Self:
        """Return the choice between all legal actions of a type."""
        return cls(tuple(one for one in legal if isinstance(one, kind)))

    @property
    def colors(self) -> tuple[Color, ...]:
        """The colors to choose from; empty if no choice is needed."""
        found = sorted({color for one in self.options if (color := color_of(one)) is not None})
        return tuple(found) if len(found) > 1 else ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats to choose from; empty if no choice is needed."""
        found = sorted({seat for one in self.options if (seat := seat_of(one)) is not None})
        return tuple(found) if len(found) > 1 else ()

    def with_color(self, color: Color) -> Self:
        """Return the choice limited to actions with the given color."""
        return type(self)(tuple(one for one in self.options if color_of(one) == color))

    def with_seat(self, seat: int) -> Self:
        """Return the choice limited to actions with the given seat."""
        return type(self)(tuple(one for one in self.options if seat_of(one) == seat))

    def action(self, *, uno: bool) -> Action | None:
        """Return the only remaining action, with the UNO call if `uno` and one is due; None if none remains."""
        for one in self.options:
            if isinstance(one, Play | JumpIn) and one.uno == uno:
                return one
        return self.options[0] if self.options else None


_QUESTIONS: Final = {
    "kick": mark("Remove who? Press the number of the seat."),
    "host": mark("Who should be the host? Press the number of the seat."),
    "partner": mark("Who should be your partner? Press the number of the seat."),
    "sit": mark("Which seat do you want? Press its number."),
    "mute": mark("Whose chat do you want to hide, or show again? Press the number of the seat."),
}
_RIGHTS: Final = {"kick": Right.KICK, "host": Right.HOST, "partner": Right.PARTNER, "sit": Right.SIT}


class SeatRequest(NamedTuple):
    """A table command, not a game action, that needs a seat number."""

    command: str
    seats: tuple[int, ...]
    """The seats that can be chosen."""

    def question(self, words: Words) -> str:
        """Return the question for the prompt."""
        return words(_QUESTIONS[self.command])


_CONFIRMATIONS: Final = {
    "kick": (mark("Remove {name}?"), mark("{name} can return only if you allow it.")),
    "host": (
        mark("Make {name} the host?"),
        mark("You can then no longer start a match, set the rules or remove people."),
    ),
}


class SeatCommand(NamedTuple):
    """A command about a person's seat that waits for confirmation."""

    command: str
    seat: int
    name: str
    """Name of the person who had the seat when it was chosen."""

    def question(self, words: Words) -> tuple[str, str]:
        """Return the question that the prompt shows, and a sentence about what "yes" would do."""
        asked, lost = _CONFIRMATIONS[self.command]
        return words(asked, name=self.name), words(lost, name=self.name)

    def possible(self, view: TableView) -> bool:
        """Return whether the same person still has the seat, and the command is still allowed."""
        return self.seat in seats_for(self.command, view) and view.seats[self.seat].name == self.name


def seats_for(command: str, view: TableView) -> tuple[int, ...]:
    """Return the seats that can be chosen for a command."""
    if command == "mute":
        people = (number for number, seat in enumerate(view.seats) if seat.sitter is Sitter.HUMAN)
        return tuple(number for number in people if number != view.you)
    return rights.seats_for(_RIGHTS[command], view)


def others_talk(view: TableView) -> bool:
    """Return whether another person at the table may chat."""
    return bool(view.watchers or seats_for("mute", view))
