"""What passes between a table and one person: full pictures and answers one way, requests the other.

Everything here is a value, so that a table in another process could stand behind the same `Handle`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final, Protocol

from uno_tui.game.actions import Action
from uno_tui.game.errors import Why
from uno_tui.game.events import Event
from uno_tui.game.rules import Rules
from uno_tui.game.view import PlayerView


class Stage(StrEnum):
    """How far a table has come."""

    WAITING = auto()
    """Seats can be taken; the host has not started."""
    PLAYING = auto()
    OVER = auto()
    """The match is won; there may be a rematch."""


class Sitter(StrEnum):
    """Who holds a seat."""

    NOBODY = auto()
    HUMAN = auto()
    BOT = auto()


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits on a seat, as everybody sees it."""

    sitter: Sitter
    name: str
    """Cleaned for display. Empty for nobody, but whoever leaves a match is still named until it is over."""
    away: bool = False
    """The line dropped; the seat is kept."""
    autopilot: bool = False
    """A bot plays for the human."""
    host: bool = False
    level: str = ""
    """A bot's level."""
    guest: bool = False
    """A person without a key: the name proves nothing."""


class Happening(StrEnum):
    """What happened at the table beside the game. `name` is whose doing, `other` who it befell."""

    SAT = auto()
    LEFT = auto()
    AWAY = auto()
    BACK = auto()
    AUTOPILOT_ON = auto()
    AUTOPILOT_OFF = auto()
    HOST = auto()
    """Became the host."""
    KICKED = auto()
    TIMEOUT = auto()
    """The clock played for that seat."""
    RULES = auto()
    """The host changed the rules before the start."""
    UNSTORED = auto()
    """What happens here cannot be stored now: if the program ended, it would be lost."""
    STORED = auto()
    """It can be, and has been, again."""


@dataclass(frozen=True, slots=True)
class TableNote:
    """Something that happened at the table beside the game."""

    happening: Happening
    name: str
    other: str = ""


@dataclass(frozen=True, slots=True)
class Chat:
    """Something a person said, cleaned; never markup."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the table's log."""

    number: int
    """Counted from 1 at each table, the same for all; gaps tell that something was missed."""
    what: Event | TableNote | Chat


class Right(StrEnum):
    """A request, other than a move, that a person may make now; `table.rights` decides who has which."""

    START = auto()
    AUTOPILOT = auto()
    REMATCH = auto()
    CHAT = auto()
    KICK = auto()
    """Send a person away, or before and after a match a bot."""
    HOST = auto()
    """Pass the host's role on."""
    RULES = auto()
    """Choose the rules of the next match."""
    SIT = auto()
    """Some seat can be taken now: before the start an empty one, between rounds and after the match a bot's."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """When the clock plays for the seat on turn."""

    seconds: float
    """Left, when it was said."""
    said_at: float
    """On the clock of `time.monotonic` in the process that said it."""


@dataclass(frozen=True, slots=True)
class TableView:
    """All that one person sees of a table; the newest one replaces any older."""

    code: str
    version: int
    """Actions so far; never goes back, also not by a rematch. A turn's action asked for from a picture older than
    the last turn's action is refused as stale; calls and catches of others in between do no harm."""
    stage: Stage
    rules: Rules
    seats: tuple[SeatInfo, ...]
    you: int | None
    """This person's seat; None for a spectator."""
    rights: frozenset[Right]
    game: PlayerView | None
    """None until the match starts."""
    log: tuple[LogEntry, ...]
    """The newest entries, oldest first; at most 200."""
    deadline: Deadline | None = None
    watchers: int = 0
    muted: frozenset[str] = frozenset()
    """The names of those here whose chat this person has muted; the log lacks it."""
    all_muted: bool = False
    """Whether this person has muted all chat at this table."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The answer to a request that was not carried out; nothing changed."""

    request: int
    why: Why | None
    """None: it came too late, the table had moved on."""


class NoticeKind(StrEnum):
    """What a person is told beside the table's picture."""

    SERVER_STOPS = auto()
    ANNOUNCEMENT = auto()
    """An operator says something to everybody [the text]."""
    IDLE = auto()
    """The session ends soon unless the person does something [in how many seconds]."""
    SILENCED = auto()
    """What was said is not told to the others: an operator does not let this person talk."""
    TAKEN_OVER = auto()
    NOT_ALLOWED = auto()
    """A request that only others may make, such as starting."""
    CHAT_LIMITED = auto()
    """What was said is not told to the others: too much in too short a time."""
    CHAT_CUT = auto()
    """What was said was told, but cut: too long."""
    SEAT_TAKEN = auto()
    """The seat asked for is somebody's, or cannot be taken now."""
    RESULT = auto()
    """How a match came out that this person did not see the end of [code, place, players, winner]."""
    RESUME = auto()
    """How a guest comes back as the same guest [the resume code]."""
    MUTED = auto()
    """What that person says is not shown to this one any more [the name]."""
    UNMUTED = auto()
    """What that person says is shown again [the name]."""
    ALL_MUTED = auto()
    """No chat at this table is shown to this person any more."""
    ALL_UNMUTED = auto()
    NOBODY = auto()
    """Nobody of that name is here [the name]."""
    TOO_FEW = auto()
    """A match needs more players."""
    TOO_MANY_CARDS = auto()
    """The hands that these rules deal, and a top card, are more than the deck has."""


MUTE_ANSWERS: Final = frozenset({NoticeKind.MUTED, NoticeKind.UNMUTED, NoticeKind.ALL_MUTED, NoticeKind.ALL_UNMUTED})
"""Notices that a request to mute was carried out."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something one person is told, not part of the table's picture; `detail` is a name or text or empty."""

    kind: NoticeKind
    detail: str = ""


class Ending(StrEnum):
    """Why a person is no longer at a table."""

    LEFT = auto()
    KICKED = auto()
    TAKEN_OVER = auto()
    """The same person came in elsewhere."""
    TABLE_CLOSED = auto()
    SERVER_STOPPED = auto()
    HOST_ENDED = auto()
    """Who hosted the game for the local network has ended it."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The last message a listener gets."""

    reason: Ending


Message = TableView | Refused | Notice | Closed
Listener = Callable[[Message], None]
"""Gets the messages, in order. It may be called in anybody's context: queue what it gets, act later. If it raises, the
person counts as dropped."""


class Handle(Protocol):
    """One person's hold on a table, seated or watching. Requests return nothing; answers come to the listener."""

    @property
    def view(self) -> TableView:
        """The picture as it is now."""

    def act(self, action: Action, version: int, request: int = 0) -> None:
        """Ask to do that in the match. Calls, catches and jump-ins are judged by legality alone, never as stale."""

    def start(self) -> None:
        """Start the match; the host's right."""

    def rematch(self) -> None:
        """Play another match with the same seats."""

    def autopilot(self, on: bool) -> None:
        """Let a fair bot play this seat, or take it back."""

    def chat(self, text: str) -> None:
        """Say something to the table."""

    def mute(self, name: str | None, on: bool) -> None:
        """Hide the chat of the person of that name from this one, or show it again; None: all chat at this table.

        Mutes of a person hold at every table and in the lobby, also after coming back.
        """

    def kick(self, seat: int) -> None:
        """Send that seat's person away; the host's right."""

    def sit(self, seat: int) -> None:
        """Take that seat, if it can be taken now."""

    def pass_host(self, seat: int) -> None:
        """Make that seat's person the host; the host's right."""

    def change_rules(self, rules: Rules) -> None:
        """Play by other rules; the host's right, before the start and after a match."""

    def leave(self) -> None:
        """Give up the seat, or stop watching; the listener gets `Closed` and nothing after."""

    def drop(self) -> None:
        """The person's line is gone: the seat is kept for them, nothing more is sent."""
