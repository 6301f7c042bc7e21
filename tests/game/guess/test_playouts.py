"""Playouts with the rollout policy, and the value of their ends."""

from itertools import count
from random import Random

import pytest

from tests.game.games import deal, dealt, matched, play, ruled
from uno_tui.game.actions import NameColor, action
from uno_tui.game.effects import act
from uno_tui.game.events import RoundEnded
from uno_tui.game.guess import playouts
from uno_tui.game.guess.chances import expected_value
from uno_tui.game.guess.inference import Inference
from uno_tui.game.guess.playouts import estimate, play_out, round_value
from uno_tui.game.guess.rollout_policy import rollout_action
from uno_tui.game.match import Match
from uno_tui.game.rules import Rules
from uno_tui.game.view import Phase


def test_the_worth_of_a_round() -> None:
    """A win is worth 1 plus points, a loss 0 minus a share of the points, a dead or undecided round 1/4."""
    ended = RoundEnded(0, (0, 30, 10), ((), (), ()))
    assert [1.4, -0.2, -0.2] == [round_value(ended, seat, Rules(), 0.01) for seat in range(3)]
    dead = RoundEnded(None, (0, 0, 0), ((), (), ()), dead=True)
    assert (0.25, 0.25) == (round_value(dead, 0, Rules(), 0.01), round_value(None, 0, Rules(), 0.01))


def test_the_worth_of_what_one_was_caught_with() -> None:
    """With ``scoring=caught`` a hand below the mean of all hands adds value."""
    ended = RoundEnded(0, (0, 30, 30), ((), (), ()))
    worth = [round_value(ended, seat, ruled("scoring=caught"), 0.01) for seat in range(3)]
    assert [1.2, -0.1, -0.1] == [pytest.approx(one) for one in worth]


def test_a_round_played_out() -> None:
    """A playout of an action ends with a winner or a dead round."""
    game = deal("r1 r2 | b1 b2", top="r5")
    ended = play_out(game, 0, action("r1!"), Random(1)).result
    assert ended is not None
    assert ended.winner is not None or ended.dead


def test_a_round_without_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A playout without an end within the limit stops where it is."""
    monkeypatch.setattr(playouts, "MAX_PLAYOUT_ACTIONS", 0)
    state = play_out(deal("r1 r2 r3 | b1 b2", top="r5"), 0, action("r1"), Random(1))
    assert state.result is None
    assert state.turn == 1


def test_a_playout_stops_at_a_turn() -> None:
    """After as many actions as the horizon says, a playout stops at the next start of a turn."""
    state = play_out(deal("r+2 r2 r3 | b1 b2 b3", top="r5"), 0, action("r+2"), Random(1), horizon=0)
    assert (state.phase, state.turn, state.hands[1].bit_count()) == (Phase.PLAY, 0, 5)


@pytest.mark.parametrize("rules", ["", "scoring=caught"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_seats_together_win_one_round(seats: int, rules: str) -> None:
    """At every start of a turn the chances of all seats add up to 1, and what one gains in points another loses."""
    match, _ = Match.start(ruled(rules), seats, "together")
    state, chance = match.round.draft(), Random(1)
    while state.phase is not Phase.OVER:
        if state.phase is Phase.PLAY:
            values = [expected_value(state, seat, match.rules, 0.01) for seat in range(seats)]
            assert sum(values) == pytest.approx(1)
        act(state, state.turn, rollout_action(state, state.turn, chance))


def test_a_smaller_hand_wins_more_often() -> None:
    """Of two equal hands, the one on turn has the better chance; so has a hand that has lost a card."""
    even = deal("r1 r2 r3 | r4 r6 r7", top="r5").draft()
    fewer = deal("r1 r2 | r4 r6 r7", top="r5").draft()
    assert 0.5 < expected_value(even, 0, Rules(), 0.0) < expected_value(fewer, 0, Rules(), 0.0)


def test_partners_win_together() -> None:
    """In a match of teams both partners have the chances of their team."""
    match, _ = Match.start(ruled("teams=pairs"), 4, "partners")
    values = [expected_value(match.round.draft(), seat, match.rules, 0.0) for seat in range(4)]
    assert (values[0], values[1]) == (values[2], values[3])
    assert values[0] + values[1] == pytest.approx(1)


def test_what_was_thought_before_counts_as_playouts() -> None:
    """Without playouts the estimates equal the prior; a prior with much trust outweighs a few playouts."""
    match, _ = Match.start(Rules(), 2, "thought")
    seen = match.view(match.turn)
    plays = seen.legal[:3]
    assert [0.2, 0.4, 0.3] == estimate(seen, plays, 0, Random(1), prior=[0.2, 0.4, 0.3], trust=1)
    found = estimate(seen, plays, 2, Random(1), prior=[0.0, 9.0, 0.0], trust=1000)
    assert found[1] == max(found)


def test_the_first_color_by_habit() -> None:
    """The rollout policy names a color when the first color is owed."""
    game, _ = dealt("W", rules="official")
    assert isinstance(rollout_action(game, game.turn, Random(1)), NameColor)


@pytest.mark.parametrize(
    ("hands", "top", "rules", "moves", "done"),
    [
        ("r1 b2 b3 b4 | y1 y2 y3 | y4 y6", "g9", "", "draw", "keep"),
        ("r1 b2 b3 b4 | y1 y2 | y3 y4 y6", "g9", "", "draw", "W:b"),
        ("r1 b2 b3 b4 | y1 y2 y3", "g9", "", "draw", "W:b"),
        ("r5 b9 b1 b2 | y1 y2 y3 y4", "r9", "", "", "r5"),
        ("r5 rS b1 b2 | y1 y2", "r9", "", "", "rS"),
        ("r5 rR b1 b2 | y1 y2 y3 y4 | y6", "r9", "", "", "r5"),
        ("r5 W b1 b2 | y1 y2 y3 y4", "r9", "", "", "r5"),
        ("r5 r7 b1 | y1 y2 y3 y4", "r9", "seven_zero=on", "", "r5"),
        ("r+2 r1 r2 | b+2 b1", "r5", "stacking=same", "r+2", "b+2!"),
        ("r5 r5 b1 b2 | y1 y2", "r3", "doubles=on", "", "r5x2"),
        ("r5 r5 b1 | y1 y2", "r3", "doubles=on", "", "r5x2!"),
        ("r7 b1 b2 | y1 | y2 y3 y4", "r3", "seven_zero=on", "", "r7@2!"),
        ("r0 b1 b2 | y1 y2 | y3", "r3", "seven_zero=on", "", "r0!"),
    ],
)
def test_what_is_done_by_habit(hands: str, top: str, rules: str, moves: str, done: str) -> None:
    """The policy follows the color, stops a small hand, saves wilds, stacks, plays doubles, and swaps for few cards.

    A drawn wild is kept among three, unless the next seat is about to go out.
    """
    game = play(deal(hands, top=top, rules=rules, pile="W g1 g2"), *moves.split())
    assert action(done) is rollout_action(game, game.turn, Random(1))


def test_a_reading_without_a_hand() -> None:
    """The inference accepts a spectator's view, which has no own hand."""
    match = matched(deal("r1 r2 | b1 b2", top="r5"))
    assert 0 == Inference(match.view(None)).own


def test_a_reading_of_a_wild_as_last_card() -> None:
    """The inference accepts a Wild as last card, which names no color."""
    for seed in count():
        match, _ = Match.start(ruled("hand_size=1"), 2, str(seed))
        if action("W") in match.legal(match.turn):
            break
    loser = 1 - match.turn
    match, _ = match.apply(match.turn, action("W"))
    view = match.view(loser)
    assert view.hand == match.round.setup.deck.list(Inference(view).own)
