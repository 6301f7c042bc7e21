"""R11: further house rules."""

import pytest

from tests.game.games import (
    called,
    deal,
    direction,
    hand,
    legal,
    matched,
    over,
    owing,
    penalty,
    phase,
    play,
    refused,
    result,
    sizes,
    told,
    top,
    turn,
    why,
)
from uno_tui.game.cards import card
from uno_tui.game.errors import Reason, Why
from uno_tui.game.events import HandsPassed, Played, Swapped
from uno_tui.game.view import Phase

JUMPERS = "r1 r2 g3 | r5 b1 b2 | r3 y2 y3"


def test_r11_1_jump_in() -> None:
    """A seat not on turn plays a card identical to the top card, and the turn continues after it."""
    game = deal(JUMPERS, top="r5", rules="jump_in=on")
    assert ({"jump:r5"}, set()) == (legal(game, 2), legal(game, 3))
    assert Played(1, card("r5"), jump=True) == told(game, "2 jump:r5")[0]
    game = play(game, "2 jump:r5")
    assert (3, "r5", [3, 2, 3]) == (turn(game), top(game), sizes(game))


def test_r11_1_only_where_the_rules_have_it() -> None:
    """Without the option a jump-in is refused, also with an identical card."""
    assert Reason.NO_JUMP_IN == refused(deal(JUMPERS, top="r5"), "2 jump:r5")


def test_r11_1_identical_in_color_and_rank() -> None:
    """A jump-in needs the same color and rank, and a card in the hand."""
    game = deal(JUMPERS, top="r5", rules="jump_in=on")
    assert Why(Reason.JUMP_CARD, card=card("r3"), other=card("r5")) == why(game, "3 jump:r3")
    assert Why(Reason.NOT_HELD, card=card("r5")) == why(game, "3 jump:r5")


def test_r11_1_not_by_who_is_on_turn() -> None:
    """The seat on turn may not jump in."""
    game = deal("r5 r2 g3 | b1 b2", top="r5", rules="jump_in=on")
    assert Reason.JUMP_TURN == refused(game, "1 jump:r5")
    assert "r5" in legal(game)


def test_r11_1_by_the_one_who_played_the_top_card() -> None:
    """The player of the top card may jump in with an equal card before the next seat acts."""
    game = play(deal("r5 r5 g3 g4 | b1 b2 b3", top="r9", rules="jump_in=on"), "r5")
    assert (2, {"jump:r5"}) == (turn(game), legal(game, 1))
    assert (2, [2, 3]) == (turn(play(game, "1 jump:r5")), sizes(play(game, "1 jump:r5")))


def test_r11_1_on_the_first_card() -> None:
    """A jump-in on the first card of a round is legal."""
    game = deal(JUMPERS, top="r5", rules="jump_in=on", actions=0)
    assert () == game.history
    assert {"jump:r5"} == legal(game, 2)


def test_r11_1_never_wilds() -> None:
    """A wild may not jump in."""
    game = deal("r1 r2 | W b1 b2", top="W:r", rules="jump_in=on")
    assert set() == legal(game, 2)
    assert Reason.JUMP_CARD == refused(game, "2 jump:W")


def test_r11_1_not_while_a_penalty_or_a_color_is_open() -> None:
    """Nobody may jump in while a penalty is open or the first color is owed."""
    game = play(deal("r+2 r1 r2 | b1 b2 | r+2 y1 y2", top="r5", rules="jump_in=on"), "r+2")
    assert set() == legal(game, 3)
    assert Reason.JUMP_CLOSED == refused(game, "3 jump:r+2")
    assert Phase.ANSWER == phase(game)


def test_r11_1_a_player_deciding_keeps_the_drawn_card() -> None:
    """A jump-in ends the turn of a seat that is deciding on a drawn card, and the seat keeps the card."""
    game = play(deal("g1 g2 | r5 b1 b2 | y1 y2", top="r5", pile="r9 r8", rules="jump_in=on"), "draw", "2 jump:r5")
    assert (3, Phase.PLAY, "r9 g1 g2") == (turn(game), phase(game), hand(game, 1))
    assert Reason.NOT_YOUR_TURN == refused(game, "1 r9")


@pytest.mark.parametrize(("jump", "on", "way"), [("rS", 2, 1), ("rR", 3, -1)])
def test_r11_1_effects_count_from_the_jumper(jump: str, on: int, way: int) -> None:
    """Seat 4 of four jumps in with a Skip: seat 1 is skipped; with a Reverse: seat 3 is next."""
    game = deal(f"r1 r2 | b1 b2 | y1 y2 | {jump} g1 g2", top=jump, on=2, rules="jump_in=on")
    game = play(game, f"4 jump:{jump}")
    assert (on, way) == (turn(game), direction(game))


def test_r11_1_a_draw_two_hits_the_one_after_the_jumper() -> None:
    """Seat 4 jumps in with a Draw Two: seat 1 must answer."""
    game = deal("r1 r2 | b1 b2 | y1 y2 | r+2 g1 g2", top="r+2", on=2, rules="jump_in=on")
    game = play(game, "4 jump:r+2")
    assert (1, Phase.ANSWER, 2) == (turn(game), phase(game), penalty(game))


def test_r11_1_calls_and_the_last_card() -> None:
    """A jump-in that leaves one card makes the call due, and one with the last card ends the round."""
    game = deal("r1 r2 | r5 b1", top="r5", rules="jump_in=on")
    assert {"jump:r5", "jump:r5!"} == legal(game, 2)
    assert ([2], []) == (owing(play(game, "2 jump:r5")), owing(play(game, "2 jump:r5!")))
    assert Reason.NO_CALL_DUE == refused(deal(JUMPERS, top="r5", rules="jump_in=on"), "2 jump:r5!")
    last = play(deal("r1 r2 | r5!", top="r5", rules="jump_in=on"), "2 jump:r5")
    assert (True, 1, (3, 0)) == (over(last), result(last).winner, result(last).points)


def test_r11_1_the_last_card_is_a_draw_two() -> None:
    """After a jump-in with a last Draw Two the next player draws two at once, and they count."""
    game = deal("r1 r2 | b1 b2 | r+2! ", top="r+2", on=2, rules="jump_in=on")
    game = play(game, "3 jump:r+2")
    assert (True, [4, 2, 0]) == (over(game), sizes(game))


def test_r11_2_a_seven_swaps() -> None:
    """A 7 names a seat in the same action, and the two swap hands."""
    game = deal("r7 r1 r2 | b1 b2 | y1", top="r5", rules="seven_zero=on")
    assert {"r7@2", "r7@3", "r7@3!"} <= legal(game)
    game = play(game, "r7@2")
    assert ("b1 b2", "r1 r2", "y1") == (hand(game, 1), hand(game, 2), hand(game, 3))
    assert 2 == turn(game)


def test_r11_2_a_seven_must_name_somebody_else() -> None:
    """A 7 without a seat, with one's own or one that left is refused; so is any other card with a seat."""
    game = deal("r7 r1 r2 | b1 b2 | y1 y2 | g1 g2", top="r5", rules="seven_zero=on")
    game = play(game, "4 leave")
    assert Reason.SWAP_MISSING == refused(game, "r7")
    for move in ("r7@1", "r7@4", "r7@9"):
        assert Reason.SWAP_SEAT == refused(game, move)
    assert Reason.SWAP_GIVEN == refused(game, "r1@2")
    assert Reason.SWAP_GIVEN == refused(deal("r7 r1 r2 | b1 b2", top="r5"), "r7@2")


def test_r11_2_a_zero_passes_all_hands_along() -> None:
    """A 0 passes hands in the direction of play, past a seat that left."""
    hands = "r0 r1 r2 | b1 b2 | y1 y2 y3 | g1 g2 g3"
    game = play(deal(hands, top="r5", rules="seven_zero=on"), "r0")
    assert ["g1 g2 g3", "r1 r2", "b1 b2", "y1 y2 y3"] == [hand(game, seat) for seat in (1, 2, 3, 4)]
    game = play(deal(hands, top="r5", rules="seven_zero=on", direction=-1), "r0")
    assert ["b1 b2", "y1 y2 y3", "g1 g2 g3", "r1 r2"] == [hand(game, seat) for seat in (1, 2, 3, 4)]
    game = play(deal(hands, top="r5", rules="seven_zero=on"), "2 leave", "r0")
    assert ["g1 g2 g3", "", "r1 r2", "y1 y2 y3"] == [hand(game, seat) for seat in (1, 2, 3, 4)]


def test_r11_2_a_zero_between_two_swaps() -> None:
    """With two seats a 0 swaps the hands."""
    game = play(deal("r0 r1 r2 | b1 b2 b3", top="r5", rules="seven_zero=on"), "r0")
    assert ("b1 b2 b3", "r1 r2") == (hand(game, 1), hand(game, 2))


def test_r11_2_a_double_moves_hands_once() -> None:
    """Two 7s swap once; two red 0s do not exist, and of the regular deck two 10H pass once."""
    game = play(deal("r7 r7 r1 r2 | b1 b2", top="r5", rules="seven_zero=on doubles=on"), "r7x2@2")
    assert ("b1 b2", "r1 r2") == (hand(game, 1), hand(game, 2))
    hands = "10H 10H 2H 3H | 2S 3S | 2C 3C | 2D 3D | 4D 5D"
    game = play(deal(hands, top="5H", rules="deck=regular seven_zero=on doubles=on"), "10Hx2")
    assert ["4D 5D", "2H 3H", "2S 3S", "2C 3C", "2D 3D"] == [hand(game, seat) for seat in (1, 2, 3, 4, 5)]


def test_r11_2_the_call_is_due_by_the_hand_one_ends_with() -> None:
    """A call with a 7 is due if the hand received is a single card."""
    game = deal("r7 r1 | b1! | y1 y2", top="r5", rules="seven_zero=on")
    assert {"r7@2", "r7@2!", "r7@3"} == legal(game) - {"draw", "r1", "r1!"}
    assert Reason.NO_CALL_DUE == refused(game, "r7@3!")
    assert [1] == called(play(game, "r7@2!"))
    assert [1, 2] == owing(play(game, "r7@2"))


def test_r11_2_a_zero_that_brings_one_card() -> None:
    """A call with a 0 is due if the hand received is a single card."""
    game = deal("r0 r1 r2 | b1 b2 | y1", top="r5", rules="seven_zero=on")
    assert {"r0", "r0!"} <= legal(game)
    assert [1] == called(play(game, "r0!"))


def test_r11_2_not_as_first_or_last_card() -> None:
    """A 7 or 0 as last card names no seat, moves no hands, and ends the round."""
    for last in ("r7", "r0"):
        game = deal(f"{last}! | b1 b2", top="r5", rules="seven_zero=on")
        assert {last, "draw"} == legal(game)
        game = play(game, last)
        assert (True, [0, 2]) == (over(game), sizes(game))
    assert Reason.SWAP_GIVEN == refused(deal("r7! | b1 b2", top="r5", rules="seven_zero=on"), "r7@2")


def test_r11_2_off() -> None:
    """Without the option 7 and 0 are ordinary numbers."""
    for number in ("r7", "r0"):
        game = play(deal(f"{number} r1 r2 | b1 b2", top="r5"), number)
        assert ("r1 r2", "b1 b2") == (hand(game, 1), hand(game, 2))


def test_r11_2_drawn_and_jumped_in() -> None:
    """A 7 just drawn and a 7 jumped in with swap too."""
    game = play(deal("r1 r2 | b1 b2 b3", top="r5", pile="r7 r9", rules="seven_zero=on"), "draw", "r7@2")
    assert ("b1 b2 b3", "r1 r2") == (hand(game, 1), hand(game, 2))
    game = deal("r1 r2 | r7 b1 b2", top="r7", rules="seven_zero=on jump_in=on")
    assert {"jump:r7@1"} == legal(game, 2)
    assert Reason.SWAP_MISSING == refused(game, "2 jump:r7")
    assert "b1 b2" == hand(play(game, "2 jump:r7@1"), 1)


def test_r11_2_who_sees_the_hands() -> None:
    """Only the two players of a swap see its hands; of passed hands a seat sees those it gave and received."""
    match = matched(deal("r7 r0 r1 r2 | b1 b2 | y1 y2", top="r5", rules="seven_zero=on"))
    swapped = told(match, "r7@2")[1]
    assert isinstance(swapped, Swapped)
    assert [True, True, False, False] == [swapped.seen_by(seat).hands is not None for seat in (0, 1, 2, None)]
    passed = told(match, "r0")[1]
    assert isinstance(passed, HandsPassed)
    for seat, expected in ((0, [True, False, True]), (1, [True, True, False]), (None, [False, False, False])):
        assert expected == [shown is not None for _, _, shown in passed.seen_by(seat).moves]
