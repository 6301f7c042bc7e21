"""Secrecy: a view does not change when the cards that its seat cannot see are exchanged."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.game.anyrules import any_action, any_rules, moves
from uno_tui.game.cards import Card
from uno_tui.game.errors import IllegalAction, Why
from uno_tui.game.events import Challenged, Drew, Event, HandsPassed, Swapped
from uno_tui.game.match import Match
from uno_tui.game.round import Round
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.game.state import Trial


def disguised(match: Match, seat: int | None, chance: Random) -> Match:
    """The same match with other cards wherever that seat (None: a spectator) cannot see them.

    Changed are the other hands, the draw pile and its order, the card another is deciding on, the evidence and the
    verdict of a challenge to come, the seed of shuffles to come, and what events hide.
    """
    now = match.round
    known = now.hands[seat] if seat is not None else 0
    hidden = now.setup.deck.ids(now.setup.deck.all & ~(known | now.discards | 1 << now.top))
    others = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def moved(cards: int) -> int:
        return sum(1 << others.get(card, card) for card in now.setup.deck.ids(cards))

    trial = now.trial and Trial(now.trial.offender, moved(now.trial.evidence), chance.random() < 1 / 2)
    changed: dict[str, Any] = now.facts() | {
        "hands": tuple(hand if other == seat else moved(hand) for other, hand in enumerate(now.hands)),
        "pile": tuple(others[card] for card in now.pile[: now.left]),
        "drawn": others.get(now.drawn, now.drawn),
        "trial": trial,
        "history": tuple(retold(event, seat, chance, now.setup.deck.faces) for event in now.history),
    }
    return replace(match, round=Round.arrange(**changed))


def retold(event: Event, seat: int | None, chance: Random, faces: tuple[Card, ...]) -> Event:
    """Return the event with other cards where it hides them from that seat."""

    def others(cards: tuple[Card, ...] | None) -> tuple[Card, ...]:
        assert cards is not None
        return tuple(chance.choices(faces, k=len(cards)))

    if event == event.seen_by(seat):
        return event
    if isinstance(event, Drew):
        return replace(event, cards=others(event.cards))
    if isinstance(event, Challenged):
        return replace(event, hand=others(event.hand)[: chance.randrange(8)])
    if isinstance(event, Swapped):
        assert event.hands is not None
        return replace(event, hands=(others(event.hands[0]), others(event.hands[1])))
    assert isinstance(event, HandsPassed)
    return replace(
        event,
        moves=tuple(
            (giver, taker, hand if seat in (giver, taker) else others(hand)) for giver, taker, hand in event.moves
        ),
    )


def moments(rules: Rules, seats: int, chance: Random, steps: int, often: float) -> Iterator[Match]:
    """Yield a match at random moments of random play."""
    match, _ = Match.start(rules, seats, f"secret {rules.text} {seats}")
    for _ in range(steps):
        if chance.random() < often:
            yield match
        if match.over:
            return
        match, _ = match.apply(*chance.choice(moves(match)))


def refusal(match: Match, seat: int, action: Any) -> Why | None:
    try:
        match.apply(seat, action)
    except IllegalAction as error:
        return error.why
    return None


def keeps_secrets(match: Match, chance: Random) -> None:
    """Check for every seat and for spectators that other hidden cards give the same view, list and refusals."""
    for seat in (*range(match.seats), None):
        other = disguised(match, seat, chance)
        assert match.view(seat) == other.view(seat)
        assert repr(match.view(seat)) == repr(other.view(seat))
        if seat is not None:
            assert match.legal(seat) == other.legal(seat)
            for action in (any_action(chance, match) for _ in range(5)):
                if action not in match.legal(seat):
                    assert refusal(match, seat, action) == refusal(other, seat, action)


@pytest.mark.parametrize("seats", [2, 3, 7])
@pytest.mark.parametrize("preset", PRESETS)
def test_views_tell_nothing_hidden(preset: str, seats: int) -> None:
    """Under every preset other hidden cards give the same view, list of actions and refusals."""
    chance = Random(seats)
    for match in moments(PRESETS[preset], seats, chance, 250, 0.03):
        keeps_secrets(match, chance)


@pytest.mark.parametrize("teams", ["pairs", "halves"])
@pytest.mark.parametrize("seats", [4, 6])
def test_views_tell_nothing_hidden_from_partners(teams: str, seats: int) -> None:
    """Cards of a partner are as hidden as those of a rival: other ones give the same view, actions and refusals."""
    chance = Random(seats)
    for match in moments(Rules.parse("party", [f"teams={teams}"]), seats, chance, 250, 0.03):
        keeps_secrets(match, chance)


@pytest.mark.parametrize("number", range(25))
def test_views_tell_nothing_hidden_under_any_rules(number: int) -> None:
    """Under random options other hidden cards give the same view, list of actions and refusals."""
    chance = Random(number)
    rules, seats = any_rules(chance)
    for match in moments(rules, seats, chance, 150, 0.03):
        keeps_secrets(match, chance)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_disguise_is_one(preset: str) -> None:
    """The compared matches really differ, in a hand and in the view of its seat."""
    chance = Random(1)
    found = [
        match.view(1) != disguised(match, 0, chance).view(1) for match in moments(PRESETS[preset], 3, chance, 200, 0.1)
    ]
    assert found.count(True) > len(found) / 2


def test_the_seed_is_hidden_until_the_match_is_over() -> None:
    """Every view has the seed's hash and whether a person chose it; the seed only after the match."""
    match, _ = Match.start(Rules(), 3, "a secret of three", typed=True)
    for seat in (0, 1, 2, None):
        assert (None, True, 64) == (
            match.view(seat).seed,
            match.view(seat).seed_typed,
            len(match.view(seat).seed_hash),
        )
        assert "a secret of three" not in repr(match.view(seat))
    match, _ = match.leave(0)
    match, _ = match.leave(1)
    assert "a secret of three" == match.view(None).seed


def test_a_spectator_has_no_hand_and_no_actions() -> None:
    """A spectator's view never has a hand or legal actions."""
    chance = Random(2)
    for match in moments(PRESETS["party"], 4, chance, 200, 0.2):
        view = match.view(None)
        assert ((), (), None, False) == (view.hand, view.legal, view.drawn, view.on_turn)


@pytest.mark.parametrize("preset", PRESETS)
def test_what_one_sees_of_a_round_can_be_told_apart_by_nothing_else(preset: str) -> None:
    """A view's history is every event, each as that seat may see it."""
    chance = Random(3)
    for match in moments(PRESETS[preset], 3, chance, 200, 0.05):
        whole = match.prelude + match.round.history + match.coda
        for seat in (0, 1, 2, None):
            assert tuple(event.seen_by(seat) for event in whole) == match.view(seat).history
