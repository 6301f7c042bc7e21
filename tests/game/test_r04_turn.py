"""R4: a turn."""

import pytest

from tests.game.games import deal, hand, legal, phase, pile, play, refused, sizes, told, top, turn, why
from uno_tui.game.cards import card
from uno_tui.game.errors import Reason, Why
from uno_tui.game.events import Cause, Drew, Passed
from uno_tui.game.view import Phase


def test_r4_1_what_matches() -> None:
    """On a red 5 red cards, fives and wilds may be played, nothing else."""
    game = deal("r1 rS b5 g4 W | b2 b3", top="r5")
    assert {"r1", "rS", "b5", "W:r", "W:y", "W:g", "W:b", "draw"} == legal(game)
    assert Why(Reason.NO_MATCH, card=card("g4"), other=card("r5"), color=0) == why(game, "g4")


@pytest.mark.parametrize("symbol", ["S", "R", "+2"])
def test_r4_1_symbols_match(symbol: str) -> None:
    """Skip, Reverse and Draw Two match the same symbol in any color."""
    assert {f"g{symbol}", "draw"} == legal(deal(f"g{symbol} g1 g2 | b2 b3", top=f"r{symbol}"))


def test_r4_1_on_a_wild_the_color_in_force_decides() -> None:
    """On a Wild named green only green cards and wilds may be played."""
    game = deal("g1 r1 b2 W | b2 b3", top="W:g")
    assert {"g1", "W:r", "W:y", "W:g", "W:b", "draw"} == legal(game)


def test_r4_2_a_drawn_card_that_can_be_played() -> None:
    """A playable drawn card may be played at once or kept; no other card may be played and none drawn."""
    game = play(deal("r1 g4 | b2 b3", top="r5", pile="r9 r8"), "draw")
    assert (Phase.DRAWN, 1, {"r9", "keep"}) == (phase(game), turn(game), legal(game))
    assert Why(Reason.ONLY_DRAWN, card=card("r9")) == why(game, "r1")
    assert Why(Reason.ALREADY_DREW, card=card("r9")) == why(game, "draw")
    kept = play(game, "keep")
    assert (2, "r1 r9 g4") == (turn(kept), hand(kept, 1))
    assert "r9" == top(play(game, "r9"))


def test_r4_2_a_drawn_card_that_cannot_be_played() -> None:
    """If the drawn card cannot be played, the turn passes in the same action, with an event."""
    game = deal("r1 g4 | b2 b3", top="r5", pile="g9 r8")
    assert (Drew(0, 1, 1, Cause.TURN, (card("g9"),)), Passed(0)) == told(game, "draw")
    assert (2, "r1 g4 g9") == (turn(play(game, "draw")), hand(play(game, "draw"), 1))


def test_r4_2_drawing_is_always_allowed() -> None:
    """A seat that can play may draw instead; before the draw it has nothing to keep."""
    game = deal("r1 r2 | b2 b3", top="r5")
    assert "draw" in legal(game)
    assert Reason.NOTHING_DRAWN == refused(game, "keep")


def test_r4_3_draw_one() -> None:
    """By default one card is drawn, whether or not it can be played."""
    assert [3, 2] == sizes(play(deal("g1 g2 | b2 b3", top="r5", pile="g9 r8"), "draw"))


def test_r4_3_draw_until_playable() -> None:
    """With `until_playable` one action draws until a card can be played; only that card may then be played."""
    game = play(deal("g1 r2 | b2 b3", top="r5", pile="g9 b8 b5 r8", rules="draw=until_playable"), "draw")
    assert ([5, 2], {"b5", "keep"}, "r8") == (sizes(game), legal(game), pile(game))
    assert Reason.ONLY_DRAWN == refused(game, "r2")


def test_r4_3_at_most_ten_cards() -> None:
    """After ten cards of which none can be played the turn passes."""
    unplayable = "g1 g2 g3 g4 g6 g7 g8 g9 b1 b2"
    game = deal("y1 y2 | b3 b4", top="r5", pile=f"{unplayable} r8", rules="draw=until_playable")
    game = play(game, "draw")
    assert ([12, 2], 2, "r8") == (sizes(game), turn(game), pile(game))


def test_r4_3_until_the_piles_are_empty() -> None:
    """With three cards in the piles and none of them playable, three are drawn and the turn passes."""
    game = deal("y1 y2 | *", top="r5", pile="g9 b8", below="b7", rules="draw=until_playable")
    game = play(game, "draw")
    assert (5, 2, "") == (sizes(game)[0], turn(game), pile(game))


def test_r4_3_a_forbidden_wild_draw_four_does_not_stop_the_draw() -> None:
    """A red card in hand bars the Wild Draw Four just drawn, so the draw continues."""
    game = deal("r1 g2 | b3 b4", top="r5", pile="W4 r9 r8", rules="draw=until_playable draw_four=no_color")
    assert {"r9", "keep"} == legal(play(game, "draw"))


def test_r4_3_judged_against_the_hand_as_it_then_is() -> None:
    """A Wild Draw Four stops the draw if no red is in hand; under `no_match` a five drawn before bars it."""
    rules = "draw=until_playable"
    game = play(deal("g1 g2 | b3 b4", top="r5", pile="g9 W4 r8", rules=rules), "draw")
    assert {"W4:r", "W4:y", "W4:g", "W4:b", "keep"} == legal(game)
    game = play(deal("g1 b5 | b3 b4", top="r5", pile="g9 W4 r8", rules=rules), "draw")
    assert {"r8", "keep"} == legal(game)


def test_r4_3_the_table_sees_how_many_not_which() -> None:
    """Other seats and spectators see the number of cards drawn; only the seat that drew sees the cards."""
    game = deal("g1 g2 | b3 b4", top="r5", pile="g9 b8 r8", rules="draw=until_playable")
    drew = told(game, "draw")[0]
    assert Drew(0, 3, 1, Cause.TURN, None) == drew.seen_by(1) == drew.seen_by(None)
    assert Drew(0, 3, 1, Cause.TURN, (card("g9"), card("b8"), card("r8"))) == drew.seen_by(0)


def test_r4_4_a_wild_is_played_with_its_color() -> None:
    """Playing it and naming the color is one action; without a color it is refused and still in hand."""
    game = deal("W r1 r2 | b2 b3", top="r5")
    assert Reason.COLOR_MISSING == refused(game, "W")
    assert "b" == top(play(game, "W:b"))[-1]
    assert 2 == turn(play(game, "W:b"))
    with pytest.raises(ValueError, match="no action"):
        play(game, "W:x")


def test_r4_4_a_color_where_none_is_wanted() -> None:
    """A colored card takes no color, and neither does a wild that is the last card."""
    assert Reason.COLOR_GIVEN == refused(deal("r1 r2 r3 | b2 b3", top="r5"), "r1:g")
    last = deal("W! | b2 b3", top="r5")
    assert {"W", "draw"} == legal(last)
    assert Reason.COLOR_GIVEN == refused(last, "W:r")
    assert Phase.OVER == phase(play(last, "W"))


def test_r4_5_nobody_plays_out_of_turn() -> None:
    """A seat not on turn may not play, even a card identical to the top card."""
    game = deal("r1 r2 | r5 b3 | g1 g2", top="r5")
    for move in ("2 r5", "2 draw", "3 keep", "3 take"):
        assert Why(Reason.NOT_YOUR_TURN, seat=0) == why(game, move)
    assert (set(), set()) == (legal(game, 2), legal(game, 3))


def test_r4_6_equal_cards_are_one_action() -> None:
    """Two equal cards are one action; the same play with the call is another."""
    assert {"r1", "draw"} == legal(deal("r1 r1 g2 | b2 b3", top="r5"))
    assert {"r1", "r1!", "draw"} == legal(deal("r1 r1 | b2 b3", top="r5"))


def test_r4_6_a_card_not_held_is_refused() -> None:
    """A card that is not in the hand is refused, also a card of the other deck."""
    game = deal("r1 g2 | b2 b3", top="r5")
    assert Why(Reason.NOT_HELD, card=card("r9")) == why(game, "r9")
    assert Why(Reason.NOT_HELD, card=card("5H")) == why(game, "5H")
