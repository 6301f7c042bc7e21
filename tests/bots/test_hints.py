"""Hints: reasons for whatever a bot has chosen, and the evidence that a beginner can check in the log."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bots.test_bots import Game, any_rules, view
from tests.catalogues import TRANSLATED
from uno_tui.bots import hard
from uno_tui.bots.evidence import draws_on_colors
from uno_tui.bots.hints import HintReason, explain, hint
from uno_tui.game.actions import CallUno, CatchUno, Challenge, Deal, JumpIn, Play, action
from uno_tui.game.cards import Color, card
from uno_tui.game.errors import RulesError
from uno_tui.game.events import Cause, Dealt, Drew, Event, Passed, Played, Turned
from uno_tui.game.rules import Rules
from uno_tui.game.view import PlayerView
from uno_tui.i18n import Words
from uno_tui.speech import Speaker


def drew(seat: int, cause: Cause = Cause.TURN) -> Drew:
    return Drew(seat, 1, 1, cause, None)


def played(seat: int, text: str, color: Color | None = None) -> Played:
    return Played(seat, card(text), color)


def seen_after(*events: Event, hand: str = "b5 g1 r9 y4 y6", legal: str = "b5 r9 draw", top: str = "b9") -> PlayerView:
    """Return the view of seat 1 among three, with blue in force, after these events."""
    begun = (Dealt(1, 2, 7), Turned(card("b2"), back=False), *events)
    return replace(view(hand, legal, top="b9"), color=Color.BLUE, history=begun)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(rules=any_rules(), seats=st.integers(2, 6), seed=st.integers(0, 10**6))
def test_every_legal_action_can_be_explained(rules: Rules, seats: int, seed: int) -> None:
    """Every legal action can be explained in a sentence; the hard bot's choice has the reason that `hint` gives."""
    try:
        game = Game(rules, [hard] * seats, str(seed))
    except RulesError:
        return
    speaker = Speaker(Words("en"), [f"P{seat}" for seat in range(seats)], 0)
    for _ in range(60):
        if game.match.over:
            break
        for seat in range(seats):
            seen = game.match.view(seat)
            for one in seen.legal:
                found = explain(seen, one)
                assert one == found.action
                assert speaker.hint(found, seen.penalty).endswith(".")
            if (found_hint := hint(seen)) is not None:
                assert found_hint == explain(seen, found_hint.action)
        game.step()


def test_the_ranking_says_what_an_action_is_compared_with() -> None:
    """The reason is that for which the action is ahead of the best other one of the ranking."""
    seen = seen_after(hand="b5 b6 b7 W W r4 r6", legal="b5 W:b W:r draw")
    assert HintReason.SAVES is explain(seen, action("b5"), [action("b5"), action("W:b"), action("draw")]).reason
    assert explain(seen, action("W:r"), [action("b5"), action("W:r")]).action == action("W:r")


def test_special_actions_have_their_reasons() -> None:
    """A jump-in, a challenge, a call, a catch and a deal are explained without a comparison."""
    assert HintReason.EXTRA is explain(view("r5 g1 b2", "jump:r5", turn=1, top="r5"), JumpIn(card("r5"))).reason
    assert HintReason.CALL is explain(view("g1", "uno", turn=1), CallUno()).reason
    assert HintReason.CATCH is explain(view("g1 b1", "catch:2", cards=(1, 7)), CatchUno(1)).reason
    assert HintReason.DEAL is explain(view("g1", "deal"), Deal()).reason
    trial = view("g1 g2", "take challenge", penalty=4, top="W4")
    assert HintReason.GUILT is explain(trial, Challenge()).reason


def test_a_color_on_which_the_next_player_drew_is_a_reason() -> None:
    """The hint counts how often the next player drew on the color, which the log shows too."""
    seen = seen_after(drew(1), Passed(1), played(2, "b4"), played(0, "b3"), drew(1), Passed(1), played(2, "b9"))
    found = explain(seen, action("b5"), [action("b5"), action("r9"), action("draw")])
    assert (HintReason.DREW, 1, Color.BLUE, 2) == (found.reason, found.seat, found.color, found.count)
    said = Speaker(Words("en"), ["Ann", "Ada", "Bran"], 0).hint(found)
    assert "Play blue 5: Ada drew 2 times when the color was blue." == said
    once = Speaker(Words("en"), ["Ann", "Ada", "Bran"], 0).hint(replace(found, count=1))
    assert "Play blue 5: Ada drew once when the color was blue." == once


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
@pytest.mark.parametrize("count", [1, 2, 3, 7, 11])
def test_the_evidence_is_in_every_language(language: str, count: int) -> None:
    """Name and color stand in the sentence of each language, also for one draw."""
    events = [event for _ in range(count) for event in (drew(1), Passed(1))]
    found = explain(seen_after(*events), action("b5"), [action("b5"), action("r9"), action("draw")])
    said = Speaker(Words(language), ["Ann", "Ada", "Bran"], 0).hint(found)
    assert "Ada" in said
    assert "{" not in said


@pytest.mark.parametrize(
    ("events", "counts"),
    [
        ((), [0, 0, 0, 0]),
        ((drew(1),), [0, 0, 0, 1]),
        ((drew(2),), [0, 0, 0, 0]),
        ((drew(1, Cause.PENALTY), drew(1, Cause.CAUGHT)), [0, 0, 0, 0]),
        ((played(0, "W", Color.GREEN), drew(1), played(2, "y2"), drew(1)), [0, 1, 1, 0]),
        ((drew(1), drew(1), played(1, "b7"), drew(1)), [0, 0, 0, 1]),
    ],
)
def test_draws_are_counted_until_the_color_is_played(events: tuple[Event, ...], counts: list[int]) -> None:
    """Penalties count for nothing, and a card of the color that the seat plays ends the evidence."""
    assert counts == draws_on_colors(seen_after(*events), 1)


def test_no_evidence_against_a_partner_or_where_a_turn_is_lost() -> None:
    """A hint names the draws only of the rival who has to play on the color."""
    events = (drew(1), Passed(1), drew(2), Passed(2))
    skips = seen_after(*events, hand="bS g1 r9 y4 y6", legal="bS r9 draw")
    found = explain(skips, action("bS"), [action("bS"), action("r9"), action("draw")])
    assert found.reason is not HintReason.DREW or found.seat == 2
    seats = tuple(replace(one, team=number % 2) for number, one in enumerate((*skips.seats, skips.seats[1])))
    paired = replace(skips, seats=seats, rules=Rules(teams="pairs"))
    plays = [one for one in paired.legal if isinstance(one, Play)]
    assert all(explain(paired, one).seat != 2 or explain(paired, one).reason is not HintReason.DREW for one in plays)
