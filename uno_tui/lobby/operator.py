"""What an operator may do in a lobby: announce something, silence or remove a person, close a table."""

from collections.abc import Iterator

from uno_tui.lobby.lobby import Lobby
from uno_tui.names import random_code
from uno_tui.table.chat import ChatLimit, clean_chat
from uno_tui.table.options import GUEST
from uno_tui.table.protocol import Ending, Notice, NoticeKind, Stage
from uno_tui.table.roster import Member
from uno_tui.table.table import Table


class LobbyOperator:
    """What an operator can do in one lobby. People are given by their identity."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    def announce(self, text: str) -> int:
        """Send an announcement to everybody, once per person, and return the number of tables."""
        notice = Notice(NoticeKind.ANNOUNCEMENT, clean_chat(text))
        reached: set[str] = set()
        tables = list(self._lobby.tables.values())
        for table in tables:
            reached |= {one.identity for one in table.roster.members.values() if one.listener is not None}
            table.announce(notice)
        for visitor in tuple(self._lobby.presence.visitors):
            if visitor.user.identity not in reached:
                visitor.tell(notice)
        return len(tables)

    def tell(self, identity: str, notice: Notice) -> None:
        """Send a notice to one person, in the lobby and at tables."""
        for table, _ in self._places(identity):
            table.tell(identity, notice)
        for visitor in tuple(self._lobby.presence.visitors):
            if visitor.user.identity == identity:
                visitor.tell(notice)

    def silence(self, identity: str, on: bool) -> None:
        """Stop a person's chat from being sent, or allow it again."""
        for limit in self._limits(identity):
            limit.silenced = on

    def dismiss(self, identity: str) -> None:
        """Remove a person from every table; the person may return."""
        for table, member in list(self._places(identity)):
            table.leave(member)

    def forget(self, identity: str) -> None:
        """Remove a person from every table; in matches still being played, an anonymous guest gets their result."""
        self.dismiss(identity)
        for table in tuple(self._lobby.tables.values()):
            for seat in table.roster.seats:
                if seat.leaver is not None and seat.leaver.identity == identity:
                    seat.leaver.identity, seat.leaver.guest = f"{GUEST}{random_code(12)}", True
                    table.done()

    def close(self, code: str) -> int | None:
        """Close the table with the given code and return how many people were there; None if there is no such table."""
        table = self._lobby.tables.get(code.upper())
        if table is None:
            return None
        people = len(table.roster.members)
        table.close(Ending.TABLE_CLOSED)
        return people

    def plays(self, identity: str) -> bool:
        """Return whether a person has a seat in a match that is being played."""
        return any(table.stage is Stage.PLAYING and member.seat is not None for table, member in self._places(identity))

    def has_seat(self, identity: str) -> bool:
        """Return whether a person has a seat at any table."""
        return any(member.seat is not None for _, member in self._places(identity))

    def _places(self, identity: str) -> Iterator[tuple[Table, Member]]:
        for table in tuple(self._lobby.tables.values()):
            if member := table.roster.members.get(identity):
                yield table, member

    def _limits(self, identity: str) -> Iterator[ChatLimit]:
        for _, member in self._places(identity):
            yield member.limit
        for visitor in self._lobby.presence.visitors:
            if visitor.user.identity == identity:
                yield visitor.limit
