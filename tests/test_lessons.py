"""Each lesson comes once, at its moment and about cards on the table; in lines, what it says to type works."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.handles import FakeHandle
from tests.lessons import MOMENTS, SKIP, VARIANTS, Moment, befell, caught
from tests.pseudo import PseudoWords, unmarked
from tests.tui.scenes import over, table
from uno_tui.game.actions import Play
from uno_tui.game.cards import card
from uno_tui.game.events import Cause, Challenged, Drew, Played
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.lessons import BASICS, Course, Lesson, applies, example
from uno_tui.plain import PlainSession
from uno_tui.plain.commands import Vocabulary
from uno_tui.plain.tutor import Tutor, typed_for
from uno_tui.speech import Speaker
from uno_tui.table.protocol import TableView

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


def test_a_course_ends_with_a_round_once_the_basics_were_taught() -> None:
    """Without the basics the course continues after a round; with them it ends with the scores."""
    assert not Course().advance(over()).complete
    course = Course(BASICS).advance(over())
    assert (True, Lesson.SCORES) == (course.complete, course.now)
    assert course.advance(table(legal="rS draw")).now is None


# In lines


class Learning:
    """A person at a table in lines, with lessons."""

    def __init__(self, view: TableView, *, on: bool = True, keep: Callable[[bool], None] | None = None) -> None:
        self.table = FakeHandle(view)
        self.lines: list[str] = []
        self.session = PlainSession(self.table.connect, Words(), self.lines.append, tutor=Tutor(on=on, keep=keep))

    @property
    def lessons(self) -> list[str]:
        return [line for line in self.lines if line.startswith("Lesson: ")]


def test_lessons_in_lines() -> None:
    """The lesson follows the lines of the turn, once; the command turns lessons off and on."""
    kept: list[bool] = []
    ann = Learning(table(turn=1), keep=kept.append)
    assert ["Lesson: Be the first to play your last card. To end these lessons: lessons."] == ann.lessons
    for version in (8, 9):
        ann.table.send(table(legal="r2 draw", hand="r2 b1 b2", version=version))
    assert "Lesson: red 2 matches: the color is red. To play it: 1." == ann.lines[-1]
    assert 2 == len(ann.lessons)
    ann.session.feed("lessons")
    assert "Lessons are off. To turn them on again: lessons." == ann.lines[-1]
    ann.table.send(table(legal="draw", hand="b1 b2", version=10))
    assert 2 == len(ann.lessons)
    ann.session.feed("lessons")
    assert ["Lessons are on. To turn them off: lessons.", ann.lessons[-1]] == ann.lines[-2:]
    assert "None of your cards matches" in ann.lessons[-1]
    assert [False, True] == kept


def test_lessons_in_lines_end_by_themselves() -> None:
    """After a round and the basics, lessons are off, and stay off the next time."""
    kept: list[bool] = []
    ann = Learning(table(legal="r2 draw"), keep=kept.append)
    for version, view in enumerate((table(legal="draw"), table(legal="r5 r5! draw", hand="r5 b1"), over()), 8):
        ann.table.send(replace(view, version=version))
    assert [False] == kept
    assert "The winner scores" in ann.lessons[-1]
    ann.table.send(table(legal="rS draw", version=11))
    assert 4 == len(ann.lessons)
    assert "Lessons are off. To turn them on again: lessons." == ann.lines[-1]


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
