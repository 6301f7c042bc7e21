"""R10: the house rules of the sheets."""

import pytest

from tests.game.games import (
    called,
    deal,
    hand,
    legal,
    over,
    owing,
    penalty,
    phase,
    pile,
    play,
    refused,
    sizes,
    told,
    top,
    turn,
    why,
)
from uno_tui.game.cards import card
from uno_tui.game.errors import Reason, Why
from uno_tui.game.events import Played
from uno_tui.game.view import Phase

FOURS = {f"W4:{letter}" for letter in "rygb"}
STACKERS = "r+2 W4 r1 | b+2 W4 b1 b2 | y+2 W4 y1 y2"


def test_r10_1_off() -> None:
    """Without stacking no card answers a penalty, and the refusal states the cards owed."""
    game = play(deal(STACKERS, top="r5"), "r+2")
    assert {"take"} == legal(game)
    assert Why(Reason.PENALTY_OPEN, count=2) == why(game, "b+2")


def test_r10_1_same() -> None:
    """A Draw Two of any color answers a Draw Two, a Wild Draw Four a Wild Draw Four, and the sum is passed on."""
    game = play(deal(STACKERS, top="r5", rules="stacking=same draw_four=free"), "r+2")
    assert {"take", "b+2"} == legal(game)
    assert Why(Reason.NO_STACK, card=card("W4"), other=card("r+2")) == why(game, "W4:g")
    game = play(game, "b+2")
    assert (3, 4, {"take", "y+2"}) == (turn(game), penalty(game), legal(game))
    game = play(game, "take")
    assert ([2, 3, 8], 1, 0) == (sizes(game), turn(game), penalty(game))
    game = play(deal(STACKERS, top="r5", rules="stacking=same draw_four=free"), "W4:g", "W4:b")
    assert (3, 8, {"take"} | FOURS) == (turn(game), penalty(game), legal(game))
    assert Reason.NO_STACK == refused(game, "y+2")


def test_r10_1_cross() -> None:
    """A Wild Draw Four answers a Draw Two as well, but not the other way about."""
    game = play(deal(STACKERS, top="r5", rules="stacking=cross draw_four=free"), "r+2")
    assert {"take", "b+2"} | FOURS == legal(game)
    game = play(game, "W4:g")
    assert (6, {"take"} | FOURS) == (penalty(game), legal(game))
    assert 4 + 6 == sizes(play(game, "take"))[2]


def test_r10_1_who_will_not_stack_draws_it_all() -> None:
    """A player who could stack may take the sum instead."""
    game = play(deal(STACKERS, top="r5", rules="stacking=same"), "r+2", "b+2", "take")
    assert 4 + 4 == sizes(game)[2]


@pytest.mark.parametrize("rule", ["no_match", "no_color"])
def test_r10_1_a_wild_draw_four_as_answer_is_always_legal(rule: str) -> None:
    """As an answer a Wild Draw Four is legal even if the hand holds the color in force."""
    game = deal("r+2 r1 r2 | W4 r3 b+2 | y1 y2", top="r5", rules=f"stacking=cross draw_four={rule}")
    assert {"take", "b+2"} | FOURS == legal(play(game, "r+2"))


def test_r10_1_an_answer_is_a_play() -> None:
    """A stacked card that leaves one card makes UNO due; a stacked wild needs a color."""
    game = play(deal("W4 r1 r2 | W4 b1 | y1 y2", top="r5", rules="stacking=same draw_four=free"), "W4:g")
    assert {"take"} | FOURS | {four + "!" for four in FOURS} == legal(game)
    assert Reason.COLOR_MISSING == refused(game, "W4")
    assert [2] == owing(play(game, "W4:b"))
    assert [2] == called(play(game, "W4:b!"))


def test_r10_2_take_challenge_or_stack_in_one_phase() -> None:
    """With `bluff` take, challenge and stack are legal for each Wild Draw Four of a stack."""
    game = play(deal(STACKERS, top="r5", rules="stacking=same draw_four=bluff"), "W4:g")
    assert {"take", "challenge"} | FOURS == legal(game)
    game = play(game, "W4:b")
    assert (3, 8, {"take", "challenge"} | FOURS) == (turn(game), penalty(game), legal(game))


def test_r10_2_only_the_newest_is_judged() -> None:
    """Seat 2 stacked with green in hand, the color named before: guilty, and draws the whole sum."""
    game = deal("W4 r1 r2 | W4 g1 b2 | y1 y2 y3", top="r5", rules="stacking=same draw_four=bluff")
    game = play(game, "W4:g", "W4:b", "challenge")
    assert ([2, 2 + 8, 3], 3, Phase.PLAY, "W4:b") == (sizes(game), turn(game), phase(game), top(game))


def test_r10_2_innocent() -> None:
    """Without green in hand the challenger draws the sum and two more, and loses the turn."""
    game = deal("W4 r1 r2 | W4 b1 b2 | y1 y2 y3", top="r5", rules="stacking=same draw_four=bluff")
    game = play(game, "W4:g", "W4:b", "challenge")
    assert ([2, 2, 3 + 10], 1) == (sizes(game), turn(game))


def test_r10_2_a_stack_that_began_with_a_draw_two() -> None:
    """Across a Draw Two and a Wild Draw Four the sum is six: six for the guilty, eight for a wrong challenge."""
    rules = "stacking=cross draw_four=bluff"
    guilty = deal("r+2 r1 r2 | W4 r3 b2 | y1 y2 y3", top="r5", rules=rules)
    assert [2, 8, 3] == sizes(play(guilty, "r+2", "W4:b", "challenge"))
    innocent = deal("r+2 r1 r2 | W4 b3 b2 | y1 y2 y3", top="r5", rules=rules)
    assert [2, 2, 11] == sizes(play(innocent, "r+2", "W4:b", "challenge"))


def test_r10_2_a_draw_two_cannot_be_challenged() -> None:
    """A Draw Two cannot be challenged."""
    game = play(deal(STACKERS, top="r5", rules="stacking=same draw_four=bluff"), "r+2")
    assert Reason.NO_CHALLENGE == refused(game, "challenge")


def test_r10_3_a_penalty_draw_is_exact() -> None:
    """A penalty draw is exact under `until_playable`, and no drawn card may be played."""
    game = deal("r+2 r1 r2 | b1 b2 | y1 y2", top="r5", pile="r9 r8 r7 r6", rules="draw=until_playable")
    game = play(game, "r+2", "take")
    assert ("r8 r9 b1 b2", "r7 r6", 3, Phase.PLAY) == (hand(game, 2), pile(game), turn(game), phase(game))


def test_r10_4_a_double() -> None:
    """Two equal number cards may be played together, and the event says so."""
    game = deal("r1 r1 g1 g2 | b1 b2", top="r5", rules="doubles=on")
    assert {"r1", "r1x2", "draw"} == legal(game)
    assert (Played(0, card("r1"), double=True),) == told(game, "r1x2")
    assert ([2, 2], 2, "r1") == (sizes(play(game, "r1x2")), turn(play(game, "r1x2")), top(play(game, "r1x2")))


def test_r10_4_what_is_no_double() -> None:
    """Action cards, wilds, two colors of a number, and one card alone are no double."""
    game = deal("rS rS W W r1 g1 r2 | b1 b2", top="r5", rules="doubles=on")
    assert not {text for text in legal(game) if "x2" in text}
    assert Why(Reason.NO_DOUBLES, card=card("rS")) == why(game, "rSx2")
    assert Why(Reason.NO_DOUBLES, card=card("W")) == why(game, "Wx2:r")
    assert Why(Reason.NOT_HELD, card=card("r1")) == why(game, "r1x2")
    off = deal("r1 r1 g1 g2 | b1 b2", top="r5")
    assert Why(Reason.NO_DOUBLES, card=card("r1")) == why(off, "r1x2")


def test_r10_4_a_double_must_match() -> None:
    """Both cards are played on the top card, so they must match it."""
    game = deal("g1 g1 r2 | b1 b2", top="r5", rules="doubles=on")
    assert Reason.NO_MATCH == refused(game, "g1x2")


def test_r10_4_from_three_cards_uno_is_due() -> None:
    """A double that leaves one card makes the call due; one that leaves none does not."""
    game = deal("r1 r1 g1 | b1 b2", top="r5", rules="doubles=on")
    assert {"r1", "r1x2", "r1x2!", "draw"} == legal(game)
    assert [1] == owing(play(game, "r1x2"))
    last = deal("r1 r1 | b1 b2", top="r5", rules="doubles=on")
    assert {"r1", "r1!", "r1x2", "draw"} == legal(last)
    assert over(play(last, "r1x2"))


def test_r10_4_a_double_in_the_wrong_manner() -> None:
    """A double with a color, a seat to swap with, or a call that is not due is refused as a whole."""
    game = deal("r1 r1 g1 g2 | b1 b2", top="r5", rules="doubles=on")
    refusals = [refused(game, move) for move in ("r1x2:g", "r1x2@2", "r1x2!")]
    assert [Reason.COLOR_GIVEN, Reason.SWAP_GIVEN, Reason.NO_CALL_DUE] == refusals


def test_r10_4_a_drawn_card_is_single() -> None:
    """A card just drawn is played alone, even if an equal card is in the hand."""
    game = play(deal("r1 g1 | b1 b2", top="r5", pile="r1 r9", rules="doubles=on"), "draw")
    assert {"r1", "keep"} == legal(game)
    assert Why(Reason.ONLY_DRAWN, card=card("r1")) == why(game, "r1x2")


def test_r10_4_a_jump_in_is_single() -> None:
    """A jump-in plays one card; the notation has no double jump-in."""
    game = deal("g1 g2 | r5 b1 b2", top="r5", rules="doubles=on jump_in=on")
    assert {"jump:r5"} == legal(game, 2)
    with pytest.raises(ValueError, match="a jump-in is one card"):
        play(game, "2 jump:r5x2")


def test_r10_5_must_play() -> None:
    """A player who can play may not draw, and the refusal names a card; a player who cannot may draw."""
    game = deal("r1 g2 g3 | b1 b2", top="r5", rules="must_play=on")
    assert {"r1"} == legal(game)
    assert Why(Reason.MUST_PLAY, other=card("r1")) == why(game, "draw")
    assert {"draw"} == legal(deal("g1 g2 g3 | b1 b2", top="r5", rules="must_play=on"))


def test_r10_5_a_wild_is_a_card_that_may_be_played() -> None:
    """With `must_play` a wild as the only playable card must be played."""
    assert "draw" not in legal(deal("W g2 g3 | b1 b2", top="r5", rules="must_play=on"))
    assert "draw" not in legal(deal("W4 g2 g3 | b1 b2", top="r5", rules="must_play=on"))


def test_r10_5_a_drawn_card_may_be_kept() -> None:
    """With `must_play` a playable drawn card may still be kept."""
    game = play(deal("g2 g3 | b1 b2", top="r5", pile="r9 r8", rules="must_play=on"), "draw")
    assert {"r9", "keep"} == legal(game)


def test_r10_5_it_forces_no_double_no_jump_in_no_stack() -> None:
    """`must_play` forces no double, no jump-in and no stack."""
    rules = "must_play=on doubles=on jump_in=on stacking=same"
    game = deal("r1 r1 r+2 g1 | r5 b1 b+2", top="r5", rules=rules)
    assert {"r1", "r1x2", "r+2"} == legal(game)
    assert {"jump:r5"} == legal(game, 2)
    assert {"take", "b+2"} == legal(play(game, "r+2"))
