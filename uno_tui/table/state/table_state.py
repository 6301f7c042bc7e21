"""A table as a value: what its entries so far have made of it.

    WAITING --TableStart--> PLAYING --the match is won--> OVER --TableStart--> PLAYING ...     each until TableClosed

Everything that can happen to a table is one of these entries; each has its fields and its effect in one class:

    entries.people    Joined  CameBack  Seated  WentAway  GraceOver  LeftTable  Restarted  Anonymized  TableClosed
    entries.host      HostPassed  SentOut  LetBack  RulesSet  PartnerChosen
    entries.match     TableStart  Acted  BotPlayed  ClockPlayed  AutopilotSet  PaceSet  Hurried

`entries.fold.apply` gives the next value after an entry, or refuses the entry. A value depends on its entries alone, so
it is equal in every process that has folded the same ones. No clock, loop or file is known here.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

from msgspec.structs import fields, replace

from uno_tui.game.actions import Action, CallUno, CatchUno, JumpIn, Take
from uno_tui.game.match import Match
from uno_tui.game.teams import team_of
from uno_tui.game.view import Phase
from uno_tui.names import distinct, folded, near_name
from uno_tui.table.options import Medium, TableInfo, User
from uno_tui.table.protocol import Deadline, Ending, LogEntry, Right, SeatInfo, Sitter, Stage, TableView
from uno_tui.table.state.facts import Member, Seat, TableFacts
from uno_tui.table.state.rights import may_choose, rights, solo_rights

OFF_TURN: Final = (CallUno, CatchUno, JumpIn)
"""Actions allowed out of turn; they are checked for legality but never refused as stale."""
_PRIME: Final = (1 << 61) - 1
_FACTOR: Final = 0x9E3779B97F4A7C15


class TableState(TableFacts, frozen=True, kw_only=True):
    """A table as it is after one entry of its log."""

    number: int
    """Number of the entry that led to this state."""
    match: Match | None = None
    """The latest match; None until the first one begins."""
    began: int = 0
    """Time at which the latest match began, in seconds since 1970; for display only."""
    turn_version: int = 0
    """Number of actions in the match up to the last one that was not a call or a catch."""
    turn_entry: int = 0
    """Number of the entry from which the current turn's time is counted."""
    acted: int = 0
    """Number of the latest entry that changed the match or hurried the bots."""
    hurried: bool = False
    """Whether bots skip their waiting times until the only person's next turn or the end of the round."""
    closed: Ending | None = None
    """Why the table was closed; None while the table is open. A closed table accepts no entries."""

    @property
    def version(self) -> int:
        """Number of actions at this table so far."""
        return self.base + (self.match.version if self.match else 0)

    @property
    def between_rounds(self) -> bool:
        """Whether a round of the match is over and the next one is not dealt yet."""
        match = self.match
        return match is not None and match.round.phase is Phase.OVER and not match.over

    @property
    def check_sum(self) -> int:
        """A hash of hands, piles, turn, seats and people, from 0 to 2**32 - 1; equal on every machine."""
        total = self.number * 4 + len(self.people)
        for seat in self.seats:
            total = (total * _FACTOR + 2 * seat.member + seat.autopilot) % _PRIME
        if self.match:
            played = self.match.round
            top = played.pile[played.left - 1] if played.left else 0
            facts = (*played.hands, played.discards, played.left, top, played.top, played.turn, self.match.version)
            for fact in facts:
                total = (total * _FACTOR + fact) % _PRIME
        return total & 0xFFFFFFFF

    # People and seats

    def person(self, number: int) -> Member | None:
        """Return the person with the given number; None if nobody at the table has that number."""
        for one in self.people:
            if one.number == number:
                return one
        return None

    def known(self, identity: str) -> Member | None:
        """Return the person with the given identity; None if nobody at the table has that identity."""
        return next((one for one in self.people if one.identity == identity), None)

    def seat_of(self, number: int) -> int | None:
        """Return the seat of the person with the given number; None for a spectator."""
        for index, seat in enumerate(self.seats):
            if number and seat.member == number:
                return index
        return None

    def seated(self) -> Iterator[Member]:
        """Yield the people with a seat, in the order in which they joined."""
        owners = {seat.member for seat in self.seats}
        return (one for one in self.people if one.number in owners)

    @property
    def owners(self) -> int:
        """Number of people with a seat."""
        return len([seat for seat in self.seats if seat.member])

    @property
    def watchers(self) -> int:
        """Number of people without a seat."""
        return len(self.people) - self.owners

    @property
    def waited_for(self) -> bool:
        """Whether any seated person is connected or may still return within the grace time."""
        return any(not one.gone for one in self.seated())

    @property
    def spoken(self) -> bool:
        """Whether any seated person uses text mode, which may be read aloud and so takes time."""
        return any(one.medium is Medium.LINES and one.session for one in self.seated())

    @property
    def lone(self) -> bool:
        """Whether only one person has a seat."""
        return self.owners == 1

    @property
    def person_owes(self) -> bool:
        """Whether any person owes an UNO call."""
        owing = self.match.round.owing if self.match else 0
        return bool(owing) and any(owing >> index & 1 and seat.member for index, seat in enumerate(self.seats))

    def free(self) -> int | None:
        """Return the first empty seat; None if there is none."""
        return next((index for index, seat in enumerate(self.seats) if not seat.taken), None)

    def by_bot(self, index: int) -> bool:
        """Return whether a bot currently makes the moves of a seat."""
        seat = self.seats[index]
        if not seat.member or seat.autopilot:
            return True
        owner = self.person(seat.member)
        return owner is None or owner.gone

    def answers(self) -> list[Action]:
        """Return the actions that can end the current turn of the match."""
        match = self.match
        return [one for one in match.legal(match.turn) if not isinstance(one, OFF_TURN)] if match else []

    def sits_like(self, other: "TableState") -> bool:
        """Return whether people, seats, teams and host are the same as in another state of this table."""
        people = self.people is other.people and self.seats is other.seats and self.host == other.host
        return people and self.rules.teams == other.rules.teams

    # Names and the people who were sent away

    def unused(self, name: str, identity: str = "") -> str:
        """Return a name not used here, adding a number if needed (case is ignored); at most 16 cells.

        A person who left the match may have the name that their seat still has.
        """
        return distinct(name, lambda one: self.is_unused(one, identity))

    def is_unused(self, name: str, identity: str = "") -> bool:
        """Return whether nobody else at the table has the name, ignoring case."""
        wanted = folded(name)
        seats = (seat.name for seat in self.seats if not identity or seat.left != identity)
        return all(folded(name) != wanted for name in (*(one.name for one in self.people), *seats))

    def hashed(self, origin: str) -> str:
        """Return the salted hash of a network; empty for an empty network."""
        return sha256(f"{self.salt}\n{origin}".encode()).hexdigest() if origin else ""

    def refuses(self, identity: str, guest: bool, origin: str) -> bool:
        """Return whether that person was sent away, or is a guest who looks like one who was.

        A guest without a key is a new person with every connection, so guests who are not at the table are refused by
        the hash of their network. People with keys are refused by their identity alone.
        """
        if any(one.identity == identity for one in self.sent_away):
            return True
        if not guest or not origin or self.known(identity):
            return False
        return any(one.origin == origin for one in self.sent_away)

    def admits(self, user: User) -> bool:
        """Return whether a person may enter; False if the host has sent them away."""
        return not self.refuses(user.identity, user.guest, self.hashed(user.origin))

    def sent_away_like(self, name: str) -> str:
        """Return the name of a person sent away that differs from the given one only in accents; empty if none does."""
        return near_name(name, (one.name for one in self.sent_away))

    # The public parts of a view

    @property
    def infos(self) -> tuple[SeatInfo, ...]:
        """The seats, as everybody sees them."""
        if self.rules.teams == "off":
            return tuple(map(self._seat_info, self.seats))
        teams = self.rules.teams_of(len(self.seats))
        return tuple(self._seat_info(seat, team_of(index, teams)) for index, seat in enumerate(self.seats))

    def _seat_info(self, seat: Seat, team: int | None = None) -> SeatInfo:
        owner = self.person(seat.member) if seat.member else None
        if owner is None:
            sitter = Sitter.BOT if seat.level else Sitter.NOBODY
            return SeatInfo(sitter, seat.name, level=seat.level, team=team, plays_as=seat.plays_as)
        return SeatInfo(
            Sitter.HUMAN,
            seat.name,
            away=not owner.session,
            autopilot=seat.autopilot or owner.gone,
            host=owner.number == self.host and not self.options.solo,
            guest=owner.guest,
            team=team,
        )

    def rights_on(self, seat: int | None, infos: tuple[SeatInfo, ...]) -> frozenset[Right]:
        """Return the rights of the person in the given seat, None for a spectator; `infos`: the seats of this state."""
        if self.options.solo:
            return solo_rights(self.stage, once=self.options.once)
        return rights(self.stage, infos, seat, between_rounds=self.between_rounds)

    def allows(self, who: int, right: Right, seat: int | None = None) -> bool:
        """Return whether the person with the given number has a right, for the given seat if the right needs a seat."""
        infos, own = self.infos, self.seat_of(who)
        if right not in self.rights_on(own, infos):
            return False
        if seat is None:
            return True
        return seat != own and 0 <= seat < len(infos) and may_choose(right, self.stage, infos[seat])

    def view(
        self,
        seat: int | None,
        infos: tuple[SeatInfo, ...] | None = None,
        log: tuple[LogEntry, ...] = (),
        deadline: Deadline | None = None,
    ) -> TableView:
        """Return the view from a seat, or a spectator's view for None; `infos`: this state's seat infos, if known."""
        infos = infos or self.infos
        return TableView(
            code="" if self.options.solo else self.code,
            version=self.version,
            stage=self.stage,
            rules=self.rules,
            seats=infos,
            you=seat,
            rights=self.rights_on(seat, infos),
            game=self.match.view(seat) if self.match else None,
            log=log,
            deadline=deadline,
            turn_seconds=self.options.turn_seconds,
            watchers=self.watchers,
            once=self.options.once,
            fills=self.stage is Stage.WAITING and self.options.fill,
        )

    @property
    def info(self) -> TableInfo:
        """The table as the lobby lists it."""
        host, watchers = self.person(self.host), self.watchers
        return TableInfo(
            code=self.code,
            host=host.name if host else "",
            stage=self.stage,
            rules=self.rules,
            seats=len(self.seats),
            people=self.owners,
            bots=sum(bool(seat.level) for seat in self.seats),
            watchers=watchers,
            may_watch=self.options.spectators > watchers,
            turn_seconds=self.options.turn_seconds,
        )

    # Changed copies

    def with_person(self, number: int, **changes: object) -> "TableState":
        """Return the table with these fields of one person changed."""
        return replace(self, people=tuple(replace(one, **changes) if one.number == number else one
                                          for one in self.people))  # fmt: skip

    def with_seat(self, index: int, seat: Seat) -> "TableState":
        """Return the table with one seat replaced."""
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))


def only_take(answers: Sequence[Action]) -> bool:
    """Return whether taking the penalty is the only possible answer."""
    return len(answers) == 1 and isinstance(answers[0], Take)


_FACTS: Final = tuple(field.name for field in fields(TableFacts))


def facts_of(table: TableFacts) -> dict[str, object]:
    """Return everything about a table except its match, as field values by name."""
    return {name: getattr(table, name) for name in _FACTS}
