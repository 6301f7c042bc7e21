"""Lessons in plain mode: an extra line where there is something to learn, for people who want lessons."""

from collections.abc import Callable
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
from uno_tui.game.view import PlayerView
from uno_tui.lessons import Course
from uno_tui.plain.commands import DOUBLE, TableCommand, Vocabulary
from uno_tui.speech import Speaker, color_name
from uno_tui.speech.lessons import How
from uno_tui.table.protocol import TableView

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
    """The lessons of one person in text mode; `keep` is called with whether they are on, after a change."""

    def __init__(self, *, on: bool = False, keep: Callable[[bool], None] | None = None) -> None:
        self._course = Course() if on else None
        self._keep = keep

    def toggle(self, vocabulary: Vocabulary) -> str:
        """Turn the lessons on or off; return the message that confirms it."""
        if self._course is not None:
            return self._end(vocabulary)
        self._course = Course()
        self._notify(on=True)
        words = vocabulary.words
        return words("Lessons are on. To turn them off: {word}.", word=vocabulary.word(TableCommand.LESSONS))

    def lines(self, speaker: Speaker, view: TableView, vocabulary: Vocabulary) -> list[str]:
        """Return the lines of the lesson for a new view."""
        course = self._course
        if course is None:
            return []
        new = self._course = course.advance(view)
        if new.now is None or view.game is None:
            return [self._end(vocabulary)] if course.complete else []
        if new.now is course.now and new.moment == course.moment:
            return []
        if new.complete:
            self._notify(on=False)
        how = typed_for(vocabulary, view.game)
        text = speaker.lesson(new.now, view.game, how, vocabulary.word(TableCommand.LESSONS))
        return [vocabulary.words("Lesson: {text}", text=text)]

    def _end(self, vocabulary: Vocabulary) -> str:
        self._course = None
        self._notify(on=False)
        word = vocabulary.word(TableCommand.LESSONS)
        return vocabulary.words("Lessons are off. To turn them on again: {key}.", key=word)

    def _notify(self, *, on: bool) -> None:
        if self._keep is not None:
            self._keep(on)


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
