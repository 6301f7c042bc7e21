"""The hard bot: legal choices that depend on the view alone, calls, challenges, and hints."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bots.test_bots import Game, any_rules, view
from tests.pseudo import PseudoWords
from uno_tui.bots import hard, medium
from uno_tui.bots.expert import lookahead
from uno_tui.bots.features import Features
from uno_tui.bots.hints import REASONS, ActionHint, HintReason, hint
from uno_tui.bots.position import Position
from uno_tui.bots.weights import DUEL, TABLE
from uno_tui.cli.simulate import simulate
from uno_tui.cli.simulated_games import Simulation, play_games
from uno_tui.game.actions import CallUno, CatchUno, Challenge, JumpIn, Take, action
from uno_tui.game.cards import Color, card
from uno_tui.game.errors import RulesError
from uno_tui.game.events import Challenged, Dealt, Played, Turned
from uno_tui.game.guess.determinize import determinize
from uno_tui.game.match import Match
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.game.view import Phase, PlayerView
from uno_tui.i18n import Words
from uno_tui.speech import Speaker


class Never:
    """A source of random numbers that fails the test when it is used."""

    def random(self) -> float:
        raise AssertionError("the hard bot draws no random number")


@settings(max_examples=15, deadline=None, derandomize=True)
@given(rules=any_rules(), seats=st.integers(2, 10), seed=st.integers(0, 10**6))
def test_sharp_is_legal_under_any_rules(rules: Rules, seats: int, seed: int) -> None:
    """Under any options the hard bot's choices and hints are legal, and the match continues."""
    try:
        game = Game(rules, [hard] * seats, str(seed))
    except RulesError:
        return
    for _ in range(80):
        if game.match.over:
            break
        seen = game.match.view(game.match.turn)
        found = hint(seen)
        assert found is not None
        assert found.action in seen.legal
        game.step()


@pytest.mark.parametrize("bot", [hard, lookahead(4)], ids=["hard", "lookahead"])
@pytest.mark.parametrize("preset", ["official", "party"])
def test_hidden_cards_change_nothing(preset: str, bot: object) -> None:
    """If other hidden cards fit the same view, the choice is the same."""
    assert callable(bot)
    game = Game(PRESETS[preset], [hard] * 3, "secret")
    for number in range(15):
        if game.match.round.phase is not Phase.OVER:
            seat = game.match.turn
            seen = game.match.view(seat)
            other = replace(game.match, round=determinize(seen, Random(number))).view(seat)
            other = replace(other, history=seen.history)
            assert other == seen
            assert bot(seen, Random(1)) == bot(other, Random(1))
        game.step()


def test_sharp_rests_on_the_view_alone() -> None:
    """It uses no random number, so the same view always gives the same choice."""
    for seed in range(5):
        match, _ = Match.start(PRESETS["official"], 4, f"never {seed}")
        assert hard(match.view(match.turn), Never()) == hard(match.view(match.turn), Never())


def test_playouts_are_reproducible() -> None:
    """A choice by playouts is determined by the view and the random numbers."""
    match, _ = Match.start(Rules(), 3, "again")
    seen = match.view(match.turn)
    assert lookahead(10)(seen, Random(5)) == lookahead(10)(seen, Random(5))


@pytest.mark.parametrize("preset", PRESETS)
def test_sharp_always_calls_and_catches(preset: str) -> None:
    """It calls with every play that makes a call due, and catches every seat that owes one."""
    rules = replace(PRESETS[preset], target=1)
    for seed in range(2):
        for seat, done in Game(rules, [hard] * 3, f"calls {seed}").play().actions:
            assert not isinstance(done, CatchUno) or rules.seven_zero, seat
    assert CatchUno(1) == hard(view("g1 b1", "g1 catch:2", cards=(1, 7)), Never())
    assert CatchUno(1) == hard(view("g1 b1", "catch:2", turn=1, cards=(1, 7)), Never())
    assert CallUno() == hard(view("g1", "uno", turn=1), Never())
    assert action("r1!") == hard(view("r1 g4", "r1 r1! draw"), Never())


def test_the_last_card_ends_the_round() -> None:
    """A play that empties the hand is always chosen, also a double."""
    assert action("W") == hard(view("W", "W draw"), Never())
    assert action("r1x2") == hard(view("r1 r1", "r1 r1! r1x2 draw"), Never())


def on_trial(own: str, evidence: int) -> PlayerView:
    """Return the view of a seat that must answer a Wild Draw Four of seat 2, which then held `evidence` cards."""
    seen = view(own, "take challenge", phase=Phase.ANSWER, top="W4", penalty=4, cards=(evidence,))
    history = (
        Dealt(1, 0, evidence + 1),
        Turned(card("g5"), back=False),
        Played(1, card("W4"), Color.BLUE),
    )
    return replace(seen, rules=PRESETS["official"], history=history, color=Color.BLUE)


def test_challenges_follow_the_odds() -> None:
    """It challenges a large hand of unknown cards, and takes if the offender has one card left."""
    assert Challenge() == hard(on_trial("g1 b1 b2 b3 b4 r5 r6", 9), Never())
    assert Take() == hard(on_trial("g1 b1 b2 b3 b4 r5 r6", 1), Never())


def test_challenges_are_sane_in_play() -> None:
    """Over many rounds it makes some challenges."""
    verdicts = []
    for seed in range(10):
        game = Game(replace(PRESETS["official"], target=500), [hard, medium, medium], f"trials {seed}")
        for _ in range(150):
            if game.match.over:
                break
            before = len(game.match.round.history)
            game.step()
            verdicts += [
                one.guilty for one in game.match.round.history[before:] if isinstance(one, Challenged) and one.seat == 0
            ]
    assert verdicts


def test_sharp_beats_fair() -> None:
    """Between two players the hard bot wins more rounds than the medium one."""
    report = simulate(Simulation(Rules(), ("hard", "medium"), 120, "duel"))
    assert 50 < report.share("hard")[0]


def test_every_feature_has_a_weight() -> None:
    """Weights and features have exactly the same names, and each feature belongs to a reason of a hint."""
    match, _ = Match.start(Rules(), 2, "sizes")
    seen = match.view(match.turn)
    position = Position(seen)
    for one in seen.legal:
        assert position.features(one)._asdict().keys() == DUEL._asdict().keys() == TABLE._asdict().keys()
        assert all(isinstance(value, int | float) for value in (*position.features(one), *DUEL, *TABLE))
    assert set(Features._fields) == {name for names in REASONS.values() for name in names}


def test_a_swap_is_weighed_by_the_hand_it_brings() -> None:
    """The features after a 7 or a 0 describe the hand received, and the hand sizes after the move (R11.2)."""
    rules = Rules(seven_zero=True)
    seen = view("r7 r0 r1 b2", "r7@2 r0 r1 draw", top="r5", cards=(3, 5), rules=rules)
    position = Position(seen)
    assert position.exchanged(action("r1"), 3) is None
    assert ([3, 3, 5], 1, 1) == position.exchanged(action("r7@2"), 3)
    assert ([5, 3, 3], 2, 1) == position.exchanged(action("r0"), 3)
    swapped = position.features(action("r0"))
    assert (1 / 5, -2 / 7) == (swapped.short, swapped.gain)


@pytest.mark.parametrize(
    ("seen", "reason"),
    [
        (view("W", "W draw"), HintReason.LAST),
        (view("g1", "uno", turn=1), HintReason.CALL),
        (view("g1 b1", "catch:2", turn=1, cards=(1, 7)), HintReason.CATCH),
        (view("g1 g2", "deal", phase=Phase.OVER), HintReason.DEAL),
        (view("g1 b2", "draw"), HintReason.ONLY),
        (view("r1 b2 g2 g4", "r1 draw"), HintReason.FITS),
        (view("r4 r8 g2 b1 y3", "r4 r8 draw", top="r2"), HintReason.MOST),
        (view("r5 g1 b2", "jump:r5", turn=1, top="r5"), HintReason.EXTRA),
        (on_trial("g1 b1 b2 b3 b4 r5 r6", 9), HintReason.GUILT),
        (on_trial("g1 b1 b2 b3 b4 r5 r6", 1), HintReason.INNOCENT),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_hints_say_why(seen: PlayerView, reason: HintReason) -> None:
    """A hint is the hard bot's choice, with its reason."""
    found = hint(seen)
    assert found is not None
    assert (reason, hard(seen, Never())) == (found.reason, found.action)


def test_nearly_every_hint_has_a_reason() -> None:
    """In whole rounds, at most one hint in thirty is a play alone."""
    reasons: list[HintReason] = []
    for seed in range(6):
        match, _ = Match.start(PRESETS["classic"], 3, f"hints/{seed}")
        while match.round.phase is not Phase.OVER:
            found = hint(match.view(match.turn))
            assert found is not None
            reasons.append(found.reason)
            match, _ = match.apply(match.turn, found.action)
    assert reasons.count(HintReason.SHEDS) * 30 <= len(reasons)


def test_there_is_no_hint_where_there_is_nothing_to_do() -> None:
    """A seat without a legal action and a spectator get no hint."""
    assert hint(view("g1 b2", "", turn=1)) is None
    assert hint(replace(view("g1 b2", "draw"), seat=None)) is None


@pytest.mark.parametrize("reason", [one for one in HintReason if one is not HintReason.SHEDS])
def test_every_reason_has_its_line(reason: HintReason) -> None:
    """Every reason has a sentence in the session's language, with all placeholders filled."""
    found = ActionHint(action("r5"), reason, seat=1, color=Color.GREEN, count=2)
    plain = Speaker(Words("en"), ["Ann", "Ben"], 0).hint(found)
    pseudo = Speaker(PseudoWords(), ["Ann", "Ben"], 0).hint(found)

    assert plain.startswith("Play red 5: ")
    assert plain.endswith(".")
    assert "{" not in plain
    assert not any(letter.isascii() and letter.isalpha() for letter in pseudo.replace("Ann", "").replace("Ben", ""))


def test_a_jump_in_is_taken_unless_it_brings_a_fuller_hand() -> None:
    """It jumps in, except with a 7 whose swap would bring more cards."""
    assert isinstance(hard(view("r5 g1 b2", "jump:r5", turn=1, top="r5"), Never()), JumpIn)
    swap = view("r7 g1", "jump:r7@2", turn=1, top="r7", cards=(9, 8), rules=Rules(seven_zero=True, jump_in=True))
    assert hard(swap, Never()) is None


def test_no_hint_tells_of_a_hand_that_is_given_away() -> None:
    """If hands are swapped, the reason is the gain, not the cards that stay in a hand given away (R11.2)."""
    rules = Rules(seven_zero=True)
    seen = view("r7 r1 r2 r4 W y5 y6", "r7@2 r1 r2 r4 W:r W:y draw", cards=(2, 9), rules=rules)
    found = hint(seen)
    assert found is not None
    assert (action("r7@2"), HintReason.GAIN, 4) == (found.action, found.reason, found.count)


def test_games_of_sharp_bots_replay() -> None:
    """The same seed gives the same games."""
    plan = Simulation(PRESETS["party"], ("hard", "hard"), 3, "replay")
    assert play_games(plan, 0, 3) == play_games(plan, 0, 3)
