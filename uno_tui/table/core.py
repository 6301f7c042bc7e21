"""The state of one table, and the steps from a change to everybody's new view.

A request or a timer changes the roster or the match, `note` adds events to the log, and `done` saves the table and
sends the new views, the asker's first.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from uno_tui.game.errors import RulesError
from uno_tui.game.events import Event
from uno_tui.game.guess.bot import Bot
from uno_tui.game.rules import MIN_SEATS
from uno_tui.table.delivery import Delivery
from uno_tui.table.match_run import MatchRun
from uno_tui.table.mutes import Mutes, without_muted
from uno_tui.table.options import TableInfo, TableOptions
from uno_tui.table.pace import Pace, Tempo
from uno_tui.table.protocol import (
    BotPace,
    Closed,
    Deadline,
    Ending,
    Happening,
    Notice,
    NoticeKind,
    Right,
    Stage,
    TableNote,
    TableView,
)
from uno_tui.table.rights import rights, seats_for, solo_rights
from uno_tui.table.roster import Member, Roster
from uno_tui.table.storage import MatchStart, Step, StoredTable, TableStore
from uno_tui.table.timers import Timers
from uno_tui.table.visible_log import TableLog
from uno_tui.table.weak_callback import weakly


@dataclass(frozen=True, slots=True, kw_only=True)
class TableServices:
    """The settings and services that all tables of a lobby share."""

    bots: Mapping[str, Bot]
    """The bots by level."""
    bot_names: Callable[[], Sequence[str]]
    """Returns the names that a bot may get now, in order."""
    new_seed: Callable[[], str]
    pace: Pace
    lone_person_pace: BotPace = BotPace.NORMAL
    """Pace of the bots at a table with only one person, unless that person has chosen a pace."""
    store: TableStore
    mutes: Mutes
    keeps_matches: bool = False
    """Whether a match stays stored after its last person leaves, so that it can be continued later."""


class TableCore:
    """The state of one table, shared by its membership, its handles and its timers; `Table` adds `join`.

    Its parts refer to it weakly, so a closed table is freed at once and does not wait for a garbage collection.
    """

    def __init__(
        self,
        code: str,
        options: TableOptions,
        timers: Timers,
        services: TableServices,
    ) -> None:
        """Set up an empty table."""
        self.code = code
        self.options = options
        self.rules = options.rules
        self.stage = Stage.WAITING
        self.open = True
        self.timers = timers
        self.roster = Roster(options.seats, services.bot_names)
        self.match_run: MatchRun | None = None
        """The latest match; None until the first one begins."""
        self.delivery = Delivery(weakly(self.view_for), weakly(self._failed))
        self.log = TableLog()
        self.mutes = services.mutes
        self.tempo = Tempo(services.pace, services.lone_person_pace)
        self.keeps_match = services.keeps_matches
        self.matches = 0
        """Number of matches begun at this table."""
        self.base = 0
        """Value of `TableView.version` at the start of the latest match."""
        self.writer = services.store.writer(code, weakly(self.done))
        self._services = services
        self._views: dict[int | None, TableView] = {}
        self._stored = True
        for number in range(options.seats - options.bots, options.seats):
            self.roster.sit_bot(number, options.level)

    def _failed(self, member: Member) -> None:
        """Called when the listener of a member has raised an error; `Table` removes the member."""
        raise NotImplementedError

    def _closed(self) -> None:
        """Called once when the table has closed; `Table` tells its lobby."""
        raise NotImplementedError

    def _changed(self) -> None:
        """Called after each change; `Table` tells its lobby, which updates its list."""
        raise NotImplementedError

    # Views

    @property
    def version(self) -> int:
        """Number of actions at this table so far."""
        return self.base + (self.match_run.match.version if self.match_run else 0)

    @property
    def info(self) -> TableInfo:
        """The table as the lobby lists it."""
        seats, watchers = self.roster.seats, len(self.roster.watchers)
        return TableInfo(
            code=self.code,
            host=self.roster.host.name if self.roster.host else "",
            stage=self.stage,
            rules=self.rules,
            seats=len(seats),
            people=sum(seat.member is not None for seat in seats),
            bots=sum(bool(seat.level) for seat in seats),
            watchers=watchers,
            may_watch=self.options.spectators > watchers,
            turn_seconds=self.options.turn_seconds,
        )

    def view_of(self, seat: int | None) -> TableView:
        """Return a seat's view, or a spectator's for None; all spectators share one view."""
        if (view := self._views.get(seat)) is None:
            view = self._views[seat] = self._make_view(seat)
        return view

    def _make_view(self, seat: int | None) -> TableView:
        run, other = self.match_run, next(iter(self._views.values()), None)
        solo = self.options.solo
        host = None if solo else self.roster.host
        seats = other.seats if other else tuple(one.info(host) for one in self.roster.seats)
        between_rounds = run is not None and run.between_rounds
        return TableView(
            code="" if solo else self.code,
            version=self.version,
            stage=self.stage,
            rules=self.rules,
            seats=seats,
            you=seat,
            rights=solo_rights(self.stage) if solo else rights(self.stage, seats, seat, between_rounds=between_rounds),
            game=run.match.view(seat) if run else None,
            log=self.log.seen_by(seat),
            deadline=self._deadline(),
            turn_seconds=self.options.turn_seconds,
            watchers=len(self.roster.watchers),
        )

    def _deadline(self) -> Deadline | None:
        if self.match_run is None or self.match_run.deadline is None:
            return None
        now = self.timers.now()
        return Deadline(max(0.0, self.match_run.deadline - now), now)

    def view_for(self, member: Member) -> TableView:
        """Return a person's view, without chat from people they have muted."""
        view = self.view_of(member.seat)
        muted = self.mutes.of(member.identity)
        if not muted and not member.all_muted:
            return view
        return replace(
            view,
            log=without_muted(view.log, self.log.senders, muted, everybody=member.all_muted),
            muted=frozenset(one.name for one in self.roster.members.values() if one.identity in muted),
            all_muted=member.all_muted,
        )

    def allowed(self, member: Member, right: Right, seat: int | None = None) -> bool:
        """Return whether the person has a right, for the given seat if any; notify the person if not."""
        view = self.view_of(member.seat)
        allowed = right in view.rights if seat is None else seat in seats_for(right, view)
        if not allowed:
            self.notify(member, NoticeKind.SEAT_TAKEN if right is Right.SIT else NoticeKind.NOT_ALLOWED)
        return allowed

    # The match

    def begin(self, asker: Member | None = None) -> None:
        """Start a match with the players on the seats; if `options.fill` is set, bots take the empty seats.

        If the rules do not allow that many players, nothing changes and the asker is notified.
        """
        roster, options = self.roster, self.options
        players = len(roster.seats) if options.fill else sum(seat.taken for seat in roster.seats)
        try:
            self.rules.check_seats(players)
        except RulesError:
            if asker:
                kind = NoticeKind.TOO_FEW if players < MIN_SEATS else NoticeKind.TOO_MANY_CARDS
                self.delivery.send(asker, Notice(kind))
            return self.done(asker)
        for number, seat in enumerate(roster.seats):
            if options.fill and not seat.taken:
                roster.sit_bot(number, options.level)
        roster.drop_empty()
        for seat in roster.seats:
            seat.attend()
            seat.leaver = None
        self.base = self.version + 1 if self.match_run else 0
        self.matches += 1
        start = MatchStart(self.rules, len(roster.seats), *self._next_seed(), self.base)
        self.writer.begin(start)
        self.stage = Stage.PLAYING
        self.run_match(start)
        return self.done(asker)

    def _next_seed(self) -> tuple[str, bool]:
        """Return the seed of the next match, and whether a person chose it."""
        seed, number = self.options.seed, self.matches
        if seed is None:
            return self._services.new_seed(), False
        return seed if number == 1 else f"{seed}/{number}", True

    def run_match(self, start: MatchStart, steps: Sequence[Step] = ()) -> None:
        """Start a match from the given values; if steps are given, replay them first."""
        self.match_run = MatchRun(
            start,
            self.roster,
            self.timers,
            writer=self.writer,
            turn_seconds=self.options.turn_seconds,
            bots=self._services.bots,
            tempo=self.tempo,
            may_hurry=self.options.pace == 0,
            changed=weakly(self._match_changed),
        )
        self.log.open_seats(start.seats)
        self.note(*self.match_run.opening, *self.match_run.replay(steps))

    def _match_changed(self, mover: int | None, happened: Iterable[Event | TableNote]) -> None:
        self.note(*happened)
        self._publish(self.roster.seats[mover].member if mover is not None else None)

    # Messages

    def note(self, *happened: Event | TableNote) -> None:
        """Queue entries for the log; `done` sends them."""
        for one in happened:
            self.log.add(one)

    def notify(self, member: Member, kind: NoticeKind) -> None:
        """Send a notice to one person immediately."""
        self.delivery.send(member, Notice(kind))
        self.delivery.flush()

    def announce(self, notice: Notice) -> None:
        """Send a notice to everybody at the table."""
        for member in self.roster.members.values():
            self.delivery.send(member, notice)
        self.delivery.flush()

    def tell(self, identity: str, *notices: Notice) -> None:
        """Send notices to one person, if that person is at the table."""
        if member := self.roster.members.get(identity):
            for notice in notices:
                self.delivery.send(member, notice)
            self.delivery.flush()

    def send_view(self, member: Member) -> None:
        """Send one person a new view."""
        self.delivery.refresh([member])
        self.delivery.flush()

    def done(self, asker: Member | None = None) -> None:
        """Finish a request: set timers, save the table, and send new views, first to the person who asked."""
        if self.match_run and self.open:
            self.match_run.follow()
        self._publish(asker)

    def _publish(self, asker: Member | None) -> None:
        if not self.open:
            return
        if self.match_run and self.match_run.match.over and self.stage is Stage.PLAYING:
            self.stage = Stage.OVER
            self.writer.finish(self.match_run.standings())
        if self.writer.save(self.snapshot()) is not self._stored:
            self._stored = not self._stored
            self.note(TableNote(Happening.STORED if self._stored else Happening.UNSTORED, ""))
        self._views.clear()
        self.delivery.refresh(self.roster.members.values(), asker)
        self.delivery.flush()
        self._changed()

    def snapshot(self) -> StoredTable:
        """Return the table's storable state, without match and spectators."""
        roster = self.roster
        return StoredTable(
            code=self.code,
            options=self.options,
            rules=self.rules,
            stage=self.stage,
            base=self.base,
            matches=self.matches,
            seats=tuple(seat.stored() for seat in roster.seats),
            people=tuple(member.identity for member in roster.members.values() if member.seat is not None),
            host=roster.host.identity if roster.host else "",
            sent_away=tuple(roster.sent_away.values()),
            salt=roster.salt,
        )

    def close(self, ending: Ending = Ending.TABLE_CLOSED, *, stored: bool = False) -> None:
        """End the table: stop its timers and send everybody `Closed`.

        The table is deleted from storage, except when the server stops or with `stored`.
        """
        if not self.open:
            return
        self.open = False
        self.timers.stop()
        for member in list(self.roster.members.values()):
            self.delivery.send(member, Closed(ending))
            member.listener = None
        self.roster.members.clear()
        self.roster.host = None
        self._views.clear()
        if stored or ending is Ending.SERVER_STOPPED:
            self.writer.release()
        else:
            self.writer.close()
        self._closed()
        self.delivery.flush()
