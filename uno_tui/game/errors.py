"""What can go wrong: wrong rules, and actions that the rules do not allow."""

import re
from dataclasses import dataclass
from enum import StrEnum, auto

from uno_tui.game.cards import Card


class UnoError(Exception):
    """The base of the engine's errors."""


class RulesError(UnoError, ValueError):
    """Options that do not exist or disagree; the text says which, and what would be right.

    It is made of an English message and the values that belong into its braces, which are kept, so that it can be said
    in other languages too. `near` is a word that was perhaps meant; where it belongs stands ``{hint}``.
    """

    def __init__(self, message: str, near: str = "", /, **named: object) -> None:
        self.message, self.near, self.named = message, near, named
        values = {**named, "hint": f" (did you mean {near}?)" if near else ""}
        super().__init__(re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), message))


class Reason(StrEnum):
    """Why an action is refused. What `Why` names beside it is given in brackets."""

    NOT_SEATED = auto()
    """That seat is not in this round."""
    ROUND_OVER = auto()
    """The round is over; only the next dealer can go on, by dealing."""
    MATCH_OVER = auto()
    """The match is over."""
    NOT_DEALER = auto()
    """Another seat deals the next round [seat]."""
    ROUND_GOING = auto()
    """The round is not over: nothing to deal."""
    NOT_YOUR_TURN = auto()
    """Another seat is on turn [seat]."""
    NOT_HELD = auto()
    """The hand has no such card [card], or for a double only one of it."""
    NO_MATCH = auto()
    """The card fits neither color in force nor top card [card, color, and in other the top card]."""
    FOUR_MATCH = auto()
    """A Wild Draw Four while another card in hand matches [other] (R7.3 ``no_match``)."""
    FOUR_COLOR = auto()
    """A Wild Draw Four while a card in hand has the color in force [other] (R7.3 ``no_color``)."""
    COLOR_MISSING = auto()
    """A wild played without naming a color [card]."""
    COLOR_GIVEN = auto()
    """A color named where none is wanted: for a colored card, or for the last card [card]."""
    SWAP_MISSING = auto()
    """A 7 that names no seat to swap hands with [card] (R11.2)."""
    SWAP_GIVEN = auto()
    """A seat named where none is wanted, or one that cannot be swapped with [card]."""
    PENALTY_OPEN = auto()
    """A penalty must be answered first [count]."""
    NO_STACK = auto()
    """This card does not answer that penalty [card, and in other the top card] (R10.1)."""
    NO_PENALTY = auto()
    """Nothing to take."""
    NO_CHALLENGE = auto()
    """There is no Wild Draw Four to challenge, or the rules have no challenge (R7.4)."""
    COLOR_OWED = auto()
    """The first color must be named first (R3.2)."""
    NO_COLOR_OWED = auto()
    """No color is to be named now."""
    ONLY_DRAWN = auto()
    """Only the card just drawn may be played [card: the drawn one] (R4.2)."""
    ALREADY_DREW = auto()
    """The turn's draw is done; play the drawn card or keep it [card] (R4.2)."""
    NOTHING_DRAWN = auto()
    """Nothing to keep: no card was drawn this turn."""
    MUST_PLAY = auto()
    """Drawing is for those who cannot play [other: a card that can be played] (R10.5)."""
    NO_DOUBLES = auto()
    """The rules have no doubles, or not of this card [card] (R10.4)."""
    NO_JUMP_IN = auto()
    """The rules have no jump-in (R11.1)."""
    JUMP_TURN = auto()
    """Who is on turn plays; jumping in is for the others."""
    JUMP_CARD = auto()
    """A jump-in needs a card identical to the top card [other: the top card]."""
    JUMP_CLOSED = auto()
    """Nobody may jump in while a penalty or a color is open."""
    NO_CALL_DUE = auto()
    """UNO is called with one card left, once, in time (R8.2)."""
    NO_CATCH = auto()
    """That seat owes no call [seat] (R8.4)."""
    CATCH_SELF = auto()
    """Nobody catches themselves."""


@dataclass(frozen=True, slots=True)
class Why:
    """The reason of a refusal and what it is about. Tells the seat that asked nothing it may not see."""

    reason: Reason
    card: Card | None = None
    other: Card | None = None
    color: int | None = None
    seat: int | None = None
    count: int | None = None


class IllegalAction(UnoError):  # noqa: N818  # it names what was asked for; callers read it as a refusal
    """An action that the rules do not allow now; the state it was asked of is unchanged."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.reason.value)
        self.why = why
