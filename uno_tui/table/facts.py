"""What is known of a table apart from its match: its seats, its people, and the values that its next match needs."""

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
    """Hash of the network that a guest came from, with the table's salt; empty if it counts for nothing."""


class Member(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A person at a table, seated or watching."""

    number: int
    """Number of the person at this table, from 1; never given twice."""
    identity: str
    name: str
    """Name as shown, unique at this table."""
    guest: bool = False
    medium: Medium = Medium.SCREEN
    origin: str = ""
    """Hash of the network that a guest comes from, as in `SentAway.origin`."""
    session: str = ""
    """Id of the session through which the person is here; empty while the person is away."""
    away: int = 0
    """Number of the entry since which the person is away and waited for; 0 if here, or if the grace time is over."""
    gone: bool = False
    """Whether the person is away and the grace time over, so that a bot holds the seat."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A seat, which belongs to a person, a bot or nobody."""

    member: int = 0
    """Number of the person who owns the seat; 0 for a bot or nobody."""
    level: str = ""
    """The bot's level; empty unless a bot sits here."""
    name: str = ""
    """The player's name; after the player left a match, kept until the match is over."""
    autopilot: bool = False
    idled: int = 0
    """Number of turns in a row that the turn clock played for this seat."""
    left: str = ""
    """Identity of the person who owned the seat and left the match; empty if nobody left."""
    left_guest: bool = False
    """Whether that person is a guest."""

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
    """Number of the newest member, also if that person has left."""
    host: int = 0
    """Number of the host; 0 if no person with a seat is here."""
    claim: int = 0
    """Number of the host who is away and becomes host again on returning in time; 0 if there is none."""
    hosted: bool = False
    """Whether the table has ever had a host; its first host is not announced."""
    sent_away: tuple[SentAway, ...] = ()
    salt: str
    """Secret salt of the hashes of networks."""
    matches: int = 0
    """Number of matches begun at this table."""
    base: int = 0
    """Number of actions at this table before the newest match."""
    lines: int = 0
    """Number of lines in the table's log so far, chat left out."""
    pace: BotPace = BotPace.NORMAL
    """Speed of the bots, as the only person with a seat chose it."""
    requests: tuple[str, ...] = ()
    """Ids of the latest requests, at most 64, the newest last; an entry with one of these ids is ignored."""
