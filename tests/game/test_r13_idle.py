"""R13: what the clock plays for a seat that does not act. That bots call honestly (R13.2) is tested with the bots."""

import pytest

from tests.game.games import Game, deal, dealt, legal, matched, play
from uno_tui.game.errors import IllegalAction, Reason


def idle(game: Game) -> str:
    """Return the idle action of the seat on turn; check that it is legal."""
    text = game.idle(game.turn).text
    assert text in legal(game)
    return text


def test_r13_1_draw() -> None:
    """The idle action is a draw if drawing is legal, never a play or a call."""
    assert "draw" == idle(deal("r1 W | b1 b2", top="r5"))
    assert "draw" == idle(deal("r1 | b1", top="r5"))


def test_r13_1_keep() -> None:
    """The idle action keeps a drawn card."""
    assert "keep" == idle(play(deal("g1 g2 | b1 b2", top="r5", pile="r9"), "draw"))


@pytest.mark.parametrize("rules", ["official", "official stacking=cross", "irish"])
def test_r13_1_take(rules: str) -> None:
    """The idle action takes a penalty; it never challenges or stacks."""
    assert "take" == idle(play(deal("W4 r1 r2 | W4 b1 b2", top="b5", rules=rules), "W4:g"))


def test_r13_1_deal() -> None:
    """Between rounds the idle action is the deal."""
    match = play(matched(deal("r1! | b1 b2", top="r5")), "r1")
    assert "deal" == idle(match)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("b5 r7 r2 g1", "r2"),  # card order: red before blue, 2 before 7
        ("W b5 g1", "b5"),  # wilds last
        ("W W4 g1 g2 b1", "W:g"),  # a Wild before a Wild Draw Four, with the color most held
        ("W4 W4", "W4:r"),  # no color held: red
        ("W b1 g1", "W:g"),  # green and blue tied: the first in card order
        ("r1 g1", "r1"),  # without the call
        ("r1 r1 g1", "r1"),  # a single card
        ("W!", "W"),  # a last card names no color
    ],
)
def test_r13_1_where_drawing_is_barred(hand: str, expected: str) -> None:
    """With `must_play` the idle action is the first single play in card order, wilds last, without a call."""
    rules = "must_play=on doubles=on draw_four=free"
    assert expected == idle(deal(f"{hand} | b3 b4", top="r5", rules=rules))


def test_r13_1_a_seven_swaps_with_the_first_seat() -> None:
    """An idle 7 names the lowest other seat."""
    rules = "must_play=on seven_zero=on"
    assert "r7@1" == idle(deal("b3 b4 | r7 g1 g2 | y1 y2", top="r5", rules=rules, on=2))


@pytest.mark.parametrize("dealer", [1, 2, 3])
def test_r13_1_a_color_owed(dealer: int) -> None:
    """The idle action names the color held most."""
    game, _ = dealt("W", rules="first_wild=choose", dealer=dealer)
    hand = game.setup.deck.list(game.hands[game.turn])
    most = max("rygb", key=lambda letter: ([str(face)[0] for face in hand].count(letter), -"rygb".index(letter)))
    assert f"color:{most}" == idle(game)


def test_r13_1_only_for_the_seat_on_turn() -> None:
    """A seat not on turn has no idle action."""
    game = deal("r1 r2 | b1 b2", top="r5")
    with pytest.raises(IllegalAction) as refusal:
        game.idle(1)
    assert Reason.NOT_YOUR_TURN == refusal.value.why.reason
