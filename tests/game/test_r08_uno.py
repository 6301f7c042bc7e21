"""R8: the UNO call, catching, and the window between them."""

import pytest

from tests.game.games import (
    called,
    deal,
    legal,
    matched,
    owing,
    penalty,
    phase,
    pile,
    play,
    refused,
    sizes,
    told,
    turn,
    why,
)
from uno_tui.game.errors import Reason, Why
from uno_tui.game.events import Called, Caught, Cause, Drew
from uno_tui.game.view import Phase

TWO = "r1 g1 | b1 b2 b3 | y1 y2 y3"
MATTEL = "catch_window=next_turn"


@pytest.mark.parametrize("count", [2, 4])
def test_r8_1_caught(count: int) -> None:
    """A seat caught with one card and no call draws two, or four by `uno_penalty`."""
    game = play(deal(TWO, top="r5", rules=f"uno_penalty={count}"), "r1")
    assert [1] == owing(game)
    events = told(game, "3 catch:1")
    assert Caught(2, 0) == events[0]
    assert isinstance(events[1], Drew)
    assert (0, count, Cause.CAUGHT) == (events[1].seat, events[1].count, events[1].cause)
    assert 1 + count == sizes(play(game, "3 catch:1"))[0]


def test_r8_2_the_call_with_the_play() -> None:
    """A call with the play that leaves one card leaves nothing to catch."""
    game = play(deal(TWO, top="r5"), "r1!")
    assert ([1], []) == (called(game), owing(game))
    assert Why(Reason.NO_CATCH, seat=0) == why(game, "2 catch:1")


def test_r8_2_the_call_after_the_play() -> None:
    """A call after the play, before a catch, counts like one with the play."""
    game = play(deal(TWO, top="r5"), "r1")
    assert (Called(0),) == told(game, "1 uno")
    game = play(game, "1 uno")
    assert ([1], [], 2) == (called(game), owing(game), turn(game))
    assert Reason.NO_CALL_DUE == refused(game, "1 uno")


def test_r8_2_a_call_is_void_once_the_card_is_another() -> None:
    """A seat that called and then drew must call again for its next single card."""
    game = play(deal("r1! | b1 b2 b3", top="g5", pile="g9 y8 y7"), "draw")
    assert ([], []) == (called(game), owing(game))
    game = play(game, "g9")
    assert ([], [1]) == (called(game), owing(game))


@pytest.mark.parametrize("move", ["r1!", "2 uno", "1 uno"])
def test_r8_2_a_call_that_is_not_due_is_refused(move: str) -> None:
    """A call with two cards left is refused; a play with such a call is refused as a whole."""
    game = deal("r1 g1 g2 | b1 b2 b3", top="r5")
    assert Reason.NO_CALL_DUE == refused(game, move)
    assert [3, 3] == sizes(game)


def test_r8_2_no_call_with_the_last_card() -> None:
    """The play of the last card may not include a call."""
    assert Reason.NO_CALL_DUE == refused(deal("r1! | b1 b2 b3", top="r5"), "r1!")


def test_r8_2_a_single_card_by_a_swap_is_owed_too() -> None:
    """A seat left with one card by another's 7 owes the call; one that swaps for it may call with the play."""
    game = deal("r7 b1 b2 | g1! | y1 y2", top="r5", rules="seven_zero=on")
    assert {"r7@2", "r7@2!", "r7@3"} <= legal(game)
    swapped = play(game, "r7@2")
    assert ([1], []) == (owing(swapped), called(swapped))
    assert ([], [1]) == (owing(play(game, "r7@2!")), called(play(game, "r7@2!")))
    given = play(deal("r7 b1 | g1 g2 | y1 y2", top="r5", rules="seven_zero=on"), "r7@2")
    assert [2] == owing(given)
    assert {"uno"} == legal(given, 2) - {"draw", "g1", "g2", "b1"}


def test_r8_2_a_single_card_dealt_is_owed() -> None:
    """With hands of one card everybody owes the call from the deal on."""
    game = deal("r1 | b1 | y1", top="r5", rules="hand_size=1")
    assert {"uno", "catch:2", "catch:3"} <= legal(game, 1)
    assert {"uno", "catch:1", "catch:3"} == legal(game, 2)


def test_r8_3_until_last_stays_open() -> None:
    """Under `until_last` a missing call may be caught turns later, until the last card is played."""
    game = play(deal("r1 g1 | b1 b2 b3 | y1 y2 y3", top="r5"), "r1", "b1", "y1")
    assert ([1], {"catch:1"}) == (owing(game), legal(game, 2))


def test_r8_3_until_last_shuts_with_the_last_card() -> None:
    """The end of the round shuts all catch windows."""
    game = play(deal("r1 r2 | r3 b2 b3", top="r5"), "r1", "r3")
    assert [1] == owing(game)
    game = play(game, "r2")
    assert ([], set()) == (owing(game), legal(game, 2))
    assert Reason.ROUND_OVER == refused(game, "2 catch:1")


def test_r8_3_until_last_shuts_with_another_hand() -> None:
    """A seat that draws no longer holds one card and cannot be caught."""
    game = play(deal("r1 g1 | b1 b2 b3", top="r5", pile="y8 y9 y7"), "r1", "draw", "draw")
    assert ([2, 4], []) == (sizes(game), owing(game))


@pytest.mark.parametrize("moves", [["draw"], ["b1"], ["3 jump:r1"]])
def test_r8_3_next_turn_shuts_at_the_next_action(moves: list[str]) -> None:
    """Under `next_turn` the window shuts when any seat draws or plays."""
    game = play(deal("r1 g1 | b1 b2 b3 | r1 y2 y3", top="r5", rules=f"{MATTEL} jump_in=on"), "r1")
    assert [1] == owing(game)
    game = play(game, *moves)
    assert 1 not in owing(game)
    assert Why(Reason.NO_CATCH, seat=0) == why(game, "2 catch:1")


@pytest.mark.parametrize("answer", ["take", "challenge", "W4:b"])
def test_r8_3_next_turn_shuts_with_the_answer(answer: str) -> None:
    """An answer to a penalty shuts the window too."""
    game = deal("W4 g1 | W4 b1 b2 | y1 y2 y3", top="r5", rules="official stacking=same")
    game = play(game, "W4:g")
    assert [1] == owing(game)
    assert [] == owing(play(game, answer))


def test_r8_3_next_turn_shuts_with_a_kept_card() -> None:
    """The draw before a decision shuts the window; keeping the card changes nothing."""
    game = play(deal("r1 g1 | b1 b2", top="r5", pile="r9 r8", rules=MATTEL), "r1", "draw")
    assert ([], Phase.DRAWN) == (owing(game), phase(game))
    assert [] == owing(play(game, "keep"))


def test_r8_3_next_turn_shuts_by_the_offender_too() -> None:
    """Between two a Skip leaves the offender on turn: the next action of the offender shuts the window."""
    game = play(deal("rS g1 | b1 b2", top="r5", rules=MATTEL), "rS")
    assert ([1], {"catch:1"}) == (owing(game), legal(game, 2))
    assert [] == owing(play(game, "draw"))


def test_r8_3_calls_catches_and_leavers_shut_nothing() -> None:
    """With two seats owing a call, a call, a catch or a third player's leaving keeps the other's window open."""
    rules = f"{MATTEL} seven_zero=on"
    game = play(deal("r7 b1 | g1! | y1 y2 y3 | b3 b4 b5", top="r5", rules=rules), "r7@2")
    assert [1, 2] == owing(game)
    assert [2] == owing(play(game, "1 uno"))
    assert [2] == owing(play(game, "4 catch:1"))
    assert [1, 2] == owing(play(game, "3 leave"))


def test_r8_3_the_window_opens_when_the_state_begins() -> None:
    """A skipped seat that owes a call may be caught only while the window is open."""
    game = play(deal("rS b1 b2 | g1 | y1 y2 y3", top="r5", rules=MATTEL), "rS")
    assert [] == owing(game)
    sheets = play(deal("rS b1 b2 | g1 | y1 y2 y3", top="r5"), "rS")
    assert [2] == owing(sheets)


def test_r8_4_a_catch_changes_nothing_else() -> None:
    """A catch changes the offender's hand only; turn, phase and debts stay."""
    game = play(deal("r+2 g1 | b1 b2 b3 | y1 y2 y3", top="r5"), "r+2")
    caught = play(game, "3 catch:1")
    assert (2, Phase.ANSWER, 2, [3, 3, 3]) == (turn(caught), phase(caught), penalty(caught), sizes(caught))
    assert {"take"} == legal(caught)


def test_r8_4_several_may_owe_a_call() -> None:
    """If two seats hold one card after a 0, each is caught separately."""
    game = deal("r0 b1 | g1! | y1 y2 y3", top="r5", rules="seven_zero=on")
    game = play(game, "r0")
    assert ([3, 1, 1], [2, 3]) == (sizes(game), owing(game))
    assert {"catch:2", "uno"} == legal(game, 3)
    game = play(game, "1 catch:3")
    assert ([2], [3, 1, 3]) == (owing(game), sizes(game))


def test_r8_4_a_catch_settles_the_offence() -> None:
    """A caught seat cannot be caught again, however many cards it drew, even none."""
    game = play(deal("r1 g1 | b1 b2 | *", top="r5", pile="", below=""), "r1", "2 catch:1")
    assert ([2, 2], []) == (sizes(game)[:2], owing(game))
    game = deal("r1 r2 | b1 | *", top="r5", pile="", below="")
    game = play(game, "1 catch:2")
    assert (1, [], "") == (sizes(game)[1], owing(game), pile(game))
    assert Why(Reason.NO_CATCH, seat=1) == why(game, "1 catch:2")


def test_r8_4_a_wrong_catch_is_refused() -> None:
    """Catching nobody, oneself, a seat that left or one that does not exist is refused and changes nothing."""
    match = play(matched(deal("r1 g1 | b1 b2 | y1 y2", top="r5")), "r1")
    assert Why(Reason.NO_CATCH, seat=1) == why(match, "3 catch:2")
    assert Why(Reason.CATCH_SELF) == why(match, "1 catch:1")
    assert Why(Reason.NO_CATCH, seat=8) == why(match, "2 catch:9")
    assert Why(Reason.NOT_SEATED) == why(play(match, "3 leave"), "3 catch:1")


def test_r8_4_the_first_to_arrive_counts() -> None:
    """A call before the catch saves; a catch before the call costs two, and then no call is due."""
    game = play(deal(TWO, top="r5"), "r1")
    assert Why(Reason.NO_CATCH, seat=0) == why(play(game, "1 uno"), "2 catch:1")
    assert Reason.NO_CALL_DUE == refused(play(game, "2 catch:1"), "1 uno")
