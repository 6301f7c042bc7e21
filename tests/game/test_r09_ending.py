"""R9: the end of a round and of the match, and players who leave."""

import pytest

from tests.game.games import (
    below,
    color,
    deal,
    dealt,
    direction,
    is_whole,
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
    turn,
)
from uno_tui.game.errors import Reason
from uno_tui.game.events import Cause, Drew, Left, MatchWon
from uno_tui.game.round import Round
from uno_tui.game.view import Phase


@pytest.mark.parametrize("last", ["r1", "rS", "rR", "W"])
def test_r9_1_an_empty_hand_ends_the_round(last: str) -> None:
    """Any last card ends the round, and no seat is on turn."""
    game = play(deal(f"{last}! | b1 b2 b3 | y1 y2 y3", top="r5"), last)
    assert (True, 0) == (over(game), result(game).winner)
    assert [set()] * 3 == [legal(game, seat) for seat in (1, 2, 3)]
    assert Reason.ROUND_OVER == refused(game, "2 draw")


@pytest.mark.parametrize(("last", "count"), [("r+2", 2), ("W4", 4)])
@pytest.mark.parametrize("rules", ["classic", "official stacking=cross"])
def test_r9_1_the_last_card_is_a_penalty(last: str, count: int, rules: str) -> None:
    """After a last Draw Two or Wild Draw Four the next player draws at once, without an answer, and the cards count."""
    game = deal(f"{last}! | W4 r+2 b1 | y1 y2 y3", top="r5", pile="g9 g9 g8 g8 g7", rules=rules)
    drew = [event for event in told(game, last) if isinstance(event, Drew)]
    assert [(1, count, Cause.PENALTY)] == [(event.seat, event.count, event.cause) for event in drew]
    game = play(game, last)
    assert over(game)
    assert (0, 71 + (9 + 9 + 8 + 8 if count == 4 else 9 + 9), 6) == result(game).points


def test_r9_1_the_last_card_of_a_stack() -> None:
    """A last card that is stacked makes the next player draw the whole sum."""
    game = deal("r+2 r1 r2 | b+2! | y1 y2 y3", top="r5", rules="stacking=same")
    game = play(game, "r+2", "b+2")
    assert (True, [2, 0, 7]) == (over(game), sizes(game))


def test_r9_1_the_last_two_as_a_double() -> None:
    """A double empties the hand as well as a single card."""
    game = play(deal("r1 r1 | b1 b2", top="r5", rules="doubles=on"), "r1x2")
    assert (True, 0) == (over(game), result(game).winner)


def test_r9_2_the_winner_scores_the_other_hands() -> None:
    """A Wild, a Draw Two and a 9 are 79 points; everybody sees the hands left over."""
    match = play(matched(deal("r1! | W b+2 | g9", top="r5"), "5 6 7"), "r1")
    assert ((0, 70, 9), (84, 6, 7)) == (result(match).points, match.scores)
    assert ["", "b+2 W", "g9"] == [" ".join(map(str, cards)) for cards in result(match).hands]


def test_r9_3_the_target_wins_the_match() -> None:
    """A player who reaches the target wins the match at once."""
    match = matched(deal("r1! | b9 b8", top="r5"), "483 490")
    assert MatchWon(0) == told(match, "r1")[-1]
    match = play(match, "r1")
    assert (True, 0, 1, (500, 490)) == (match.over, match.winner, turn(match), match.scores)
    assert [set(), set()] == [legal(match, 1), legal(match, 2)]
    assert Reason.MATCH_OVER == refused(match, "1 deal")
    assert Reason.MATCH_OVER == refused(match, "2 draw")


def test_r9_3_below_the_target_the_match_goes_on() -> None:
    """One point below the target another round is dealt, and the scores are kept."""
    match = play(matched(deal("r1! | b9 b8", top="r5"), "482 490"), "r1")
    assert (False, None, (499, 490)) == (match.over, match.winner, match.scores)
    match = play(match, "deal")
    assert ((499, 490), 2) == (match.scores, match.round.number)


def test_r9_3_target_one_is_one_round() -> None:
    """With target 1 the first round won wins the match, even with no points."""
    match = play(matched(deal("r1! | b0 g0", top="r5", rules="quick")), "r1")
    assert ((0, 0), 0) == (match.scores, match.winner)


def test_r9_4_caught() -> None:
    """With `scoring=caught` all add up their own hands; the lowest total wins when a player reaches the target."""
    rules = "scoring=caught target=100"
    match = play(matched(deal("r1! | W b9 | g9", top="r5", rules=rules), "60 10 20"), "r1")
    assert ((60, 69, 29), None) == (match.scores, match.winner)
    match = play(matched(deal("r1! | W b9 | g9", top="r5", rules=rules), "60 41 20"), "r1")
    assert ((60, 100, 29), 2) == (match.scores, match.winner)


def test_r9_4_while_the_lowest_is_shared_another_round() -> None:
    """While two share the lowest total, another round is played, though the target is reached."""
    rules = "scoring=caught target=100"
    match = play(matched(deal("r1! | W b9 | g9", top="r5", rules=rules), "30 60 21"), "r1")
    assert ((30, 119, 30), None) == (match.scores, match.winner)
    assert 2 == play(match, "deal").round.number


def test_r9_4_caught_with_target_one() -> None:
    """A match of one round is won by the round's winner under either scoring."""
    match = play(matched(deal("r1! | b0 g0", top="r5", rules="scoring=caught target=1")), "r1")
    assert ((0, 0), 0) == (match.scores, match.winner)


def test_r9_5_the_hand_goes_under_the_discard_pile() -> None:
    """The leaver's cards lie under the top card, and may be drawn again."""
    game = deal("r1 r2 | b1 b2 | *", top="r5", pile="g9", below="g8")
    assert (Left(1),) == told(game, "2 leave")
    game = play(game, "2 leave")
    assert ("g8 b1 b2", True) == (below(game), is_whole(game))


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("on", [1, 2, 3, 4])
@pytest.mark.parametrize("leaver", [1, 2, 3, 4])
def test_r9_5_the_turn_goes_on_by_seat(leaver: int, on: int, way: int) -> None:
    """A leaver on turn passes the turn in the direction of play; any other leaver does not change it."""
    game = deal("r1 r2 | b1 b2 | y1 y2 | g1 g2", top="r5", on=on, direction=way)
    after = play(game, f"{leaver} leave")
    assert (on if leaver != on else (on - 1 + way) % 4 + 1) == turn(after)
    assert (way, Phase.PLAY) == (direction(after), phase(after))
    step = play(after, "draw", *(["keep"] if "keep" in legal(play(after, "draw")) else []))
    assert leaver != turn(step)


def test_r9_5_the_offender_gone() -> None:
    """If the offender leaves, there is no challenge; taking, stacking and the sum stay."""
    game = deal("W4 r1 g1 | W4 b1 b2 | y1 y2 y3", top="r5", rules="official stacking=same")
    game = play(game, "W4:g", "1 leave")
    assert {"take", "W4:r", "W4:y", "W4:g", "W4:b"} == legal(game)
    assert Reason.NO_CHALLENGE == refused(game, "challenge")
    assert 4 == penalty(game)


def test_r9_5_a_third_gone() -> None:
    """If another player leaves, challenge and sum stay."""
    game = play(deal("W4 r1 g1 | b1 b2 | y1 y2 y3", top="r5", rules="official"), "W4:g", "3 leave")
    assert ({"take", "challenge"}, 4) == (legal(game), penalty(game))


def test_r9_5_who_owes_the_penalty_gone() -> None:
    """If the seat that owes a penalty leaves, it lapses, and the next takes a normal turn under the named color."""
    game = play(deal("W4 r1 g1 | b1 b2 | y1 g2 y3", top="r5", rules="official"), "W4:g", "2 leave")
    assert (3, Phase.PLAY, 0, "g") == (turn(game), phase(game), penalty(game), color(game))
    assert {"g2", "draw"} == legal(game)


def test_r9_5_who_had_drawn_gone() -> None:
    """If a player who is deciding on a drawn card leaves, the turn passes."""
    game = play(deal("r1 g1 | b1 b2 | y1 y2", top="r5", pile="r9 r8"), "draw", "1 leave")
    assert (2, Phase.PLAY, 0) == (turn(game), phase(game), sizes(game)[0])


def test_r9_5_who_owed_the_first_color_gone() -> None:
    """If the player who owes the first color leaves, the next seat names it, then plays."""
    game, _ = dealt("W", seats=4, dealer=4, rules="first_wild=choose")
    game = play(game, "1 leave")
    assert (2, Phase.COLOR) == (turn(game), phase(game))
    assert {"color:r", "color:y", "color:g", "color:b"} == legal(game)


def test_r9_5_a_third_gone_while_the_color_is_owed() -> None:
    """If another player leaves, the first player still names the color."""
    game, _ = dealt("W", seats=4, dealer=4, rules="first_wild=choose")
    game = play(game, "3 leave")
    assert (1, Phase.COLOR) == (turn(game), phase(game))


def test_r9_5_the_next_dealer_gone() -> None:
    """If the dealer-to-be leaves during or after the round, the next player to the left deals."""
    before = play(matched(_three()), "2 leave", "r1")
    after = play(matched(_three()), "r1", "2 leave")
    for match in (before, after):
        assert ({"deal"}, 3) == (legal(match, 3), turn(match))
        dealt_on = play(match, "deal")
        assert (2, 0) == (dealt_on.round.dealer, sizes(dealt_on)[1])


def test_r9_5_the_points_drop_out() -> None:
    """A leaver's points drop out, and the winner scores only hands still held."""
    match = play(matched(_three(), "10 20 30"), "2 leave", "r1")
    assert (13, 0, 30) == match.scores


def test_r9_5_the_last_one_wins() -> None:
    """One player left wins the match; the round is not scored."""
    match = play(matched(_three(), "10 20 30"), "1 leave")
    assert MatchWon(2) == told(match, "2 leave")[-1]
    match = play(match, "2 leave")
    assert (2, (0, 0, 30), True) == (match.winner, match.scores, over(match))
    assert (None, False) == (result(match).winner, result(match).dead)


def test_r9_5_between_rounds_the_last_one_wins_too() -> None:
    """If all but one have left after a round, the last one wins the match and no round is dealt."""
    match = play(matched(deal("r1! | b1 b2", top="r5")), "r1", "2 leave")
    assert (0, (3, 0)) == (match.winner, match.scores)


def test_r9_5_leaving_twice_or_late_is_nothing() -> None:
    """A seat that left cannot leave again, and nobody leaves a match that is over."""
    match = play(matched(_three()), "2 leave")
    assert match == play(match, "2 leave")
    assert () == told(match, "2 leave")
    won = play(match, "3 leave")
    assert won == play(won, "1 leave")
    round_ = play(_three(), "2 leave")
    assert round_ is play(round_, "2 leave")


def test_r9_5_a_leaver_owes_no_call() -> None:
    """A leaver who owed a call cannot be caught, and cannot act."""
    game = play(deal("r1 g1 | b1 b2 | y1 y2", top="r5"), "r1", "1 leave")
    assert ([], set()) == (owing(game), legal(game, 1))
    assert Reason.NO_CATCH == refused(game, "2 catch:1")


def _three() -> Round:
    return deal("r1! | b1 b2 | y1 y2", top="r5", dealer=1)
