"""What a seat may do: the one list that hints, bots, clocks and refusals go by (R4, R6, R7, R8, R10, R11).

`Setup` holds what never changes in a match. The lists are made of nothing that the seat may not see: its own hand,
the table, and how many cards the others hold.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Draw, JumpIn, Keep, NameColor, Play, Take
from uno_tui.game.cards import BITS, Card, Color, Deck, Rank
from uno_tui.game.events import Kept, Passed, Skipped
from uno_tui.game.prepared import Actions, Deeds, draws, single, tops, ways
from uno_tui.game.rules import MAX_SEATS, Rules
from uno_tui.game.view import ANSWER, COLOR, DRAWN, PLAY

if TYPE_CHECKING:
    from uno_tui.game.state import State

DRAW: Final = Draw()
KEEP: Final = Keep()
TAKE: Final = Take()
CHALLENGE: Final = Challenge()
CALL: Final = CallUno()

ONLY_DRAW: Final = (DRAW,)
ONLY_KEEP: Final = (KEEP,)
COLORS: Final = tuple(NameColor(color) for color in Color)
CATCHES: Final = tuple(CatchUno(seat) for seat in range(MAX_SEATS))
"""By the seat that is caught."""


class Setup:
    """The rules and the deck of a match with that many seats; one object for each such pair (see `setup`)."""

    def __init__(self, rules: Rules, seats: int) -> None:
        rules.check_seats(seats)
        self.rules = rules
        self.seats = seats
        self.everybody = (1 << seats) - 1
        """The set of all seats."""
        self.deck: Deck = rules.deck_for(seats)
        deck = self.deck
        self.free_fours = rules.draw_four in ("bluff", "free")
        """Whether a Wild Draw Four may be played at any time (R7.3)."""
        self.next_turn = rules.catch_window == "next_turn"
        self.must_play = rules.must_play
        self.by_color = rules.draw_four == "no_color"
        self.exchanging = deck.of_rank[Rank.SEVEN] | deck.of_rank[Rank.ZERO] if rules.seven_zero else 0
        """The cards that move hands (R11.2)."""
        self.twins = sum(
            1 << i
            for i in range(deck.size - 1)
            if rules.doubles and deck.cards[i] is deck.cards[i + 1] and deck.cards[i].rank.is_number
        )
        """The first of each pair of number cards that could be a double (R10.4)."""
        self.by_house_rules = bool(self.exchanging or self.twins)
        """Whether there are doubles, or cards that move hands."""
        bars = {"no_match": "match", "no_color": "color"}.get(rules.draw_four, "nothing")
        self.tops = tops(deck, self._stacks(), bars)
        """By color in force and card as a set: what may go on it."""
        self.deeds = Deeds(deck, self.tops, seats)
        self.ways = ways(deck)
        """By how many cards remain and set of cards: the ways to play one of them that moves no hands."""
        self.drew = draws(deck, seats)
        """By seat and card id: what is told of a turn's draw."""
        self.kept = tuple((Kept(seat),) for seat in range(seats))
        self.passed = tuple((Passed(seat),) for seat in range(seats))
        self.skipped = tuple((Skipped(seat),) for seat in range(seats))

    def _stacks(self) -> dict[int, int]:
        """By rank of a penalty's newest card: the cards that may be stacked on it (R10.1)."""
        twos, fours = self.deck.of_rank[Rank.DRAW_TWO], self.deck.fours
        on_two, on_four = {"off": (0, 0), "same": (twos, fours), "cross": (twos | fours, fours)}[self.rules.stacking]
        return {int(Rank.DRAW_TWO): on_two, int(Rank.WILD_DRAW_FOUR): on_four}

    def faces(self, cards: int) -> list[Card]:
        """The different cards in a set, in card order."""
        return list(dict.fromkeys(self.deck.list(cards)))


@lru_cache(maxsize=256)
def setup(rules: Rules, seats: int) -> Setup:
    """The setup of these rules for that many seats; `RulesError` if they do not fit."""
    return Setup(rules, seats)


def on_turn(state: "State") -> Actions:
    """Every action that the seat on turn may take now."""
    seat = state.turn
    phase = state.phase
    if phase is PLAY:
        table = state.setup
        hand = state.hands[seat]
        cards = state.face_up.playable(hand)
        left = hand.bit_count() - 1
        moves = _by_house_rules(state, seat, cards, left) if table.by_house_rules else table.ways[left][cards]
        if not (moves and table.must_play):
            moves += ONLY_DRAW
    elif phase is DRAWN:
        moves = _ways(state, seat, BITS[state.drawn], state.hands[seat].bit_count() - 1) + ONLY_KEEP
    elif phase is ANSWER:
        moves = _answers(state, seat)
    else:
        moves = COLORS if phase is COLOR else ()
    return moves + _calls(state, seat) if state.owing else moves


def off_turn(state: "State", seat: int) -> Actions:
    """Every action that a seat not on turn may take now; none if it is not in the round."""
    if not state.live >> seat & 1:
        return ()
    jumps = state.setup.rules.jump_in and state.phase in (PLAY, DRAWN)
    moves = _jump_ins(state, seat) if jumps else ()
    return moves + _calls(state, seat) if state.owing else moves


def _calls(state: "State", seat: int) -> Actions:
    """The call, if this seat owes one, and whom it may catch (R8.4)."""
    owing = state.owing
    catches = tuple([CATCHES[other] for other in state.order.seats if owing >> other & 1 and other != seat])
    return (CALL, *catches) if owing >> seat & 1 else catches


def _answers(state: "State", seat: int) -> Actions:
    hand = state.hands[seat]
    stacks = _ways(state, seat, hand & state.face_up.stacks, hand.bit_count() - 1)
    return (TAKE, CHALLENGE, *stacks) if state.trial else (TAKE, *stacks)


def _ways(state: "State", seat: int, cards: int, left: int) -> Actions:
    """The ways to play one of these cards so that `left` remain in the hand."""
    table = state.setup
    if not cards & table.exchanging:
        return table.ways[left][cards]
    return tuple([play for face in table.faces(cards) for play in _plays(state, seat, face, left)])


def _by_house_rules(state: "State", seat: int, cards: int, left: int) -> Actions:
    """The ways to play one of these cards, so that `left` remain in the hand, or two as a double (R10.4, R11.2)."""
    table = state.setup
    pairs = cards & state.hands[seat] >> 1 & table.twins
    doubles = [play for face in table.faces(pairs) for play in _plays(state, seat, face, left - 1, double=True)]
    return (*_ways(state, seat, cards, left), *doubles)


def _plays(state: "State", seat: int, face: Card, left: int, double: bool = False) -> Actions:
    """The ways to play a card, or two, under the rules that move hands (R11.2)."""
    if face.is_wild:
        return single(face, left)
    plays: list[Action] = []
    for swap, after in _exchanges(state, seat, face.rank, left):
        plays.append(Play(face, swap=swap, double=double))
        if after == 1:
            plays.append(Play(face, swap=swap, double=double, uno=True))
    return tuple(plays)


def _exchanges(state: "State", seat: int, rank: Rank, left: int) -> list[tuple[int | None, int]]:
    """The seats that playing a rank may name, each with how many cards the player holds in the end (R8.2, R11.2)."""
    if left and state.setup.exchanging:
        if rank is Rank.SEVEN:
            return [(other, state.hands[other].bit_count()) for other in state.order.seats if other != seat]
        if rank is Rank.ZERO:
            return [(None, state.hands[state.order.turned().after[seat]].bit_count())]
    return [(None, left)]


def _jump_ins(state: "State", seat: int) -> Actions:
    table = state.setup
    cards = state.hands[seat] & state.face_up.same
    if not cards:
        return ()
    left = state.hands[seat].bit_count() - 1
    moves: list[Action] = []
    for face in table.faces(cards):
        for swap, after in _exchanges(state, seat, face.rank, left):
            moves.append(JumpIn(face, swap))
            if after == 1:
                moves.append(JumpIn(face, swap, uno=True))
    return tuple(moves)
