"""Bots: choose for a seat from its view and a random source, nothing else.

A bot's function is pure: the same view and the same numbers give the same choice. It chooses among the view's legal
actions whatever the rules are, and weighs what is listed, so a rule it has never heard of cannot make it stop.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Deal, Draw, JumpIn, Keep, NameColor, Play, Take
from uno_tui.game.cards import Card, Color, Rank
from uno_tui.game.view import Phase, PlayerView
from uno_tui.tableview import Bot, Chance

__all__ = ["LEVELS", "NAMES", "Bot", "easy", "fair"]

NAMES: Final = ("Ada", "Bran", "Cleo", "Dato", "Etta", "Finn", "Gita", "Hugo", "Iris", "Juno", "Kofi", "Lena")
"""What bots are called, in the order they sit down."""

_Action = TypeVar("_Action", bound=Action)
_FEW: Final = 2
"""With so many cards or fewer a player is about to go out."""


def fair(view: PlayerView, chance: Chance) -> Action | None:
    """Play by sound rules of thumb.

    Sheds the color held most, keeps wilds for later, calls UNO with the play, catches more often than not, answers a
    penalty by stacking, and challenges rarely.
    """
    on_turn = view.on_turn
    if call := _of_kind(view.legal, CallUno):
        return call[0]
    if (catches := _of_kind(view.legal, CatchUno)) and chance.random() < 0.6:
        return catches[0]
    if not on_turn:
        jumps = _called(_of_kind(view.legal, JumpIn))
        best = _best(view, jumps)
        return best if best and _worth(view, best) > 0 and chance.random() < 0.7 else None
    if view.phase is Phase.COLOR:
        return NameColor(_favorite(view.hand))
    if view.phase is Phase.ANSWER:
        return _answer(view, chance)
    return _turn(view)


def easy(view: PlayerView, chance: Chance) -> Action | None:
    """Play like a child: any card that goes, often no UNO call, hardly ever a catch, never a challenge."""
    if not view.on_turn:
        loose = [action for action in view.legal if not isinstance(action, CatchUno) or chance.random() < 0.15]
        return _pick(loose, chance) if loose and chance.random() < 0.3 else None
    if (catches := _of_kind(view.legal, CatchUno)) and chance.random() < 0.1:
        return catches[0]
    plays = _of_kind(view.legal, Play)
    if plays and chance.random() < 0.9:
        cards = sorted({play.card for play in plays}, key=lambda card: card.order)
        card = _pick(cards, chance)
        plays = [play for play in plays if play.card is card]
        if any(play.uno for play in plays):
            remembers = chance.random() < 0.6
            plays = [play for play in plays if play.uno is remembers] or plays
        return _pick(plays, chance)
    others = [action for action in view.legal if isinstance(action, Deal | Draw | Keep | NameColor | Take)]
    return _pick(others or plays, chance)


LEVELS: Final[Mapping[str, Bot]] = {"easy": easy, "fair": fair}
"""The bots by level, weakest first."""

_T = TypeVar("_T")


def _pick(choices: Sequence[_T], chance: Chance) -> _T:
    return choices[int(chance.random() * len(choices))]


def _of_kind(actions: Sequence[Action], kind: type[_Action]) -> list[_Action]:
    return [action for action in actions if isinstance(action, kind)]


_Card = TypeVar("_Card", bound=Play | JumpIn)


def _called(plays: Sequence[_Card]) -> list[_Card]:
    """The plays without those that forget a call which is due."""
    due = {(play.card, play.swap, _is_double(play)) for play in plays if play.uno}
    return [play for play in plays if play.uno or (play.card, play.swap, _is_double(play)) not in due]


def _is_double(play: Play | JumpIn) -> bool:
    return isinstance(play, Play) and play.double


def _answer(view: PlayerView, chance: Chance) -> Action:
    """Stack if that is possible, with the cheaper card; challenge by the odds, seldom; else take."""
    stacks = _called(_of_kind(view.legal, Play))
    if stacks:
        low = min(stacks, key=lambda play: play.card.order).card
        best = _best(view, [play for play in stacks if play.card.is_wild == low.is_wild])
        if best:
            return best
    if _of_kind(view.legal, Challenge):
        held = view.seats[_seat_before(view)].cards
        if chance.random() < min(0.3, 0.03 * held):
            return Challenge()
    return Take()


def _turn(view: PlayerView) -> Action:
    """The best play; or draw, or keep what was drawn, where every play would do harm."""
    rest = [action for action in view.legal if isinstance(action, Deal | Draw | Keep)]
    best = _best(view, _called(_of_kind(view.legal, Play)))
    if best is None:
        return rest[0]
    if not rest:
        return best
    worth = _worth(view, best)
    if view.phase is Phase.DRAWN and best.card.is_wild:
        worth -= 0 if len(view.hand) <= 4 or _threatened(view) else 20
    return best if worth > 0 else rest[0]


def _best(view: PlayerView, plays: Sequence[_Card]) -> _Card | None:
    """The play worth most; of equals the first in card order, wilds in their favorite color."""
    if not plays:
        return None
    named = {play.card: _favorite(_without(view.hand, play.card, 1)) for play in plays if play.card.is_wild}
    good = [play for play in plays if getattr(play, "color", None) in (None, named.get(play.card))]
    return max(good or plays, key=lambda play: _worth(view, play))


def _worth(view: PlayerView, play: Play | JumpIn) -> float:
    """What a play is worth; below 0 it is better not to."""
    double = _is_double(play)
    card, count = play.card, 1 + double
    left = _without(view.hand, card, count)
    if not left:
        return 1000
    worth = 12.0 + 8 * double
    if card.is_wild:
        worth -= 6 if card.rank is Rank.WILD else 9
        worth += 12 if _threatened(view) else 0
    else:
        worth += sum(other.color is card.color for other in left) + card.points / 20
        if card.rank in (Rank.SKIP, Rank.REVERSE, Rank.DRAW_TWO):
            worth += 6 if _threatened(view) else 0
    if view.rules.seven_zero:
        worth += 4 * _gain(view, play, len(left))
    return worth


def _gain(view: PlayerView, play: Play | JumpIn, left: int) -> int:
    """How many cards fewer than without it a 7 or a 0 leaves one with (R11.2)."""
    if play.swap is not None:
        return left - view.seats[play.swap].cards
    if play.card.rank is Rank.ZERO:
        return left - view.seats[_seat_before(view)].cards
    return 0


def _threatened(view: PlayerView) -> bool:
    """Whether the next player is about to go out."""
    return view.seats[view.next_seat(_own_seat(view))].cards <= _FEW


def _seat_before(view: PlayerView) -> int:
    """The seat before one's own in the direction of play, of those that still play."""
    seat = (_own_seat(view) - view.direction) % len(view.seats)
    while not view.seats[seat].playing:
        seat = (seat - view.direction) % len(view.seats)
    return seat


def _own_seat(view: PlayerView) -> int:
    if view.seat is None:
        raise ValueError("a spectator plays nothing")
    return view.seat


def _favorite(hand: Sequence[Card]) -> Color:
    """The color held most; of equals the one whose cards count most, then the first."""
    weights = dict.fromkeys(Color, 0)
    for card in hand:
        if card.color is not None:
            weights[card.color] += 1000 + card.points
    return max(Color, key=lambda color: weights[color])


def _without(hand: Sequence[Card], card: Card, count: int) -> list[Card]:
    left = list(hand)
    for _ in range(min(count, left.count(card))):
        left.remove(card)
    return left
