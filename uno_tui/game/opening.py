"""The opening of a round: the deal and the first card (R2.4-R3)."""

from uno_tui.game.cards import Rank
from uno_tui.game.deck import BITS
from uno_tui.game.events import Cause, Reversed, Turned
from uno_tui.game.rule_tables import NOTHING
from uno_tui.game.state import State
from uno_tui.game.view import COLOR, PLAY


def deal_hands(state: State) -> None:
    """Deal the hands, one card at a time from the dealer's left; the rest is the draw pile (R2.4)."""
    state.stack(range(state.setup.deck.size))
    size = state.setup.rules.hand_size
    players = state.order.players
    hands = [0] * state.setup.seats
    seat = state.dealer
    for place in range(players):
        seat = state.order.after[seat]
        hands[seat] = sum([BITS[card] for card in state.pile[-1 - place :: -players][:size]])
    state.hands = tuple(hands)
    state.left -= players * size
    state.owing = state.live if size == 1 else 0


def turn_first(state: State) -> bool:
    """Turn up the top card of the draw pile; return whether the card stays as first card (R2.5, R3.2, R3.3)."""
    deck = state.setup.deck
    barred = deck.fours if state.setup.rules.first_wild == "choose" else deck.wilds
    card = state.pile[state.left - 1]
    back = bool(barred >> card & 1)
    state.events += (Turned(deck.cards[card], back),)
    if not back:
        state.left -= 1
        state.pile = state.pile[: state.left]
        color = deck.colors[card]
        state.face_up = state.setup.tops[NOTHING if color is None else color][BITS[card]]
        return True
    rest = state.pile[: state.left]
    if all(barred >> card & 1 for card in rest):
        # No card of the pile can be the first, so turning another would never end: collect all cards and deal again.
        deal_hands(state)
    else:
        state.stack(sorted(rest))
    return False


def carry_out_first(state: State) -> None:
    """Carry out the first card: Skip, Reverse and Draw Two act now; for a Wild, the first player names a color (R3)."""
    after = state.order.after
    first = after[state.dealer]
    rank = state.setup.deck.ranks[state.top]
    state.discards = 0
    state.idle_turns = 1
    state.turn = first
    state.phase = COLOR if state.color == NOTHING else PLAY
    if rank == Rank.REVERSE and state.order.players > 2:
        state.order = state.order.turned()
        state.turn = state.dealer
        state.events += (Reversed(-1),)
    elif rank in (Rank.SKIP, Rank.REVERSE):
        state.turn = after[first]
        state.events += state.setup.skipped[first]
    elif rank == Rank.DRAW_TWO:
        state.give(first, 2, Cause.PENALTY)
        state.idle_turns = 1
        state.turn = after[first]
