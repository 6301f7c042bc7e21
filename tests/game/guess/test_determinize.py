"""Guessed rounds agree with everything that a seat sees, and depend on nothing else."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bots.test_bots import any_rules
from tests.game.games import ruled
from uno_tui.game.actions import Action, CallUno, CatchUno
from uno_tui.game.cards import Card, Rank
from uno_tui.game.deck import uno_deck
from uno_tui.game.errors import RulesError
from uno_tui.game.events import Challenged, Drew, Passed
from uno_tui.game.guess.determinize import Determinizer, determinize
from uno_tui.game.guess.hidden_card import HiddenCard
from uno_tui.game.guess.inference import Inference
from uno_tui.game.match import Match
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.game.view import Phase, PlayerView


def played(rules: Rules, seats: int, seed: str, actions: int, leavers: float = 0.0) -> Iterator[Match]:
    """Play a match at random and yield it after every action; sometimes a player leaves."""
    match, _ = Match.start(rules, seats, seed)
    chance = Random(seed)
    for _ in range(actions):
        yield match
        if match.over:
            return
        if match.live.bit_count() > 2 and chance.random() < leavers:
            match, _ = match.leave(chance.randrange(seats))
            continue
        seat, action = anything(match, chance)
        match, _ = match.apply(seat, action)


def anything(match: Match, chance: Random) -> tuple[int, Action]:
    """Return a seat, mostly the one on turn, and a random legal action of it."""
    others = [seat for seat in range(match.seats) if seat != match.turn and match.legal(seat)]
    seat = chance.choice(others) if others and chance.random() < 0.3 else match.turn
    legal = [one for one in match.legal(seat) if chance.random() < 0.7 or not isinstance(one, CallUno | CatchUno)]
    return seat, chance.choice(legal or list(match.legal(seat)))


def public(view: PlayerView) -> dict[str, Any]:
    """Return the fields of a view, except the history and the seed."""
    skipped = ("history", "seed", "seed_hash")
    return {name: getattr(view, name) for name in PlayerView.__slots__ if name not in skipped}


@settings(max_examples=25, deadline=None, derandomize=True)
@given(rules=any_rules(), seats=st.integers(2, 6), seed=st.integers(0, 10**6))
def test_an_imagined_round_shows_the_seat_the_same(rules: Rules, seats: int, seed: int) -> None:
    """Under any rules a seat's view of a guessed round equals the view from which it was guessed."""
    try:
        rules.check_seats(seats)
        games = played(replace(rules, target=500), seats, str(seed), 80, leavers=0.01)
    except RulesError:
        return
    chance = Random(seed)
    for match in games:
        for seat in range(seats):
            looks_the_same(match, seat, chance)


def looks_the_same(match: Match, seat: int, chance: Random) -> None:
    """Check that a round guessed for this seat has every card once and gives the same view as the real round."""
    if match.round.phase is Phase.OVER or not match.live >> seat & 1:
        return
    view = match.view(seat)
    guess = determinize(view, chance)
    held = sum(guess.hands) | guess.discards | 1 << guess.top | sum(1 << card for card in guess.pile)
    assert guess.setup.deck.all == held
    assert public(view) == public(replace(match, round=guess).view(seat))


def test_an_imagined_round_with_nothing_to_draw() -> None:
    """With ten hands of ten cards the piles are soon empty; guessed rounds still give the same view."""
    chance = Random(1)
    for match in played(ruled("official hand_size=10"), 10, "crowded", 150):
        looks_the_same(match, match.turn, chance)
    assert any(isinstance(one, Drew) and not one.count for one in match.round.history)


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        *((preset, 3) for preset in PRESETS),
        ("classic hand_size=10", 8),
        ("official hand_size=12", 6),
        ("irish hand_size=9", 8),
    ],
)
def test_readings_are_right(rules: str, seats: int) -> None:
    """The real cards fit the inference in over 97% of positions, also where cards are drawn twice."""
    right = []
    for seed in range(2):
        for match in played(ruled(rules), seats, f"certain {seed}", 120):
            deck = match.round.setup.deck
            if match.round.phase is Phase.OVER:
                continue
            inference = Inference(match.view(0))
            right += [
                matchable(list(deck.list(match.round.hands[other])), inference, other) for other in range(1, seats)
            ]

    assert 0.97 < sum(right) / len(right)


def test_which_card_was_played_is_not_taken_for_certain() -> None:
    """Where several hidden cards may be the one that was played, those that stay may each be what that one was."""
    deck = uno_deck()
    drawn, old = HiddenCard(deck.of_color[0]), HiddenCard(deck.of_color[0] | deck.of_color[1])
    drawn.may_have_been(old)
    assert drawn.possible == old.possible
    assert drawn.likely(deck.all) == deck.of_color[0]


def matchable(hand: list[Card], inference: Inference, seat: int) -> bool:
    """Return whether the real cards can be assigned to the seat's hidden cards, one each, by their faces."""
    deck = inference.deck
    slots = [{deck.cards[card] for card in deck.ids(slot.possible)} for slot in inference.held[seat]]
    taken: dict[int, int] = {}

    def place(card: int, seen: set[int]) -> bool:
        for number, faces in enumerate(slots):
            if hand[card] in faces and number not in seen:
                seen.add(number)
                if number not in taken or place(taken[number], seen):
                    taken[number] = card
                    return True
        return False

    return len(hand) == len(slots) and all(place(card, set()) for card in range(len(hand)))


def test_hidden_cards_do_not_matter() -> None:
    """Rounds that differ only in cards the seat cannot see give the same guess."""
    for match in played(PRESETS["party"], 3, "secret", 60):
        if match.round.phase is Phase.OVER:
            continue
        view = match.view(0)
        other = replace(match, round=determinize(view, Random(7)), prelude=view.history)
        assert determinize(view, Random(3)) == determinize(replace(other.view(0), history=view.history), Random(3))


def test_the_same_numbers_imagine_the_same_round() -> None:
    """A guess is determined by the view and the random numbers; other numbers give another guess."""
    match, _ = Match.start(Rules(), 4, "again")
    view = match.view(1)

    assert determinize(view, Random(1)) == determinize(view, Random(1))
    assert determinize(view, Random(1)) != determinize(view, Random(2))


def test_a_challenger_remembers_the_hand_on_trial() -> None:
    """A challenger's guess contains the offender's real cards right after the verdict."""
    found = 0
    for seed in range(12):
        for match in played(PRESETS["official"], 3, f"trial {seed}", 120):
            trials = [one for one in match.round.history[-4:] if isinstance(one, Challenged)]
            if match.round.phase is Phase.OVER or not trials or not trials[0].hand:
                continue
            held = determinize(match.view(trials[0].seat), Random(1)).hands[trials[0].offender]
            deck = match.round.setup.deck
            real = deck.list(match.round.hands[trials[0].offender])
            assert set(real) & set(trials[0].hand) <= set(deck.list(held))
            found += 1
    assert found > 3


def test_who_must_play_and_drew_holds_no_match() -> None:
    """With ``must_play`` a seat that drew is never guessed to hold a card that it could have played."""
    seen = 0
    for seed in range(5):
        for match in played(Rules(must_play=True), 2, f"must {seed}", 200):
            state = match.round
            if not isinstance(state.history[-1], Passed) or state.history[-1].seat != 1:
                continue
            deck = state.setup.deck
            fitting = deck.matching[state.color][deck.ranks[state.top]] | deck.of_rank[Rank.WILD]
            determinizer = Determinizer(match.view(0))
            for number in range(5):
                assert not determinizer.round(Random(number)).hands[1] & fitting
            seen += 1
    assert seen > 3


def test_only_a_seat_in_a_round_imagines() -> None:
    """A spectator's view and a round that is over raise `ValueError`."""
    match, _ = Match.start(Rules(), 2, "nobody")
    with pytest.raises(ValueError, match="only a seat"):
        determinize(match.view(None), Random(1))
