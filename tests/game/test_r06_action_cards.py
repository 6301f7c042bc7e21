"""R6: the action cards."""

import pytest

from tests.game.games import deal, direction, legal, penalty, phase, play, refused, sizes, told, turn, why
from uno_tui.game.errors import Reason, Why
from uno_tui.game.events import Reversed, Skipped
from uno_tui.game.view import Phase

FOUR = "rS rR r+2 r1 | b1 b2 b3 | y1 y2 y3 | g1 g2 g3"


def test_r6_1_skip() -> None:
    """A Skip skips the next player, in either direction."""
    assert 3 == turn(play(deal(FOUR, top="r5"), "rS"))
    assert 3 == turn(play(deal(FOUR, top="r5", direction=-1), "rS"))
    assert 2 == turn(play(deal("rS r1 r2 | b1 b2 | y1 y2", top="r5", direction=-1), "rS"))
    assert Skipped(1) in told(deal(FOUR, top="r5"), "rS")


def test_r6_1_reverse() -> None:
    """A Reverse turns the direction, and a second one turns it back."""
    game = play(deal(FOUR, top="r5"), "rR")
    assert (4, -1) == (turn(game), direction(game))
    assert Reversed(-1) in told(deal(FOUR, top="r5"), "rR")
    back = play(deal(FOUR, top="r5", direction=-1), "rR")
    assert (2, 1) == (turn(back), direction(back))


def test_r6_1_draw_two() -> None:
    """A Draw Two makes the next player draw two and lose the turn."""
    game = play(deal(FOUR, top="r5"), "r+2")
    assert (2, Phase.ANSWER, 2) == (turn(game), phase(game), penalty(game))
    game = play(game, "take")
    assert (3, Phase.PLAY, 0, [3, 5, 3, 3]) == (turn(game), phase(game), penalty(game), sizes(game))


def test_r6_1_every_penalty_is_answered() -> None:
    """A penalty opens the answer phase even if taking is the only answer; nothing else is possible before it."""
    game = play(deal(FOUR, top="r5"), "r+2")
    assert {"take"} == legal(game)
    for move in ("draw", "keep", "b1"):
        assert Why(Reason.PENALTY_OPEN, count=2) == why(game, move)
    assert Reason.NO_CHALLENGE == refused(game, "challenge")
    assert Reason.NO_COLOR_OWED == refused(game, "color:r")


def test_r6_1_nothing_to_take_without_a_penalty() -> None:
    """Taking is refused if no penalty is open."""
    assert Reason.NO_PENALTY == refused(deal(FOUR, top="r5"), "take")


@pytest.mark.parametrize("way", [1, -1])
def test_r6_2_between_two_reverse_is_skip(way: int) -> None:
    """With exactly two in the round a Reverse lets the same player play again and keeps the direction."""
    game = play(deal("rR r1 r2 | b1 b2", top="r5", direction=way), "rR")
    assert (1, way) == (turn(game), direction(game))


@pytest.mark.parametrize("moves", [["rS"], ["rR"], ["r+2", "take"], ["W4:g", "take"]])
def test_r6_2_between_two_the_same_player_goes_on(moves: list[str]) -> None:
    """After Skip, Reverse, Draw Two and an accepted Wild Draw Four the one who played it is on turn."""
    game = deal("rS rR r+2 W4 r1 | b1 b2", top="r5", rules="draw_four=free")
    assert 1 == turn(play(game, *moves))


def test_r6_3_counted_when_the_card_is_played() -> None:
    """Of three players one has left: Reverse acts as Skip for the two that remain."""
    game = deal("rR rS r1 r2 | b1 b2 b3 | y1 y2 y3", top="r5")
    assert (3, -1) == (turn(play(game, "rR")), direction(play(game, "rR")))
    game = play(game, "3 leave", "rR")
    assert (1, 1) == (turn(game), direction(game))
