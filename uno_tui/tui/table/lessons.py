"""The lessons at a table, and the keys that they tell a person to press."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from uno_tui.game.actions import (
    Action,
    CallUno,
    CatchUno,
    Challenge,
    Deal,
    Draw,
    JumpIn,
    Keep,
    NameColor,
    Play,
    Take,
)
from uno_tui.i18n import Words
from uno_tui.lessons import Course, Lesson, stored_lessons
from uno_tui.speech import Speaker
from uno_tui.speech.lessons import How
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.keys import TABLE
from uno_tui.tui.table.scene import TableScene, labels
from uno_tui.tui.table.state import TableState

_NAMES: Final[dict[type[Action], str]] = {
    CallUno: "uno",
    CatchUno: "catch",
    Challenge: "challenge",
    Deal: "deal",
    Draw: "draw",
    JumpIn: "jump",
    Keep: "keep",
    Take: "take",
}
_CAPS: Final = {one.name: one.cap for one in TABLE.commands}
_WITH_ARROWS: Final = (Lesson.COLOR, Lesson.RANK)
"""The lessons that explain the arrow keys, too."""
SIDES: Final = "← →"
"""Label of the left and right arrow keys where the terminal can show it."""


def lesson_text(words: Words, scene: TableScene, *, sides: str = SIDES, brief: bool = False) -> str:
    """Return the current lesson; empty if there is none.

    `sides` is the label of the left and right arrow keys; `brief` leaves them out.
    """
    lesson = None if scene.course is None else scene.course.now
    if lesson is None or scene.game is None:
        return ""
    speaker = Speaker.of(words, scene.view)
    how = keys_for(words, scene, sides, arrows=lesson in _WITH_ARROWS and not brief)
    return speaker.lesson(lesson, scene.game, how, _CAPS["lessons"])


# Translators: what to press, inserted as {how} in a lesson: "1, or ← → and Enter".
def keys_for(words: Words, scene: TableScene, sides: str = SIDES, *, arrows: bool = False) -> How:
    """Return a function from an action to the keys for it.

    `sides` is the label of the left and right arrow keys; `arrows`: they are explained, too.
    """

    def how(action: Action) -> str:
        if isinstance(action, NameColor):
            return words("r, y, g or b")
        if isinstance(action, Play):
            return _play(words, scene, action, sides, arrows=arrows)
        key = _CAPS[_NAMES[type(action)]]
        swaps = isinstance(action, JumpIn) and action.swap is not None
        return words("{key}, then the number of a seat", key=key) if swaps else key

    return how


# Translators: what to press, inserted as {how} in a lesson: "1, or ← → and Enter".
def _play(words: Words, scene: TableScene, play: Play, sides: str, *, arrows: bool) -> str:
    key = _double(scene, play, sides) if play.double else _card(words, scene, play, sides if arrows else "")
    if play.uno:
        key = words("{key}, then {next}", key=_CAPS["uno"], next=key)
    if play.color is not None:
        return words("{key}, then its color: r, y, g or b", key=key)
    if play.swap is not None:
        return words("{key}, then the number of a seat", key=key)
    return key


# Translators: what to press, inserted as {how} in a lesson: "1, or ← → and Enter".
def _card(words: Words, scene: TableScene, play: Play, sides: str) -> str:
    digit = labels(scene.cards, scene.playable)[scene.cards.index(play.card)]
    if scene.card is play.card and (not digit or scene.game is None or scene.game.drawn is not None):
        return words("Enter")
    return (
        words("{digit}, or {arrows} and {enter}", digit=digit, arrows=sides, enter=words("Enter")) if sides else digit
    )


def _double(scene: TableScene, play: Play, sides: str) -> str:
    return _CAPS["double"] if scene.card is play.card else f"{sides}, {_CAPS['double']}"


# Translators: what to press, inserted as {how} in a lesson: "1, or ← → and Enter".
class TableLessons:
    """A person's course at a table."""

    def __init__(self, state: TableState, settings_changed: Callable[[], None]) -> None:
        self.state = state
        self.settings_changed = settings_changed

    def advance(self) -> None:
        """Update the lessons for a new view; a lesson that was given is stored, so that it is not repeated."""
        state = self.state
        course = state.scene.course
        if course is None:
            return
        new = course.advance(state.scene.view)
        if new is course:
            return
        state.change(course=new)
        if new.taught != course.taught:
            names = {*state.session.taught, *(lesson.value for lesson in new.taught)}
            state.session = replace(state.session, taught=tuple(sorted(names)))
            self.settings_changed()

    @handles("lessons")
    def turn_off(self) -> None:
        """Turn the lessons off, and say how to turn them on again."""
        self.state.session = replace(self.state.session, lessons=False)
        self.state.change(course=None)
        self.state.answer(self.state.appearance.words("Lessons are off. To turn them on again: {key}.", key="S"))
        self.settings_changed()

    def follow_settings(self) -> None:
        """Turn the lessons on or off, or start them again, after the settings changed."""
        course = course_for(self.state.session)
        before = self.state.scene.course
        if course is None or before is None or course.taught != before.taught:
            self.state.change(course=course)


def course_for(session: SessionOptions) -> Course | None:
    """Return the lessons that a person still gets; None if they want none."""
    return Course(stored_lessons(session.taught)) if session.lessons else None
