"""Messages between the lobby and a person: the lobby's view one way, requests the other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from uno_tui.table.options import TableInfo, TableOptions, User
from uno_tui.table.protocol import Closed, Handle, Listener, LogEntry, Notice


@dataclass(frozen=True, slots=True)
class PersonInfo:
    """A person in the lobby or at one of its tables, as the lobby lists them."""

    name: str
    """The person's name, cleaned for display."""
    guest: bool
    """Whether the person has no key, so that anybody can use the name."""
    table: str | None
    """The code of the person's table; empty for a private table; None for a person in the lobby."""


@dataclass(frozen=True, slots=True)
class LobbyView:
    """Everything that a person sees of the lobby. A new view replaces the older one."""

    tables: tuple[TableInfo, ...]
    """The public tables: first those with free seats, fullest first."""
    people: tuple[PersonInfo, ...]
    """All people in the lobby and at tables, each once."""
    talk: tuple[LogEntry, ...]
    """The newest lines of chat, oldest first; at most 50."""
    defaults: TableOptions
    """Options of a new table if the person gives none."""
    levels: tuple[str, ...]
    """The levels of bots, weakest first."""
    muted: frozenset[str] = frozenset()
    """Names of present people whose chat this person has muted; their chat is missing from `talk`."""


LobbyMessage = LobbyView | Notice | Closed
LobbyListener = Callable[[LobbyMessage], None]
"""Receives the messages in order; `Closed` is the last. It may be called in any context, so it should only queue them.
A listener that raises is not called again."""


class LobbyHandle(Protocol):
    """The requests of one person in the lobby. If a request raises `EntryError`, nothing has changed."""

    @property
    def name(self) -> str:
        """The person's name here."""

    @property
    def view(self) -> LobbyView:
        """The view as it is now."""

    def chat(self, text: str) -> None:
        """Send a line of chat to everybody in the lobby."""

    def mute(self, name: str, on: bool) -> None:
        """Mute or unmute the chat of the person with the given name, for this person, in the lobby and at tables."""

    def leave(self) -> None:
        """Leave the lobby; the listener is no longer called."""

    async def open(self, listener: Listener, options: TableOptions | None = None) -> Handle:
        """Open a new table with this person as its host."""

    async def join(self, listener: Listener, code: str) -> Handle:
        """Take a seat at the table with the given code, or watch a match in progress; open a table if there is none."""

    async def watch(self, listener: Listener, code: str) -> Handle:
        """Watch the table of that code."""

    async def quick_play(self, listener: Listener) -> Handle:
        """Take a seat at the open table with the most people, or at a new table with bots in the other seats."""


EnterLobby = Callable[[LobbyListener], LobbyHandle]
"""Enters the lobby and returns the handle; from then on the listener is called."""

Results = Callable[[], Sequence[str]]
"""Returns a person's results as sentences in their language, newest first."""


class LobbyService(Protocol):
    """A lobby as sessions use it."""

    async def list(self) -> tuple[TableInfo, ...]:
        """Return the public tables: first those with free seats, fullest first."""

    async def open(
        self, user: User, listener: Listener, options: TableOptions | None = None, code: str | None = None
    ) -> Handle:
        """Open a new table with this person as its host."""

    async def join(self, user: User, listener: Listener, code: str) -> Handle:
        """Take a seat at the table with the given code, or watch a match in progress; open a table if there is none."""

    async def watch(self, user: User, listener: Listener, code: str) -> Handle:
        """Watch the table with the given code; a person who has a seat there returns to the seat."""

    async def quick_play(self, user: User, listener: Listener) -> Handle:
        """Take a seat at the open table with the most people, or at a new table with bots in the other seats."""

    async def resume(self, user: User, listener: Listener) -> Handle | None:
        """Return to the table where the person has a seat; return None if there is no such table."""
