"""One round, from the deal to its winner: the state and how it goes on (R2.4-R9, R11).

The state is a value. `Round` is frozen; `Round.apply` gives the next round and what happened, and a refused action
changes nothing. Between them stands a `State`: the same fields, open to be written, copied by `Round.opened` and
closed by `_frozen`, so that the transitions (turns.py) read like the rule sheet and nothing half-done is ever seen.

The seat on turn is always the one that must act, and `phase` says what it must do::

    PLAY    --play--> the next seat's PLAY, or its ANSWER after Draw Two and Wild Draw Four, or OVER
            --draw--> DRAWN if the card can be played, else the next seat's PLAY
    DRAWN   --play, keep--> as above
    ANSWER  --take--> the next seat's PLAY       --stack--> the next seat's ANSWER
            --challenge--> own PLAY if guilty, else the next seat's PLAY
    COLOR   --color--> own PLAY                  (a Wild as first card)

Calls and catches come from any seat in any of these and change neither turn nor phase; a jump-in takes the turn over.
Who can be caught is `owing`: a seat enters when its hand becomes one card without a call, and leaves by a call, a
catch, another hand, or when the catch window shuts. `called` are the seats whose call stands.

Hands are sets of card ids as bits of an integer. The draw pile is `pile[:left]`, its top `pile[left - 1]`.
"""

from collections.abc import Sequence
from typing import Any, Final, Self

from uno_tui.game import legal as legality
from uno_tui.game.actions import Action, NameColor, Play
from uno_tui.game.cards import BITS
from uno_tui.game.errors import IllegalAction
from uno_tui.game.events import Dealt, Event, Left
from uno_tui.game.legal import Setup
from uno_tui.game.opening import carry_out_first, deal_hands, turn_first
from uno_tui.game.prepared import Told, order
from uno_tui.game.refusals import explain
from uno_tui.game.state import NOBODY, Origin, State
from uno_tui.game.turns import act, leave
from uno_tui.game.view import OVER, PLAY

MAX_ACTIONS: Final = 10_000
"""Actions after which a round is dead (R5.3)."""


class Round(State):
    """A round as a value: `legal`, `apply`, `leave`, `idle`. Deal one with `Round.deal`."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Round is frozen: {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        return self.facts() == other.facts() if isinstance(other, Round) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.hands, self.top, self.color, self.turn, self.phase, self.left, self.actions))

    def __repr__(self) -> str:
        deck = self.setup.deck
        hands = " | ".join(" ".join(face.text for face in deck.list(hand)) for hand in self.hands)
        return f"<Round {self.number}: {hands}; top {deck.cards[self.top]}, {self.phase} seat {self.turn + 1}>"

    def __reduce__(self) -> tuple[Any, ...]:
        values = self.facts()
        del values["setup"]
        return _restored, (self.setup.rules, self.setup.seats, values)

    def facts(self) -> dict[str, Any]:
        """All fields by name, and the `history`."""
        return {name: getattr(self, name) for name in _FACTS}

    def opened(self) -> State:
        """A copy that may be written, what was told in it past."""
        state = State()
        state.setup = self.setup
        state.origin = self.origin
        state.shuffles = self.shuffles
        state.order = self.order
        state.hands = self.hands
        state.pile = self.pile
        state.left = self.left
        state.discards = self.discards
        state.face_up = self.face_up
        state.turn = self.turn
        state.phase = self.phase
        state.drawn = self.drawn
        state.penalty = self.penalty
        state.trial = self.trial
        state.called = self.called
        state.owing = self.owing
        state.blank = self.blank
        state.actions = self.actions
        state.past = (self.past, self.told)
        state.told = ()
        state.listed = None
        return state

    @classmethod
    def arrange(
        cls,
        setup: Setup,
        *,
        hands: Sequence[int],
        top: int,
        pile: Sequence[int] = (),
        color: int | None = None,
        number: int = 1,
        dealer: int = 0,
        seed: str = "",
        live: int | None = None,
        direction: int = 1,
        history: tuple[Event, ...] = (),
        **others: Any,
    ) -> Self:
        """A round in a given position, for tests and imagined rounds; cards named nowhere lie under the top card.

        `hands` are sets of ids by seat, `pile` ids with the top last, `others` any further fields of `State`.
        """
        used = sum(hands) | BITS[top] | sum(BITS[card] for card in pile)
        named = setup.deck.colors[top] if color is None else color
        state = State()
        values = _BLANK | {
            "setup": setup,
            "origin": Origin(number, dealer, seed),
            "order": order(setup.seats, setup.everybody if live is None else live, direction),
            "hands": tuple(hands),
            "pile": tuple(pile),
            "left": len(pile),
            "discards": setup.deck.all & ~used,
            "face_up": setup.tops[NOBODY if named is None else named][BITS[top]],
            "told": history,
        }
        for name, value in (values | others).items():
            setattr(state, name, value)
        return _frozen(state)  # type: ignore[return-value]  # Round is not subclassed

    @classmethod
    def deal(
        cls, setup: Setup, *, dealer: int, live: int, seed: str, shuffles: int, number: int = 1
    ) -> "tuple[Round, Told]":
        """Deal a round and turn its first card (R2.4-R3). `shuffles` is how many the match has had."""
        nothing = (0,) * setup.seats
        empty = cls.arrange(
            setup, hands=nothing, top=0, dealer=dealer, live=live, seed=seed, shuffles=shuffles, number=number
        )
        state = empty.opened()
        state.past = None
        state.told = (Dealt(number, dealer, setup.rules.hand_size),)
        deal_hands(state)
        while not turn_first(state):
            pass
        carry_out_first(state)
        return _frozen(state), state.told

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Every action that seat may take now, on turn or not; never more than it may know (R7.5)."""
        if seat != self.turn:
            return legality.off_turn(self, seat)
        listed = self.listed
        if listed is None:
            listed = legality.on_turn(self)
            _list(self, listed)
        return listed

    def apply(self, seat: int, action: Action) -> "tuple[Round, Told]":
        """The round after that seat's action, and what happened; `IllegalAction` if it is not in `legal`."""
        listed = self.listed
        if listed is None or seat != self.turn:
            listed = self.legal(seat)
        if action not in listed:
            raise IllegalAction(explain(self, seat, action))
        state = self.opened()
        state.actions += 1
        act(state, seat, action)
        if state.actions >= MAX_ACTIONS and state.phase is not OVER:
            state.end(None, dead=True)
        return _frozen(state), state.told

    def leave(self, seat: int) -> "tuple[Round, Told]":
        """The round after that player left (R9.5); nothing happens if the seat is not in it."""
        if not self.live >> seat & 1:
            return self, ()
        state = self.opened()
        state.told = (Left(seat),)
        leave(state, seat)
        return _frozen(state), state.told

    def idle(self, seat: int) -> Action:
        """What the clock plays for the seat on turn (R13.1)."""
        actions = self.legal(seat)
        for plain in (legality.KEEP, legality.TAKE, legality.DRAW):
            if plain in actions:
                return plain
        color = self.setup.deck.most_held(self.hands[seat])
        if NameColor(color) in actions:
            return NameColor(color)
        plays = [action for action in actions if isinstance(action, Play) and action.color in (None, color)]
        singles = [play for play in plays if not play.uno and not play.double]
        if not singles:
            raise IllegalAction(explain(self, seat, legality.DRAW))
        return min(singles, key=lambda play: (play.card.order, play.swap or 0))


_list = State.__dict__["listed"].__set__
"""Note the legal actions of a round, the one thing that is written in it later: nobody can tell."""

_FACTS: Final = (
    "setup", "seed", "shuffles", "number", "dealer", "live", "direction", "hands", "pile", "left", "discards", "top",
    "color", "turn", "phase", "drawn", "penalty", "trial", "called", "owing", "blank", "actions", "history",
)  # fmt: skip

_BLANK: Final[dict[str, Any]] = {
    "shuffles": 0,
    "turn": 0,
    "phase": PLAY,
    "drawn": NOBODY,
    "penalty": 0,
    "trial": None,
    "called": 0,
    "owing": 0,
    "blank": 1,
    "actions": 0,
    "past": None,
    "listed": None,
}


def _frozen(state: State) -> Round:
    """Close a state: it becomes a `Round`, which has the same layout, and cannot be written any more."""
    state.__class__ = Round
    return state  # type: ignore[return-value]  # it is a Round now


def _restored(rules: Any, seats: int, values: dict[str, Any]) -> Round:
    return Round.arrange(legality.setup(rules, seats), **values)
