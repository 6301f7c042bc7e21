"""The engine's errors: wrong rules, and actions that the rules do not allow."""

import re
from dataclasses import dataclass
from enum import StrEnum, auto

from uno_tui.game.cards import Card


class UnoError(Exception):
    """The base class of the engine's errors."""


class RulesError(UnoError, ValueError):
    """Options that do not exist or contradict each other; the text names them and says what would be right.

    `message` is the English text with placeholders in braces, `named` the values for them, so that the error can be
    translated. `near` is a known word similar to a wrong one, or empty; its place in the message is ``{hint}``.
    """

    def __init__(self, message: str, near: str = "", /, **named: object) -> None:
        self.message, self.near, self.named = message, near, named
        values = {**named, "hint": f" (did you mean {near}?)" if near else ""}
        super().__init__(re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), message))


class Reason(StrEnum):
    """Why an action is refused. Brackets list the fields of `Why` that are set."""

    NOT_SEATED = auto()
    """The seat does not exist or is not in the round."""
    ROUND_OVER = auto()
    """The round is over; the next dealer must deal."""
    MATCH_OVER = auto()
    """The match is over."""
    NOT_DEALER = auto()
    """Another seat deals the next round [seat: that seat]."""
    ROUND_GOING = auto()
    """The round is not over, so the next one cannot be dealt."""
    NOT_YOUR_TURN = auto()
    """Another seat is on turn [seat: that seat]."""
    NOT_HELD = auto()
    """The hand does not contain the card, or for a double contains it only once [card]."""
    NO_MATCH = auto()
    """The card matches neither the color in force nor the top card [card; color; other: the top card]."""
    FOUR_MATCH = auto()
    """A Wild Draw Four may not be played, because the hand has a matching card [card; other: that card] (R7.3
    ``no_match``).
    """
    FOUR_COLOR = auto()
    """A Wild Draw Four may not be played, because the hand has the color in force [card; other: that card] (R7.3
    ``no_color``).
    """
    COLOR_MISSING = auto()
    """A wild was played without naming a color [card] (R4.4)."""
    COLOR_GIVEN = auto()
    """A color was named, although the card is colored or is the last card [card] (R4.4)."""
    SWAP_MISSING = auto()
    """A 7 names no seat to swap hands with [card] (R11.2)."""
    SWAP_GIVEN = auto()
    """A seat was named, although the card swaps no hands [card] (R11.2)."""
    SWAP_SEAT = auto()
    """The named seat is the player's own or not in the round [card] (R11.2)."""
    PENALTY_OPEN = auto()
    """A penalty must be answered first [count: the cards owed] (R6.1)."""
    NO_STACK = auto()
    """The card may not be stacked on the penalty [card; other: the top card] (R10.1)."""
    NO_PENALTY = auto()
    """No penalty is open, so there are no cards to take."""
    NO_CHALLENGE = auto()
    """The newest card is no Wild Draw Four that can be challenged, or the rules have no challenge (R7.4)."""
    COLOR_OWED = auto()
    """The first player must name the color before any other action (R3.2)."""
    NO_COLOR_OWED = auto()
    """No first color is owed."""
    ONLY_DRAWN = auto()
    """Only the card just drawn may be played [card: the drawn card] (R4.2)."""
    ALREADY_DREW = auto()
    """The seat has drawn in this turn; it must play or keep the card [card: the drawn card] (R4.2)."""
    NOTHING_DRAWN = auto()
    """No card was drawn in this turn, so there is none to keep."""
    MUST_PLAY = auto()
    """A seat that can play may not draw [other: a card that it can play] (R10.5)."""
    NO_DOUBLES = auto()
    """The rules allow no doubles, or no double of this card [card] (R10.4)."""
    NO_JUMP_IN = auto()
    """The rules have no jump-in (R11.1)."""
    JUMP_TURN = auto()
    """The seat is on turn, so it may play normally; only other seats may jump in."""
    JUMP_CARD = auto()
    """The card is not identical to the top card [card; other: the top card] (R11.1)."""
    JUMP_CLOSED = auto()
    """Nobody may jump in while a penalty is open or a color is owed (R11.1)."""
    NO_CALL_DUE = auto()
    """The seat has no UNO call to make: it does not hold one card, has already called, or is too late (R8.2)."""
    NO_CATCH = auto()
    """The seat to be caught owes no UNO call [seat: that seat] (R8.4)."""
    CATCH_SELF = auto()
    """The seat tried to catch itself."""


@dataclass(frozen=True, slots=True)
class Why:
    """The reason of a refusal, with details; the details never reveal hidden cards to the refused seat."""

    reason: Reason
    card: Card | None = None
    other: Card | None = None
    color: int | None = None
    """The color in force, as the number of a `Color`."""
    seat: int | None = None
    """The seat that the reason is about, from 0, if it is about one: each `Reason` says which."""
    count: int | None = None


class IllegalAction(UnoError):  # noqa: N818  # the name is the action's, and callers read it as a refusal
    """An action that the rules do not allow; `why` gives the reason. The game is unchanged."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.reason.value)
        self.why = why
