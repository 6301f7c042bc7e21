"""The log of a table, as each seat may see it."""

from collections import deque
from typing import Final

from uno_tui.game.events import Event
from uno_tui.table.protocol import Chat, LogEntry, TableNote

LENGTH: Final = 200
"""Number of entries that are kept."""


class TableLog:
    """The latest log entries, numbered from 1: a list for each seat and one for spectators."""

    def __init__(self) -> None:
        self._number = 0
        self.senders: dict[int, str] = {}
        """Identity of the person who wrote each of the latest lines of chat, by entry number. Part of no view."""
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

    def add_chat(self, sender: str, chat: Chat) -> None:
        """Add a line of chat by the person with the given identity."""
        self.add(chat)
        self.senders[self._number] = sender
        if len(self.senders) > LENGTH:
            del self.senders[next(iter(self.senders))]

    def add(self, what: Event | TableNote | Chat) -> None:
        """Add an entry to every list."""
        self._number += 1
        entry = LogEntry(self._number, what)
        if not isinstance(what, Event) or not what.secret:
            self._public.append(entry)
            for seen in self._seats:
                seen.append(entry)
            return
        self._public.append(LogEntry(self._number, what.seen_by(None)))
        for seat, seen in enumerate(self._seats):
            seen.append(LogEntry(self._number, what.seen_by(seat)))

    def seen_by(self, seat: int | None) -> tuple[LogEntry, ...]:
        """Return the log as a seat may see it; None means a spectator."""
        return tuple(self._public if seat is None or not self._seats else self._seats[seat])
