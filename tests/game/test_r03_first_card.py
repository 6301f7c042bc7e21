"""R3: the first card."""

from itertools import count

import pytest

from tests.game.games import (
    color,
    dealt,
    direction,
    hand,
    is_whole,
    legal,
    phase,
    play,
    refused,
    ruled,
    sizes,
    top,
    turn,
)
from uno_tui.game.errors import Reason
from uno_tui.game.events import Cause, Drew, Skipped, Turned
from uno_tui.game.round import Round
from uno_tui.game.rule_tables import setup
from uno_tui.game.shuffle import shuffled
from uno_tui.game.view import Phase


def test_r3_1_skip() -> None:
    """With seat 4 of four dealing, seat 1 is skipped and seat 2 plays."""
    game, events = dealt("S", seats=4, dealer=4)
    assert (2, 1) == (turn(game), direction(game))
    assert Skipped(0) == events[-1]


def test_r3_1_draw_two() -> None:
    """A Draw Two makes the first player draw two and lose the turn."""
    game, events = dealt("+2", seats=4, dealer=4)
    assert (2, [9, 7, 7, 7]) == (turn(game), sizes(game))
    drawn = events[-1]
    assert isinstance(drawn, Drew)
    assert (0, 2, Cause.PENALTY) == (drawn.seat, drawn.count, drawn.cause)


def test_r3_1_draw_two_cannot_be_stacked_on() -> None:
    """The two are drawn at once, without an answer phase, whatever the first player holds."""
    game, _ = dealt("+2", seats=4, dealer=4, rules="stacking=cross")
    assert (Phase.PLAY, 2, [9, 7, 7, 7]) == (phase(game), turn(game), sizes(game))


def test_r3_1_reverse() -> None:
    """The dealer plays first, and play goes to the right: after seat 4 comes seat 3."""
    game, _ = dealt("R", seats=4, dealer=4)
    assert (4, -1) == (turn(game), direction(game))
    number = next(one for one in sorted(legal(game)) if one[1:] in set("0123456789"))
    assert 3 == turn(play(game, number))


@pytest.mark.parametrize("first", ["S", "R", "+2"])
def test_r3_1_with_two_players_the_dealer_is_on_turn(first: str) -> None:
    """Skip, Reverse and Draw Two all leave the dealer of two on turn, clockwise."""
    game, _ = dealt(first, seats=2, dealer=2)
    assert (2, 1) == (turn(game), direction(game))


def test_r3_2_a_wild_goes_back() -> None:
    """With `reshuffle` the Wild goes back, the pile is reshuffled, another card is turned; the hands stay."""
    game, events = dealt("W", rules="first_wild=reshuffle")
    turned = [event for event in events if isinstance(event, Turned)]
    assert [True] * (len(turned) - 1) + [False] == [event.back for event in turned]
    assert not game.setup.deck.cards[game.top].is_wild
    assert is_whole(game)
    chosen, _ = dealt("W", rules="first_wild=choose")
    assert [hand(game, seat) for seat in (1, 2, 3)] == [hand(chosen, seat) for seat in (1, 2, 3)]


def test_r3_2_the_first_player_names_the_color() -> None:
    """With `choose` the player at the dealer's left names the color, then plays."""
    game, _ = dealt("W", seats=4, dealer=4, rules="first_wild=choose")
    assert (1, Phase.COLOR, "", "W") == (turn(game), phase(game), color(game), top(game))
    assert {"color:r", "color:y", "color:g", "color:b"} == legal(game)
    held = hand(game, 1).split()[0]
    for move in ("draw", "keep", held):
        assert Reason.COLOR_OWED == refused(game, move)
    game = play(game, "color:g")
    assert (1, Phase.PLAY, "g", "W:g") == (turn(game), phase(game), color(game), top(game))


@pytest.mark.parametrize("rules", ["first_wild=reshuffle", "first_wild=choose"])
def test_r3_3_a_wild_draw_four_goes_back(rules: str) -> None:
    """A Wild Draw Four as first card always goes back, also several times, and no card is lost."""
    game, events = dealt("W4", rules=rules)
    turned = [event for event in events if isinstance(event, Turned)]
    assert turned[0].back
    assert not turned[-1].back
    assert "W4" != top(game)
    assert is_whole(game)


def test_r3_3_a_pile_of_nothing_but_wilds() -> None:
    """If no card of the pile can be the first, all cards are collected and dealt again."""
    faces = "jack=wild_draw_four queen=wild_draw_four king=wild_draw_four ace=wild_draw_four"
    match_setup = setup(ruled(f"classic deck=regular {faces} hand_size=13"), 4)
    deck = match_setup.deck
    seed = next(
        seed
        for seed in map(str, count())
        if all(deck.cards[card].is_wild for card in shuffled(range(deck.size), seed, number=0)[:2])
    )
    game, events = Round.deal(match_setup, dealer=0, live=15, seed=seed, shuffles=0)
    turned = [event for event in events if isinstance(event, Turned)]
    assert turned[0].back
    assert not turned[-1].card.is_wild
    assert is_whole(game)
