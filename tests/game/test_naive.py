"""The naive program in positions worked out by hand from the rule sheet."""

from random import Random

import pytest

from tests.game import naive
from tests.game.naive import DEFAULTS, State, act, count, leave, legal, new_match, position, rank_of, summary


def played(s: State, *moves: tuple[int, str]) -> State:
    for seat, text in moves:
        s = act(s, seat, text)
    return s


def test_matching_and_refusals() -> None:
    """R4.1, R4.4, R7.3: the cards that may be played on a red 5."""
    s = position(["r1 b5 g3 W W4 W4", "g1 g2"], "r5", options={})
    wilds = {f"W:{color}" for color in "rygb"}
    assert legal(s) == {0: {"r1", "b5", "draw"} | wilds, 1: set()}
    s = position(["b5 g3 W W4", "g1 g2"], "r5", options={"draw_four": "no_color"})
    assert legal(s)[0] == {"b5", "draw"} | wilds | {f"W4:{color}" for color in "rygb"}
    for seat, text in ((0, "W"), (0, "g3"), (0, "r5"), (0, "b5!"), (1, "draw"), (0, "keep"), (5, "draw")):
        with pytest.raises(ValueError, match="may not"):
            act(s, seat, text)


def test_drawing() -> None:
    """R4.2, R4.3, R5: one card, until playable, reshuffle in the middle, dead round."""
    s = position(["g3 g4", "g1 g2"], "r5", "b1 r7", options={})
    assert legal(act(s, 0, "draw"))[0] == {"r7", "keep"}
    assert summary(played(s, (0, "draw"), (0, "keep"), (1, "draw")))["turn"] == 0
    s = position(["g3 g4", "g1 g2"], "r5", "b1 b2", "r8 r9 rS", options={"draw": "until_playable"})
    after = act(s, 0, "draw")
    assert (len(after["hands"][0]), len(after["pile"]), after["phase"]) == (5, 2, "drawn")
    s = position(["g3 g4", "g1 g2"], "r5", "", options={})
    assert act(s, 0, "draw")["turn"] == 1
    dead = summary(played(s, (0, "draw"), (1, "draw")))
    assert (dead["phase"], dead["scores"], dead["winner"]) == ("over", [0, 0], None)


@pytest.mark.parametrize(
    ("card", "seats", "turn", "direction"),
    [("rS", 2, 0, 1), ("rR", 2, 0, 1), ("rS", 3, 2, 1), ("rR", 3, 2, -1), ("r9", 3, 1, 1)],
)
def test_skip_and_reverse(card: str, seats: int, turn: int, direction: int) -> None:
    """R6.1, R6.2: Skip, Reverse and Draw Two with two and three players."""
    s = act(position([f"{card} g1 g2", "g3 g4", "b3 b4"][:seats], "r5", options={}), 0, card)
    assert (s["turn"], s["direction"]) == (turn, direction)


def test_challenge() -> None:
    """R7.4: guilty of the color in force before, else the challenger draws six."""
    for hand, drawn, turn in (("W4 r1 g1", [4, 0, 0], 1), ("W4 b5 g1", [0, 6, 0], 2)):
        s = position([hand, "g3 g4", "b3 b4"], "r5", options={"draw_four": "bluff"})
        s = act(s, 0, "W4:g")
        assert legal(s)[1] == {"take", "challenge"}
        assert legal(leave(s, 0))[1] == {"take"}
        s = act(s, 1, "challenge")
        assert [len(hand) - 2 for hand in s["hands"]] == drawn
        assert (s["turn"], s["phase"], s["color"], s["penalty"]) == (turn, "play", "g", 0)


def test_stacking() -> None:
    """R10.1, R10.2, R9.1: a stack is taken, challenged, or drawn at the end of the round."""
    hands = ["r+2 g1 g2", "b+2 W4 b1", "W4 g+2 y1"]
    assert legal(act(position(hands, "r5", options={"stacking": "same"}), 0, "r+2"))[1] == {"take", "b+2"}
    s = played(position(hands, "r5", options={"stacking": "cross", "draw_four": "bluff"}), (0, "r+2"), (1, "W4:g"))
    assert legal(s)[2] == {"take", "challenge"} | {f"W4:{color}" for color in "rygb"}
    assert len(act(s, 2, "challenge")["hands"][2]) == 3 + 6 + 2
    s = position(["r+2 g1 g2", "b+2", "W4 g+2"], "r5", options={"stacking": "same"})
    s = played(s, (0, "r+2"), (1, "b+2"))
    assert (s["phase"], len(s["hands"][2]), s["scores"][0]) == ("over", 6, 0)
    assert s["scores"][1] >= 1 + 2 + 50 + 20


def test_calls_and_catches() -> None:
    """R8: calls with the play and after it, a catch, and both catch windows."""
    s = position(["r1 g1", "g3 g4", "b3 b4"], "r5", options={})
    assert summary(act(s, 0, "r1!"))["calls"] == [0]
    owed = act(s, 0, "r1")
    assert [legal(owed)[seat] & {"uno", "catch:1"} for seat in range(3)] == [{"uno"}, {"catch:1"}, {"catch:1"}]
    assert summary(act(owed, 0, "uno"))["calls"] == [0]
    caught = act(owed, 2, "catch:1")
    assert (len(caught["hands"][0]), caught["turn"], caught["owing"]) == (3, 1, [])
    assert summary(act(owed, 1, "draw"))["owing"] == [0]
    s["options"]["catch_window"] = "next_turn"
    assert summary(leave(act(s, 0, "r1"), 2))["owing"] == [0]
    assert summary(played(s, (0, "r1"), (1, "draw")))["owing"] == []


def test_catch_without_cards() -> None:
    """R8.4: a catch settles the offence, also if fewer cards could be drawn."""
    s = played(position(["r1 g1", "g3 g4"], "r5", "", options={"uno_penalty": 4}), (0, "r1"), (1, "catch:1"))
    assert len(s["hands"][0]) == 2  # the discards below the top: one card
    s = position(["g1 g2", "g3"], "r5", "", options={})
    s = act(s, 0, "catch:2")
    assert (len(s["hands"][1]), s["owing"], legal(s)[1]) == (1, [], set())


def test_doubles_and_must_play() -> None:
    """R10.4, R10.5: doubles, and the duty to play."""
    s = position(["r1 r1 g1", "g3 g4"], "r5", options={"doubles": True, "must_play": True})
    assert legal(s)[0] == {"r1", "r1x2", "r1x2!"}
    s = position(["r1 r1", "g3 g4"], "r5", options={"doubles": True})
    assert legal(s)[0] == {"r1", "r1!", "r1x2", "draw"}
    assert summary(act(s, 0, "r1x2"))["scores"] == [7, 0]


def test_jump_in() -> None:
    """R11.1: a jump-in out of turn; the seat that is deciding on a drawn card keeps it."""
    s = position(["g1 g2", "g3 g4", "r5 b4 b6"], "r5", "r9", options={"jump_in": True})
    assert legal(s)[2] == {"jump:r5"}
    s = act(s, 0, "draw")
    assert s["phase"] == "drawn"
    s = act(s, 2, "jump:r5")
    assert (len(s["hands"][0]), s["turn"], s["phase"]) == (3, 0, "play")


def test_seven_zero() -> None:
    """R11.2: swapped and passed hands, and the calls due after them."""
    s = position(["r7 r0 g1", "g3", "b3 b4 b5"], "r5", options={"seven_zero": True})
    assert legal(s)[0] == {"r7@2", "r7@2!", "r7@3", "r0", "draw", "catch:2"}
    s0 = summary(act(s, 0, "r0"))
    assert s0["hands"] == [["b3", "b4", "b5"], ["r7", "g1"], ["g3"]]
    assert s0["owing"] == [2]
    s7 = summary(act(s, 0, "r7@2!"))
    assert (s7["hands"][0], s7["calls"], s7["owing"]) == (["g3"], [0], [])
    s = position(["r7", "g3", "b3 b4 b5"], "r5", options={"seven_zero": True})
    assert legal(s)[0] == {"r7", "draw", "uno", "catch:2"}


def test_leaving() -> None:
    """R9.5: the sum lapses, the hand goes under the discards, the last one wins."""
    s = act(position(["r+2 g1 g2", "g3 g4", "b3 b4"], "r5", options={}), 0, "r+2")
    s = leave(s, 1)
    assert (s["turn"], s["phase"], s["penalty"], len(s["discards"])) == (2, "play", 0, 4)
    s = leave(s, 2)
    assert (s["winner"], s["phase"], s["scores"]) == (0, "over", [0, 0, 0])
    assert not any(legal(s).values())
    s = leave(position(["W", "g1 g2", "r1"], "r5", options={}), 2)
    assert legal(act(s, 0, "W")) == {0: {"deal"}, 1: set(), 2: set()}


def test_caught_scoring() -> None:
    """R9.4: the lowest total wins once a player reaches the target; while it is shared, another round is played."""
    options: dict[str, object] = {"scoring": "caught", "target": 20}
    s = position(["r1", "gS", "b3"], "r5", options=options)
    assert summary(act(s, 0, "r1"))["winner"] == 0
    s = act(position(["r1", "gS", "b3"], "r5", options=options, scores=[3, 0, 0]), 0, "r1")
    assert (s["winner"], s["scores"]) == (None, [3, 20, 3])
    assert act(s, 0, "deal")["round"] == 2


@pytest.mark.parametrize(
    ("teams", "points", "team"), [("off", [33, 3], 0), ("pairs", [30, 3], 0), ("halves", [19, 3], 0)]
)
def test_teams(teams: str, points: list[int], team: int) -> None:
    """R14: six seats alone, in three pairs, in two halves; the score of the winner's team and a leaver's."""
    options: dict[str, object] = {"teams": teams}
    s = position(["r1", "g9", "g8", "r3", "g6", "g7"], "r5", options=options, scores=[0, 3, 0, 0, 3, 0])
    s = act(s, 0, "r1")
    assert [s["scores"][0], s["scores"][1]] == points
    assert {naive.team_of(s, seat) for seat in range(6) if s["scores"][seat] == points[0]} == {team}


def test_teams_that_leave() -> None:
    """R14.4: points stay while a partner plays on, drop out with the team, and one team left wins."""
    s = position(["r1 r2", "g1 g2", "b1 b2", "y1 y2"], "r5", options={"teams": "pairs"}, scores=[1, 2, 1, 2])
    s = leave(s, 3)
    assert (s["scores"], s["winner"]) == ([1, 2, 1, 2], None)
    s = leave(s, 1)
    assert (s["scores"], s["winner"], naive.winning_team(s)) == ([1, 0, 1, 0], 0, 0)
    with pytest.raises(ValueError, match="4, 6, 8 or 10"):
        position(["r1", "g1"], "r5", options={"teams": "halves"})


def test_first_cards() -> None:
    """R2, R3: three seats, every kind of first card, and the next deal one seat to the left."""
    seen = set()
    for number in range(120):
        s = new_match(DEFAULTS | {"first_wild": "choose"}, 3, str(number))
        kind = rank_of(summary(s)["top"])
        left = (s["dealer"] + 1) % 3
        turns = {"S": left + 1, "+2": left + 1, "R": left - 1}
        assert s["turn"] == turns.get(kind, left) % 3
        assert (s["direction"], s["phase"]) == (-1 if kind == "R" else 1, "color" if kind == "W" else "play")
        assert len(s["pile"]) == 108 - 22 - (2 if kind == "+2" else 0)
        assert kind != "W4"
        seen.add(kind)
        over = s | {"phase": "over", "turn": None}
        assert legal(over)[left] == {"deal"}
        assert legal(leave(over, left))[(left + 1) % 3] == {"deal"}
    assert seen >= {"S", "+2", "R", "W"}


@pytest.mark.parametrize("deck", ["uno", "regular"])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_random_play(deck: str, seats: int) -> None:
    """R1.1: after every action each card is in one place, and the earlier state is unchanged."""
    house = {"deck": deck, "draw": "until_playable", "draw_four": "bluff", "stacking": "cross", "first_wild": "choose"}
    options = DEFAULTS | house | {"doubles": True, "jump_in": True, "seven_zero": True, "target": 200}
    chance = Random(seats)
    s = new_match(options, seats, f"match {seats}")
    for _ in range(500):
        moves = [(seat, text) for seat, found in sorted(legal(s).items()) for text in sorted(found)]
        if not moves:
            break
        before = summary(s)
        after = act(s, *chance.choice(moves))
        assert summary(s) == before
        s = after
        assert sorted(sum(s["hands"], s["pile"] + s["discards"])) == list(range(len(s["deck"])))


def test_count() -> None:
    """`count` counts pairs of seat and action; a match that is won has no further sequence."""
    s = position(["r1", "g3"], "r5", "b1", options={"target": 1})
    assert sorted(legal(s)[0] | legal(s)[1]) == ["catch:1", "catch:2", "draw", "r1", "uno"]
    assert count(s, 1) == 6
    assert count(s, 2) == sum(count(act(s, seat, text), 1) for seat, found in legal(s).items() for text in found)
    assert count(act(s, 0, "r1"), 1) == 0
