"""Each lesson comes once in a person's life, at its moment; in lines, what it says to type works."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from tests.handles import FakeHandle
from tests.lessons import MOMENTS, SKIP, VARIANTS, Moment, befell, caught
from tests.pseudo import PseudoWords, unmarked
from tests.tui.scenes import over, table
from uno_tui.game.actions import Play
from uno_tui.game.cards import card
from uno_tui.game.events import Cause, Challenged, Drew, Played
from uno_tui.game.rules import PRESETS
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.lessons import BASICS, Course, Lesson, applies, example, stored_lessons, topics
from uno_tui.plain import PlainSession
from uno_tui.plain.tutor import Tutor, typed_for
from uno_tui.speech import Speaker
from uno_tui.speech.lessons import progress_lines
from uno_tui.table.protocol import TableView
from uno_tui.typed.commands import Vocabulary

every_moment = pytest.mark.parametrize("moment", [*MOMENTS, *VARIANTS], ids=lambda one: f"{one.lesson} {one.asked}")
OTHERS = {lesson: frozenset(Lesson) - {lesson, Lesson.SCORES} for lesson in Lesson}


def told(view: TableView, course: Course, words: Words | None = None) -> str:
    """Return the text of the current lesson in lines."""
    assert course.now is not None
    assert view.game is not None
    words = words or Words()
    vocabulary = Vocabulary(words)
    return Speaker.of(words, view).lesson(course.now, view.game, typed_for(vocabulary, view.game), "lessons")


def test_there_is_a_moment_for_every_lesson() -> None:
    """These tests cover every lesson."""
    assert list(Lesson) == [one.lesson for one in MOMENTS]


@every_moment
def test_a_lesson_comes_when_it_is_due(moment: Moment) -> None:
    """A person who knows all other lessons gets this one, about the cards and players that are there."""
    course = Course(OTHERS[moment.lesson]).advance(moment.view)
    assert moment.lesson is course.now
    assert told(moment.view, course).startswith(moment.said)


@every_moment
def test_what_is_said_can_be_typed(moment: Moment) -> None:
    """In every language, typing what a lesson says does what the lesson is about."""
    game = moment.view.game
    assert game is not None
    action = example(moment.lesson, game)
    if action is None:
        return
    for language in LANGUAGES:
        fake = FakeHandle(moment.view)
        session = PlainSession(fake.connect, Words(language), lambda _line: None)
        text = typed_for(Vocabulary(Words(language)), game)(action)
        end = {"en": ", for ", "ga": " (", "ka": ", ფერი ", "ms": ", untuk "}[language]
        session.feed(text.split(end)[0] if isinstance(action, Play) and action.color is not None else text)
        assert [action.text] == fake.asked


def test_letters_of_lessons_are_in_the_language() -> None:
    """In the pseudo-language every letter of a lesson is marked, except in cards, names and input."""
    for moment in MOMENTS:
        course = Course(OTHERS[moment.lesson]).advance(moment.view)
        names = {name for seat in moment.view.seats for name in unmarked(seat.name)}
        assert set(unmarked(told(moment.view, course, PseudoWords()))) - names <= {"lessons"}


def test_basics_come_first_and_each_lesson_once() -> None:
    """Color comes first, then number, then other plays; a lesson lasts for one turn and is not repeated."""
    view = table(legal="r2 rS g7 W:r draw", hand="r2 rS g7 W")
    away = table(turn=1)
    course, seen = Course(), []
    for _ in range(7):
        course = course.advance(view)
        assert course is course.advance(replace(view, version=view.version + 1))
        seen.append(course.now)
        course = course.advance(away)
    assert [Lesson.COLOR, Lesson.RANK, Lesson.WILD, Lesson.SKIP, None, None, None] == seen


def test_calls_go_before_all_else() -> None:
    """While a call is due, only that is taught, and the interrupted lesson is not repeated."""
    view = table(legal="r2 draw catch:3", owes=2)
    assert Lesson.CATCH is Course().advance(view).now
    assert Course(frozenset({Lesson.CATCH})).advance(view).now is None
    assert Lesson.COLOR is Course().advance(view).advance(table(legal="r2 draw")).now


def test_nothing_is_taught_to_who_does_not_play() -> None:
    """Spectators and people on autopilot get no lessons, and none is used up."""
    view = table(legal="r2 draw")
    seats = (replace(view.seats[0], autopilot=True), *view.seats[1:])
    for idle in (table(you=None), replace(view, seats=seats), replace(view, game=None)):
        course = Course().advance(idle)
        assert (None, frozenset()) == (course.now, course.taught)
        assert not any(applies(lesson, idle) for lesson in Lesson)


def test_what_befell_somebody_is_told_of_the_card_that_did_it() -> None:
    """A lost turn is explained until the player acts again; a lost challenge is not explained."""
    game = befell(*SKIP, Played(0, card("r5"))).game
    assert game is not None
    assert not applies(Lesson.SKIPPED, befell(*SKIP, Played(0, card("r5"))))
    lost = Played(3, card("W4")), Challenged(0, 3, False, ()), Drew(0, 6, 6, Cause.PENALTY, ())
    assert not applies(Lesson.PENALTY, befell(*lost))


def test_the_scores_of_who_was_caught() -> None:
    """Under scoring by points caught, the lesson explains that scoring."""
    view = caught()
    assert told(view, Course(OTHERS[Lesson.SCORES]).advance(view)).endswith("200 points, the lowest wins.")


def test_a_course_goes_on_after_a_round() -> None:
    """The basics and the scores do not end the course: what was not taught comes at its moment."""
    course = Course(BASICS).advance(over())
    assert Lesson.SCORES is course.now
    assert Lesson.SKIP is course.advance(table(legal="rS draw", version=9)).now


@pytest.mark.parametrize("preset", PRESETS)
def test_the_topics_of_rules(preset: str) -> None:
    """Lessons on rules that are switched off are left out; all others are given."""
    special = {
        Lesson.DOUBLE: "doubles",
        Lesson.SEVEN: "sevens",
        Lesson.ZERO: "zeros",
        Lesson.CHALLENGE: "challenging",
        Lesson.STACK: "stacking",
        Lesson.JUMP_IN: "jumping in",
        Lesson.FIRST_COLOR: "the starting color",
        Lesson.PARTNER: "partners",
    }
    own = {
        "classic": set[Lesson](),
        "official": {Lesson.CHALLENGE, Lesson.FIRST_COLOR},
        "irish": {Lesson.DOUBLE, Lesson.STACK},
        "party": set(special) - {Lesson.PARTNER},
        "quick": set[Lesson](),
    }
    rules = PRESETS[preset]
    assert set(Lesson) - set(special) | own[preset] == set(topics(rules))
    (left,) = progress_lines(Words(), rules, ())
    assert {text for lesson, text in special.items() if lesson in own[preset]} == {
        text for text in special.values() if text in left
    }


def test_progress_is_told_in_words() -> None:
    """The lessons that a person had and those still to come are listed; nothing is listed twice."""
    had, left = progress_lines(Words(), PRESETS["classic"], {Lesson.COLOR, Lesson.SKIP, Lesson.STACK})
    assert "Explained so far: same color, Skip." == had
    assert left.startswith("Still to come: winning a round, same number or symbol, drawing, ")
    assert ["Explained so far"] == [
        line.partition(":")[0] for line in progress_lines(Words(), PRESETS["classic"], frozenset(Lesson))
    ]


def test_unknown_lessons_are_no_lessons() -> None:
    """Names stored by a newer version do not count as lessons."""
    assert {Lesson.COLOR} == stored_lessons(("color", "quantum"))


# In lines


class Learning:
    """A person at a table in lines, with lessons."""

    def __init__(self, view: TableView, taught: Iterable[str] = ()) -> None:
        self.table = FakeHandle(view)
        self.lines: list[str] = []
        self.kept: dict[str, Any] = {}
        tutor = Tutor(on=True, taught=taught, keep=self.kept.__setitem__)
        self.session = PlainSession(self.table.connect, Words(), self.lines.append, tutor=tutor)

    @property
    def lessons(self) -> list[str]:
        return [line for line in self.lines if line.startswith("Lesson: ")]


def test_lessons_in_lines() -> None:
    """The lesson follows the lines of the turn, once; the command turns lessons off and on."""
    ann = Learning(table(turn=1))
    assert ["Lesson: Be the first to play your last card. To end these lessons: lessons."] == ann.lessons
    for version in (8, 9):
        ann.table.send(table(legal="r2 draw", hand="r2 b1 b2", version=version))
    assert "Lesson: Red 2 matches: the color is red. To play it: 1." == ann.lines[-1]
    assert 2 == len(ann.lessons)
    ann.session.feed("lessons")
    assert "Lessons are off. To turn them on again: lessons." == ann.lines[-1]
    assert {"lessons": False, "taught": ("color", "goal")} == ann.kept
    ann.table.send(table(legal="draw", hand="b1 b2", version=10))
    assert 2 == len(ann.lessons)
    ann.session.feed("lessons")
    assert ["Lessons are on. To turn them off: lessons.", ann.lessons[-1]] == ann.lines[-2:]
    assert "None of your cards matches" in ann.lessons[-1]
    assert {"lessons": True, "taught": ("color", "draw", "goal")} == ann.kept


def test_lessons_in_lines_go_on_until_all_was_taught() -> None:
    """After a round and the basics, what is left is taught, in later matches too; nothing is taught twice."""
    ann = Learning(table(legal="r2 draw"))
    for version, view in enumerate((table(legal="draw"), table(legal="r5 r5! draw", hand="r5 b1"), over()), 8):
        ann.table.send(replace(view, version=version))
    assert "The winner scores" in ann.lessons[-1]
    ben = Learning(table(legal="r2 rS draw"), taught=ann.kept["taught"])
    assert ["Lesson: Red Skip: Ann misses a turn. To play it: 3."] == ben.lessons
    ben.table.send(table(legal="r2 draw", hand="r2 b1 b2", version=9))
    assert 1 == len(ben.lessons)
    assert ("color", "draw", "scores", "skip", "uno") == ben.kept["taught"]


def test_lessons_again_in_lines() -> None:
    """`rules` lists the lessons given, and `lessons again` starts from the beginning."""
    ann = Learning(table(legal="r2 draw", hand="r2 b1 b2"), taught=("color", "draw"))
    assert [] == ann.lessons
    ann.session.feed("rules")
    assert "Explained so far: same color, drawing." == ann.lines[-2]
    ann.session.feed("lessons again")
    assert ["The lessons begin again.", *ann.lessons] == ann.lines[-2:]
    assert "Red 2 matches" in ann.lessons[0]
    assert {"taught": ("color",), "lessons": True} == ann.kept


def test_who_asked_for_no_lessons_gets_none() -> None:
    """A session without lessons writes none; its help mentions the command."""
    views = table(turn=1), table(legal="r2 draw", version=8), replace(over(), version=9)
    fake, lines = FakeHandle(views[0]), list[str]()
    session = PlainSession(fake.connect, Words(), lines.append)
    for view in views[1:]:
        fake.send(view)
    assert [line for line in lines if "esson" in line] == []
    session.feed("help")
    assert 1 == sum(line.startswith("lessons: ") for line in lines)


def test_partners_are_a_lesson_of_teams() -> None:
    """In a match of teams the partners are named, all of them; without teams there is no such lesson."""
    three = table(turn=1, teams="halves", seats=6)
    assert Lesson.PARTNER is Course().advance(three).now
    assert (
        told(three, Course().advance(three))
        == "You and Otto & Maximilian are a team: what one of you wins counts for all."
    )
    assert Lesson.PARTNER in topics(three.rules)
    assert Lesson.GOAL is Course().advance(table(turn=1)).now


def test_nobody_learns_to_catch_a_partner() -> None:
    """A partner who owes a call is no moment for the lesson on catching, and no reason to hold other lessons back."""
    mine = table(legal="r2 catch:3 draw", teams="pairs", owes=2)
    assert not applies(Lesson.CATCH, mine)
    assert Lesson.COLOR is Course().advance(mine).now
    assert Lesson.CATCH is Course().advance(table(legal="r2 catch:3 catch:4 draw", teams="pairs")).now


def test_scores_of_teams() -> None:
    """After a round of teams the lesson speaks of teams, under both ways of scoring."""
    view = over(teams="pairs")
    course = Course(OTHERS[Lesson.SCORES]).advance(view)
    assert "The winner's team scores the cards of other teams; 500 points win the match." == told(view, course)
    assert view.game
    caught = replace(view, game=replace(view.game, rules=replace(view.game.rules, scoring="caught")))
    assert told(caught, course).startswith("Each team scores the cards left in its hands; when one has 500 points")
