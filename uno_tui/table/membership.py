"""Who comes to a table and goes: joining, watching, dropping, coming back, leaving, seats and the host's role."""

from typing import TYPE_CHECKING

from uno_tui.table.handle import MemberHandle
from uno_tui.table.options import EntryError, EntryProblem, User
from uno_tui.table.protocol import Closed, Ending, Happening, Listener, Right, Stage, TableNote
from uno_tui.table.roster import Member
from uno_tui.table.storage import SIT, Step

if TYPE_CHECKING:  # the table has its membership and goings, and they change it
    from uno_tui.table.table import Table


class Membership:
    """The membership and goings of one table."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._roster = table.roster
        self.sent_away: set[str] = set()
        self._hosted = False
        self._old_host = ""

    def admits(self, user: User) -> bool:
        """Whether that person was not sent away."""
        return user.identity not in self.sent_away

    def join(self, user: User, listener: Listener, watch: bool) -> MemberHandle:
        """Let somebody in, to an empty seat if there is one and they want it, else to watch.

        Who is here already comes back to what they had, and an older hold of theirs on the table ends. `EntryError`
        if it cannot be; nothing changed then.
        """
        table, roster = self._table, self._roster
        if not table.open:
            raise EntryError(EntryProblem.NO_TABLE, table.code)
        if not self.admits(user):
            raise EntryError(EntryProblem.SENT_AWAY, table.code)
        free = None if watch or table.stage is not Stage.WAITING else roster.free()
        member = roster.members.get(user.identity)
        if member:
            self._return(member, listener)
        else:
            if free is None and len(roster.watchers) >= table.options.spectators:
                watching = watch and not table.options.spectators
                raise EntryError(EntryProblem.NO_WATCHING if watching else EntryProblem.FULL, table.code)
            member = roster.add(user, listener)
        player = MemberHandle(table, member)
        if free is not None and member.seat is None:
            self._seat(member, free)
        table.done(member)
        return player

    def _return(self, member: Member, listener: Listener) -> None:
        table = self._table
        table.delivery.send(member, Closed(Ending.TAKEN_OVER))
        member.entrance += 1
        was_away, member.listener = member.listener is None, listener
        if was_away:
            table.timers.cancel(f"grace:{member.identity}")
            member.gone = False
            if member.seat is not None:
                self._roster.seats[member.seat].attend()
            table.note(TableNote(Happening.BACK, member.name))
            if member.identity == self._old_host:
                self._restore_host(member)
            self._choose_host()

    def _seat(self, member: Member, number: int) -> None:
        table = self._table
        self._roster.sit(member, number)
        if table.stage is Stage.PLAYING:
            table.writer.step(Step(number, SIT, member.identity))
        table.log.hand_over(number)
        table.note(TableNote(Happening.SAT, member.name))
        self._choose_host()
        if table.stage is Stage.WAITING and self._roster.free() is None:
            table.begin(member)

    def sit(self, member: Member, number: int) -> None:
        """Give the person that seat, if it can be taken now; of two who want it, the first gets it."""
        table = self._table
        if table.allowed(member, Right.SIT, number):
            self._seat(member, number)
            table.done(member)

    def drop(self, member: Member) -> None:
        """Wait for a person whose line is gone; a spectator is not waited for."""
        table = self._table
        member.listener = None
        if member.seat is None:
            self._roster.remove(member)
        else:
            table.note(TableNote(Happening.AWAY, member.name))
            self._wait_for(member)
            self._choose_host()
        table.done()

    def _wait_for(self, member: Member) -> None:
        table = self._table
        table.timers.set(f"grace:{member.identity}", table.options.grace_seconds, lambda: self._grace_over(member))

    def await_owners(self, host: str) -> None:
        """Wait for everybody with a seat, after the program has ended and begun again; the host may be it again."""
        self._hosted, self._old_host = True, host
        if not self._roster.waited_for:
            self._table.close()
        for member in self._roster.members.values():
            self._wait_for(member)
        self._table.done()

    def _restore_host(self, member: Member) -> None:
        self._old_host = ""
        if self._roster.host is not member:
            self._roster.host = member
            self._table.note(TableNote(Happening.HOST, member.name))

    def _grace_over(self, member: Member) -> None:
        """Give the seat to a bot until its owner is back; where no match is on, give it up."""
        table = self._table
        member.gone = True
        if table.stage is not Stage.PLAYING:
            self._remove(member)
        if not self._roster.waited_for:
            table.close()
        else:
            table.done()

    def leave(self, member: Member, ending: Ending) -> None:
        """Let the person go for good: out of the match, and out of the table."""
        table = self._table
        table.delivery.send(member, Closed(ending))
        member.listener = None
        table.timers.cancel(f"grace:{member.identity}")
        self._remove(member)
        if not self._roster.waited_for:
            table.close()
        else:
            table.done()

    def _remove(self, member: Member) -> None:
        table, roster, seat = self._table, self._roster, member.seat
        if seat is not None and table.match_run and table.stage is Stage.PLAYING:
            roster.unseat(member)
            roster.remove(member)
            if roster.waited_for:
                table.note(*table.match_run.leave(seat))
        else:
            roster.remove(member)
        if seat is not None:
            table.note(TableNote(Happening.LEFT, member.name))
        self._choose_host()

    def kick(self, member: Member, number: int) -> None:
        """Send that seat's person away for as long as the table lasts; before the start a bot can be sent away too."""
        table = self._table
        if not table.allowed(member, Right.KICK, number):
            return
        seat = self._roster.seats[number]
        if target := seat.member:
            self.sent_away.add(target.identity)
            table.note(TableNote(Happening.KICKED, member.name, target.name))
            self.leave(target, Ending.KICKED)
        else:
            seat.clear()
            table.done(member)

    def pass_host(self, member: Member, number: int) -> None:
        """Make that seat's person the host, if they are here."""
        table = self._table
        if member is self._roster.host and number == member.seat:
            return
        if table.allowed(member, Right.HOST, number) and (target := self._roster.seats[number].member):
            self._roster.host = target
            table.note(TableNote(Happening.HOST, target.name))
            table.done(member)

    def _choose_host(self) -> None:
        """Have a host again; everybody is told, but of the one who opened the table."""
        if self._roster.choose_host() and self._roster.host:
            if self._hosted:
                self._table.note(TableNote(Happening.HOST, self._roster.host.name))
            self._hosted = True
