"""Seed, rules and actions determine the match, on every Python and through a pickle."""

import copy
import json
import pickle
from hashlib import sha256, shake_256

import pytest

from tests.game.anyrules import facts, moves
from tests.game.games import deal, ruled
from uno_tui.game.actions import Action, action
from uno_tui.game.events import Event
from uno_tui.game.match import Match
from uno_tui.game.record import Record, check
from uno_tui.game.rules import PRESETS
from uno_tui.game.shuffle import new_seed, seed_hash, shuffled

VECTORS = {
    ("", 0, 1): [0],
    ("", 0, 10): [8, 7, 3, 5, 1, 4, 6, 9, 2, 0],
    ("family evening", 0, 8): [6, 5, 3, 1, 7, 2, 4, 0],
    ("family evening", 1, 8): [6, 3, 4, 7, 0, 2, 1, 5],
    ("47c0ffee47c0ffee47c0ffee47c0ffee", 12, 10): [5, 7, 9, 8, 6, 1, 2, 0, 3, 4],
    ("ნინო", 0, 10): [6, 2, 3, 7, 9, 1, 0, 5, 8, 4],
}
"""By seed, number and size: the order of the cards 0, 1, 2 ... after that shuffle."""


@pytest.mark.parametrize(("seed", "number", "size"), VECTORS)
def test_the_shuffle_gives_the_published_vectors(seed: str, number: int, size: int) -> None:
    """The shuffle gives the published orders on every machine."""
    assert VECTORS[seed, number, size] == shuffled(range(size), seed, number)


def test_the_shuffle_as_it_is_described() -> None:
    """A second implementation, from the shuffle's description, gives the same order."""
    for seed in ("family evening", "ნინო", ""):
        order = list(range(108))
        stream = shake_256(f"uno-tui/1:{seed}:3".encode()).digest(8 * 108)
        for i in range(107, 0, -1):
            j = int.from_bytes(stream[8 * i : 8 * i + 8], "little") % (i + 1)
            order[i], order[j] = order[j], order[i]
        assert order == shuffled(range(108), seed, 3)


def test_a_seed_is_128_bits_from_the_system() -> None:
    """Seeds are 32 hexadecimal digits, and 50 of them differ."""
    seeds = {new_seed() for _ in range(50)}
    assert (50, {32}, set()) == (
        len(seeds),
        {len(seed) for seed in seeds},
        set("".join(seeds)) - set("0123456789abcdef"),
    )


def test_the_hash_of_a_seed_is_sha_256() -> None:
    """The hash of a seed is SHA-256, which any tool can compute."""
    assert sha256(b"family evening").hexdigest() == seed_hash("family evening")
    assert "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" == seed_hash("")


def written(rules: str, seats: int, steps: int = 300) -> tuple[Match, list[tuple[int, Action]], list[Event]]:
    """Play a match by a fixed method; return it with its moves and events."""
    match, events = Match.start(ruled(rules), seats, "again")
    done: list[tuple[int, Action]] = []
    told = list(events)
    for step in range(steps):
        if match.over:
            break
        choices = sorted(moves(match), key=lambda move: (move[0], move[1].text))
        seat, one = choices[int.from_bytes(sha256(f"{rules} {step}".encode()).digest()[:4]) % len(choices)]
        match, events = match.apply(seat, one)
        done.append((seat, one))
        told += events
    return match, done, told


def first_version(record: Record) -> str:
    """Return the record's text in version 1 of the format, over which the digests were taken."""
    lines = ["uno-tui record 1", f"rules: {record.rules.text}", *record.text.split("\n")[2:]]
    if record.winner is not None:
        lines[-2] = f"check: {check(lines[:-2])}"
    return "\n".join(lines)


DIGESTS = {
    "classic": "de2972f96481f609",
    "official": "3112b159b83e4b8c",
    "irish": "35f15a3698508237",
    "party": "847a55eec1495496",
    "quick": "896c064eff851f45",
    "party deck=regular queen=skip": "77f0e3a34bf60f9b",
}
"""By rules: the beginning of SHA-256 over a long match's record and last state."""


@pytest.mark.parametrize("rules", DIGESTS)
def test_the_same_match_on_every_python(rules: str) -> None:
    """A long match, chosen without Python's random numbers, has the same record and last state everywhere."""
    match, done, _ = written(rules, 4)
    record = Record.of(match, ["a", "b", "c", "d"])
    text = "\n".join([first_version(record), *(f"{seat} {one}" for seat, one in done), json.dumps(facts(match))])
    assert DIGESTS[rules] == sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize("preset", PRESETS)
def test_seed_rules_and_actions_give_the_same_match(preset: str) -> None:
    """Played again from the texts of its actions, a match is equal in state, history and every view."""
    match, done, told = written(preset, 3)
    again, events = Match.start(ruled(preset), 3, "again")
    retold = list(events)
    for seat, one in done:
        again, events = again.apply(seat, action(one.text))
        retold += events
    assert match == again
    assert told == retold
    assert all(match.view(seat) == again.view(seat) for seat in (0, 1, 2, None))


def test_another_seed_is_another_match() -> None:
    """Another seed deals other cards."""
    one, _ = Match.start(ruled(""), 3, "one")
    two, _ = Match.start(ruled(""), 3, "two")
    assert one.round.hands != two.round.hands


@pytest.mark.parametrize("preset", PRESETS)
def test_a_pickle_comes_back_equal_and_plays_on(preset: str) -> None:
    """A match and its events survive a pickle and a copy at any moment, and continue equally."""
    for steps in (0, 1, 7, 40, 150):
        match, _, told = written(preset, 4, steps)
        for back in (pickle.loads(pickle.dumps(match)), copy.deepcopy(match)):
            assert match == back
            assert hash(match.round) == hash(back.round)
            assert [match.view(seat) for seat in range(4)] == [back.view(seat) for seat in range(4)]
            if not match.over:
                assert match.apply(*moves(match)[0]) == back.apply(*moves(back)[0])
        assert told == pickle.loads(pickle.dumps(told))


def test_values_are_one_object_each() -> None:
    """Equal cards and actions are identical, also after a pickle."""
    for text in ("r5", "W:g!", "jump:b2", "catch:3", "draw"):
        assert action(text) is action(text)
        assert action(text) is pickle.loads(pickle.dumps(action(text)))
        assert action(text) is copy.deepcopy(action(text))


def test_a_round_cannot_be_written() -> None:
    """A round is a value: no field can be set, and it equals only rounds."""
    game = deal("r1 r2 | b1 b2", top="r5")
    with pytest.raises(AttributeError, match="a Round is frozen: turn cannot be set"):
        game.turn = 1
    assert game != "a round"
    assert "<Round 1: r1 r2 | b1 b2; top r5, play seat 1>" == repr(game)


def test_applying_leaves_what_was() -> None:
    """An action leaves the state before it unchanged."""
    match, done, _ = written("party", 3, 60)
    state, _ = Match.start(ruled("party"), 3, "again")
    for seat, one in done:
        before = copy.deepcopy(state)
        after, _ = state.apply(seat, one)
        assert before == state
        state = after
    assert match == state
