"""Messages between a table and one person: views and answers one way, requests the other.

Every message is a value, so a `Handle` works the same for a table in another process.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final

from uno_tui.game.actions import Action
from uno_tui.game.errors import Why
from uno_tui.game.events import Event
from uno_tui.game.rules import Rules
from uno_tui.game.view import PlayerView


class Stage(StrEnum):
    """The stage of a table's life."""

    WAITING = auto()
    """No match has started: people can take seats, and the host can start the match."""
    PLAYING = auto()
    OVER = auto()
    """The match is over; a rematch is possible."""


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
    """The player's name, cleaned for display; empty for an empty seat, kept for a player who left the match."""
    away: bool = False
    """Whether the person in this seat has lost the connection; the seat is reserved for them."""
    autopilot: bool = False
    """Whether a bot currently plays for this person."""
    host: bool = False
    level: str = ""
    """The bot's level; empty for a person or an empty seat."""
    guest: bool = False
    """Whether the player is a person without a key; anybody could use the same name."""
    team: int | None = None
    """The number of the seat's team in this match or the next one; None without teams."""
    plays_as: str = ""
    """Level of the weaker bot that last chose for this bot, because no worker was available; else empty."""


class Happening(StrEnum):
    """Events at a table other than game actions. `name` is the person who acted, `other` the one affected."""

    SAT = auto()
    LEFT = auto()
    AWAY = auto()
    BACK = auto()
    AUTOPILOT_ON = auto()
    AUTOPILOT_OFF = auto()
    HOST = auto()
    """`name` became the host."""
    PARTNER = auto()
    """The host `name` made `other` their partner."""
    KICKED = auto()
    READMITTED = auto()
    """The host allowed `other`, who had been sent away, to return."""
    TIMEOUT = auto()
    """The turn clock ran out and played for `name`."""
    RULES = auto()
    """The host changed the rules of the next match."""
    PLAYS_AS = auto()
    """The expert bot `name` plays as a hard bot from here on, because no worker is available."""
    PLAYS_FULLY = auto()
    """The expert bot `name` plays as an expert again."""
    UNSTORED = auto()
    """Saving the table fails: everything from now on would be lost if the program ended now."""
    STORED = auto()
    """Saving the table works again, and everything is saved."""
    WAITING = auto()
    """The table has paused, with its turn clock stopped, because entries cannot be stored."""
    GOES_ON = auto()
    """The table has resumed after a pause."""


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
    """Entry number, from 1 at each table and the same for everybody; a gap means that entries were missed. A line of
    chat has the number of the entry before it."""
    what: Event | TableNote | Chat
    chat: int = 0
    """Number of a line of chat or of a note about saving, rising from 1; 0 for all other entries."""

    @property
    def place(self) -> tuple[int, int]:
        """Position of the line in the log, greater than that of each earlier line."""
        return self.number, self.chat


class BotPace(StrEnum):
    """Speed of the bots against a single person; with several people at the table, bots play at normal speed."""

    BRISK = auto()
    NORMAL = auto()
    SLOW = auto()


class Right(StrEnum):
    """Something, other than a game action, that a person may do now; `table.state.rights` decides who may."""

    START = auto()
    AUTOPILOT = auto()
    HURRY = auto()
    """Make the bots play without waiting; only for the sole person in a match."""
    REMATCH = auto()
    CHAT = auto()
    KICK = auto()
    """Send a person away, or remove a bot before or after a match."""
    HOST = auto()
    """Make another person the host."""
    PARTNER = auto()
    """Choose one's partner before a match of teams."""
    RULES = auto()
    """Choose the rules of the next match."""
    SIT = auto()
    """Take a seat: before the match an empty one, between rounds a bot's, after the match an empty one or a bot's."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """When the turn clock will play for the seat on turn."""

    seconds: float
    """Seconds remaining at the time `said_at`."""
    said_at: float
    """Time at which `seconds` was computed, on the `time.monotonic` clock of the process that created it."""


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything that a person sees of a table. A new view replaces the older one."""

    code: str
    """The table's code; empty if nobody else can join."""
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
    """The match; None until the first match starts."""
    log: tuple[LogEntry, ...]
    """The newest entries, oldest first; at most 200."""
    deadline: Deadline | None = None
    turn_seconds: float | None = None
    """Time limit per decision in seconds; None for no limit."""
    watchers: int = 0
    muted: frozenset[str] = frozenset()
    """Names of present people whose chat this person has muted; their chat is missing from the log."""
    all_muted: bool = False
    """Whether this person has muted all chat at this table."""
    once: bool = False
    """Whether one match is played here and no other, without hints and autopilot, as a try at the daily deal is."""
    fills: bool = False
    """Whether bots will take the free seats when the match starts."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The answer to a request that was refused; nothing changed."""

    request: int
    why: Why | None
    """The reason in the rules of the game; None if the game had already moved on."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The answer to a request for a hint: a strong bot's choice in this person's seat."""

    version: int
    """Version of the view for which the bot chose; ignore a suggestion for an older view."""
    action: Action | None
    """A legal action; None if there is nothing to do."""
    level: str = ""
    """Level of the bot that chose; empty if there was nothing to choose."""


class NoticeKind(StrEnum):
    """The kind of a notice. Brackets show the content of `Notice.detail`."""

    SERVER_STOPS = auto()
    ANNOUNCEMENT = auto()
    """A message from an operator to everybody [the text]."""
    DRAINS = auto()
    """The server is about to close, so no new tables can be opened."""
    STAYS_OPEN = auto()
    """The server will not close after all: it opens tables again."""
    IDLE = auto()
    """The session will soon end because the person does nothing [the seconds left]."""
    SILENCED = auto()
    """A line of chat was not sent, because an operator has silenced this person."""
    TAKEN_OVER = auto()
    NOT_ALLOWED = auto()
    """This person does not have the right to make that request."""
    CHAT_LIMITED = auto()
    """A line of chat was not sent, because this person sent too many in a short time."""
    CHAT_CUT = auto()
    """A line of chat was shortened to the maximum length before it was sent."""
    SEAT_TAKEN = auto()
    """The seat that this person asked for cannot be taken now."""
    RESULT = auto()
    """The result of a match that ended while this person was away [code, place, players, winner]."""
    RESUME = auto()
    """How a guest can reconnect, also from another computer [the command line, which ends with the resume code]."""
    OPENED = auto()
    """No table had the code that this person wanted to join, so a new table was opened [the code]."""
    MUTED = auto()
    """The chat of a person is now hidden from this person [the name]."""
    UNMUTED = auto()
    """The chat of a person is shown again [the name]."""
    ALL_MUTED = auto()
    """All chat at this table is now hidden from this person."""
    ALL_UNMUTED = auto()
    NOBODY = auto()
    """Nobody in the lobby or at the table has that name [the name]."""
    MISNAMED = auto()
    """Nobody present has this name, but somebody's name differs from it only in accents [the similar name]."""
    TOO_FEW = auto()
    """A match needs more players."""
    NO_TEAMS = auto()
    """This number of players cannot be divided into teams."""
    TOO_MANY_CARDS = auto()
    """The deck is too small for these rules and this many players."""
    OTHER_VERSION = auto()
    """The table ends in this process, because a different version of the program has played it by other rules."""
    BROKEN = auto()
    """The table ends in this process, because the program has an error and cannot read what happened at it."""
    WAITING = auto()
    """All tables have paused, because entries cannot be stored."""
    GOES_ON = auto()
    """All tables have resumed."""


MUTE_ANSWERS: Final = frozenset({NoticeKind.MUTED, NoticeKind.UNMUTED, NoticeKind.ALL_MUTED, NoticeKind.ALL_UNMUTED})
"""Notices that confirm a request to mute."""
FROM_OPERATOR: Final = frozenset({NoticeKind.ANNOUNCEMENT, NoticeKind.DRAINS, NoticeKind.STAYS_OPEN})
"""Notices from an operator to everybody."""
REFUSES_NOTHING: Final = MUTE_ANSWERS | {NoticeKind.OPENED, NoticeKind.RESUME, NoticeKind.RESULT}
"""Notices that report no refusal, so a screen's status line stays as it is."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message for one person that is not part of the view."""

    kind: NoticeKind
    detail: str = ""


class Ending(StrEnum):
    """Why a person's visit to a table has ended."""

    LEFT = auto()
    KICKED = auto()
    TAKEN_OVER = auto()
    """The same person connected in another session."""
    TABLE_CLOSED = auto()
    SERVER_STOPPED = auto()
    HOST_ENDED = auto()
    """The host of a game on the local network ended the game."""
    IDLE = auto()
    """The person did nothing for a long time outside a match."""
    REMOVED = auto()
    """An operator ended the session."""
    BANNED = auto()
    """An operator has banned the person."""
    FAILED = auto()
    """An error in the program ended the session."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The last message to a listener."""

    reason: Ending


Message = TableView | Refused | Notice | Suggestion | Closed
Listener = Callable[[Message], None]
"""Receives the messages in order. It may be called in any context, so it should only queue them. A person whose
listener raises counts as dropped."""
