"""Presence: the people in the lobby, their view and their chat.

All views are equal except for mutes, so one view is shared. Tables report every move, but the view is rebuilt only when
it would differ: a move rarely changes the table's line in the lobby.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from uno_tui.faults import log_fault
from uno_tui.lobby.people.directory import Directory
from uno_tui.lobby.people.names import NameRegister
from uno_tui.lobby.protocol import LobbyListener, LobbyMessage, LobbyView, PersonInfo
from uno_tui.table.chat import ChatLimit, Mutes, parse_mute, without_muted
from uno_tui.table.options import TableOptions, User
from uno_tui.table.protocol import Chat, Closed, Ending, LogEntry, Notice
from uno_tui.table.state.report import TableReport
from uno_tui.table.timers import Now

MAX_LINES: Final = 50
"""Number of chat lines that the lobby keeps."""


class _Named(NamedTuple):
    """A person, with the attributes that `Mutes` needs."""

    identity: str
    guest: bool
    name: str


class LobbyVisitor:
    """A person in the lobby, from entering until leaving."""

    def __init__(self, presence: "Presence", user: User, listener: LobbyListener) -> None:
        self.user = user
        self.name = user.name
        self.limit = ChatLimit(user.silenced)
        self._listener = listener
        self._presence = presence

    @property
    def view(self) -> LobbyView:
        """The view as it is now."""
        return self._presence.view_for(self.user.identity)

    @property
    def here(self) -> bool:
        """Whether the person has not left."""
        return self in self._presence.visitors

    def chat(self, text: str) -> None:
        """Send a line of chat to everybody, cleaned and limited in rate; ``/mute NAME`` mutes a person instead."""
        if asked := parse_mute(text):
            self.mute(*asked)
            return
        said, kind = self.limit.line(text, self._presence.now()) if self.here else ("", None)
        if kind:
            self.receive(Notice(kind))
        if said:
            self._presence.hear(self.name, said, self.user.identity)
            self._presence.said(self.name, said, self.user.identity)

    def mute(self, name: str, on: bool) -> None:
        """Mute or unmute the chat of a person in the view, for this visitor."""
        if self.here:
            mutes = self._presence.mutes
            self.receive(mutes.mute(self.user, name, on, self._presence.people))
            mutes.changed(self.user.identity)

    def tell(self, *notices: Notice) -> None:
        """Send this person notices, unless the person has left."""
        for notice in notices:
            if self.here:
                self.receive(notice)

    def receive(self, message: LobbyMessage) -> None:
        """Call the person's listener; if the listener raises an error, remove the person."""
        try:
            self._listener(message)
        except Exception as error:  # noqa: BLE001  # one person's fault must not reach the others
            log_fault("a listener in the lobby failed and is not called again", error)
            self.leave()

    def leave(self) -> None:
        """Leave the lobby; nothing more is sent to the visitor."""
        if self.here:
            self._presence.remove(self)


class Presence:
    """All people in the lobby of one process, and their view of the lobby."""

    def __init__(
        self,
        now: Now,
        defaults: TableOptions,
        levels: tuple[str, ...],
        mutes: Mutes,
        directory: Directory,
        names: NameRegister,
    ) -> None:
        self.visitors: list[LobbyVisitor] = []
        """The people in the lobby, in the order of arrival."""
        self.now = now
        self.mutes = mutes
        self._defaults = defaults
        self._levels = levels
        self._directory = directory
        self._names = names
        self._at_tables: dict[str, Mapping[str, PersonInfo]] = {}
        """The people at each table: by table code, then by identity."""
        self.may_open = True
        """Whether people can open tables; set before the first view is read."""
        self._talk: tuple[LogEntry, ...] = ()
        self._said = 0
        self._senders: dict[tuple[int, int], str] = {}
        """Identity of the sender of each kept line of chat, by `LogEntry.place`."""
        self._people: dict[str, PersonInfo] = {}
        """All people shown in the lobby view, by identity."""
        self.said: Callable[[str, str, str], None] = lambda _name, _text, _sender: None
        """Called with each line of chat sent in this process: name, text and the sender's identity."""
        self._elsewhere: dict[str, Mapping[str, PersonInfo]] = {}
        """People in the lobby who are connected through other processes: by process id, then by identity."""
        self._view: LobbyView | None = None
        self._closed = False

    @property
    def view(self) -> LobbyView:
        """The lobby view that everybody shares, before any person's mutes are applied."""
        if self._view is None:
            at_tables = {identity: one for table in self._at_tables.values() for identity, one in table.items()}
            here = {one.user.identity: PersonInfo(one.name, one.user.guest, None) for one in self.visitors}
            far = {identity: one for people in self._elsewhere.values() for identity, one in people.items()}
            self._people = {**far, **here, **at_tables}
            self._view = LobbyView(
                tables=self._directory.public,
                people=tuple(self._people.values()),
                talk=self._talk,
                defaults=self._defaults,
                levels=self._levels,
                may_open=self.may_open,
            )
        return self._view

    def view_for(self, identity: str) -> LobbyView:
        """Return a person's view, without chat from people they have muted."""
        view = self.view
        if not (muted := self.mutes.of(identity)):
            return view
        names = frozenset(one.name for other, one in self._people.items() if other in muted)
        return replace(view, talk=without_muted(view.talk, self._senders, muted), muted=names)

    @property
    def people(self) -> list[_Named]:
        """All people whom the view shows."""
        _ = self.view
        return [_Named(identity, one.guest, one.name) for identity, one in self._people.items()]

    def has(self, identity: str) -> bool:
        """Return whether a person is in the lobby."""
        return bool(self._sessions(identity))

    def _sessions(self, identity: str) -> list[LobbyVisitor]:
        return [one for one in self.visitors if one.user.identity == identity]

    def enter(self, user: User, listener: LobbyListener) -> LobbyVisitor:
        """Let a person into the lobby, under a name that nobody else in the lobby or at a table has."""
        user = self._names.arrive(user)
        visitor = LobbyVisitor(self, user, listener)
        if self._closed:
            self._names.depart(user.identity)
            visitor.receive(Closed(Ending.SERVER_STOPPED))
        else:
            self.visitors.append(visitor)
            self._changed()
        return visitor

    def remove(self, visitor: LobbyVisitor) -> None:
        """Remove a person who is in the lobby."""
        self.visitors.remove(visitor)
        self._names.depart(visitor.user.identity)
        self._changed()

    def announce(self, notice: Notice, *, without: Collection[str] = ()) -> None:
        """Send a notice to everybody but the given identities."""
        for visitor in tuple(self.visitors):
            if visitor.user.identity not in without:
                visitor.receive(notice)

    def tell_person(self, identity: str, notice: Notice) -> None:
        """Send a notice to a person, in each of their sessions in the lobby."""
        for visitor in self._sessions(identity):
            visitor.receive(notice)

    def silence(self, identity: str, on: bool) -> None:
        """Stop a person's chat from being sent, or allow it again."""
        for visitor in self._sessions(identity):
            visitor.limit.silenced = on

    def hear(self, name: str, text: str, sender: str) -> None:
        """Show everybody a line of chat by the person with the identity `sender`."""
        self._said += 1
        self._talk = (*self._talk[1 - MAX_LINES :], LogEntry(self._said, Chat(name, text)))
        self._senders[self._said, 0] = sender
        self._senders.pop((self._said - MAX_LINES, 0), None)
        self._changed()

    def set_elsewhere(self, process: str, people: Mapping[str, PersonInfo]) -> None:
        """Store who is in the lobby through another process."""
        if people != self._elsewhere.get(process, {}):
            self._elsewhere[process] = people
            self._changed()

    def refresh(self, identity: str) -> None:
        """Send a new view to a person, if that person is in the lobby."""
        for visitor in self._sessions(identity):
            visitor.receive(visitor.view)

    def tables_changed(self, *reports: TableReport) -> None:
        """Send everybody a new view, because tables or the people at them have changed."""
        for report in reports:
            at = report.info.code if report.public else ""
            self._at_tables[report.info.code] = {
                identity: PersonInfo(one.name, one.guest, at) for identity, one in report.people.items() if one.here
            }
        if reports:
            self._changed()

    def tables_closed(self, *codes: str) -> None:
        """Send everybody a new view, because tables have closed."""
        if [code for code in codes if self._at_tables.pop(code, None) is not None]:
            self._changed()

    def close(self, ending: Ending = Ending.SERVER_STOPPED) -> None:
        """Send `Closed` to everybody, because the program stops."""
        self._closed = True
        visitors, self.visitors = self.visitors, []
        for visitor in visitors:
            visitor.receive(Closed(ending))

    def _changed(self) -> None:
        self._view = None
        for visitor in tuple(self.visitors):
            visitor.receive(visitor.view)
