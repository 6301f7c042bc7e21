"""Who is at a table: seats and the people on them, spectators, the host; bookkeeping only, no messages, no time.

Always: a seat has one owner at most and a person one seat at most; the host is a person with a seat whose line is up,
or nobody while there is none (once `choose_host` was called after a change).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from uno_tui.names import clean_name, distinct
from uno_tui.table.chat import ChatLimit
from uno_tui.table.options import User
from uno_tui.table.protocol import Listener, SeatInfo, Sitter
from uno_tui.table.storage import StoredSeat, StoredTable


@dataclass(eq=False, slots=True)
class Member:
    """A person at a table, seated or watching."""

    identity: str
    name: str
    listener: Listener | None
    """None while the person's line is down."""
    guest: bool = False
    seat: int | None = None
    gone: bool = False
    """The line is down and the grace time is over: a bot holds the seat."""
    entrance: int = 0
    """Counts the times the person came in, so that an older hold on the table is known to be one."""
    limit: ChatLimit = field(default_factory=ChatLimit)
    all_muted: bool = False
    """The person does not want to read any chat at this table."""


@dataclass(eq=False, slots=True)
class TableSeat:
    """A seat: a person's, a bot's or empty."""

    member: Member | None = None
    level: str = ""
    """The bot's level; empty when no bot sits here."""
    name: str = ""
    """Whose it is. Whoever leaves a match is still named until it is over."""
    autopilot: bool = False
    idled: int = 0
    """Turns in a row that the clock played for this seat."""
    leaver: Member | None = None
    """Whose it was until they left the match."""

    @property
    def taken(self) -> bool:
        """Whether a person or a bot has it."""
        return self.member is not None or bool(self.level)

    @property
    def by_bot(self) -> bool:
        """Whether a bot plays it now."""
        return self.member is None or self.autopilot or self.member.gone

    def clear(self) -> None:
        """Empty it."""
        self.member, self.level, self.name, self.leaver = None, "", "", None
        self.attend()

    def attend(self) -> None:
        """The owner is here and plays: no autopilot, no idle turns counted."""
        self.autopilot, self.idled = False, 0

    def stored(self) -> StoredSeat:
        """Return the seat as it is stored."""
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
        """As everybody sees it."""
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

    def __init__(self, seats: int, bot_names: Iterable[str]) -> None:
        self.seats = [TableSeat() for _ in range(seats)]
        self.members: dict[str, Member] = {}
        """By identity, in the order they joined."""
        self.host: Member | None = None
        self.sent_away: set[str] = set()
        """The identities of people who may not come back."""
        self._bot_names = tuple(bot_names)

    @property
    def watchers(self) -> list[Member]:
        """Those without a seat."""
        return [member for member in self.members.values() if member.seat is None]

    @property
    def waited_for(self) -> bool:
        """Whether any person with a seat is here or may still be back in time."""
        return any(member.seat is not None and not member.gone for member in self.members.values())

    def free(self) -> int | None:
        """The first empty seat."""
        return next((number for number, seat in enumerate(self.seats) if not seat.taken), None)

    def restore(self, stored: StoredTable) -> None:
        """Seat the people and bots of a stored table, all people away."""
        self.seats = [_restored(number, seat) for number, seat in enumerate(stored.seats)]
        members = {seat.member.identity: seat.member for seat in self.seats if seat.member}
        self.members = {identity: members[identity] for identity in stored.people}
        self.sent_away = set(stored.sent_away)

    def add(self, user: User, listener: Listener) -> Member:
        """Let somebody in, to watch for now; the name is made different from every other here."""
        member = Member(user.identity, self.unused(clean_name(user.name)), listener, user.guest)
        member.limit.silenced = user.silenced
        self.members[user.identity] = member
        return member

    def remove(self, member: Member) -> None:
        """Let somebody go; the seat is empty then."""
        if member.seat is not None:
            self.seats[member.seat].clear()
            member.seat = None
        del self.members[member.identity]

    def sit(self, member: Member, number: int) -> None:
        """Give the person that seat, in place of a bot or of nobody; a seat they had is empty then."""
        seat = self.seats[number]
        if member.seat is not None:
            self.seats[member.seat].clear()
        seat.clear()
        seat.member, seat.name, member.seat = member, member.name, number

    def sit_bot(self, number: int, level: str) -> None:
        """Give an empty seat to a bot."""
        seat = self.seats[number]
        seat.clear()
        names = [name for name in self._bot_names if self._is_unused(name)]
        seat.level, seat.name = level, names[0] if names else self.unused("Bot")

    def unseat(self, member: Member) -> None:
        """Take a seat away from whoever leaves a match; the name stays with it."""
        if member.seat is not None:
            seat = self.seats[member.seat]
            seat.clear()
            seat.name, seat.leaver = member.name, member
            member.seat = None

    def drop_empty(self) -> None:
        """Leave out the seats nobody has; the others move up."""
        self.seats = [seat for seat in self.seats if seat.taken]
        for number, seat in enumerate(self.seats):
            if seat.member:
                seat.member.seat = number

    def choose_host(self) -> bool:
        """Pass the role on to the next person by order of joining, if who has it cannot any more; tell whether so."""
        if self.host and self._may_host(self.host):
            return False
        old = self.host
        self.host = next((member for member in self.members.values() if self._may_host(member)), None)
        return self.host is not old

    def _may_host(self, member: Member) -> bool:
        here = self.members.get(member.identity) is member
        return here and member.seat is not None and member.listener is not None

    def unused(self, name: str) -> str:
        """The name, with a number behind it if somebody here has it already, in whatever case (16 cells at most)."""
        return distinct(name, self._is_unused)

    def _is_unused(self, name: str) -> bool:
        folded = name.casefold()
        return all(member.name.casefold() != folded for member in self.members.values()) and all(
            seat.name.casefold() != folded for seat in self.seats
        )


def _restored(number: int, stored: StoredSeat) -> TableSeat:
    owner = Member(stored.owner, stored.name, None, stored.guest) if stored.owner else None
    if owner and not stored.left:
        owner.seat = number
        return TableSeat(owner, stored.level, stored.name, stored.autopilot)
    return TableSeat(None, stored.level, stored.name, stored.autopilot, leaver=owner)
