"""Sentences about cards that are drawn: on a turn, as a penalty, or fewer because none are left."""

from typing import Final

from uno_tui.game.events import Cause, Drew
from uno_tui.i18n import mark, mark_n
from uno_tui.speech.cards import a_card, card_list
from uno_tui.speech.voice import PluralSentences, Sentences, Voice

# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_DREW: Final = PluralSentences(
    mark_n("You drew {count} card", "You drew {count} cards"),
    mark_n("{name} drew {count} card", "{name} drew {count} cards"),
)
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_PENALTY: Final = PluralSentences(
    mark_n("You drew {count} card as a penalty", "You drew {count} cards as a penalty"),
    mark_n("{name} drew {count} card as a penalty", "{name} drew {count} cards as a penalty"),
)
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_SHORT: Final = PluralSentences(
    mark_n(
        "You drew {count} of {owed} cards; there are no more", "You drew {count} of {owed} cards; there are no more"
    ),
    mark_n(
        "{name} drew {count} of {owed} cards; there are no more",
        "{name} drew {count} of {owed} cards; there are no more",
    ),
)
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_NOTHING: Final = Sentences(
    mark("There were no cards left for you to draw"),
    mark("There were no cards left for {name} to draw"),
)
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_DREW_SEEN: Final = mark_n("You drew {cards}", "You drew {count} cards: {cards}")
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_PENALTY_SEEN: Final = mark_n("You drew {cards} as a penalty", "You drew {count} cards as a penalty: {cards}")
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_SHORT_SEEN: Final = mark_n(
    "You drew {count} of {owed} cards; there are no more: {cards}",
    "You drew {count} of {owed} cards; there are no more: {cards}",
)


# Translators: an event in the log, without a full stop; {name} is a player's name, {cards} a list of cards.
def drew_sentence(voice: Voice, event: Drew) -> str:
    """Return what a seat drew and why; the sentence names the cards only to the person who drew them."""
    if not event.count:
        return voice.say(_NOTHING, event.seat)
    short = event.count < event.owed
    penalty = event.cause is not Cause.TURN
    if event.cards is None or event.seat != voice.you:
        hidden = _SHORT if short else _PENALTY if penalty else _DREW
        return voice.say_n(hidden, event.seat, event.count, owed=event.owed)
    one, many = _SHORT_SEEN if short else _PENALTY_SEEN if penalty else _DREW_SEEN
    single = event.count == 1 and not short
    cards = a_card(voice.words, event.cards[0]) if single else card_list(voice.words, event.cards)
    return voice.words.n(one, many, event.count, owed=event.owed, cards=cards)
