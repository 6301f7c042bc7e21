"""A hint as a line: what to do, and why."""

from typing import Final

from uno_tui.bots.hints import Because, Hint
from uno_tui.i18n import mark, mark_n
from uno_tui.speech.actions import action_sentence
from uno_tui.speech.cards import color_name
from uno_tui.speech.voice import Voice

_WHY: Final = {
    Because.LAST: mark("it is your last card"),
    Because.CALL: mark("you have one card left"),
    Because.CATCH: mark("{name} has one card left and has not called UNO"),
    Because.DEAL: mark("the round is over"),
    Because.ONLY: mark("there is nothing else to do"),
    Because.GUILT: mark("{name} bluffed, with a chance of {count}%"),
    Because.INNOCENT: mark("{name} bluffed with a chance of only {count}%"),
    Because.STOPS: mark("{name} is about to go out and loses the turn"),
    Because.STUCK: mark("{name} likely has nothing that fits"),
    Because.AGAIN: mark("you are on turn again"),
    Because.TWO: mark("you get rid of two cards at once"),
    Because.SAVES: mark("your wild is worth more later"),
    Because.KEEPS: mark("your action cards are worth more later"),
    Because.FITS: mark("no other card fits"),
    Because.WAITS: mark("what you could play is worth more later"),
    Because.SHEDS: mark("it is one card less"),
}
_WHY_MANY: Final = {
    Because.GIVES: mark_n("{name} draws {count} card", "{name} draws {count} cards"),
    Because.FOLLOWS: mark_n("you have {count} more {color} card", "you have {count} more {color} cards"),
    Because.GAIN: mark_n("you end up with {count} card fewer", "you end up with {count} cards fewer"),
    Because.POINTS: mark_n("you get rid of {count} point", "you get rid of {count} points"),
}


def hint_sentence(voice: Voice, hint: Hint, penalty: int = 0) -> str:
    """What to do and why, in one line; `penalty` is what `Take` would draw."""
    named: dict[str, object] = {
        "name": "" if hint.seat is None else voice.name(hint.seat),
        "color": "" if hint.color is None else color_name(voice.words, hint.color),
    }
    if message := _WHY.get(hint.because):
        why = voice.words(message, count=hint.count, **named)
    else:
        one, many = _WHY_MANY[hint.because]
        why = voice.words.n(one, many, hint.count or 0, **named)
    return voice.words("{action}: {why}.", action=action_sentence(voice, hint.action, penalty), why=why)
