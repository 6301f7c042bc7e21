"""A table in one process: the parts that keep it, and the requests of its lobby and of the table itself.

A table is a value folded from its log (`state`, `fold`). The `Replica` turns requests into entries and folds what is
stored, the `Audience` shows it to people, the `Runner` counts what falls due. People join and make their requests
through a `MemberHandle`.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from weakref import proxy

from uno_tui.names import DEFAULT_NAME, random_code
from uno_tui.table.entries.entry import What
from uno_tui.table.entries.match import TableStart, with_bot
from uno_tui.table.entries.people import Anonymized, LeftTable, Restarted, TableClosed, WentAway
from uno_tui.table.options import GUEST, TableOptions
from uno_tui.table.process.audience import Audience
from uno_tui.table.process.delivery import Attendee
from uno_tui.table.process.hints import Hints
from uno_tui.table.process.log import LogError, LogKey
from uno_tui.table.process.replica import Folded, Replica
from uno_tui.table.process.runner import Runner
from uno_tui.table.process.services import TableServices
from uno_tui.table.protocol import Ending, Notice, NoticeKind, Stage
from uno_tui.table.state.facts import Seat
from uno_tui.table.state.report import TableReport
from uno_tui.table.state.table_state import TableState
from uno_tui.table.timers import Timers

logger = logging.getLogger(__name__)


class Table:
    """One table of a lobby in one process. It is in no reference cycle once it has ended, so it is freed at once."""

    def __init__(
        self,
        key: LogKey,
        timers: Timers,
        services: TableServices,
        *,
        closed: Callable[[str], None],
        changed: Callable[[TableReport], None],
    ) -> None:
        """Create a table without entries, which needs `begin_life` or `restore`.

        `closed` gets its code when it closes, `changed` a report after every change.
        """
        self.code = key.code
        self.open = True
        self.timers = timers
        self.services = services
        self.replica = Replica(key, services, proxy(self))
        self.audience = Audience(services.mutes, waits=services.shared_log)
        self.runner = Runner(self.replica, timers, services)
        self.hints = Hints(self.replica, self.runner.choices, self.audience, timers)
        self._report: TableReport | None = None
        self._timed = True
        """Whether the timers have been set for the newest entry."""
        self._on_closed = closed
        self._on_changed = changed

    @property
    def state(self) -> TableState:
        """The table as it is now."""
        return self.replica.state

    # Its beginning

    def begin_life(self, options: TableOptions) -> None:
        """Open the new table, with empty seats first and bots on the last seats."""
        facts = TableState(
            code=self.code,
            options=options,
            rules=options.rules,
            seats=tuple(Seat() for _ in range(options.seats)),
            salt=random_code(24),
            pace=self.services.lone_person_pace,
            number=0,
        )
        for index in range(options.seats - options.bots, options.seats):
            facts = with_bot(facts, index, self.services.bot_names())
        self.ask(TableStart.of(facts))

    def restore(self) -> None:
        """Fold the stored log of the table, and wait for everybody who has a seat, since all sessions are over.

        If the program died before the table's first person had come, the table is closed.

        Raises:
            LogError: The log cannot be read.
        """
        self.replica.read_on()
        if not self.replica.loaded:
            raise LogError("its beginning is missing")
        self.ask(Restarted() if self.state.joined else TableClosed(Ending.TABLE_CLOSED))

    # Calls by the replica

    def folded(self, folded: Folded) -> None:
        """Show an entry to everybody."""
        self.audience.follow(folded)
        self._timed = False
        if self.open and folded.after.closed is None:
            self._on_changed(self._reported(folded))

    def _reported(self, folded: Folded) -> TableReport:
        before, after, last = folded.before, folded.after, self._report
        same = before and after.sits_like(before) and after.stage is before.stage and after.rules is before.rules
        self._report = replace(last, version=after.version) if last and same else TableReport.of(after)
        return self._report

    def settled(self) -> None:
        """Close the table if its newest entry closed it; otherwise set timers. Then send queued messages and views."""
        if not self.replica.loaded:
            return
        if self.open and (ending := self.replica.state.closed):
            self.services.log.close(self.replica.key)
            self._end(ending)
        elif self.open and not self._timed:
            self._timed = True
            self.runner.follow()
        self.audience.deadline = self.runner.deadline
        self.audience.delivery.flush()

    def stored(self, safe: bool) -> None:
        """Report whether all entries are stored; while they cannot be, pause a table that several processes share."""
        if self.services.shared_log:
            if not self.replica.loaded:
                return
            self.runner.pause(not safe)
        self.audience.stored(safe)

    def stuck(self, why: NoticeKind) -> None:
        """End the table in this process, because this program cannot continue it; keep the table's log."""
        if why is NoticeKind.OTHER_VERSION:
            logger.error("a table is not served: another version of the program has played it")
        self.audience.announce(Notice(why))
        self._end(Ending.TABLE_CLOSED)

    def lost(self) -> None:
        """End the table in this process, because the table's log was deleted or cannot be read."""
        if self.open:
            self._end(Ending.TABLE_CLOSED)

    def release(self) -> None:
        """Stop serving the table in this process; nobody may be connected to the table through this process."""
        self._stop()
        self.audience.attendees.clear()
        self.services.log.close(self.replica.key)

    def _stop(self) -> None:
        self.open = False
        self.runner.stop()
        self.timers.stop()
        self.replica.stop()

    def _end(self, ending: Ending) -> None:
        self._stop()
        self.audience.end(ending)
        self._on_closed(self.code)
        self.audience.delivery.flush()

    # Requests of the table itself and of the lobby. Each does nothing if the person is not at the table.

    def ask(self, what: What) -> None:
        """Request an entry that no person caused, such as the table's start or its closing."""
        self.replica.request(lambda _: (0, what))

    def drop(self, attendee: Attendee) -> None:
        """Report that a person's connection is lost."""
        attendee.listener = None
        self.replica.request(lambda _: (attendee.member, WentAway(attendee.session)))

    def announce(self, notice: Notice) -> None:
        """Send a notice to everybody at the table."""
        self.audience.announce(notice)

    def tell(self, identity: str, *notices: Notice) -> None:
        """Send notices to one person."""
        if attendee := self.audience.attendee(identity):
            self.audience.tell(attendee, *notices)

    def leave(self, identity: str) -> None:
        """Remove a person permanently from the match and the table."""
        if member := self.state.known(identity):
            self.replica.request(lambda _: (member.number, LeftTable()))

    def leave_or_keep(self, identity: str) -> None:
        """Remove a person; if nobody is left in a match that is to be kept, close the table here but keep its log."""
        state = self.state
        if self.services.keeps_matches and state.stage is Stage.PLAYING and len(state.people) == 1:
            self._end(Ending.LEFT)
        else:
            self.leave(identity)

    def refresh(self, identity: str) -> None:
        """Send a person a new view, because their mutes have changed."""
        if attendee := self.audience.attendee(identity):
            self.audience.refresh(attendee)

    def silence(self, identity: str, on: bool) -> None:
        """Stop a person's chat from being sent, or allow it again."""
        if attendee := self.audience.attendee(identity):
            attendee.limit.silenced = on

    def forget(self, identity: str) -> None:
        """Remove a person from the table; an anonymous guest gets their result in the match being played."""
        self.leave(identity)
        anonymous = f"{GUEST}{random_code(12)}"
        self.replica.request(lambda state: (0, Anonymized(identity, anonymous, state.unused(DEFAULT_NAME))))

    def close(self, ending: Ending = Ending.TABLE_CLOSED) -> None:
        """End the table for everybody, and delete the table's log unless the server is stopping."""
        if not self.open:
            return
        if ending is Ending.SERVER_STOPPED:
            self._end(ending)
        else:
            self.ask(TableClosed(ending))
