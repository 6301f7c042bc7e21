"""One round, from the deal to its winner (R2.4-R9, R11).

A `Round` is a value: `Round.apply` returns the next round and what happened, and a refused action changes nothing. To
carry out an action, `Round.draft` copies the fields into a `State`, which may be written; the effects (effects.py)
change it step by step; then it is frozen into the next `Round`.

The seat on turn is always the one that must act, and `phase` says what it must do::

    PLAY    --play--> the next seat's PLAY, or its ANSWER after Draw Two and Wild Draw Four, or OVER
            --draw--> DRAWN if the card can be played, else the next seat's PLAY
    DRAWN   --play, keep--> as above
    ANSWER  --take--> the next seat's PLAY       --stack--> the next seat's ANSWER
            --challenge--> own PLAY if guilty, else the next seat's PLAY
    COLOR   --color--> own PLAY                  (a Wild as first card)

Any seat may call or catch in any phase; neither changes turn or phase. A jump-in takes the turn over. `owing` is the
set of seats that may be caught: a seat enters it when its hand becomes one card without a call, and leaves it by a
call, a catch, another hand, or when the catch window shuts. `called` is the set of seats whose call stands.

Hands are sets of card ids, as bits of an integer: union, difference and size of a hand are one machine operation each,
and copying a round copies no list. The draw pile is `pile[:left]`, its top `pile[left - 1]`.
"""

from collections.abc import Sequence
from typing import Any, Final, Self

from uno_tui.game import legal as legality
from uno_tui.game.actions import Action, NameColor, Play
from uno_tui.game.deck import BITS
from uno_tui.game.effects import act, leave
from uno_tui.game.errors import IllegalAction
from uno_tui.game.events import Dealt, Event, Left
from uno_tui.game.opening import carry_out_first, deal_hands, turn_first
from uno_tui.game.refusals import explain
from uno_tui.game.rule_tables import NOTHING, Events, Setup, order
from uno_tui.game.rule_tables import setup as setup_of
from uno_tui.game.state import Origin, State
from uno_tui.game.view import OVER, PLAY

MAX_ACTIONS: Final = 10_000
"""Number of actions after which a round is dead (R5.3)."""


class Round(State):
    """A round as a value, equal to another if all fields are; made by `Round.deal`.

    Its fields are those of `State`, and cannot be set.
    """

    # No slots of its own: a State becomes a Round in place, which Python allows only between equal layouts (_freeze).
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
        """Return the round's fields by name, with `history` for the events; equal fields mean equal rounds."""
        return {name: getattr(self, name) for name in _FIELDS}

    def draft(self) -> State:
        """Return a modifiable copy, without new events."""
        # One assignment for each field: this runs with every action, and a loop over names takes ten times as long.
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
        state.idle_turns = self.idle_turns
        state.actions = self.actions
        state.past = (self.past, self.events)
        state.events = ()
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
        """Return a round in a given position, for tests and guessed rounds.

        Cards that are in no other place lie under the top card.

        Args:
            setup: Rules, deck and number of seats.
            hands: The hands by seat, as sets of card ids.
            top: Id of the top card.
            pile: Ids of the draw pile's cards, the top last.
            color: The color in force, -1 if it is owed; by default the top card's.
            number: Number of the round in the match, from 1.
            dealer: The seat that dealt.
            seed: Seed of the match, for reshuffles.
            live: The seats in the round, as a set; by default all.
            direction: 1 is clockwise, -1 counterclockwise.
            history: The events of the round so far.
            others: Any further fields of `State`.
        """
        used = sum(hands) | BITS[top] | sum(BITS[card] for card in pile)
        named = setup.deck.colors[top] if color is None else color
        state = State()
        values = _DEFAULTS | {
            "setup": setup,
            "origin": Origin(number, dealer, seed),
            "order": order(setup.seats, setup.everybody if live is None else live, direction),
            "hands": tuple(hands),
            "pile": tuple(pile),
            "left": len(pile),
            "discards": setup.deck.all & ~used,
            "face_up": setup.tops[NOTHING if named is None else named][BITS[top]],
            "events": history,
        }
        for name, value in (values | others).items():
            setattr(state, name, value)
        return _freeze(state)  # type: ignore[return-value]  # Round is not subclassed

    @classmethod
    def deal(
        cls, setup: Setup, *, dealer: int, live: int, seed: str, shuffles: int, number: int = 1
    ) -> "tuple[Round, Events]":
        """Deal a round, turn its first card and carry it out (R2.4-R3).

        `live` is the set of seats that play, `shuffles` the number of shuffles in the match so far.
        """
        nothing = (0,) * setup.seats
        empty = cls.arrange(
            setup, hands=nothing, top=0, dealer=dealer, live=live, seed=seed, shuffles=shuffles, number=number
        )
        state = empty.draft()
        state.past = None
        state.events = (Dealt(number, dealer, setup.rules.hand_size),)
        deal_hands(state)
        while not turn_first(state):
            pass
        carry_out_first(state)
        return _freeze(state), state.events

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Return all actions that a seat may take now, on turn or not; none if the seat is not in the round (R7.5)."""
        return self.listed if seat == self.turn else legality.off_turn(self, seat)

    def apply(self, seat: int, action: Action) -> "tuple[Round, Events]":
        """Return the round after that seat's action, and what happened.

        Raises:
            IllegalAction: The action is not in `legal(seat)`; the error says why.
            ValueError: `action` is no action of this engine.
        """
        if action not in (self.listed if seat == self.turn else self.legal(seat)):
            raise IllegalAction(explain(self, seat, action))
        state = self.draft()
        state.actions += 1
        act(state, seat, action)
        if state.actions >= MAX_ACTIONS and state.phase is not OVER:
            state.end(None, dead=True)
        return _freeze(state), state.events

    def leave(self, seat: int) -> "tuple[Round, Events]":
        """Return the round after a player left, and the events; the same round if the seat is not in it (R9.5)."""
        if seat not in self.order.seats:
            return self, ()
        state = self.draft()
        state.events = (Left(seat),)
        leave(state, seat)
        return _freeze(state), state.events

    def idle(self, seat: int) -> Action:
        """Return what the clock plays for the seat on turn (R13.1).

        Raises:
            IllegalAction: The seat has nothing to do now; the error says why.
        """
        actions = self.legal(seat)
        for idle in (legality.KEEP, legality.TAKE, legality.DRAW):
            if idle in actions:
                return idle
        if not actions:
            raise IllegalAction(explain(self, seat, legality.DRAW))
        color = self.setup.deck.most_held(self.hands[seat])
        if NameColor(color) in actions:
            return NameColor(color)
        plays = [action for action in actions if isinstance(action, Play) and action.color in (None, color)]
        singles = [play for play in plays if not play.uno and not play.double]
        if not singles:
            raise IllegalAction(explain(self, seat, legality.DRAW))
        return min(singles, key=lambda play: (play.card.order, play.swap or 0))


_FIELDS: Final = (
    "setup", "seed", "shuffles", "number", "dealer", "live", "direction", "hands", "pile", "left", "discards", "top",
    "color", "turn", "phase", "drawn", "penalty", "trial", "called", "owing", "idle_turns", "actions", "history",
)  # fmt: skip

_DEFAULTS: Final[dict[str, Any]] = {
    "shuffles": 0,
    "turn": 0,
    "phase": PLAY,
    "drawn": NOTHING,
    "penalty": 0,
    "trial": None,
    "called": 0,
    "owing": 0,
    "idle_turns": 1,
    "actions": 0,
    "past": None,
}


def _freeze(state: State) -> Round:
    """Turn a modifiable draft into a `Round` in place; the draft must not be changed afterwards."""
    state.listed = legality.on_turn(state)
    # A Round has the layout of a State, so the object itself can change its class. To build a Round from the state
    # would copy all fields a second time with every action, and Round.__setattr__ would refuse each of them. The
    # price: the caller must own the draft alone, since whoever else holds it finds it frozen.
    state.__class__ = Round
    return state  # type: ignore[return-value]  # mypy does not follow an assignment to __class__


def _restored(rules: Any, seats: int, values: dict[str, Any]) -> Round:
    return Round.arrange(setup_of(rules, seats), **values)
