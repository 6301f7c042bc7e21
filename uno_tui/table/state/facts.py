"""The facts about a table apart from its match: its seats, its people, and the values that its next match needs."""

import msgspec

from uno_tui.game.rules import Rules
from uno_tui.table.options import Medium, TableOptions
from uno_tui.table.protocol import BotPace, Stage


class SentAway(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person whom the host has sent away and who may not return."""

    identity: str
    name: str = ""
    """The name that the person had at the table; empty if an older version stored this."""
    origin: str = ""
    """Hash, with the table's salt, of the network that a guest came from; empty if the network tells nothing."""


class Member(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A person at a table, seated or watching."""

    number: int
    """Number of the person at this table, from 1; never used for another person."""
    identity: str
    name: str
    """The person's display name, unique at this table."""
    guest: bool = False
    medium: Medium = Medium.SCREEN
    origin: str = ""
    """Hash of the network that a guest comes from, in the form of `SentAway.origin`."""
    session: str = ""
    """Id of the person's current session; empty while the person is away."""
    away: int = 0
    """Number of the entry by which the person became away; 0 if present, or if the grace time is over."""
    gone: bool = False
    """Whether the person is away and the grace time is over, so that a bot plays their seat."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A seat, which belongs to a person, a bot or nobody."""

    member: int = 0
    """Number of the person who owns the seat; 0 for a bot or nobody."""
    level: str = ""
    """Level of the bot in this seat; empty if no bot has the seat."""
    plays_as: str = ""
    """Level of the weaker bot that made the bot's newest choice; empty if the bot itself made it."""
    name: str = ""
    """The player's name; after the player left a match, kept until the match is over."""
    autopilot: bool = False
    idled: int = 0
    """Number of this seat's latest turns in a row that the turn clock played."""
    left: str = ""
    """Identity of the person who owned the seat and left the match; empty if nobody left."""
    left_guest: bool = False
    """Whether the person who left the match was a guest."""

    @property
    def taken(self) -> bool:
        """Whether a person or a bot has the seat."""
        return bool(self.member or self.level)


class TableFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a table apart from its match."""

    code: str
    options: TableOptions
    rules: Rules
    """Rules of the current match, or of the next one."""
    stage: Stage = Stage.WAITING
    seats: tuple[Seat, ...]
    people: tuple[Member, ...] = ()
    """The people at the table, in the order in which they joined."""
    joined: int = 0
    """Number of the person who joined last, even if that person has left the table."""
    host: int = 0
    """Number of the host; 0 if no seated person is present."""
    claim: int = 0
    """Number of the absent former host, who is host again after returning in time; 0 if there is none."""
    hosted: bool = False
    """Whether the table has ever had a host; its first host is not announced."""
    sent_away: tuple[SentAway, ...] = ()
    salt: str
    """Secret salt for the hashes of guests' networks."""
    matches: int = 0
    """Number of matches started at this table."""
    base: int = 0
    """Number of actions at this table before the newest match started."""
    lines: int = 0
    """Number of lines in the table's log so far, without chat."""
    pace: BotPace = BotPace.NORMAL
    """Speed of the bots that the only seated person has chosen."""
    requests: tuple[str, ...] = ()
    """Ids of the latest 64 requests, oldest first; an entry with one of these ids is ignored."""
