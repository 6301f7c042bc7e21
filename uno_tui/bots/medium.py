"""The medium bot, which plays by sound rules of thumb."""

from collections.abc import Sequence
from typing import Final

from uno_tui.bots.plays import CardPlay, called, catches_of, favorite, is_double, of_kind, own_seat, without
from uno_tui.game.actions import Action, CallUno, Challenge, Deal, Draw, JumpIn, Keep, NameColor, Play, Take
from uno_tui.game.cards import Card, Rank
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.view import Phase, PlayerView

_FEW: Final = 2
"""A seat with this many cards or fewer is about to go out."""
_STOPS: Final = (Rank.SKIP, Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR)
"""The ranks by which the next seat loses its turn."""


def medium(view: PlayerView, rng: RandomSource) -> Action | None:
    """Choose by rules of thumb.

    Play the color held most, keep wilds for later, call UNO with the play, catch more often than not, stack on a
    penalty, and challenge rarely. A partner is spared, and helped to go out.
    """
    on_turn = view.on_turn
    if call := of_kind(view.legal, CallUno):
        return call[0]
    if (catches := catches_of(view)) and rng.random() < 0.6:
        return catches[0]
    if not on_turn:
        jumps = called(of_kind(view.legal, JumpIn))
        best = _best(view, jumps)
        return best if best and _worth(view, best) > 0 and rng.random() < 0.7 else None
    if view.phase is Phase.COLOR:
        return NameColor(favorite(view.hand))
    if view.phase is Phase.ANSWER:
        return _answer(view, rng)
    return by_thumb(view)


def _answer(view: PlayerView, rng: RandomSource) -> Action:
    """Return the answer to a penalty: stack the cheapest possible card, sometimes challenge, else take the penalty."""
    stacks = called(of_kind(view.legal, Play))
    if stacks:
        low = min(stacks, key=lambda play: play.card.order).card
        best = _best(view, [play for play in stacks if play.card.is_wild == low.is_wild])
        if best:
            return best
    if of_kind(view.legal, Challenge) and _seat_before(view) not in view.partners(view.seat):
        held = view.seats[_seat_before(view)].cards
        if rng.random() < min(0.3, 0.03 * held):
            return Challenge()
    return Take()


def by_thumb(view: PlayerView) -> Action:
    """Return the best play by simple rules; if every play would do harm, draw, or keep the drawn card."""
    rest = [action for action in view.legal if isinstance(action, Deal | Draw | Keep)]
    best = _best(view, called(of_kind(view.legal, Play)))
    if best is None:
        return rest[0]
    if not rest:
        return best
    worth = _worth(view, best)
    if view.phase is Phase.DRAWN and best.card.is_wild:
        worth -= 0 if len(view.hand) <= 4 or _threatened(view) else 20
    return best if worth > 0 else rest[0]


def _best(view: PlayerView, plays: Sequence[CardPlay]) -> CardPlay | None:
    """Return the play with the highest worth, the first of tied ones; a wild names the color held most."""
    if not plays:
        return None
    named = {play.card: favorite(without(view.hand, play.card, 1)) for play in plays if play.card.is_wild}
    good = [play for play in plays if getattr(play, "color", None) in (None, named.get(play.card))]
    return max(good or plays, key=lambda play: _worth(view, play))


def _worth(view: PlayerView, play: Play | JumpIn) -> float:
    """Return a play's worth, a number without unit; below 0, drawing is better than playing."""
    double = is_double(play)
    card, count = play.card, 1 + double
    left = without(view.hand, card, count)
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
    return worth + _for_partner(view, card) if view.rules.teams != "off" else worth


def _for_partner(view: PlayerView, card: Card) -> float:
    """Return what a card is worth to the partners: less than 0 if one of them loses a turn by it (R14.5)."""
    if card.rank not in _STOPS:
        return 0
    partners = view.partners(view.seat)
    victim = view.next_seat(own_seat(view))
    if victim in partners:
        return -8 if view.seats[victim].cards > _FEW else -30
    after = view.next_seat(victim)
    return 6 if after in partners and view.seats[after].cards <= _FEW else 0


def _gain(view: PlayerView, play: Play | JumpIn, left: int) -> int:
    """Return by how many cards a 7 or a 0 shrinks the hand by moving hands (R11.2)."""
    if play.swap is not None:
        return 0 if play.swap in view.partners(view.seat) else left - view.seats[play.swap].cards
    if play.card.rank is Rank.ZERO:
        return left - view.seats[_seat_before(view)].cards
    return 0


def _seat_before(view: PlayerView) -> int:
    return view.next_seat(own_seat(view), -view.direction)


def _threatened(view: PlayerView) -> bool:
    """Return whether the next seat is about to go out, and is no partner."""
    following = view.next_seat(own_seat(view))
    return view.seats[following].cards <= _FEW and following not in view.partners(view.seat)
