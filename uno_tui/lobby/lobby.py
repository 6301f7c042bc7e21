"""The lobby: the open tables, and how people get to one.

Each way in first awaits everything it needs, then checks and acts without waiting. So what it has checked still holds
when it acts, and a canceled session has entered nothing.
"""

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from typing import Final, Unpack

from uno_tui import bots as bot_levels
from uno_tui.faults import log_fault
from uno_tui.journal.store import Store
from uno_tui.journal.table_log import JournalLog
from uno_tui.lobby.openings import Openings, TableLimits
from uno_tui.lobby.people.directory import Directory
from uno_tui.lobby.people.names import NameRegister
from uno_tui.lobby.people.newcomer import Newcomer, arriving, as_guest
from uno_tui.lobby.people.presence import Presence
from uno_tui.lobby.protocol import LobbyHandle, LobbyListener, LobbyTotals
from uno_tui.lobby.table_codes import UnknownCodes, clean_code, new_code
from uno_tui.names import random_code
from uno_tui.table.chat import Mutes
from uno_tui.table.handle import MemberHandle
from uno_tui.table.options import EntryError, EntryProblem, TableInfo, TableOptions, User
from uno_tui.table.process.log import Log, LogError, LogKey
from uno_tui.table.process.services import ServiceOptions, TableServices
from uno_tui.table.protocol import Ending, Listener, Notice, NoticeKind
from uno_tui.table.requests import Handle
from uno_tui.table.results import Register
from uno_tui.table.state.pace import Pace, Tempo
from uno_tui.table.state.report import TableReport
from uno_tui.table.table import Table
from uno_tui.table.timers import CallLater, Now, Timers, loop_call_later

logger = logging.getLogger(__name__)

_LIFE_LENGTH: Final = 8


class Lobby:
    """All tables of one process. A person is at one table at a time.

    A way in that raises or is canceled has let nobody in and opened nothing. A person's newest entrance is valid: an
    older handle on the same table gets `Closed`, and the person leaves every other table. People who come in while the
    lobby closes get `Closed` or an `EntryError`.
    """

    def __init__(
        self,
        *,
        call_later: CallLater = loop_call_later,
        now: Now = time.monotonic,
        bot_names: Sequence[str] = bot_levels.NAMES,
        new_code: Callable[[], str] = new_code,
        pace: Pace = Pace(),  # noqa: B008  # a value
        defaults: TableOptions = TableOptions(),  # noqa: B008  # a value
        limits: TableLimits = TableLimits(),  # noqa: B008  # the same
        join_opens: bool = True,
        log: Log | None = None,
        register: Register = Register(),  # noqa: B008  # the same
        **services: Unpack[ServiceOptions],
    ) -> None:
        """Set up an empty lobby.

        `join_opens` is whether people can open tables, also by joining with an unknown code; if not, only the person in
        this program's own terminal can. `log` stores the tables; without one they
        end with the program.
        """
        self.tables: dict[str, Table] = {}
        """The open tables, by table code."""
        self.defaults = defaults
        """Options of a new table that is opened without options."""
        self._call_later = call_later
        self._now = now
        self._unknown = UnknownCodes(now, opens=join_opens)
        self._register = register
        self._closed_moves = 0
        """Total number of actions at tables that have been closed."""
        self._stopping = False
        self._mutes = Mutes(Timers(call_later, now), self._is_here, self._mutes_changed)
        self._services = TableServices(
            bot_names=lambda: tuple(filter(self._names.is_free, bot_names)),
            tempo=Tempo(pace),
            log=log or JournalLog(Store(None, Timers(call_later, now))),
            mutes=self._mutes,
            **services,
        )
        self.openings = Openings(limits, tuple(self._services.bots), new_code, for_all=join_opens)
        self.directory = Directory()
        """The open tables and the people at them, as reported by the tables."""
        self._names = NameRegister(self.directory)
        self.presence = Presence(now, defaults, tuple(self._services.bots), self._mutes, self.directory, self._names)
        self.presence.may_open = join_opens

    async def arrive(self, user: User) -> User:
        """Return the person under the name by which everybody here knows them until `depart`.

        Nobody else has the name, in the lobby or at a table. All sessions of a person have the same name.
        """
        return self._names.arrive(user)

    def depart(self, identity: str) -> None:
        """End a session of a person; after the last one, and if the person is at no table, others may use the name."""
        self._names.depart(identity)

    async def enter(self, user: User, listener: LobbyListener) -> LobbyHandle:
        """Let a person into the lobby; the listener gets a view after each change, until the person leaves."""
        async with self._arriving(user) as newcomer:
            visitor = self.presence.enter(newcomer.user, listener)
            visitor.tell(*newcomer.notices)
            newcomer.told(self._register)
            return visitor

    def _arriving(self, user: User) -> AbstractAsyncContextManager[Newcomer]:
        return arriving(user, self._register, self._names)

    def _within(self, user: User) -> AbstractAsyncContextManager[Newcomer]:
        """Let a person arrive who wants to come to a table."""
        return self._arriving(user)

    async def list(self) -> tuple[TableInfo, ...]:
        """Return the public tables: first those with free seats, fullest first."""
        return self.directory.public

    @property
    def _codes(self) -> tuple[str, ...]:
        return tuple(info.code for info in self.directory.public)

    def is_listed(self, code: str) -> bool:
        """Return whether the table with the given code is public, so that its code is no secret."""
        report = self.directory.reports.get(code.upper())
        return report is not None and report.public

    async def find(self, code: str) -> TableInfo | None:
        """Return the table with the given code, also a private one; None if there is no such table."""
        report = self.directory.reports.get(code.upper())
        return report.info if report else None

    async def table_of(self, identity: str) -> Table | None:
        """Return the table where a person has a seat; None if they have none."""
        code = self.directory.seat_of(identity)
        return None if code is None else self.tables.get(code)

    async def open(
        self, user: User, listener: Listener, options: TableOptions | None = None, code: str | None = None
    ) -> Handle:
        """Open a new table with this person as its host."""
        async with self._within(user) as newcomer:
            self._check(user.identity)
            return await self._open_for(newcomer, listener, options or self.defaults, code)

    async def join(self, user: User, listener: Listener, code: str) -> Handle:
        """Sit down at the table of that code, or watch if it has begun; open a table if there is none.

        A guest's resume code leads back to that guest's seat. A code that differs from a public table's in one letter
        opens a table only when it is asked for again, so that nobody waits alone for a typing error.
        """
        if (guest := await self._register.guest_of(code)) and (
            handle := await self.resume(as_guest(user, guest), listener)
        ):
            return handle
        async with self._within(user) as newcomer:
            code = clean_code(code)
            self._check(user.identity, code)
            if table := await self._named(code):
                return await self._come(table, newcomer, listener)
            self._unknown.check(code, self._codes)
            try:
                handle = await self._open_for(newcomer, listener, self.defaults, code)
            except EntryError as error:
                if error.problem is EntryProblem.CODE_TAKEN and (table := await self._named(code)):
                    return await self._come(table, newcomer, listener)  # somebody was faster, in another process
                raise
            self.tables[code].tell(user.identity, Notice(NoticeKind.OPENED, code))
            return handle

    async def check_code(self, code: str) -> None:
        """Check that `join` with this code leads to a table; like `join`, this counts as asking for the code.

        Raises:
            EntryError: It leads to none.
        """
        if await self._register.guest_of(code):
            return
        code = clean_code(code)
        if await self._named(code) is None:
            self._unknown.check(code, self._codes)

    async def watch(self, user: User, listener: Listener, code: str) -> Handle:
        """Watch the table with the given code; a person who has a seat there returns to the seat."""
        async with self._within(user) as newcomer:
            code = clean_code(code)
            self._check(user.identity, code)
            if (table := await self._named(code)) is None:
                raise EntryError(EntryProblem.NO_TABLE, code, self._unknown.meant(code, self._codes))
            return await self._come(table, newcomer, listener, watch=True)

    async def quick_play(self, user: User, listener: Listener) -> Handle:
        """Take a seat at the open table with the most people, or at a new table with bots in the other seats."""
        async with self._within(user) as newcomer:
            self._check(user.identity)
            codes = [info.code for info in self.directory.public if info.free]
            if handle := await self._sit_at_any(codes, newcomer, listener):
                return handle
            options = replace(self.defaults, bots=self.defaults.seats - 1)
            return await self._open_for(newcomer, listener, options, None)

    async def resume(self, user: User, listener: Listener) -> Handle | None:
        """Return to the table where the person has a seat; return None if there is no such table."""
        if self.directory.seat_of(user.identity) is None:
            return None
        async with self._within(user) as newcomer:
            code = self.directory.seat_of(user.identity)
            return None if code is None else self._enter(self.tables[code], newcomer, listener)

    def restore(self, keys: Iterable[LogKey] | None = None) -> int:
        """Restore the tables that the previous run stored, or these of them, and return the number of tables.

        Their people are waited for. A table whose log this program cannot read stays stored, and so does one whose
        code another table has.
        """
        for key in self._services.log.tables() if keys is None else keys:
            if key.code in self.tables:
                continue
            table = self._add(key)
            try:
                table.restore()
            except LogError as error:
                logger.error("a stored table is not served: %s", error)  # noqa: TRY400  # its text says all
                table.close(Ending.SERVER_STOPPED)
            except Exception as error:  # noqa: BLE001  # one table's fault must not take the others along
                log_fault("a stored table could not be restored", error)
                table.close(Ending.SERVER_STOPPED)
        return len(self.tables)

    async def close(self, ending: Ending = Ending.SERVER_STOPPED) -> None:
        """Close all tables, because the program stops; afterwards no table can be opened or joined."""
        self._stopping = True
        tables = tuple(self.tables.values())
        if ending is Ending.SERVER_STOPPED:
            for table in tables:
                table.announce(Notice(NoticeKind.SERVER_STOPS))
        for table in tables:
            table.close(ending)
        self.presence.close(ending)
        self._mutes.close()
        await self._services.thinkers.close()

    @property
    def outdated(self) -> bool:
        """Whether this process admits no new people, because a newer program serves the same tables already."""
        return False

    def _is_here(self, identity: str) -> bool:
        """Return whether a person is in the lobby, at a table, or expected back at a table."""
        return bool(self.directory.places(identity)) or self.presence.has(identity)

    def _mutes_changed(self, identity: str) -> None:
        """Send new views to a person whose mutes have changed, in the lobby and at a table."""
        for table in self.tables_of(identity):
            table.refresh(identity)
        self.presence.refresh(identity)

    def tables_of(self, identity: str) -> Sequence[Table]:
        """Return the tables of this process at which a person is."""
        return [self.tables[code] for code in self.directory.places(identity) if code in self.tables]

    async def totals(self) -> LobbyTotals:
        """Return the totals now."""
        moves = sum(report.version for report in self.directory.reports.values())
        return LobbyTotals(len(self.tables), self._closed_moves + moves)

    # The steps of joining. Here each of them runs without waiting, so nothing changes meanwhile; a lobby in a cluster
    # overrides them to ask other processes.

    async def _named(self, code: str) -> Table | None:
        """Return the table with the given code; None if there is none."""
        return self.tables.get(code)

    async def _come(self, table: Table, newcomer: Newcomer, listener: Listener, *, watch: bool = False) -> Handle:
        """Let a person join a table or watch it, and remove the person from every other table."""
        return self._enter(table, newcomer, listener, watch=watch)

    async def _sit_at_any(self, codes: Sequence[str], newcomer: Newcomer, listener: Listener) -> Handle | None:
        """Let a person join the first of some tables that admits them; return None if none does."""
        for code in codes:
            with suppress(EntryError):  # the host has sent this person away
                return self._enter(self.tables[code], newcomer, listener)
        return None

    async def _open_for(
        self, newcomer: Newcomer, listener: Listener, options: TableOptions, code: str | None
    ) -> Handle:
        """Open a table for a person and let them in; for None, with a random code."""
        self.openings.check(newcomer.user, options, self.tables)
        code = self.openings.new_code(self.tables) if code is None else clean_code(code)
        if code in self.tables:
            raise EntryError(EntryProblem.CODE_TAKEN, code)
        table = self._begin(LogKey(code, random_code(_LIFE_LENGTH)), newcomer.user, options)
        return self._enter(table, newcomer, listener)

    def _begin(self, key: LogKey, user: User, options: TableOptions) -> Table:
        """Open a new table for a person; nobody is at it yet."""
        table = self._add(key)
        self.openings.add(key.code, user)
        table.begin_life(options)
        return table

    def _add(self, key: LogKey) -> Table:
        table = self.tables[key.code] = Table(
            key,
            Timers(self._call_later, self._now),
            self._services,
            closed=self._forget,
            changed=self._changed,
        )
        return table

    def _changed(self, report: TableReport) -> None:
        if self.directory.update(report):
            self.presence.tables_changed(report)

    def _forget(self, code: str) -> None:
        del self.tables[code]
        self.openings.remove(code)
        if report := self.directory.remove(code):
            self._closed_moves += report.version
        self.presence.tables_closed(code)

    def _check(self, identity: str, wanted: str = "") -> None:
        """Raise `EntryError` if the person has a seat in a match at another table, or the lobby is closing."""
        if self._stopping:
            raise EntryError(EntryProblem.STOPPING)
        held = self.directory.seat_of(identity, playing=True)
        if held is not None and held != wanted:
            raise EntryError(EntryProblem.SEATED_ELSEWHERE, held)

    def _enter(self, wanted: Table, newcomer: Newcomer, listener: Listener, *, watch: bool = False) -> Handle:
        """Let the person join a table or watch it, unless it refuses them; remove them from every other table."""
        identity = newcomer.user.identity
        answers: list[Handle | EntryError] = []
        MemberHandle(wanted, newcomer.user, listener).join(watch, answers.append)
        [handle] = answers  # in a process alone the log answers at once
        if isinstance(handle, EntryError):
            raise handle
        wanted.tell(identity, *newcomer.notices)
        newcomer.told(self._register)
        for code in self.directory.places(identity):
            if code != wanted.code:
                self.tables[code].leave(identity)
        return handle
