"""Membership of a table: joining, watching, dropping, coming back, leaving, seats and the host's role.

Seats belong to identities, never to connections. A person who drops is waited for; after the grace time a bot holds the
seat until they are back. Leaving is final: out of the match and out of the table. When no person with a seat is here or
waited for, the table closes.
"""

from uno_tui.names import clean_name
from uno_tui.table.core import TableCore
from uno_tui.table.options import EntryError, EntryProblem, User
from uno_tui.table.protocol import Closed, Ending, Happening, Listener, Notice, NoticeKind, Right, Stage, TableNote
from uno_tui.table.roster import Member
from uno_tui.table.storage import SIT, Step, StoredTable


class Membership:
    """Changes to the people at one table, and to who sits in which seat."""

    def __init__(self, core: TableCore) -> None:
        self._core = core  # a weak proxy, or the table would be part of a reference cycle
        self._roster = core.roster
        self._hosted = False
        """Whether the table has ever had a host; its first host is not announced."""
        self._old_host = ""
        """Identity of the host before the program restarted; this person becomes host again on returning."""

    def enter(self, user: User, listener: Listener, watch: bool) -> Member:
        """Let a person in as a spectator, or back to what they had; an older handle of theirs stops working.

        The caller sends the views. Raises `EntryError` for a person who is refused; nothing has changed then.
        """
        core, roster = self._core, self._roster
        if not core.open:
            raise EntryError(EntryProblem.NO_TABLE, core.code)
        if roster.refuses(user):
            raise EntryError(EntryProblem.SENT_AWAY, core.code)
        if member := roster.members.get(user.identity):
            self._return(member, user, listener)
            return member
        has_seat = not watch and self._empty_seat() is not None
        if not has_seat and len(roster.watchers) >= core.options.spectators:
            watching = watch and not core.options.spectators
            raise EntryError(EntryProblem.NO_WATCHING if watching else EntryProblem.FULL, core.code)
        return roster.add(user, listener)

    def _empty_seat(self) -> int | None:
        """Return the first empty seat before the match; None if there is none or the match has started."""
        return self._roster.free() if self._core.stage is Stage.WAITING else None

    def _return(self, member: Member, user: User, listener: Listener) -> None:
        core = self._core
        core.delivery.send(member, Closed(Ending.TAKEN_OVER))
        member.entrance += 1
        member.medium, member.origin = user.medium, user.origin
        was_away, member.listener = member.listener is None, listener
        if was_away:
            core.timers.cancel(f"grace:{member.identity}")
            member.gone = False
            if member.seat is not None:
                self._roster.seats[member.seat].attend()
            core.note(TableNote(Happening.BACK, member.name))
            if member.identity == self._old_host:
                self._restore_host(member)
            self._choose_host()

    def take_empty_seat(self, member: Member) -> None:
        """Move a spectator to the first empty seat before the match, if there is one."""
        if member.seat is None and (number := self._empty_seat()) is not None:
            self._seat(member, number)

    def _seat(self, member: Member, number: int) -> None:
        core = self._core
        self._roster.sit(member, number)
        if core.stage is Stage.PLAYING:
            core.writer.step(Step(number, SIT, member.identity))
        core.log.hand_over(number)
        core.note(TableNote(Happening.SAT, member.name))
        self._choose_host()
        if core.stage is Stage.WAITING and self._roster.free() is None:
            core.begin(member)

    def sit(self, member: Member, number: int) -> None:
        """Give a seat to the person; needs `Right.SIT`. If two people ask for it, the first gets it."""
        if self._core.allowed(member, Right.SIT, number):
            self._seat(member, number)
            self._core.done(member)

    def drop(self, member: Member) -> None:
        """After a lost connection, wait for a seated person; remove a spectator."""
        member.listener = None
        if member.seat is None:
            self._roster.remove(member)
        else:
            self._core.note(TableNote(Happening.AWAY, member.name))
            self._wait_for(member)
            self._choose_host()
        self._core.done()

    def _wait_for(self, member: Member) -> None:
        seconds = self._core.options.grace_seconds
        self._core.timers.set(f"grace:{member.identity}", seconds, lambda: self._grace_over(member))

    def restore(self, stored: StoredTable) -> None:
        """Seat the people of a stored table; all of them count as disconnected."""
        self._roster.restore(stored)
        self._hosted, self._old_host = True, stored.host

    def await_everybody(self) -> None:
        """Wait for all seated people to reconnect; if there are none, close the table."""
        if not self._roster.waited_for:
            self._core.close()
        for member in self._roster.members.values():
            self._wait_for(member)
        self._core.done()

    def _restore_host(self, member: Member) -> None:
        self._old_host = ""
        if self._roster.host is not member:
            self._roster.host = member
            if not self._core.options.solo:
                self._core.note(TableNote(Happening.HOST, member.name))

    def _grace_over(self, member: Member) -> None:
        """At the end of the grace time, give the seat to a bot until its owner returns, or empty it outside a match."""
        member.gone = True
        if self._core.stage is not Stage.PLAYING:
            self._remove(member)
        self._close_or_done()

    def _close_or_done(self) -> None:
        if self._roster.waited_for:
            self._core.done()
        else:
            self._core.close()

    def leave(self, member: Member, ending: Ending = Ending.LEFT) -> None:
        """Remove the person from the match and from the table for good.

        If the last person leaves a match that is kept, the table closes instead and stays stored as it is.
        """
        core = self._core
        if core.keeps_match and core.stage is Stage.PLAYING and list(self._roster.members.values()) == [member]:
            core.close(ending, stored=True)
            return
        core.delivery.send(member, Closed(ending))
        member.listener = None
        core.timers.cancel(f"grace:{member.identity}")
        self._remove(member)
        self._close_or_done()

    def _remove(self, member: Member) -> None:
        core, roster, seat = self._core, self._roster, member.seat
        if seat is not None and core.match_run and core.stage is Stage.PLAYING:
            roster.unseat(member)
            roster.remove(member)
            if roster.waited_for:
                core.note(*core.match_run.leave(seat))
        else:
            roster.remove(member)
        if seat is not None:
            core.note(TableNote(Happening.LEFT, member.name))
        self._choose_host()

    def kick(self, member: Member, number: int) -> None:
        """Send away the person in a seat and refuse them from now on, or remove a bot; needs `Right.KICK`."""
        core = self._core
        if not core.allowed(member, Right.KICK, number):
            return
        seat = self._roster.seats[number]
        if target := seat.member:
            self._roster.send_away(target)
            core.note(TableNote(Happening.KICKED, member.name, target.name))
            self.leave(target, Ending.KICKED)
        else:
            seat.clear()
            core.done(member)

    def readmit(self, member: Member, name: str) -> None:
        """Let a person return by name whom the host has sent away; needs `Right.KICK`."""
        core = self._core
        if not core.allowed(member, Right.KICK):
            return
        if found := self._roster.readmit(name):
            core.note(TableNote(Happening.READMITTED, member.name, found))
            core.done(member)
        else:
            near, typed = self._roster.sent_away_like(name), clean_name(name, "")
            answer = Notice(NoticeKind.MISNAMED, near) if near else Notice(NoticeKind.NOBODY, typed)
            core.delivery.send(member, answer)
            core.delivery.flush()

    def pass_host(self, member: Member, number: int) -> None:
        """Make the person in a seat the host; needs `Right.HOST`."""
        if member is self._roster.host and number == member.seat:
            return
        if self._core.allowed(member, Right.HOST, number) and (target := self._roster.seats[number].member):
            self._roster.host = target
            self._core.note(TableNote(Happening.HOST, target.name))
            self._core.done(member)

    def _choose_host(self) -> None:
        """If the host has left, make the longest-present person the host; announce all but the table's first host."""
        roster = self._roster
        if roster.host and self._may_host(roster.host):
            return
        roster.host = next((member for member in roster.members.values() if self._may_host(member)), None)
        if roster.host:
            if self._hosted and not self._core.options.solo:
                self._core.note(TableNote(Happening.HOST, roster.host.name))
            self._hosted = True

    def _may_host(self, member: Member) -> bool:
        here = self._roster.members.get(member.identity) is member
        return here and member.seat is not None and member.listener is not None
