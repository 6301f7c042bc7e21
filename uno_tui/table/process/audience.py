"""The people at a table whom this process serves: their views, their log, chat and mutes."""

from collections.abc import Callable
from dataclasses import replace

from uno_tui.table.chat import Mutes, without_muted
from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.host import SentOut
from uno_tui.table.entries.match import TableStart
from uno_tui.table.entries.people import LeftTable, WentAway
from uno_tui.table.process.delivery import Attendee, Delivery
from uno_tui.table.process.replica import Folded
from uno_tui.table.process.visible_log import TableLog
from uno_tui.table.protocol import (
    Chat,
    Closed,
    Deadline,
    Ending,
    Happening,
    Notice,
    NoticeKind,
    Refused,
    SeatInfo,
    Suggestion,
    TableNote,
    TableView,
)
from uno_tui.table.state.table_state import TableState


class Audience:
    """The people at one table whom this process serves, and what they see."""

    def __init__(self, mutes: Mutes, *, waits: bool = False) -> None:
        """Set up a table's audience, still empty; `waits`: whether play waits while nothing can be stored."""
        self.attendees: dict[int, Attendee] = {}
        """The newest session of each person whom this process serves or has served, by member number, until they leave
        the table."""
        self.deadline: Deadline | None = None
        """When the turn clock runs out; None if it is stopped."""
        self.delivery = Delivery()
        self._log = TableLog()
        self._mutes = mutes
        self._troubles = (Happening.WAITING, Happening.GOES_ON) if waits else (Happening.UNSTORED, Happening.STORED)
        self._state: TableState | None = None
        self._safe = True
        self.said: Callable[[str, str, str], None] = lambda _name, _text, _sender: None
        """Called with each line of chat sent through this process: name, text and the sender's identity."""
        self._infos: tuple[SeatInfo, ...] = ()
        self._seats: dict[int, int] = {}
        """The seat of each seated person, by member number."""
        self._views: dict[int | None, TableView] = {}

    def enter(self, attendee: Attendee, number: int) -> None:
        """Serve the person of that number through a session; end an older session of the person in this process."""
        self.attendees.pop(attendee.member, None)  # of a spectator who is back under another number
        if old := self.attendees.get(number):
            self._part(old, Ending.TAKEN_OVER)
            attendee.limit, attendee.all_muted = old.limit, old.all_muted
            attendee.hint_limit = old.hint_limit
        self.attendees[number] = attendee
        attendee.member, attendee.returning = number, False

    def attendee(self, identity: str) -> Attendee | None:
        """Return the attendee with the given identity; None if this process does not serve that person."""
        return next((one for one in self.attendees.values() if one.identity == identity), None)

    # Views and messages

    def follow(self, folded: Folded) -> None:
        """Show everybody the effects of a new entry: log lines and new views; stop serving people who have left."""
        before, entry, after, lines, asker = folded
        self._state = after
        if before is None or not after.sits_like(before):
            self._infos = after.infos
            self._seats = {seat.member: index for index, seat in enumerate(after.seats) if seat.member}
        if isinstance(entry.what, TableStart) and after.match:
            self._log.open_seats(len(after.seats))
        elif before and after.seats is not before.seats:
            for index, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
                if new.member and new.member != old.member:
                    self._log.hand_over(index)
        self._log.add(after.lines, lines)
        if before is None or after.people is not before.people:
            self._part_from(after, entry)
        if before is None or lines or _differ(before, after):
            self._outdate(asker)

    def _outdate(self, first: Attendee | None = None) -> None:
        self._views.clear()
        self.delivery.refresh(self.attendees.values(), first)

    def _part_from(self, state: TableState, entry: Entry) -> None:
        """Stop serving people who have left the table or are now served through another session."""
        what = entry.what
        numbers = {one.number: one.session for one in state.people}
        for number, attendee in tuple(self.attendees.items()):
            session = numbers.get(number)
            if not session and attendee.listener and isinstance(what, WentAway) and entry.who == number:
                attendee.come_back()  # another process believed that this one was dead
            elif not session and attendee.returning:
                continue
            elif session is None:
                kicked = isinstance(what, SentOut)
                self._part(attendee, Ending.KICKED if kicked else Ending.LEFT if isinstance(what, LeftTable) else None)
                del self.attendees[number]
            elif session != attendee.session:
                self._part(attendee, Ending.TAKEN_OVER if session else None)

    def _part(self, attendee: Attendee, ending: Ending | None) -> None:
        if ending:
            self.delivery.send(attendee, Closed(ending))
        attendee.listener = None

    def dismiss(self, attendee: Attendee, ending: Ending = Ending.LEFT) -> None:
        """Part from one person."""
        self._part(attendee, ending)
        self.delivery.flush()

    @property
    def serves(self) -> bool:
        """Whether this process serves anybody at the table."""
        return any(one.listener for one in self.attendees.values())

    def end(self, ending: Ending) -> None:
        """Part from everybody."""
        for attendee in self.attendees.values():
            self._part(attendee, ending)
        self.attendees.clear()
        self._views.clear()

    def view_of(self, seat: int | None) -> TableView:
        """Return a seat's view, or a spectator's for None; all spectators share one view."""
        if (view := self._views.get(seat)) is None:
            assert self._state is not None
            log = self._log.seen_by(seat)
            view = self._views[seat] = self._state.view(seat, self._infos, log, self.deadline)
        return view

    def view_for(self, attendee: Attendee) -> TableView:
        """Return a person's view, without chat from people they have muted."""
        assert self._state is not None
        view = self.view_of(self._seats.get(attendee.member))
        muted = self._mutes.of(attendee.identity)
        if not muted and not attendee.all_muted:
            return view
        return replace(
            view,
            log=without_muted(view.log, self._log.senders, muted, everybody=attendee.all_muted),
            muted=frozenset(one.name for one in self._state.people if one.identity in muted),
            all_muted=attendee.all_muted,
        )

    # Messages

    def announce(self, notice: Notice) -> None:
        """Send a notice to everybody whom this process serves at the table."""
        for attendee in self.attendees.values():
            self.delivery.send(attendee, notice)
        self.delivery.flush()

    def tell(self, attendee: Attendee, *messages: Notice | Refused | Suggestion) -> None:
        """Send one person notices, or the answer to a request."""
        for message in messages:
            self.delivery.send(attendee, message)
        self.delivery.flush()

    def refresh(self, attendee: Attendee) -> None:
        """Send one person a new view."""
        self.delivery.refresh([attendee])
        self.delivery.flush()

    def stored(self, safe: bool) -> None:
        """Add a line to the log when storing entries fails, and another when all entries are stored again."""
        if safe is not self._safe:
            self._safe = safe
            self._log.say(TableNote(self._troubles[safe], ""))
            self._outdate()

    def chat(self, attendee: Attendee, name: str, text: str, now: float) -> None:
        """Send everybody a line of chat, cleaned, cut to the maximum length and limited in rate."""
        if self._state is None or self._state.options.solo:
            return self.tell(attendee, Notice(NoticeKind.NOT_ALLOWED))
        said, kind = attendee.limit.line(text, now)
        if kind:
            self.delivery.send(attendee, Notice(kind))
        if not said:
            return self.delivery.flush()
        self.hear(name, said, attendee.identity, attendee)
        return self.said(name, said, attendee.identity)

    def hear(self, name: str, text: str, sender: str, first: Attendee | None = None) -> None:
        """Show everybody whom this process serves a line of chat by the person with the identity `sender`."""
        self._log.say(Chat(name, text), sender)
        self._outdate(first)
        self.delivery.flush()

    def mute(self, attendee: Attendee, name: str | None, on: bool) -> None:
        """Mute or unmute one person's chat for the given member; for None, all chat at this table."""
        assert self._state is not None
        if name is None:
            attendee.all_muted = on
            self.delivery.send(attendee, Notice(NoticeKind.ALL_MUTED if on else NoticeKind.ALL_UNMUTED))
            self.refresh(attendee)
        elif reader := self._state.person(attendee.member):
            self.delivery.send(attendee, self._mutes.mute(reader, name, on, self._state.people))
            self._mutes.changed(attendee.identity)


def _differ(before: TableState, after: TableState) -> bool:
    """Return whether two states of a table look different to anybody, apart from the log."""
    return not (
        after.match is before.match
        and after.sits_like(before)
        and after.rules is before.rules
        and after.turn_entry == before.turn_entry
    )
