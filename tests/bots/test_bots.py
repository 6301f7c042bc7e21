"""Bots choose legal actions from the view alone, under all rules."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bots.quick_levels import QUICK_LEVELS
from uno_tui.bots import LEVELS, medium
from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Deal, Draw, Keep, NameColor, Play, Take, action
from uno_tui.game.cards import Color, card
from uno_tui.game.errors import RulesError
from uno_tui.game.guess.bot import Bot
from uno_tui.game.match import Match
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.game.view import Phase, PlayerView, SeatView

BITS = st.booleans()


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Return rules with any combination of options."""
    return Rules(
        deck=draw(st.sampled_from(["uno", "regular"])),
        hand_size=draw(st.sampled_from([1, 2, 7])),
        first_wild=draw(st.sampled_from(["reshuffle", "choose"])),
        draw=draw(st.sampled_from(["one", "until_playable"])),
        must_play=draw(BITS),
        doubles=draw(BITS),
        jump_in=draw(BITS),
        seven_zero=draw(BITS),
        draw_four=draw(st.sampled_from(["no_match", "no_color", "bluff", "free"])),
        catch_window=draw(st.sampled_from(["until_last", "next_turn"])),
        uno_penalty=draw(st.sampled_from([2, 4])),
        stacking=draw(st.sampled_from(["off", "same", "cross"])),
        target=1,
    )


class Game:
    """A match between bots, all of which are asked before each turn whether they call, catch or jump in."""

    def __init__(self, rules: Rules, bots: Sequence[Bot], seed: str) -> None:
        self.match, _ = Match.start(rules, len(bots), seed)
        self.bots = bots
        self.chances = [Random(f"{seed}/{seat}") for seat in range(len(bots))]
        self.actions: list[tuple[int, Action]] = []

    def step(self) -> None:
        """Play one action: of a bot that calls, catches or jumps in, else of the bot on turn."""
        turn = self.match.turn
        for seat in [*(seat for seat in range(len(self.bots)) if seat != turn), turn]:
            view = self.match.view(seat)
            chosen = self.bots[seat](view, self.chances[seat]) if view.legal else None
            if chosen is not None:
                assert chosen in view.legal
                self.actions.append((seat, chosen))
                self.match, _ = self.match.apply(seat, chosen)
                return
        raise AssertionError("the bot on turn did nothing")

    def play(self, limit: int = 12_000) -> "Game":
        while not self.match.over:
            assert len(self.actions) < limit, "the match does not end"
            self.step()
        return self


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    rules=any_rules(),
    levels=st.lists(st.sampled_from(sorted(QUICK_LEVELS)), min_size=2, max_size=10),
    seed=st.integers(0, 10**6),
)
def test_a33_bots_never_stand_still_under_any_rules(rules: Rules, levels: list[str], seed: int) -> None:
    """Under any options every choice is legal, the bot on turn always makes one, and the match continues."""
    try:
        game = Game(rules, [QUICK_LEVELS[level] for level in levels], str(seed))
    except RulesError:
        return
    for _ in range(400):
        if game.match.over:
            break
        game.step()


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 4, 10])
def test_a33_every_match_ends(preset: str, seats: int) -> None:
    """A match of one won round between different bots ends, under every preset and with 2, 4 and 10 seats."""
    rules = replace(PRESETS[preset], target=1)
    for seed in range(3):
        bots = [LEVELS["medium" if (seat + seed) % 2 else "easy"] for seat in range(seats)]
        assert Game(rules, bots, f"end {seed}").play().match.over


@pytest.mark.parametrize("level", QUICK_LEVELS)
def test_the_same_view_and_numbers_give_the_same_choice(level: str) -> None:
    """A bot is a pure function: two matches from one seed have the same actions."""
    rules = replace(PRESETS["party"], target=1)
    one, other = (Game(rules, 3 * [QUICK_LEVELS[level]], "twice").play() for _ in range(2))
    assert one.actions == other.actions


@pytest.mark.parametrize("preset", PRESETS)
def test_fair_is_honest_and_never_forgets(preset: str) -> None:
    """A medium bot calls UNO with every play that makes it due, so it owes a call only if another seat moves hands."""
    rules = replace(PRESETS[preset], target=1)
    for seed in range(4):
        for _, done in Game(rules, 4 * [medium], f"calls {seed}").play().actions:
            assert not isinstance(done, CatchUno) or rules.seven_zero


def test_easy_forgets_and_is_caught() -> None:
    """An easy bot omits some calls and can be caught; it never challenges."""
    done = [
        one
        for seed in range(20)
        for _, one in Game(replace(PRESETS["official"], target=1), [LEVELS["easy"], *2 * [medium]], f"{seed}")
        .play()
        .actions
    ]
    assert any(isinstance(one, CatchUno) for one in done)
    easy = [Game(PRESETS["official"], 3 * [LEVELS["easy"]], f"{seed}") for seed in range(5)]
    for game in easy:
        for _ in range(300):
            game.step()
        assert not any(isinstance(one, Challenge) for _, one in game.actions)


def test_fair_beats_easy() -> None:
    """A medium bot wins clearly more than a quarter of the rounds against three easy ones, over all seats."""
    won = 0
    for number in range(120):
        seat = number % 4
        bots = [medium if other == seat else LEVELS["easy"] for other in range(4)]
        won += Game(replace(PRESETS["classic"], target=1), bots, f"duel {number}").play().match.winner == seat
    assert won > 40


def view(
    hand: str,
    legal: str,
    *,
    phase: Phase = Phase.PLAY,
    top: str = "r3",
    cards: tuple[int, ...] = (7, 7),
    turn: int = 0,
    penalty: int = 0,
    drawn: str = "",
    rules: Rules | None = None,
) -> PlayerView:
    """Return a view of seat 1 with this hand, these legal actions, and these card counts of the others."""
    held = tuple(card(text) for text in hand.split())
    counts = (len(held), *cards)
    return PlayerView(
        seat=0,
        rules=rules or Rules(),
        seats=tuple(SeatView(count, 0, playing=True, called=False, owes_call=False) for count in counts),
        round=1,
        dealer=0,
        phase=phase,
        turn=turn,
        direction=1,
        top=card(top),
        color=Color.RED,
        penalty=penalty,
        pile=50,
        discards=10,
        hand=held,
        drawn=card(drawn) if drawn else None,
        legal=tuple(action(text) for text in legal.split()),
        history=(),
        winner=None,
        seed_hash="",
        seed=None,
        seed_typed=False,
    )


class TestFair:
    """The medium bot's choices in given positions."""

    @pytest.mark.parametrize(
        ("seen", "does"),
        [
            (view("r1 r2 g3 b5", "r1 r2 g3 draw"), "r2"),
            (view("r1 g3 g4 g5", "r1 g3 draw"), "g3"),
            (view("r1 g4 g5 W", "r1 W:r W:y W:g W:b draw"), "r1"),
            (view("b1 g4 g5 W", "W:r W:y W:g W:b draw"), "W:g"),
            (view("W W4", "W W4 draw"), "W"),
            (view("r1 g4", "r1 r1! draw"), "r1!"),
            (view("r1 r+2 b4 b5 b6", "r1 r+2 draw", cards=(1, 7)), "r+2"),
            (view("b1 g4 g5", "color:r color:y color:g color:b", phase=Phase.COLOR), "color:g"),
            (view("r1 r1 g4 b5 b6", "r1 r1x2 draw"), "r1x2"),
            (view("g1 g2", "deal", phase=Phase.OVER), "deal"),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_on_turn(self, seen: PlayerView, does: str) -> None:
        """It plays the color held most, keeps wilds, names the color held most, and calls with the play."""
        assert action(does) == medium(seen, Random("any"))

    def test_the_drawn_wild_is_kept_while_nobody_is_near_the_end(self) -> None:
        """It keeps a wild just drawn in a large hand, but plays it if the next player is about to go out."""
        legal = "W:r W:y W:g W:b keep"
        hand = "b1 b2 g4 g5 W"
        assert Keep() == medium(view(hand, legal, phase=Phase.DRAWN, drawn="W"), Random("any"))
        assert action("W:g") == medium(view(hand, legal, phase=Phase.DRAWN, drawn="W", cards=(2, 7)), Random("any"))

    def test_a_penalty_is_passed_on_with_the_cheaper_card(self) -> None:
        """It stacks when it can, a Draw Two before a Wild Draw Four."""
        seen = view("g+2 b1 W4", "g+2 W4:r W4:y W4:g W4:b take", phase=Phase.ANSWER, top="r+2", penalty=2)
        assert action("g+2") == medium(seen, Random("any"))

    def test_challenges_are_rare_and_follow_the_odds(self) -> None:
        """It challenges sometimes, more often if the other player holds more cards, but in under 40% of cases."""

        def share(held: int) -> float:
            seen = view("g1 b1", "take challenge", phase=Phase.ANSWER, top="W4", penalty=4, cards=(7, held))
            return sum(medium(seen, chance) == Challenge() for chance in [Random("odds")] for _ in range(1000)) / 1000

        assert 0 < share(1) < share(7) < 0.4

    def test_a_catch_is_sometimes_late(self) -> None:
        """It catches in some of many attempts, but not in all."""
        seen = view("g1 b1", "catch:2", turn=1, cards=(1, 7))
        chance = Random("late")
        done = [medium(seen, chance) for _ in range(100)]
        assert {None, CatchUno(1)} == set(done)

    def test_a_call_that_is_due_is_made(self) -> None:
        """It calls at once when a swap leaves it with one card."""
        assert CallUno() == medium(view("g1", "uno", turn=1), Random("any"))

    def test_a_seven_is_not_played_into_a_full_hand(self) -> None:
        """With seven-zero it draws rather than swap few cards for many, but swaps many for few."""
        rules = Rules(seven_zero=True)
        bad = view("r7 b1", "r7@2 r7@3 r7@2! draw", cards=(9, 8), rules=rules)
        assert Draw() == medium(bad, Random("any"))
        good = view("r7 b1 b2 b3 b4 r5", "r7@2 r7@3 r5 draw", cards=(9, 2), rules=rules)
        assert action("r7@3") == medium(good, Random("any"))

    def test_with_nothing_else_it_takes_or_draws(self) -> None:
        """It takes or draws if no card may be played."""
        assert Take() == medium(view("g1", "take", phase=Phase.ANSWER, penalty=2), Random("any"))
        assert Draw() == medium(view("g1", "draw"), Random("any"))


def test_a_bot_never_names_more_than_it_may() -> None:
    """An easy bot's choice is legal for every random number from 0 to just below 1."""

    class Edge:
        def __init__(self, value: float) -> None:
            self.value = value

        def random(self) -> float:
            return self.value

    for value in (0.0, 0.5, 1 - 2**-53):
        for seen in (
            view("r1 g3", "r1 r1! g3 draw"),
            view("W W4 b1", "W:r W:y draw"),
            view("g1", "take challenge", phase=Phase.ANSWER, penalty=4),
            view("g1 g2", "catch:2", turn=1),
            view("b1", "color:r color:b", phase=Phase.COLOR),
        ):
            chosen = LEVELS["easy"](seen, Edge(value))
            assert chosen is None or chosen in seen.legal
            assert not isinstance(chosen, Challenge)
            assert chosen is not None or seen.turn != 0
            assert isinstance(chosen, Play | Draw | Keep | Take | NameColor | Deal | CatchUno | None)
