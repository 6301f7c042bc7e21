"""Bots as partners (R14.5): they spare a partner, help one to go out, and count the points of the team."""

from random import Random

import pytest

from tests.bots.quick_levels import QUICK_LEVELS
from tests.game.games import deal, matched, play
from uno_tui.bots import Bot, hard, medium
from uno_tui.bots.expert import lookahead
from uno_tui.bots.hard import guilt_probability
from uno_tui.bots.plays import catches_of
from uno_tui.bots.position import Position
from uno_tui.game.actions import CatchUno, Challenge, Play, action
from uno_tui.game.cards import Rank, card
from uno_tui.game.events import Dealt, RoundEnded, Turned
from uno_tui.game.guess.playouts import round_value
from uno_tui.game.match import Match
from uno_tui.game.round import Round
from uno_tui.game.rules import Rules
from uno_tui.game.view import PlayerView


def begun(hands: str, rules: str) -> Match:
    """A match in which these hands, all of one size, have just been dealt, and red 5 has been turned up."""
    size = len(hands.split("|", maxsplit=1)[0].split())
    game = deal(hands, top="r5", rules=f"{rules} hand_size={size}")
    history = (Dealt(1, 3, size), Turned(card("r5"), back=False))
    return matched(Round.arrange(**game.facts() | {"history": history}))


def partner_next(hand: str, rules: str = "teams=pairs") -> PlayerView:
    """The view of a seat whose partner plays next, since the rival in between has left; without teams a rival."""
    size = len(hand.split())
    others = [" ".join(f"{color}{number}" for number in range(1, 1 + size)) for color in "byg"]
    return play(begun(" | ".join([hand, *others]), rules), "2 leave").view(0)


@pytest.mark.parametrize("bot", [medium, hard, lookahead(8)], ids=["medium", "hard", "lookahead"])
@pytest.mark.parametrize("stops", ["rS", "r+2"])
def test_a_partner_is_not_stopped(bot: Bot, stops: str) -> None:
    """A bot holds a Skip or a Draw Two back that would hit its partner, and plays another card."""
    chosen = bot(partner_next(f"{stops} r2 r1 b4"), Random(1))
    assert isinstance(chosen, Play)
    assert chosen.card.rank.is_number


def test_the_same_card_hits_a_rival() -> None:
    """The medium bot plays the Skip there if the next seat is no partner."""
    assert action("rS") == medium(partner_next("rS r2 b3 b4", rules=""), Random(1))


def test_a_partner_about_to_go_out_is_not_even_stopped_by_the_only_card() -> None:
    """The medium bot draws rather than stop a partner with two cards."""
    assert action("draw") == medium(partner_next("rS b3"), Random(1))
    assert action("rS!") == medium(partner_next("rS b3", rules=""), Random(1))


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_partner_is_not_caught(level: str) -> None:
    """No bot catches its partner, on turn or not; the rule allows it, and without teams the same bot does."""
    for rules, caught in (("teams=pairs", False), ("", True)):
        match = matched(deal("r2 r1 b3 | b1 b2 | y1 | g1 g2", top="r5", rules=rules, on=4))
        on_turn = matched(deal("r2 r1 b3 | b1 b2 | y1 | g1 g2", top="r5", rules=rules))
        views = [match.view(0), on_turn.view(0)]
        assert all(CatchUno(2) in view.legal for view in views)
        chosen = [QUICK_LEVELS[level](view, Random(number)) for view in views for number in range(60)]
        assert caught is (CatchUno(2) in chosen)


def test_a_rival_is_caught() -> None:
    """A rival who owes a call is caught as ever, also while the partner owes one too."""
    view = matched(deal("r2 r1 b3 | b1 | y1 | g1 g2", top="r5", rules="teams=pairs")).view(0)
    assert [CatchUno(1)] == catches_of(view)
    assert CatchUno(1) == hard(view, Random(1))


@pytest.mark.parametrize("bot", [medium, hard], ids=["medium", "hard"])
def test_a_partner_is_not_challenged(bot: Bot) -> None:
    """The penalty of a partner's Wild Draw Four is taken if nobody else can answer it."""
    game = begun("W4 r1 b3 | b1 b2 b4 | y1 y2 y3 | g1 g2 g3", "official teams=pairs")
    view = play(game, "2 leave", "W4:b").view(2)
    assert Challenge() in view.legal
    assert 0 == guilt_probability(Position(view))
    assert {action("take")} == {bot(view, Random(number)) for number in range(40)}


def test_a_rival_is_stopped_for_a_partner_about_to_go_out() -> None:
    """With a partner after the next seat, who holds two cards, a Skip is worth more than without teams."""
    hands = "rS r2 | b1 b2 | y1 y2 | g1 g2"
    team, alone = (Position(begun(hands, rules).view(0)) for rules in ("teams=pairs", ""))
    assert team.for_partners(action("rS")) > 0
    assert 0 == team.for_partners(action("r2")) == team.for_partners(action("draw"))
    assert 0 == alone.for_partners(action("rS"))


def test_hands_are_not_swapped_for_a_partners_gain() -> None:
    """A 7 that takes the partner's short hand shrinks no hand of the team; one that takes a rival's does."""
    game = deal("r7 r2 b3 b4 b5 | g1 g2 | y1 y2 | g5 g6 g7 g8", top="r5", rules="teams=pairs seven_zero=on")
    position = Position(matched(game).view(0))
    assert [0.0, 2 / 7] == [position.features(action(f"r7@{seat}")).gain for seat in (3, 2)]
    for bot in (medium, hard):
        chosen = bot(position.view, Random(1))
        assert isinstance(chosen, Play)
        assert chosen.card.rank is not Rank.SEVEN or chosen.swap != 2


@pytest.mark.parametrize(
    ("rules", "winner", "values"),
    [
        (Rules(teams="pairs"), 2, [1.3, -0.3, 1.3, -0.3]),
        (Rules(teams="off"), 2, [-0.6 / 3, -0.6 / 3, 1.6, -0.6 / 3]),
        (Rules(teams="pairs", scoring="caught"), 2, [1.0, 0.0, 1.0, 0.0]),
        (Rules(teams="pairs"), None, [0.25] * 4),
    ],
)
def test_a_round_is_worth_the_same_to_partners(rules: Rules, winner: int | None, values: list[float]) -> None:
    """A round won by the partner counts as won; points are those of the team."""
    ended = RoundEnded(winner, (30, 10, 0, 20) if winner is not None else (0,) * 4, ((),) * 4)
    assert values == pytest.approx([round_value(ended, seat, rules, 0.01) for seat in range(4)])


@pytest.mark.parametrize("settings", ["teams=pairs", "teams=halves"])
@pytest.mark.parametrize("level", QUICK_LEVELS)
def test_a_match_of_bots_ends(level: str, settings: str) -> None:
    """Bots of every level play a match of teams to its end, also when players leave."""
    match, _ = Match.start(Rules.parse("party", [settings, "target=100"]), 6, f"bots {level}")
    rng = Random(6)
    for step in range(5000):
        if match.over:
            break
        if step in (40, 90):
            match, _ = match.leave(step % 5)
            continue
        seat = match.turn
        chosen = QUICK_LEVELS[level](match.view(seat), rng) or match.idle(seat)
        match, _ = match.apply(seat, chosen)
    assert match.winning_team is not None
