"""The actions that a seat may take, as values and as text.

The text of an action, with seats counted from 1 as people count them::

    r5          play the red 5                       draw       draw instead of playing
    r5!         play it and call UNO                 keep       keep the card just drawn
    r5x2        play both red 5s, a double           take       take the penalty
    W:g         play a Wild, naming green            challenge  challenge a Wild Draw Four
    r7@3        play the red 7, swap with seat 3     color:g    name the first color (a Wild was turned)
    jump:r5     jump in with the red 5               uno        call UNO
    deal        deal the next round                  catch:2    catch seat 2, who has not called

The parts of a play come in this order: ``jump:``, card, ``x2``, ``:color``, ``@seat``, ``!``.
"""

import re
from abc import abstractmethod
from dataclasses import dataclass
from typing import Final

from uno_tui.game.cards import Card, Color, card
from uno_tui.game.interned import Value
from uno_tui.game.rules import MAX_SEATS


class Action(Value):
    """The base class of all actions. An action does not say which seat takes it."""

    __slots__ = ()

    @property
    @abstractmethod
    def text(self) -> str:
        """The action in the notation of this module's docstring, which `action` parses."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"action({self.text!r})"


def _check_play(card: object, swap: object, uno: object) -> None:
    if type(card) is not Card:
        raise ValueError(f"no card {card!r}: a play needs a Card")
    if swap is not None:
        _check_seat(swap)
    if type(uno) is not bool:
        raise ValueError(f"uno={uno!r}: it is True or False")


def _check_seat(seat: object) -> None:
    if type(seat) is not int or not 0 <= seat < MAX_SEATS:
        raise ValueError(f"no seat {seat!r}: seats are 0 to {MAX_SEATS - 1}")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Play(Action):
    """The play of a card or a double on one's turn, or of a card stacked on a penalty (R4.1, R10.1, R10.4).

    Raises:
        ValueError: A field has a value of the wrong type, or the seat does not exist in any match.
    """

    card: Card
    color: Color | None = None
    """The color named for a wild; None for any other card and for a wild as last card (R4.4)."""
    swap: int | None = None
    """The seat, from 0, to swap hands with for a 7; else None (R11.2)."""
    double: bool = False
    """Whether two equal number cards are played at once (R10.4)."""
    uno: bool = False
    """Whether the play includes the UNO call (R8.2)."""

    def __post_init__(self) -> None:
        _check_play(self.card, self.swap, self.uno)
        if self.color is not None and type(self.color) is not Color:
            raise ValueError(f"no color {self.color!r}: name a Color or None")
        if type(self.double) is not bool:
            raise ValueError(f"double={self.double!r}: it is True or False")

    @property
    def text(self) -> str:
        """The card, followed by ``x2``, ``:color``, ``@seat`` and ``!`` where they apply."""
        return "".join(
            (
                self.card.text,
                "x2" if self.double else "",
                "" if self.color is None else f":{self.color.letter}",
                "" if self.swap is None else f"@{self.swap + 1}",
                "!" if self.uno else "",
            )
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class JumpIn(Action):
    """The play, out of turn, of a card identical to the top card (R11.1); the fields are those of `Play`.

    Raises:
        ValueError: A field has a value of the wrong type, or the seat does not exist in any match.
    """

    card: Card
    swap: int | None = None
    uno: bool = False

    def __post_init__(self) -> None:
        _check_play(self.card, self.swap, self.uno)

    @property
    def text(self) -> str:
        """``jump:``, then the play as in `Play.text`."""
        return "jump:" + Play(self.card, swap=self.swap, uno=self.uno).text


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Draw(Action):
    """Drawing a card instead of playing one (R4.2, R4.3)."""

    text = "draw"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Keep(Action):
    """Keeping the card just drawn, which ends the turn (R4.2)."""

    text = "keep"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Take(Action):
    """Taking the penalty that is owed, which ends the turn (R6.1)."""

    text = "take"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Challenge(Action):
    """A challenge of the Wild Draw Four just played (R7.4)."""

    text = "challenge"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NameColor(Action):
    """The choice of the first color, after a Wild was turned as first card (R3.2).

    Raises:
        ValueError: `color` is no `Color`.
    """

    color: Color

    def __post_init__(self) -> None:
        if type(self.color) is not Color:
            raise ValueError(f"no color {self.color!r}: name a Color")

    @property
    def text(self) -> str:
        """``color:``, then the color's letter."""
        return f"color:{self.color.letter}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CallUno(Action):
    """The UNO call after the play that left one card (R8.2)."""

    text = "uno"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CatchUno(Action):
    """The catch of a seat that holds one card and has not called UNO (R8.4).

    Raises:
        ValueError: The seat does not exist in any match.
    """

    seat: int

    def __post_init__(self) -> None:
        _check_seat(self.seat)

    @property
    def text(self) -> str:
        """``catch:``, then the seat, counted from 1."""
        return f"catch:{self.seat + 1}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Deal(Action):
    """The deal of the next round, legal only for the next dealer's seat (R2.3)."""

    text = "deal"


_PLAIN: Final = {kind().text: kind() for kind in (Draw, Keep, Take, Challenge, CallUno, Deal)}
_SEATS: Final = {str(seat + 1): seat for seat in range(MAX_SEATS)}
_PLAY: Final = re.compile(r"(jump:)?([^:@!x]+)(x2)?(?::([rygb]))?(?:@(\d{1,2}))?(!)?")


def action(text: str) -> Action:
    """Return the action of a text in the notation of this module's docstring.

    Raises:
        ValueError: The text is no action; the error shows how actions are written.

    >>> action("W4:g!")
    action('W4:g!')
    >>> action("r7@3").swap
    2
    """
    if not isinstance(text, str):
        raise ValueError(f"no action {text!r}: it is no text")  # noqa: TRY004  # one error for all that is no action
    if plain := _PLAIN.get(text):
        return plain
    if text.startswith("color:"):
        return NameColor(Color.parse(text.removeprefix("color:")))
    if text.startswith("catch:"):
        return CatchUno(_seat(text.removeprefix("catch:")))
    if not (found := _PLAY.fullmatch(text)):
        raise ValueError(f"no action {text!r}: actions are written r5, W:g, r5!, draw, keep, take, uno, catch:2 ...")
    jump, face, double, letter, seat, uno = found.groups()
    color = Color.parse(letter) if letter else None
    swap = _seat(seat) if seat else None
    if not jump:
        return Play(card(face), color, swap, bool(double), bool(uno))
    if double or color is not None:
        raise ValueError(f"no action {text!r}: a jump-in is one card, never a wild")
    return JumpIn(card(face), swap, bool(uno))


def _seat(text: str) -> int:
    if text not in _SEATS:
        raise ValueError(f"no seat {text!r}: seats are 1 to {MAX_SEATS}")
    return _SEATS[text]
