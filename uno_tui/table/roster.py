"""The people at a table: seats, spectators and the host. No messages are sent here and no time passes.

A seat has at most one owner and a person at most one seat. The host is a person with a seat whose connection is up, or
nobody if there is no such person; `Membership` decides who it is.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from uno_tui.names import clean_name, distinct, folded, near_name
from uno_tui.table.chat import ChatLimit
from uno_tui.table.options import Medium, User
from uno_tui.table.protocol import Listener, SeatInfo, Sitter
from uno_tui.table.storage import SentAway, StoredSeat, StoredTable


@dataclass(eq=False, slots=True)
class Member:
    """A person at a table, seated or watching."""

    identity: str
    name: str
    listener: Listener | None
    """Receiver of the person's messages; None while the connection is lost."""
    guest: bool = False
    medium: Medium = Medium.SCREEN
    seat: int | None = None
    gone: bool = False
    """The connection is lost and the grace time over: a bot holds the seat."""
    entrance: int = 0
    """Number of times the person has joined; a `MemberHandle` of an earlier time is no longer valid."""
    limit: ChatLimit = field(default_factory=ChatLimit)
    origin: str = ""
    """Network that a guest comes from, as in `User.origin`."""
    all_muted: bool = False
    """Whether the person has muted all chat at this table."""


@dataclass(eq=False, slots=True)
class TableSeat:
    """A seat, which belongs to a person, a bot or nobody."""

    member: Member | None = None
    level: str = ""
    """The bot's level; empty unless a bot sits here."""
    name: str = ""
    """The player's name; after the player left a match, kept until the match is over."""
    autopilot: bool = False
    idled: int = 0
    """Number of turns in a row that the turn clock played for this seat."""
    leaver: Member | None = None
    """The person who owned the seat and left the match; None if nobody left."""

    @property
    def taken(self) -> bool:
        """Whether a person or a bot has the seat."""
        return self.member is not None or bool(self.level)

    @property
    def by_bot(self) -> bool:
        """Whether a bot currently makes this seat's moves."""
        return self.member is None or self.autopilot or self.member.gone

    def clear(self) -> None:
        """Empty the seat."""
        self.member, self.level, self.name, self.leaver = None, "", "", None
        self.attend()

    def attend(self) -> None:
        """Record that the owner is present: end autopilot and reset the count of idle turns."""
        self.autopilot, self.idled = False, 0

    def stored(self) -> StoredSeat:
        """Return the seat in stored form."""
        owner = self.member or self.leaver
        return StoredSeat(
            owner=owner.identity if owner else "",
            guest=owner is not None and owner.guest,
            name=self.name,
            level=self.level,
            autopilot=self.autopilot,
            left=self.leaver is not None,
        )

    def info(self, host: Member | None) -> SeatInfo:
        """Return the public information about the seat."""
        if self.member is None:
            return SeatInfo(Sitter.BOT if self.level else Sitter.NOBODY, self.name, level=self.level)
        return SeatInfo(
            Sitter.HUMAN,
            self.name,
            away=self.member.listener is None,
            autopilot=self.autopilot or self.member.gone,
            host=self.member is host,
            guest=self.member.guest,
        )


class Roster:
    """The seats and people of one table."""

    def __init__(self, seats: int, bot_names: Callable[[], Sequence[str]]) -> None:
        self.seats = [TableSeat() for _ in range(seats)]
        self.members: dict[str, Member] = {}
        """The people at the table by identity, in the order in which they joined."""
        self.host: Member | None = None
        self.sent_away: dict[str, SentAway] = {}
        """The people who may not return, by identity."""
        self.salt = secrets.token_hex(16)
        self._bot_names = bot_names

    @property
    def watchers(self) -> list[Member]:
        """The people without a seat."""
        return [member for member in self.members.values() if member.seat is None]

    @property
    def waited_for(self) -> bool:
        """Whether any seated person is present or may still reconnect in time."""
        return any(member.seat is not None and not member.gone for member in self.members.values())

    def has_seated(self, medium: Medium) -> bool:
        """Return whether any present, seated person uses the given interface."""
        members = self.members.values()
        return any(one.medium is medium and one.seat is not None and one.listener is not None for one in members)

    @property
    def only_programs(self) -> bool:
        """Whether all present members are programs, seated or watching."""
        return all(one.medium is Medium.PROGRAM for one in self.members.values())

    def free(self) -> int | None:
        """Return the number of the first empty seat; None if there is none."""
        return next((number for number, seat in enumerate(self.seats) if not seat.taken), None)

    def restore(self, stored: StoredTable) -> None:
        """Seat the people and bots of a stored table; all people count as disconnected."""
        self.seats = [_restored(number, seat) for number, seat in enumerate(stored.seats)]
        members = {seat.member.identity: seat.member for seat in self.seats if seat.member}
        self.members = {identity: members[identity] for identity in stored.people}
        away = [SentAway(one) if isinstance(one, str) else one for one in stored.sent_away]
        self.sent_away = {one.identity: one for one in away}
        self.salt = stored.salt or self.salt

    def add(self, user: User, listener: Listener) -> Member:
        """Add a person as a spectator, under a name that is unique at this table."""
        name = self.unused(clean_name(user.name), user.identity)
        member = Member(user.identity, name, listener, user.guest, user.medium, origin=user.origin)
        member.limit.silenced = user.silenced
        self.members[user.identity] = member
        return member

    def send_away(self, member: Member) -> None:
        """Refuse a person from now on; for a guest, also refuse new guests from the same network."""
        self.sent_away[member.identity] = SentAway(member.identity, member.name, self._hash(member.origin))

    def refuses(self, user: User) -> bool:
        """Return whether that person was sent away, or is a guest who looks like one who was.

        A guest without a key is a new person with every connection, so guests who are not at the table are refused by
        their network. People with keys are refused by their identity alone.
        """
        if user.identity in self.sent_away:
            return True
        if not user.guest or not user.origin or user.identity in self.members:
            return False
        origin = self._hash(user.origin)
        return any(one.origin == origin for one in self.sent_away.values())

    def readmit(self, name: str) -> str:
        """Let people with the given name return who were sent away; return the name, or "" if there were none."""
        found = [one for one in self.sent_away.values() if folded(one.name) == folded(name)]
        for one in found:
            del self.sent_away[one.identity]
        return found[0].name if found else ""

    def sent_away_like(self, name: str) -> str:
        """Return the name of the person sent away whose name differs from this one in accents only, or ""."""
        return near_name(name, (one.name for one in self.sent_away.values()))

    def _hash(self, origin: str) -> str:
        return sha256(f"{self.salt}\n{origin}".encode()).hexdigest() if origin else ""

    def remove(self, member: Member) -> None:
        """Remove a person and empty their seat."""
        if member.seat is not None:
            self.seats[member.seat].clear()
            member.seat = None
        del self.members[member.identity]

    def sit(self, member: Member, number: int) -> None:
        """Move a person to a seat, replacing a bot; the person's previous seat becomes empty."""
        seat = self.seats[number]
        if member.seat is not None:
            self.seats[member.seat].clear()
        seat.clear()
        seat.member, seat.name, member.seat = member, member.name, number

    def sit_bot(self, number: int, level: str) -> None:
        """Seat a bot on an empty seat."""
        seat = self.seats[number]
        seat.clear()
        names = [name for name in self._bot_names() if self._is_unused(name)]
        seat.level, seat.name = level, names[0] if names else self.unused("Bot")

    def unseat(self, member: Member) -> None:
        """Free the seat of a person who leaves a match; the seat keeps the name until the match is over."""
        if member.seat is not None:
            seat = self.seats[member.seat]
            seat.clear()
            seat.name, seat.leaver = member.name, member
            member.seat = None

    def drop_empty(self) -> None:
        """Delete the empty seats, so that later seats move up."""
        self.seats = [seat for seat in self.seats if seat.taken]
        for number, seat in enumerate(self.seats):
            if seat.member:
                seat.member.seat = number

    def unused(self, name: str, identity: str = "") -> str:
        """Return a name not used here, adding a number if needed (case is ignored); at most 16 cells.

        A person who left the match may have the name that their seat still has.
        """
        return distinct(name, lambda one: self._is_unused(one, identity))

    def _is_unused(self, name: str, identity: str = "") -> bool:
        wanted = folded(name)
        return all(folded(member.name) != wanted for member in self.members.values()) and all(
            folded(seat.name) != wanted or (seat.leaver is not None and seat.leaver.identity == identity)
            for seat in self.seats
        )


def _restored(number: int, stored: StoredSeat) -> TableSeat:
    owner = Member(stored.owner, stored.name, None, stored.guest) if stored.owner else None
    if owner and not stored.left:
        owner.seat = number
        return TableSeat(owner, stored.level, stored.name, stored.autopilot)
    return TableSeat(None, stored.level, stored.name, stored.autopilot, leaver=owner)
