"""R1: the cards."""

from collections import Counter

import pytest

from tests.game.games import deal, is_whole, legal, play, ruled, top
from uno_tui.game.actions import Play, action
from uno_tui.game.cards import Color, Rank, card
from uno_tui.game.deck import uno_deck
from uno_tui.game.errors import RulesError
from uno_tui.game.match import Match
from uno_tui.game.rule_tables import setup


def test_r1_1_the_uno_deck() -> None:
    """The deck has one 0, two each of 1-9, Skip, Reverse and Draw Two a color, four Wilds, four Wild Draw Fours."""
    faces = Counter(face.text for face in uno_deck().cards)
    twice = [*"123456789", "S", "R", "+2"]
    expected = {letter + rank: 2 for letter in "rygb" for rank in twice}
    expected |= {letter + "0": 1 for letter in "rygb"} | {"W": 4, "W4": 4}
    assert expected == faces
    assert 108 == faces.total()


def test_r1_1_every_card_is_somewhere_once() -> None:
    """Equal cards are separate cards: each is in one place, whatever is played and drawn."""
    game = deal("r5 r5 b1 | g5 g5 b2", top="b5")
    for move in ("r5", "g5", "r5!", "g5!", "draw"):
        assert is_whole(game)
        game = play(game, move)
    assert is_whole(game)


def test_r1_2_a_card_never_changes() -> None:
    """A Wild played with color blue is still the same card; the color is a field of the round."""
    game = play(deal("W r1 r2 | b2 b3 g4", top="r3"), "W:b")
    assert "W:b" == top(game)
    assert card("W") is game.setup.deck.cards[game.top]
    assert card("W").color is None
    assert {"b2", "b3", "draw"} == legal(game)


@pytest.mark.parametrize(
    ("text", "points"),
    [("r0", 0), ("b7", 7), ("gS", 20), ("yR", 20), ("r+2", 20), ("W", 50), ("W4", 50), ("10H", 0), ("KC=13", 13)],
)
def test_r1_3_values(text: str, points: int) -> None:
    """Numbers count their face value, action cards 20, wilds 50."""
    assert points == card(text).points


def test_r1_4_the_regular_deck() -> None:
    """Suits are the colors, the ace is 1, the ten 0; jack, queen, king and jokers stand for the special cards."""
    deck = ruled("classic deck=regular").deck_for(4)
    faces = {face.pip: face for face in deck.cards}
    assert 54 == deck.size == len(faces)
    expected = {
        "AH": (Color.RED, Rank.ONE),
        "2D": (Color.YELLOW, Rank.TWO),
        "9C": (Color.GREEN, Rank.NINE),
        "10S": (Color.BLUE, Rank.ZERO),
        "JC": (Color.GREEN, Rank.SKIP),
        "QD": (Color.YELLOW, Rank.REVERSE),
        "KS": (Color.BLUE, Rank.DRAW_TWO),
        "BJ": (None, Rank.WILD),
        "RJ": (None, Rank.WILD_DRAW_FOUR),
    }
    assert expected == {pip: (faces[pip].color, faces[pip].rank) for pip in expected}


@pytest.mark.parametrize(
    ("rules", "pip", "color", "rank"),
    [
        ("jack=number", "JH", Color.RED, Rank.ELEVEN),
        ("queen=number", "QH", Color.RED, Rank.TWELVE),
        ("king=number", "KH", Color.RED, Rank.THIRTEEN),
        ("ace=wild", "AH", None, Rank.WILD),
        ("king=wild_draw_four", "KS", None, Rank.WILD_DRAW_FOUR),
        ("jack=reverse queen=reverse", "JD", Color.YELLOW, Rank.REVERSE),
        ("black_joker=wild_draw_four", "BJ", None, Rank.WILD_DRAW_FOUR),
        ("red_joker=wild", "RJ", None, Rank.WILD),
    ],
)
def test_r1_4_players_choose_what_stands_for_what(rules: str, pip: str, color: Color | None, rank: Rank) -> None:
    """Every face may stand for every special card or be a number; several faces may stand for the same."""
    deck = ruled(f"classic deck=regular {rules}").deck_for(2)
    assert (color, rank) == next((face.color, face.rank) for face in deck.cards if face.pip == pip)


@pytest.mark.parametrize(("seats", "size"), [(2, 54), (4, 54), (5, 108), (10, 108)])
def test_r1_4_packs(seats: int, size: int) -> None:
    """Two to four seats use one pack, five to ten use two."""
    assert size == setup(ruled("classic deck=regular"), seats).deck.size


def test_r1_4_packs_are_fixed_at_the_start() -> None:
    """If one of five players leaves, the next round still uses two packs."""
    match, _ = Match.start(ruled("classic deck=regular"), 5, "packs")
    match, _ = match.leave(0)
    assert 108 == match.round.setup.deck.size
    assert is_whole(match)


def test_r1_4_matching_goes_by_what_a_card_stands_for() -> None:
    """A jack on a queen where both stand for Skip, but not on a jack of a game where queens alone do."""
    both = deal("JC=S 2C 7C | 3C 4C | 5C 6C", top="QH=S", rules="deck=regular queen=skip")
    assert {"JC=S", "draw"} == legal(both)
    one = deal("JC=S 2C 7C | 3C 4C | 5C 6C", top="QH=R", rules="deck=regular")
    assert {"draw"} == legal(one)


def test_r1_4_jump_in_goes_by_what_a_card_stands_for() -> None:
    """The jack of hearts is identical to the queen of hearts where both stand for Skip."""
    game = deal("2C 3C | 4C 5C | JH=S JC=S 6C", top="QH=S", rules="deck=regular queen=skip jump_in=on")
    assert {"jump:JH=S"} == legal(game, 3)


def test_r1_4_a_deck_without_wilds() -> None:
    """With both jokers left out no card is wild, and the match can be dealt."""
    match, _ = Match.start(ruled("classic deck=regular black_joker=none red_joker=none"), 4, "no wilds")
    assert 52 == match.round.setup.deck.size
    assert not any(face.is_wild for face in match.round.setup.deck.cards)


@pytest.mark.parametrize("text", ["r10", "x5", "5h", "11H", "JC", "JC=1", "AH=2", "5H=5", "BJ=S", "w", ""])
def test_r1_4_what_is_no_card(text: str) -> None:
    """A text that is no card raises an error; a face needs the rank that it stands for."""
    with pytest.raises(ValueError, match="no card"):
        card(text)


def test_r1_4_cards_of_the_other_deck() -> None:
    """The error for a regular deck's option with the UNO deck names both."""
    with pytest.raises(RulesError, match="jack=wild works only with deck=regular"):
        ruled("classic jack=wild")


def test_r1_4_the_real_card_is_told() -> None:
    """The text of a card of the regular deck starts with its own rank and suit, also in plays."""
    assert action("JC=S") == Play(card("JC=S"))
    assert "JC" == card("JC=S").pip
    assert "JC=S" == str(card("JC=S"))
