"""A state machine that plays, catches, leaves and asks for illegal actions under random rules."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.game.anyrules import any_action, any_rules, moves
from tests.game.games import is_whole, legal
from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Deal, Draw, JumpIn, Keep, NameColor, Play, Take
from uno_tui.game.cards import Color, card
from uno_tui.game.errors import IllegalAction
from uno_tui.game.match import Match
from uno_tui.game.rules import MAX_SEATS
from uno_tui.game.view import Phase

BOUND = 10_000
"""The most actions of a round (R5.3)."""


def refuses(match: Match, chance: Random, tries: int) -> None:
    """Check that random actions which are not listed are refused with a reason and change nothing."""
    for _ in range(tries):
        seat = chance.randrange(match.seats)
        action = any_action(chance, match)
        if action in match.legal(seat):
            continue
        before = match.round.facts()
        with pytest.raises(IllegalAction) as refusal:
            match.apply(seat, action)
        assert refusal.value.why.reason
        assert before == match.round.facts()


class Table(RuleBasedStateMachine):
    """A match under random rules; the machine's rules are what may happen, its invariants what must hold."""

    match: Match

    @initialize(number=st.integers(0, 1 << 32))
    def begin(self, number: int) -> None:
        self.chance = Random(number)
        rules, seats = any_rules(self.chance)
        self.match, _ = Match.start(rules, seats, f"machine {number}")

    @precondition(lambda self: not self.match.over)
    @rule(which=st.integers(0, 1 << 16))
    def act(self, which: int) -> None:
        """A random seat takes a random legal action."""
        possible = moves(self.match)
        self.match, events = self.match.apply(*possible[which % len(possible)])
        assert events

    @precondition(lambda self: not self.match.over)
    @rule(times=st.integers(1, 60))
    def play_on(self, times: int) -> None:
        """The seats on turn take several random legal actions."""
        for _ in range(times):
            if not self.match.over:
                self.match, _ = self.match.apply(self.match.turn, self.chance.choice(self.match.legal(self.match.turn)))
                self.cards_are_all_there_once()

    @precondition(lambda self: not self.match.over)
    @rule()
    def time_out(self) -> None:
        """The clock acts for the seat on turn; its action is legal and includes no call."""
        seat = self.match.turn
        action = self.match.idle(seat)
        assert action in self.match.legal(seat)
        assert not getattr(action, "uno", False)
        self.match, _ = self.match.apply(seat, action)

    @rule(tries=st.just(10))
    def ask_for_anything(self, tries: int) -> None:
        """Random actions that are not listed are refused."""
        refuses(self.match, self.chance, tries)

    @precondition(lambda self: self.match.live.bit_count() > 2)
    @rule(which=st.integers(0, 9))
    def leave(self, which: int) -> None:
        """A player leaves and has no legal action afterwards."""
        live = [seat for seat in range(self.match.seats) if self.match.live >> seat & 1]
        seat = live[which % len(live)]
        self.match, _ = self.match.leave(seat)
        assert set() == legal(self.match, seat + 1)

    @invariant()
    def cards_are_all_there_once(self) -> None:
        """Every card of the deck is in exactly one place (R1.1)."""
        assert is_whole(self.match)

    @invariant()
    def somebody_can_act(self) -> None:
        """Until the match is over the seat on turn has a legal action; seats of players who left have none."""
        match = self.match
        for seat in range(match.seats):
            actions = match.legal(seat)
            assert len(set(actions)) == len(actions)
            assert not (actions and not match.live >> seat & 1)
        assert bool(match.legal(match.turn)) is not match.over

    @invariant()
    def what_is_owed_is_there(self) -> None:
        """Penalty, drawn card and owed color exist in their own phase only; calls and debts belong to single cards."""
        now = self.match.round
        assert (now.phase is Phase.ANSWER) == (now.penalty > 0)
        assert (now.phase is Phase.DRAWN) == (now.drawn >= 0)
        assert (now.phase is Phase.COLOR) == (now.color < 0)
        assert now.drawn < 0 or now.hands[now.turn] >> now.drawn & 1
        assert not now.owing & now.called
        for seat in range(self.match.seats):
            if (now.owing | now.called) >> seat & 1:
                assert 1 == now.hands[seat].bit_count()


Table.TestCase.settings = settings(
    derandomize=True,
    max_examples=40,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)

TestTable = Table.TestCase


@pytest.mark.parametrize("number", range(30))
def test_every_round_ends(number: int) -> None:
    """Under any rules a round played at random is won or dead within 10,000 actions."""
    chance = Random(number)
    rules, seats = any_rules(chance)
    match, _ = Match.start(rules, seats, f"ends {number}")
    for _ in range(BOUND):
        if match.round.phase is Phase.OVER:
            break
        match, _ = match.apply(match.turn, chance.choice(match.legal(match.turn)))
    assert match.round.phase is Phase.OVER
    assert match.round.result is not None
    assert match.round.result.dead is (match.round.result.winner is None)


def everything(match: Match) -> Iterator[Action]:
    """Yield every action that the notation can express with this match's cards and seats."""
    yield from (Draw(), Keep(), Take(), Challenge(), CallUno(), Deal())
    seats = range(min(match.seats + 1, MAX_SEATS))
    yield from (CatchUno(seat) for seat in seats)
    yield from (NameColor(color) for color in Color)
    for face, swap, uno in product(
        [*match.round.setup.deck.faces, card("r5"), card("5H")], [None, *seats], (False, True)
    ):
        yield JumpIn(face, swap, uno)
        for color, double in product([None, *Color], (False, True)):
            yield Play(face, color, swap, double, uno)


@pytest.mark.parametrize("number", range(8))
def test_whatever_is_not_listed_is_refused(number: int) -> None:
    """At a random moment of a match, every possible action is listed and works, or is refused with a reason."""
    chance = Random(number)
    rules, seats = any_rules(chance)
    match, _ = Match.start(rules, min(seats, 4), f"everything {number}")
    for _ in range(chance.randrange(80)):
        match, _ = match.apply(*chance.choice(moves(match)))
    for seat in (match.turn, chance.randrange(match.seats)):
        done = 0
        for action in everything(match):
            try:
                match.apply(seat, action)
                done += 1
            except IllegalAction as error:
                assert error.why.reason  # noqa: PT017  # thousands of them
        assert done == len(match.legal(seat))


@pytest.mark.parametrize("number", range(20))
def test_a_round_where_nobody_acts_ends(number: int) -> None:
    """A round ends also if the clock plays for every seat."""
    chance = Random(number)
    rules, seats = any_rules(chance)
    match, _ = Match.start(rules, seats, f"idle {number}")
    for _ in range(BOUND):
        if match.round.phase is Phase.OVER:
            break
        match, _ = match.apply(match.turn, match.idle(match.turn))
    assert match.round.phase is Phase.OVER
