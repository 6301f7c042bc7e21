"""R14: teams of partners."""

from random import Random

import pytest

from tests.game.anyrules import moves
from tests.game.games import deal, hand, is_whole, legal, matched, over, owing, play, result, ruled, sizes, told, turn
from uno_tui.game.errors import RulesError
from uno_tui.game.events import Left, MatchWon, RoundEnded
from uno_tui.game.match import Match
from uno_tui.game.record import Move, Record
from uno_tui.game.round import Round
from uno_tui.game.verify import read_record


def teams(rules: str, seats: int) -> list[list[int]]:
    """Return the seats of each team, from 1, as the view shows them."""
    match, _ = Match.start(ruled(rules), seats, "teams")
    found: dict[int | None, list[int]] = {}
    for seat, one in enumerate(match.view(None).seats, 1):
        found.setdefault(one.team, []).append(seat)
    return list(found.values())


@pytest.mark.parametrize(
    ("seats", "pairs"),
    [
        (4, [[1, 3], [2, 4]]),
        (6, [[1, 4], [2, 5], [3, 6]]),
        (8, [[1, 5], [2, 6], [3, 7], [4, 8]]),
        (10, [[1, 6], [2, 7], [3, 8], [4, 9], [5, 10]]),
    ],
)
def test_r14_1_pairs_sit_opposite(seats: int, pairs: list[list[int]]) -> None:
    """In pairs each seat plays with the one opposite."""
    assert pairs == teams("teams=pairs", seats)


@pytest.mark.parametrize(
    ("seats", "halves"),
    [
        (4, [[1, 3], [2, 4]]),
        (6, [[1, 3, 5], [2, 4, 6]]),
        (8, [[1, 3, 5, 7], [2, 4, 6, 8]]),
        (10, [[1, 3, 5, 7, 9], [2, 4, 6, 8, 10]]),
    ],
)
def test_r14_1_halves_sit_in_turn(seats: int, halves: list[list[int]]) -> None:
    """In halves two teams sit in turn: no seat is next to a partner."""
    assert halves == teams("teams=halves", seats)


@pytest.mark.parametrize("seats", [2, 3, 5, 7, 9])
@pytest.mark.parametrize("kind", ["pairs", "halves"])
def test_r14_1_other_numbers_of_seats_are_refused(kind: str, seats: int) -> None:
    """The error says which numbers of players would be right; without teams the same number is allowed."""
    with pytest.raises(RulesError, match=f"teams={kind} is for 4, 6, 8 or 10 players, not {seats}"):
        Match.start(ruled(f"teams={kind}"), seats, "odd")
    Match.start(ruled("teams=off"), seats, "odd")


def test_r14_1_without_teams_nobody_has_a_partner() -> None:
    """By default no view names a team, a partner or a winning team."""
    view = Match.start(ruled(""), 4, "alone")[0].view(0)
    assert ([None] * 4, ()) == ([seat.team for seat in view.seats], view.partners(0))
    match = play(matched(deal("r1! | b1 b2 | y1 y2 | g1 g2", top="r5", rules="quick")), "r1")
    assert (0, None, None) == (match.winner, match.winning_team, match.view(2).winning_team)


def test_r14_1_partners_in_a_view() -> None:
    """A view names the partners of each seat; a spectator has none."""
    view = Match.start(ruled("teams=halves"), 6, "six")[0].view(1)
    assert [(2, 4), (3, 5), (0, 4)] == [view.partners(seat) for seat in (0, 1, 2)]
    assert () == view.partners(None)


def test_r14_1_nobody_sees_the_hand_of_a_partner() -> None:
    """A partner's cards do not change a player's view, which shows only the player's own hand."""
    one = matched(deal("r1 r2 | b1 b2 | y9 g9 | g1 g2", top="r5", rules="teams=pairs", pile="g3 g4"))
    other = matched(deal("r1 r2 | b1 b2 | g3 g4 | g1 g2", top="r5", rules="teams=pairs", pile="g9 y9"))
    assert ("y9 g9", "g3 g4") == (hand(one, 3), hand(other, 3))
    assert one.view(0) == other.view(0)
    assert "g9" not in repr(one.view(0))


def test_r14_2_the_team_of_the_winner_scores_the_other_teams() -> None:
    """The winner's team gets the value of the other teams' hands; the partner's Wild counts for nobody."""
    match = play(matched(four("r1! | b9 | W | g9 gS"), "5 6 5 6"), "r1")
    assert ((0, 9, 50, 29), (38, 0, 38, 0)) == (result(match).points, result(match).gained(match.rules))
    assert ((43, 6, 43, 6), None) == (match.scores, match.winner)


def test_r14_2_pairs_among_six() -> None:
    """Of three pairs the winner's gets what the other two hold, and they get nothing."""
    match = play(matched(deal("r1! | b9 | g8 | W | y7 y6 | gS", top="r5", rules="teams=pairs")), "r1")
    assert (9 + 8 + 7 + 6 + 20, 0, 0, 50, 0, 0) == match.scores


def test_r14_2_the_last_card_gives_cards_to_the_next_seat_as_ever() -> None:
    """A round ends as without teams: a last Draw Two makes the next seat draw, and those cards count."""
    match = play(matched(four("r+2! | b9 | g1 | y1", pile="g9 y8")), "r+2")
    assert ((0, 26, 1, 1), (27, 0, 27, 0)) == (result(match).points, match.scores)


def test_r14_2_a_last_card_may_give_cards_to_a_partner() -> None:
    """With the seat between them gone, the next seat is the partner, whose new cards count for nobody."""
    match = play(matched(four("r+2! | b9 b8 | g1 | y1", pile="g9 y8")), "2 leave", "r+2")
    assert ((0, 0, 18, 1), (1, 0, 1, 0)) == (result(match).points, match.scores)


def test_r14_2_the_target_is_reached_by_the_team() -> None:
    """The points of both partners count together towards the target; both have won."""
    match = matched(four("b1 b2 | y1 y2 | r1! | g9 g8", on=3), "483 490 483 490")
    events = told(match, "r1")
    assert MatchWon(2) == events[-1]
    match = play(match, "r1")
    assert ((503, 490, 503, 490), 2, 0, 3) == (match.scores, match.winner, match.winning_team, turn(match))
    assert 0 == match.view(1).winning_team


def test_r14_2_target_one_is_one_round() -> None:
    """With target 1 the team of the round's winner wins the match, even with no points."""
    match = play(matched(deal("b0 g0 | r1! | y0 | W", top="r5", on=2, rules="quick teams=halves")), "r1")
    assert ((0, 0, 0, 0), 1, 1) == (match.scores, match.winner, match.winning_team)


def test_r14_2_caught() -> None:
    """With `scoring=caught` each team adds up its hands, also the winner's team; the lowest total wins."""
    rules = "teams=pairs scoring=caught target=100"
    match = play(matched(deal("r1! | b9 | W | gS", top="r5", rules=rules), "40 10 40 10"), "r1")
    assert ((90, 39, 90, 39), None) == (match.scores, match.winner)
    match = play(matched(deal("r1! | b9 | W | gS", top="r5", rules=rules), "60 10 60 10"), "r1")
    assert ((110, 39, 110, 39), 1, 1) == (match.scores, match.winner, match.winning_team)
    match = play(matched(deal("r1 | b9 | r2! | gS W", top="r5", on=3, rules=rules), "10 60 10 60"), "r2")
    assert ((11, 139, 11, 139), 2, 0) == (match.scores, match.winner, match.winning_team)


def test_r14_2_while_teams_share_the_lowest_another_round() -> None:
    """Partners share their total, which ends the match; two teams that share it play on."""
    rules = "teams=pairs scoring=caught target=50"
    match = play(matched(deal("r1! | b1 | W | W | g3 | y6", top="r5", rules=rules), "0 6 0 0 6 0"), "r1")
    assert (50, 10, 56, 50, 10, 56) == match.scores
    assert 1 == match.winning_team
    match = play(matched(deal("r1! | b1 | W | W | g3 | y6", top="r5", rules=rules), "0 52 0 0 52 0"), "r1")
    assert ((50, 56, 56, 50, 56, 56), 0) == (match.scores, match.winner)
    match = play(matched(deal("r1! | b1 | g6 | W | g3 | W", top="r5", rules=rules), "6 52 0 6 52 0"), "r1")
    assert ((56, 56, 56, 56, 56, 56), None, 2) == (match.scores, match.winner, play(match, "deal").round.number)


def test_r14_3_a_partner_catches_and_is_caught() -> None:
    """A seat may catch its partner, and be caught by it."""
    game = play(four("r1 g1 | b1 b2 | y1 y2 | g1 g2"), "r1")
    assert [1] == owing(game)
    assert "catch:1" in legal(game, 3)
    assert 3 == sizes(play(game, "3 catch:1"))[0]


def test_r14_3_a_partner_challenges() -> None:
    """With the seat between them gone, a partner answers a Wild Draw Four, and may challenge it."""
    game = deal("W4 r1 g1 | b1 b2 | y1 y2 | g1 g2", top="r5", rules="official teams=pairs")
    game = play(game, "2 leave", "W4:b")
    assert {"take", "challenge"} == legal(game, 3)
    assert [6, 0, 2, 2] == sizes(play(game, "challenge"))


def test_r14_3_hands_are_swapped_and_passed_as_ever() -> None:
    """A 7 may swap hands with a partner, a 0 passes every hand to the next seat."""
    rules = "teams=pairs seven_zero=on"
    game = deal("r7 r0 g1 g2 | b1 b2 | y1 y2 | g5 g6", top="r5", rules=rules)
    assert {"r7@2", "r7@3", "r7@4", "r0", "draw"} == legal(game)
    swapped = play(game, "r7@3")
    assert ("y1 y2", "r0 g1 g2") == (hand(swapped, 1), hand(swapped, 3))
    assert ["g5 g6", "r7 g1 g2", "b1 b2", "y1 y2"] == [hand(play(game, "r0"), seat) for seat in (1, 2, 3, 4)]


def test_r14_4_the_points_stay_with_the_team() -> None:
    """One who leaves keeps the points to the partner, who wins more for both."""
    match = play(matched(four("r1! | b1 b2 | y1 y2 | g1 g2"), "10 20 10 20"), "3 leave")
    assert (10, 20, 10, 20) == match.scores
    assert (16, 20, 16, 20) == play(match, "r1").scores


def test_r14_4_a_team_without_players_is_out() -> None:
    """When both of a pair have left, its points drop out, and the other pairs play on."""
    six = deal("r1! | b1 b2 | y1 y2 | g1 g2 | r3 r4 | b3 b4", top="r5", rules="teams=pairs")
    match = play(matched(six, "10 20 30 10 20 30"), "2 leave")
    assert (10, 20, 30, 10, 20, 30) == match.scores
    match = play(match, "5 leave")
    assert ((10, 0, 30, 10, 0, 30), None) == (match.scores, match.winner)
    assert (10 + 3 + 7, 0, 30, 20, 0, 30) == play(match, "r1").scores


def test_r14_4_one_team_left_wins_the_match() -> None:
    """When only partners are left, their team wins at once; the round is not scored, and nobody is on turn."""
    match = play(matched(four("r1! | b1 b2 | y1 y2 | g1 g2"), "10 20 10 20"), "2 leave")
    assert (False, None) == (over(match), match.winner)
    assert (Left(3), RoundEnded(None, (0,) * 4, ((),) * 4), MatchWon(0)) == told(match, "4 leave")
    match = play(match, "4 leave")
    assert ((10, 0, 10, 0), 0, 0, True) == (match.scores, match.winner, match.winning_team, over(match))
    assert [set()] * 4 == [legal(match, seat) for seat in (1, 2, 3, 4)]


def test_r14_4_one_player_of_a_team_left_wins_too() -> None:
    """The last team may be one player, whose partner left before."""
    match = play(matched(four("r1! | b1 b2 | y1 y2 | g1 g2"), "10 20 10 20"), "1 leave", "2 leave", "4 leave")
    assert ((10, 0, 10, 0), 2, 0) == (match.scores, match.winner, match.winning_team)


def test_r14_4_between_rounds_one_team_left_wins() -> None:
    """Also between rounds the match ends when only partners are left."""
    match = play(matched(four("r1! | b1 b2 | y1 y2 | g1 g2")), "r1", "2 leave", "4 leave")
    assert (0, True, (6, 0, 6, 0)) == (match.winner, match.over, match.scores)


def test_r14_4_a_leaver_has_no_part_in_who_went_out() -> None:
    """The winner by `scoring=caught` is a seat that still plays: the one that went out, or its team's first."""
    rules = "teams=pairs scoring=caught target=100"
    game = deal("r1 | b9 | r2! | gS W", top="r5", on=3, rules=rules)
    match = play(matched(game, "10 90 10 90"), "1 leave", "r2")
    assert ((10, 169, 10, 169), 2) == (match.scores, match.winner)
    game = deal("r1! | b9 | W | g1", top="r5", rules=rules)
    match = play(matched(game, "60 10 60 10"), "2 leave", "r1")
    assert ((110, 11, 110, 11), 3, 1) == (match.scores, match.winner, match.winning_team)


def four(hands: str, on: int = 1, pile: str | None = None) -> Round:
    """A round of two pairs, at seats 1 and 3, and 2 and 4."""
    return deal(hands, top="r5", rules="teams=pairs", on=on, pile=pile)


@pytest.mark.parametrize("number", range(20))
def test_partners_share_their_points_in_every_match(number: int) -> None:
    """Partners always have the same score, a winner is of the team with the best one, and all cards are there.

    The record of the match says that it has teams, and is read back to the same match.
    """
    chance = Random(number)
    seats = chance.choice([4, 6, 8, 10])
    kind, scoring = chance.choice(["pairs", "halves"]), chance.choice(["winner_takes", "caught"])
    rules = ruled(f"party teams={kind} scoring={scoring} target=150 hand_size=3")
    match, _ = Match.start(rules, seats, f"teams {number}")
    record = Record.of(match, [f"player {seat}" for seat in range(seats)])
    while not match.over:
        left = chance.random() < 0.005
        seat, action = (match.turn, None) if left else chance.choice(moves(match))
        record, match = record.then(match, seat, action)
        count = rules.teams_of(seats)
        assert all(points == match.scores[seat % count] for seat, points in enumerate(match.scores))
        assert is_whole(match)
    assert match.winner is not None
    assert match.live >> match.winner & 1
    assert record.text.startswith("uno-tui record 3\n")
    assert record == read_record(record.text)
    assert isinstance(record.moves[0], Move)
