"""R7: Wild and Wild Draw Four."""

import pytest

from tests.game.games import color, deal, legal, matched, penalty, phase, play, refused, sizes, told, top, turn, why
from uno_tui.game.cards import card
from uno_tui.game.errors import Reason, Why
from uno_tui.game.events import Challenged
from uno_tui.game.view import Phase

FOURS = {f"W4:{letter}" for letter in "rygb"}
GUILTY = "W4 r1 g1 | b1 b2 b3 | y1 y2 y3"
INNOCENT = "W4 b5 g1 | b1 b2 b3 | y1 y2 y3"


@pytest.mark.parametrize("letter", list("rygb"))
def test_r7_1_wild(letter: str) -> None:
    """A Wild may name any color, also the one in force; the next player must match it."""
    game = play(deal("W b1 b2 | r9 y9 g9 b9 | b1 b3", top="r5"), f"W:{letter}")
    assert (letter, 2) == (color(game), turn(game))
    assert {f"{letter}9", "draw"} == legal(game)


def test_r7_2_wild_draw_four() -> None:
    """A Wild Draw Four makes the next player draw four and lose the turn; its color is in force."""
    game = play(deal(INNOCENT, top="r8", rules="draw_four=free"), "W4:g")
    assert (2, Phase.ANSWER, 4) == (turn(game), phase(game), penalty(game))
    game = play(game, "take")
    assert (3, [2, 7, 3], "W4:g") == (turn(game), sizes(game), top(game))


@pytest.mark.parametrize(
    ("hand", "no_match", "no_color"),
    [
        ("W4 r1 g1", False, False),  # the color in force
        ("W4 b5 g1", False, True),  # the same number, another color
        ("W4 W g1", True, True),  # other wilds do not count
        ("W4 W4 g1", True, True),
        ("W4 b1 g1", True, True),
    ],
)
def test_r7_3_when_it_may_be_played(hand: str, no_match: bool, no_color: bool) -> None:
    """`no_match`: only if no other card matches; `no_color`: if none is of the color in force; else always."""
    hands = f"{hand} | b2 b3"
    allowed = {
        "no_match": no_match,
        "no_color": no_color,
        "bluff": True,
        "free": True,
    }
    for option, expected in allowed.items():
        game = deal(hands, top="r5", rules=f"draw_four={option}")
        assert expected == (FOURS <= legal(game)), option


def test_r7_3_a_symbol_matches_too() -> None:
    """A blue Skip on a red Skip bars the Wild Draw Four under `no_match`, and the refusal says which card does."""
    game = deal("W4 bS g1 | b2 b3", top="rS")
    assert Why(Reason.FOUR_MATCH, card=card("W4"), other=card("bS")) == why(game, "W4:r")
    game = deal("W4 bS r1 | b2 b3", top="rS", rules="draw_four=no_color")
    assert Why(Reason.FOUR_COLOR, card=card("W4"), other=card("r1")) == why(game, "W4:r")


def test_r7_3_on_a_wild_the_named_color_counts() -> None:
    """With green named by a Wild a green card bars the Wild Draw Four, a red one does not."""
    assert FOURS <= legal(deal("W4 r1 b1 | b2 b3", top="W:g"))
    assert not FOURS & legal(deal("W4 g1 b1 | b2 b3", top="W:g"))


def test_r7_4_guilty() -> None:
    """If guilty, the offender draws the four, card and color stay, and the challenger takes a normal turn."""
    game = play(deal(GUILTY, top="r5", rules="draw_four=bluff"), "W4:g")
    assert {"take", "challenge"} == legal(game)
    game = play(game, "challenge")
    assert ([6, 3, 3], 2, Phase.PLAY, "W4:g", 0) == (sizes(game), turn(game), phase(game), top(game), penalty(game))


def test_r7_4_innocent() -> None:
    """If innocent, the challenger draws six and loses the turn."""
    game = play(deal(INNOCENT, top="r5", rules="draw_four=bluff"), "W4:g", "challenge")
    assert ([2, 9, 3], 3, "W4:g", 0) == (sizes(game), turn(game), top(game), penalty(game))


def test_r7_4_judged_by_the_color_before() -> None:
    """Guilt depends on the color in force before the card, also one named by a wild, not on the color named now."""
    rules = "draw_four=bluff"
    named_red = deal("W4 rS g1 | b1 b2 b3", top="y4", rules=rules)
    assert [2, 9] == sizes(play(named_red, "W4:r", "challenge"))
    after_wild = deal("W4 rS g1 | b1 b2 b3", top="W:r", rules=rules)
    assert [6, 3] == sizes(play(after_wild, "W4:g", "challenge"))


def test_r7_4_the_evidence_is_frozen() -> None:
    """Cards that the offender draws after the play do not change the verdict."""
    game = deal("W4 g1 | b1 b2 b3 | y1 y2", top="r5", pile="r1 r2 r3 r4 r6 r7 r8 r9", rules="draw_four=bluff")
    game = play(game, "W4:g", "3 catch:1", "challenge")
    assert ([3, 9, 2], 3) == (sizes(game), turn(game))


def test_r7_4_who_sees_the_evidence() -> None:
    """The challenger and the offender see the whole frozen hand, the rest only the verdict, until the round ends."""
    match = play(matched(deal(GUILTY, top="r5", rules="draw_four=bluff")), "W4:g")
    shown = Challenged(1, 0, guilty=True, hand=(card("r1"), card("g1")))
    hidden = Challenged(1, 0, guilty=True, hand=None)
    assert shown == told(match, "challenge")[0]
    match = play(match, "challenge", "draw")
    for seat, expected in ((0, shown), (1, shown), (2, hidden), (None, hidden)):
        assert expected in match.view(seat).history


@pytest.mark.parametrize("option", ["no_match", "no_color", "free"])
def test_r7_4_a_challenge_needs_bluff(option: str) -> None:
    """Under the other options a challenge is refused."""
    game = play(deal("W4 b1 g1 | b2 b3 b4", top="r5", rules=f"draw_four={option}"), "W4:g")
    assert {"take"} == legal(game)
    assert Reason.NO_CHALLENGE == refused(game, "challenge")


def test_r7_5_the_list_tells_nothing() -> None:
    """The list of legal actions has a challenge whether it would succeed or fail."""
    lists = [legal(play(deal(hands, top="r5", rules="draw_four=bluff"), "W4:g")) for hands in (GUILTY, INNOCENT)]
    assert [{"take", "challenge"}] * 2 == lists
