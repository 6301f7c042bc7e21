"""What a seat may do: the one list that hints, bots, clocks and refusals go by (R4, R6, R7, R8, R10, R11).

`Setup` holds what never changes in a match, and lists of actions already made: which actions a turn offers depends
only on the playable cards and on how many are held, so most lists are looked up, not built. `legal` reads nothing
that the seat may not see: its own hand, the table, and how many cards the others hold.
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
    from uno_tui.game.round import Round

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
        self.turn = lru_cache(maxsize=1 << 15)(self._turn)
        self.drawn = lru_cache(maxsize=1 << 12)(self._drawn)
        self.calls = lru_cache(maxsize=1 << 12)(self._calls)

    def _stacks(self) -> dict[int, int]:
        """By rank of a penalty's newest card: the cards that may be stacked on it (R10.1)."""
        twos, fours = self.deck.of_rank[Rank.DRAW_TWO], self.deck.fours
        return {
            "off": {Rank.DRAW_TWO: 0, Rank.WILD_DRAW_FOUR: 0},
            "same": {Rank.DRAW_TWO: twos, Rank.WILD_DRAW_FOUR: fours},
            "cross": {Rank.DRAW_TWO: twos | fours, Rank.WILD_DRAW_FOUR: fours},
        }[self.rules.stacking]

    @cached_property
    def everybody(self) -> int:
        """The set of all seats."""
        return (1 << self.seats) - 1

    def faces(self, cards: int) -> list[Card]:
        """The different cards in a set, in card order."""
        return list(dict.fromkeys(self.deck.list(cards)))

    def _turn(self, playable: int, doubles: int, held: int) -> Actions:
        """A turn's actions, no hands moving; `held` is exact up to 4."""
        plays: list[Action] = []
        for face in self.faces(playable):
            plays += single(face, held - 1)
        for face in self.faces(doubles):
            plays.append(Play(face, double=True))
            if held == 3:
                plays.append(Play(face, double=True, uno=True))
        return (*plays, DRAW) if not plays or not self.rules.must_play else tuple(plays)

    def _drawn(self, card: int, held: int) -> Actions:
        return (*single(self.deck.cards[card], held - 1), KEEP)

    def _calls(self, owing: int, seat: int) -> Actions:
        """The call, if this seat owes one, and whom it may catch, by the set of seats that owe (R8.4)."""
        catches = [CatchUno(other) for other in range(self.seats) if owing >> other & 1 and other != seat]
        return (CALL, *catches) if owing >> seat & 1 else tuple(catches)


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


def legal(state: "Round", seat: int) -> Actions:
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
        moves += state.setup.calls(state.owing, seat)
    return moves


def playable(state: "Round", hand: int) -> int:
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


def blocking(state: "Round", hand: int) -> int:
    """The cards that bar a Wild Draw Four under ``no_match`` or ``no_color`` (R7.3)."""
    deck = state.setup.deck
    if state.setup.by_color:
        return hand & deck.of_color[state.color]
    return hand & deck.matching[state.color][deck.ranks[state.top]]


def _on_turn(state: "Round", seat: int) -> Actions:
    table = state.setup
    hand = state.hands[seat]
    cards = playable(state, hand)
    doubles = cards & hand >> 1 & table.twins
    held = hand.bit_count()
    exchanging = cards & table.exchanging
    if not exchanging or held == 1:
        return table.turn(cards, doubles, min(held, 4))
    moves: list[Action] = []
    for face in table.faces(cards):
        moves += _plays(state, seat, face, held - 1)
    for face in table.faces(doubles):
        moves += _plays(state, seat, face, held - 2, double=True)
    return tuple(moves) if table.rules.must_play else (*moves, DRAW)


def _plays(state: "Round", seat: int, face: Card, left: int, double: bool = False) -> list[Action]:
    """The ways to play a card, or two, under the rules that move hands (R11.2)."""
    if face.is_wild:
        return list(single(face, left))
    plays: list[Action] = []
    for swap, after in _exchanges(state, seat, face.rank, left):
        plays.append(Play(face, swap=swap, double=double))
        if after == 1:
            plays.append(Play(face, swap=swap, double=double, uno=True))
    return plays


def _exchanges(state: "Round", seat: int, rank: Rank, left: int) -> list[tuple[int | None, int]]:
    """The seats that playing a rank may name, each with how many cards the player holds in the end (R8.2, R11.2)."""
    if left and state.setup.exchanging:
        if rank is Rank.SEVEN:
            return [(other, state.hands[other].bit_count()) for other in state.seats_live() if other != seat]
        if rank is Rank.ZERO:
            return [(None, state.hands[state.neighbor(seat, -state.direction)].bit_count())]
    return [(None, left)]


def _with_drawn(state: "Round", seat: int) -> Actions:
    held = state.hands[seat].bit_count()
    if state.setup.exchanging >> state.drawn & 1 and held > 1:
        return (*_plays(state, seat, state.setup.deck.cards[state.drawn], held - 1), KEEP)
    return state.setup.drawn(state.drawn, min(held, 4))


def _answers(state: "Round", seat: int) -> Actions:
    table = state.setup
    moves: list[Action] = [TAKE]
    if state.offender >= 0:
        moves.append(CHALLENGE)
    hand = state.hands[seat]
    for face in table.faces(hand & table.stacks[table.deck.ranks[state.top]]):
        moves += single(face, hand.bit_count() - 1)
    return tuple(moves)


def _jump_ins(state: "Round", seat: int) -> Actions:
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
