"""What a lesson says of the keys: what to press for an action, as the table screen is now."""

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
from uno_tui.lessons import Lesson
from uno_tui.speech import Speaker
from uno_tui.speech.lessons import How
from uno_tui.tui.table.keys import TABLE
from uno_tui.tui.table.scene import Scene, labels

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
_BOTH_WAYS: Final = (Lesson.COLOR, Lesson.RANK)
"""The lessons that tell of the arrows, too."""


def lesson_text(words: Words, scene: Scene, *, brief: bool = False) -> str:
    """What is taught now, empty for nothing; `brief`: of keys that do the same the shortest alone."""
    lesson = None if scene.course is None else scene.course.now
    if lesson is None or scene.game is None:
        return ""
    speaker = Speaker.of(words, scene.view)
    return speaker.lesson(
        lesson, scene.game, keys_for(words, scene, arrows=lesson in _BOTH_WAYS and not brief), _CAPS["lessons"]
    )


def keys_for(words: Words, scene: Scene, *, arrows: bool = False) -> How:
    """What says which keys to press for an action; `arrows`: how to choose a card otherwise, too."""

    def how(action: Action) -> str:
        if isinstance(action, NameColor):
            return words("r, y, g or b")
        if isinstance(action, Play):
            return _play(words, scene, action, arrows=arrows)
        key = _CAPS[_NAMES[type(action)]]
        swaps = isinstance(action, JumpIn) and action.swap is not None
        return words("{key}, then the number of a seat", key=key) if swaps else key

    return how


def _play(words: Words, scene: Scene, play: Play, *, arrows: bool) -> str:
    key = _double(scene, play) if play.double else _card(words, scene, play, arrows=arrows)
    if play.uno:
        key = words("{key}, then {next}", key=_CAPS["uno"], next=key)
    if play.color is not None:
        return words("{key}, then its color: r, y, g or b", key=key)
    if play.swap is not None:
        return words("{key}, then the number of a seat", key=key)
    return key


def _card(words: Words, scene: Scene, play: Play, *, arrows: bool) -> str:
    digit = labels(scene.cards, scene.playable)[scene.cards.index(play.card)]
    if scene.card is play.card and (not digit or scene.game is None or scene.game.drawn is not None):
        return words("Enter")
    return words("{digit}, or < > and {enter}", digit=digit, enter=words("Enter")) if arrows else digit


def _double(scene: Scene, play: Play) -> str:
    return _CAPS["double"] if scene.card is play.card else f"< >, {_CAPS['double']}"
