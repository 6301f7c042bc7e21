"""Messages from a table to one person, as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from uno_tui.game import events
from uno_tui.game.cards import Card
from uno_tui.game.errors import Why
from uno_tui.game.view import PlayerView, SeatView
from uno_tui.json_protocol.codecs import (
    CARD,
    COLOR,
    SEAT,
    Codec,
    WireError,
    codec_of,
    listed,
    optional,
    record,
    row,
    tagged,
)
from uno_tui.table.protocol import (
    Chat,
    Closed,
    Deadline,
    LogEntry,
    Message,
    Notice,
    Refused,
    SeatInfo,
    Suggestion,
    TableNote,
    TableView,
)

VERSION: Final = 1
"""Version of the format; raised for a change that breaks readers, not for new fields or events."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message to a program: name of the server and of the person."""

    version: int
    program: str
    name: str
    """The person's name, cleaned for display."""
    guest: bool
    language: str = "en"
    """Language of the texts of this session: en, ga, ka or ms."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Words of buttons and headings in the session's language, by key; sent only to a page in a browser."""


EVENTS: Final[dict[str, type[events.Event]]] = {
    "dealer_drew": events.DealerDrew,
    "dealt": events.Dealt,
    "turned": events.Turned,
    "played": events.Played,
    "drew": events.Drew,
    "kept": events.Kept,
    "passed": events.Passed,
    "skipped": events.Skipped,
    "reversed": events.Reversed,
    "color_named": events.ColorNamed,
    "challenged": events.Challenged,
    "called": events.Called,
    "caught": events.Caught,
    "swapped": events.Swapped,
    "hands_passed": events.HandsPassed,
    "reshuffled": events.Reshuffled,
    "left": events.Left,
    "round_ended": events.RoundEnded,
    "match_won": events.MatchWon,
}
"""The event class for each name in the format; a test compares this with the game's event classes."""
_NOTED: Final = {"table": TableNote, "chat": Chat}
_SPECIAL: Final[dict[type, dict[str, Codec[Any]]]] = {
    events.DealerDrew: {"cards": listed(row(SEAT, CARD))},
    events.HandsPassed: {"moves": listed(row(SEAT, SEAT, optional(codec_of(tuple[Card, ...]))))},
}


def _one_of(key: str, kinds: dict[str, Any]) -> Codec[Any]:
    codecs = {name: record(kind, {}, **_SPECIAL.get(kind, {})) for name, kind in kinds.items()}
    return tagged(key, codecs, {kind: name for name, kind in kinds.items()})


_EVENT: Final[Codec[events.Event]] = _one_of("event", EVENTS)
_WHAT: Final = _one_of("event", {**EVENTS, **_NOTED})
_ENTRY: Final = record(LogEntry, {"chat": 0}, what=_WHAT)
_SEAT: Final = record(SeatView, {"team": None})
_GAME: Final = record(PlayerView, {"history": (), "winning_team": None}, history=listed(_EVENT), seats=listed(_SEAT))
_DEADLINE: Final[Codec[Deadline]] = Codec(
    lambda deadline: deadline.seconds,
    lambda data: Deadline(codec_of(float).read(data), 0.0),
    {"type": "number", "description": "seconds left"},
)
_SITTER: Final = record(SeatInfo, {"team": None, "plays_as": ""})
_ADDED: Final = {"turn_seconds": None, "muted": frozenset[str](), "all_muted": False, "once": False, "fills": False}
"""Default values of fields that older programs with the same format version do not write."""
_MESSAGES: Final[dict[str, Codec[Any]]] = {
    "hello": record(Hello, {"language": "en", "labels": {}}),
    "view": record(
        TableView, _ADDED, seats=listed(_SITTER), game=optional(_GAME), log=listed(_ENTRY), deadline=optional(_DEADLINE)
    ),
    "refused": record(Refused, why=optional(record(Why, color=optional(COLOR)))),
    "notice": record(Notice),
    "hint": record(Suggestion),
    "closed": record(Closed),
}
_ANY: Final = tagged(
    "type",
    _MESSAGES,
    {Hello: "hello", TableView: "view", Refused: "refused", Notice: "notice", Suggestion: "hint", Closed: "closed"},
)


MESSAGE_SCHEMA: Final = _ANY.schema
"""JSON Schema of all messages."""


def write_message(message: Message | Hello, now: float) -> dict[str, Any]:
    """Return a message as JSON values; `now` is a time of `time.monotonic`."""
    if isinstance(message, TableView) and message.deadline is not None:
        left = max(0.0, message.deadline.seconds - (now - message.deadline.said_at))
        message = replace(message, deadline=Deadline(left, now))
    written: dict[str, Any] = _ANY.write(message)
    return written


def read_message(data: object, now: float) -> Message | Hello:
    """Return the message in JSON values received at `now`; raise `WireError` for invalid or unsupported data."""
    message: Message | Hello = _ANY.read(data)
    if isinstance(message, Hello) and message.version != VERSION:
        raise WireError(f"version {message.version} is spoken there, {VERSION} here")
    if isinstance(message, TableView) and message.deadline is not None:
        return replace(message, deadline=Deadline(message.deadline.seconds, now))
    return message
