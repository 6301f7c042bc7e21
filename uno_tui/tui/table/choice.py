"""From a card to an action: what must still be said before it can be asked for.

Choosing a color or a seat is the screen's business alone; until all is said nothing is asked, so that going back
leaves the card in the hand.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from uno_tui.game.actions import Action, CatchUno, JumpIn, NameColor, Play
from uno_tui.game.cards import Card, Color

Option = Play | JumpIn | NameColor | CatchUno
"""An action about which something may have to be chosen."""


def color_of(option: Option) -> Color | None:
    """The color it names."""
    return option.color if isinstance(option, Play | NameColor) else None


def seat_of(option: Option) -> int | None:
    """The seat it names."""
    return option.seat if isinstance(option, CatchUno) else option.swap if isinstance(option, Play | JumpIn) else None


@dataclass(frozen=True, slots=True)
class Choice:
    """The legal actions that are still meant."""

    options: tuple[Option, ...]

    @classmethod
    def of_card(cls, legal: Iterable[Action], card: Card, *, double: bool = False) -> Self:
        """All ways to play that card."""
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
        """All legal actions of that kind."""
        return cls(tuple(one for one in legal if isinstance(one, kind)))

    @property
    def colors(self) -> tuple[Color, ...]:
        """The colors to choose from; empty if none is wanted any more."""
        found = sorted({color for one in self.options if (color := color_of(one)) is not None})
        return tuple(found) if len(found) > 1 else ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats to choose from; empty if none is wanted any more."""
        found = sorted({seat for one in self.options if (seat := seat_of(one)) is not None})
        return tuple(found) if len(found) > 1 else ()

    def with_color(self, color: Color) -> Self:
        """Narrowed to that color."""
        return type(self)(tuple(one for one in self.options if color_of(one) == color))

    def with_seat(self, seat: int) -> Self:
        """Narrowed to that seat."""
        return type(self)(tuple(one for one in self.options if seat_of(one) == seat))

    def action(self, *, uno: bool) -> Action | None:
        """The action, with the UNO call if that is wanted and due; None if there is none."""
        for one in self.options:
            if isinstance(one, Play | JumpIn) and one.uno == uno:
                return one
        return self.options[0] if self.options else None
