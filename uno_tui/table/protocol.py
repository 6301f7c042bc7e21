"""Messages between a table and one person: views and answers one way, requests the other.

Every message is a value, so a `Handle` works the same for a table in another process.
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
    """The stage of a table's life."""

    WAITING = auto()
    """Seats can be taken; the host has not started the match."""
    PLAYING = auto()
    OVER = auto()
    """The match is won; a rematch is possible."""


class Sitter(StrEnum):
    """The kind of player on a seat."""

    NOBODY = auto()
    HUMAN = auto()
    BOT = auto()


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat, as everybody sees it."""

    sitter: Sitter
    name: str
    """Cleaned for display. Empty for an empty seat; a player who left a match is named until it is over."""
    away: bool = False
    """The connection is lost; the seat is kept."""
    autopilot: bool = False
    """A bot plays for this person."""
    host: bool = False
    level: str = ""
    """The bot's level."""
    guest: bool = False
    """A person without a key: anybody can use the name."""


class Happening(StrEnum):
    """What happened at the table apart from the game. `name` acted, `other` was affected."""

    SAT = auto()
    LEFT = auto()
    AWAY = auto()
    BACK = auto()
    AUTOPILOT_ON = auto()
    AUTOPILOT_OFF = auto()
    HOST = auto()
    """`name` became the host."""
    KICKED = auto()
    READMITTED = auto()
    """`other`, who was sent away, may come back."""
    TIMEOUT = auto()
    """The clock ran out and played for `name`."""
    RULES = auto()
    """The host chose the rules of the next match."""
    UNSTORED = auto()
    """Storing fails: if the program ended now, what happens here would be lost."""
    STORED = auto()
    """Storing works again, and nothing is missing."""


@dataclass(frozen=True, slots=True)
class TableNote:
    """A log entry for something that happened apart from the game."""

    happening: Happening
    name: str
    other: str = ""


@dataclass(frozen=True, slots=True)
class Chat:
    """A line of chat, cleaned; plain text, never markup."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of the table's log."""

    number: int
    """Counted from 1 at each table, the same for everybody; a gap means that entries were missed."""
    what: Event | TableNote | Chat


class BotPace(StrEnum):
    """How fast bots play against a single person; among several people they play at the normal pace."""

    BRISK = auto()
    NORMAL = auto()
    SLOW = auto()


class Right(StrEnum):
    """A request, other than a move, that a person may make now; `table.rights` decides who has which."""

    START = auto()
    AUTOPILOT = auto()
    HURRY = auto()
    """Let the bots play at once: for the only person in a match."""
    REMATCH = auto()
    CHAT = auto()
    KICK = auto()
    """Send a person away, or before and after a match a bot."""
    HOST = auto()
    """Pass the host's role on."""
    RULES = auto()
    """Choose the rules of the next match."""
    SIT = auto()
    """Take a seat: before the start an empty one, between rounds a bot's, after the match an empty one or a bot's."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The moment at which the clock plays for the seat on turn."""

    seconds: float
    """Seconds left at `said_at`."""
    said_at: float
    """On the clock of `time.monotonic` in the process that made this value."""


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything that one person sees of a table. A newer view replaces an older one."""

    code: str
    """The table's code; empty where nobody else can come."""
    version: int
    """Number of actions so far; it never decreases, not even at a rematch. A turn's action chosen from a view older
    than the last turn's action is refused as stale; calls and catches in between do no harm."""
    stage: Stage
    rules: Rules
    seats: tuple[SeatInfo, ...]
    you: int | None
    """This person's seat; None for a spectator."""
    rights: frozenset[Right]
    game: PlayerView | None
    """None until the first match starts."""
    log: tuple[LogEntry, ...]
    """The newest entries, oldest first; at most 200."""
    deadline: Deadline | None = None
    turn_seconds: float | None = None
    """Seconds that the clock allows for each decision; None for a table without a clock."""
    watchers: int = 0
    muted: frozenset[str] = frozenset()
    """Names of the people here whose chat this person has muted; their chat is not in the log."""
    all_muted: bool = False
    """Whether this person has muted all chat at this table."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The answer to a request that was refused; nothing changed."""

    request: int
    why: Why | None
    """None: the request came too late, the game had moved on."""


class NoticeKind(StrEnum):
    """The kind of a notice. The content of `Notice.detail` is given in brackets."""

    SERVER_STOPS = auto()
    ANNOUNCEMENT = auto()
    """An operator's message to everybody [the text]."""
    IDLE = auto()
    """The session ends soon unless the person does something [the seconds left]."""
    SILENCED = auto()
    """A line of chat was not sent: an operator has silenced this person."""
    TAKEN_OVER = auto()
    NOT_ALLOWED = auto()
    """This person may not make that request."""
    CHAT_LIMITED = auto()
    """A line of chat was not sent: too many in too short a time."""
    CHAT_CUT = auto()
    """A line of chat was sent, but cut to the maximum length."""
    SEAT_TAKEN = auto()
    """The seat cannot be taken now."""
    RESULT = auto()
    """The result of a match whose end this person did not see [code, place, players, winner]."""
    RESUME = auto()
    """How a guest comes back from anywhere [the command line; it ends with the guest's resume code]."""
    OPENED = auto()
    """This person joined a code that no table had, and so opened the table [the code]."""
    MUTED = auto()
    """That person's chat is now hidden from this one [the name]."""
    UNMUTED = auto()
    """That person's chat is shown again [the name]."""
    ALL_MUTED = auto()
    """All chat at this table is now hidden from this person."""
    ALL_UNMUTED = auto()
    NOBODY = auto()
    """Nobody here has that name [the name]."""
    MISNAMED = auto()
    """Nobody here has that name, but somebody has one that differs in accents only [that one]."""
    TOO_FEW = auto()
    """A match needs more players."""
    TOO_MANY_CARDS = auto()
    """The deck is too small for these rules and this many players."""


MUTE_ANSWERS: Final = frozenset({NoticeKind.MUTED, NoticeKind.UNMUTED, NoticeKind.ALL_MUTED, NoticeKind.ALL_UNMUTED})
"""Notices that confirm a request to mute."""
REFUSES_NOTHING: Final = MUTE_ANSWERS | {NoticeKind.OPENED, NoticeKind.RESUME, NoticeKind.RESULT}
"""Notices that leave a screen's status line where it is."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message for one person that is not part of the view."""

    kind: NoticeKind
    detail: str = ""


class Ending(StrEnum):
    """Why a person is no longer at a table."""

    LEFT = auto()
    KICKED = auto()
    TAKEN_OVER = auto()
    """The same person came in through another session."""
    TABLE_CLOSED = auto()
    SERVER_STOPPED = auto()
    HOST_ENDED = auto()
    """The host of a game on the local network ended it."""
    IDLE = auto()
    """Nothing was typed for long, outside a match."""
    REMOVED = auto()
    """An operator ended the session."""
    BANNED = auto()
    """An operator has banned the person."""
    FAILED = auto()
    """A fault of the program ended the session."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The last message that a listener gets."""

    reason: Ending


Message = TableView | Refused | Notice | Closed
Listener = Callable[[Message], None]
"""Receives the messages in order. It may be called in any context, so it should only queue them. A person whose
listener raises counts as dropped."""


class Handle(Protocol):
    """The requests of one person at a table, seated or watching. They return nothing; answers go to the listener."""

    @property
    def view(self) -> TableView:
        """The view as it is now."""

    def act(self, action: Action, version: int, request: int = 0) -> None:
        """Make a move. Calls, catches and jump-ins are only checked for legality, never refused as stale."""

    def start(self) -> None:
        """Start the match; needs `Right.START`."""

    def rematch(self) -> None:
        """Start another match with the same seats; needs `Right.REMATCH`."""

    def autopilot(self, on: bool) -> None:
        """Let a medium bot play this seat, or take it back; needs `Right.AUTOPILOT`."""

    def hurry(self) -> None:
        """Let the bots play at once until this person's next turn or the end of the round; needs `Right.HURRY`."""

    def set_pace(self, pace: BotPace) -> None:
        """Choose how fast bots play while this is the only person with a seat."""

    def chat(self, text: str) -> None:
        """Send a message to the table."""

    def mute(self, name: str | None, on: bool) -> None:
        """Hide the chat of the person of that name from this one, or show it again; None means all chat at this table.

        A mute by name holds at every table and in the lobby, also after coming back.
        """

    def kick(self, seat: int) -> None:
        """Send away the person or bot on that seat; needs `Right.KICK`."""

    def readmit(self, name: str) -> None:
        """Let the person of that name who was sent away come back; needs `Right.KICK`."""

    def sit(self, seat: int) -> None:
        """Take that seat; needs `Right.SIT`."""

    def pass_host(self, seat: int) -> None:
        """Make the person on that seat the host; needs `Right.HOST`."""

    def change_rules(self, rules: Rules) -> None:
        """Choose the rules of the next match; needs `Right.RULES`."""

    def leave(self) -> None:
        """Give up the seat or stop watching. The listener gets `Closed` and nothing after it."""

    def drop(self) -> None:
        """Report a lost connection: the seat is kept, and nothing more is sent."""
