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
from uno_tui.tui.draw.text import TIED
from uno_tui.tui.keyboard.labels import command_key
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.keys import TABLE
from uno_tui.tui.table.scene import TableScene, labels
from uno_tui.tui.table.state import TableScreenState

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
_WITH_ARROWS: Final = (Lesson.COLOR, Lesson.RANK)
"""The lessons that explain the arrow keys, too."""
Keys = Callable[[str], str]
"""Returns the label of a command's key."""


def lesson_text(words: Words, scene: TableScene, key: Keys, *, brief: bool = False) -> str:
    """Return the current lesson; empty if there is none. `brief` leaves out the keys that select a card."""
    lesson = None if scene.course is None else scene.course.now
    if lesson is None or scene.game is None:
        return ""
    speaker = Speaker.of(words, scene.view)
    how = keys_for(words, scene, key, arrows=lesson in _WITH_ARROWS and not brief)
    return speaker.lesson(lesson, scene.game, how, key("lessons"))


# Translators: what to press, inserted as {how} in a lesson: "1, or ← → and Enter".
def keys_for(words: Words, scene: TableScene, key: Keys, *, arrows: bool = False) -> How:
    """Return a function that returns the keys for an action; `arrows`: include the keys that select a card."""

    def how(action: Action) -> str:
        if isinstance(action, NameColor):
            return _colors(words, key)
        if isinstance(action, Play):
            return _play(words, scene, action, key, arrows=arrows)
        command = key(_NAMES[type(action)])
        swaps = isinstance(action, JumpIn) and action.swap is not None
        return words("{key}, then the number of a seat", key=command) if swaps else command

    return how


# Translators: what to press, inserted as {how} in a lesson: "1, or ← → and Enter".
def _colors(words: Words, key: Keys) -> str:
    return words(
        "{red}, {yellow}, {green} or {blue}", red=key("red"), yellow=key("yellow"), green=key("green"), blue=key("blue")
    )


# Translators: what to press, inserted as {how} in a lesson: "1, or ← → and Enter".
def _play(words: Words, scene: TableScene, play: Play, key: Keys, *, arrows: bool) -> str:
    sides = f"{key('left')}{TIED}{key('right')}"
    if play.double:
        pressed = key("double") if scene.card is play.card else f"{sides}, {key('double')}"
    else:
        pressed = _card(words, scene, play, key("play"), sides if arrows else "")
    if play.uno:
        pressed = words("{key}, then {next}", key=key("uno"), next=pressed)
    if play.color is not None:
        return words("{key}, then {colors}", key=pressed, colors=_colors(words, key))
    if play.swap is not None:
        return words("{key}, then the number of a seat", key=pressed)
    return pressed


# Translators: what to press, inserted as {how} in a lesson: "1, or ← → and Enter".
def _card(words: Words, scene: TableScene, play: Play, enter: str, sides: str) -> str:
    digit = labels(scene.cards, scene.playable)[scene.cards.index(play.card)]
    if scene.card is play.card and (not digit or scene.game is None or scene.game.drawn is not None):
        return enter
    return words("{digit}, or {arrows} and {enter}", digit=digit, arrows=sides, enter=enter) if sides else digit


# Translators: what to press, inserted as {how} in a lesson: "1, or ← → and Enter".
class TableLessons:
    """A person's course at a table."""

    def __init__(self, state: TableScreenState, settings_changed: Callable[[], None]) -> None:
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
        """Turn the lessons off, and show how to turn them on again."""
        self.state.session = replace(self.state.session, lessons=False)
        self.state.change(course=None)
        key = command_key(self.state.appearance, TABLE, "settings")
        self.state.answer(self.state.appearance.words("Lessons are off. To turn them on again: {key}.", key=key))
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
