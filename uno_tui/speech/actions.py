"""Actions as labels of buttons and menus, and hints: an action with its reason."""

from collections.abc import Callable
from typing import Any, Final

from uno_tui.bots.hints import ActionHint, HintReason
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
from uno_tui.i18n import mark, mark_n
from uno_tui.speech.cards import card_name, color_name
from uno_tui.speech.voice import Voice

# Translators: an action that is offered, as an imperative: a button, or the start of a hint.
_SIMPLE: Final[dict[type[Action], str]] = {
    Draw: mark("Draw"),
    Keep: mark("Keep the card"),
    Challenge: mark("Challenge"),
    CallUno: mark("Call UNO"),
    Deal: mark("Deal the next round"),
}
# Translators: an action that is offered, as an imperative; {card} is "red 5", {other} a player's name.
_PLAYS: Final = {
    "card": mark("Play {card}"),
    "card uno": mark("Play {card} and call UNO"),
    "wild": mark("Play {card} and choose {color}"),
    "wild uno": mark("Play {card}, choose {color} and call UNO"),
    "swap": mark("Play {card}, swap hands with {other}"),
    "swap uno": mark("Play {card}, swap hands with {other} and call UNO"),
    "double": mark("Play two {card} cards"),
    "double uno": mark("Play two {card} cards and call UNO"),
    "double swap": mark("Play two {card} cards, swap hands with {other}"),
    "double swap uno": mark("Play two {card} cards, swap hands with {other} and call UNO"),
    "jump": mark("Jump in with {card}"),
    "jump uno": mark("Jump in with {card} and call UNO"),
    "jump swap": mark("Jump in with {card}, swap hands with {other}"),
    "jump swap uno": mark("Jump in with {card}, swap hands with {other} and call UNO"),
}


# Translators: an action that is offered, as an imperative, or a part of a hint: "{action}: {why}."
def action_sentence(voice: Voice, action: Action, penalty: int = 0) -> str:
    """Return an action's label; `penalty`: number of cards that `Take` would draw, 0 if unknown."""
    if message := _SIMPLE.get(type(action)):
        return voice.words(message)
    if isinstance(action, Take):
        if not penalty:
            return voice.words("Take the penalty")
        return voice.words.n("Take {count} card", "Take {count} cards", penalty)
    return _SPEAKERS[type(action)](voice, action)


# Translators: an action that is offered, as an imperative, or a part of a hint: "{action}: {why}."
def _play(voice: Voice, action: Play | JumpIn) -> str:
    parts = []
    color = None
    if isinstance(action, JumpIn):
        parts.append("jump")
    elif action.double:
        parts.append("double")
    elif action.color is not None:
        color = action.color
        parts.append("wild")
    if action.swap is not None:
        parts.append("swap")
    kind = " ".join(parts) or "card"
    return voice.words(
        _PLAYS[kind + " uno" * action.uno],
        card=card_name(voice.words, action.card),
        color="" if color is None else color_name(voice.words, color),
        other="" if action.swap is None else voice.name(action.swap),
    )


# Translators: an action that is offered, as an imperative, or a part of a hint: "{action}: {why}."
def _name_color(voice: Voice, action: NameColor) -> str:
    return voice.words("Choose {color}", color=color_name(voice.words, action.color))


# Translators: an action that is offered, as an imperative, or a part of a hint: "{action}: {why}."
def _catch(voice: Voice, action: CatchUno) -> str:
    return voice.words("Catch {name}", name=voice.name(action.seat))


_SPEAKERS: Final[dict[type[Action], Callable[[Voice, Any], str]]] = {
    Play: _play,
    JumpIn: _play,
    NameColor: _name_color,
    CatchUno: _catch,
}

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
    HintReason.TWO: mark("you get rid of two cards at once"),
    HintReason.SAVES: mark("your wild will be worth more later"),
    HintReason.KEEPS: mark("your action cards will be worth more later"),
    HintReason.FITS: mark("no other card can be played"),
    HintReason.WAITS: mark("the cards you could play are worth more later"),
    HintReason.SHEDS: mark("you get rid of a card"),
}
# Translators: the reason in a hint, after the action and a colon: "Play red 5: no other card can be played."
_WHY_MANY: Final = {
    HintReason.GIVES: mark_n("{name} draws {count} card", "{name} draws {count} cards"),
    HintReason.FOLLOWS: mark_n("you have {count} more {color} card", "you have {count} more {color} cards"),
    HintReason.GAIN: mark_n("you end up with {count} fewer card", "you end up with {count} fewer cards"),
    HintReason.POINTS: mark_n("you get rid of {count} point", "you get rid of {count} points"),
}


# Translators: an action that is offered, as an imperative, or a part of a hint: "{action}: {why}."
def hint_sentence(voice: Voice, hint: ActionHint, penalty: int = 0) -> str:
    """Return a hint as a line; `penalty`: number of cards that `Take` would draw, 0 if unknown."""
    named: dict[str, object] = {
        "name": "" if hint.seat is None else voice.name(hint.seat),
        "color": "" if hint.color is None else color_name(voice.words, hint.color),
    }
    if message := _WHY.get(hint.reason):
        why = voice.words(message, count=hint.count, **named)
    else:
        one, many = _WHY_MANY[hint.reason]
        why = voice.words.n(one, many, hint.count or 0, **named)
    return voice.words("{action}: {why}.", action=action_sentence(voice, hint.action, penalty), why=why)
