"""A view for every lesson, and the keys that do what the lesson says."""

from dataclasses import dataclass, replace
from typing import Final

from tests.tui.scenes import over, table
from uno_tui.game.cards import card
from uno_tui.game.events import Cause, Drew, Event, Played, Skipped
from uno_tui.game.rules import PRESETS
from uno_tui.game.view import Phase
from uno_tui.lessons import Lesson
from uno_tui.table.protocol import TableView


@dataclass(frozen=True)
class Moment:
    """A view in which a lesson is due, and what belongs to it."""

    lesson: Lesson
    view: TableView
    said: str
    """The beginning of its text."""
    keys: str = ""
    """The keys that the lesson names, separated by blanks."""
    asked: str = ""
    """The action that these keys request; empty for a lesson without an action."""


def befell(*events: Event) -> TableView:
    """Return a view of another player's turn after those events."""
    return table(turn=1, history=events)


def exchanging(legal: str, hand: str) -> TableView:
    """Return a view of a turn under the rules of sevens and zeros."""
    return table(legal=legal, hand=hand, preset="party")


SKIP: Final = Played(3, card("rS")), Skipped(0)
TWO: Final = Played(3, card("r+2")), Drew(0, 2, 2, Cause.PENALTY, (card("r1"), card("g1")))
FOUR: Final = table(legal="take challenge", phase=Phase.ANSWER, penalty=4, top="W4", color="g",
                    history=(Played(3, card("W4")),), preset="official")  # fmt: skip  # one value

MOMENTS: Final = (
    Moment(Lesson.OWED, table(legal="uno", hand="r5", turn=1), "You have one card left", "u", "uno"),
    Moment(Lesson.CATCH, table(legal="catch:3", turn=1), "Otto forgot to call UNO and draws 2", "x", "catch:3"),
    Moment(Lesson.UNO, table(legal="r5 r5! draw", hand="r5 b1"), "Call UNO", "u 1", "r5!"),
    Moment(Lesson.COLOR, table(legal="r2 r5 rS draw"), "Red 2 matches: the color is red", "1", "r2"),
    Moment(Lesson.DRAW, table(legal="draw"), "None of your cards matches", "d", "draw"),
    Moment(
        Lesson.DRAWN,
        table(legal="r5 keep", phase=Phase.DRAWN, drawn="r5"),
        "You can play the card you drew",
        "enter",
        "r5",
    ),
    Moment(Lesson.RANK, table(legal="b7 draw", hand="g2 b7 y1"), "Blue 7 matches red 7", "1", "b7"),
    Moment(Lesson.WILD, table(legal="W:r W:y W:g W:b draw"), "Wild can be played on anything", "1 r", "W:r"),
    Moment(Lesson.DRAW_TWO, table(legal="y+2 draw", color="y"), "Yellow Draw Two: Ann draws 2", "1", "y+2"),
    Moment(Lesson.SKIP, table(legal="rS draw"), "Red Skip: Ann misses a turn", "1", "rS"),
    Moment(Lesson.REVERSE, table(legal="bR draw"), "Blue Reverse changes the direction: Kim is next", "1", "bR"),
    Moment(Lesson.WILD_DRAW_FOUR, table(legal="W4:r W4:g draw"), "Wild Draw Four: Ann draws 4", "1 g", "W4:g"),
    Moment(Lesson.DOUBLE, table(legal="r5 r5x2 draw", hand="r5 r5 b1"), "You have two red 5 cards", "p", "r5x2"),
    Moment(Lesson.SEVEN, exchanging("r7@2 r7@3 r7@4 draw", "r7 b1 b2"), "Red 7: you swap hands", "1 3", "r7@3"),
    Moment(Lesson.ZERO, exchanging("r0 draw", "r0 b1 b2"), "Red 0: everyone passes", "1", "r0"),
    Moment(Lesson.FIRST_COLOR, table(legal="color:r color:b", phase=Phase.COLOR), "You go first", "r", "color:r"),
    Moment(Lesson.CHALLENGE, FOUR, "Did Kim also have", "c", "challenge"),
    Moment(Lesson.STACK, table(legal="take y+2", phase=Phase.ANSWER, penalty=2), "You may pass", "1", "y+2"),
    Moment(Lesson.JUMP_IN, table(legal="jump:r7", hand="r7 b1 b2", turn=1), "Red 7 is the same", "j", "jump:r7"),
    Moment(Lesson.SKIPPED, befell(*SKIP, Played(1, card("r2"))), "Red Skip makes the next player miss"),
    Moment(Lesson.PENALTY, befell(*TWO, Played(1, card("r2"))), "Red Draw Two makes"),
    Moment(Lesson.PARTNER, table(turn=1, teams="pairs"), "You and Otto are a team"),
    Moment(Lesson.GOAL, table(turn=1), "Be the first"),
    Moment(Lesson.SCORES, over(), "The winner scores the cards left in the other hands; 500 points win"),
)

VARIANTS: Final = (
    Moment(Lesson.SKIP, table(legal="rS draw", seats=2), "Red Skip: with two players, you play again", "1", "rS"),
    Moment(
        Lesson.REVERSE, table(legal="bR draw", seats=2), "Blue Reverse: with two players, you play again", "1", "bR"
    ),
    Moment(
        Lesson.WILD_DRAW_FOUR,
        table(legal="W4:r W4:g keep", phase=Phase.DRAWN, drawn="W4"),
        "Wild Draw Four: Ann draws 4",
        "enter g",
        "W4:g",
    ),
    Moment(Lesson.SKIP, table(legal="rS keep", phase=Phase.DRAWN, drawn="rS"), "Red Skip: Ann misses", "enter", "rS"),
    Moment(Lesson.UNO, table(legal="b1 W:r! W:b! draw", hand="b1 W"), "Call UNO", "u 2 b", "W:b!"),
    Moment(
        Lesson.DRAWN,
        table(legal="W:r W:b keep", phase=Phase.DRAWN, drawn="W"),
        "You can play the card",
        "enter b",
        "W:b",
    ),
    Moment(
        Lesson.DRAWN,
        table(legal="r5 keep", phase=Phase.DRAWN, drawn="r5"),
        "You can play the card you drew",
        "k",
        "keep",
    ),
    Moment(Lesson.STACK, table(legal="take y+2", phase=Phase.ANSWER, penalty=2), "You may pass", "t", "take"),
    Moment(Lesson.COLOR, table(legal="r5 r9", hand="g1 r5 r9"), "Red 5 matches", "right left enter", "r5"),
    Moment(Lesson.DOUBLE, table(legal="r5 r5x2", hand="r1 r5 r5"), "You have two red 5 cards", "right p", "r5x2"),
)
"""The same lessons in other moments."""


def caught() -> TableView:
    """Return a view of a finished round in which all players count the cards they hold."""
    view = over()
    assert view.game is not None
    rules = replace(PRESETS["classic"], scoring="caught", target=200)
    return replace(view, rules=rules, game=replace(view.game, rules=rules))
