"""Hints as sentences: an action with its reason."""

from typing import Final

from uno_tui.bots.hints import ActionHint, HintReason
from uno_tui.i18n import mark, mark_n
from uno_tui.speech.actions import action_sentence
from uno_tui.speech.cards import color_name
from uno_tui.speech.voice import Voice

# Translators: the reason in a hint, after the action and a colon: "Play red 5: no other card can be played."
_WHY: Final = {
    HintReason.LAST: mark("it is your last card"),
    HintReason.CALL: mark("you have one card left"),
    HintReason.CATCH: mark("{name} has one card left and has not called UNO"),
    HintReason.DEAL: mark("the round is over"),
    HintReason.ONLY: mark("it is your only move"),
    HintReason.GUILT: mark("there is a {count}% chance that {name} is bluffing"),
    HintReason.INNOCENT: mark("there is only a {count}% chance that {name} is bluffing"),
    HintReason.STOPS: mark("{name} is about to go out, and misses a turn"),
    HintReason.STUCK: mark("{name} probably has nothing to match"),
    HintReason.AGAIN: mark("it will be your turn again"),
    HintReason.FEEDS: mark("your partner {name} plays next and is about to go out"),
    HintReason.SPARES: mark("another card would hit your partner {name}"),
    HintReason.TWO: mark("you get rid of two cards at once"),
    HintReason.FITS: mark("no other card can be played"),
    HintReason.MOST: mark("no other card you can play is worth more points"),
    HintReason.EXTRA: mark("you get rid of a card before your turn"),
}
# Translators: the reason in a hint, after the action and a colon: "Play red 5: no other card can be played."
_WHY_MANY: Final = {
    HintReason.DREW: mark_n(
        "{name} drew once when the color was {color}", "{name} drew {count} times when the color was {color}"
    ),
    HintReason.GIVES: mark_n("{name} draws {count} card", "{name} draws {count} cards"),
    HintReason.FOLLOWS: mark_n("you have {count} more {color} card", "you have {count} more {color} cards"),
    HintReason.GAIN: mark_n("you end up with {count} fewer card", "you end up with {count} fewer cards"),
    HintReason.SAVES: mark_n("your wild will be more useful later", "your wilds will be more useful later"),
    HintReason.KEEPS: mark_n(
        "your action card will be more useful later", "your action cards will be more useful later"
    ),
    HintReason.WAITS: mark_n(
        "the card you could play is more useful later", "the cards you could play are more useful later"
    ),
    HintReason.POINTS: mark_n("you get rid of {count} point", "you get rid of {count} points"),
}


# Translators: a hint: an action as an imperative, and the reason.
def hint_sentence(voice: Voice, hint: ActionHint, penalty: int = 0) -> str:
    """Return a hint as a line, without a reason if a play has none but that it is better than not to play.

    `penalty`: number of cards that `Take` would draw, 0 if unknown.
    """
    action = action_sentence(voice, hint.action, penalty)
    if hint.reason is HintReason.SHEDS:
        return voice.words("{action}.", action=action)
    named: dict[str, object] = {
        "name": "" if hint.seat is None else voice.name(hint.seat),
        "color": "" if hint.color is None else color_name(voice.words, hint.color),
    }
    if message := _WHY.get(hint.reason):
        why = voice.words(message, count=hint.count, **named)
    else:
        one, many = _WHY_MANY[hint.reason]
        why = voice.words.n(one, many, hint.count or 0, **named)
    return voice.words("{action}: {why}.", action=action, why=why)
