"""Actions as labels of buttons and menus."""

from collections.abc import Callable
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
from uno_tui.i18n import mark
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
