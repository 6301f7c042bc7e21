"""What those who run a lobby may do in it: speak to everybody, silence somebody, send somebody away."""

from collections.abc import Iterator

from uno_tui.lobby.lobby import Lobby
from uno_tui.table.chat import ChatLimit, clean_chat
from uno_tui.table.protocol import Notice, NoticeKind, Stage
from uno_tui.table.roster import Member
from uno_tui.table.table import Table


class LobbyOperator:
    """The steward of one lobby. People are meant by their identity."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    def announce(self, text: str) -> int:
        """Tell everybody, once each; the result is how many tables were told."""
        notice = Notice(NoticeKind.ANNOUNCEMENT, clean_chat(text))
        told: set[str] = set()
        tables = list(self._lobby.tables.values())
        for table in tables:
            told |= {one.identity for one in table.roster.members.values() if one.listener is not None}
            table.announce(notice)
        for visitor in tuple(self._lobby.presence.visitors):
            if visitor.user.identity not in told:
                visitor.tell(notice)
        return len(tables)

    def tell(self, identity: str, notice: Notice) -> None:
        """Tell one person, where they are."""
        for table, _ in self._places(identity):
            table.tell(identity, notice)
        for visitor in tuple(self._lobby.presence.visitors):
            if visitor.user.identity == identity:
                visitor.tell(notice)

    def silence(self, identity: str, on: bool) -> None:
        """Let somebody talk to nobody, or again to others."""
        for limit in self._limits(identity):
            limit.silenced = on

    def dismiss(self, identity: str) -> None:
        """Take somebody's place at every table; what they do at other times is not touched."""
        for table, member in list(self._places(identity)):
            table.leave(member)

    def plays(self, identity: str) -> bool:
        """Whether somebody has a seat in a match that goes on."""
        return any(table.stage is Stage.PLAYING and member.seat is not None for table, member in self._places(identity))

    def has_seat(self, identity: str) -> bool:
        """Whether somebody has a seat anywhere."""
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
