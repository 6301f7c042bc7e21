"""The sentences and names that JSON lines add to the messages of `uno_tui.json_protocol`, in the session's language."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from uno_tui import json_protocol
from uno_tui.game.actions import JumpIn, Play
from uno_tui.game.cards import Card
from uno_tui.game.view import PlayerView
from uno_tui.i18n import Words
from uno_tui.json_protocol.daily import DAILY_SCHEMA
from uno_tui.plain.answers import HintLines
from uno_tui.speech import Speaker, card_name
from uno_tui.speech.rules_text import rules_sections
from uno_tui.table.protocol import Closed, Message, Notice, Refused, Suggestion, TableView

_TEXT: Final = {"type": "string", "description": "a sentence in the session's language"}
_ANSWERS: Final = ("refused", "notice", "hint", "closed", "view")
"""Types of messages to which a field ``text`` is added."""
_NAMES: Final = {"type": "object", "additionalProperties": {"type": "string"}, "description": "card names by notation"}


def message_schemas() -> list[dict[str, Any]]:
    """Return the JSON Schema of each message."""
    error = _object("Error", type={"const": "error"}, error={"type": "string"}, text=_TEXT)
    section = _object("RulesSection", title=_TEXT, sentences={"type": "array", "items": _TEXT})
    explained = _object("Explained", type={"const": "explained"}, sections={"type": "array", "items": section})
    return [*map(_with_text_field, json_protocol.MESSAGE_SCHEMA["oneOf"]), explained, DAILY_SCHEMA, error]


def _object(name: str, /, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "title": name, "properties": properties, "required": list(properties)}


def _with_text_field(schema: dict[str, Any]) -> dict[str, Any]:
    kind = schema["properties"]["type"]["const"]
    if kind not in _ANSWERS:
        return schema
    schema = _with_fields(schema, text=_TEXT)
    if kind != "view":
        return schema
    inside = schema["properties"]
    parts = {
        name: {**inside[name], "items": _with_fields(inside[name]["items"], text=_TEXT)} for name in ("seats", "log")
    }
    return _with_fields({**schema, "properties": {**inside, **parts}}, names=_NAMES)


def _with_fields(schema: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**schema, "properties": {**schema["properties"], **fields}, "required": [*schema["required"], *fields]}


def rules_explained(words: Words, view: TableView) -> dict[str, Any]:
    """Return the message with the rules in force as sentences, in sections."""
    sections = rules_sections(view.rules, words)
    return {"type": "explained", "sections": [{"title": one.title, "sentences": [*one.sentences]} for one in sections]}


class JsonTexts:
    """Adds texts to one session's messages. Each card is named once, in the first view that contains it."""

    def __init__(self, words: Words, *, of_seats: bool = True) -> None:
        """Begin with no card named; without `of_seats`, a view's seats get no text."""
        self._words = words
        self._of_seats = of_seats
        self._named: set[Card] = set()
        self._hints = HintLines()

    def forget(self) -> None:
        """Forget which cards were named, because the reader asked for the whole view."""
        self._named.clear()

    def written(self, message: Message, view: TableView | None, now: float) -> dict[str, Any]:
        """Return a message as JSON values with texts; `view` is the newest view, `now` a time of `time.monotonic`."""
        written = json_protocol.write_message(message, now)
        speaker = Speaker(self._words, ()) if view is None else Speaker.of(self._words, view)
        match message:
            case TableView():
                self._add_texts(speaker, message, written)
            case Refused():
                written["text"] = speaker.refused(message)
            case Notice():
                written["text"] = speaker.notice(message)
            case Suggestion():
                written["text"] = self._hints.line(speaker, view, message)
            case Closed():
                written["text"] = speaker.ending(message)
        return written

    def _add_texts(self, speaker: Speaker, view: TableView, written: dict[str, Any]) -> None:
        if written["game"] is not None:
            del written["game"]["history"]
        written["text"] = speaker.status(view)
        for number, seat in enumerate(written["seats"] if self._of_seats else ()):
            seat["text"] = speaker.seat(view, number)
        for entry, values in zip(view.log, written["log"], strict=True):
            values["text"] = speaker.log(entry)
        written["names"] = self._names(view.game)

    def _names(self, game: PlayerView | None) -> dict[str, str]:
        new = dict.fromkeys(card for card in _shown(game) if card not in self._named)
        self._named.update(new)
        return {card.text: card_name(self._words, card) for card in new}


def _shown(game: PlayerView | None) -> Iterable[Card]:
    """Return the cards of a view that the reader can see or play."""
    return () if game is None else _cards(game)


def _cards(game: PlayerView) -> Iterator[Card]:
    yield game.top
    yield from game.hand
    yield from (action.card for action in game.legal if isinstance(action, Play | JumpIn))
