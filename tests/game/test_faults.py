"""Faults reported against other UNO programs, each as a game which shows that this engine does not have it.

The names are those of the reports (``test_a2_...``). Where the rule sheet decides otherwise than the report asks,
the docstring says so, and the rule sheet stands.
"""

from collections import Counter
from itertools import count, pairwise
from random import Random

import pytest

from tests.game.games import (
    below,
    called,
    color,
    deal,
    dealt,
    direction,
    hand,
    is_whole,
    legal,
    matched,
    over,
    owing,
    penalty,
    phase,
    pile,
    play,
    refused,
    result,
    ruled,
    sizes,
    told,
    top,
    turn,
)
from uno_tui.game.cards import card
from uno_tui.game.deck import uno_deck
from uno_tui.game.errors import Reason
from uno_tui.game.events import Drew, Turned
from uno_tui.game.match import Match
from uno_tui.game.round import Round
from uno_tui.game.rule_tables import setup
from uno_tui.game.shuffle import shuffled
from uno_tui.game.view import Phase

FOURS = {f"W4:{letter}" for letter in "rygb"}


@pytest.mark.parametrize("moves", [["rR"], ["rS"], ["r+2", "take"], ["W4:r", "take"]])
def test_a1_two_players_reverse_is_a_skip(moves: list[str]) -> None:
    """With two seats the player of a Reverse, Skip, Draw Two or Wild Draw Four is on turn again."""
    assert 1 == turn(play(deal("rR rS r+2 W4 r1 | b1 b2", top="r5", rules="draw_four=free"), *moves))


def test_a1_three_players_of_whom_one_left() -> None:
    """After one of three left, a Reverse acts as Skip, since seats are counted when the card is played."""
    assert 1 == turn(play(deal("rR r1 r2 | b1 b2 | y1 y2", top="r5"), "3 leave", "rR"))


def test_a2_a_reshuffle_leaves_the_top_card() -> None:
    """The reshuffle takes all discards but the top one, and the top card and its color stay as they are."""
    game = play(deal("g1 g2 | *", top="W:b", pile="", below="y1 y2 y3"), "draw")
    assert ("W:b", "", 2) == (top(game), below(game), len(pile(game).split()))
    assert is_whole(game)


def test_a3_both_piles_empty() -> None:
    """If all cards are held, a draw yields none, and after a lap without a card the round is dead."""
    hands = " | ".join(["g1 g2", "b1 b2", "y1 y2", "g3 g4", "b3 b4", "y3 y4", "g6 g7", "b6 b7", "y6 y7", "*"])
    game = deal(hands, top="r5", pile="", below="")
    assert 107 == sum(sizes(game))
    for seat in range(1, 10):
        assert (seat, {"draw"}) == (turn(game), legal(game))
        game = play(game, "draw")
        assert not over(game)
    game = play(game, "draw")
    assert (True, None, sizes(deal(hands, top="r5", pile="", below=""))) == (
        result(game).dead,
        result(game).winner,
        sizes(game),
    )


def test_a3_a_penalty_with_both_piles_empty() -> None:
    """If only one card can be drawn of four owed, it is drawn, the debt lapses, and the turn passes."""
    game = play(deal("W4 r1 r2 | b1 b2 | *", top="W:y", pile="", below=""), "W4:r", "take")
    assert (3, 3, 0) == (sizes(game)[1], turn(game), penalty(game))


def test_a4_a_draw_across_the_reshuffle() -> None:
    """A penalty continues across a reshuffle: four owed are four drawn."""
    game = deal("W4 r1 r2 | b1 b2 | *", top="W:y", pile="g9", below="g1 g2 g3 g4 g6")
    game = play(game, "W4:r", "take")
    assert (6, True) == (sizes(game)[1], is_whole(game))


def test_a4_the_number_really_drawn_is_told() -> None:
    """If two of four owed cards can be drawn, the event shows both numbers."""
    game = play(deal("W4 r1 r2 | b1 b2 | *", top="W:y", pile="g9", below=""), "W4:r")
    assert [(2, 4)] == [(event.count, event.owed) for event in told(game, "take") if isinstance(event, Drew)]


def test_a5_the_color_is_the_rounds() -> None:
    """A Wild Draw Four named blue stays blue through a reshuffle, and a wild drawn again has no color."""
    game = play(deal("g1 g2 | *", top="W4:b", pile="", below="W"), "draw")
    assert "W4:b" == top(game)
    assert {"W:r", "W:y", "W:g", "W:b", "keep"} == legal(game)
    assert card("W").color is None


@pytest.mark.parametrize(
    ("cards", "upper", "expected"),
    [("W4 b4 W", "y4", True), ("W4 W b5", "W4:r", True), ("W4 b4 y1", "y4", False)],
)
def test_a6_only_the_color_in_force_bars_a_wild_draw_four(cards: str, upper: str, expected: bool) -> None:
    """Under `no_color`, as reported. The sheets' own `no_match` also counts the number, by our rule sheet (R7.3)."""
    game = deal(f"{cards} | g1 g2", top=upper, rules="draw_four=no_color")
    assert expected == (FOURS <= legal(game))


def test_a6_under_no_match_the_same_number_bars_it() -> None:
    """The rule sheet decides against the report: the Georgian and Malay sheets forbid the card if any card matches."""
    assert not FOURS & legal(deal("W4 b4 W | g1 g2", top="y4"))


def test_a7_judged_by_the_color_before_and_the_hand_then() -> None:
    """(a) Yellow before: a red Skip is innocent. (b) A Wild named red: guilty. (c) Later draws change nothing."""
    rules = "draw_four=bluff"
    innocent = deal("W4 rS g2 | b1 b2", top="y4", rules=rules)
    assert [2, 8] == sizes(play(innocent, "W4:r", "challenge"))
    guilty = deal("W4 rS g2 | b1 b2", top="W:r", rules=rules)
    assert [6, 2] == sizes(play(guilty, "W4:y", "challenge"))
    caught = deal("W4 rS | b1 b2 | g1 g2", top="y4", pile="y1 y2 b3 b4 b5 b6 b7 b8", rules=rules)
    caught = play(caught, "W4:r", "3 catch:1")
    assert "rS y1 y2" == hand(caught, 1)
    assert [3, 8, 2] == sizes(play(caught, "challenge"))


@pytest.mark.parametrize(
    ("cards", "answer", "expected", "on"),
    [
        ("W4 b1 b2", "take", [2, 6, 2], 3),
        ("W4 b1 b2", "challenge", [2, 8, 2], 3),
        ("W4 r1 b2", "challenge", [6, 2, 2], 2),
    ],
)
def test_a8_four_six_and_four(cards: str, answer: str, expected: list[int], on: int) -> None:
    """Accepted four, innocent six, guilty four; card and color stand; then nothing is owed and a draw is one card."""
    game = play(deal(f"{cards} | g1 g2 | y1 y2", top="r5", rules="draw_four=bluff"), "W4:b", answer)
    assert (expected, on, "W4:b", 0) == (sizes(game), turn(game), top(game), penalty(game))
    before = sizes(game)[on - 1]
    assert before + 1 == sizes(play(game, "draw"))[on - 1]


def test_a9_stacking_and_challenge_together() -> None:
    """One phase with all answers; the stacked card names its color, and the next is offered the same again."""
    game = deal("W4 r1 r2 | W4 g1 g2 | W4 y1 y2", top="b5", rules="draw_four=bluff stacking=same")
    game = play(game, "W4:r")
    assert (Phase.ANSWER, {"take", "challenge"} | FOURS) == (phase(game), legal(game))
    game = play(game, "W4:b")
    assert (8, 3, "b", {"take", "challenge"} | FOURS) == (penalty(game), turn(game), color(game), legal(game))
    assert "take" == game.idle(game.turn).text


def test_a10_what_stacks_on_what() -> None:
    """A penalty is answered by no card (`off`), by the same rank (`same`), or also by a Wild Draw Four (`cross`)."""
    hands = "r+2 W4 r1 | b+2 W4 b1 | y1 y2 y3"
    for rules, on_two, on_four in (
        ("stacking=off", set(), set()),
        ("stacking=same", {"b+2"}, FOURS),
        ("stacking=cross", {"b+2"} | FOURS, FOURS),
    ):
        game = deal(hands, top="r5", rules=f"draw_four=free {rules}")
        assert {"take"} | on_two == legal(play(game, "r+2"))
        assert {"take"} | on_four == legal(play(game, "W4:y"))
    game = play(deal(hands, top="r5", rules="draw_four=free stacking=same"), "r+2")
    assert Reason.NO_STACK == refused(game, "W4:g")
    assert 3 == turn(play(game, "b+2"))


def test_a11_a_penalty_is_exact() -> None:
    """Under `until_playable` four owed are four drawn, none of them may be played, and the turn passes."""
    game = deal("W4 r1 r2 | b1 b2 | y1 y2", top="g5", rules="draw=until_playable draw_four=free")
    game = play(game, "W4:r", "take")
    assert (6, 3, Phase.PLAY) == (sizes(game)[1], turn(game), phase(game))


def test_a12_going_out_on_a_penalty() -> None:
    """The next player draws, the cards count, the round is over at once, and nobody stacks."""
    game = deal("r+2! | r+2 b1 | y1 y2", top="r5", pile="g9 g8", rules="stacking=same")
    game = play(game, "r+2")
    assert (True, (0, 20 + 1 + 9 + 8, 3)) == (over(game), result(game).points)
    assert [set()] * 3 == [legal(game, seat) for seat in (1, 2, 3)]


def test_a12_going_out_on_a_stack() -> None:
    """Four owed and a last Draw Two on top: the next draws six."""
    game = deal("r+2 r1 r2 | b+2 b1 b2 | y+2! | g+2 g1", top="r5", rules="stacking=same")
    game = play(game, "r+2", "b+2", "y+2")
    assert (True, 2, 8) == (over(game), result(game).winner, sizes(game)[3])


def test_a14_a_call_with_the_play_or_after_it() -> None:
    """A call with the play and one after it both count, but not for a later single card."""
    game = deal("r1 g1 | b1 b2 b3", top="r5", pile="y8 b9 b8 b7")
    assert [] == owing(play(game, "r1!"))
    assert [] == owing(play(game, "r1", "1 uno"))
    game = play(game, "r1!", "draw", "draw")
    assert (2, [], []) == (sizes(game)[0], called(game), owing(game))
    game = deal("r1! | b1 b2 b3", top="y5", pile="y8 b9 b8")
    assert [1] == owing(play(game, "draw", "y8"))


def test_a15_how_long_the_catch_window_is_open() -> None:
    """A catch counts only before the next seat acts (`next_turn`), or as long as it holds (`until_last`) (R8.3)."""
    game = deal("r1 g1 | b1 b2 b3 | y1 y2", top="r5", pile="y9 y8 y7", rules="catch_window=next_turn")
    game = play(game, "r1")
    assert 3 == sizes(play(game, "3 catch:1"))[0]
    assert Reason.NO_CATCH == refused(play(game, "draw"), "3 catch:1")
    sheets = play(deal("r1 g1 | b1 b2 b3 | y1 y2", top="r5", pile="y9 y8 y7"), "r1", "draw")
    assert {"catch:1"} <= legal(sheets, 3)


def test_a15_two_seats_and_a_skip() -> None:
    """The window shuts when the offender, on turn again, acts."""
    game = play(deal("rS g1 | b1 b2", top="r5", rules="catch_window=next_turn"), "rS")
    assert {"catch:1"} == legal(game, 2)
    assert Reason.NO_CATCH == refused(play(game, "draw"), "2 catch:1")


def test_a17_catching_again_and_again() -> None:
    """An offence is caught once; further catches, and calls that are not due, are refused and change nothing."""
    game = play(deal("r1 g1 | b1 b2 b3 | y1 y2", top="r5"), "r1", "3 catch:1")
    for _ in range(20):
        assert Reason.NO_CATCH == refused(game, "3 catch:1")
        assert Reason.NO_CALL_DUE == refused(game, "1 uno")


def test_a19_doubles() -> None:
    """Two equal numbers may be played together; pairs of action cards, open in the report, may not (R10.4)."""
    game = play(deal("g3 g3 | b1 b2", top="g5", rules="doubles=on"), "g3x2")
    assert (True, []) == (over(game), owing(game))
    assert [1] == owing(play(deal("g3 g3 r1 | b1 b2", top="g5", rules="doubles=on"), "g3x2"))
    pairs = deal("g+2 g+2 gS gS gR gR W W W4 W4 | b1 b2", top="g5", rules="doubles=on draw_four=free")
    assert not [text for text in legal(pairs) if "x2" in text]
    for move in ("g+2x2", "gSx2", "gRx2", "Wx2:r", "W4x2:r"):
        assert Reason.NO_DOUBLES == refused(pairs, move)


def test_a20_one_draw_and_only_the_drawn_card() -> None:
    """After a draw only that card may be played or kept; no second draw, and nothing is played automatically."""
    game = play(deal("r1 g2 | b1 b2", top="r5", pile="r9 r8"), "draw")
    assert ({"r9", "keep"}, "r5") == (legal(game), top(game))
    assert (Reason.ALREADY_DREW, Reason.ONLY_DRAWN) == (refused(game, "draw"), refused(game, "r1"))
    assert "r1 r9 g2" == hand(play(game, "keep"), 1)


def test_a21_draw_until_playable() -> None:
    """The draw stops at the first playable card, at ten cards, or when none is left; the others see only the count."""
    rules = "draw=until_playable"
    first = play(deal("y1 y2 | b1 b2", top="r5", pile="g1 g2 r1 r2", rules=rules), "draw")
    assert (5, {"r1", "keep"}) == (sizes(first)[0], legal(first))
    ten = "g1 g1 g2 g2 g3 g3 g4 g4 g6 g6 r1"
    assert 12 == sizes(play(deal("y1 y2 | b1 b2", top="r5", pile=ten, rules=rules), "draw"))[0]
    assert 4 == sizes(play(deal("y1 y2 | *", top="r5", pile="g1 g2", below="", rules=rules), "draw"))[0]


def test_a21_a_wild_draw_four_drawn_with_a_red_card_kept() -> None:
    """A drawn Wild Draw Four may be played only where bluffing is allowed; elsewhere the draw continues."""
    hands = "r1 y2 | b1 b2"
    honest = play(deal(hands, top="r5", pile="W4 r9", rules="draw=until_playable"), "draw")
    assert {"r9", "keep"} == legal(honest)
    bluff = play(deal(hands, top="r5", pile="W4 r9", rules="draw=until_playable draw_four=bluff"), "draw")
    assert FOURS | {"keep"} == legal(bluff)


def test_a22_never_a_wild_without_a_color() -> None:
    """A wild without its color is refused and stays in the hand; the clock's action is complete."""
    game = deal("W g1 g2 | b1 b2", top="r5", rules="must_play=on")
    assert (Reason.COLOR_MISSING, "g1 g2 W", 1) == (refused(game, "W"), hand(game, 1), turn(game))
    assert "W:g" == game.idle(0).text


def test_a24_wilds_as_first_card() -> None:
    """Wild Draw Fours go back, however many; a Wild goes back or asks the player at the dealer's left."""
    for seed in count():
        game, events = Round.deal(setup(ruled("official"), 3), dealer=2, live=7, seed=f"wilds {seed}", shuffles=0)
        backs = [event.back for event in events if isinstance(event, Turned)].count(True)
        if backs > 1:
            break
    assert (2, True) == (backs, is_whole(game))
    assert not top(game).startswith("W4")
    game, _ = dealt("W", rules="official", dealer=3)
    assert (1, Phase.COLOR) == (turn(game), phase(game))
    assert "color:" in game.idle(0).text


@pytest.mark.parametrize(
    ("first", "seats", "on", "way"),
    [("S", 3, 2, 1), ("+2", 3, 2, 1), ("R", 3, 3, -1), ("S", 2, 2, 1), ("+2", 2, 2, 1), ("R", 2, 2, 1)],
)
def test_a25_action_cards_as_first_card(first: str, seats: int, on: int, way: int) -> None:
    """Skip and Draw Two take the first player's turn, Reverse gives it to the dealer; the two cannot be stacked on."""
    game, _ = dealt(first, seats=seats, dealer=seats, rules="stacking=cross")
    assert (on, way, Phase.PLAY) == (turn(game), direction(game), phase(game))
    assert (9 if first == "+2" else 7) == sizes(game)[0]


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("on", [1, 2, 3, 4])
@pytest.mark.parametrize("leaver", [1, 2, 3, 4])
def test_a26_the_turn_after_a_leaver(leaver: int, on: int, way: int) -> None:
    """The turn stays, or passes from a leaver in the direction of play; no card is lost."""
    game = play(deal("r1 r2 | y1 y2 | g1 g2 | b1 b2", top="r5", on=on, direction=way), f"{leaver} leave")
    expected = on if on != leaver else (on - 1 + way) % 4 + 1
    assert (expected, True, 0) == (turn(game), is_whole(game), sizes(game)[leaver - 1])


def test_a26_a_debt_goes_with_the_leaver() -> None:
    """If the seat that owes four leaves, the next seat owes nothing."""
    game = play(deal("W4 r1 r2 | y1 y2 | g1 g2", top="b5"), "W4:g", "2 leave")
    assert (3, 0, Phase.PLAY) == (turn(game), penalty(game), phase(game))


def test_a28_no_new_hand_by_leaving() -> None:
    """A seat that left gets no cards again, in this round or later; keeping seats open is the table's task."""
    match = play(matched(deal("r1! | b1 b2 b3 | y1 y2", top="r5", dealer=3)), "2 leave", "r1", "deal")
    assert 0 == sizes(match)[1]
    assert (Reason.NOT_SEATED, set()) == (refused(match, "2 draw"), legal(match, 2))


def test_a29_no_turn_without_cards() -> None:
    """After a round is won there is no turn, and only the next dealer can act."""
    match = play(matched(deal("r1! | b1 b2 | y1 y2", top="r5", dealer=1)), "r1")
    assert [set(), {"deal"}, set()] == [legal(match, seat) for seat in (1, 2, 3)]
    assert Reason.ROUND_OVER == refused(match, "3 draw")


def test_a30_a_winner_by_dropping_out() -> None:
    """The last one left wins the match and scores nothing (R9.5); the report would score the leaver's hand."""
    match = play(matched(deal("W W4 r1 | b9 b8", top="r5"), "100 200"), "2 leave")
    assert (0, (100, 0)) == (match.winner, match.scores)


def test_a31_values() -> None:
    """A Wild, a Draw Two and a 9 are 79 points; hands of only 0s are 0 points, and the round still counts as won."""
    assert 79 == result(play(deal("r1! | W b+2 g9", top="r5"), "r1")).points[1]
    match = play(matched(deal("r1! | b0 g0", top="r5")), "r1")
    assert ((0, 0), 0) == (match.scores, result(match).winner)


def test_a32_no_tie_at_the_target() -> None:
    """Only the round's winner scores, so of 490 and 480 points one passes 500 and the match is over."""
    match = play(matched(deal("r1! | W b1", top="r5"), "480 490"), "r1")
    assert ((531, 490), 0) == (match.scores, match.winner)


@pytest.mark.parametrize("number", range(16))
def test_a33_no_standstill_under_any_house_rules(number: int) -> None:
    """With ten seats, under every combination of four house rules, the seat on turn can act and the round ends."""
    house = [name for place, name in enumerate(("stacking", "doubles", "jump_in", "seven_zero")) if number >> place & 1]
    rules = ruled(" ".join(f"{name}={'same' if name == 'stacking' else 'on'}" for name in house))
    chance = Random(number)
    match, _ = Match.start(rules, 10, f"standstill {number}")
    for _ in range(10_000):
        if over(match):
            break
        moves = match.legal(match.turn)
        assert moves
        match, _ = match.apply(match.turn, chance.choice(moves))
    assert over(match)


def test_a34_after_a_wild_its_color_counts() -> None:
    """On a Wild named green a green card may be played, a red one may not."""
    game = deal("g1 r1 b2 | b1 b3", top="W:g")
    assert ({"g1", "draw"}, Reason.NO_MATCH) == (legal(game), refused(game, "r1"))


def test_a34_the_shuffle() -> None:
    """Equal cards are rarely adjacent after a shuffle; the same seed gives the same order."""
    neighbors: Counter[bool] = Counter()
    for seed in range(100):
        order = shuffled(range(108), f"neighbors {seed}", 0)
        assert order == shuffled(range(108), f"neighbors {seed}", 0)
        assert list(range(108)) == sorted(order)
        faces = [uno_deck().cards[i] for i in order]
        neighbors.update(one is other for one, other in pairwise(faces))
    expected = 100 * (48 * 2 + 2 * 12) / 108  # as many as chance makes: 48 pairs and two fours of equal cards
    assert 0.7 * expected < neighbors[True] < 1.3 * expected
