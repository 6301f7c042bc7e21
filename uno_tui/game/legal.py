"""What a seat may do: the one list that hints, bots, clocks and refusals go by (R4, R6, R7, R8, R10, R11).

`Setup` holds what never changes in a match, the plays of every card already made among it. `legal` reads nothing that
the seat may not see: its own hand, the table, and how many cards the others hold.
"""

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

from uno_tui.game.actions import (
    Action,
    CallUno,
    CatchUno,
    Challenge,
    Draw,
    JumpIn,
    Keep,
    NameColor,
    Play,
    Take,
)
from uno_tui.game.cards import Card, Color, Deck, Rank
from uno_tui.game.rules import Rules
from uno_tui.game.view import Phase

if TYPE_CHECKING:
    from uno_tui.game.state import State

Actions = tuple[Action, ...]

DRAW: Final = Draw()
KEEP: Final = Keep()
TAKE: Final = Take()
CHALLENGE: Final = Challenge()
CALL: Final = CallUno()


class Setup:
    """The rules and the deck of a match with that many seats; one object for each such pair (see `setup`)."""

    def __init__(self, rules: Rules, seats: int) -> None:
        rules.check_seats(seats)
        self.rules = rules
        self.seats = seats
        self.deck: Deck = rules.deck_for(seats)
        deck = self.deck
        self.free_fours = rules.draw_four in ("bluff", "free")
        self.next_turn = rules.catch_window == "next_turn"
        self.by_color = rules.draw_four == "no_color"
        self.exchanging = deck.of_rank[Rank.SEVEN] | deck.of_rank[Rank.ZERO] if rules.seven_zero else 0
        """The cards that move hands (R11.2)."""
        self.twins = sum(
            1 << i
            for i in range(deck.size - 1)
            if rules.doubles and deck.cards[i] is deck.cards[i + 1] and deck.cards[i].rank.is_number
        )
        """The first of each pair of number cards that could be a double (R10.4)."""
        self.same = tuple(
            0 if face.is_wild else deck.of_color[face.color or 0] & deck.of_rank[face.rank] for face in deck.cards
        )
        """By card: the cards identical to it in color and rank (R11.1)."""
        self.stacks = self._stacks()
        self.copies = sum(1 << i for i in range(1, deck.size) if deck.cards[i] is deck.cards[i - 1])
        """The cards equal to the card before them."""
        self.plain = lru_cache(maxsize=1 << 16)(self._plain)

    def _stacks(self) -> dict[int, int]:
        """By rank of a penalty's newest card: the cards that may be stacked on it (R10.1)."""
        twos, fours = self.deck.of_rank[Rank.DRAW_TWO], self.deck.fours
        on_two, on_four = {"off": (0, 0), "same": (twos, fours), "cross": (twos | fours, fours)}[self.rules.stacking]
        return {int(Rank.DRAW_TWO): on_two, int(Rank.WILD_DRAW_FOUR): on_four}

    @cached_property
    def everybody(self) -> int:
        """The set of all seats."""
        return (1 << self.seats) - 1

    def faces(self, cards: int) -> list[Card]:
        """The different cards in a set, in card order."""
        return list(dict.fromkeys(self.deck.list(cards)))

    def singles(self, cards: int, color: int, left: int) -> Actions:
        """The ways to play one of a set of cards, no hands moving, so that `left` remain: first those of a color."""
        unlike = cards & ~(cards << 1 & self.copies)
        of_color = unlike & self.deck.of_color[color]
        if left > 1:
            return self.plain(of_color) + self.plain(unlike ^ of_color)
        return tuple(play for part in (of_color, unlike ^ of_color) for face in self.faces(part) for play in single(face, left))

    def _plain(self, cards: int) -> Actions:
        return tuple(play for face in self.faces(cards) for play in single(face, 2))


@lru_cache(maxsize=256)
def setup(rules: Rules, seats: int) -> Setup:
    """The setup of these rules for that many seats; `RulesError` if they do not fit."""
    return Setup(rules, seats)


@lru_cache(maxsize=1 << 10)
def single(face: Card, left: int) -> Actions:
    """The ways to play one card that moves no hands, `left` cards remaining: colors, with the call and without."""
    plays: list[Action] = []
    for color in (None,) if left == 0 or not face.is_wild else tuple(Color):
        plays.append(Play(face, color))
        if left == 1:
            plays.append(Play(face, color, uno=True))
    return tuple(plays)


def legal(state: "State", seat: int) -> Actions:
    """Every action that seat may take now."""
    phase = state.phase
    if phase is Phase.OVER or not state.live >> seat & 1:
        return ()
    moves: Actions = ()
    if seat == state.turn:
        if phase is Phase.PLAY:
            moves = _on_turn(state, seat)
        elif phase is Phase.DRAWN:
            moves = _with_drawn(state, seat)
        elif phase is Phase.ANSWER:
            moves = _answers(state, seat)
        else:
            moves = tuple(NameColor(color) for color in Color)
    elif state.setup.rules.jump_in and phase in (Phase.PLAY, Phase.DRAWN):
        moves = _jump_ins(state, seat)
    if state.owing:
        moves += _calls(state, seat)
    return moves


def _calls(state: "State", seat: int) -> Actions:
    """The call, if this seat owes one, and whom it may catch (R8.4)."""
    owing = state.owing
    catches = tuple(CatchUno(other) for other in range(state.setup.seats) if owing >> other & 1 and other != seat)
    return (CALL, *catches) if owing >> seat & 1 else catches


def playable(state: "State", hand: int) -> int:
    """The cards of a hand that may be played on the top card by themselves (R4.1, R7.3)."""
    deck = state.setup.deck
    cards = hand & deck.matching[state.color][deck.ranks[state.top]]
    wilds = hand & deck.wilds
    if wilds:
        fours = wilds & deck.fours
        if fours and not (state.setup.free_fours or not blocking(state, hand)):
            wilds ^= fours
        cards |= wilds
    return cards


def blocking(state: "State", hand: int) -> int:
    """The cards that bar a Wild Draw Four under ``no_match`` or ``no_color`` (R7.3)."""
    deck = state.setup.deck
    if state.setup.by_color:
        return hand & deck.of_color[state.color]
    return hand & deck.matching[state.color][deck.ranks[state.top]]


def _on_turn(state: "State", seat: int) -> Actions:
    table = state.setup
    hand = state.hands[seat]
    cards = playable(state, hand)
    doubles = cards & hand >> 1 & table.twins
    left = hand.bit_count() - 1
    if cards & table.exchanging and left:
        moves = tuple(play for face in table.faces(cards) for play in _plays(state, seat, face, left))
    else:
        moves = table.singles(cards, state.color, left)
    if doubles:
        moves += tuple(play for face in table.faces(doubles) for play in _plays(state, seat, face, left - 1, True))
    return moves if moves and table.rules.must_play else (*moves, DRAW)


def _plays(state: "State", seat: int, face: Card, left: int, double: bool = False) -> list[Action]:
    """The ways to play a card, or two, under the rules that move hands (R11.2)."""
    if face.is_wild:
        return list(single(face, left))
    plays: list[Action] = []
    for swap, after in _exchanges(state, seat, face.rank, left):
        plays.append(Play(face, swap=swap, double=double))
        if after == 1:
            plays.append(Play(face, swap=swap, double=double, uno=True))
    return plays


def _exchanges(state: "State", seat: int, rank: Rank, left: int) -> list[tuple[int | None, int]]:
    """The seats that playing a rank may name, each with how many cards the player holds in the end (R8.2, R11.2)."""
    if left and state.setup.exchanging:
        if rank is Rank.SEVEN:
            return [(other, state.hands[other].bit_count()) for other in state.seats_live() if other != seat]
        if rank is Rank.ZERO:
            return [(None, state.hands[state.neighbor(seat, -state.direction)].bit_count())]
    return [(None, left)]


def _with_drawn(state: "State", seat: int) -> Actions:
    face = state.setup.deck.cards[state.drawn]
    return (*_plays(state, seat, face, state.hands[seat].bit_count() - 1), KEEP)


def _answers(state: "State", seat: int) -> Actions:
    table = state.setup
    hand = state.hands[seat]
    stacks = table.singles(hand & table.stacks[table.deck.ranks[state.top]], state.color, hand.bit_count() - 1)
    return (TAKE, CHALLENGE, *stacks) if state.trial else (TAKE, *stacks)


def _jump_ins(state: "State", seat: int) -> Actions:
    table = state.setup
    cards = state.hands[seat] & table.same[state.top]
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
