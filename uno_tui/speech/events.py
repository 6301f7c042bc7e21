"""Sentences of events. A sentence shows only what is in its event, which `Event.seen_by` has already redacted."""

from collections.abc import Callable
from typing import Any, Final

from uno_tui.game.events import (
    Called,
    Caught,
    Challenged,
    ColorNamed,
    DealerDrew,
    Dealt,
    Drew,
    Event,
    HandsPassed,
    Kept,
    Left,
    MatchWon,
    Passed,
    Played,
    Reshuffled,
    Reversed,
    RoundEnded,
    Skipped,
    Swapped,
    Turned,
)
from uno_tui.i18n import mark, mark_n
from uno_tui.speech.cards import a_card, card_list, card_name, color_name
from uno_tui.speech.draws import drew_sentence
from uno_tui.speech.voice import PluralSentences, Sentences, Voice

# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_PLAYED: Final = {
    "card": Sentences(mark("You played {a_card}"), mark("{name} played {a_card}")),
    "card uno": Sentences(mark("You played {a_card} and called UNO"), mark("{name} played {a_card} and called UNO")),
    "wild": Sentences(mark("You played {a_card} and chose {color}"), mark("{name} played {a_card} and chose {color}")),
    "wild uno": Sentences(
        mark("You played {a_card}, chose {color} and called UNO"),
        mark("{name} played {a_card}, chose {color} and called UNO"),
    ),
    "double": Sentences(
        mark("You played a double: two {card} cards"), mark("{name} played a double: two {card} cards")
    ),
    "double uno": Sentences(
        mark("You played a double, two {card} cards, and called UNO"),
        mark("{name} played a double, two {card} cards, and called UNO"),
    ),
    "jump": Sentences(mark("You jumped in with {a_card}"), mark("{name} jumped in with {a_card}")),
    "jump uno": Sentences(
        mark("You jumped in with {a_card} and called UNO"), mark("{name} jumped in with {a_card} and called UNO")
    ),
}
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_SIMPLE: Final[dict[type[Event], Sentences]] = {
    Kept: Sentences(mark("You kept the card"), mark("{name} kept the card")),
    Passed: Sentences(mark("You couldn't play; your turn is over"), mark("{name} couldn't play; their turn is over")),
    Skipped: Sentences(mark("You were skipped"), mark("{name} was skipped")),
    Called: Sentences(mark("You called UNO"), mark("{name} called UNO")),
    Left: Sentences(mark("You left the match"), mark("{name} left the match")),
}
# Translators: an event in the log, without a full stop; {name} is a player's name, {names} are partners: "Ann & Cat".
_MATCH_WON: Final = Sentences(mark("You won the match"), mark("{name} won the match"))
# Translators: an event in the log, without a full stop; {name} is a player's name, {names} are partners: "Ann & Cat".
_MATCH_WON_BY_TEAM: Final = Sentences(mark("Your team won the match: {names}"), mark("{names} won the match"))
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_CAUGHT: Final = Sentences(
    mark("You caught {other}, who forgot to call UNO"),
    mark("{name} caught {other}, who forgot to call UNO"),
    mark("{name} caught you: you forgot to call UNO"),
)
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_SWAPPED: Final = Sentences(
    mark("You swapped hands with {other}"),
    mark("{name} swapped hands with {other}"),
    mark("{name} swapped hands with you"),
)
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_GUILTY: Final = Sentences(
    mark("You challenged {other}, who was bluffing"),
    mark("{name} challenged {other}, who was bluffing"),
    mark("{name} challenged you: you were caught bluffing"),
)
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_INNOCENT: Final = Sentences(
    mark("You challenged {other}, who was not bluffing"),
    mark("{name} challenged {other}, who was not bluffing"),
    mark("{name} challenged you: you were not bluffing"),
)
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_GUILTY_HAND: Final = mark("You challenged {other}, who was bluffing and held {cards}")
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_INNOCENT_HAND: Final = mark("You challenged {other}, who was not bluffing and held {cards}")
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_NAMED: Final = Sentences(mark("You chose {color}"), mark("{name} chose {color}"))
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_DEALT: Final = PluralSentences(
    mark_n("Round {number}: you dealt everyone {count} card", "Round {number}: you dealt everyone {count} cards"),
    mark_n(
        "Round {number}: {name} dealt everyone {count} card",
        "Round {number}: {name} dealt everyone {count} cards",
    ),
)
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_WON: Final = PluralSentences(
    mark_n("You won the round and scored {count} point", "You won the round and scored {count} points"),
    mark_n("{name} won the round and scored {count} point", "{name} won the round and scored {count} points"),
)
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_WON_FOR_TEAM: Final = PluralSentences(
    mark_n("You won the round; your team scored {count} point", "You won the round; your team scored {count} points"),
    mark_n("{name} won the round; {names} scored {count} point", "{name} won the round; {names} scored {count} points"),
)
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_WON_BY_PARTNER: Final = mark_n(
    "Your partner {name} won the round; your team scored {count} point",
    "Your partner {name} won the round; your team scored {count} points",
)
# Translators: an event in the log, without a full stop; {name} and {other} are players' names, {a_card} is "a red 5",
# {card} "red 5".
_WENT_OUT: Final = Sentences(
    mark("You won the round. Points left in hands: {points}"),
    mark("{name} won the round. Points left in hands: {points}"),
)


def event_sentence(voice: Voice, event: Event) -> str:
    """Return the sentence for an event, in the second person if the event involves the listener."""
    if sentences := _SIMPLE.get(type(event)):
        return voice.say(sentences, event.seat)  # type: ignore[attr-defined]  # all of these have one
    return _SPEAKERS[type(event)](voice, event)


# Translators: an event in the log, without a full stop; {name} is a player's name, {cards} a list of cards.
def _dealer_drew(voice: Voice, event: DealerDrew) -> str:
    words = voice.words
    draws = [words("{name}: {text}", name=voice.who(seat), text=card_name(words, card)) for seat, card in event.cards]
    return words("Drawn to choose the dealer: {cards}", cards=", ".join(draws))


def _dealt(voice: Voice, event: Dealt) -> str:
    dealt = voice.say_n(_DEALT, event.dealer, event.hand_size, number=event.number)
    if event.number > 1 or not voice.partners:
        return dealt
    names = " & ".join(map(voice.name, voice.partners))
    return voice.words.n(
        "{sentence}; your partner is {names}", "{sentence}; your partners are {names}", len(voice.partners),
        sentence=dealt, names=names,
    )  # fmt: skip  # one thought


# Translators: an event in the log, without a full stop; {name} is a player's name, {cards} a list of cards.
def _turned(voice: Voice, event: Turned) -> str:
    card = card_name(voice.words, event.card)
    if event.back:
        return voice.words("The first card, {card}, goes back into the draw pile", card=card)
    return voice.words("The first card is {card}", card=card)


def _played(voice: Voice, event: Played) -> str:
    kind = "jump" if event.jump else "double" if event.double else "card" if event.color is None else "wild"
    return voice.say(
        _PLAYED[kind + " uno" * event.uno],
        event.seat,
        card=card_name(voice.words, event.card),
        a_card=a_card(voice.words, event.card),
        color="" if event.color is None else color_name(voice.words, event.color),
    )


# Translators: an event in the log, without a full stop; {name} is a player's name, {cards} a list of cards.
def _reversed(voice: Voice, event: Reversed) -> str:
    if event.direction > 0:
        return voice.words("Direction changed: play is now clockwise, to the left")
    return voice.words("Direction changed: play is now counterclockwise, to the right")


# Translators: an event in a log of about 10 letters a line, without long words.
def short_reversed_sentence(voice: Voice, event: Reversed) -> str:
    """Return the sentence for a turned direction without words that a narrow log would break."""
    return voice.words("Now to the left") if event.direction > 0 else voice.words("Now to the right")


def _color_named(voice: Voice, event: ColorNamed) -> str:
    return voice.say(_NAMED, event.seat, color=color_name(voice.words, event.color))


# Translators: an event in the log, without a full stop; {name} is a player's name, {cards} a list of cards.
def _challenged(voice: Voice, event: Challenged) -> str:
    if event.hand and event.seat == voice.you:
        message = _GUILTY_HAND if event.guilty else _INNOCENT_HAND
        return voice.words(message, other=voice.name(event.offender), cards=card_list(voice.words, event.hand))
    return voice.say(_GUILTY if event.guilty else _INNOCENT, event.seat, event.offender)


def _caught(voice: Voice, event: Caught) -> str:
    return voice.say(_CAUGHT, event.seat, event.offender)


def _swapped(voice: Voice, event: Swapped) -> str:
    return voice.say(_SWAPPED, event.seat, event.other)


# Translators: an event in the log, without a full stop; {name} is a player's name, {cards} a list of cards.
def _hands_passed(voice: Voice, event: HandsPassed) -> str:
    for giver, taker, hand in event.moves:
        if taker == voice.you and hand is not None:
            return voice.words.n(
                "Everyone passed their hand on; you got {count} card from {name}",
                "Everyone passed their hand on; you got {count} cards from {name}",
                len(hand),
                name=voice.name(giver),
            )
    if event.direction > 0:
        return voice.words("Everyone passed their hand to the left")
    return voice.words("Everyone passed their hand to the right")


# Translators: an event in the log, without a full stop; {name} is a player's name, {cards} a list of cards.
def _reshuffled(voice: Voice, event: Reshuffled) -> str:
    return voice.words.n(
        "The discard pile was reshuffled; {count} card to draw",
        "The discard pile was reshuffled; {count} cards to draw",
        event.count,
    )


# Translators: an event in the log, without a full stop; {name} is a player's name, {cards} a list of cards.
def _round_ended(voice: Voice, event: RoundEnded) -> str:
    words = voice.words
    if event.winner is None:
        if event.dead:
            return words("The round is a stalemate: nobody could play, so nobody scores")
        return words("The round was abandoned")
    if voice.rules.scoring == "winner_takes":
        return _scored(voice, event, event.winner)
    points = [
        words("{name}: {text}", name=voice.who(seat), text=points)
        for seat, points in enumerate(event.points)
        if seat != event.winner
    ]
    return voice.say(_WENT_OUT, event.winner, points=", ".join(points))


def _scored(voice: Voice, event: RoundEnded, winner: int) -> str:
    """Return the sentence of a round whose winner, or the winner's team, scores the hands of others."""
    team = voice.team(winner)
    points = event.gained(voice.rules)[winner] if len(event.points) == len(voice.names) else sum(event.points)
    if len(team) == 1:
        return voice.say_n(_WON, winner, points)
    if winner in voice.partners:
        return voice.words.n(*_WON_BY_PARTNER, points, name=voice.name(winner))
    return voice.say_n(_WON_FOR_TEAM, winner, points, names=voice.together(team))


def _match_won(voice: Voice, event: MatchWon) -> str:
    team = voice.team(event.seat)
    if len(team) == 1:
        return voice.say(_MATCH_WON, event.seat)
    message = _MATCH_WON_BY_TEAM.you if voice.you in team else _MATCH_WON_BY_TEAM.other
    return voice.words(message, names=voice.together(team))


_SPEAKERS: Final[dict[type[Event], Callable[[Voice, Any], str]]] = {
    DealerDrew: _dealer_drew,
    Dealt: _dealt,
    Turned: _turned,
    Played: _played,
    Drew: drew_sentence,
    Reversed: _reversed,
    ColorNamed: _color_named,
    Challenged: _challenged,
    Caught: _caught,
    Swapped: _swapped,
    HandsPassed: _hands_passed,
    Reshuffled: _reshuffled,
    RoundEnded: _round_ended,
    MatchWon: _match_won,
}
