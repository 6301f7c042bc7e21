"""Hints: what the sharp bot would do, and the one reason that weighs most."""

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final

from uno_tui.bots.features import FEW, Features, Position
from uno_tui.bots.plays import is_double
from uno_tui.bots.sharp import ODDS, at_once, ends, guilt, jump, rank, weights
from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Deal, JumpIn, NameColor, Play, Take
from uno_tui.game.cards import Color, Rank
from uno_tui.game.view import PlayerView


class Because(StrEnum):
    """Why an action is good. What `Hint` names beside it is given in brackets."""

    LAST = auto()
    """It is the last card."""
    CALL = auto()
    """The call is due."""
    CATCH = auto()
    """Somebody has not called [seat]."""
    DEAL = auto()
    """The round is over."""
    ONLY = auto()
    """There is nothing else to do."""
    GUILT = auto()
    """It was likely a bluff [seat, count: the odds in percent]."""
    INNOCENT = auto()
    """It was hardly a bluff [seat, count: the odds of one in percent]."""
    STOPS = auto()
    """The next player is about to go out and loses the turn [seat]."""
    GIVES = auto()
    """The next player draws [seat, count]."""
    STUCK = auto()
    """The next player likely has nothing that fits [seat]."""
    FOLLOWS = auto()
    """More of that color stays in hand [color, count]."""
    AGAIN = auto()
    """It gives another turn."""
    TWO = auto()
    """It sheds two cards at once."""
    GAIN = auto()
    """It leaves the seat with fewer cards [count: how many fewer]."""
    POINTS = auto()
    """It gets rid of points [count]."""
    SAVES = auto()
    """It keeps a wild for later."""
    KEEPS = auto()
    """It keeps action cards for later."""
    FITS = auto()
    """No other card can be played."""
    WAITS = auto()
    """No play is worth it now."""
    SHEDS = auto()
    """It is a card less."""


@dataclass(frozen=True, slots=True)
class Hint:
    """An action and why."""

    action: Action
    because: Because
    seat: int | None = None
    color: Color | None = None
    count: int | None = None


def hint(view: PlayerView) -> Hint | None:
    """What the sharp bot would do now and why; None where it would do nothing."""
    if view.seat is None or not view.legal:
        return None
    if prompt := at_once(view):
        return _prompt(view, prompt)
    position = Position(view)
    if not view.on_turn:
        jumps = jump(position)
        return Hint(jumps, Because.SHEDS) if jumps else None
    if Challenge() in view.legal:
        odds = round(100 * (chance := guilt(position)))
        if chance > ODDS:
            return Hint(Challenge(), Because.GUILT, position.reading.offender, count=odds)
    ranked = [action for _, action in rank(position)]
    if len(ranked) == 1:
        if Challenge() in view.legal:
            return Hint(ranked[0], Because.INNOCENT, position.reading.offender, count=odds)
        return Hint(ranked[0], Because.ONLY)
    return explained(position, ranked[0], ranked[1])


def _prompt(view: PlayerView, action: Action) -> Hint:
    if isinstance(action, CatchUno):
        return Hint(action, Because.CATCH, action.seat)
    if isinstance(action, CallUno):
        return Hint(action, Because.CALL)
    if isinstance(action, Deal):
        return Hint(action, Because.DEAL)
    assert isinstance(action, Play | JumpIn)
    assert ends(view, action), "only a last card needs no weighing"
    return Hint(action, Because.LAST)


REASONS: Final[dict[Because, tuple[str, ...]]] = {
    Because.STOPS: ("stop_next",),
    Because.GIVES: ("given",),
    Because.STUCK: ("stuck", "stuck_late", "color_out"),
    Because.FOLLOWS: ("follow", "color_size", "answer", "colors", "same_rank", "last_fits"),
    Because.AGAIN: ("again",),
    Because.TWO: ("double",),
    Because.GAIN: ("gain",),
    Because.POINTS: ("points", "points_late"),
    Because.SAVES: (
        "wild",
        "four",
        "wild_late",
        "four_late",
        "wilds_left",
        "last_wild",
        "bluff",
        "wild_full",
        "four_full",
        "sure_two",
        "sure_three",
    ),
    Because.KEEPS: ("action",),
    Because.SHEDS: ("played", "one_left", "two_left", "three_left", "short", "race"),
    Because.WAITS: ("taken",),
}


_OF_THE_HAND: Final = (Because.FOLLOWS, Because.SAVES, Because.KEEPS)
"""Reasons that tell of the cards one keeps; none where the hand is swapped."""


def explained(position: Position, best: Action, second: Action) -> Hint:
    """The best action with the reason that sets it apart from the second best."""
    fitting = {one.card for one in position.view.legal if isinstance(one, Play)}
    if len(fitting) == 1 and isinstance(best, Play) and not best.card.is_wild and not isinstance(second, Play):
        return Hint(best, Because.FITS)
    apart = dict.fromkeys(REASONS, 0.0)
    mine, other = position.features(best), position.features(second)
    share = {
        name: weight * (a - b)
        for name, weight, a, b in zip(Features._fields, weights(position), mine, other, strict=True)
    }
    for because, names in REASONS.items():
        apart[because] = sum(share[name] for name in names)
    if position.exchanged(best, len(position.after(best)[0])):
        apart[Because.GAIN] += apart.pop(Because.SHEDS)
    for because in sorted(apart, key=lambda one: -apart[one]):
        if apart[because] > 0 and (found := _said(position, best, because)):
            return found
    return Hint(best, Because.SHEDS if isinstance(best, Play) else Because.WAITS)


def _said(position: Position, action: Action, because: Because) -> Hint | None:
    """The hint with what the reason names; None if the reason does not hold of the action."""
    view = position.view
    play = action if isinstance(action, Play) else None
    facing = view.next_seat(position.seat)
    hand, color, _ = position.after(action)
    if because in _OF_THE_HAND and position.exchanged(action, len(hand)):
        return None
    if because is Because.FOLLOWS:
        count = sum(one.color == color for one in hand)
        known = play is not None or isinstance(action, NameColor)
        return Hint(action, because, color=Color(color), count=count) if known and count and color >= 0 else None
    if because is Because.SAVES:
        held = any(one.is_wild for one in hand)
        return Hint(action, because) if held and not (play and play.card.is_wild) else None
    if because is Because.KEEPS:
        held = any(Rank.SKIP <= one.rank <= Rank.DRAW_TWO for one in hand)
        return Hint(action, because) if held and play and play.card.rank.is_number else None
    if because is Because.STUCK:
        return Hint(action, because, facing) if play and play.card.color != view.color else None
    if play is None:
        return None if because is not Because.WAITS or isinstance(action, Take) else Hint(action, because)
    numbers = position.features(action)
    gain = round(-7 * numbers.gain) if numbers.gain < 0 else round(7 * numbers.gain)
    checks: dict[Because, tuple[bool, Hint]] = {
        Because.STOPS: (numbers.stop_next > 0 and position.cards[facing] <= FEW, Hint(action, because, facing)),
        Because.GIVES: (numbers.given > 0, Hint(action, because, facing, count=round(4 * numbers.given))),
        Because.AGAIN: (numbers.again > 0, Hint(action, because)),
        Because.TWO: (is_double(play), Hint(action, because)),
        Because.GAIN: (numbers.gain > 0, Hint(action, because, count=gain)),
        Because.POINTS: (play.card.points > 9, Hint(action, because, count=play.card.points)),
        Because.SHEDS: (True, Hint(action, because)),
    }
    holds, found = checks.get(because, (False, Hint(action, because)))
    return found if holds else None
