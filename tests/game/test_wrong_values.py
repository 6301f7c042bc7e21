"""Wrong values: every public constructor, parser and method of the engine raises its documented error."""

import copy
import pickle
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uno_tui.game import (
    OPTIONS,
    CallUno,
    Card,
    CatchUno,
    Color,
    Deck,
    Draw,
    IllegalAction,
    JumpIn,
    Match,
    NameColor,
    Phase,
    Play,
    Rank,
    Reason,
    Record,
    RecordError,
    Rules,
    RulesError,
    action,
    card,
    read_record,
    regular_deck,
    seed_hash,
    setup,
    shuffled,
    uno_deck,
)
from uno_tui.game.actions import Action
from uno_tui.game.options import Option
from uno_tui.game.record import unquoted
from uno_tui.game.rules import MAPPING, PRESETS

NOTATION = st.text("rygbSRWJQKAHDCBx24+:@!=0159 jumpcatolkedn\n\x00\ud800", max_size=12)
WRONG = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.integers(-3, 12),
    st.floats(),
    st.text(max_size=8),
    NOTATION,
    st.binary(max_size=3),
    st.lists(st.integers(), max_size=2),
    st.sampled_from([*Color, *Rank, card("r5"), card("W"), card("JC=S"), Draw(), Rules(), object(), Card, "purple"]),
)
MATCH, _ = Match.start(Rules.parse("party"), 3, "wrong values")
"""A match in its first turn."""


def over() -> Match:
    """Return a match that is over."""
    return MATCH.leave(1)[0].leave(2)[0]


def between() -> Match:
    """Return a match between two rounds."""
    match, _ = Match.start(Rules(), 2, "between")
    while match.round.phase is not Phase.OVER:
        match, _ = match.apply(match.turn, match.legal(match.turn)[0])
    return match


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Foreign(Draw):
    """A kind of action that the engine does not have."""

    text = "resign"


PARSERS: list[tuple[Callable[[Any], Any], type[Exception]]] = [
    (card, ValueError),
    (action, ValueError),
    (Color.parse, ValueError),
    (Rules.parse, RulesError),
    (lambda word: Rules.parse("classic", [word]), RulesError),
    (lambda word: Rules.parse("classic", [f"{word}"]), RulesError),
    (read_record, RecordError),
    *((option.parse, RulesError) for option in OPTIONS.values()),
]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.one_of(NOTATION, WRONG))
def test_a_parser_returns_a_value_or_raises_its_error(text: object) -> None:
    """A parser returns a value or raises its documented error, for any text and any object."""
    for parser, error in PARSERS:
        with suppress(error):
            parser(text)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text())
def test_a_quoted_text_or_a_value_error(text: str) -> None:
    """Text that is not quoted right raises ValueError; so do seeds that are no proper text."""
    for reader in (unquoted, seed_hash, lambda seed: shuffled(range(3), seed, 0)):
        with suppress(ValueError):
            reader(text)


REGULAR: dict[str, Any] = {name: getattr(Rules(), name) for name in MAPPING}
CONSTRUCTORS: list[tuple[Callable[..., Any], int, type[Exception]]] = [
    (Card, 3, ValueError),
    (Play, 5, ValueError),
    (JumpIn, 3, ValueError),
    (NameColor, 1, ValueError),
    (CatchUno, 1, ValueError),
    (lambda faces: Deck("wrong", [faces]), 1, ValueError),
    (lambda value, packs: regular_deck({**REGULAR, "jack": value}, packs), 2, ValueError),
    (lambda name, value: regular_deck({**REGULAR, str(name): value}, 1), 2, ValueError),
    (Match.start, 4, ValueError),
    (lambda names: Record.of(MATCH, [names] * 3), 1, ValueError),
    (Rules().check_seats, 1, RulesError),
    *((partial(lambda name, value: Rules(**{name: value}), name), 1, RulesError) for name in OPTIONS),
]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(WRONG, min_size=5, max_size=5))
def test_a_constructor_makes_a_right_value_or_raises_its_error(values: list[Any]) -> None:
    """A constructor makes a value that its own text gives back, or raises its documented error."""
    for constructor, count, error in CONSTRUCTORS:
        try:
            made = constructor(*values[:count])
        except error:
            continue
        if isinstance(made, Card):
            assert made is card(made.text)
        if isinstance(made, Action):
            assert made.text == repr(made)[8:-2]
            assert made is pickle.loads(pickle.dumps(made)) is copy.deepcopy(made)
        if isinstance(made, Rules):
            assert made == Rules.parse(made.text.split()[0], made.text.split()[1:])


@settings(max_examples=300, deadline=None, derandomize=True)
@given(seat=WRONG, wanted=WRONG)
def test_a_match_refuses_or_raises_value_error(seat: Any, wanted: Any) -> None:
    """A seat or an action that does not exist is refused, at every stage of a match, and reveals nothing."""
    for match in (MATCH, between(), over()):
        exists = isinstance(seat, int) and 0 <= seat < match.seats
        assert exists or () == match.legal(seat)
        assert exists or (match, ()) == match.leave(seat)
        for asked in (wanted, Draw(), CallUno(), Foreign()):
            with suppress(IllegalAction, ValueError):
                match.apply(seat, asked)
        with suppress(IllegalAction):
            match.idle(seat)
        with suppress(ValueError):
            assert exists or seat is None, match.view(seat)
        with suppress(IllegalAction, ValueError):
            Record.of(match, ["a"] * match.seats).then(match, seat, wanted)


@pytest.mark.parametrize("seat", [-1, 3, 99, "0", 0.0, 0.5, None, []])
def test_a_seat_that_does_not_exist(seat: Any) -> None:
    """It has no legal action, is refused as not seated, and has no view but the spectator's for None."""
    assert () == MATCH.legal(seat)
    for match in (MATCH, between()):
        with pytest.raises(IllegalAction) as refusal:
            match.apply(seat, Draw())
        assert Reason.NOT_SEATED == refusal.value.why.reason
    if seat is not None:
        with pytest.raises(ValueError, match="seats are 0 to 2"):
            MATCH.view(seat)


@pytest.mark.parametrize("asked", ["draw", None, 5, Draw, Foreign(), [Draw()]])
@pytest.mark.parametrize("match", [MATCH, between(), over()], ids=["going", "between", "over"])
def test_what_is_no_action(match: Match, asked: Any) -> None:
    """A text, a class or an action of another program raises ValueError."""
    with pytest.raises(ValueError, match="no action"):
        match.apply(match.turn, asked)


def test_a_color_that_does_not_exist() -> None:
    """A play names a `Color` or None; a word, a number and a letter are refused when the play is made."""
    for color in ("purple", "r", 0, 4, True):
        with pytest.raises(ValueError, match="no color"):
            Play(card("W"), color)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="no color"):
            NameColor(color)  # type: ignore[arg-type]


def test_a_wrong_value_that_equals_a_right_one_is_never_interned() -> None:
    """0 equals Color.RED and False, 1 equals True: none of them may take the place of the right value."""
    for wrong in ((card("r9"), None, 0, 0), (card("r9"), None, False), (card("r9"), 1), (card("r9"), None, None, 1)):
        with pytest.raises(ValueError, match=r"no |double="):
            Play(*wrong)
    for color, rank in ((0, Rank.NINE), (Color.RED, 9), (Color.RED, Rank.WILD), (None, Rank.NINE)):
        with pytest.raises(ValueError, match="no card"):
            Card(color, rank)  # type: ignore[arg-type]
    assert {Color, type(None)} == {type(face.color) for face in uno_deck().faces}
    assert Play(card("W"), Color.RED) is action("W:r")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_equals_itself_after_the_caches_were_emptied(preset: str) -> None:
    """Caches hold only what follows from their keys: without them the same match is computed again, and is equal."""
    rules = replace(PRESETS[preset], target=1)

    def played() -> Match:
        match, _ = Match.start(rules, 4, "caches")
        for _ in range(40):
            if not match.over:
                match, _ = match.apply(match.turn, match.legal(match.turn)[0])
        return match

    before = played()
    setup.cache_clear()
    uno_deck.cache_clear()
    assert before == played()
    assert hash(before) == hash(played())
    assert before == pickle.loads(pickle.dumps(before))


def test_caches_of_different_rules_do_not_mix() -> None:
    """Two matches that differ in one option or in the seats share no legal list that depends on it."""
    one, other = (Match.start(Rules(draw_four=way), 2, "mix")[0] for way in ("free", "no_match"))
    assert one.round.setup.deck is other.round.setup.deck
    assert one.round.setup is not other.round.setup
    assert setup(Rules(), 2) is not setup(Rules(), 3)
    assert setup(Rules(target=5), 2) != setup(Rules(target=6), 2)


def test_an_option_is_checked_by_type() -> None:
    """True is no number and 2.0 is no 2, though Python calls them equal."""
    option = Option("size", (1, 15), 7, is_range=True)
    for wrong in (True, 7.0, "7", None):
        with pytest.raises(RulesError):
            option.check(wrong)
