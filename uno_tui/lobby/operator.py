"""An operator's requests: announce something, silence or remove a person, close a table."""

from uno_tui.lobby.lobby import Lobby
from uno_tui.table.chat import clean_chat
from uno_tui.table.protocol import Ending, Notice, NoticeKind


class LobbyOperator:
    """The requests of an operator. People are given by their identity."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    async def announce(self, text: str) -> int:
        """Send an announcement to everybody, once per person, and return the number of tables."""
        return self._announce(Notice(NoticeKind.ANNOUNCEMENT, clean_chat(text)))

    def _announce(self, notice: Notice) -> int:
        """Send a notice to everybody, once per person, and return the number of tables."""
        lobby = self._lobby
        reports = lobby.directory.reports
        reached = {identity for one in reports.values() for identity, person in one.people.items() if person.here}
        for table in tuple(lobby.tables.values()):
            table.announce(notice)
        lobby.presence.announce(notice, without=reached)
        return len(reports)

    async def tell(self, identity: str, notice: Notice) -> None:
        """Send a notice to one person, in the lobby and at tables."""
        for table in self._lobby.tables_of(identity):
            table.tell(identity, notice)
        self._lobby.presence.tell_person(identity, notice)

    async def silence(self, identity: str, on: bool) -> None:
        """Stop a person's chat from being sent, or allow it again."""
        for table in self._lobby.tables_of(identity):
            table.silence(identity, on)
        self._lobby.presence.silence(identity, on)

    async def dismiss(self, identity: str) -> None:
        """Remove a person from every table; the person may return."""
        for table in self._lobby.tables_of(identity):
            table.leave(identity)

    async def forget(self, identity: str) -> None:
        """Remove a person from every table; in matches still being played, an anonymous guest gets their result."""
        for table in tuple(self._lobby.tables.values()):
            table.forget(identity)

    async def close(self, code: str) -> int | None:
        """Close the table with the given code and return how many people were there; None if there is no such table."""
        code = code.upper()
        report = self._lobby.directory.reports.get(code)
        if report is None or code not in self._lobby.tables:
            return None
        self._lobby.tables[code].close(Ending.TABLE_CLOSED)
        return len(report.people)

    async def plays(self, identity: str) -> bool:
        """Return whether a person has a seat in a match that is being played."""
        return self._lobby.directory.seat_of(identity, playing=True) is not None

    async def drain(self, on: bool) -> int:
        """Stop (or resume) opening tables and admitting people without a seat; return the number of open tables.

        Everybody here is notified; of the end only if the lobby was being drained.
        """
        drained, self._lobby.openings.draining = self._lobby.openings.draining, on
        if on or drained:
            self._announce(Notice(NoticeKind.DRAINS if on else NoticeKind.STAYS_OPEN))
        return len(self._lobby.directory.reports)

    async def admits(self, identity: str) -> bool:
        """Return whether a person may enter: always, unless the lobby is being drained and the person has no seat."""
        lobby = self._lobby
        return not (lobby.openings.draining or lobby.outdated) or await lobby.table_of(identity) is not None
