"""The notation: every value has a text, from which the same value is parsed."""

import pytest

from tests.game.games import deal as arranged
from tests.game.games import matched, play, ruled
from uno_tui.game.actions import Action, CallUno, CatchUno, JumpIn, NameColor, Play, action
from uno_tui.game.cards import Card, Color, Rank, card
from uno_tui.game.deck import uno_deck

FACES = sorted(
    {
        *uno_deck().cards,
        *ruled("deck=regular").deck_for(2).cards,
        *ruled("deck=regular jack=number queen=wild king=wild_draw_four ace=skip black_joker=none").deck_for(5).cards,
    },
    key=lambda face: (face.order, face.text),
)


@pytest.mark.parametrize("face", FACES, ids=str)
def test_cards(face: Card) -> None:
    """Every card of either deck is read back from its text, and is the same object."""
    assert face is card(face.text)
    assert f"card({face.text!r})" == repr(face)


def test_every_way_to_play() -> None:
    """Every combination of card, double, color, seat and call is read back from its text."""
    for face in FACES:
        for swap in (None, 0, 9):
            for uno in (False, True):
                jump = JumpIn(face, swap, uno)
                assert jump is action(jump.text)
                for color in (None, *Color):
                    for double in (False, True):
                        one = Play(face, color, swap, double, uno)
                        assert one is action(one.text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r5", Play(card("r5"))),
        ("r5!", Play(card("r5"), uno=True)),
        ("r5x2", Play(card("r5"), double=True)),
        ("W:g", Play(card("W"), Color.GREEN)),
        ("r7@3", Play(card("r7"), swap=2)),
        ("jump:r5", JumpIn(card("r5"))),
        ("r7x2@10!", Play(card("r7"), swap=9, double=True, uno=True)),
        ("JC=S", Play(card("JC=S"))),
        ("uno", CallUno()),
        ("catch:2", CatchUno(1)),
        ("color:b", NameColor(Color.BLUE)),
    ],
)
def test_actions_as_they_are_written(text: str, expected: Action) -> None:
    """The examples of the notation mean what they say, seats counted from 1."""
    assert expected is action(text)
    assert text == str(expected)
    assert f"action({text!r})" == repr(expected)


@pytest.mark.parametrize("text", ["draw", "keep", "take", "challenge", "uno", "deal"])
def test_actions_without_anything_more(text: str) -> None:
    """Each of these actions is written as one word."""
    assert text == action(text).text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no action ''"),
        ("r5 ", "no card 'r5 '"),
        ("R5", "no card 'R5'"),
        ("drew", "no card 'drew'"),
        ("r5!!", "no action 'r5!!'"),
        ("r5!x2", "no action 'r5!x2'"),
        ("W:x", "no action 'W:x'"),
        ("color:x", "no color 'x': the colors are r, y, g, b"),
        ("color:", "no color ''"),
        ("color:rg", "no color 'rg'"),
        ("catch:0", "no seat '0': seats are 1 to 10"),
        ("catch:11", "no seat '11'"),
        ("catch:", "no seat ''"),
        ("catch:02", "no seat '02'"),
        ("catch:\u0663", "no seat"),
        ("r7@0", "no seat '0'"),
        ("r7@99", "no seat '99'"),
        ("jump:W:g", "no action 'jump:W:g': a jump-in is one card, never a wild"),
        ("jump:r5x2", "no action 'jump:r5x2': a jump-in is one card"),
    ],
)
def test_what_is_no_action(text: str, words: str) -> None:
    """Any other text raises an error that quotes it."""
    with pytest.raises(ValueError, match=words):
        action(text)


def test_ranks_and_colors() -> None:
    """Colors are their letters, ranks their numbers or symbols, in card order."""
    assert ["r", "y", "g", "b"] == [color.letter for color in Color]
    assert [*map(str, range(14)), "S", "R", "+2", "W", "W4"] == [rank.text for rank in Rank]
    assert [*Color] == [Color.parse(color.letter) for color in Color]


def test_decks_say_what_they_are() -> None:
    """The repr of a deck shows name and size; `faces` are its different cards."""
    assert "<Deck uno: 108 cards>" == repr(uno_deck())
    assert 54 == len(uno_deck().faces)


def test_the_next_seat_of_a_view() -> None:
    """`next_seat` goes in the direction of play, or the other way, and skips seats of players who left."""
    match = matched(arranged("rR r1 r2 | b1 b2 | y1 y2 | g1 g2", top="r5"))
    view = play(match, "2 leave").view(0)
    assert [2, 3, 0] == [view.next_seat(seat) for seat in (0, 2, 3)]
    view = play(match, "2 leave", "rR").view(0)
    assert [3, 0, 2] == [view.next_seat(seat) for seat in (0, 2, 3)]
