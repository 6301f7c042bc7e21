"""Hints: an action that a bot has chosen, with the reason that counts most."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final

from uno_tui.bots.chance import VisibleChance
from uno_tui.bots.evidence import draws_on_colors
from uno_tui.bots.features import FEW, Features
from uno_tui.bots.hard import (
    empties_hand,
    guilt_probability,
    hard,
    ranked_actions,
    weights,
)
from uno_tui.bots.plays import is_double
from uno_tui.bots.position import Position
from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Deal, JumpIn, NameColor, Play, Take
from uno_tui.game.cards import Card, Color, Rank
from uno_tui.game.view import PlayerView


class HintReason(StrEnum):
    """Why an action is good. Brackets list the fields of `ActionHint` that are set for the reason."""

    LAST = auto()
    """The action plays the last card."""
    CALL = auto()
    """The seat must call UNO."""
    CATCH = auto()
    """Another seat has not called UNO [seat]."""
    DEAL = auto()
    """The round is over."""
    ONLY = auto()
    """The action is the only legal one."""
    GUILT = auto()
    """The newest Wild Draw Four was probably a bluff [seat; count: probability of a bluff in percent]."""
    INNOCENT = auto()
    """The Wild Draw Four was probably no bluff [seat; count: the probability of a bluff in percent]."""
    STOPS = auto()
    """The next seat is about to go out and loses its turn [seat]."""
    GIVES = auto()
    """The next seat draws cards [seat; count]."""
    STUCK = auto()
    """The next seat probably has no card that matches [seat]."""
    DREW = auto()
    """The next seat drew instead of playing while the color was in force [seat; color; count: how many times]."""
    FOLLOWS = auto()
    """More cards of the new color stay in the hand [color; count]."""
    AGAIN = auto()
    """The seat is on turn again."""
    TWO = auto()
    """The action plays two cards at once."""
    FEEDS = auto()
    """A partner who is about to go out plays next [seat]."""
    SPARES = auto()
    """Another action would harm a partner [seat]."""
    GAIN = auto()
    """The seat has fewer cards after hands are swapped or passed [count: how many fewer]."""
    POINTS = auto()
    """The card to play is worth many points [count: the card's points]."""
    SAVES = auto()
    """The action keeps wilds for later [count]."""
    KEEPS = auto()
    """The action keeps action cards for later [count]."""
    FITS = auto()
    """No other card can be played."""
    WAITS = auto()
    """No play is worth making now [count: number of different cards that can be played]."""
    MOST = auto()
    """No other card that can be played is worth more points, and one is worth fewer."""
    EXTRA = auto()
    """A jump-in plays a card before the seat's turn."""
    SHEDS = auto()
    """The action leaves one card less in the hand."""


@dataclass(frozen=True, slots=True)
class ActionHint:
    """An action with the reason why a player should choose it."""

    action: Action
    reason: HintReason
    seat: int | None = None
    color: Color | None = None
    count: int | None = None


def hint(view: PlayerView) -> ActionHint | None:
    """Return the action that the hard bot would choose now, with the reason; None if the bot would do nothing."""
    if view.seat is None or not view.legal:
        return None
    action = hard(view, VisibleChance(b""))  # it uses no random number
    return explain(view, action) if action else None


def explain(view: PlayerView, action: Action, ranking: Sequence[Action] = ()) -> ActionHint:
    """Return an action that a bot has chosen in this position, with the reason that counts most.

    Args:
        view: The view of the seat that acts.
        action: One of the legal actions.
        ranking: The actions that the bot compared, best first; by default in the order of the hard bot.
    """
    if _is_immediate(view, action):
        return _immediate(action)
    position = Position(view)
    if isinstance(action, JumpIn):
        return ActionHint(action, HintReason.EXTRA)
    odds = round(100 * guilt_probability(position)) if Challenge() in view.legal else 0
    if isinstance(action, Challenge):
        return ActionHint(action, HintReason.GUILT, position.inference.offender, count=odds)
    if any(isinstance(one, Play) and empties_hand(view, one) for one in view.legal):
        return ActionHint(action, HintReason.SHEDS)  # no bot would choose it, so there is nothing to say for it
    others = [one for one in ranking or [other for _, other in ranked_actions(position)] if one != action]
    if others:
        return explained(position, action, others[0])
    if Challenge() in view.legal:
        return ActionHint(action, HintReason.INNOCENT, position.inference.offender, count=odds)
    return ActionHint(action, HintReason.ONLY)


def _is_immediate(view: PlayerView, action: Action) -> bool:
    """Return whether the action needs no comparison: a call, a catch, a deal or a last card."""
    if isinstance(action, Play | JumpIn):
        return empties_hand(view, action)
    return isinstance(action, CallUno | CatchUno | Deal)


def _immediate(action: Action) -> ActionHint:
    if isinstance(action, CatchUno):
        return ActionHint(action, HintReason.CATCH, action.seat)
    if isinstance(action, CallUno):
        return ActionHint(action, HintReason.CALL)
    return ActionHint(action, HintReason.DEAL if isinstance(action, Deal) else HintReason.LAST)


REASONS: Final[dict[HintReason, tuple[str, ...]]] = {
    HintReason.STOPS: ("stop_next",),
    HintReason.GIVES: ("given",),
    HintReason.STUCK: ("stuck", "stuck_late", "color_out"),
    HintReason.FOLLOWS: ("follow", "color_size", "answer", "colors", "same_rank", "last_fits"),
    HintReason.AGAIN: ("again",),
    HintReason.TWO: ("double",),
    HintReason.GAIN: ("gain",),
    HintReason.POINTS: ("points", "points_late"),
    HintReason.SAVES: (
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
    HintReason.KEEPS: ("action",),
    HintReason.SHEDS: ("played", "one_left", "two_left", "three_left", "short", "race"),
    HintReason.WAITS: ("taken",),
}
"""By reason, the features whose contribution to the action's worth the reason explains."""


_OF_THE_HAND: Final = (HintReason.FOLLOWS, HintReason.SAVES, HintReason.KEEPS)
"""Reasons about the cards that remain in the hand; not used for an action that moves hands."""
_OF_THE_NEXT: Final = (HintReason.STOPS, HintReason.GIVES, HintReason.STUCK, HintReason.DREW)
"""Reasons for which the next seat is harmed; not used for a partner."""


def explained(position: Position, best: Action, second: Action) -> ActionHint:
    """Return the best action with the reason for which it is furthest ahead of the second-best action."""
    fitting = {one.card for one in position.view.legal if isinstance(one, Play)}
    if len(fitting) == 1 and isinstance(best, Play) and not best.card.is_wild and not isinstance(second, Play):
        return ActionHint(best, HintReason.FITS)
    apart = dict.fromkeys(REASONS, 0.0)
    mine, other = position.features(best), position.features(second)
    share = {
        name: weight * (a - b)
        for name, weight, a, b in zip(Features._fields, weights(position), mine, other, strict=True)
    }
    for reason, names in REASONS.items():
        apart[reason] = sum(share[name] for name in names)
    if position.exchanged(best, len(position.after(best)[0])):
        apart[HintReason.GAIN] += apart.pop(HintReason.SHEDS)
    if position.partners:
        found = _for_partner(position, best, second)
        apart[found.reason] = position.for_partners(best) - position.for_partners(second)
    for reason in sorted(apart.keys() - {HintReason.SHEDS}, key=lambda one: -apart[one]):
        if apart[reason] > 0 and reason in (HintReason.FEEDS, HintReason.SPARES):
            return found
        if apart[reason] > 0 and (said := _said(position, best, reason)):
            return said
    if not isinstance(best, Play):
        return _waits(position, best)
    return _true_of_the_cards(position, best, fitting) or ActionHint(best, HintReason.SHEDS)


def _true_of_the_cards(position: Position, best: Play, fitting: Set[Card]) -> ActionHint | None:
    """Return a play with a reason that the other cards of `fitting` show, though it decided little; None if none is."""
    others = fitting - {best.card}
    chosen = best.card.is_wild or any(one.color != best.card.color for one in others)
    if chosen and (said := _said(position, best, HintReason.FOLLOWS)):
        return said
    points = [one.points for one in others if not one.is_wild]
    if points and not best.card.is_wild and min(points) < best.card.points >= max(points):
        return ActionHint(best, HintReason.MOST)
    if any(one.is_wild for one in others) and (said := _said(position, best, HintReason.SAVES)):
        return said
    held = any(Rank.SKIP <= one.rank <= Rank.DRAW_TWO for one in others)
    return _said(position, best, HintReason.KEEPS) if held else None


def _for_partner(position: Position, best: Action, second: Action) -> ActionHint:
    """Return the hint about partners: the best action helps one, or the second-best would harm one."""
    if isinstance(best, Play):
        worth, seat = position.helps(best)
        if worth:
            return ActionHint(best, HintReason.FEEDS, seat)
    seat = position.harms(second)[1] if isinstance(second, Play) else position.partners[0]
    return ActionHint(best, HintReason.SPARES, seat)


def _drew(position: Position, play: Play | None) -> ActionHint | None:
    """Return the hint that the seat that plays next drew on the play's color; None without such evidence."""
    _, color, _ = position.after(play) if play else ([], -1, 0)
    if play is None or color < 0 or position.exchanged(play, len(position.view.hand) - 1):
        return None
    facing = position.next_to_act(play.card)
    count = draws_on_colors(position.view, facing)[color]
    if not count or facing in (position.seat, *position.partners):
        return None
    return ActionHint(play, HintReason.DREW, facing, Color(color), count)


def _waits(position: Position, action: Action) -> ActionHint:
    """Return the hint that no play is worth making now."""
    playable = {one.card for one in position.view.legal if isinstance(one, Play)}
    return ActionHint(action, HintReason.WAITS, count=len(playable))


def _said(position: Position, action: Action, reason: HintReason) -> ActionHint | None:
    """Return the hint with the fields that the reason needs; None if the reason does not apply to the action."""
    view = position.view
    play = action if isinstance(action, Play) else None
    facing = view.next_seat(position.seat)
    hand, color, _ = position.after(action)
    if reason in _OF_THE_NEXT and facing in position.partners:
        return None
    if reason in _OF_THE_HAND and position.exchanged(action, len(hand)):
        return None
    if reason is HintReason.FOLLOWS:
        count = sum(one.color == color for one in hand)
        known = play is not None or isinstance(action, NameColor)
        return ActionHint(action, reason, color=Color(color), count=count) if known and count and color >= 0 else None
    if reason is HintReason.SAVES:
        held = sum(one.is_wild for one in hand)
        return ActionHint(action, reason, count=held) if held and not (play and play.card.is_wild) else None
    if reason is HintReason.KEEPS:
        held = sum(Rank.SKIP <= one.rank <= Rank.DRAW_TWO for one in hand)
        return ActionHint(action, reason, count=held) if held and play and play.card.rank.is_number else None
    if reason is HintReason.STUCK:
        if evidence := _drew(position, play):
            return evidence
        return ActionHint(action, reason, facing) if play and play.card.color != view.color else None
    if play is None:
        return None if reason is not HintReason.WAITS or isinstance(action, Take) else _waits(position, action)
    numbers = position.features(action)
    gain = round(-7 * numbers.gain) if numbers.gain < 0 else round(7 * numbers.gain)
    checks: dict[HintReason, tuple[bool, ActionHint]] = {
        HintReason.STOPS: (numbers.stop_next > 0 and position.cards[facing] <= FEW, ActionHint(action, reason, facing)),
        HintReason.GIVES: (numbers.given > 0, ActionHint(action, reason, facing, count=round(4 * numbers.given))),
        HintReason.AGAIN: (numbers.again > 0, ActionHint(action, reason)),
        HintReason.TWO: (is_double(play), ActionHint(action, reason)),
        HintReason.GAIN: (numbers.gain > 0, ActionHint(action, reason, count=gain)),
        HintReason.POINTS: (play.card.points > 9, ActionHint(action, reason, count=play.card.points)),
        HintReason.SHEDS: (True, ActionHint(action, reason)),
    }
    holds, found = checks.get(reason, (False, ActionHint(action, reason)))
    return found if holds else None
