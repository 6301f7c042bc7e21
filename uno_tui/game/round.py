"""One round, from the deal to its winner: the state and every transition (R2.4-R9, R11).

The state is a value. `Round` is frozen; `Round.apply` gives the next round and what happened, and a refused action
changes nothing. Between them stands a `_Draft`: a copy that may be written, made by `Round._draft` and closed into a
`Round` by `_Draft.close`, so that the transitions below read like the rule sheet and nothing half-done is ever seen.

The seat on turn is always the one that must act, and `phase` says what it must do::

    PLAY    --play--> the next seat's PLAY, or its ANSWER after Draw Two and Wild Draw Four, or OVER
            --draw--> DRAWN if the card can be played, else the next seat's PLAY
    DRAWN   --play, keep--> as above
    ANSWER  --take--> the next seat's PLAY       --stack--> the next seat's ANSWER
            --challenge--> own PLAY if guilty, else the next seat's PLAY
    COLOR   --color--> own PLAY                  (a Wild as first card)

Calls and catches come from any seat in any of these and change neither turn nor phase; a jump-in takes the turn over.
Whom a forgotten call can be laid to is `owing`: a seat enters when its hand becomes one card without a call and
leaves by a call, a catch, another hand, or when the catch window shuts. `called` are the seats whose call stands.

Hands are sets of card ids as bits of an integer. The draw pile is `pile[:left]`, its top `pile[left - 1]`.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, Self

from uno_tui.game import legal as legality
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
from uno_tui.game.cards import Card, Color, Rank
from uno_tui.game.errors import IllegalAction
from uno_tui.game.events import (
    Called,
    Caught,
    Cause,
    Challenged,
    ColorNamed,
    Dealt,
    Drew,
    Event,
    HandsPassed,
    Kept,
    Left,
    Passed,
    Played,
    Reshuffled,
    Reversed,
    RoundEnded,
    Skipped,
    Swapped,
    Turned,
)
from uno_tui.game.legal import Setup
from uno_tui.game.refusals import explain
from uno_tui.game.shuffle import shuffled
from uno_tui.game.view import Phase

MAX_ACTIONS: Final = 10_000
"""Actions after which a round is dead (R5.3)."""
MAX_DRAWN: Final = 10
"""Cards one ``until_playable`` draw takes at most (R4.3)."""
NOBODY: Final = -1


@lru_cache(maxsize=1 << 13)
def _event(kind: Callable[..., Event], *values: Any) -> Event:
    """An event, made once for the same values: most are the same few again and again."""
    return kind(*values)


class _Draft:
    """A round that is being written. Only this module makes one, and none outlives the call that made it."""

    __slots__ = (
        "actions",
        "blank",
        "called",
        "color",
        "dealer",
        "direction",
        "discards",
        "drawn",
        "evidence",
        "guilty",
        "hands",
        "history",
        "left",
        "live",
        "moved",
        "number",
        "offender",
        "owing",
        "penalty",
        "phase",
        "pile",
        "result",
        "seed",
        "setup",
        "shuffles",
        "top",
        "turn",
    )

    setup: Setup
    seed: str
    shuffles: int
    """How many shuffles the match has had."""
    number: int
    """Of the round in the match, from 1."""
    dealer: int
    live: int
    """The seats still in the round, as a set."""
    hands: tuple[int, ...]
    pile: tuple[int, ...]
    left: int
    discards: int
    """The discard pile but for the top card, as a set."""
    top: int
    color: int
    """In force; -1 while the first color is owed."""
    turn: int
    direction: int
    phase: Phase
    drawn: int
    """The card just drawn in DRAWN, else -1."""
    penalty: int
    """Cards owed in ANSWER, else 0."""
    offender: int
    """Who played the Wild Draw Four that can be challenged, else -1."""
    evidence: int
    """What the offender held after that play (R7.4)."""
    guilty: bool
    called: int
    owing: int
    moved: bool
    """Whether a card was drawn or played in the turn that is going on."""
    blank: int
    """Turns in a row that ended with no card drawn or played (R5.3)."""
    actions: int
    history: tuple[Event, ...]
    result: RoundEnded | None

    def close(self) -> "Round":
        """Freeze this draft. It must not be written after."""
        self.__class__ = Round  # type: ignore[assignment]  # the same layout, but frozen
        return self  # type: ignore[return-value]  # it is a Round now

    # seats

    def neighbor(self, seat: int, step: int) -> int:
        """The next seat in the round, going by `step` (1 or -1), always by seat and never by list position."""
        seats = self.setup.seats
        seat = (seat + step) % seats
        while not self.live >> seat & 1:
            seat = (seat + step) % seats
        return seat

    def seats_live(self) -> list[int]:
        """The seats in the round, ascending."""
        return [seat for seat in range(self.setup.seats) if self.live >> seat & 1]

    @property
    def two_left(self) -> bool:
        """Whether exactly two are in the round now (R6.2, R6.3)."""
        return self.live.bit_count() == 2

    # hands and piles

    def hold(self, seat: int, cards: int) -> None:
        """Give a seat that hand; settle what it owes by holding one card (R8.2)."""
        hands = self.hands
        self.hands = (*hands[:seat], cards, *hands[seat + 1 :])
        bit = 1 << seat
        if cards.bit_count() == 1:
            self.owing |= bit
        else:
            self.owing &= ~bit
        self.called &= ~bit

    def take(self, count: int, events: list[Event]) -> list[int]:
        """Take up to that many cards off the draw pile, reshuffling the discards when it is empty (R5.1, R5.2)."""
        taken: list[int] = []
        while len(taken) < count:
            if not self.left and not self.reshuffle(events):
                break
            self.left -= 1
            taken.append(self.pile[self.left])
        return taken

    def reshuffle(self, events: list[Event]) -> bool:
        """Make the discards under the top card the draw pile; False if there are none (R5.1)."""
        if not self.discards:
            return False
        self.stack(self.setup.deck.ids(self.discards))
        self.discards = 0
        events.append(Reshuffled(self.left))
        return True

    def stack(self, cards: Sequence[int]) -> None:
        """Shuffle these cards, given in card order, into the draw pile."""
        self.pile = tuple(shuffled(cards, self.seed, self.shuffles))
        self.shuffles += 1
        self.left = len(self.pile)

    def give(self, seat: int, count: int, cause: Cause, events: list[Event]) -> None:
        """Let a seat draw an exact number of cards, or what there is of it (R5.2, R10.3)."""
        self.receive(seat, self.take(count, events), count, cause, events)

    def receive(self, seat: int, taken: list[int], owed: int, cause: Cause, events: list[Event]) -> None:
        """Put cards taken off the pile into a hand and tell the table how many."""
        if taken:
            self.moved = True
            self.hold(seat, self.hands[seat] | sum(1 << card for card in taken))
        cards = self.setup.deck.cards
        events.append(_event(Drew, seat, len(taken), owed, cause, tuple([cards[card] for card in taken])))

    # the course of turns

    def pass_turn(self, to: int, events: list[Event]) -> None:
        """End the turn that is going on; count it if nothing happened in it (R5.3)."""
        self.blank = 0 if self.moved else self.blank + 1
        self.moved = False
        self.turn = to
        self.phase = Phase.PLAY
        self.drawn = NOBODY
        if self.blank >= self.live.bit_count():
            self.end(None, events, dead=True)

    def skip(self, seat: int, events: list[Event]) -> None:
        """The seat after that one loses its turn (R6.1)."""
        lost = self.neighbor(seat, self.direction)
        events.append(_event(Skipped, lost))
        self.pass_turn(self.neighbor(lost, self.direction), events)

    def end(self, winner: int | None, events: list[Event], dead: bool = False) -> None:
        """End the round; a winner's round shows what everybody was caught with (R9.1, R9.2)."""
        deck = self.setup.deck
        points = tuple(deck.points(hand) if winner is not None else 0 for hand in self.hands)
        hands = tuple(deck.list(hand) if winner is not None else () for hand in self.hands)
        self.phase = Phase.OVER
        self.drawn, self.penalty, self.offender = NOBODY, 0, NOBODY
        self.owing = 0
        self.result = RoundEnded(winner, points, hands, dead)
        events.append(self.result)


class Round(_Draft):
    """A round as a value: `legal`, `apply`, `leave`, `idle`. Deal one with `Round.deal`."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Round is frozen: {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Round):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _Draft.__slots__)

    def __hash__(self) -> int:
        return hash((self.hands, self.top, self.color, self.turn, self.phase, self.left, self.actions))

    def __repr__(self) -> str:
        deck = self.setup.deck
        hands = " | ".join(" ".join(face.text for face in deck.list(hand)) for hand in self.hands)
        return f"<Round {self.number}: {hands}; top {deck.cards[self.top]}, {self.phase} seat {self.turn + 1}>"

    def __reduce__(self) -> tuple[Any, ...]:
        values = {name: getattr(self, name) for name in _Draft.__slots__ if name != "setup"}
        return _restore, (self.setup.rules, self.setup.seats, values)

    def _draft(self) -> _Draft:
        draft: _Draft = object.__new__(_Draft)
        draft.setup = self.setup
        draft.seed = self.seed
        draft.shuffles = self.shuffles
        draft.number = self.number
        draft.dealer = self.dealer
        draft.live = self.live
        draft.hands = self.hands
        draft.pile = self.pile
        draft.left = self.left
        draft.discards = self.discards
        draft.top = self.top
        draft.color = self.color
        draft.turn = self.turn
        draft.direction = self.direction
        draft.phase = self.phase
        draft.drawn = self.drawn
        draft.penalty = self.penalty
        draft.offender = self.offender
        draft.evidence = self.evidence
        draft.guilty = self.guilty
        draft.called = self.called
        draft.owing = self.owing
        draft.moved = self.moved
        draft.blank = self.blank
        draft.actions = self.actions
        draft.history = self.history
        draft.result = self.result
        return draft

    @classmethod
    def arrange(
        cls,
        setup: Setup,
        *,
        hands: Sequence[int],
        top: int,
        pile: Sequence[int],
        color: int | None = None,
        turn: int = 0,
        dealer: int = 0,
        number: int = 1,
        live: int | None = None,
        discards: int | None = None,
        seed: str = "",
        shuffles: int = 0,
        history: tuple[Event, ...] = (),
        **others: Any,
    ) -> Self:
        """A round in a given position; cards named nowhere lie under the top card. For tests and imagined rounds.

        `hands` are sets of ids by seat, `pile` ids with the top last; `others` are any further fields.
        """
        used = sum(hands) | 1 << top | sum(1 << card for card in pile)
        draft: _Draft = object.__new__(_Draft)
        values: dict[str, Any] = {
            "setup": setup, "seed": seed, "shuffles": shuffles, "number": number, "dealer": dealer,
            "live": setup.everybody if live is None else live, "hands": tuple(hands), "pile": tuple(pile),
            "left": len(pile), "discards": setup.deck.all & ~used if discards is None else discards, "top": top,
            "color": setup.deck.colors[top] if color is None else color, "turn": turn, "direction": 1,
            "phase": Phase.PLAY, "drawn": NOBODY, "penalty": 0, "offender": NOBODY, "evidence": 0, "guilty": False,
            "called": 0, "owing": 0, "moved": False, "blank": 0, "actions": 0, "history": history, "result": None,
        }  # fmt: skip  # one line a thought
        for name, value in (values | others).items():
            setattr(draft, name, value)
        return draft.close()  # type: ignore[return-value]  # Round is not subclassed

    @classmethod
    def deal(
        cls, setup: Setup, *, dealer: int, live: int, seed: str, shuffles: int, number: int = 1
    ) -> "tuple[Round, tuple[Event, ...]]":
        """Deal a round and turn its first card (R2.4-R3). `shuffles` is how many the match has had."""
        blank = cls.arrange(
            setup, hands=(0,) * setup.seats, top=0, pile=(), dealer=dealer, number=number, live=live, seed=seed,
            shuffles=shuffles,
        )  # fmt: skip  # one thought
        draft = blank._draft()
        events: list[Event] = [Dealt(number, dealer, setup.rules.hand_size)]
        _deal_hands(draft)
        while not _turn_first(draft, events):
            pass
        _carry_out_first(draft, events)
        draft.history = tuple(events)
        return draft.close(), draft.history

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Every action that seat may take now, on turn or not; never more than it may know (R7.5)."""
        return legality.legal(self, seat)

    def apply(self, seat: int, action: Action) -> "tuple[Round, tuple[Event, ...]]":
        """The round after that seat's action, and what happened; `IllegalAction` if it is not in `legal`."""
        if action not in legality.legal(self, seat):
            raise IllegalAction(explain(self, seat, action))
        draft = self._draft()
        draft.actions += 1
        events: list[Event] = []
        _TRANSITIONS[type(action)](draft, seat, action, events)
        if draft.actions >= MAX_ACTIONS and draft.phase is not Phase.OVER:
            draft.end(None, events, dead=True)
        happened = tuple(events)
        draft.history += happened
        return draft.close(), happened

    def leave(self, seat: int) -> "tuple[Round, tuple[Event, ...]]":
        """The round after that player left (R9.5); nothing happens if the seat is not in it."""
        if not self.live >> seat & 1:
            return self, ()
        draft = self._draft()
        events: list[Event] = [Left(seat)]
        _leave(draft, seat, events)
        draft.history += tuple(events)
        return draft.close(), tuple(events)

    def idle(self, seat: int) -> Action:
        """What the clock plays for the seat on turn (R13.1)."""
        actions = legality.legal(self, seat)
        for plain in (legality.KEEP, legality.TAKE, legality.DRAW):
            if plain in actions:
                return plain
        color = self.most_held(seat)
        for action in actions:
            if isinstance(action, NameColor) and action.color is color:
                return action
            if isinstance(action, Play) and not action.uno and not action.double and action.color in (None, color):
                return action
        raise IllegalAction(explain(self, seat, legality.DRAW))

    def most_held(self, seat: int) -> Color:
        """The color of which that seat holds most, the first of those tied, else red."""
        of_color = self.setup.deck.of_color
        return max(Color, key=lambda color: ((self.hands[seat] & of_color[color]).bit_count(), -color))


def _restore(rules: Any, seats: int, values: dict[str, Any]) -> Round:
    return Round.arrange(legality.setup(rules, seats), **values)


# the deal and the first card


def _deal_hands(draft: _Draft) -> None:
    """One card at a time, from the dealer's left; the rest is the draw pile (R2.4)."""
    draft.stack(range(draft.setup.deck.size))
    size = draft.setup.rules.hand_size
    players = draft.live.bit_count()
    hands = [0] * draft.setup.seats
    seat = draft.dealer
    for place in range(players):
        seat = draft.neighbor(seat, 1)
        hands[seat] = sum(1 << card for card in draft.pile[-1 - place :: -players][:size])
    draft.hands = tuple(hands)
    draft.left -= players * size
    draft.owing = draft.live if size == 1 else 0


def _turn_first(draft: _Draft, events: list[Event]) -> bool:
    """Turn the top of the draw pile; False if it went back and another must be turned (R2.5, R3.2, R3.3)."""
    deck = draft.setup.deck
    barred = deck.fours if draft.setup.rules.first_wild == "choose" else deck.wilds
    card = draft.pile[draft.left - 1]
    back = bool(barred >> card & 1)
    events.append(Turned(deck.cards[card], back))
    if not back:
        draft.left -= 1
        draft.pile = draft.pile[: draft.left]
        draft.top = card
        return True
    rest = draft.pile[: draft.left]
    if all(barred >> card & 1 for card in rest):
        # No card of the pile can be the first: everything is gathered and dealt anew, or this would never end.
        _deal_hands(draft)
    else:
        draft.stack(sorted(rest))
    return False


def _carry_out_first(draft: _Draft, events: list[Event]) -> None:
    """The first card acts (R3): Skip, Reverse, Draw Two at once, a Wild by asking the first player for the color."""
    deck = draft.setup.deck
    first = draft.neighbor(draft.dealer, 1)
    rank = deck.ranks[draft.top]
    color = deck.colors[draft.top]
    draft.discards = 0
    draft.turn = first
    draft.direction = 1
    draft.color = NOBODY if color is None else int(color)
    draft.phase = Phase.COLOR if color is None else Phase.PLAY
    if rank == Rank.REVERSE and not draft.two_left:
        draft.direction = -1
        draft.turn = draft.dealer
        events.append(Reversed(-1))
    elif rank in (Rank.SKIP, Rank.REVERSE):
        draft.turn = draft.neighbor(first, 1)
        events.append(Skipped(first))
    elif rank == Rank.DRAW_TWO:
        draft.give(first, 2, Cause.PENALTY, events)
        draft.moved = False
        draft.turn = draft.neighbor(first, 1)


# the actions


def _play(draft: _Draft, seat: int, action: Any, events: list[Event]) -> None:
    _put(draft, seat, action.card, action.color, action.swap, action.double, action.uno, False, events)


def _jump_in(draft: _Draft, seat: int, action: Any, events: list[Event]) -> None:
    """A jump-in takes the turn over; who was deciding on a drawn card keeps it (R11.1)."""
    draft.drawn = NOBODY
    _put(draft, seat, action.card, None, action.swap, False, action.uno, True, events)


def _put(
    draft: _Draft,
    seat: int,
    face: Card,
    color: Color | None,
    swap: int | None,
    double: bool,
    uno: bool,
    jump: bool,
    events: list[Event],
) -> None:
    """Put a card, or two, on the discard pile and let it act (R4.1, R6, R7, R11)."""
    deck = draft.setup.deck
    held = draft.hands[seat] & deck.of_face[face]
    bit = held & -held
    draft.discards |= 1 << draft.top
    draft.top = bit.bit_length() - 1
    if double:
        second = (held ^ bit) & -(held ^ bit)
        draft.discards |= second
        bit |= second
    hand = draft.hands[seat] ^ bit
    before = draft.color
    draft.owing = 0 if draft.setup.rules.catch_window == "next_turn" else draft.owing
    draft.hold(seat, hand)
    draft.moved = True
    if face.color is not None:
        draft.color = face.color
    elif color is not None:
        draft.color = color
    events.append(_event(Played, seat, face, color, double, uno, jump))
    if not hand:
        _go_out(draft, seat, face.rank, events)
        return
    if draft.setup.exchanging and face.rank in (Rank.SEVEN, Rank.ZERO):
        _move_hands(draft, seat, swap, events)
    if uno:
        draft.owing &= ~(1 << seat)
        draft.called |= 1 << seat
    rank = face.rank
    if rank == Rank.SKIP or (rank == Rank.REVERSE and draft.two_left):
        draft.skip(seat, events)
    elif rank == Rank.REVERSE:
        draft.direction = -draft.direction
        events.append(_event(Reversed, draft.direction))
        draft.pass_turn(draft.neighbor(seat, draft.direction), events)
    else:
        draft.pass_turn(draft.neighbor(seat, draft.direction), events)
        if rank in _PENALTIES:
            _open_penalty(draft, seat, rank, before)


_PENALTIES: Final = {Rank.DRAW_TWO: 2, Rank.WILD_DRAW_FOUR: 4}


def _open_penalty(draft: _Draft, seat: int, rank: Rank, before: int) -> None:
    """The next seat must answer (R6.1); under ``bluff`` the hand is frozen as evidence (R7.4, R10.2)."""
    draft.penalty += _PENALTIES[rank]
    draft.phase = Phase.ANSWER
    draft.offender = NOBODY
    if rank == Rank.WILD_DRAW_FOUR and draft.setup.rules.draw_four == "bluff":
        draft.offender = seat
        draft.evidence = draft.hands[seat]
        draft.guilty = bool(draft.evidence & draft.setup.deck.of_color[before])


def _go_out(draft: _Draft, seat: int, rank: Rank, events: list[Event]) -> None:
    """The last card is played: a penalty it opens or adds to is drawn at once, and the round ends (R9.1)."""
    if rank in _PENALTIES:
        owed = draft.penalty + _PENALTIES[rank]
        draft.give(draft.neighbor(seat, draft.direction), owed, Cause.PENALTY, events)
    draft.turn = seat
    draft.end(seat, events)


def _move_hands(draft: _Draft, seat: int, swap: int | None, events: list[Event]) -> None:
    """A 7 swaps two hands, a 0 passes all along (R11.2)."""
    deck = draft.setup.deck
    hands = draft.hands
    if swap is not None:
        events.append(Swapped(seat, swap, (deck.list(hands[seat]), deck.list(hands[swap]))))
        draft.hold(seat, hands[swap])
        draft.hold(swap, hands[seat])
        return
    moves = [(giver, draft.neighbor(giver, draft.direction)) for giver in draft.seats_live()]
    events.append(HandsPassed(draft.direction, tuple((a, b, deck.list(hands[a])) for a, b in moves)))
    for giver, taker in moves:
        draft.hold(taker, hands[giver])


def _draw(draft: _Draft, seat: int, _action: Any, events: list[Event]) -> None:
    """Draw one card, or until one can be played; it may then be played or kept (R4.2, R4.3)."""
    _shut_window(draft)
    taken: list[int] = []
    hand = draft.hands[seat]
    fits = False
    until = draft.setup.rules.draw == "until_playable"
    while not fits and len(taken) < (MAX_DRAWN if until else 1):
        card = draft.take(1, events)
        if not card:
            break
        taken += card
        hand |= 1 << card[0]
        fits = bool(legality.playable(draft, hand) >> card[0] & 1)  # type: ignore[arg-type]  # reads what both have
    draft.receive(seat, taken, 1, Cause.TURN, events)
    if fits:
        draft.phase = Phase.DRAWN
        draft.drawn = taken[-1]
    else:
        events.append(_event(Passed, seat))
        draft.pass_turn(draft.neighbor(seat, draft.direction), events)


def _keep(draft: _Draft, seat: int, _action: Any, events: list[Event]) -> None:
    _shut_window(draft)
    events.append(_event(Kept, seat))
    draft.pass_turn(draft.neighbor(seat, draft.direction), events)


def _take(draft: _Draft, seat: int, _action: Any, events: list[Event]) -> None:
    _shut_window(draft)
    _pay(draft, seat, draft.penalty, events)


def _pay(draft: _Draft, seat: int, count: int, events: list[Event]) -> None:
    """Draw the penalty and lose the turn (R6.1)."""
    draft.penalty = 0
    draft.offender = NOBODY
    draft.give(seat, count, Cause.PENALTY, events)
    draft.pass_turn(draft.neighbor(seat, draft.direction), events)


def _challenge(draft: _Draft, seat: int, _action: Any, events: list[Event]) -> None:
    """Judge the newest Wild Draw Four by the evidence frozen when it was played (R7.4, R10.2)."""
    _shut_window(draft)
    offender, owed = draft.offender, draft.penalty
    events.append(Challenged(seat, offender, draft.guilty, draft.setup.deck.list(draft.evidence)))
    if not draft.guilty:
        _pay(draft, seat, owed + 2, events)
        return
    draft.penalty = 0
    draft.offender = NOBODY
    draft.give(offender, owed, Cause.GUILTY, events)
    draft.phase = Phase.PLAY


def _name_color(draft: _Draft, seat: int, action: Any, events: list[Event]) -> None:
    _shut_window(draft)
    draft.color = action.color
    draft.phase = Phase.PLAY
    events.append(ColorNamed(seat, action.color))


def _call(draft: _Draft, seat: int, _action: Any, events: list[Event]) -> None:
    draft.owing &= ~(1 << seat)
    draft.called |= 1 << seat
    events.append(_event(Called, seat))


def _catch(draft: _Draft, seat: int, action: Any, events: list[Event]) -> None:
    """The one who forgot draws; turn, phase and debts stay, and the offence is settled (R8.4)."""
    offender = action.seat
    moved = draft.moved
    events.append(_event(Caught, seat, offender))
    draft.give(offender, draft.setup.rules.uno_penalty, Cause.CAUGHT, events)
    draft.owing &= ~(1 << offender)
    draft.moved = moved or draft.moved


def _shut_window(draft: _Draft) -> None:
    """Under ``next_turn`` any action but a call or a catch shuts every catch window (R8.3)."""
    if draft.setup.rules.catch_window == "next_turn":
        draft.owing = 0


_TRANSITIONS: Final[dict[type[Action], Callable[[_Draft, int, Any, list[Event]], None]]] = {
    Play: _play,
    JumpIn: _jump_in,
    Draw: _draw,
    Keep: _keep,
    Take: _take,
    Challenge: _challenge,
    NameColor: _name_color,
    CallUno: _call,
    CatchUno: _catch,
}


def _leave(draft: _Draft, seat: int, events: list[Event]) -> None:
    """Take a seat out of the round: hand under the discards, turn on by seat, its debts gone (R9.5)."""
    after = draft.neighbor(seat, draft.direction)
    draft.discards |= draft.hands[seat]
    draft.hold(seat, 0)
    draft.live &= ~(1 << seat)
    draft.blank = 0
    if draft.phase is Phase.OVER:
        return
    if draft.live.bit_count() == 1:
        draft.end(None, events)
        return
    if seat == draft.offender:
        draft.offender = NOBODY
    if seat == draft.turn:
        draft.turn = after
        draft.moved = False
        draft.drawn = NOBODY
        draft.penalty = 0
        draft.offender = NOBODY
        if draft.phase is not Phase.COLOR:
            draft.phase = Phase.PLAY
