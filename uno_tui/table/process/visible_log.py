"""The log of a table, as each seat may see it."""

from collections import deque
from collections.abc import Iterable
from typing import Final

from uno_tui.game.events import Event
from uno_tui.table.protocol import Chat, LogEntry, TableNote

LENGTH: Final = 200
"""Maximum number of entries in each log."""


class TableLog:
    """The latest log entries: a list for each seat and one for spectators.

    Lines that the table's entries made are numbered with the table, so they are equal in every process. Chat and notes
    about storing belong to this process and have numbers of their own.
    """

    def __init__(self) -> None:
        self.senders: dict[tuple[int, int], str] = {}
        """Identity of the sender of each recent line of chat, by `LogEntry.place`. Never shown to anybody."""
        self._last = 0
        self._said = 0
        self._public: deque[LogEntry] = deque(maxlen=LENGTH)
        self._seats: list[deque[LogEntry]] = []

    def open_seats(self, seats: int) -> None:
        """Start the lists of a new match.

        From here on each seat's log shows its own cards; earlier entries show only what was public.
        """
        self._seats = [deque(self._public, LENGTH) for _ in range(seats)]

    def hand_over(self, seat: int) -> None:
        """Restart a seat's log for a new player, with only the public entries."""
        if self._seats:
            self._seats[seat] = deque(self._public, LENGTH)

    def add(self, last: int, lines: Iterable[Event | TableNote]) -> None:
        """Add an entry's lines to every seat's log; the last line gets the given number."""
        lines = tuple(lines)
        for number, line in enumerate(lines, last + 1 - len(lines)):
            if isinstance(line, Event) and line.secret:
                self._public.append(LogEntry(number, line.seen_by(None)))
                for seat, seen in enumerate(self._seats):
                    seen.append(LogEntry(number, line.seen_by(seat)))
            else:
                self._to_all(LogEntry(number, line))
        self._last = last

    def say(self, what: Chat | TableNote, sender: str = "") -> None:
        """Add a line that only this process has: chat by the person with the given identity, or a note about saving."""
        self._said += 1
        entry = LogEntry(self._last, what, self._said)
        self._to_all(entry)
        if sender:
            self.senders[entry.place] = sender
            if len(self.senders) > LENGTH:
                del self.senders[next(iter(self.senders))]

    def _to_all(self, entry: LogEntry) -> None:
        self._public.append(entry)
        for seen in self._seats:
            seen.append(entry)

    def seen_by(self, seat: int | None) -> tuple[LogEntry, ...]:
        """Return the log as a seat may see it; for None, as a spectator may."""
        return tuple(self._public if seat is None or not self._seats else self._seats[seat])
