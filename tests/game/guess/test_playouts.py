"""Playouts with the rollout policy, and the value of their ends."""

from itertools import count
from random import Random

import pytest

from tests.game.games import deal, dealt, matched, play, ruled
from uno_tui.game.actions import NameColor, action
from uno_tui.game.events import RoundEnded
from uno_tui.game.guess import playouts
from uno_tui.game.guess.inference import Inference
from uno_tui.game.guess.playouts import estimate, play_out, round_value
from uno_tui.game.guess.rollout_policy import rollout_action
from uno_tui.game.match import Match
from uno_tui.game.rules import Rules


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
    ended = play_out(game, 0, action("r1!"), Random(1))
    assert ended is not None
    assert ended.winner is not None or ended.dead


def test_a_round_without_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A playout without an end within the limit returns None."""
    monkeypatch.setattr(playouts, "MAX_PLAYOUT_ACTIONS", 0)
    assert play_out(deal("r1 r2 r3 | b1 b2", top="r5"), 0, action("r1"), Random(1)) is None


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
        ("r1 b2 b3 b4 b5 b6 | y1 y2", "g9", "", "draw", "keep"),
        ("r+2 r1 r2 | b+2 b1", "r5", "stacking=same", "r+2", "b+2!"),
        ("r5 r5 b1 b2 | y1 y2", "r3", "doubles=on", "", "r5x2"),
        ("r5 r5 b1 | y1 y2", "r3", "doubles=on", "", "r5x2!"),
        ("r7 b1 b2 | y1 | y2 y3 y4", "r3", "seven_zero=on", "", "r7@2!"),
        ("r0 b1 b2 | y1 y2 | y3", "r3", "seven_zero=on", "", "r0!"),
    ],
)
def test_what_is_done_by_habit(hands: str, top: str, rules: str, moves: str, done: str) -> None:
    """The policy keeps a drawn wild in a large hand, stacks, plays doubles, and swaps for the smallest hand."""
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
