"""R2: seats, dealer, deal."""

from itertools import count

import pytest

from tests.game.games import deal as arranged
from tests.game.games import dealt, direction, legal, matched, play, refused, ruled, sizes, turn
from uno_tui.game.errors import Reason, RulesError
from uno_tui.game.events import DealerDrew, Dealt
from uno_tui.game.match import Match
from uno_tui.game.round import Round
from uno_tui.game.rule_tables import setup
from uno_tui.game.shuffle import shuffled


@pytest.mark.parametrize(
    ("seats", "words"), [(1, "UNO is for 2 to 10 players, not 1"), (11, "UNO is for 2 to 10 players, not 11")]
)
def test_r2_1_two_to_ten_players(seats: int, words: str) -> None:
    """Two to ten seats can play; other numbers raise an error that states the limits."""
    with pytest.raises(RulesError, match=words):
        Match.start(ruled(""), seats, "seats")
    for good in (2, 10):
        assert good == len(sizes(Match.start(ruled(""), good, "seats")[0]))


def test_r2_2_the_highest_number_deals() -> None:
    """Every player draws one card that everybody sees; action cards and wilds count 0."""
    for attempt in range(20):
        match, events = Match.start(ruled(""), 4, f"dealer {attempt}")
        draws = [event for event in events if isinstance(event, DealerDrew)]
        assert [0, 1, 2, 3] == [seat for seat, _ in draws[0].cards]
        numbers = {seat: int(face.rank) if face.rank.is_number else 0 for seat, face in draws[-1].cards}
        assert max(numbers.values()) == numbers[match.round.dealer]
        assert isinstance(events[len(draws)], Dealt)


def test_r2_2_those_tied_draw_again() -> None:
    """Players tied for the highest number draw again from the whole deck; the others do not."""
    for attempt in count():
        match, events = Match.start(ruled(""), 3, f"tie {attempt}")
        draws = [event for event in events if isinstance(event, DealerDrew)]
        if len(draws) > 1:
            break
    numbers = [(seat, int(face.rank) if face.rank.is_number else 0) for seat, face in draws[0].cards]
    tied = [seat for seat, number in numbers if number == max(number for _, number in numbers)]
    assert tied == [seat for seat, _ in draws[1].cards]
    assert match.round.dealer in tied


def test_r2_2_the_table_sees_the_draw() -> None:
    """The dealer draw with its cards is in every seat's and every spectator's history."""
    match, events = Match.start(ruled(""), 3, "seen")
    for seat in (0, 1, 2, None):
        assert events[0] == match.view(seat).history[0]


def test_r2_3_the_deal_passes_to_the_left() -> None:
    """After seat 3 dealt, only seat 1 may deal the next round, which starts clockwise."""
    match = play(matched(arranged("r1! | b2 b3 | g2 g3", top="r3", dealer=3, direction=-1)), "r1")
    assert ({"deal"}, set(), set()) == (legal(match, 1), legal(match, 2), legal(match, 3))
    assert Reason.NOT_DEALER == refused(match, "2 deal")
    match = play(match, "1 deal")
    assert (2, 0) == (match.round.number, match.round.dealer)
    match, _ = Match.start(ruled(""), 3, "clockwise")
    while match.round.setup.deck.cards[match.round.top].rank.text == "R":
        match, _ = Match.start(ruled(""), 3, match.seed + "!")
    assert 1 == direction(match)


def test_r2_3_no_deal_while_a_round_goes_on() -> None:
    """Dealing is refused until the round is over."""
    assert Reason.ROUND_GOING == refused(matched(arranged("r1 r2 | b2 b3", top="r3")), "deal")


@pytest.mark.parametrize("size", [1, 7, 15])
def test_r2_4_one_card_at_a_time_from_the_dealers_left(size: int) -> None:
    """With seat 2 of three dealing, seat 3 gets the first card, seat 1 the second; the rest is the draw pile."""
    match_setup = setup(ruled(f"hand_size={size}"), 3)
    order = shuffled(range(108), "dealt in order", 0)[::-1]
    game, _ = Round.deal(match_setup, dealer=1, live=7, seed="dealt in order", shuffles=0)
    got = [game.setup.deck.ids(hand) for hand in game.hands]
    assert [sorted(order[place : 3 * size : 3]) for place in (1, 2, 0)] == got
    assert order[3 * size + 1 :] == list(game.pile[: game.left])[::-1]


def test_r2_5_the_top_card_starts_the_discard_pile() -> None:
    """The card after the hands is turned and is the only card of the discard pile."""
    game, _ = Round.deal(setup(ruled(""), 3), dealer=1, live=7, seed="dealt in order", shuffles=0)
    assert shuffled(range(108), "dealt in order", 0)[::-1][21] == game.top
    assert 0 == game.discards


def test_r2_6_the_dealers_left_starts() -> None:
    """With a number as first card the player after the dealer is on turn, going clockwise."""
    game, _ = dealt("7", seats=4, dealer=4)
    assert (1, 1) == (turn(game), direction(game))
    assert 2 == turn(play(game, game.legal(game.turn)[0].text))
