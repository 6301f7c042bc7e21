"""The lean form of a table's messages: what a page in a browser needs, in at most 2 KB for a view of ten seats.

A field is left out if it has its usual value, which is false, empty text or null for most fields. Also left out is what
the page does not show, or knows from its labels: a seat's ``text`` is never written for a lean session.
"""

from collections.abc import Collection
from typing import Any, Final

Values = dict[str, Any]

_USUAL: Final = {"playing": True, "sitter": "human", "chat": 0}
"""Usual values of fields for which these are not false, empty text and null."""
_OF_VIEW: Final = ("turn_seconds", "watchers")
_OF_GAME: Final = ("seat", "rules", "seed_hash", "seed", "seed_typed")
"""Fields of a match that repeat those of its view, or with which the shuffle can be checked after the match."""
_EMPTY: Final = ("muted", "names")
"""Fields of a view that are left out while they have no elements."""
_EVENTS: Final = ("chat", "round_ended")
"""Events of which the page shows more than their sentence."""


def lean_form(message: Values) -> Values:
    """Return a message in the lean form; `message` is in the form of `JsonTexts.written`."""
    if message["type"] != "view":
        return _lean(message)
    game, log = message["game"], message["log"]
    playing = game["seats"] if game is not None else [{}] * len(message["seats"])
    seats = [_seat(*pair) for pair in zip(message["seats"], playing, strict=True)]
    shown = {**message, "seats": seats, "log": list(map(_entry, log))}
    if game is not None:
        shown["game"] = {**_lean(game, _OF_GAME), "seats": list(map(_lean, playing))}
    return _lean(shown, (*_OF_VIEW, *(name for name in _EMPTY if not message[name])))


def _lean(values: Values, unused: Collection[str] = ()) -> Values:
    return {name: one for name, one in values.items() if name not in unused and not _is_usual(name, one)}


def _seat(seat: Values, playing: Values) -> Values:
    """Return a seat; its team is left out if it has the same in the match, where `playing` is its state."""
    team = {} if seat["team"] == playing.get("team") else {"team": seat["team"]}
    return _lean(seat, ("guest", "team")) | team


def _is_usual(name: str, value: object) -> bool:
    if name in _USUAL:
        return value == _USUAL[name]
    return value is None or value is False or value == ""


def _entry(entry: Values) -> Values:
    """Return an entry of the log; the hands at the end of a round are left out: their points are enough."""
    what = entry["what"]
    return _lean({**entry, "what": _lean(what, ("hands",)) if what["event"] in _EVENTS else None})
