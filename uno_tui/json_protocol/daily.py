"""The message about the daily deal: a person's own tries, and the board of the day."""

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Any, Final

from uno_tui.json_protocol.codecs import Codec, codec_of, record


class DailyState(StrEnum):
    """State of a person's try at today's deal."""

    OPEN = auto()
    """The try is still to be begun."""
    BEGUN = auto()
    """A try, perhaps of an earlier day, can be continued."""
    OVER = auto()


@dataclass(frozen=True, slots=True)
class OwnTry:
    """One of the reader's finished tries."""

    day: str
    """The day of the deal in UTC, as an ISO date."""
    won: bool
    points: int
    """The points of the cards that the others held; 0 for a lost try."""
    moves: int
    """Number of the person's actions."""
    text: str


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of the board of the day: a person's try."""

    name: str
    won: bool
    points: int
    """The points of the cards that the others held; 0 for a lost try."""
    moves: int
    """Number of the person's actions."""
    text: str


@dataclass(frozen=True, slots=True)
class Daily:
    """The deal of the day: the reader's tries, and the server's board. It follows when a try is over."""

    day: str
    """Today in UTC, as an ISO date."""
    state: DailyState
    seconds: int
    """Seconds until the next deal."""
    streak: int
    """Days in a row on which the reader finished a try."""
    best_streak: int
    tries: tuple[OwnTry, ...]
    """The reader's finished tries, newest first; at most 8."""
    board: tuple[BoardLine, ...]
    """The finished tries of today, best first; at most 100."""
    guest: bool
    """Whether the reader is a guest, whose tries are not on the board."""
    share: str
    """A line about the newest finished try, without anything about the cards; empty if there is none."""
    text: str
    """The reader's tries as lines of text."""


_DAILY: Final[Codec[Daily]] = record(Daily, tries=codec_of(tuple[OwnTry, ...]), board=codec_of(tuple[BoardLine, ...]))
DAILY_SCHEMA: Final[dict[str, Any]] = {
    **_DAILY.schema,
    "properties": {"type": {"const": "daily"}, **_DAILY.schema["properties"]},
    "required": ["type", *_DAILY.schema["required"]],
}
"""JSON Schema of the message."""


def write_daily(message: Daily) -> dict[str, Any]:
    """Return the message as JSON values."""
    return {"type": "daily", **_DAILY.write(message)}
