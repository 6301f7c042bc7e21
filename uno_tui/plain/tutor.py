"""Lessons in plain mode: an extra line where there is something to learn, for people who want lessons."""

from collections.abc import Callable, Iterable
from typing import Any, Final

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
from uno_tui.game.view import PlayerView
from uno_tui.lessons import Course, Lesson, stored_lessons
from uno_tui.speech import Speaker, color_name
from uno_tui.speech.lessons import How
from uno_tui.table.protocol import TableView
from uno_tui.typed.commands import DOUBLE, TableCommand, Vocabulary

_COMMANDS: Final[dict[type[Action], TableCommand]] = {
    CallUno: TableCommand.UNO,
    CatchUno: TableCommand.CATCH,
    Challenge: TableCommand.CHALLENGE,
    Deal: TableCommand.DEAL,
    Draw: TableCommand.DRAW,
    JumpIn: TableCommand.JUMP,
    Keep: TableCommand.KEEP,
    Take: TableCommand.TAKE,
}


# Translators: a lesson in lines; {example} is what to type, such as "9 r", {color} its color.
class Tutor:
    """The lessons of one person in text mode.

    `taught` are the names of the lessons that they had before. `keep` is called with the name and the new value of a
    changed setting, `lessons` or `taught`.
    """

    def __init__(
        self, *, on: bool = False, taught: Iterable[str] = (), keep: Callable[[str, Any], None] | None = None
    ) -> None:
        self._names = frozenset(taught)
        self._course = Course(stored_lessons(self._names)) if on else None
        self._keep = keep

    @property
    def on(self) -> bool:
        """Whether the person gets lessons."""
        return self._course is not None

    @property
    def taught(self) -> frozenset[Lesson]:
        """The lessons that the person has already been given."""
        return stored_lessons(self._names)

    def toggle(self, vocabulary: Vocabulary) -> str:
        """Turn the lessons on or off; return a message that confirms the change."""
        word = vocabulary.word(TableCommand.LESSONS)
        if self._course is not None:
            self._course = None
            self._store("lessons", False)
            return vocabulary.words("Lessons are off. To turn them on again: {key}.", key=word)
        self._course = Course(self.taught)
        self._store("lessons", True)
        return vocabulary.words("Lessons are on. To turn them off: {word}.", word=word)

    def restart(self, vocabulary: Vocabulary) -> str:
        """Forget which lessons were given and turn lessons on; return a message that confirms the change."""
        self._names, self._course = frozenset(), Course()
        self._store("taught", ())
        self._store("lessons", True)
        return vocabulary.words("The lessons begin again.")

    def lines(self, speaker: Speaker, view: TableView, vocabulary: Vocabulary) -> list[str]:
        """Return the lines of the lesson for a new view."""
        course = self._course
        if course is None:
            return []
        new = self._course = course.advance(view)
        if new.now is None or view.game is None:
            return []
        if new.now is course.now and new.moment == course.moment:
            return []
        if not new.taught <= self._names:
            self._names |= {lesson.value for lesson in new.taught}
            self._store("taught", tuple(sorted(self._names)))
        how = typed_for(vocabulary, view.game)
        text = speaker.lesson(new.now, view.game, how, vocabulary.word(TableCommand.LESSONS))
        return [vocabulary.words("Lesson: {text}", text=text)]

    def _store(self, name: str, value: Any) -> None:
        if self._keep is not None:
            self._keep(name, value)


# Translators: a lesson in lines; {example} is what to type, such as "9 r", {color} its color.
def typed_for(vocabulary: Vocabulary, game: PlayerView) -> How:
    """Return a function that returns the text to type for an action."""
    words = vocabulary.words

    def how(action: Action) -> str:
        if isinstance(action, NameColor):
            return f"{vocabulary.word(TableCommand.COLOR)} {action.color.letter}"
        if isinstance(action, Play):
            typed = _play(vocabulary, game, action)
            if action.color is None:
                return typed
            return words("{example}, for {color}", example=typed, color=color_name(words, action.color))
        word = vocabulary.word(_COMMANDS[type(action)])
        swap = action.swap if isinstance(action, JumpIn) else None
        return word if swap is None else f"{word} {game.top.text} @{swap + 1}"

    return how


def _play(vocabulary: Vocabulary, game: PlayerView, play: Play) -> str:
    """Return the text to type for a play: the card's number in the hand, or ``play`` for the drawn card."""
    drawn = game.drawn is not None
    parts = [vocabulary.word(TableCommand.PLAY) if drawn else str(game.hand.index(play.card) + 1)]
    if play.double:
        parts.append(vocabulary.words.p(*DOUBLE))
    if play.color is not None:
        parts.append(play.color.letter)
    if play.swap is not None:
        parts.append(f"@{play.swap + 1}")
    if play.uno:
        parts.append(vocabulary.word(TableCommand.UNO))
    return " ".join(parts)
