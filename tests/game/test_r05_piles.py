"""R5: the piles run out."""

from tests.game.games import below, deal, is_whole, matched, over, penalty, pile, play, result, sizes, told, top, turn
from uno_tui.game.events import Cause, Drew, Passed, Reshuffled


def test_r5_1_the_discards_become_the_draw_pile() -> None:
    """With the draw pile empty the other discards are shuffled into it; the top card stays."""
    game = deal("g1 g2 | *", top="r5", pile="", below="b1 b2 b3")
    events = told(game, "draw")
    assert Reshuffled(3) == events[0]
    game = play(game, "draw")
    assert ("r5", "", 2) == (top(game), below(game), len(pile(game).split()))
    assert is_whole(game)


def test_r5_1_not_before_a_card_must_be_drawn() -> None:
    """A draw of the last card of the pile does not reshuffle yet."""
    game = play(deal("g1 g2 | *", top="r5", pile="g9", below="b1 b2 b3"), "draw")
    assert ("", "b1 b2 b3") == (pile(game), below(game))


def test_r5_1_in_the_middle_of_a_draw() -> None:
    """If four are owed and one is in the pile, one is drawn, then three after a reshuffle."""
    game = play(
        deal("r+2 g1 g2 | r+2 g3 g4 | *", top="r5", pile="b1", below="b2 b3 b4 b6", rules="stacking=same"), "r+2"
    )
    game = play(game, "r+2")
    assert [2, 2] == sizes(game)[:2]
    before = sizes(game)[2]
    game = play(game, "take")
    assert before + 4 == sizes(game)[2]
    assert is_whole(game)


def test_r5_2_fewer_than_owed() -> None:
    """If one card is left and four are owed, one is drawn, the event shows both numbers, and the debt is gone."""
    game = play(deal("W4 r1 r2 | * | g1 g2", top="W:b", pile="", below=""), "W4:g")
    events = told(game, "take")
    assert (1, 4) == next((event.count, event.owed) for event in events if isinstance(event, Drew))
    game = play(game, "take")
    assert (3, 0, "") == (turn(game), penalty(game), pile(game))


def test_r5_3_none_at_all() -> None:
    """If there is no card, a draw yields none and the turn passes."""
    game = deal("g1 g2 | b1 b2 | *", top="r5", pile="", below="")
    assert (Drew(0, 0, 1, Cause.TURN, ()), Passed(0)) == told(game, "draw")
    assert (2, 2) == (turn(play(game, "draw")), sizes(play(game, "draw"))[0])


def test_r5_3_the_round_is_dead_after_a_lap_of_nothing() -> None:
    """Three seats, three turns with no card drawn and none played: nobody scores, the next dealer deals."""
    match = matched(deal("g1 g2 | b1 b2 | *", top="r5", pile="", below="", dealer=3), "10 20 30")
    match = play(match, "draw", "draw")
    assert not over(match)
    match = play(match, "draw")
    assert over(match)
    assert (True, None, (0, 0, 0)) == (result(match).dead, result(match).winner, result(match).points)
    assert ((10, 20, 30), 1) == (match.scores, turn(match))
    assert 2 == play(match, "deal").round.number


def test_r5_3_a_play_starts_the_count_anew() -> None:
    """A play between empty turns starts the count again, so the round continues."""
    game = deal("g1 g2 g3 | b1 b2 | *", top="r5", pile="", below="")
    assert not over(play(game, "draw", "draw", "r1", "draw"))


def test_r5_3_a_leaver_starts_the_count_anew() -> None:
    """A leaver resets the count of empty turns, and the leaver's cards can be drawn."""
    game = deal("g1 g2 | b1 b2 | y3 | *", top="r5", pile="", below="")
    game = play(game, "draw", "draw", "3 leave")
    assert not over(game)
    assert "y3" == below(game)
    game = play(game, "draw", "draw", "draw")
    assert not over(game)
    assert over(play(game, "draw"))


def test_r5_3_a_round_of_ten_thousand_actions_is_dead() -> None:
    """The 10,000th action makes the round dead, unless it ends it in another way."""
    game = deal("r1 r2 | b2 b3", top="r5", actions=9_998)
    game = play(game, "r1")
    assert not over(game)
    assert result(play(game, "draw")).dead
    won = play(deal("r1! | b2 b3", top="r5", actions=9_999), "r1")
    assert (False, 0) == (result(won).dead, result(won).winner)


def test_r5_2_a_penalty_of_nothing() -> None:
    """If a catch took the only card left, a penalty draws none and the turn passes."""
    game = deal("g+2 g1 | b1 b2 | *", top="W:g", pile="", below="", rules="catch_window=until_last")
    game = play(game, "g+2", "3 catch:1")
    assert (Drew(1, 0, 2, Cause.PENALTY, ()),) == told(game, "take")
    assert (3, 0) == (turn(play(game, "take")), penalty(play(game, "take")))
